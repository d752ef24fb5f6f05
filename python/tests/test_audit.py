"""Audits of functions and of decks: their numbers are the command's, and their errors are Python's."""

from __future__ import annotations

import array
import contextvars
import datetime
import json
import random
import re
import signal
import subprocess
import sys
import threading
import time
import traceback

import pytest

import shuffle_audit as sa

np = pytest.importorskip("numpy")

#: Decks of 20 cards that are known to be shuffled well.
SOUND = np.random.default_rng(1).permuted(np.tile(np.arange(20), (3000, 1)), axis=1)


def naive(rng):
    deck = list(range(20))
    for place in range(20):
        other = rng.integers(20)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def p_values(found):
    """Without the names of cards, which are in the effects."""
    return [(test["test"], test["p_value"]) for test in found.tests]


class TestSameNumbersAsTheCommand:
    @pytest.mark.parametrize(
        "settings",
        [
            {"shuffle": "naive", "cards": 20, "trials": 3000},
            {"shuffle": "fisher-yates", "cards": 8, "trials": 5000, "deal": 3, "seed": 7},
            {
                "shuffle": "sattolo",
                "cards": 6,
                "trials": 500,
                "metrics": ["position", "repeats"],
                "alpha": 1e-9,
            },
            {"shuffle": "fisher-yates", "pack": {"land": 24, "spell": 36}, "deal": 7, "trials": 2000},
        ],
    )
    def test_of_the_catalogue(self, settings, command):
        found = sa.audit(**settings)
        keys = dict(settings)
        pack = keys.pop("pack", None)
        flags = [f"--algorithm={keys.pop('shuffle')}"] + ([] if pack is None else ["--pack=land=24,spell=36"])
        flags += [f"--{key}={','.join(it) if isinstance(it, list) else it}" for key, it in keys.items()]
        assert found.json == command("check", *flags, "--json").stdout

    @pytest.mark.parametrize("dtype", ["u1", "<u2", "<i2", "i1", "<i4", "<u8", "<i8", ">i8"])
    def test_of_an_array(self, dtype, command, tmp_path):
        decks = SOUND.astype(dtype)
        native = decks.dtype.newbyteorder("<") if decks.dtype.itemsize > 2 else np.dtype("<i4")
        kept = decks if dtype in ("u1", "<u2") else decks.astype(native)
        np.save(tmp_path / "decks.npy", kept)
        of_file = command("check", "--file=decks.npy", "--json", cwd=tmp_path).stdout
        assert sa.audit_decks(decks).json == of_file

    def test_of_arrays_that_lie_otherwise(self):
        expected = sa.audit_decks(SOUND).json
        assert sa.audit_decks(np.asfortranarray(SOUND)).json == expected
        assert sa.audit_decks(np.repeat(SOUND, 2, axis=1)[:, ::2]).json == expected
        assert sa.audit_decks(SOUND.tolist()).json == expected
        assert sa.audit_decks(iter(SOUND.tolist())).json == expected
        assert sa.audit_decks(SOUND.astype(float)).json == expected

    def test_of_a_table(self, command, tmp_path):
        rows = [[f"site{row % 3}", "AB"[row * 7 % 5 % 2]] for row in range(300)]
        (tmp_path / "decks.csv").write_text("site,arm\n" + "".join(f"{a},{b}\n" for a, b in rows))
        flags = ("--file=decks.csv", "--columns=arm", "--weights=A=1,B=1", "--by=site", "--header")
        of_file = json.loads(command("check", *flags, "--json", cwd=tmp_path).stdout)
        columns = {"site": [row[0] for row in rows], "arm": [row[1] for row in rows]}
        settings = {"columns": "arm", "weights": {"A": 1, "B": 1}, "by": "site"}
        assert sa.audit_draws(columns, **settings).tests == of_file["cases"][0]["judgements"]
        pandas = pytest.importorskip("pandas")
        assert sa.audit_draws(pandas.DataFrame(columns), **settings).tests == of_file["cases"][0]["judgements"]

    def test_of_a_column(self):
        pandas = pytest.importorskip("pandas")
        order = np.random.default_rng(1).permutation(500)
        expected = sa.audit_order(order).json
        assert sa.audit_order(pandas.Series(order)).json == expected
        assert sa.audit_order(array.array("q", order.tolist())).json == expected
        assert sa.audit_order(order[None]).json == expected

    def test_the_names_of_columns_are_no_deck(self):
        pandas = pytest.importorskip("pandas")
        expected = sa.audit_decks(SOUND).tests
        assert sa.audit_decks(pandas.DataFrame(SOUND)).tests == expected
        assert sa.audit_decks({column: SOUND[:, column] for column in range(20)}).tests == expected
        polars = pytest.importorskip("polars")
        assert sa.audit_decks(polars.DataFrame(SOUND, schema=[str(it) for it in range(20)])).tests == expected
        draws = {f"ball {place}": SOUND[:, place] for place in range(6)}
        assert sa.audit_draws(draws, cards=20).tests == sa.audit_draws(SOUND[:, :6], cards=20).tests

    def test_of_labels(self):
        letters = np.array(list("abcdefghijklmnopqrst"))[SOUND]
        expected = p_values(sa.audit_decks(SOUND))
        assert p_values(sa.audit_decks(letters)) == expected
        assert p_values(sa.audit_decks(map(list, letters))) == expected
        assert p_values(sa.audit_decks(SOUND + 100, labels=range(100, 120))) == expected
        assert p_values(sa.audit_decks([np.array(row) for row in letters])) == expected
        assert p_values(sa.audit_decks(map(int, row) for row in SOUND.astype(str))) == expected
        order = np.random.default_rng(1).permutation(120)
        pandas = pytest.importorskip("pandas")
        assert p_values(sa.audit_order(pandas.DataFrame({"row": order}))) == p_values(sa.audit_order(order))
        expected = p_values(sa.audit_order(order))
        day = datetime.date(2024, 1, 1)
        for label in (lambda it: f"track {it}", lambda it: f"{it};{119 - it}", lambda it: day + datetime.timedelta(it)):
            assert p_values(sa.audit_order([label(int(it)) for it in order])) == expected

    def test_threads_change_nothing(self):
        of_one, of_two = (sa.audit(naive, cards=20, trials=9000, threads=it).json for it in (1, 2))
        assert of_one == of_two


