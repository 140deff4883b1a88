"""Recipes: what is trained, against whom and how, in one YAML file.

A recipe is checked when it is read: an unknown key or a bad value is a ``RecipeError`` that names
the file, the line, the key and what is allowed.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hanafuda_agents.learned import load_player
from hanafuda_envs.game import Game
from hanafuda_envs.games import make_game
from hanafuda_envs.opponents import entry_of, make_opponent, role_of
from hanafuda_training.learn.league import PAST, SELF

__all__ = ["Match", "Recipe", "RecipeError", "parts_of", "read_recipe", "recipe_from"]

Positive = Annotated[int, Field(gt=0)]
Share = Annotated[float, Field(ge=0, le=1)]
Place = tuple[str | int, ...]


class RecipeError(ValueError):
    """Something is wrong with a recipe."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, protected_namespaces=())


class Network(_Part):
    """How large the network is."""

    month: Positive = Field(48, description="numbers that stand for a month")
    context: Positive = Field(192, description="numbers that stand for the whole table")
    card: Positive = Field(16, description="numbers that stand for a card while it is scored")
    layers: Positive = Field(1, description="how often the context goes back to the months")


class Ppo(_Part):
    """How it learns: MaskablePPO of sb3-contrib."""

    tables: Positive = Field(1024, description="games that are played at once")
    decisions: Positive = Field(64, description="decisions of each learner between two updates")
    batch_size: Positive = Field(4096, description="decisions in a step of the optimizer")
    epochs: Positive = Field(3, description="how often an update goes over its decisions")
    learning_rate: float = Field(1e-3, gt=0, description="at the beginning")
    final_learning_rate: float = Field(2e-5, ge=0, description="at the end; in between linear")
    entropy: float = Field(0.005, ge=0, description="reward for keeping several ways open")
    final_entropy: float = Field(0.0, ge=0, description="the same at the end; in between linear")
    gamma: Share = Field(1.0, description="what a reward is worth one decision later")
    gae_lambda: Share = Field(0.95, description="how far an advantage looks ahead")
    clip_range: float = Field(0.2, gt=0, description="how far an update may change a chance")
    value_weight: float = Field(0.5, ge=0, description="weight of the value in the loss")
    max_grad_norm: float = Field(0.5, gt=0, description="longest step of the gradient")


class Past(_Part):
    """Which past selves there are, and which of them is drawn."""

    every: Positive = Field(1_000_000, description="steps between two copies")
    rule: Literal["latest", "uniform", "prioritised"] = Field(
        "prioritised", description="who is drawn: the newest, any, or those who win"
    )


class Imitation(_Part):
    """A warm start: first learn to do what a teacher does."""

    teacher: str = Field(description="the spec of a player")
    decisions: Positive = Field(200_000, description="how many decisions it is watched for")
    epochs: Positive = Field(4, description="how often they are gone over")
    learning_rate: float = Field(2e-3, gt=0, description="of that")
    doubt: Share = Field(0.1, description="share of what it might do as well: left to try later")


class Coaching(_Part):
    """Learning from what every action would have brought, instead of from rewards.

    Of `ppo` all still counts but the entropy, for which the temperature stands, and clip_range.
    """

    coach: str = Field(
        description="`foresight`, a search, or `hindsight` for the bettors of Echobo"
    )
    temperature: float = Field(
        0.05, gt=0, description="values this far apart make one action e times as likely"
    )
    final_temperature: float | None = Field(
        None, gt=0, description="at the end; in between geometric; as at the beginning if not given"
    )


class Match(_Part):
    """One comparison with the arena."""

    against: str | tuple[str, ...] = Field(
        description="the spec of a player, or several who all sit at one table with the learner"
    )
    seats: dict[str, str] = Field(
        default_factory=dict, description="who sits where nothing is compared, by agent or role"
    )

    @property
    def others(self) -> tuple[str, ...]:
        """Those who are compared with the learner."""
        return (self.against,) if isinstance(self.against, str) else self.against

    def title(self, other: str) -> str:
        """In a few words: "greedy", "steady, mixed table", "cautious, dealer: cycles"."""
        mixed = [] if isinstance(self.against, str) else ["mixed table"]
        return ", ".join([other, *mixed, *(f"{seat}: {who}" for seat, who in self.seats.items())])


