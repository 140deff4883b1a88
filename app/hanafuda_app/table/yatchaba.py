"""The table of Yatchaba: three cards face down, a guess, and a pot that is raised."""

from dataclasses import replace

from hanafuda_app.table.betting import MONTH_CARD, owned, seen_grid, stakes
from hanafuda_app.table.scene import Fact, Frame, Item, Move, Scene, Seat, Zone, backs, items
from hanafuda_app.table.sight import Sight
from hanafuda_app.table.words import Words, month_name
from hanafuda_envs.games.yatchaba import DECIDE, FIRST_PLACING, GUESS, PASS, PICKS, Yatchaba
from hanafuda_envs.money import CHIP

__all__ = ["moves", "retell", "scene"]


def _game(sight: Sight) -> Yatchaba:
    assert isinstance(sight.game, Yatchaba)
    return sight.game


def _guess(sight: Sight) -> list[int]:
    """The months named so far, in order."""
    counts = sight.numbers("guess")
    return [month for month, number in enumerate(counts) for _ in range(number)]


def _month_items(months: list[int]) -> tuple[Item, ...]:
    return tuple(Item(MONTH_CARD[month], month_name(month)) for month in months)


def scene(sight: Sight, lit: frozenset[int] = frozenset()) -> Scene:
    return _lay(sight, _guess(sight), sight.by_seat("paid"))


def _lay(sight: Sight, guess: list[int], paid: list[int]) -> Scene:
    named = Words(f"{len(guess)} of {PICKS} named", f"{len(guess)}/{PICKS}")
    zones = [
        Zone("cards", "batch", Words("face down", "伏せ札"), backs(PICKS)),
        Zone("guess", "field", Words("the guess", "予想"), _month_items(guess), named),
        _pot(sight, paid),
    ]
    if sight.legal and sight.one_of("phase") == GUESS:
        months = _month_items(list(range(12)))
        zones.append(Zone("months", "months", Words("months", "月"), months))
    return Scene(
        tuple(zones), _seats(sight), _facts(sight), _prompt(sight), seen_grid(sight.cards("shown"))
    )


def _pot(sight: Sight, paid: list[int]) -> Zone:
    pot = sight.number("pot") / CHIP
    return Zone(
        "pot", "pot", Words("pot", "場"), (), Words(f"{pot:g} chips", f"{pot:g}枚"), stakes(paid)
    )


def _seats(sight: Sight) -> tuple[Seat, ...]:
    names = ("dealer", "guesser", "out", "rights", "passes", "chips")
    columns = [sight.by_seat(name) for name in names]
    seats = []
    for deals, guesses, out, right, passes, units in zip(*columns, strict=True):
        notes = {
            Words("dealer", "親"): deals,
            Words("guesses", "当て番"): guesses,
            Words("out", "降り"): out,
            Words("may guess", "権利あり"): right,
            Words(f"{passes} pass{'es' if passes > 1 else ''}", f"パス{passes}"): passes,
        }
        told = tuple(note for note, is_so in notes.items() if is_so)
        seats.append(Seat(owned(units, sight.rules["bankroll"]), told))
    return tuple(seats)


def _facts(sight: Sight) -> tuple[Fact, ...]:
    game, games = sight.number("game") + 1, _game(sight).games
    round_, lap, laps = (
        sight.number("round") + 1,
        sight.number("lap") + 1,
        sight.rules["max_laps"],
    )
    facts = [
        Fact(Words("Game", "番"), Words(f"{game} of {games}", f"{game}/{games}")),
        Fact(Words("Round", "回"), Words.same(round_)),
        Fact(Words("Lap", "周"), Words(f"{lap} of {laps}", f"{lap}/{laps}")),
    ]
    if sight.number("amount"):
        facts.append(Fact(Words("To beat", "前の額"), Words.same(sight.number("amount"))))
    return tuple(facts)


def _prompt(sight: Sight) -> Words:
    if sight.over:
        return Words("The game is over.", "終わりです。")
    if sight.acting != sight.seat:
        return Words("The others play.", "ほかの人の番です。")
    phase = sight.one_of("phase")
    if phase == GUESS:
        left = sight.number("picks_left")
        return Words(f"Name a month ({left} to go).", f"月を言ってください(あと{left}つ)。")
    if phase == DECIDE:
        return Words("Another lap, or turn up the cards?", "もう一周しますか、開けますか。")
    return Words("Place chips, or pass.", "チップを出すか、降りてください。")


def moves(sight: Sight) -> list[Move]:
    return [_move(sight, action) for action in sight.legal]


def _move(sight: Sight, action: int) -> Move:
    words = _words(sight, action)
    if action < PASS:
        return Move(action, words, "months", MONTH_CARD[action])
    raised = action - FIRST_PLACING
    if 0 <= raised < _game(sight).rules.raises:
        return Move(action, words, "pot", chips=sight.number("least") + raised)
    return Move(action, words)


def _words(sight: Sight, action: int) -> Words:
    if action < PASS:
        month = month_name(action)
        return Words(f"name {month.en}", f"{month.ja}と言う")
    if action == PASS:
        return Words("pass and pay 1", "1枚払って降りる")
    raised = action - FIRST_PLACING
    raises = _game(sight).rules.raises
    if raised < raises:
        chips = sight.number("least") + raised
        return Words(f"place {chips}", f"{chips}枚出す")
    if raised == raises:
        return Words("stop and turn up the cards", "開ける")
    return Words("go on to another lap", "もう一周")


def retell(before: Sight, actor: int, action: int | None, after: Sight) -> list[Frame]:
    assert action is not None, "everything is open"
    words = _words(before, action)
    if before.same_round(after):
        return [Frame(scene(after), words, actor=actor)]
    guess, paid = _guess(before), list(before.by_seat("paid"))
    if action == PASS:
        paid[actor] += 1
    elif FIRST_PLACING <= action < FIRST_PLACING + _game(before).rules.raises:
        paid[actor] += before.number("least") + action - FIRST_PLACING
    placed = _lay(before, guess, paid)
    return [Frame(placed, words, actor=actor), _showdown(before, placed, after)]


def _showdown(before: Sight, placed: Scene, after: Sight) -> Frame:
    cards, hits = after.lying_open("last_cards"), after.lying_open("last_hits")
    pot, won = after.lying_open("last_pot") / CHIP, hits >= before.rules["hits_to_win"]
    named = {MONTH_CARD[month] // 4 for month in _guess(before)}
    matching = [card for card in cards if card // 4 in named]
    note = Words(f"{hits} of {PICKS} right", f"{PICKS}枚中{hits}枚")
    zones = []
    for zone in placed.zones:
        if zone.id == "cards":
            outcome = "won" if won else "lost"
            zone = replace(zone, items=items(cards, matching), note=note, outcome=outcome)
        elif zone.id == "pot":
            zone = replace(zone, note=Words(f"{pot:g} chips", f"{pot:g}枚"))
        zones.append(zone)
    words = (
        Words(
            f"{note.en}: a hit! The pot of {pot:g} is paid out.", f"当たり! 場の{pot:g}枚を取る。"
        )
        if won
        else Words(f"{note.en}: no hit, {pot:g} in the pot.", f"外れ({note.ja})。場は{pot:g}枚。")
    )
    seats = tuple(
        replace(old, score=new.score) for old, new in zip(placed.seats, _seats(after), strict=True)
    )
    shown = replace(placed, zones=tuple(zones), prompt=words, seats=seats)
    return Frame(shown, words, hold=True)