class TestFunctions:
    def test_every_way_to_make_decks_is_read_alike(self):
        """One deck a call, a list or an array, or blocks of any size, from the same generator."""
        rows = SOUND[:1000]

        def calls():
            return iter(rows)

        def of(make, **settings):
            document = sa.audit(make, cards=20, trials=1000, rng=None, **settings).document
            return document["cases"][0]["judgements"]

        # Every run opens the function twice: the second time to see if it begins again.
        state = {}

        def fresh(key, step):
            def deck():
                at = state.get(key, 0)
                state[key] = (at + step) % 1000
                return rows[at : at + step]

            return deck

        one = fresh("one", 1)
        expected = of(lambda: one()[0])
        several = fresh("several", 250)
        assert of(lambda: several()) == expected
        lists = fresh("lists", 1)
        assert of(lambda: lists()[0].tolist()) == expected
        block = fresh("block", 1000)
        assert of(lambda decks: block()[:decks], block=True) == expected

    def test_of_items(self):
        found = sa.audit(lambda rng: rng.permutation(["wolf", "goat", "cabbage"]), items=["wolf", "goat", "cabbage"])
        assert found.passed and found.cards == 3
        assert found.document["cases"][0]["labels"] == ["wolf", "goat", "cabbage"]
        kept = sa.audit(lambda deck: None, items=["wolf", "goat", "cabbage"], in_place=True, trials=500)
        assert kept.verdict == "fail" and kept.cause["id"] == "not-shuffled"

    def test_of_a_rule(self):
        """Who draws whom among six: fair, and only in one big circle. Level 1e-3, 60 draws."""

        def santa(rng, circle):
            while True:
                draw = rng.permutation(6)
                at = (steps := [draw[0]])[-1]
                while at:
                    steps.append(at := draw[at])
                if (draw != np.arange(6)).all() and (len(steps) == 6 or not circle):
                    return draw

        rng = np.random.default_rng(5)
        fair, circles = ([santa(rng, circle) for _ in range(60)] for circle in (False, True))
        assert sa.audit_draws(fair, rule="no-fixed-points").passed
        assert sa.audit_decks(fair, rule="no-fixed-points").passed
        found = sa.audit_draws(circles, rule="no-fixed-points")
        assert found.verdict == "fail" and found.cause["id"] == "sattolo"
        assert sa.audit(lambda rng: santa(rng, False), cards=6, trials=500, rule="no-fixed-points").passed
        with pytest.raises(ValueError, match="is not a rule; write no-fixed-points"):
            sa.audit_decks(fair, rule="no-fixed-point")

    def test_of_symbols_by_their_names(self):
        """By name, whatever the place: symbol 1 of these weights is the first."""
        weights = {1: 1, 0: 3}
        assert sa.audit(lambda rng: [int(rng.random() < 0.25)], weights=weights, trials=3000).passed
        assert sa.audit(lambda rng: [int(rng.random() < 0.75)], weights=weights, trials=3000).verdict == "fail"
        rare = (np.random.default_rng(1).random(3000) < 0.25).astype(int)
        assert sa.audit_draws(rare, weights=weights).passed
        assert sa.audit_draws(1 - rare, weights=weights).verdict == "fail"
        assert sa.audit_draws(rare.astype(bool), weights={"True": 1, "False": 3}).passed
        teams = [rng.permutation(["A"] * 3 + ["B"] * 3) for rng in map(np.random.default_rng, range(60))]
        groups = {"A": 3, "B": 3}
        assert sa.audit_draws(teams, groups_of=groups).passed
        together = [row for row in teams if row[0] == row[1]]
        assert len(together) > 10
        assert sa.audit_draws(together, groups_of=groups).verdict == "fail"
        pack = {"land": 24, "spell": 36}
        assert sa.audit(
            lambda deck, rng: rng.shuffle(deck), pack=pack, in_place=True, rng=random.Random, trials=500
        ).passed
        deal = sa.audit(
            lambda deck, rng: rng.shuffle(deck), cards=9, deal=3, in_place=True, rng=random.Random, trials=500
        )
        assert deal.passed and deal.document["cases"][0]["deal"] == 3
        lottery = sa.audit(lambda rng: rng.choice(49, 6, replace=False) + 1, draw="6/49", trials=500)
        assert lottery.passed

        def letters(rng, decks):
            return [["A", "B"][it] for it in rng.integers(2, size=decks)]

        assert sa.audit(letters, weights={"A": 1, "B": 1}, block=True, trials=500).passed
        sorted_hands = sa.audit(
            lambda rng: sorted(rng.sample(list("AAABBB"), 4)),
            pack={"A": 3, "B": 3},
            deal=4,
            rng=random.Random,
            trials=2000,
        )
        assert sorted_hands.verdict == "fail"
        with pytest.raises(ValueError, match="'C' is none of the symbols A, B"):
            sa.audit(lambda rng: ["C"], weights={"A": 1, "B": 1}, trials=100)

    def test_the_same_list_changed_each_time(self):
        deck = list("abcdefgh")

        def shuffled(rng):
            rng.shuffle(deck)
            return deck

        assert sa.audit(shuffled, items="abcdefgh", rng=random.Random, trials=2000).passed

        def decks():
            for _ in range(500):
                yield shuffled(rng)

        rng = random.Random(1)
        assert sa.audit_decks(decks()).passed

    def test_it_is_called_in_the_context_of_the_caller_and_never_after_the_audit(self):
        variable, calls = contextvars.ContextVar("variable", default=0), []
        variable.set(7)

        def slow(rng):
            calls.append(variable.get())
            time.sleep(0.001)
            return rng.permutation(5)

        sa.audit(slow, cards=5, trials=200)
        made = len(calls)
        assert set(calls) == {7} and made < 400
        time.sleep(0.1)
        assert len(calls) == made

    def test_decks_that_were_kept_are_played_once(self):
        for shuffle in (lambda decks: lambda: next(decks), lambda decks: lambda rng: next(decks)):
            assert sa.audit(shuffle(iter(SOUND.tolist())), cards=20, trials=3000).trials == 3000

    def test_after_a_second_look_the_first_is_to_be_repeated(self):
        def two_cards(rng, decks):
            top = rng.permutation(decks) < {1000: 565, 10_000: 5200}[decks]
            return np.stack([top, ~top], axis=1).astype(int)

        found = sa.audit(two_cards, cards=2, trials=1000, block=True)
        assert found.trials == 10_000
        assert 'make the same call with trials=1000, seed="0x5eed"' in found.answer

    def test_a_script_ends_well(self):
        """The thread behind a function must not outlive the audit: the interpreter would abort."""
        script = "import shuffle_audit as sa\nsa.audit(lambda rng: rng.permutation(20), cards=20, trials=5000)"
        codes = [subprocess.run([sys.executable, "-c", script], check=False).returncode for _ in range(5)]
        assert codes == [0] * 5

    def test_the_generator_is_the_one_that_is_asked_for(self):
        kinds = []

        def annotated(rng: random.Random):
            kinds.append(type(rng))
            return rng.sample(range(5), 5)

        def plain(rng):
            kinds.append(type(rng))
            return rng.permutation(5)

        sa.audit(annotated, cards=5, trials=100)
        sa.audit(plain, cards=5, trials=100)
        assert {random.Random, np.random.Generator} == set(kinds)

    def test_a_seed_gives_the_same_decks(self):
        one, again, other = (sa.audit(naive, cards=20, trials=2000, seed=it) for it in (1, 1, 2))
        assert one.json == again.json != other.json
        assert one.verdict == "fail" and one.cause["id"] == "naive"
        assert 'make the same call with trials=2000, seed="0x1"' in one.answer

    def test_a_function_without_a_generator_is_called_not_reproducible(self):
        found = sa.audit(random.shuffle, cards=8, in_place=True, trials=100, alpha=0.4)
        assert found.document["cases"][0]["repeatable"] is False
        cut = sa.audit(lambda: [*range(k := random.randrange(9), 9), *range(k)], cards=9, trials=500)
        assert cut.verdict == "fail"
        assert "draws from a generator of its own" in " ".join(cut.answer.split())

    def test_a_deck_of_more_than_256_cards(self):
        found = sa.audit(lambda rng: rng.permutation(1000), cards=1000, trials=50)
        assert found.passed and found.cards == 1000

    def test_draws_and_deals(self):
        assert sa.audit(lambda rng: rng.integers(6, size=1), cards=6, deal=1, replacement=True, trials=2000).passed
        loaded = sa.audit(lambda rng: [rng.integers(7) % 6], cards=6, deal=1, replacement=True, trials=2000)
        assert loaded.verdict == "fail"


