from hypothesis import settings

# No deadlines: the first call of a compiled function compiles, and machines are shared.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
