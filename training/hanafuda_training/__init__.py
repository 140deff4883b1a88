"""Training, leagues and the comparison of players (nothing here yet)."""
