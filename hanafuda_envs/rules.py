"""Options of a game: checked when the rules are made, immutable, with a short digest.

A game lists its options as class attributes; everything else follows from them: keyword
arguments with defaults, errors that say what is allowed, the record that the compiled rules
read, and the table in the documentation.
"""

import difflib
import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from numbers import Real
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

import numpy as np

__all__ = ["Choice", "Count", "Option", "OptionalCount", "Rules", "Subset"]

T = TypeVar("T")


def is_number(value: object) -> bool:
    """Whether the value counts as a number here: a bool does not."""
    return isinstance(value, (Real, np.number)) and not isinstance(value, (bool, np.bool_))


class Option(ABC, Generic[T]):
    """One option of a game: its default, what is allowed, and where it comes from.

    ``ground`` is ``"S"`` where the source says so, ``"W"`` where another page of the same wiki
    does, ``"D"`` where it is our decision.
    """

    name: str

    def __init__(self, default: T, ground: str, meaning: str) -> None:
        self.default, self.ground, self.meaning = default, ground, meaning

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, rules: None, owner: type) -> Self: ...
    @overload
    def __get__(self, rules: "Rules", owner: type) -> T: ...
    def __get__(self, rules: "Rules | None", owner: type) -> "Self | T":
        return self if rules is None else rules._values[self.name]

    def __set__(self, rules: "Rules", value: T) -> None:
        raise AttributeError(f"rules do not change: make new ones instead of setting {self.name}")

    @abstractmethod
    def allowed(self) -> str:
        """What may be given, in words."""

    @abstractmethod
    def check(self, value: Any) -> T:
        """The value as it is kept; a ``ValueError`` if it is not allowed."""

    @abstractmethod
    def code(self, value: T) -> int:
        """The value as the compiled rules see it."""

    def refuse(self, value: object) -> ValueError:
        return ValueError(f"{self.name}={value!r} is not possible: allowed is {self.allowed()}")


class Count(Option[int]):
    """A whole number from ``least`` to ``most``: by default all that the state has room for."""

    def __init__(
        self, default: int, ground: str, meaning: str, *, least: int = 1, most: int = 2**31 - 1
    ) -> None:
        super().__init__(default, ground, meaning)
        self.least, self.most = least, most

    def allowed(self) -> str:
        return f"an integer from {self.least} to {self.most}"

    def check(self, value: Any) -> int:
        if not is_number(value) or value != value // 1:
            raise self.refuse(value)
        if not self.least <= value <= self.most:
            raise self.refuse(value)
        return int(value)

    def code(self, value: int) -> int:
        return value


class OptionalCount(Option[int | None]):
    """A whole number from 1, or none."""

    def allowed(self) -> str:
        return f"None or {self._count().allowed()}"

    def check(self, value: Any) -> int | None:
        if value is None:
            return None
        try:
            return self._count().check(value)
        except ValueError:
            raise self.refuse(value) from None

    def code(self, value: int | None) -> int:
        return -1 if value is None else value

    def _count(self) -> Count:
        count = Count(1, self.ground, self.meaning)
        count.name = self.name  # for its error, on the way to ours
        return count


class Choice(Option[Any]):
    """One of a few values, the first of which is the default."""

    def __init__(self, *values: Any, ground: str, meaning: str) -> None:
        super().__init__(values[0], ground, meaning)
        self.values = values

    def allowed(self) -> str:
        return " or ".join(repr(value) for value in self.values)

    def check(self, value: Any) -> Any:
        for allowed in self.values:
            if value is allowed:
                return allowed
            if isinstance(value, str) and isinstance(allowed, str) and value == allowed:
                return allowed
            if is_number(value) and is_number(allowed) and value == allowed:
                return allowed
        raise self.refuse(value)

    def code(self, value: Any) -> int:
        return self.values.index(value)


class Subset(Option[tuple[str, ...]]):
    """Any of a few names, or none; kept in the order in which they are listed."""

    def __init__(self, *names: str, ground: str, meaning: str) -> None:
        super().__init__((), ground, meaning)
        self.names = names

    def allowed(self) -> str:
        return f"a tuple of any of {', '.join(map(repr, self.names))}"

    def check(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, (tuple, list, set, frozenset)):
            raise self.refuse(value)
        if not all(isinstance(name, str) and name in self.names for name in value):
            raise self.refuse(value)
        return tuple(name for name in self.names if name in value)

    def code(self, value: tuple[str, ...]) -> int:
        return sum(1 << place for place, name in enumerate(self.names) if name in value)


class Rules:
    """The options of one game, all of them, as chosen.

    Equal rules are equal objects and have the same ``digest``; ``replace`` makes others.
    """

    game: ClassVar[str]
    """The name of the game that these options belong to."""
    version: ClassVar[int] = 0
    """Raised when the same options, seed and actions give another result than before."""

    _values: dict[str, Any]

    def __init__(self, **options: Any) -> None:
        known = {option.name: option for option in self.options()}
        for name in options:
            if name not in known:
                raise ValueError(_unknown_option(self.game, name, list(known)))
        values = {
            name: option.check(options.get(name, option.default)) for name, option in known.items()
        }
        self.__dict__["_values"] = values
        self.check()

    @classmethod
    def options(cls) -> Iterator[Option[Any]]:
        """All options of the game, in the order in which they are listed."""
        for base in reversed(cls.__mro__):
            for attribute in vars(base).values():
                if isinstance(attribute, Option):
                    yield attribute

    def check(self) -> None:
        """Check what concerns several options at once; raises ``ValueError``."""

    def as_dict(self) -> dict[str, Any]:
        """Every option with its value."""
        return dict(self._values)

    def replace(self, **options: Any) -> Self:
        """These rules with some options changed."""
        return type(self)(**{**self._values, **options})

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that stand for the game, its version and every option."""
        text = json.dumps([self.game, self.version, self._values], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def record(self) -> np.ndarray:
        """The rules as the compiled functions read them: a structured array of length 1."""
        options = list(self.options())
        record = np.zeros(1, dtype=[(option.name, np.int64) for option in options])
        for option in options:
            record[option.name] = option.code(self._values[option.name])
        record.setflags(write=False)
        return record

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"rules do not change: make new ones instead of setting {name}")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._values == self._values

    def __hash__(self) -> int:
        return hash((self.game, self.digest))

    def __reduce__(self) -> tuple[Callable[..., "Rules"], tuple[Any, ...]]:
        return _remade, (self.game, self._values)

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self._values.items())
        return f"{type(self).__name__}({values})"


def _remade(game: str, values: dict[str, Any]) -> Rules:
    from hanafuda_envs.games import GAMES

    return GAMES[game].rules_class(**values)


def _unknown_option(game: str, name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else "."
    return f"{game} has no option {name!r}{hint} Its options are {', '.join(known)}"
