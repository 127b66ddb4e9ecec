"""Bots that learn: what they learn, their files, and the same decisions from views and in lanes."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tiers import sampled

from trickkit import InvalidRecord, InvalidRules, Rules, View, batch, bots, lab, load
from trickkit.bots.installed import installed
from trickkit.bots.learned import features_of
from trickkit.bots.network import Network
from trickkit.bots.training import choosing, learner, playing, schedule
from trickkit.bots.training.kernels import remember


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer lanes, decisions and deals than learning takes."""
    for module, name, number in ((playing, "LANES", 16), (learner, "BATCH", 64), (schedule, "DEALS", 16)):
        monkeypatch.setattr(module, name, number)


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> bots.Learned:
    """A bot that has learned a short game for a second."""
    path = tmp_path_factory.mktemp("learned") / "pikinni.npz"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playing, "LANES", 128)
        patch.setattr(schedule, "CHECKS", 2)
        patch.setattr(schedule, "DEALS", 64)
        return bots.train(load("pikinni", players=2), steps=500, path=path)


@pytest.mark.sample(0)
def test_it_beats_random_play_surely(learned: bots.Learned) -> None:
    found = bots.match(load("pikinni", players=2), [learned, bots.Random()], deals=400)
    ahead, error = found.ahead(0, 1)
    assert error is not None
    assert ahead > 3 * error


@pytest.mark.sample(0)
def test_the_same_bot_against_itself_is_level(learned: bots.Learned) -> None:
    assert bots.match(load("pikinni", players=2), [learned, learned], deals=50).ahead(0, 1) == (0.0, 0.0)


def test_it_decides_alike_in_lanes_and_view_by_view(learned: bots.Learned) -> None:
    lanes = batch.lanes(load("pikinni", players=2), 8, seed=5)
    which = np.arange(8)
    for _ in range(12):
        actions = learned.act_lanes(lanes, which)
        assert actions.tolist() == bots.Bot.act_lanes(learned, lanes, which).tolist()
        assert actions[[2, 5]].tolist() == learned.act_lanes(lanes, np.array([2, 5])).tolist()
        lanes.step(actions)


def test_it_explains_what_it_expects(learned: bots.Learned) -> None:
    view = load("pikinni", players=2).start(seed=7).view(0)
    found = learned.explain(view)
    assert found.choices[0].action == learned.act(view)
    assert {choice.action for choice in found.choices} == {*view.legal()}
    assert str(found).endswith("not tried out")


@pytest.mark.usefixtures("_quick")
def test_where_calls_are_drawn_nothing_is_learned_from_earlier_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "WILD", 1.0)
    played = playing.SelfPlay(features_of(load("oh_hell")), 1)
    network = learner.Learner(played.features, 1).decider
    for step, chance in enumerate((0.0, 0.0, 1.0, 1.0)):
        monkeypatch.setattr(playing, "BY_CHANCE", chance)
        played.play(network, None, 0.0)
        learned_from = {*np.flatnonzero((played._chosen >= 0).any(axis=1)).tolist()}
        # One call is drawn in a deal, not more.
        assert learned_from == ({0}, {0, 1}, {2}, {2, 3})[step]
        assert played._wild.all() == (step < 2)


@pytest.mark.sample(0)
@pytest.mark.usefixtures("_quick")
def test_equal_seeds_give_equal_files(tmp_path: Path) -> None:
    networks = [
        Network.load(bots.train(load("pikinni", players=2), steps=80, seed=seed, path=tmp_path / f"{name}.npz").path)
        for name, seed in (("one", 1), ("again", 1), ("other", 2))
    ]
    assert (networks[0].first == networks[1].first).all()
    assert networks[0].first.shape != networks[2].first.shape or (networks[0].first != networks[2].first).any()


