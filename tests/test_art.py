"""The cards: valid, all different, and the same in the prepared pixels."""

from xml.etree import ElementTree

import numpy as np
import pytest

from hanafuda_envs.cards import CARDS, DECK
from hanafuda_envs.render.art import CARD_HEIGHT, CARD_WIDTH, card_svg
from hanafuda_envs.render.atlas import CARD_SIZES, LETTERS, TEXT_SIZES, load_atlas, sources_digest
from hanafuda_envs.render.scene import card_height

ALL = [*range(DECK), None]
PLAIN = {"svg", "g", "path", "circle", "ellipse", "rect", "title"}


@pytest.mark.parametrize("label", [False, True])
@pytest.mark.parametrize("card", ALL)
def test_a_card_is_plain_svg(card, label):
    root = ElementTree.fromstring(card_svg(card, label=label))
    assert root.get("viewBox") == f"0 0 {CARD_WIDTH} {CARD_HEIGHT}"
    for element in root.iter():
        assert element.tag.removeprefix("{http://www.w3.org/2000/svg}") in PLAIN
        assert not {"id", "href", "style"} & set(element.attrib)


def test_a_card_names_itself():
    for card in CARDS:
        title = ElementTree.fromstring(card_svg(card.id))[0]
        assert title.text == str(card)


def test_all_cards_differ():
    for label in (False, True):
        assert len({card_svg(card, label=label, standalone=False) for card in ALL}) == DECK + 1


def test_a_label_is_added_to_faces_alone():
    for card in range(DECK):
        assert len(card_svg(card, label=True)) > len(card_svg(card))
    assert card_svg(None, label=True) == card_svg(None)


def test_several_cards_can_stand_in_one_picture():
    inside = "".join(card_svg(card, standalone=False) for card in ALL)
    assert len(ElementTree.fromstring(f"<svg>{inside}</svg>")) == DECK + 1


@pytest.mark.parametrize("card", [-1, 48, 100])
def test_unknown_cards(card):
    with pytest.raises(ValueError, match=r"allowed is 0\.\.47 or None"):
        card_svg(card)


def test_the_atlas_is_up_to_date():
    assert load_atlas().digest == sources_digest(), "run `make atlas`"


def test_the_atlas_has_all_cards_and_letters():
    atlas = load_atlas()
    for width in CARD_SIZES:
        cards = atlas.cards[width]
        assert cards.shape == (DECK + 1, card_height(width), width, 3)
        assert len({face.tobytes() for face in cards}) == DECK + 1
        assert atlas.corners[width][0, 0] < 64 and (atlas.corners[width][width // 2] == 255).all()
    for size in TEXT_SIZES:
        for letter in LETTERS:
            assert np.any(atlas.letters[size][letter]) == (letter != " "), letter
