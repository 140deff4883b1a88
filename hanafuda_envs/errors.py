"""What can go wrong while playing."""

__all__ = ["GameOverError", "IllegalActionError", "NotStartedError"]


class IllegalActionError(ValueError):
    """The action is not legal now; the game has not changed."""


class GameOverError(RuntimeError):
    """The episode has ended: nothing can be played any more."""


class NotStartedError(RuntimeError):
    """There is no episode yet: ``reset`` comes first."""
