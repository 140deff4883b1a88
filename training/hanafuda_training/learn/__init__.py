"""Learning: players that train against themselves and others, and runs that lose nothing.

One file a thing: ``config`` what a recipe says, ``league`` who the opponents are, ``env`` the
games as stable-baselines3 sees them, ``policy`` the network as it sees that, ``imitation`` the
warm start from a teacher, ``checkpoint`` and ``folder`` what is kept of a run, ``trainer`` the run
itself. Import from the modules; this one loads nothing, because torch is heavy.
"""
