"""Checks of the reference implementations against what the rules say about them."""

import itertools
import random
from collections import Counter
from fractions import Fraction

import pytest

from . import batta_maki, cards, chance, sanmai_kabu
from .batta_maki import BattaMaki
from .cards import card_id, month_of
from .echobo import Echobo
from .ju_mai import JuMai
from .sanmai_kabu import SanmaiKabu
from .yatchaba import LADDER, Yatchaba

CHIP = 20


# ---- helpers


def script(game, drawn):
    """Let the game draw these cards from now on, in this order."""
    cards_left = list(drawn)

    def draw():
        game.deck.k += 1
        return cards_left.pop(0)

    game.deck.draw = draw
    return cards_left


def of_months(*months):
    """One card id for each of the months, no id twice."""
    used = Counter()
    ids = []
    for month in months:
        ids.append(card_id(month, 3 - used[month]))  # chaff first
        used[month] += 1
    return ids


def play(game, actions):
    """Apply the actions; return the sum of the rewards of each agent."""
    total = [0] * len(game.agents)
    for action in actions:
        total = [a + b for a, b in zip(total, game.apply(action))]
    return total


def money(game):
    return sum(game.balance) + game.house + getattr(game, "pot", 0)


def playout(game, rng, check=None):
    """Play at random; check that money is conserved and rewards are the moves of balances."""
    steps = 0
    while not game.over:
        before = list(game.balance)
        legal = game.legal()
        assert legal and legal == sorted(set(legal)) and 0 <= game.seat < len(game.agents)
        rewards = game.apply(rng.choice(legal))
        assert rewards == [new - old for new, old in zip(game.balance, before)]
        assert all(type(reward) is int for reward in rewards)
        assert money(game) == 0
        if check:
            check(game)
        steps += 1
        assert steps < 20_000
    assert game.seat is None and game.legal() == [] and getattr(game, "pot", 0) == 0
    return steps


def random_options(rng, choices):
    """Some of the options, with values from the lists."""
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < 0.6}


# ---- chance and cards


def test_mix_is_splitmix64():
    # The first outputs of SplitMix64 with state 0 are public knowledge.
    assert chance.mix(chance.G) == 0xE220A8397B1DCDAF
    assert chance.mix(2 * chance.G & chance.MASK) == 0x6E789E6AA1B965F4
    assert chance.mix(3 * chance.G & chance.MASK) == 0x06C45D188009454F


def test_first_dealer_has_a_stream_of_its_own():
    # 1 + (2**64 - 1) is 0 modulo 2**64, so that the stream is mix(seed).
    seed = 12345
    word = chance.mix((chance.mix(seed) + chance.G) & chance.MASK)
    assert chance.first_dealer(seed, 4) == (word >> 8) * 4 >> 56
    counts = Counter(chance.first_dealer(seed, 4) for seed in range(4000))
    assert sorted(counts) == [0, 1, 2, 3] and min(counts.values()) > 850


def test_draws_are_in_range_and_about_uniform():
    counts = Counter(chance.draw(seed, 1, 2, 3, 6) for seed in range(6000))
    assert sorted(counts) == list(range(6)) and min(counts.values()) > 850


def test_a_deck_is_drawn_by_index_and_restored_by_a_shuffle():
    deck = chance.Deck([1, 1, 0, 0, 2, 2], seed=9)
    assert deck.undrawn == [0, 0, 1, 1, 2, 2]
    deck.start_round(3, 4)
    first = [0, 0, 1, 1, 2, 2][chance.draw(9, 3, 4, 0, 6)]
    assert deck.draw() == first
    assert len(deck.undrawn) == 5
    deck.start_round(3, 5)
    assert deck.k == 0 and len(deck.undrawn) == 5
    deck.shuffle()
    assert deck.undrawn == [0, 0, 1, 1, 2, 2]


def test_card_types_and_points():
    assert Counter(map(cards.type_of, range(48))) == {"B": 5, "A": 9, "R": 10, "C": 24}
    assert sum(map(cards.ju_mai_points, range(48))) == 290
    assert sum(map(cards.hana_awase_points, range(48))) == 264
    assert sum(map(cards.hon_bana_points, range(45))) == 300
    assert sum(map(cards.hon_bana_points, range(48))) == 300  # the chaff count nothing
    assert cards.hon_bana_points(card_id(11, 0)) == 10  # the Rain Man


# ---- Jū Mai


def test_ju_mai_always_true():
    redeals = 0
    for seed in range(300):
        rng = random.Random(seed)
        options = random_options(
            rng,
            {
                "lead": [1, 30, 60, 1000],
                "max_rounds": [1, 2, 12],
                "next_dealer": ["alternate", "fixed", "winner"],
                "reward": ["win", "points"],
                "first_dealer": [0, 1],
            },
        )
        game = JuMai(seed, **options)
        total = [0, 0]
        carried, differences, choices, dealers = 0, [], 0, [game.dealer]
        start_of_round = True
        while not game.over:
            if start_of_round:
                assert [len(hand) for hand in game.hands] == [10, 10] and len(game.field) == 10
                assert game.pile_left == 18 and game.seat == game.dealer and game.turn == 0
                assert max(Counter(map(month_of, game.field)).values()) < 4
                redeals += game.deck.k > 30
                start_of_round = False
            assert game.seat == (game.dealer + game.turn) % 2
            choices += game.phase != "play"
            everything = set().union(*game.hands, *game.captured, game.field)
            everything |= {game.card} - {None}
            assert len(everything) == 48 - game.pile_left
            round_before, captured = game.round, [set(pile) for pile in game.captured]
            rewards = game.apply(rng.choice(game.legal()))
            total = [a + b for a, b in zip(total, rewards)]
            if game.over:
                captured = game.captured
                assert not game.field and not game.hands[0] and not game.hands[1]
            if game.over or game.round > round_before:
                differences.append(game.carried - carried)
                carried = game.carried
                dealers.append(game.dealer)
                assert choices <= 5
                choices = 0
                start_of_round = True
            if game.over:
                points = [sum(map(cards.ju_mai_points, pile)) for pile in captured]
                assert sum(points) == 290
                assert points[0] - points[1] == differences[-1]
                assert all(len(pile) % 2 == 0 for pile in captured)
        check_ju_mai_match(options, differences, total, dealers[:-1])
    assert redeals > 0


