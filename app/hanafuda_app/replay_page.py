"""A replay as one page that needs nothing else: pictures, controls, and what players thought."""

import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from hanafuda_app.replay_steps import Step
from hanafuda_envs.cards import CARDS
from hanafuda_envs.render.art import card_svg
from hanafuda_envs.render.scene import HEIGHT, WIDTH
from hanafuda_envs.render.scenes import scene_of
from hanafuda_envs.render.svg import FONT, scene_elements
from hanafuda_envs.replay import Replay

__all__ = ["page", "write_page"]

SPECTATOR = "everything (spectator)"


def write_page(replay: Replay, steps: Sequence[Step], out: Path, *, label: bool = False) -> None:
    """Write the page."""
    out.write_text(page(replay, steps, label=label), encoding="utf-8")


def page(replay: Replay, steps: Sequence[Step], *, label: bool = False) -> str:
    """The whole page as text."""
    template = (files(__package__) / "replay_page.html").read_text("utf-8")
    game = replay.game
    players = "".join(
        f"<li><b>{escape(agent)}</b> {escape(name or 'unknown')}</li>"
        for agent, name in zip(game.agents, replay.players, strict=True)
    )
    parts = {
        "TITLE": escape(game.title),
        "PLAYERS": players,
        "ABOUT": f"seed {replay.seed} · rules {replay.game.rules.digest}",
        "CARDS": _symbols(label),
        "VIEWBOX": f"0 0 {WIDTH} {HEIGHT}",
        "FONT": FONT,
        # Within <script> only "</" could end it.
        "DATA": json.dumps(_data(steps), separators=(",", ":")).replace("</", "<\\/"),
    }
    for name, text in parts.items():
        template = template.replace(f"{{{{{name}}}}}", text)
    return template


def _symbol(card: int | None) -> str:
    return "card-back" if card is None else f"card-{card}"


def _symbols(label: bool) -> str:
    """Every card once, to be used again and again."""
    return "".join(
        f'<g id="{_symbol(card)}">{card_svg(card, label=label, standalone=False)}</g>'
        for card in (*range(len(CARDS)), None)
    )


def _data(steps: Sequence[Step]) -> dict[str, Any]:
    """Scenes as lists of numbers: the same things lie in the same places for many steps."""
    numbers: dict[str, int] = {}
    game = steps[0].position.game
    views = {SPECTATOR: None, **{agent: seat for seat, agent in enumerate(game.agents)}}

    def drawn(card: int | None) -> str:
        return f'<use href="#{_symbol(card)}"/>'

    def scene(step: Step, seat: int | None) -> list[int]:
        elements = scene_elements(scene_of(step.position, seat), drawn)
        return [numbers.setdefault(element, len(numbers)) for element in elements]

    told = [
        {
            "told": step.told,
            "paid": ", ".join(step.paid()),
            "who": step.before.agent if step.before is not None else "",
            "value": step.value,
            "options": [[one.told, round(one.probability, 4), one.taken] for one in step.options],
            "scenes": [scene(step, seat) for seat in views.values()],
        }
        for step in steps
    ]
    return {"views": list(views), "steps": told, "elements": list(numbers)}
