"""Training, and the arena that compares players."""
