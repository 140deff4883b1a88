"""The chance contract: every draw is a pure function of (seed, game, round, k).

All arithmetic is on integers modulo 2**64. Games and rounds count from 0; `game` is the
index of the game inside the episode, which is 0 wherever an episode is one game.
"""

MASK = 2**64 - 1
G = 0x9E3779B97F4A7C15
NO_ROUND = 0xFFFFFFFF  # stands for game and round in the draw of the first dealer


def mix(z):
    """Scramble a 64-bit number (a bijection)."""
    z ^= z >> 30
    z = (z * 0xBF58476D1CE4E5B9) & MASK
    z ^= z >> 27
    z = (z * 0x94D049BB133111EB) & MASK
    z ^= z >> 31
    return z


def bits(seed, game, round, k):
    """The 64 random bits of the k-th draw of a round."""
    stream = mix((seed + G * (1 + ((game << 32) | round))) & MASK)
    return mix((stream + G * (k + 1)) & MASK)


def draw(seed, game, round, k, n):
    """The k-th draw of a round as an index 0..n-1."""
    return ((bits(seed, game, round, k) >> 8) * n) >> 56


def first_dealer(seed, players):
    """The seat that deals first where that is left to chance; it shifts no other draw."""
    return draw(seed, NO_ROUND, NO_ROUND, 0, players)


class Deck:
    """The cards that are still undrawn, in ascending order of their ids.

    `k` counts the draws of the current round. A new round restarts `k`; only `shuffle`
    brings the drawn cards back.
    """

    def __init__(self, cards, seed):
        self.cards = sorted(cards)
        self.seed = seed
        self.undrawn = list(self.cards)
        self.start_round(0, 0)

    def start_round(self, game, round):
        """Restart the count of draws; the undrawn cards carry over."""
        self.game = game
        self.round = round
        self.k = 0

    def shuffle(self):
        """Bring all cards back; the count of draws goes on."""
        self.undrawn = list(self.cards)

    def draw(self):
        """Draw one card."""
        index = draw(self.seed, self.game, self.round, self.k, len(self.undrawn))
        self.k += 1
        return self.undrawn.pop(index)

    def draw_many(self, n):
        """Draw n cards, in order."""
        return [self.draw() for _ in range(n)]

    def put_back(self, cards):
        """Return drawn cards to the undrawn ones."""
        self.undrawn = sorted(self.undrawn + list(cards))
