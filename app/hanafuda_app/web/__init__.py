"""The table in a browser: a small server, and a page of plain modules."""