def check_ju_mai_match(options, differences, total, dealers):
    """The lead, the last round, the rewards and the dealers of a finished match."""
    leads = list(itertools.accumulate(differences))
    lead, max_rounds = options.get("lead", 30), options.get("max_rounds", 12)
    assert all(abs(d) < lead for d in leads[:-1])
    assert abs(leads[-1]) >= lead or len(leads) == max_rounds
    result = leads[-1]
    if options.get("reward") == "points":
        assert total == [result, -result]
    else:
        sign = (result > 0) - (result < 0)
        assert total == [sign, -sign]
    for i in range(1, len(dealers)):
        rule = options.get("next_dealer", "alternate")
        expected = {"alternate": 1 - dealers[i - 1], "fixed": dealers[i - 1]}.get(rule)
        if expected is None:
            d = differences[i - 1]
            expected = dealers[i - 1] if d == 0 else (0 if d > 0 else 1)
        assert dealers[i] == expected


def test_ju_mai_same_deal_whoever_deals():
    for seed in range(30):
        one, two = JuMai(seed, first_dealer=0), JuMai(seed, first_dealer=1)
        assert (one.hands, one.field) == (two.hands, two.field)
        assert (one.seat, two.seat) == (0, 1)


def test_ju_mai_redeal_goes_on_counting():
    for seed in range(2000):
        left = JuMai(seed, misdeal="leave")
        if max(Counter(map(month_of, left.field)).values()) == 4:
            break
    again = JuMai(seed)
    assert left.deck.k == 30 and again.deck.k % 30 == 0 and again.deck.k >= 60
    undrawn = list(range(48))
    start = again.deck.k - 30
    dealt = [undrawn.pop(chance.draw(seed, 0, 0, start + i, 48 - i)) for i in range(30)]
    assert again.hands == [set(dealt[:10]), set(dealt[10:20])]
    assert again.field == set(dealt[20:])
    # With "leave" the four stay to the end.
    four = {c for c in left.field if Counter(map(month_of, left.field))[month_of(c)] == 4}
    rng = random.Random(seed)
    while left.round == 0 and not left.over:
        assert four <= left.field
        left.apply(rng.choice(left.legal()))


def small_ju_mai(hand, field, pile, max_rounds=1):
    """A game with a position of our own; player_0 to play."""
    game = JuMai(0, first_dealer=0, max_rounds=max_rounds, lead=1000)
    game.hands = [set(hand), set(range(40, 48))]
    game.field = set(field)
    script(game, pile)
    return game


def test_ju_mai_resolving():
    # No match: both cards stay.
    game = small_ju_mai([0], [4], [8])
    game.apply(0)
    assert game.field == {0, 4, 8} and game.seat == 1 and game.turn == 1
    # One match is captured without a choice, by the played and by the drawn card.
    game = small_ju_mai([0], [1, 5], [4])
    game.apply(0)
    assert game.captured[0] == {0, 1, 4, 5} and not game.field
    # Two: a choice for the played card, then one for the drawn card.
    game = small_ju_mai([0], [1, 2, 5, 6], [4])
    game.apply(0)
    assert (game.phase, game.card, game.seat) == ("choose_played", 0, 0)
    assert game.legal() == [1, 2]
    game.apply(2)
    assert (game.phase, game.card, game.seat) == ("choose_drawn", 4, 0)
    assert game.captured[0] == {0, 2} and game.legal() == [5, 6]
    game.apply(5)
    assert (game.phase, game.card, game.seat) == ("play", None, 1)
    assert game.captured[0] == {0, 2, 4, 5} and game.field == {1, 6}
    # Three: all of them.
    game = small_ju_mai([0], [1, 2, 3, 9], [4])
    game.apply(0)
    assert game.captured[0] == {0, 1, 2, 3} and game.field == {4, 9}
    # A played card that stays is matched by the drawn one.
    game = small_ju_mai([0], [], [1])
    game.apply(0)
    assert game.captured[0] == {0, 1}


SMALL = [
    (months, hand, field)
    for months in (2, 3, 4)
    for hand in range(1, 2 * months + 1)
    for field in range(2 * months + 1)
    if 0 <= 4 * months - 2 * hand - field <= 2 * hand
]


@pytest.mark.parametrize("months, hand, field", SMALL)
def test_ju_mai_small_games(months, hand, field):
    for seed in range(10):
        rng = random.Random(seed)
        game = JuMai(seed, months=months, hand=hand, field=field, max_rounds=3)
        choices = 0
        while not game.over:
            assert max(game.legal()) < 4 * months
            before = game.round
            choices += game.phase != "play"
            game.apply(rng.choice(game.legal()))
            if game.over or game.round > before:
                assert choices <= field // 2
                choices = 0
        assert not game.field and game.pile_left == 0
        assert all(len(pile) % 2 == 0 for pile in game.captured)
        assert set().union(*game.captured) == set(range(4 * months))


# ---- Batta Maki family

FIRST_WINS = of_months(1, 3, 5) + of_months(1, 2, 4)  # digits 9 and 7
SECOND_WINS = FIRST_WINS[3:] + FIRST_WINS[:3]
TIE = of_months(1, 2, 4) + of_months(1, 2, 4)  # 7 and 7, ids repeat and do no harm
HANKAN_SHI_E = of_months(5, 7, 8)


@pytest.mark.parametrize("payout, expected", [(1.0, [70, -40, -30]), (0.9, [63, -40, -23])])
def test_batta_maki_worked_example(payout, expected):
    # 70 chips on Ato, 40 on Saki, Ato wins.
    options = {"bettors": 2, "max_bet": 100, "payout": payout}
    game = BattaMaki("batta_maki", 0, dealer="agent", solicit_laps=1, **options)
    script(game, SECOND_WINS)
    rewards = play(game, [170, 40, 0])
    assert rewards == [chips * CHIP for chips in expected]
    assert game.last_showdown["cover"] == [30, 0] and game.last_showdown["winner"] == 1
    house = BattaMaki("batta_maki", 0, **options)
    script(house, SECOND_WINS)
    assert play(house, [170, 40]) == rewards[:2] and house.house == rewards[2]


@pytest.mark.parametrize("tie, expected", [("return", [0, 0, 0]), ("dealer", [-3, -4, 7])])
@pytest.mark.parametrize("variant", ["batta_maki", "mutsu_wari"])
def test_batta_maki_ties(variant, tie, expected):
    game = BattaMaki(variant, 0, bettors=2, dealer="agent", solicit_laps=1, tie=tie)
    script(game, TIE)
    assert play(game, [3, 5 + 4, 0]) == [chips * CHIP for chips in expected]