class TestErrors:
    def test_the_exception_of_a_function_comes_with_its_traceback_and_its_deck(self):
        def broken(rng):
            deck = rng.permutation(5)
            return deck if rng.random() < 0.99 else deck[9]

        with pytest.raises(IndexError) as raised:
            sa.audit(broken, cards=5, trials=5000)
        lines = "".join(traceback.format_exception(raised.value))
        assert "in broken" in lines
        if sys.version_info >= (3, 11):
            assert "of 5,000, counted from 0" in lines

    @pytest.mark.parametrize(
        ("deck", "said"),
        [
            ([0, 1, 1, 2], "card 1 twice"),
            ([0, 1, 2], "a deck has 4 cards here, but the function gave 3"),
            ([0, 1, 2, -1], "is no deck"),
            (["a", "b", "c", "d"], "use items="),
            (np.array([0, 1, 2, 4]), "4"),
            (np.array([0, 1, 2, 300]), "300 is not the number of a card"),
            (np.array([[0, 1, 2]]), "gave 3"),
            (np.empty((0, 4), dtype=int), "without a deck"),
            ((it for it in (0, 1)), "gave 2"),
        ],
    )
    def test_what_is_not_a_deck_is_a_value_error(self, deck, said):
        with pytest.raises(ValueError, match=said):
            sa.audit(lambda rng: deck, cards=4, trials=100)

    def test_a_block_of_another_size(self):
        with pytest.raises(ValueError, match="asked for 100 decks and made 105"):
            sa.audit(lambda rng, decks: SOUND[: decks + 5], cards=20, trials=100, block=True)
        with pytest.raises(ValueError, match="asked for 100 decks and made 5"):
            sa.audit(lambda rng, decks: SOUND[:5], cards=20, trials=100, block=True)

    @pytest.mark.parametrize(
        ("call", "error", "said"),
        [
            (lambda: sa.audit("naive", crads=4), TypeError, "unexpected keyword argument 'crads'"),
            (lambda: sa.audit("naive", items="ab"), TypeError, "are for functions"),
            (lambda: sa.audit(SOUND), TypeError, "for decks see audit_decks"),
            (lambda: sa.audit("naiv"), ValueError, "did you mean `naive`"),
            (lambda: sa.audit(naive, items=[1, "1"]), ValueError, "must differ as strings"),
            (lambda: sa.audit_decks(SOUND, deal=99), ValueError, "deal=: a deal of 99"),
            (lambda: sa.audit_decks(SOUND, labels=["a\nb"]), ValueError, "line break"),
            (lambda: sa.audit_decks(SOUND.reshape(2, -1, 20)), ValueError, "dimensions, not 3"),
            (lambda: sa.audit_decks([[0.5, 1.5]]), ValueError, "not a card number"),
            (lambda: sa.audit_decks(np.array([[0.5, 1.5]])), ValueError, "whole numbers or labels"),
            (lambda: sa.audit_decks(7), TypeError, "not int"),
            (lambda: sa.audit_decks("decks.csv"), TypeError, "a file? Read it first"),
            (lambda: sa.audit_decks(["ABC", "BCA"]), ValueError, "is no deck, but one item"),
            (lambda: sa.audit_decks(SOUND[0]), ValueError, "see audit_order"),
            (lambda: sa.audit_decks([{0, 1, 2}]), TypeError, "a set has no order"),
            (lambda: sa.audit_decks(np.ma.masked_array(SOUND, SOUND > 9)), ValueError, "masked"),
            (lambda: sa.audit_draws([1, 0], weights={1: 1, 0: 3}, base=1), ValueError, "base= is for numbers"),
            (lambda: sa.audit("naive", threads=5000), ValueError, "threads=5000"),
            (lambda: bool(sa.audit("naive", trials=100)), TypeError, "say found.passed"),
            (lambda: sa.audit_order(SOUND), ValueError, "see audit_decks"),
            (lambda: sa.exact("naive", cards=3, foo=1), ValueError, "unexpected argument"),
            (lambda: sa.run("no-such-plan.toml"), ValueError, "no-such-plan.toml"),
            (lambda: sa.audit("naive", trials=100).svg("nothing"), KeyError, "nothing"),
            (lambda: sa.audit("naive", trials=100).table("nothing"), KeyError, "summary"),
        ],
    )
    def test_wrong_calls(self, call, error, said):
        with pytest.raises(error) as raised:
            call()
        assert said in str(raised.value)

    @pytest.mark.parametrize(
        ("said", "in_words"),
        [
            ("26 more findings: --verbose", "26 more findings: print(found.details)"),
            ("With --deal 1 --replacement they are draws", "With deal=1 replacement=True they are draws"),
            ("--cards and --deal say otherwise", "cards= and deal= say otherwise"),
            ("as --block 2,4,6 --pack A=1,B=1, with", 'as block="2,4,6" pack="A=1,B=1", with'),
            ("for names use --labels FILE, with", "for names use labels=, with"),
            ("(--coverage ignore judges", '(coverage="ignore" judges'),
            ("use --counts instead of --file", "use --counts instead of the decks"),
            ("the card --x-ray", "the card --x-ray"),
        ],
    )
    def test_hints_are_of_python(self, said, in_words):
        from shuffle_audit._errors import in_python

        assert in_python(said) == in_words

    def test_an_exception_of_the_progress_ends_it(self):
        def wrong(done, wanted):
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            sa.audit(naive, cards=20, trials=200_000, progress=wrong)

    @pytest.fixture
    def interruptible(self):
        """What runs in the background ignores Ctrl-C, as CI may."""
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        yield
        signal.signal(signal.SIGINT, before)

    @pytest.mark.usefixtures("interruptible")
    def test_ctrl_c_ends_it_while_a_function_works(self):
        def slow(rng):
            time.sleep(0.01)
            return rng.permutation(5)

        threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            sa.audit(slow, cards=5, trials=10_000)
        assert time.monotonic() - start < 2

    def test_numpy_is_optional(self):
        script = """
import sys
sys.modules["numpy"] = None
import shuffle_audit as sa
assert sa.audit(lambda rng: rng.sample(range(9), 9), cards=9, trials=500).passed
assert sa.audit_decks([[0, 1, 2], [2, 1, 0]] * 30).verdict == "fail"
assert sa.audit_order(list(range(50))).verdict == "fail"
assert sa.audit_draws(["A", "B"] * 90, weights={"A": 1, "B": 1}).verdict == "fail"
"""
        subprocess.run([sys.executable, "-c", script], check=True)

    @pytest.mark.usefixtures("interruptible")
    def test_ctrl_c_ends_it_at_once(self):
        """Within 0.2 s on an idle machine; a second is what a busy one needs."""
        timer = threading.Timer(0.5, lambda: (stamps.append(time.monotonic()), signal.raise_signal(signal.SIGINT)))
        stamps: list[float] = []
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            sa.audit("fisher-yates", cards=52, trials=500_000_000)
        assert time.monotonic() - stamps[0] < 1


