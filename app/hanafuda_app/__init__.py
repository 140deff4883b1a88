"""The command line and the tables that people play at (nothing here yet)."""
