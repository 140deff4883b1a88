"""The command line `hanafuda`, and the tables that people play at."""
