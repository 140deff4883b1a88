"""Slow, literal reference implementations of the games, written from the rules page alone.

The tests step them side by side with the fast kernels and compare everything.
"""