def test_rounds_decks_and_values():
    for variant, size, rounds in [
        ("batta_maki", 48, 8),
        ("mutsu_wari", 40, 6),
        ("atosaki", 48, 8),
        ("shoniban", 45, 8),
        ("hankan", 45, 5),
    ]:
        game = BattaMaki(variant, 1)
        assert game.rounds == rounds and len(game.deck.cards) == size
        while not game.over:
            game.apply(0)
        if variant in ("batta_maki", "mutsu_wari", "hankan"):
            assert len(set(game.seen)) == len(game.seen)
            assert size - len(game.seen) == (4 if variant == "mutsu_wari" else 0)
    double = BattaMaki("batta_maki", 1, decks=2)
    assert double.rounds == 16
    while not double.over:
        double.apply(0)
    assert Counter(double.seen) == dict.fromkeys(range(48), 2)
    months = {
        v: [batta_maki.value(v, card_id(m, 0)) for m in range(1, 13)]
        for v in ("batta_maki", "atosaki", "shoniban", "hankan")
    }
    assert months["batta_maki"] == list(range(1, 13))
    assert months["atosaki"] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10]
    assert months["shoniban"] == [1, 10, 3, 4, 5, 10, 7, 8, 9, 10, 2, 6]
    assert months["hankan"] == months["shoniban"]


def test_nagoya_numbers_follow_the_flowers():
    # By the flowers' standard months: Pine, Willow, Cherry, Wisteria, Iris, Paulownia,
    # Bush Clover, Susuki, Chrysanthemum, Maple, Peony, Plum.
    months = [1, 11, 3, 4, 5, 12, 7, 8, 9, 10, 6, 2]
    assert {m: n for n, m in enumerate(months, 1)} == batta_maki.NAGOYA_NUMBER


def test_shoniban_rank():
    def rank(*months):
        return batta_maki.rank("shoniban", of_months(*months))

    assert rank(2, 2, 2) == rank(9, 9, 9) > rank(11, 1, 11) == rank(1, 11, 11)
    assert rank(1, 11, 11) > rank(1, 3, 5) > rank(5, 3, 10)
    assert rank(1, 1, 11) == (0, 4)
    assert rank(12, 7, 8) == (0, 1)  # 6 + 7 + 8
    assert rank(2, 6, 10) == (0, 0)
    assert batta_maki.rank("atosaki", of_months(9, 9, 9)) == (0, 7)  # no Arashi there


def test_shoniban_equal_rank_is_broken_by_hon_bana_points():
    game = BattaMaki("shoniban", 0, bettors=1)
    crane_arashi = [card_id(1, 0), card_id(1, 1), card_id(1, 2)]  # 35
    moon_arashi = [card_id(8, 0), card_id(8, 1), card_id(8, 2)]  # 40
    assert game.find_winner([crane_arashi, moon_arashi]) == (1, [])
    tsuke = [card_id(1, 2), card_id(11, 0), card_id(11, 3)]
    better = [card_id(1, 0), card_id(11, 1), card_id(11, 2)]
    assert game.find_winner([better, tsuke]) == (0, [])
    assert game.find_winner([tsuke, moon_arashi]) == (1, [])
    assert game.find_winner([[2, 10, 18], [3, 11, 19]]) == (None, [])


def test_shoniban_draws_no_shi_e_and_hankan_shows_it():
    game = BattaMaki("shoniban", 5)
    undrawn = list(range(45))
    expected = [undrawn.pop(chance.draw(5, 0, 0, k, 45 - k)) for k in range(9)]
    play(game, [0, 0, 0])
    assert game.last_showdown["batches"] == [expected[:3], expected[3:6]]
    assert game.seen == []  # shuffled for the next round
    game = BattaMaki("hankan", 5)
    assert game.shi_e == game.seen == expected[:3]
    play(game, [0, 0, 0])
    assert game.last_showdown["batches"] == [expected[3:6], expected[6:9]]
    assert game.seen == expected + game.shi_e and len(game.seen) == 12


def test_hankan_pays_half():
    game = BattaMaki("hankan", 0, bettors=2)
    # In Nagoya numbers 1 + 3 + 5 is 9 and 1 + 10 + 4 is 5; then twice 7.
    script(game, FIRST_WINS + HANKAN_SHI_E + of_months(3, 3, 1) * 2 + HANKAN_SHI_E)
    assert play(game, [3, 5 + 2]) == [30, -40] and game.house == 10
    assert play(game, [5, 5 + 5]) == [0, 0]  # a tie that the points do not break


def test_open_betting_is_limited_by_the_bankroll():
    game = BattaMaki("batta_maki", 0, bettors=2, bankroll=3)
    assert game.legal() == [0, 1, 2, 3, 6, 7, 8]
    script(game, FIRST_WINS + FIRST_WINS + FIRST_WINS)
    play(game, [3, 8])
    assert game.balance == [60, -60]
    assert game.legal() == list(range(11))
    game.apply(0)
    assert game.seat == 1 and game.legal() == [0]  # asked all the same


def test_part_of_a_chip_cannot_be_bet():
    game = BattaMaki("batta_maki", 0, bettors=1, bankroll=1, payout=0.9)
    script(game, FIRST_WINS)
    assert play(game, [1]) == [18]
    assert game.legal() == [0, 1, 6]  # 38 units


def test_soliciting_laps():
    game = BattaMaki("batta_maki", 0, bettors=4, dealer="agent", solicit_laps=2)
    play(game, [4, 5 + 1, 0, 5])  # 9 on the first, 1 on the second batch
    assert (game.phase, game.seat, game.legal()) == ("call", 4, [0, 1])
    game.apply(1)
    # bettor_0 and bettor_3 have bet on the heavier batch.
    assert (game.phase, game.seat, game.legal()) == ("add", 1, [0, 6, 7, 8, 9, 10])
    game.apply(10)
    assert game.seat == 2 and game.legal() == [0, 6, 7, 8]  # 3 are missing
    game.apply(6)
    assert (game.phase, game.seat) == ("call", 4)
    game.apply(1)
    assert game.seat == 1 and game.legal() == [0, 6, 7]
    script(game, SECOND_WINS)
    rewards = game.apply(7)  # level: bettor_2 is not asked, the dealer neither
    assert rewards == [-80, 160, 20, -100, 0] and game.round == 1
    assert game.last_showdown["cover"] == [0, 0]


def test_soliciting_by_the_house_and_its_end():
    game = BattaMaki("batta_maki", 0, bettors=2, solicit_laps=2)
    play(game, [4, 0])
    assert (game.phase, game.seat, game.laps) == ("add", 1, 1)
    game.apply(0)
    assert (game.phase, game.seat, game.laps) == ("add", 1, 2)
    game.apply(0)
    assert game.round == 1
    # Level totals, or nobody on the lighter side: no lap.
    play(game, [4, 9])
    assert game.round == 2
    game = BattaMaki("batta_maki", 0, bettors=2, solicit_laps=2)
    play(game, [4, 3])
    assert game.round == 1
    # Nobody with a chip: no lap. One with a chip: the other is asked as well.
    game = BattaMaki("batta_maki", 0, bettors=2, solicit_laps=2, bankroll=2)
    play(game, [2, 6])
    assert game.seat == 1 and game.legal() == [0, 6]
    game = BattaMaki("batta_maki", 0, bettors=2, solicit_laps=2, bankroll=2)
    script(game, FIRST_WINS * 3)
    play(game, [2, 7])
    play(game, [2, 0])
    assert game.round == 2
    game = BattaMaki("batta_maki", 0, bettors=3, solicit_laps=1, bankroll=2)
    script(game, FIRST_WINS * 3)
    play(game, [2, 7, 0])
    play(game, [2, 0, 0])
    assert (game.phase, game.seat, game.legal()) == ("add", 1, [0])
    game.apply(0)
    assert game.seat == 2 and game.legal() == [0, 6, 7]


