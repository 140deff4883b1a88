import os

from hypothesis import settings

# The tests' processes are the parallelism: threads of torch beside them wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# No deadlines: the first call of a compiled function compiles, and machines are shared.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
