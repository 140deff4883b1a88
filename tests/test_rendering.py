"""Pictures of the tables: scenes, SVG, pixels and windows."""

import copy
import importlib
import pickle
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import render_test

from hanafuda_envs import GAMES, make_game, to_pixels, to_svg
from hanafuda_envs.aec import AECGame
from hanafuda_envs.parallel import ParallelGame
from hanafuda_envs.render import display
from hanafuda_envs.render.atlas import LETTERS, TEXT_SIZES, load_atlas
from hanafuda_envs.render.scene import CAPTION, HEIGHT, WIDTH, card_height
from hanafuda_envs.render.scenes import scene_of
from hanafuda_envs.single import SingleEnv

from .play import random_positions
from .variants import EVERY_VARIANT, label

SHAPE = (HEIGHT, WIDTH, 3)


@pytest.fixture
def no_screen(monkeypatch):
    """A window that nobody sees, and that does not wait for anybody."""
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(display, "RENDER_FPS", 100_000)


def some_positions(game, seed):
    """The start, the end and some positions between them, of random play."""
    every = list(random_positions(game, seed))
    return [*every[:: max(1, len(every) // 15)], every[-1]]


def wide(line):
    """How many pixels a line of text takes."""
    letters = load_atlas().letters[line.size]
    return sum(letters[sign].shape[1] for sign in line.text)


def left_of(line):
    return line.x - {"left": 0, "center": wide(line) // 2, "right": wide(line)}[line.align]


# --- scenes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT, ids=label)
def test_everything_lies_on_the_table(name, options):
    game = make_game(name, **options)
    for position in some_positions(game, 5):
        for view in (None, *range(game.seats)):
            scene = scene_of(position, view)
            for card in scene.cards:
                assert 0 <= card.x <= WIDTH - card.width
                assert 0 <= card.y <= HEIGHT - card_height(card.width)
            for box in scene.boxes:
                assert box.width > 0 and box.x + box.width <= WIDTH
                assert box.height > 0 and box.y + box.height <= HEIGHT
            for line in scene.texts:
                assert line.size in TEXT_SIZES
                assert set(line.text) <= set(LETTERS), line.text
                assert left_of(line) >= -1 and left_of(line) + wide(line) <= WIDTH + 1, line


@pytest.mark.parametrize(("name", "options"), EVERY_VARIANT, ids=label)
def test_a_scene_does_not_depend_on_what_is_hidden(name, options):
    game = make_game(name, **options)
    for step, position in enumerate(some_positions(game, 6)):
        for seat in range(game.seats):
            other = position.determinize(seat, rng=step)
            assert scene_of(other, seat) == scene_of(position, seat)


def test_a_spectator_sees_both_hands_and_a_player_one():
    position = make_game("ju_mai").new(seed=1)
    shown = [
        sum(card.card is None for card in scene_of(position, view).cards) for view in (None, 0)
    ]
    assert shown == [1, 11]  # the pile, and the other hand


def test_the_dealers_pick_in_echobo_is_face_down():
    position = make_game("echobo").new(seed=1).apply(2)
    picks = {view: scene_of(position, view).cards[0].card for view in (None, 0, 1)}
    assert picks == {None: 11, 0: 11, 1: None}


def test_choices_in_ju_mai_are_marked():
    game = make_game("ju_mai")
    for seed in range(20):
        for position in random_positions(game, seed):
            marks = sum(box.ground == "mark" for box in scene_of(position, None).boxes)
            choosing = not position.over and position.state["card"] >= 0
            assert marks == (3 if choosing else 0)  # two on the field, and the one that captures


# --- painting --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_pixels_and_svg(name):
    game = make_game(name)
    last = None
    for position in random_positions(game, 7):
        pixels = to_pixels(position)
        assert pixels.shape == SHAPE and pixels.dtype == np.uint8
        assert last is None or not np.array_equal(pixels, last)
        last = pixels
    root = ElementTree.fromstring(position.to_svg(label=True))
    assert root.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    assert game.title in "".join(root.itertext())


def test_arrays_handed_out_are_ones_own():
    position = make_game("ju_mai").new(seed=1)
    first = to_pixels(position)
    expected = first.copy()
    first[:] = 0
    assert np.array_equal(to_pixels(position), expected)


def test_a_notebook_shows_a_position():
    position = make_game("ju_mai").new(seed=1)
    assert to_svg(position) in position._repr_html_()


def test_labels_and_views_change_the_picture():
    position = make_game("ju_mai").new(seed=1)
    assert (
        len({position.to_svg(), position.to_svg(label=True), position.to_svg(view="player_1")}) == 3
    )
    with pytest.raises(ValueError, match="view='nobody'.*player_0"):
        position.to_svg(view="nobody")


# --- environments ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoos_render_test(name, no_screen):
    module = importlib.import_module(f"hanafuda_envs.{name}_v0")
    render_test(module.env)


def test_pettingzoos_render_test_in_parallel(no_screen):
    env = ParallelGame(make_game("echobo"), render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    env.close()
    env = ParallelGame(make_game("echobo"), render_mode="rgb_array", view="dealer")
    env.reset(seed=1)
    assert env.render().shape == SHAPE


@pytest.mark.parametrize("mode, kind", [("ansi", str), ("rgb_array", np.ndarray)])
def test_gymnasium(mode, kind):
    env = gymnasium.make("hanafuda/JuMai-v0", render_mode=mode)
    env.reset(seed=1)
    assert isinstance(env.render(), kind)
    assert env.metadata["render_fps"] == display.RENDER_FPS
    env.close()


def test_a_window_shows_every_step(no_screen):
    import pygame

    env = SingleEnv("ju_mai", render_mode="human", seat=0)
    env.reset(seed=1)
    first = pygame.surfarray.array3d(pygame.display.get_surface())
    assert np.array_equal(first.swapaxes(0, 1), to_pixels(env.position(), view="player_0"))
    env.step(int(env.action_masks().argmax()))
    second = pygame.surfarray.array3d(pygame.display.get_surface())
    assert np.array_equal(second.swapaxes(0, 1), to_pixels(env.position(), view="player_0"))
    env.close()
    env.close()  # twice does no harm


def test_a_window_that_its_user_closed_stays_closed(no_screen):
    import pygame

    env = AECGame(make_game("ju_mai"), render_mode="human")
    env.reset(seed=1)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    for _ in range(3):
        env.step(env.position().legal()[0])
    assert pygame.display.get_surface() is None
    env.close()


def test_copies_of_an_environment_with_a_window(no_screen):
    env = AECGame(make_game("ju_mai"), render_mode="human")
    env.reset(seed=1)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        other.step(other.position().legal()[0])
        assert other.position() != env.position()
    env.close()


def test_without_pygame_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(gymnasium.error.DependencyNotInstalled, match=r"pygame-ce.*\[play\]"):
        AECGame(make_game("ju_mai"), render_mode="human")


@pytest.mark.parametrize("mode", ["rgb", "svg", 3])
def test_unknown_modes(mode):
    with pytest.raises(ValueError, match="allowed is 'ansi', 'rgb_array' or 'human'"):
        AECGame(make_game("ju_mai"), render_mode=mode)


def test_titles_and_captions_are_prepared():
    assert CAPTION in TEXT_SIZES
    for game in GAMES.values():
        assert set(game.title) <= set(LETTERS)