@pytest.mark.parametrize("variant", ["atosaki", "shoniban"])
def test_without_a_pot_each_winner_gains_his_bet(variant):
    options = {"bettors": 3, "dealer": "agent", "solicit_laps": 1}
    game = BattaMaki(variant, 0, **options)
    script(game, FIRST_WINS)
    assert play(game, [2, 10, 1, 0]) == [40, -100, 20, 40]  # the dealer covers 2
    game = BattaMaki(variant, 0, split="equal", **options)
    script(game, FIRST_WINS)
    # 200 units to three heads: 66 each, the remainder of 2 to the earliest.
    assert play(game, [2, 10, 1, 0]) == [68 - 40, -100, 66 - 20, 66 - 40]
    game = BattaMaki(variant, 0, split="equal", **options)
    script(game, SECOND_WINS)
    assert play(game, [2, 10, 1, 0]) == [-40, 100, -20, -40]


def test_carried_pot():
    options = {"bettors": 2, "dealer": "agent", "solicit_laps": 1, "tie": "carry"}
    game = BattaMaki("atosaki", 0, **options)
    script(game, TIE + FIRST_WINS + FIRST_WINS)
    assert play(game, [3, 6, 0]) == [-60, -20, -40]
    assert game.pot == 120 and game.paid_in == [60, 20, 40]
    assert play(game, [0, 0]) == [0, 0, 0] and game.pot == 120  # waits
    # bettor_0 2, dealer 1 cover against 3: 120 + 120 units by 2 : 1.
    assert play(game, [2, 8, 0]) == [160 - 40, -60, 80 - 20]
    assert game.pot == 0 and game.paid_in == [0, 0, 0]


def test_carried_pot_goes_back_after_the_last_round():
    for variant in ("atosaki", "shoniban"):
        for house in (False, True):
            options = {} if house else {"dealer": "agent", "solicit_laps": 1}
            game = BattaMaki(variant, 0, bettors=2, rounds=3, tie="carry", **options)
            script(game, TIE * 3)
            close = [] if house else [0]
            play(game, [3, 6] + close)
            play(game, [1, 0] + close)
            assert game.pot == 160
            assert play(game, [5, 10]) == ([80, 20] if house else [80, 20, 60])
            assert game.over and game.balance == [0] * len(game.agents) and game.house == 0


def test_remainder_of_a_carried_pot():
    game = BattaMaki("atosaki", 0, bettors=3, tie="carry")
    script(game, TIE + FIRST_WINS)
    play(game, [1, 6, 0])  # pot 40
    # Sides of 3: bettor_0 1, bettor_1 1, house 1 win 160 units: 53 each, 1 over.
    assert play(game, [1, 1, 8]) == [54 - 20, 53 - 20, -60]
    assert game.house == 53 - 20 and game.pot == 0


def test_atosaki_tie_methods():
    batches = [[card_id(1, 0), card_id(2, 3), card_id(4, 3)], of_months(8, 7, 2)]  # 7 and 17
    for tie, winner in [("type_points", 0), ("total", 1), ("carry", None)]:
        assert BattaMaki("atosaki", 0, tie=tie).find_winner(batches) == (winner, [])
    plain = [of_months(1, 2, 4), of_months(1, 2, 4)]
    for tie in ("type_points", "total"):
        assert BattaMaki("atosaki", 0, tie=tie).find_winner(plain) == (None, [])


def test_atosaki_extra_cards():
    ties = 0
    for seed in range(60):
        game = BattaMaki("atosaki", seed, bettors=1, rounds=2)
        game.apply(0)
        shown = game.last_showdown
        undrawn = list(range(48))
        first = [undrawn.pop(chance.draw(seed, 0, 0, k, 48 - k)) for k in range(6)]
        assert shown["batches"] == [first[:3], first[3:]]
        values = [sum(min(month_of(c), 10) for c in batch) for batch in shown["batches"]]
        digits = [v % 10 for v in values]
        k, extra = 6, []
        while digits[0] == digits[1]:
            left = list(undrawn)  # the pair before went back
            extra = [left.pop(chance.draw(seed, 0, 0, k + i, 42 - i)) for i in (0, 1)]
            digits = [(v + min(month_of(c), 10)) % 10 for v, c in zip(values, extra)]
            k += 2
        assert shown["extra"] == extra and shown["winner"] is not None
        ties += bool(extra)
    assert ties > 0


def expected_moves(game, shown, pot, paid_in):
    """The settlement once more, by another way: moves of bettors and dealer, in units."""
    stakes = [sum(bet) for bet in shown["bets"]] + [sum(shown["cover"])]
    on = [[bet[b] for bet in shown["bets"]] + [shown["cover"][b]] for b in (0, 1)]
    winner = shown["winner"]
    if game.variant in ("batta_maki", "mutsu_wari", "hankan"):
        gain = Fraction(1, 2) if game.variant == "hankan" else Fraction(game.gain_per_chip, 20)
        moves = []
        for first, second in shown["bets"]:
            if winner is None:
                moves.append(-(first + second) if game.tie == "dealer" else 0)
            else:
                won, lost = (first, second) if winner == 0 else (second, first)
                moves.append(gain * won - lost)
        return [int(20 * m) for m in moves + [-sum(moves)]], pot, paid_in
    if winner is None and game.tie != "refund":
        paid_in = [p + 20 * s for p, s in zip(paid_in, stakes)]
        return [-20 * s for s in stakes], pot + 20 * sum(stakes), paid_in
    if winner is None or not sum(stakes):
        return [0] * len(stakes), pot, paid_in
    assert sum(on[0]) == sum(on[1])
    prize = pot + 40 * sum(on[0])
    heads = [i for i, chips in enumerate(on[winner]) if chips]
    moves = [-20 * s for s in stakes]
    for i in heads:
        part = Fraction(1, len(heads))
        if game.split == "proportional":
            part = Fraction(on[winner][i], sum(on[winner]))
        moves[i] += int(prize * part)
    moves[heads[0]] -= sum(moves) - pot
    return moves, 0, [0] * len(stakes)


