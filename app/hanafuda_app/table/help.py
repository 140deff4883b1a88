"""The rules in short, for a person at the table."""

from hanafuda_app.table.table import View
from hanafuda_app.table.words import Words

__all__ = ["ABOUT_JAPANESE", "RULES", "rules_of"]

ABOUT_JAPANESE = {
    "ju_mai": "二人で場札の点を取り合う",
    "batta_maki": "伏せた二組のどちらが高いかに張る。胴元が払う",
    "mutsu_wari": "四十枚で遊ぶバッタまき",
    "atosaki": "勝った側が場を分け合うバッタまき",
    "shoniban": "名古屋の順で数え、嵐と付けがあるアトサキ",
    "hankan": "三枚を先に見せる胴元との初二番",
    "sanmai_kabu": "三つの山に張り、親の札と比べる",
    "yatchaba": "三枚の月を当て、場をつり上げる",
    "echobo": "親が隠したのは六つの月のどれか",
}

_TWO_BATCHES = Words(
    "Two batches of three cards lie face down. Each bettor in turn bets chips on one of them, or "
    "not at all. The dealer covers the difference on the lighter batch. Then the cards are turned "
    "up, and the higher batch wins.",
    "三枚ずつ二組の札を伏せる。順にどちらか一方へ張るか、見送る。差は親が軽い方に受ける。"
    "札を開け、高い組が勝つ。",
)
_DIGIT = Words(
    "A batch counts the last digit of its sum: 9 is the highest, 0 the lowest.",
    "組の強さは合計の一の位。九が最も強く、〇が最も弱い。",
)
_NAGOYA = Words(
    "Flowers are numbered in the Nagoya order: 1 Pine, 2 Willow, 3 Cherry, 4 Wisteria, 5 Iris, "
    "6 Paulownia, 7 Bush Clover, 8 Susuki, 9 Chrysanthemum; Maple, Peony and Plum count 10. The "
    "deck is without the three Paulownia chaff.",
    "名古屋の順で数える: 松一、柳二、桜三、藤四、菖蒲五、桐六、萩七、芒八、菊九、"
    "紅葉・牡丹・梅は十。桐のカス三枚は使わない。",
)
_RANKS = Words(
    "Arashi (three of one flower) beats Tsuke (two Willows and a Pine), which beats every digit. "
    "Equal ranks are broken by the points on the cards.",
    "嵐(同じ花三枚)が最も強く、次が付け(柳二枚と松)、その次が一の位。同じなら札の点で決める。",
)

