"""Recipes: what is wrong is told with the line, the key and what is allowed."""

from pathlib import Path

import pytest
import yaml

from hanafuda_app.cli import main
from hanafuda_training.learn.recipe import RecipeError, read_recipe, recipe_from

CONFIGS = sorted((Path(__file__).parent.parent / "configs").glob("*.yaml"))
GOOD = """\
game: ju_mai
steps: 1_000_000
ppo:
  learning_rate: 1e-3
opponents:
  player: {self: 0.5, greedy: 0.5}
evaluation:
  matches:
    - {against: greedy}
"""


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_the_recipes_of_the_project_are_good(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    begins_with = yaml.safe_load(path.read_text("utf-8")).get("start")
    if begins_with is not None:  # the player of another run, which must be there first
        with pytest.raises(RecipeError, match=f"start: {begins_with} holds no learned player"):
            read_recipe(path)
        assert (path.parent / f"{Path(begins_with).parent.name}.yaml").exists()
    recipe = read_recipe(path, [("start", None)])
    assert recipe.evaluation.matches
    assert recipe_from(recipe.to_yaml(), "again") == recipe


def test_all_recipes_are_there():
    wanted = {
        "ju_mai",
        "ju_mai_base",
        "ju_mai_quick",
        "yatchaba",
        "yatchaba_quick",
        "echobo_bettor",
    }
    assert wanted | {"echobo_dealer", "sanmai_kabu", "batta_maki"} <= {p.stem for p in CONFIGS}


def test_numbers_as_people_write_them():
    recipe = recipe_from(GOOD, "good", [("ppo.epochs", 5), ("past.rule", "latest")])
    assert recipe.ppo.learning_rate == 1e-3
    assert recipe.steps == 1_000_000
    assert (recipe.ppo.epochs, recipe.past.rule) == (5, "latest")


BAD = [
    (GOOD + "foo: 1\n", "line 10: foo is no key here: allowed is game, options, seat"),
    (GOOD.replace("learning_rate: 1e-3", "lr: 1"), "line 4: ppo.lr is no key here: .*epochs"),
    (GOOD.replace("1e-3", "fast"), "line 4: ppo.learning_rate: .* number.*, not 'fast'"),
    (GOOD.replace("1e-3", "-1"), "line 4: ppo.learning_rate: .*greater than 0, not -1"),
    (GOOD.replace("ju_mai", "koikoi"), "line 1: game: there is no game 'koikoi': allowed is"),
    (GOOD + "options: {lead: 0}\n", "line 10: options: lead=0 is not possible"),
    (GOOD + "options: {leed: 30}\n", "line 10: options: .*leed"),
    (GOOD + "seat: dealer\n", "line 10: seat: .*allowed is one of any, player"),
    (GOOD.replace("greedy: 0.5", "gredy: 0.5"), "line 6: opponents.player.gredy: .*'greedy'"),
    (GOOD.replace("greedy: 0.5", "greedy: 0"), "line 6: opponents.player.greedy: .*greater than 0"),
    (GOOD.replace("  player:", "  dealer:"), "line 6: opponents.dealer.self: .*no seat 'dealer'"),
    (GOOD.replace("against: greedy", "vs: greedy"), "line 9: evaluation.matches.0.against is miss"),
    (GOOD + "game: echobo\n", "line 10: game is given twice"),
    (GOOD + "past: {rule: best}\n", "line 10: past.rule: .*'latest', 'uniform' or 'prioritised'"),
    (GOOD.replace("steps: 1_000_000\n", ""), "steps is missing: decisions of the learner"),
    (GOOD + "start: no/where\n", "line 10: start: no/where holds no learned player"),
    ("game: [", "is no YAML"),
    ("- game", "is no recipe"),
    ("game: echobo\nsteps: 9\nseat: bettor\n", "nobody is named for dealer"),
    (
        "game: echobo\nsteps: 9\nseat: bettor\nopponents:\n  dealer: {self: 1}\n",
        "line 5: opponents.dealer.self: the learner cannot sit as dealer",
    ),
    (
        "game: echobo\nsteps: 9\nseat: bettor\nopponents:\n  dealer: {reader: 1}\n",
        "line 5: opponents.dealer.reader: 'reader' plays as bettor only",
    ),
]


@pytest.mark.parametrize(("text", "says"), BAD, ids=range(len(BAD)))
def test_mistakes_are_told(text, says):
    with pytest.raises(RecipeError, match=says):
        recipe_from(text, "bad.yaml")


def test_mistakes_on_the_command_line_are_told_as_such(tmp_path, capsys):
    path = tmp_path / "r.yaml"
    path.write_text(GOOD)
    assert main(["train", str(path), "--check", "--set", "ppo.epochs=0"]) == 2
    assert "--set ppo.epochs: Input should be greater than 0, not 0" in capsys.readouterr().err
    assert main(["train", str(path), "--check", "--set", "steps.x=0"]) == 2
    assert "steps has no keys of its own" in capsys.readouterr().err
    assert main(["train", str(tmp_path / "none.yaml")]) == 2
    assert "there is no recipe" in capsys.readouterr().err
    assert main(["train"]) == 2
    assert main(["train", str(path), "--check"]) == 0
    assert "learning_rate: 0.001" in capsys.readouterr().out