BATTA_OPTIONS = {
    "bettors": [1, 2, 3, 5, 8],
    "max_bet": [1, 2, 5, 12],
    "bankroll": [None, 1, 4, 15],
    "solicit_laps": [0, 1, 2, 4],
    "decks": [1, 2],
    "payout": [1.0, 0.9],
    "rounds": [1, 3, 8],
    "split": ["proportional", "equal"],
}
BATTA_TIES = {
    "batta_maki": ["return", "dealer"],
    "mutsu_wari": ["return", "dealer"],
    "atosaki": ["draw", "type_points", "total", "carry"],
    "shoniban": ["refund", "carry"],
    "hankan": [None],
}


@pytest.mark.parametrize("dealer", ["house", "agent"])
@pytest.mark.parametrize("variant", list(BATTA_TIES))
def test_batta_maki_random_playouts(variant, dealer):
    if variant == "hankan" and dealer == "agent":
        return  # always the house
    for seed in range(200):
        rng = random.Random(seed)
        options = random_options(rng, BATTA_OPTIONS)
        options["tie"] = rng.choice(BATTA_TIES[variant])
        if variant != "batta_maki":
            options.pop("decks", None)
        if variant == "hankan":
            options.pop("solicit_laps", None)
        if dealer == "agent":
            options["dealer"] = "agent"
            options["solicit_laps"] = max(1, options.get("solicit_laps", 1))
            options["bettors"] = max(2, options.get("bettors", 2))
        game = BattaMaki(variant, seed, **options)
        nothing = [0] * (game.bettors + 1)
        state = {"round": 0, "pot": 0, "paid_in": nothing, "sum": nothing}

        def check(game):
            assert all(min(bet) == 0 for bet in game.bets)  # nobody bets on both
            assert sum(game.paid_in) == game.pot
            if game.bankroll is not None:
                for bet, balance in zip(game.bets, game.balance):
                    spent = 0 if game.over else 20 * sum(bet)  # settled when over
                    assert spent <= 20 * game.bankroll + balance
            if not (game.over or game.round > state["round"]):
                return
            state["round"] = game.round
            moves, state["pot"], state["paid_in"] = expected_moves(
                game, game.last_showdown, state["pot"], state["paid_in"]
            )
            if game.over:
                moves = [m + p for m, p in zip(moves, state["paid_in"])]
                state["pot"] = 0
            state["sum"] = [a + b for a, b in zip(state["sum"], moves)]
            dealer_sum = game.balance[-1] if game.dealer_is_agent else game.house
            assert state["sum"] == game.balance[: game.bettors] + [dealer_sum]
            assert state["pot"] == game.pot

        playout(game, rng, check)


def test_same_seed_same_batches_whatever_is_bet():
    for variant in BATTA_TIES:
        for seed in range(5):
            shown = []
            for player in (1, 2):
                game, rng = BattaMaki(variant, seed), random.Random(player)
                batches = []
                while not game.over:
                    game.apply(rng.choice(game.legal()))
                    if game.last_showdown and len(batches) <= game.last_showdown["round"]:
                        batches.append(game.last_showdown["batches"])
                shown.append(batches)
            assert shown[0] == shown[1]


def test_the_two_batches_are_exchangeable():
    for variant in BATTA_TIES:
        wins = Counter()
        for seed in range(300):
            game = BattaMaki(variant, seed, bettors=1)
            while not game.over:
                game.apply(0)
                wins[game.last_showdown["winner"]] += 1
        games = wins[0] + wins[1]
        assert abs(wins[0] - wins[1]) < 4 * games**0.5


# ---- Sanmai Kabu


def sanmai_round(drawn, actions, **options):
    game = SanmaiKabu(0, players=1, **options)
    script(game, drawn)
    rewards = play(game, actions)
    return game, rewards[0]


def test_sanmai_kabu_values():
    assert [sanmai_kabu.value(card_id(m, 0)) for m in range(1, 13)] == [*range(1, 10), 0, 0, 0]
    assert sanmai_kabu.is_arashi(of_months(12, 12, 12))
    assert not sanmai_kabu.is_arashi(of_months(10, 11, 12))  # one value, not one month


def test_sanmai_kabu_settlement():
    drawn = of_months(1, 3, 5) + of_months(1, 2, 4) + of_months(8, 8, 8) + of_months(2, 2, 3)
    # 9, 7, arashi (4) against 7
    game, reward = sanmai_round(drawn, [1, 2, 3])
    assert game.last_showdown["results"] == ["win", "tie", "arashi"]
    assert reward == 20 * (1 + 0 + 6) and game.house == -reward
    game, reward = sanmai_round(drawn, [1, 2, 3], tie="dealer")
    assert reward == 20 * (1 - 2 + 6)
    lower = of_months(1, 10, 12) * 3 + of_months(2, 2, 3)
    assert sanmai_round(lower, [1, 2, 3])[1] == -120


ARASHI_TABLE = [
    # dealer_arashi, both_arashi, results of: 9, arashi of 7 (digit 1), of 10 (0), against
    # the dealer's arashi of 7 (digit 1)
    ("plain", "field", ["win", "arashi", "arashi"]),
    ("beats_all", "field", ["lose", "lose", "lose"]),
    ("beats_plain", "field", ["lose", "arashi", "arashi"]),
    ("beats_plain", "compare", ["lose", "tie", "lose"]),
    ("beats_plain", "tie", ["lose", "tie", "tie"]),
]


@pytest.mark.parametrize("dealer_arashi, both_arashi, results", ARASHI_TABLE)
def test_sanmai_kabu_dealer_arashi(dealer_arashi, both_arashi, results):
    drawn = of_months(1, 3, 5) + of_months(7, 7, 7) + of_months(10, 10, 10) + of_months(7, 7, 7)
    options = {"dealer_arashi": dealer_arashi, "both_arashi": both_arashi}
    game, _ = sanmai_round(drawn, [1, 1, 1], **options)
    assert game.last_showdown["results"] == results


def test_sanmai_kabu_compare_pays_the_higher_arashi_double():
    drawn = of_months(8, 8, 8) * 3 + of_months(7, 7, 7)  # 4 against 1
    options = {"dealer_arashi": "beats_plain", "both_arashi": "compare"}
    assert sanmai_round(drawn, [1, 1, 1], **options)[1] == 120


