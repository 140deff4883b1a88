import pickle
import subprocess
import sys

import numpy as np
import pytest

from hanafuda_envs import make_game
from hanafuda_envs.games.ju_mai import JuMaiRules

from .variants import JU_MAI, label


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"lead": 0}, ["lead=0", "from 1"]),
        ({"lead": True}, ["lead=True", "integer"]),
        ({"lead": 2.5}, ["lead=2.5", "integer"]),
        ({"lead": "30"}, ["lead='30'", "integer"]),
        ({"lead": float("nan")}, ["lead=nan"]),
        ({"lead": None}, ["lead=None"]),
        ({"months": 13}, ["months=13", "2 to 12"]),
        ({"months": 1}, ["months=1"]),
        ({"next_dealer": "loser"}, ["next_dealer='loser'", "'alternate'", "'fixed'", "'winner'"]),
        ({"next_dealer": 0}, ["next_dealer=0"]),
        ({"first_dealer": 2}, ["first_dealer=2", "'random'", "0", "1"]),
        ({"first_dealer": False}, ["first_dealer=False"]),
        ({"reward": "chips"}, ["reward='chips'", "'win'", "'points'"]),
        ({"hand": 3}, ["hand=3", "in the pile"]),
        ({"field": 30}, ["field=30"]),
        ({"months": 3, "hand": 2, "field": 7}, ["field=7", "2*months = 6", "leave"]),
        ({"led": 30}, ["no option 'led'", "did you mean 'lead'", "max_rounds"]),
    ],
    ids=str,
)
def test_what_is_not_allowed_is_a_value_error_that_says_so(options, names):
    with pytest.raises(ValueError) as error:
        make_game("ju_mai", **options)
    for name in names:
        assert name in str(error.value)


def test_an_unknown_game_is_named():
    with pytest.raises(ValueError, match="'koi_koi'.*'ju_mai'"):
        make_game("koi_koi")


def test_equal_numbers_are_accepted_and_kept_as_one():
    plain = JuMaiRules(lead=40, first_dealer=1)
    assert JuMaiRules(lead=np.int64(40), first_dealer=1.0) == plain
    assert JuMaiRules(lead=40.0, first_dealer=np.uint8(1)).digest == plain.digest


def test_rules_do_not_change():
    rules = JuMaiRules()
    with pytest.raises(AttributeError):
        rules.lead = 5
    with pytest.raises(AttributeError):
        rules.other = 5
    assert rules.lead == 30


def test_rules_print_compare_hash_copy():
    rules = JuMaiRules(lead=50)
    assert eval(repr(rules), {"JuMaiRules": JuMaiRules}) == rules
    assert rules.replace(lead=30) == JuMaiRules()
    assert len({rules, JuMaiRules(lead=50), JuMaiRules()}) == 2
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_digests_tell_rules_apart_and_stay():
    digests = {JuMaiRules(**options).digest for options in JU_MAI}
    assert len(digests) == len(JU_MAI)
    # A digest is written into results: it may change only with the version of the game.
    assert JuMaiRules().digest == "6f3ec8adef69"


def test_a_digest_is_the_same_in_another_process():
    program = "from hanafuda_envs.games.ju_mai import JuMaiRules; print(JuMaiRules(lead=7).digest)"
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": "77", "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == JuMaiRules(lead=7).digest


@pytest.mark.parametrize("options", JU_MAI, ids=label)
def test_the_record_has_every_option(options):
    rules = JuMaiRules(**options)
    record = rules.record()
    assert list(record.dtype.names) == list(rules.as_dict())
    assert record["lead"][0] == rules.lead
    assert rules.as_dict() == {**JuMaiRules().as_dict(), **options}


def test_every_option_says_what_it_means_and_on_what_ground():
    for option in JuMaiRules.options():
        assert option.meaning
        assert set(option.ground) & set("SWD")
        assert option.check(option.default) == option.default
