"""The deck of 48 cards and the three ways of counting card points (rules, section 0).

A card's id is 4 * (month - 1) + k, with k = 0..3 as in the table of the rules.
"""

# One letter for each of the four cards of a month: Bright, Animal, Ribbon, Chaff.
TYPES_OF_MONTH = {
    1: "BRCC",  # Pine: Crane
    2: "ARCC",  # Plum: Bush Warbler
    3: "BRCC",  # Cherry: Curtain
    4: "ARCC",  # Wisteria: Cuckoo
    5: "ARCC",  # Iris: Eight-Plank Bridge
    6: "ARCC",  # Peony: Butterflies
    7: "ARCC",  # Bush Clover: Boar
    8: "BACC",  # Susuki: Moon, Geese
    9: "ARCC",  # Chrysanthemum: Sake Cup
    10: "ARCC",  # Maple: Deer
    11: "BARC",  # Willow: Rain Man, Swallow, ribbon, Lightning
    12: "BCCC",  # Paulownia: Phoenix
}

JU_MAI_POINTS = {"B": 30, "A": 10, "R": 5, "C": 0}
HANA_AWASE_POINTS = {"B": 20, "A": 10, "R": 5, "C": 1}


def card_id(month, k):
    """The id of the k-th card of a month."""
    return 4 * (month - 1) + k


def month_of(card):
    """The month, 1..12, of a card."""
    return card // 4 + 1


def type_of(card):
    """ "B", "A", "R" or "C"."""
    return TYPES_OF_MONTH[month_of(card)][card % 4]


def ju_mai_points(card):
    """Bright 30, animal 10, ribbon 5, chaff 0."""
    return JU_MAI_POINTS[type_of(card)]


def hana_awase_points(card):
    """Bright 20, animal 10, ribbon 5, chaff 1."""
    return HANA_AWASE_POINTS[type_of(card)]


# Hon-bana names its 30s and 20s card by card; the other brights and animals count 10.
CRANE, CURTAIN, MOON, PHOENIX = (card_id(month, 0) for month in (1, 3, 8, 12))
BRIDGE, DEER, BUSH_WARBLER = (card_id(month, 0) for month in (5, 10, 2))


def hon_bana_points(card):
    """Points of a card in Hon-bana (Shoniban and Hankan)."""
    if card in (CRANE, CURTAIN, MOON, PHOENIX):
        return 30
    if card in (BRIDGE, DEER, BUSH_WARBLER):
        return 20
    return {"B": 10, "A": 10, "R": 5, "C": 0}[type_of(card)]