class Evaluation(_Part):
    """How strength is measured while it learns, and at the end."""

    every: Positive = Field(500_000, description="steps between two evaluations")
    games: Positive = Field(2000, description="games of each match while it learns")
    final_games: Positive = Field(10_000, description="games of each match at the end")
    matches: tuple[Match, ...] = Field((), description="against whom")


class Recipe(_Part):
    """Everything that determines a run, but the machine."""

    game: str = Field(description="as `hanafuda games` names it")
    options: dict[str, Any] = Field(default_factory=dict, description="options of the game")
    seat: str = Field("any", description="where the learner sits: an agent, a role, or any")
    seed: int = Field(0, ge=0, lt=2**63, description="another seed, another run")
    steps: Positive = Field(description="decisions of the learner in all")
    reward_scale: float = Field(1.0, gt=0, description="what a reward of 1 counts in learning")
    threads: Positive = Field(1, description="of torch; one is best on busy processors")
    checkpoint_seconds: float = Field(60.0, gt=0, description="between two checkpoints")
    sampled: bool = Field(False, description="whether the player draws its actions by chance")
    network: Network = Network()
    ppo: Ppo = Ppo()
    opponents: dict[str, dict[str, Annotated[float, Field(gt=0)]]] = Field(
        default_factory=dict,
        description="for each role how often who sits there: specs, `self`, `past`",
    )
    past: Past = Past()
    start: str | None = Field(None, description="the folder of a player to begin with")
    imitation: Imitation | None = None
    coaching: Coaching | None = None
    evaluation: Evaluation = Evaluation()

    def make_game(self) -> Game:
        """The game that is learned."""
        return make_game(self.game, **_hashable(self.options))

    def to_yaml(self) -> str:
        """The whole recipe, defaults included."""
        return yaml.safe_dump(self.model_dump(mode="json"), sort_keys=False, allow_unicode=True)