class TestFindings:
    found = sa.audit(naive, cards=20, trials=5000)

    def test_what_it_says(self):
        assert self.found.headline in repr(self.found)
        assert str(self.found).startswith("FAIL: ") and len(self.found.answer.splitlines()) <= 24
        assert len(self.found.details) > len(self.found.answer)
        assert self.found.trials == 5000 and not self.found.passed and self.found.detectable

    def test_a_page_for_notebooks(self):
        page = self.found._repr_html_()
        assert "<b " in page and "naive shuffle" in page and "<svg style" in page
        assert "<svg" not in sa.audit("fisher-yates", cards=5, trials=5000)._repr_html_()

    def test_tables_and_pictures(self, tmp_path):
        header, *rows = self.found.table("position")
        assert len(header) == 21 and len(rows) == 20
        assert sum(int(cell) for row in rows for cell in row[1:]) == 5000 * 20
        assert self.found.svg("position").startswith("<svg")
        self.found.save(tmp_path / "report")
        self.found.save(tmp_path / "report")
        assert (tmp_path / "report" / "index.html").exists()
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine" / "index.html").write_text("mine")
        with pytest.raises(ValueError, match=r"index\.html"):
            self.found.save(tmp_path / "mine")

    def test_pandas_and_matplotlib(self):
        pandas = pytest.importorskip("pandas")
        table = self.found.to_pandas()
        assert isinstance(table, pandas.DataFrame) and {"test", "p_value", "effect.value"} <= set(table.columns)
        matplotlib = pytest.importorskip("matplotlib")
        matplotlib.use("Agg")
        ax = self.found.plot("position")
        assert ax.images and ax.get_xlabel() == "card" and ax.get_ylabel() == "position"
        animals = ["wolf", "goat", "cabbage"]
        assert sa.audit(lambda rng: rng.sample(animals, 3), items=animals, rng=random.Random, trials=500).plot().images
        assert self.found.plot("ascents", ax=self.found.plot("histograms")).lines

    def test_assert_uniform(self):
        sa.assert_uniform(SOUND)
        sa.assert_uniform("fisher-yates", cards=5, trials=1000)
        with pytest.raises(AssertionError, match="naive shuffle"):
            sa.assert_uniform(naive, cards=20, trials=5000)
        with pytest.raises(AssertionError, match="INCONCLUSIVE"):
            sa.assert_uniform("fisher-yates", cards=5, trials=3)


