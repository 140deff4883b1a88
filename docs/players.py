"""Writes docs/players.md, the cards of the learned players, and the keys in docs/training.md.

``python docs/players.py``
"""

from pathlib import Path
from typing import Any

from hanafuda_agents.learned import MODELS, read_card
from hanafuda_envs import make_game
from hanafuda_training.learn.recipe import Recipe, parts_of
from hanafuda_training.learn.strength import Strength, table

FOLDER = Path(__file__).parent
PAGE, GUIDE = FOLDER / "players.md", FOLDER / "training.md"
HEADING = """# The learned players

Networks that learned by playing and ship with the package as `learned` (who only deals as
`learned_dealer`), for the rules named here. They answer without search. Made by
`python docs/players.py` from what lies beside the weights in `agents/hanafuda_agents/models/`;
`hanafuda train` with the recipe named here trains such a player anew. Results are the arena's, on
other deals than those that it was measured on while it learned, every deal in all lineups, with
95 % intervals from resampling them.
"""
BEGIN, END = "<!-- keys -->", "<!-- end of keys -->"


def chapter(folder: Path) -> str:
    """The card of one player."""
    card = read_card(folder)
    made, game = card["made"], make_game(card["game"], **card["options"])
    changed = made["recipe"]["options"]
    rules = ", ".join(f"`{key}={value!r}`" for key, value in changed.items()) or "default rules"
    minutes, versions = made["seconds"] / 60, made["versions"]
    weights = (folder / "player.safetensors").stat().st_size / 1024
    plays = "draws its actions by their probabilities" if card["sampled"] else "takes the best"
    facts = [
        f"{rules} (`{card['rules']}`), as {card['role']}; {plays}",
        f"network: {_told(card['network'])}; {weights:,.0f} KiB",
        f"recipe: [configs/{folder.name}.yaml](../configs/{folder.name}.yaml), seed "
        f"{made['recipe']['seed']}; {made['steps']:,} decisions in {minutes:.0f} minutes on one "
        "shared core",
        f"made with {_told(versions)}",
    ]
    verdict = table([Strength(**one) for one in made["verdict"]])
    notes = (
        (folder / "notes.md").read_text("utf-8").strip() if (folder / "notes.md").exists() else ""
    )
    lines = "\n".join(f"- {fact}" for fact in facts)
    return "\n\n".join(filter(None, [f"## {game.title}: `{folder.name}`", lines, verdict, notes]))


def _told(facts: dict[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in facts.items())


def page() -> str:
    """The whole page."""
    folders = sorted(path.parent for path in MODELS.glob("*/player.json"))
    return "\n\n".join([HEADING.strip(), *map(chapter, folders)]) + "\n"


def keys() -> str:
    """All keys of a recipe, with their defaults."""
    rows = ["| key | default | meaning |", "|---|---|---|"]
    for name, field in Recipe.model_fields.items():
        parts = parts_of(field.annotation)
        rows += [_row(f"{name}.{key}", one) for part in parts for key, one in _fields(part)]
        if not parts:
            rows.append(_row(name, field))
    return "\n".join(rows)


def _fields(part: Any) -> Any:
    return part.model_fields.items()


def _row(name: str, field: Any) -> str:
    default = "" if field.is_required() else field.get_default(call_default_factory=True)
    shown = "needed" if field.is_required() else f"`{default}`"
    return f"| `{name}` | {shown} | {field.description} |"


def guide() -> str:
    """docs/training.md with its table of keys made anew."""
    text = GUIDE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{keys()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    GUIDE.write_text(guide(), encoding="utf-8")