def _hashable(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options with tuples where YAML has lists."""
    return {key: tuple(v) if isinstance(v, list) else v for key, v in options.items()}


# --- reading ------------------------------------------------------------------------------------


def read_recipe(path: Path | str, changes: Sequence[tuple[str, Any]] = ()) -> Recipe:
    """The recipe in a file, with changes such as ``("ppo.learning_rate", 1e-4)``."""
    path = Path(path)
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise RecipeError(f"there is no recipe {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise RecipeError(f"{path} cannot be read: {error}") from None
    return recipe_from(text, str(path), changes)


def recipe_from(text: str, name: str, changes: Sequence[tuple[str, Any]] = ()) -> Recipe:
    """The recipe in a text; ``name`` is what errors call it."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        values = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise RecipeError(f"{name} is no YAML: {' '.join(str(error).split())}") from None
    if not isinstance(values, dict):
        raise RecipeError(f"{name} is no recipe: expected keys and values such as game: ju_mai")
    where = _Where(name, node)
    for key, value in changes:
        _change(values, key, value)
        where.changed.append(tuple(key.split(".")))
    try:
        recipe = Recipe(**values)
    except ValidationError as error:
        raise RecipeError("; ".join(_told(where, one) for one in error.errors())) from None
    _check_table(recipe, where)
    return recipe


def _change(values: dict[str, Any], key: str, value: Any) -> None:
    *path, last = key.split(".")
    for name in path:
        inner = values.setdefault(name, {})
        if not isinstance(inner, dict):
            raise RecipeError(f"--set {key}: {name} has no keys of its own")
        values = inner
    values[last] = value


class _Where:
    """Tells the line of a key; refuses keys that stand there twice."""

    def __init__(self, name: str, node: Any) -> None:
        self.name = name
        self.lines: dict[Place, int] = {}
        self.changed: list[Place] = []
        self._walk(node, ())

    def _walk(self, node: Any, place: Place) -> None:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                inner = (*place, key.value)
                if inner in self.lines:
                    raise RecipeError(
                        f"{self.name}, line {key.start_mark.line + 1}: {key.value} is given twice"
                    )
                self.lines[inner] = key.start_mark.line + 1
                self._walk(value, inner)
        elif isinstance(node, yaml.SequenceNode):
            for number, value in enumerate(node.value):
                self.lines[*place, number] = value.start_mark.line + 1
                self._walk(value, (*place, number))

    def __call__(self, place: Place) -> str:
        key = ".".join(map(str, place))
        if any(place[: len(one)] == one for one in self.changed):
            return f"--set {key}"
        known = [place[:end] for end in range(len(place), 0, -1) if place[:end] in self.lines]
        line = f", line {self.lines[known[0]]}" if known else ""
        return f"{self.name}{line}: {key}"


def _told(where: _Where, error: Any) -> str:
    place: Place = tuple(error["loc"])
    if error["type"] == "extra_forbidden":
        return f"{where(place)} is no key here: allowed is {', '.join(_keys(place[:-1]))}"
    if error["type"] == "missing":
        return f"{where(place)} is missing: {_field(place)}"
    return f"{where(place)}: {error['msg']}, not {error['input']!r}"


def _model(place: Place) -> Any:
    """The part of the recipe that has its keys at this place."""
    model: Any = Recipe
    for key in place:
        if isinstance(key, int):
            continue
        kinds = parts_of(model.model_fields[key].annotation)
        model = kinds[0]
    return model


def parts_of(annotation: Any) -> list[Any]:
    """The parts with keys of their own that a field of a recipe can hold."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [m for inner in getattr(annotation, "__args__", ()) for m in parts_of(inner)]


def _keys(place: Place) -> list[str]:
    return list(_model(place).model_fields)


def _field(place: Place) -> str:
    return _model(place[:-1]).model_fields[place[-1]].description or ""


# --- does it fit the game? ----------------------------------------------------------------------


def _check_table(recipe: Recipe, where: _Where) -> None:
    """Game, seat and players exist and fit together."""
    from hanafuda_training.learn.coached import make_coach
    from hanafuda_training.learn.env import learner_seats

    def checked(place: Place, check: Any, *arguments: Any) -> Any:
        try:
            return check(*arguments)
        except (ValueError, TypeError) as error:
            raise RecipeError(f"{where(place)}: {error}") from None

    checked(("game",), make_game, recipe.game)
    game = checked(("options",), recipe.make_game)
    learner = checked(("seat",), learner_seats, game, recipe.seat)[0]
    for role, shares in recipe.opponents.items():
        for spec in shares:
            checked(("opponents", role, spec), _check_opponent, game, role, spec, learner)
    checked(("opponents",), _check_everybody, game, recipe.opponents, learner)
    if recipe.start is not None:
        checked(("start",), load_player, recipe.start, game)
    if recipe.imitation is not None:
        checked(("imitation", "teacher"), make_opponent, recipe.imitation.teacher, game)
    if recipe.coaching is not None:
        checked(("coaching", "coach"), make_coach, recipe.coaching.coach, game, learner)
    for number, match in enumerate(recipe.evaluation.matches):
        place = ("evaluation", "matches", number)
        for other in match.others:
            checked((*place, "against"), make_opponent, other, game)
        for seat, spec in match.seats.items():
            checked((*place, "seats", seat), _check_opponent, game, seat, spec)


def _check_everybody(game: Game, opponents: Mapping[str, Any], learner: int) -> None:
    """Where nobody is named, the learner itself can sit."""
    for seat, agent in enumerate(game.agents):
        if not {agent, role_of(agent)} & set(opponents) and not _alike(game, seat, learner):
            raise ValueError(f"nobody is named for {agent}, and the learner cannot sit there")


def _alike(game: Game, seat: int, other: int) -> bool:
    return game.action_counts[seat] == game.action_counts[other]


def _check_opponent(game: Game, role: str, spec: str, learner: int | None = None) -> None:
    seats = [agent for agent in game.agents if role in (agent, role_of(agent))]
    if not seats:
        allowed = ", ".join(sorted({*game.agents, *map(role_of, game.agents)}))
        raise ValueError(f"{game.name} has no seat {role!r}: allowed is {allowed}")
    if spec in (SELF, PAST) and learner is not None:
        if not _alike(game, game.agents.index(seats[0]), learner):
            raise ValueError(f"the learner cannot sit as {role}: it acts differently there")
        return
    limited = entry_of(spec, game).role
    if limited is not None and limited != role_of(seats[0]):
        raise ValueError(f"{spec!r} plays as {limited} only")
    make_opponent(spec, game)