@pytest.mark.usefixtures("_quick")
def test_a_training_goes_on_from_its_file(learned: bots.Learned, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, path = load("pikinni", players=2), Path(learned.path).with_name("more.npz")
    path.write_bytes(Path(learned.path).read_bytes())
    with pytest.raises(InvalidRules, match="exists; give resume=True"):
        bots.train(rules, steps=5, path=path)
    monkeypatch.setattr(schedule._Training, "_is_better", lambda *_: True)
    more = bots.train(rules, steps=20, path=path, resume=True)
    assert more.about["trained"]["deals"] > learned.about["trained"]["deals"]
    with pytest.raises(InvalidRules, match=r"was trained for pikinni \(players=2, .*, not for hearts \("):
        bots.train(load("hearts"), steps=5, path=path, resume=True)


@pytest.mark.usefixtures("_quick")
def test_only_what_a_match_says_is_better_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(schedule._Training, "_is_better", lambda *_: False)
    kept = []
    bots.train(
        load("pikinni", players=2), steps=80, path=tmp_path / "one.npz", seen=lambda so_far: kept.append(so_far.kept)
    )
    assert {*kept} <= {0, 1}
    assert kept[-1] == 1


@pytest.mark.sample(0)
@pytest.mark.usefixtures("_quick")
def test_in_the_end_matches_say_what_search_leaves_to_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rules, view = load("pikinni", players=2), load("pikinni", players=2).start(seed=7).view(0)
    monkeypatch.setattr(schedule, "LEAST", 1e-3)
    monkeypatch.setattr(schedule, "CHECKS", 1)
    found = iter([bots.Match([(2, 1), (3, 1)] * 15), bots.Match([(1, 2), (1, 3)] * 15)])
    monkeypatch.setattr(choosing, "match", lambda *_, **__: next(found))
    learned = bots.train(rules, minutes=0.003, path=tmp_path / "one.npz")
    assert learned.about["best"] == ["calls"]
    assert bots.best(rules, network=learned.path).bot(view) == learned
    views = (state.view(state.actors[0]) for state in bots.states(rules, [bots.Random()] * 2, seed=3))
    assert bots.best(rules, network=learned).bot(next(one for one in views if one.phase == rules.phases[-1])) != learned
    monkeypatch.setattr(choosing, "match", lambda *_, **__: bots.Match([(1, 2), (1, 3)]))
    none = bots.train(rules, minutes=0.003, path=tmp_path / "two.npz")
    assert none.about["best"] == []
    with pytest.raises(InvalidRules, match="was trained for pikinni"):
        bots.best(load("hearts"), network=learned)


@pytest.mark.parametrize(
    ("deals", "worth", "met", "chosen"),
    [
        (30, {"calls": 2, "calls plays": 3}, [("calls", ""), ("calls plays", "calls")], ["calls", "plays"]),
        (30, {"calls": 2, "calls plays": 1}, [("calls", ""), ("calls plays", "calls")], ["calls"]),
        (30, {"calls": -1, "calls plays": 1}, [("calls", ""), ("calls plays", "")], ["calls", "plays"]),
        (29, {"calls": 2, "calls plays": 3}, [("calls", ""), ("calls plays", "")], []),
    ],
)
def test_plays_are_left_to_it_if_they_gain_on_calls_alone(
    monkeypatch: pytest.MonkeyPatch,
    learned: bots.Learned,
    tmp_path: Path,
    deals: int,
    worth: dict[str, int],
    met: list[tuple[str, str]],
    chosen: list[str],
) -> None:
    path, seen = str(tmp_path / "one.npz"), list[tuple[str, str]]()

    def match(_rules: Rules, players: list[bots.Best], **_: object) -> bots.Match:
        parts = [" ".join(one.network.about["best"]) if one.network else "" for one in players]
        seen.append((parts[0], parts[1]))
        first, second = (worth.get(part, 0) for part in parts)
        return bots.Match([(first, second)] * deals)

    shutil.copy(str(learned.path), path)
    monkeypatch.setattr(choosing, "match", match)
    leads = choosing.choose(load("pikinni", players=2), path, seconds=1, seed=0)
    assert seen == met
    assert bots.Learned(path).about["best"] == chosen
    assert [counted for _, _, counted in leads.values()] == [deals, deals]


@pytest.mark.sample(0)
@pytest.mark.usefixtures("_quick")
def test_it_learns_to_beat_a_bot_and_says_by_how_much(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(playing, "LANES", 128)
    monkeypatch.setattr(schedule, "DEALS", 64)
    path, rules, seen = tmp_path / "answer.npz", load("pikinni", players=3), list[bots.Progress]()
    found = bots.train(rules, steps=400, path=path, against=bots.Random(), seen=seen.append)
    trained = found.about["trained"]
    mean, half = trained["ahead"]
    assert mean > half
    assert trained["ahead_deals"] == 256
    assert trained["against"].startswith("Random(")
    assert seen[-1].over == pytest.approx((mean, half), abs=1e-4)
    assert str(seen[-1]).endswith("over the bot")
    # One seat learns: it answers for a table in which all others are the bot.
    seated = bots.match(rules, [found, bots.Random(), bots.Random()], deals=200)
    assert seated.ahead(0, 1)[0] > 0


@pytest.mark.sample(0)
@pytest.mark.usefixtures("_quick")
def test_against_a_learned_bot_it_begins_as_that_and_loses_nothing(learned: bots.Learned, tmp_path: Path) -> None:
    rules = load("pikinni", players=2)
    found = bots.train(rules, steps=8, path=tmp_path / "answer.npz", against=learned)
    mean, half = found.about["trained"]["ahead"]
    assert mean >= -half
    assert found.about["game"] == "pikinni"


@pytest.mark.sample(0)
def test_all_others_play_the_bot_that_is_to_be_beaten() -> None:
    rules, asked = load("hearts"), list[tuple[int, int]]()

    class Watching(bots.Random):
        def act_lanes(self, lanes: Any, which: Any) -> Any:
            asked.extend((int(lane), int(lanes.seats[lane])) for lane in which)
            return super().act_lanes(lanes, which)

    played = playing.SelfPlay(features_of(rules), 0, Watching())
    network = learner.Learner(features_of(rules), 0)
    for _ in range(40):
        played.play(network.decider, None, 0.1)
    seats = [{seat for lane, seat in asked if lane == one} for one in range(len(played.lanes))]
    assert {len(of_lane) for of_lane in seats} == {3}


@pytest.mark.parametrize(
    ("key", "against", "message"),
    [("pikinni", "greedy", "is no bot"), ("rope_team", bots.Random(), "all seats win together")],
)
def test_what_cannot_be_beaten_is_refused(key: str, against: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidRules, match=message):
        bots.train(load(key), steps=1, path=tmp_path / "one.npz", against=against)


def test_an_interruption_keeps_what_was_learned(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(schedule, "CHECKS", 1)

    def interrupt(_: bots.Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bots.train(load("pikinni", players=2), steps=1000, path=tmp_path / "one.npz", seen=interrupt)
    assert bots.Learned(tmp_path / "one.npz").about["trained"]["deals"] > 0


def test_it_refuses_other_rules_in_words(learned: bots.Learned) -> None:
    with pytest.raises(InvalidRules, match=r"was trained for pikinni \(players=2, .*, not for pikinni \(players=3"):
        learned.act(load("pikinni", players=3).start(seed=7).view(0))


def test_it_is_read_from_a_text(learned: bots.Learned) -> None:
    assert bots.read(f"learned:{learned.path}") == learned
    with pytest.raises(InvalidRules, match="the path of a file comes after the colon"):
        bots.read("learned:")
    with pytest.raises(InvalidRecord, match="there is no file"):
        bots.read("learned:/dev/zero")


@pytest.mark.usefixtures("_quick")
def test_of_a_folder_the_network_plays_that_was_trained_for_the_rules(learned: bots.Learned, tmp_path: Path) -> None:
    two, three = load("pikinni", players=2), load("pikinni", players=3)
    assert learned.path is not None
    shutil.copy(learned.path, tmp_path / "two.npz")
    other = bots.train(three, steps=40, path=tmp_path / "three.npz")
    bot = bots.read(f"learned:{tmp_path}")
    for rules, alone in ((two, learned), (three, other)):
        view = rules.start(seed=7).view(0)
        assert bot.explain(view) == alone.explain(view)
    found = lab.compare(two, three, bots=f"learned:{tmp_path}", deals=4, metrics=["points"])
    assert found.deals == 4
    with pytest.raises(InvalidRules, match=r"none of the 2 networks in '.*' was trained for hearts \("):
        bot.act(load("hearts").start(seed=7).view(0))


@pytest.mark.sample(0)
def test_installed_networks_play_their_games() -> None:
    bot = bots.read("learned", files=False)
    assert bot == bots.Learned()
    assert "euchre" in installed()
    for key in sampled(sorted(installed()), 1):
        view = next(views_of(load(key)))
        assert bot.act(view) == bots.Learned(installed()[key]).act(view) in view.legal()
        assert bot.explain(view).choices[0].action == bot.act(view)
        assert Path(installed()[key]).stat().st_size <= 500_000
    lanes = batch.lanes(load("euchre"), 3, seed=1)
    assert (
        bot.act_lanes(lanes, np.arange(3)).tolist()
        == bots.Learned(installed()["euchre"]).act_lanes(lanes, np.arange(3)).tolist()
    )


def views_of(rules: Rules) -> Iterator[View]:
    """Views of seats that have a choice."""
    for state in bots.states(rules, [bots.Random()] * rules.players, seed=3):
        for seat in state.actors:
            if len(state.legal(seat)) > 1:
                yield state.view(seat)


def test_where_no_network_is_installed_it_says_how_to_make_one() -> None:
    with pytest.raises(
        InvalidRules,
        match=r"no network for 'cat_in_the_box' is installed; 'trickkit train' writes one, which learned:FILE plays",
    ):
        bots.Learned().act(next(views_of(load("cat_in_the_box"))))
    with pytest.raises(InvalidRules, match=r"was trained for hearts .*, not for hearts"):
        bots.Learned().act(next(views_of(load("hearts", passing="none"))))


def test_a_file_is_small(learned: bots.Learned, tmp_path: Path) -> None:
    network = Network.load(learned.path)
    rng = np.random.default_rng(1)
    large = Network(
        np.arange(4000, dtype=np.int32),
        rng.normal(size=(4000, 128)).astype(np.float32),
        *(getattr(network, name) for name in ("first_bias", "second", "second_bias", "last", "last_bias")),
        about={**network.about, "features": 4000},
    )
    large.save(tmp_path / "large.npz")
    assert (tmp_path / "large.npz").stat().st_size <= 500_000
    assert 1000 < len(Network.load(tmp_path / "large.npz").rows) < 4000


def _changed(data: bytes, change: Callable[[dict[str, bytes]], object]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return into.getvalue()


def _as_npy(array: Any) -> bytes:
    into = io.BytesIO()
    np.save(into, array, allow_pickle=True)
    return into.getvalue()


HOSTILE: dict[str, Callable[[dict[str, bytes]], object]] = {
    "pickled": lambda parts: parts.update({"first.npy": _as_npy(np.array([{}], object))}),
    "huge": lambda parts: parts.update({"first.npy": parts["first.npy"].replace(b"'shape': (", b"'shape': (9999")}),
    "bomb": lambda parts: parts.update({"rows.npy": bytes(2**26)}),
    "part missing": lambda parts: parts.pop("last.npy"),
    "part more": lambda parts: parts.update({"more.npy": b""}),
    "not a number": lambda parts: parts.update({"first_bias.npy": _as_npy(np.full(128, np.nan, np.float16))}),
    "unsorted": lambda parts: parts.update({"rows.npy": _as_npy(np.frombuffer(parts["rows.npy"][128:], "<i4")[::-1])}),
    "deep": lambda parts: parts.update({"about.npy": _as_npy(np.frombuffer(b"[" * 50_000, np.uint8))}),
    "many": lambda parts: parts.update({"about.npy": parts["about.npy"].replace(b'"hidden": 128', b'"hidden": 2e9')}),
}


@pytest.mark.sample(9)
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_refused(learned: bots.Learned, tmp_path: Path, what: str) -> None:
    path = tmp_path / "hostile.npz"
    path.write_bytes(_changed(Path(learned.path).read_bytes(), HOSTILE[what]))
    with pytest.raises(InvalidRecord, match="is no network of trickkit"):
        bots.Learned(path)


def test_a_file_that_is_no_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.npz"
    path.write_text("no archive")
    with pytest.raises(InvalidRecord, match="is no network of trickkit: not a file that `train` wrote"):
        bots.Learned(path)
    path.write_bytes(bytes(2_000_000))
    with pytest.raises(InvalidRecord, match="has 2000000 bytes; a network has 500000 at most"):
        bots.Learned(path)


@pytest.mark.parametrize("argument", [{"minutes": 0}, {"steps": 0}, {"steps": 1.5}, {"seed": None}])
def test_wrong_arguments_are_refused(tmp_path: Path, argument: dict[str, Any]) -> None:
    with pytest.raises(InvalidRules):
        bots.train(load("pikinni"), path=tmp_path / "one.npz", **argument)
    with pytest.raises(InvalidRules, match="the folder"):
        bots.train(load("pikinni"), path=tmp_path / "none" / "one.npz")


def test_random_play_in_lanes_is_fair() -> None:
    lanes = batch.lanes(load("pikinni", players=2), 2000, seed=3, number=7)
    legal, which = lanes.legal(), np.arange(2000)
    chosen = bots.Random().act_lanes(lanes, which)
    assert legal[which, chosen].all()
    shares = np.bincount(chosen, minlength=9)[:9] / legal.mean(axis=0)[:9] / 2000
    assert (abs(shares - 1 / 9) < 0.04).all()
    assert (bots.Random(1).act_lanes(lanes, which) != chosen).any()


def test_plays_are_worth_something_between_the_deal_and_the_next_decision_and_calls_what_the_deal_was() -> None:
    # Seat 0 calls and plays twice, seat 1 plays once between; the deal was worth 8 and -8.
    seats, valued = np.array([[0], [0], [1], [0]]), np.array([[1], [2], [5], [4]], np.float32)
    outputs, calls = np.array([[3], [4], [5], [6]]), np.array([[True], [False], [False], [False]])
    kept, kept_outputs, targets = np.zeros((8, 1), np.int16), np.zeros(8, np.int64), np.zeros(8, np.float32)
    zero, worth, scored = np.zeros(1, np.int64), np.array([[8.0, -8.0]]), np.zeros((4, 1), np.float32)

    def learned(unit: float = 1.0, linear: float = 9.0) -> dict[int, float]:
        stored = remember(
            np.zeros((4, 1, 1), np.int16), outputs, seats, zero, zero, zero + 4, kept, kept_outputs, targets, worth, 0,
            valued, scored, calls, 0.5, np.zeros(2), unit, linear,
        )  # fmt: skip
        return dict(zip(kept_outputs[:stored].tolist(), targets[:stored].tolist(), strict=True))

    assert learned() == {3: 8, 4: 6, 5: -8, 6: 8}
    # Before its last play, seat 0 was already ahead by 2: it brings 6, and what was to come of the first one was 4 + 2.
    scored[3] = 2
    assert learned() == {3: 8, 4: 7, 5: -8, 6: 6}
    assert learned(linear=6.0) == {
        3: pytest.approx(6 + np.log1p(2)),
        4: pytest.approx(6 + np.log1p(1)),
        5: pytest.approx(-6 - np.log1p(2)),
        6: 6,
    }