class TestCommands:
    def test_power_and_run(self, tmp_path, project):
        assert sa.power("naive", cards=5)["cheapest"]
        plan = tmp_path / "plan.toml"
        case = '[[case]]\nid = "one"\nalgorithm = "naive"\ncards = 5\ntrials = 2_000\n'
        plan.write_text(case)
        found = sa.run(plan)
        assert found.verdict == "fail" and not found.as_expected and found.cases["one"]["verdict"] == "fail"
        assert repr(found) == f"<Run: {found.headline}>"
        found = sa.run(plan, out=tmp_path / "out", quiet=True)
        assert (tmp_path / "out" / "plan" / "index.html").exists()

    def test_compare(self):
        assert sa.compare(SOUND[:1000], SOUND[1000:2000])["headline"].startswith("No difference")
        assert sa.compare("fisher-yates", SOUND, cards=20)["headline"].startswith("No difference")
        sorted_by_halves = np.sort(SOUND[:, :10], axis=1)
        other = np.concatenate([sorted_by_halves, SOUND[:, 10:]], axis=1)
        assert sa.compare(SOUND, other)["headline"].startswith("DIFFERENT")

    def test_the_command_has_its_exit_codes(self, command):
        assert command("check", "--algorithm=naive", "--trials=1000").returncode == 1
        assert command("check", "--algorithm=fisher-yates", "--trials=1000").returncode == 0
        wrong = command("check", "--algorithm=naiv")
        assert wrong.returncode == 2 and wrong.stderr.startswith("shuffle-audit: ")
        said = command("--version").stdout.split()  # a clone has its commit, too
        assert said[:2] == ["shuffle-audit", sa.__version__]

    def test_the_keywords_are_the_flags(self, command):
        from shuffle_audit._settings import KNOWN

        said = command("check", "--help").stdout
        flags = set(re.findall(r"^ +(--[a-z-]+)(?: |$)", said, flags=re.MULTILINE))
        # What names a subject or its format, what Python does by other means, and what only prints.
        other = "algorithm exec file library symbol format field counts no-header jobs stall probe for threads show"
        other += " out export csv-dialect verbose quiet json against against-exec against-file"
        keywords = {"--" + key.replace("_", "-") for key in KNOWN}
        assert flags - {"--" + flag for flag in other.split()} == keywords

    def test_it_is_imported_fast(self):
        code = "import time; t = time.perf_counter(); import shuffle_audit; print(time.perf_counter() - t)"
        runs = [
            subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(5)
        ]
        assert min(float(run.stdout) for run in runs) < 0.1

    def test_progress(self, capsys):
        pytest.importorskip("tqdm")
        sa.audit(naive, cards=20, trials=3000, progress=True)
        assert "3.00k" in capsys.readouterr().err
        heard = []
        sa.audit(naive, cards=20, trials=30_000, progress=lambda done, wanted: heard.append((done, wanted)))
        assert heard and all(done <= wanted for done, wanted in heard)