def test_sanmai_kabu_house_yaku():
    arashi = of_months(8, 8, 8)
    for yaku, first in (("shippin", 4), ("kuppin", 9)):
        other = "kuppin" if yaku == "shippin" else "shippin"
        right, wrong = of_months(first, 1, 12), of_months(1, first, 12)
        beaten = ["lose"] * 3
        for hand, names, expected in [
            (right, (yaku,), True),
            (right, ("shippin", "kuppin"), True),
            (right, (other,), False),
            (right, (), False),
            (wrong, (yaku,), False),
        ]:
            game, _ = sanmai_round(arashi * 3 + hand, [1, 1, 1], house_yaku=names)
            assert (game.last_showdown["results"] == beaten) == expected


def test_sanmai_kabu_rotating_dealer():
    nine, seven = of_months(1, 3, 5), of_months(1, 2, 4)
    game = SanmaiKabu(0, players=3, dealer="rotating", first_dealer=2, tie="dealer")
    script(game, nine * 4 + nine * 3 + seven)
    assert game.seat == 0 and game.dealer == 2
    order = []
    for action in (1, 0, 2, 0, 3, 0):
        order.append((game.seat, game.stack))
        rewards = game.apply(action)
    assert order == [(seat, stack) for seat in (0, 1) for stack in (0, 1, 2)]
    assert rewards == [-60, -60, 120]
    assert game.dealer == 2  # ties are no wins
    rewards = play(game, [0] * 6)  # all three stacks win, nobody bet
    assert rewards == [0, 0, 0] and game.dealer == 0 and game.seat == 1


def test_sanmai_kabu_limits():
    game = SanmaiKabu(0, players=2, table_limit=7, bankroll=4)
    assert game.legal() == [0, 1, 2, 3, 4]
    play(game, [3])
    assert game.legal() == [0, 1]
    play(game, [1])
    assert game.legal() == [0]
    play(game, [0])
    assert game.seat == 1 and game.legal() == [0, 1, 2, 3]


def test_sanmai_kabu_debt_from_dealing():
    nine, seven = of_months(1, 3, 5), of_months(1, 2, 4)
    game = SanmaiKabu(0, players=2, dealer="rotating", first_dealer=0, bankroll=3)
    script(game, nine * 3 + seven + seven * 3 + nine)
    play(game, [1, 1, 1])
    assert game.balance == [-60, 60] and game.dealer == 1 and game.legal() == [0]
    game.balance[0] = -100
    assert game.legal() == [0]


def test_sanmai_kabu_deal_through():
    game = SanmaiKabu(3, players=1, rounds=10, deck="deal_through")
    for i in range(10):
        assert len(set(game.seen)) == len(game.seen) == 12 * (i % 4)
        play(game, [0, 0, 0])
    game = SanmaiKabu(3, players=1, rounds=10)
    for _ in range(9):
        play(game, [0, 0, 0])
        assert game.seen == []


SANMAI_OPTIONS = {
    "max_bet": [1, 5, 9],
    "table_limit": [1, 6, 50],
    "bankroll": [None, 1, 5, 20],
    "tie": ["push", "dealer"],
    "rounds": [1, 5, 8],
    "deck": ["shuffle", "deal_through"],
    "house_yaku": [(), ("shippin",), ("kuppin",), ("shippin", "kuppin")],
}


@pytest.mark.parametrize("dealer", ["house", "rotating"])
@pytest.mark.parametrize("arashi, both", [row[:2] for row in ARASHI_TABLE])
def test_sanmai_kabu_random_playouts(dealer, arashi, both):
    for seed in range(80):
        rng = random.Random(seed)
        options = random_options(rng, SANMAI_OPTIONS)
        options["players"] = rng.choice([2, 3, 5, 8] if dealer == "rotating" else [1, 2, 3, 8])
        options |= {"dealer": dealer, "dealer_arashi": arashi, "both_arashi": both}
        game = SanmaiKabu(seed, **options)

        def check(game):
            assert sum(map(sum, game.bets)) <= game.table_limit
            if game.dealer is not None:
                assert game.bets[game.dealer] == [0, 0, 0]
                assert game.seat != game.dealer
            if game.bankroll is not None and not game.over:
                for bet, balance in zip(game.bets, game.balance):
                    assert not any(bet) or 20 * sum(bet) <= 20 * game.bankroll + balance

        assert playout(game, rng, check) == game.rounds * 3 * len(game.order)


# ---- Yatchaba


def name(game, *months):
    return play(game, [month - 1 for month in months])