RULES: dict[str, tuple[Words, ...]] = {
    "ju_mai": (
        Words(
            "Ten cards to each hand, ten on the field, eighteen in the pile. The dealer begins.",
            "手札十枚ずつ、場に十枚、山に十八枚。親から始める。",
        ),
        Words(
            "On your turn play one card, any. If a card of its month lies on the field, it takes "
            "that card; if two lie there, choose one; if three, it takes all. If none does, it "
            "stays. Then the top card of the pile is turned up for you and does the same.",
            "手番には一枚出す。場に同じ月の札が一枚あればそれを取り、二枚なら一枚を選び、"
            "三枚なら全部取る。なければ場に残る。続いて山札を一枚めくり、同じようにする。",
        ),
        Words(
            "Points: bright 30, animal 10, ribbon 5, chaff 0; 290 in all. The difference is "
            "carried over the rounds. Who is 30 or more ahead after a round wins the match.",
            "光札三十点、種札十点、短冊五点、カス〇点、合わせて二百九十点。差は次の回へ持ち越し、"
            "回の終わりに三十点以上リードした方の勝ち。",
        ),
    ),
    "batta_maki": (
        _TWO_BATCHES,
        Words("A card counts its month, 1 to 12.", "札は月の数、一から十二。"),
        _DIGIT,
        Words(
            "A winning bet gains as much again, a tie returns the bets. The deck is dealt "
            "through: cards that were shown do not come again.",
            "勝てば同額、引き分けは戻る。一度出た札は切り直すまで出ない。",
        ),
    ),
    "mutsu_wari": (
        _TWO_BATCHES,
        Words(
            "Forty cards, without Willow and Paulownia. A card counts its month, 1 to 10.",
            "柳と桐を除いた四十枚。札は月の数、一から十。",
        ),
        _DIGIT,
        Words(
            "A winning bet gains as much again, a tie returns the bets. Six rounds to a deck.",
            "勝てば同額、引き分けは戻る。六回で札が尽きる。",
        ),
    ),
    "atosaki": (
        _TWO_BATCHES,
        Words(
            "Months 1 to 10 count their number, Willow and Paulownia 10. Shuffled every round.",
            "一月から十月は月の数、柳と桐は十。毎回切り直す。",
        ),
        _DIGIT,
        Words(
            "The winners share all that lies on both batches. In a tie one more card goes to each "
            "batch until they differ.",
            "勝った側が両方の張りを分け合う。同じなら一枚ずつ足して決める。",
        ),
    ),
    "shoniban": (
        _TWO_BATCHES,
        _NAGOYA,
        _RANKS,
        Words(
            "The winners share all that lies on both batches. Shuffled every round.",
            "勝った側が両方の張りを分け合う。毎回切り直す。",
        ),
    ),
    "hankan": (
        Words(
            "Three cards (Shi-e) are shown before the betting. Then bet on one of two batches "
            "that lie face down, or not at all.",
            "初絵の三枚を先に見せる。そのあと中絵か乙絵に張るか、見送る。",
        ),
        _NAGOYA,
        _RANKS,
        Words(
            "A winning bet gains half of itself, a losing one goes to the bank.",
            "勝てば張りの半分、負ければ胴元が取る。",
        ),
    ),
    "sanmai_kabu": (
        Words(
            "Three stacks of three cards and the dealer's hand lie face down. In your turn put "
            "chips on each stack, or none.",
            "三枚ずつの山三つと親の札を伏せる。手番には山ごとに何枚張るか決める。",
        ),
        Words(
            "Months 1 to 9 count their number, 10 to 12 count 0; the last digit of the sum counts.",
            "一月から九月は月の数、十月から十二月は〇。合計の一の位で比べる。",
        ),
        Words(
            "A stack above the dealer wins as much as was bet, one below loses, an equal one "
            "returns the bet. Three cards of one month (Arashi) win double at once.",
            "親より高ければ同額の勝ち、低ければ負け、同じなら戻る。同じ月三枚(嵐)は倍の勝ち。",
        ),
    ),
    "yatchaba": (
        Words(
            "Three cards lie face down. The guesser names three months, one after the other, none "
            "below the one before. First the dealer guesses, then each seat to the right.",
            "三枚を伏せる。当て番は月を三つ、前より小さくならないように言う。親から右へ回る。",
        ),
        Words(
            "Then all in turn place more chips than were placed last, or pass: a pass costs 1 and "
            "puts you out for the round; a third pass in a game loses your right to guess. After "
            "each lap the last one who is still in decides whether there is another.",
            "順に前より多く出すか、一枚払って降りる。一番のうち三度目のパスで当てる権利を失う。"
            "一周するたびに、残っている最後の人が続けるかどうか決める。",
        ),
        Words(
            "If all three months are right, the first guesser takes the pot; a later one takes "
            "80 % and the dealer 20 %. Without a hit the pot waits.",
            "三つとも当たれば、最初の当て番は場の全部、後の当て番は八割、親が二割を取る。"
            "当たりがなければ場は持ち越す。",
        ),
    ),
    "echobo": (
        Words(
            "The dealer secretly hides one of six months, Pine to Peony. The bettors, unseen by "
            "each other, bet on up to four months, one chip each.",
            "親は松から牡丹までの六つの月から一つを隠す。張り子は互いに見せずに四つまで、"
            "一枚ずつ張る。",
        ),
        Words(
            "Then all is shown. The right month gains five chips, a wrong one is lost; the dealer "
            "pays and takes.",
            "一斉に開ける。当たれば五枚、外れは親のもの。",
        ),
        Words(
            "What the dealer hid before is all there is to go by: read his habits.",
            "手がかりはこれまでの親の札だけ。癖を読むこと。",
        ),
    ),
}
"""For each game a few paragraphs, under its usual options."""


def rules_of(view: View) -> list[Words]:
    """The rules in short, and what is not as usual at this table."""
    rules = list(RULES[view.game])
    if view.options:
        unusual = ", ".join(view.options)
        rules.append(Words(f"At this table: {unusual}.", f"この卓の規則: {unusual}。"))
    return rules