def test_yatchaba_example_of_the_laps():
    # 1, 2, 3, 4, continue, 5, 6, 7, 8, stop.
    game = Yatchaba(0, first_dealer=1)
    name(game, 1, 2, 3)
    placed = []
    for _ in range(4):
        seat = game.seat
        placed.append((seat, -game.apply(13)[seat] // CHIP))
    assert (game.phase, game.seat, game.legal()) == ("decide", 0, [18, 19])
    game.apply(19)
    for _ in range(4):
        seat = game.seat
        placed.append((seat, -game.apply(13)[seat] // CHIP))
    assert placed == [(1, 1), (2, 2), (3, 3), (0, 4), (1, 5), (2, 6), (3, 7), (0, 8)]
    assert game.seat == 0 and game.pot == 36 * CHIP
    script(game, of_months(4, 5, 6))
    game.apply(18)
    assert (game.round, game.guesser, game.seat, game.amount) == (1, 2, 2, 0)
    assert game.pot == 36 * CHIP and game.shown == of_months(4, 5, 6)


def test_yatchaba_guess_is_ascending_and_free():
    game = Yatchaba(0, first_dealer=0)
    assert game.legal() == list(range(12))
    name(game, 5)
    assert game.legal() == list(range(4, 12))
    name(game, 5, 5)
    assert game.guess == [5, 5, 5] and game.phase == "place"
    assert game.legal() == [12, 13, 14, 15, 16, 17]
    game.apply(17)
    assert game.amount == 5
    game.apply(14)
    assert game.amount == 7


def test_yatchaba_raise_modes():
    step = Yatchaba(0, first_dealer=0, raise_mode="step", pass_rule="off")
    name(step, 1, 1, 1)
    for i in range(1, 5):
        assert step.legal() == [13]
        step.apply(13)
        assert step.amount == i
    assert step.legal() == [14, 15]
    ladder = Yatchaba(0, first_dealer=0, raise_mode="ladder", players=8)
    name(ladder, 1, 1, 1)
    amounts = []
    for i in range(24):
        assert ladder.legal() == [12, 13]
        seat = ladder.seat
        amounts.append(-ladder.apply(13)[seat] // CHIP)
        if i in (7, 15):
            ladder.apply(15)
    assert amounts == list(LADDER) + [50] * 11
    assert amounts[:13] == [3, 7, 11, 12, 16, 22, 26, 30, 31, 35, 41, 45, 50]
    assert ladder.round == 1  # lap 3 is the last, no decision


def test_yatchaba_ladder_does_not_climb_with_a_pass():
    game = Yatchaba(0, first_dealer=0, raise_mode="ladder")
    name(game, 1, 1, 1)
    assert play(game, [13, 12, 13]) == [-60, -20, -140, 0]


def test_yatchaba_third_pass_loses_the_right():
    game = Yatchaba(0, players=4, first_dealer=0)
    script(game, of_months(7, 8, 9) * 3)
    for i in range(2):
        name(game, 1, 1, 1)
        assert play(game, [12, 12, 12, 12]) == [-20] * 4
        assert game.passes == [i + 1] * 4 and game.round == i + 1
    assert game.rights == [False, False, False, True] and game.guesser == 2
    name(game, 1, 1, 1)
    # player_3's third pass: his round is lost. The others have used their rights.
    before = list(game.balance)
    game.apply(12)
    game.apply(12)
    assert game.seat == 0
    game.apply(12)
    assert game.seat == 1
    game.apply(12)
    # No round is left: the dealer of game 0 has 20 % of 12 chips, 192 units are carried.
    assert (game.game, game.round, game.dealer, game.guesser) == (1, 0, 1, 1)
    assert game.pot == 192
    assert [a - b for a, b in zip(game.balance, before)] == [-20 + 48, -20, -20, -20]
    assert game.passes == [0] * 4 and game.rights == [True, False, True, True]


def test_yatchaba_third_pass_in_ones_own_round_loses_nothing():
    game = Yatchaba(0, players=3, first_dealer=0, games=1)
    script(game, of_months(7, 8, 9) * 3)
    for guesser in range(3):
        assert game.guesser == guesser and game.round == guesser
        name(game, 1, 1, 1)
        # player_2 passes in every round; his third pass is in his own.
        while not game.over and game.round == guesser and game.phase != "guess":
            if game.phase == "decide":
                game.apply(game.stop)
            else:
                game.apply(12 if game.seat == 2 else 13)
    assert game.over and game.last_showdown["round"] == 2


def test_yatchaba_passing_stays_out_and_keeps_the_amount():
    game = Yatchaba(0, first_dealer=0)
    name(game, 1, 1, 1)
    play(game, [15, 12])
    assert game.amount == 3 and game.out == [False, True, False, False]
    play(game, [13, 12])
    assert (game.phase, game.seat) == ("decide", 2)  # player_3 is out
    game.apply(19)
    assert game.seat == 0 and game.lap == 1
    game.apply(13)
    assert game.seat == 2
    game.apply(12)
    assert (game.phase, game.seat) == ("decide", 0)
    game.apply(19)
    assert game.seat == 0 and game.lap == 2
    game.apply(13)
    assert game.round == 1  # the third lap is done


def hit_game(round_of_hit, **options):
    """All place 1, 2, 3, stop; the guess of that round is right."""
    game = Yatchaba(0, players=3, first_dealer=0, **options)
    script(game, of_months(7, 8, 9) * 12)
    for i in range(round_of_hit + 1):
        name(game, *([7, 8, 9] if i == round_of_hit else [1, 1, 1]))
        play(game, [13, 13, 13])
        rewards = game.apply(game.stop)
    return game, rewards


def test_yatchaba_hits():
    game, rewards = hit_game(0)
    assert rewards == [120, 0, 0] and (game.game, game.dealer, game.pot) == (1, 1, 0)
    game, rewards = hit_game(0, after_dealer_hit="continue")
    assert rewards == [120, 0, 0]
    assert (game.game, game.round, game.guesser, game.pot) == (0, 1, 1, 0)
    game, rewards = hit_game(1)
    assert rewards == [48, 192, 0] and game.game == 1 and game.pot == 0
    game, rewards = hit_game(2)
    assert rewards == [72, 0, 288] and game.game == 1 and game.pot == 0
    game, rewards = hit_game(2, games=1)
    assert rewards == [72, 0, 288] and game.over


def test_yatchaba_continue_then_no_hit():
    game, _ = hit_game(0, after_dealer_hit="continue")
    for _ in range(2):
        name(game, 1, 1, 1)
        play(game, [13, 13, 13])
        rewards = game.apply(game.stop)
    assert rewards == [48, 0, 0] and (game.game, game.pot) == (1, 192)


def test_yatchaba_carried_pot_adds_up():
    game = Yatchaba(0, players=2, first_dealer=1, games=3)
    script(game, of_months(7, 8, 9) * 8)
    carried = []
    for i in range(2):
        for _ in range(2):
            assert game.game == i and game.dealer == (1 + i) % 2
            name(game, 1, 1, 1)
            play(game, [12, 12])
        carried.append(game.pot)
    # 80 units - 16; then 64 + 80 units - 28 (20 % is 28.8).
    assert carried == [64, 116]
    name(game, 7, 8, 9)
    assert play(game, [12, 12]) == [-20, 156 - 20]  # the dealer hits and takes it all
    assert game.over and game.pot == 0


def test_yatchaba_leftover_amounts():
    for leftover in ("split", "burn"):
        game = Yatchaba(0, players=3, first_dealer=1, games=1, leftover=leftover)
        script(game, of_months(7, 8, 9) * 3)
        for _ in range(3):
            if game.over:
                break
            name(game, 1, 1, 1)
            rewards = play(game, [12, 12, 12])
        # Three rounds of 3 chips: player_0 has passed twice before his own round.
        assert game.over and game.last_showdown["pot"] == 180
        # Dealer: 36 units; 144 are left, 48 each.
        if leftover == "split":
            assert rewards == [-20 + 48, -20 + 48 + 36, -20 + 48] and game.house == 0
        else:
            assert rewards == [-20, -20 + 36, -20] and game.house == 144


def test_yatchaba_remainder_of_the_leftover_goes_to_the_dealer():
    game = Yatchaba(0, players=7, first_dealer=3, games=1)
    game.rewards = [0] * 7
    game.pot = 100
    game.balance[0] = -100
    game.pay_leftover()
    assert game.rewards == [14, 14, 14, 16, 14, 14, 14] and game.pot == 0


def test_yatchaba_twenty_percent_is_rounded_down():
    game = Yatchaba(0, players=2, first_dealer=0, games=2)
    script(game, of_months(7, 8, 9) * 8)
    game.pot = 3  # as if carried
    game.balance[0] = -3
    for _ in range(2):
        name(game, 1, 1, 1)
        rewards = play(game, [12, 12])
    assert rewards == [-20 + 16, -20] and game.pot == 83 - 16


def test_yatchaba_bankroll():
    # One chip: place 1 or pass. The next has nothing that is enough to place 2: pass only.
    game = Yatchaba(0, players=3, first_dealer=0, bankroll=1, games=1)
    script(game, of_months(7, 8, 9) * 3)
    name(game, 1, 1, 1)
    assert game.legal() == [12, 13]
    game.apply(13)
    assert game.seat == 1 and game.legal() == [12]
    game.apply(12)
    game.apply(12)  # nobody with a chip is in: no decision
    assert game.round == 1 and game.passes == [0, 1, 1] and game.balance == [-20] * 3
    # All are passed over: the showdown follows the guess.
    name(game, 1, 1, 1)
    assert game.round == 2 and game.passes == [0, 1, 1]
    name(game, 1, 1, 1)
    assert game.over


def test_yatchaba_passed_over_without_passes():
    game = Yatchaba(0, players=3, first_dealer=0, bankroll=3, pass_rule="off")
    script(game, of_months(7, 8, 9) * 3)
    name(game, 1, 1, 1)
    assert game.legal() == [13, 14, 15]
    game.apply(14)  # 2
    assert game.seat == 1 and game.legal() == [13]
    game.apply(13)  # 3: player_2 cannot place 4 and is passed over
    # player_1 has nothing left; player_0 has a chip and decides, though he cannot place 4.
    assert (game.phase, game.seat) == ("decide", 0) and game.out == [False, False, True]
    game.apply(game.go_on)
    assert game.round == 1 and game.passes == [0, 0, 0]


def test_yatchaba_success_rates():
    deck = list(range(48))

    def chance_of(guess, shown, hits):
        left = [card for card in deck if card not in shown]
        game = Yatchaba(0)
        game.guess = guess
        triples = list(itertools.combinations(left, 3))
        return Fraction(sum(game.count_hits(t) >= hits for t in triples), len(triples))

    assert chance_of([1, 2, 3], [], 3) == Fraction(64, 17296)  # once in 270
    assert round(1 / chance_of([1, 2, 3], [], 3)) == 270
    assert round(100 * chance_of([1, 2, 3], [], 2)) == 11
    # The last of four rounds, with none of the guessed months seen.
    late = chance_of([1, 2, 3], [12, 13, 14, 16, 17, 18, 20, 21, 22], 2)
    assert 16 <= 100 * late <= 17


def test_yatchaba_hits_are_multisets():
    game = Yatchaba(0)
    for guess, months, hits in [
        ([1, 1, 2], (1, 2, 2), 2),
        ([1, 1, 1], (1, 1, 5), 2),
        ([1, 2, 3], (3, 1, 2), 3),
        ([1, 2, 3], (1, 1, 1), 1),
        ([4, 5, 6], (1, 2, 3), 0),
    ]:
        game.guess = guess
        assert game.count_hits(of_months(*months)) == hits


YATCHABA_OPTIONS = {
    "players": [2, 3, 4, 6, 8],
    "max_laps": [1, 2, 3, 5],
    "hits_to_win": [1, 2, 3],
    "pass_rule": ["book", "off"],
    "games": [1, 2, 5],
    "after_dealer_hit": ["end", "continue"],
    "leftover": ["split", "burn"],
    "bankroll": [None, 1, 6, 30, 200],
}


@pytest.mark.parametrize("raise_mode", ["free", "step", "ladder"])
def test_yatchaba_random_playouts(raise_mode):
    for seed in range(400):
        rng = random.Random(seed)
        options = random_options(rng, YATCHABA_OPTIONS)
        options["raise_mode"] = raise_mode
        if raise_mode == "free":
            options["max_raise"] = rng.choice([1, 2, 5, 9])
        game = Yatchaba(seed, **options)
        dealer_0 = game.dealer

        def check(game):
            assert max(game.legal(), default=0) <= 14 + game.raises
            assert game.dealer == (dealer_0 + game.game) % game.players
            assert len(set(game.shown)) == len(game.shown)
            if not game.over:
                assert len(game.shown) == 3 * game.round and game.round < game.players
                assert not game.rights[game.guesser] and not game.out[game.seat]
            if game.bankroll is not None:
                assert all(20 * game.bankroll + b >= 0 for b in game.balance)
            assert all(p <= 2 or not r for p, r in zip(game.passes, game.rights))

        playout(game, rng, check)


# ---- Echobo


@pytest.mark.parametrize("payout, gain", [(5.0, 100), (4.6, 92), (4.5, 90)])
def test_echobo_payouts(payout, gain):
    game = Echobo(0, bettors=3, payout=payout, bet_size=2)
    # The dealer hides month 3.
    rewards = play(game, [2, 0b000100, 0b001111, 0b110000])
    bettors = [2 * gain, 2 * (gain - 60), -80]
    assert rewards == [-sum(bettors)] + bettors
    assert game.past == [(3, [0b000100, 0b001111, 0b110000])]
    assert game.pick is None and game.bets == [None] * 3 and game.round == 1


def test_echobo_legal_actions():
    game = Echobo(0)
    assert game.agents == ["dealer", "bettor_0", "bettor_1", "bettor_2"]
    assert game.legal() == list(range(6))
    game.apply(0)
    assert len(game.legal()) == 1 + 6 + 15 + 20 + 15
    game = Echobo(0, dealer="house", max_cards=6, bankroll=5, bet_size=2)
    assert game.agents == ["bettor_0", "bettor_1", "bettor_2"]
    assert len(game.legal()) == 1 + 6 + 15  # two bets of 2 chips
    assert len(Echobo(0, dealer="house", max_cards=6).legal()) == 64


def test_echobo_house_pick():
    game = Echobo(7, dealer="house", bettors=1, rounds=600)
    while not game.over:
        game.apply(0b111)
    picks = [pick for pick, _ in game.past]
    assert picks == [1 + chance.draw(7, 0, i, 0, 6) for i in range(600)]
    assert min(Counter(picks).values()) > 70 and len(set(picks)) == 6
    hits = sum(pick <= 3 for pick in picks)
    assert game.balance == [hits * (100 - 40) - (600 - hits) * 60]
    assert game.house == -game.balance[0]


def test_echobo_random_playouts():
    for seed in range(400):
        rng = random.Random(seed)
        decks = rng.choice([1, 2])
        options = random_options(
            rng,
            {
                "max_cards": [1, 3, 4, 6],
                "bet_size": [1, 3],
                "payout": [5.0, 4.6, 4.5],
                "rounds": [1, 12],
                "dealer": ["agent", "house"],
                "bankroll": [None, 1, 5, 12],
            },
        )
        options |= {"decks": decks, "bettors": rng.randint(1, 4 * decks - 1)}
        game = Echobo(seed, **options)

        def check(game):
            if game.bankroll is not None:
                bettors = game.balance[game.dealers :]
                assert all(20 * game.bankroll + b >= 0 for b in bettors)

        assert playout(game, rng, check) == game.rounds * len(game.agents)
        assert len(game.past) == game.rounds
