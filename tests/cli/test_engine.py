"""`tavoliere engine`: the JSON lines server."""

import io
import json
import subprocess
import sys
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cli.engine import COMMANDS, LONGEST_LINE, EngineServer, plain, serve
from bot.engine.chance import Seeded
from bot.engine.core import Chance, Seat, Step
from bot.engine.games.controcorrente import GAME
from bot.engine.games.controcorrente.events import RiverEvent
from bot.engine.games.controcorrente.position import ControcorrenteOptions, State
from bot.engine.games.controcorrente.river import Action
from bot.engine.registry import games
from bot.errors import ReplayDiverged

MODULE = import_module("bot.cli.engine")  # by name, since the package holds the command under the same one
START = "1;A;S1W4;A3,3,3;B3,3,3;-"
NEW = {"cmd": "new", "game": "controcorrente", "seats": 2, "options": {}, "seed": "01"}


class Client:
    """Asks a server and reads its answers."""

    def __init__(self) -> None:
        self.server = EngineServer()

    def ask(self, **request: Any) -> dict[str, Any]:
        return self.line(json.dumps(request))

    def line(self, text: str | bytes) -> dict[str, Any]:
        answer = self.server.answer(text if isinstance(text, bytes) else text.encode())
        assert "\n" not in answer
        assert answer.isascii()
        found = json.loads(answer)
        assert isinstance(found, dict)
        return found


@pytest.fixture
def client() -> Client:
    """Give a server with a match set up."""
    client = Client()
    assert client.ask(**NEW)["ok"]
    return client


def refused(answer: dict[str, Any], code: str) -> None:
    """Check an error answer."""
    assert answer.keys() == {"ok", "code", "message"}
    assert (answer["ok"], answer["code"]) == (False, code)
    assert answer["message"].endswith((".", "?"))


def test_games() -> None:
    answer = Client().ask(cmd="games")
    assert answer.keys() == {"ok", "games"}
    assert [entry["key"] for entry in answer["games"]] == list(games())
    entry = next(entry for entry in answer["games"] if entry["key"] == "controcorrente")
    assert entry.keys() == {"key", "seats", "rules_version", "hidden", "chance", "options"}
    assert (entry["seats"], entry["hidden"], entry["chance"]) == ([2, 3, 4], False, True)
    assert entry["options"]["additionalProperties"] is False
    assert entry["options"]["properties"]["wave"]["maximum"] == 10


def test_a_new_match() -> None:
    assert Client().ask(**NEW) == {
        "ok": True,
        "state": START,
        "to_act": [0],
        "legal": {"0": ["R"]},
        "outcome": None,
        "events": [],
        "draws": [],
    }
    assert Client().ask(cmd="new", game="controcorrente", seats=4)["state"] == "1;A;S1W4;A3,3,3;B3,3,3;C3,3,3;D3,3,3;-"
    assert Client().ask(**NEW | {"options": {"start": 4, "wave": 5}})["state"] == "1;A;S1W5;A4,4,4;B4,4,4;-"


def test_rolls_come_from_the_seed_and_go_on_counting(client: Client) -> None:
    expected = Seeded(b"\x01")
    for n in range(3):
        answer = client.ask(cmd="apply", seat=n % 2, action="r")
        value = expected.draw("die", 6)
        assert answer["draws"] == [{"label": "die", "bound": 6, "value": value}]
        assert answer["events"] == [{"type": "rolled", "audience": None, "seat": n % 2, "die": value + 1}]
        assert client.ask(cmd="apply", seat=n % 2, action=answer["legal"][str(n % 2)][0])["draws"] == []


def test_scripted_draws(client: Client) -> None:
    answer = client.ask(cmd="apply", seat=0, action="R", draws=[5])
    assert answer["state"].endswith("*")
    assert answer["legal"] == {"0": ["P"]}
    assert client.ask(cmd="apply", seat=0, action="P", draws=[])["to_act"] == [1]
    assert client.ask(cmd="apply", seat=1, action="R")["draws"][0]["value"] == derived(1), "the seed counts scripted draws too"


def derived(n: int) -> int:
    """Give the n-th die of the seed."""
    source = Seeded(b"\x01", {"die": n})
    return source.draw("die", 6)


def test_wrong_draws_change_nothing(client: Client) -> None:
    refused(client.ask(cmd="apply", seat=0, action="R", draws=[]), "engine.draws_missing")
    refused(client.ask(cmd="apply", seat=0, action="R", draws=[3, 0]), "engine.draws_left")
    refused(client.ask(cmd="apply", seat=0, action="R", draws=[6]), "engine.draw_out_of_bounds")
    refused(client.ask(cmd="apply", seat=0, action="R", draws=[-1]), "engine.draw_out_of_bounds")
    assert client.ask(cmd="apply", seat=0, action="R")["draws"][0]["value"] == derived(0)


def test_without_a_seed_only_scripts_can_roll() -> None:
    client = Client()
    assert client.ask(cmd="load", game="controcorrente", state=START)["state"] == START
    refused(client.ask(cmd="apply", seat=0, action="R"), "engine.needs_chance")
    assert client.ask(cmd="apply", seat=0, action="R", draws=[0])["ok"]
    assert client.ask(cmd="apply", seat=0, action="M3")["state"] == "1;B;S1W4;A3,3,7;B3,3,3;-"


def test_loading() -> None:
    client = Client()
    answer = client.ask(
        cmd="load", game="controcorrente", state="14;A;S8W1;A9,h12,x;Bh11,h10,x;2", options={"tie_break": True}, seed="ff"
    )
    assert (answer["legal"], answer["events"], answer["draws"]) == ({"0": ["M9"]}, [], [])
    over = client.ask(cmd="apply", seat=0, action="M9")
    assert over["to_act"] == []
    assert over["legal"] == {}
    assert over["outcome"] == {"places": [1, 2], "scores": [21, 21], "reason": "controcorrente.over.river_empty"}
    assert [event["type"] for event in over["events"]] == ["moved", "docked", "over"]
    refused(client.ask(cmd="apply", seat=0, action="R"), "engine.match_over")
    refused(client.ask(cmd="resign", seat=0), "engine.match_over")


def test_next_parts(client: Client) -> None:
    assert client.ask(cmd="next", seat=0, prefix="") == {"ok": True, "choices": [{"text": "R", "complete": True}]}
    assert client.ask(cmd="next", seat=0)["choices"] == [{"text": "R", "complete": True}]
    assert client.ask(cmd="next", seat=0, prefix="Q")["choices"] == []
    assert client.ask(cmd="next", seat=1, prefix="")["choices"] == []


def test_resigning(client: Client) -> None:
    answer = client.ask(cmd="resign", seat=0)
    assert answer["state"] == "1;B;S1W4;Ax,x,x!;B3,3,3;-"
    assert answer["events"] == [{"type": "resigned", "audience": None, "seat": 0, "tiles": [3, 3, 3]}]
    refused(client.ask(cmd="resign", seat=0), "engine.already_resigned")


def test_views(client: Client) -> None:
    client.ask(cmd="apply", seat=0, action="R", draws=[1])
    for seat in (None, 0, 1):
        answer = client.ask(cmd="view", seat=seat)
        assert answer.keys() == {"ok", "view", "text"}
        assert answer["view"]["die"] == 2
        assert answer["view"]["seats"][1]["afloat"] == [3, 3, 3]
        assert max(map(len, answer["text"].splitlines())) <= 34


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "engine.bad_json"),
        ("{", "engine.bad_json"),
        ("{'cmd': 'games'}", "engine.bad_json"),
        (b"\xff\xfe", "engine.bad_json"),
        ("[" * 200_000, "engine.bad_json"),
        ('{"cmd": ' + "9" * 5000 + "}", "engine.bad_json"),
        ("[]", "engine.not_an_object"),
        ("null", "engine.not_an_object"),
        ('"games"', "engine.not_an_object"),
        ("{}", "engine.unknown_cmd"),
        ('{"cmd": "fly"}', "engine.unknown_cmd"),
        ('{"cmd": null}', "engine.unknown_cmd"),
        ('{"cmd": ["games"]}', "engine.unknown_cmd"),
        ('{"cmd": "games", "extra": 1}', "engine.bad_request"),
        ('{"cmd": "new"}', "engine.bad_request"),
        ('{"cmd": "new", "game": "controcorrente", "seats": "2"}', "engine.bad_request"),
        ('{"cmd": "new", "game": "controcorrente", "seats": 2.5}', "engine.bad_request"),
        ('{"cmd": "new", "game": "controcorrente", "seats": true}', "engine.bad_request"),
        ('{"cmd": "new", "game": "controcorrente", "seats": 2, "options": []}', "engine.bad_request"),
        ('{"cmd": "new", "game": "controcorrente", "seats": 2, "seed": 1}', "engine.bad_request"),
        ('{"cmd": "new", "game": "controcorrente", "seats": 2, "seed": ""}', "engine.bad_seed"),
        ('{"cmd": "new", "game": "chess", "seats": 2}', "engine.unknown_game"),
        ('{"cmd": "new", "game": "controcorrente", "seats": 5}', "engine.wrong_seats"),
        ('{"cmd": "new", "game": "controcorrente", "seats": 2, "options": {"sand": 1}}', "engine.bad_options"),
        ('{"cmd": "new", "game": "controcorrente", "seats": 2, "options": {"start": "3"}}', "engine.bad_options"),
        ('{"cmd": "new", "game": "controcorrente", "seats": 2, "options": {"start": 4}}', "controcorrente.options.wave_on_start"),
        ('{"cmd": "load", "game": "controcorrente", "state": "x"}', "controcorrente.load.fields"),
        ('{"cmd": "load", "game": "controcorrente", "state": ["x"]}', "engine.bad_request"),
        ('{"cmd": "load", "game": "controcorrente", "state": "' + START + '", "seed": "zz"}', "engine.bad_seed"),
        ('{"cmd": "next", "seat": -1, "prefix": ""}', "engine.bad_request"),
        ('{"cmd": "next", "seat": 2, "prefix": ""}', "engine.no_such_seat"),
        ('{"cmd": "next", "prefix": ""}', "engine.bad_request"),
        ('{"cmd": "apply", "seat": 0}', "engine.bad_request"),
        ('{"cmd": "apply", "seat": 0, "action": null}', "engine.bad_request"),
        ('{"cmd": "apply", "seat": 0, "action": "R", "draws": [1.5]}', "engine.bad_request"),
        ('{"cmd": "apply", "seat": 0, "action": "R", "draws": 3}', "engine.bad_request"),
        ('{"cmd": "apply", "seat": 0, "action": "R", "draw": [3]}', "engine.bad_request"),
        ('{"cmd": "apply", "seat": 1, "action": "R"}', "engine.not_your_turn"),
        ('{"cmd": "apply", "seat": 7, "action": "R"}', "engine.no_such_seat"),
        ('{"cmd": "apply", "seat": 0, "action": "M3"}', "controcorrente.illegal.roll_first"),
        ('{"cmd": "apply", "seat": 0, "action": "\\ud800"}', "controcorrente.parse.action"),
        ('{"cmd": "resign"}', "engine.bad_request"),
        ('{"cmd": "resign", "seat": 2}', "engine.no_such_seat"),
        ('{"cmd": "view"}', "engine.bad_request"),
        ('{"cmd": "view", "seat": 2}', "engine.no_such_seat"),
        ('{"cmd": "' + "x" * LONGEST_LINE + '"}', "engine.line_too_long"),
    ],
    ids=lambda value: value[:60] if isinstance(value, str) else "bytes",
)
def test_bad_lines_are_answered_and_change_nothing(client: Client, line: str | bytes, code: str) -> None:
    refused(client.line(line), code)
    assert client.ask(cmd="apply", seat=0, action="R")["draws"][0]["value"] == derived(0)


def test_a_refused_action_says_what_is_possible(client: Client) -> None:
    answer = client.ask(cmd="apply", seat=0, action="M3")
    assert answer["message"] == "Roll the die first. Possible here: R."
    answer = client.ask(cmd="apply", seat=1, action="R")
    assert answer["message"] == "It is not your turn. The match is waiting for seat 0."


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in ("games", "new", "load")])
def test_before_a_position(command: str) -> None:
    request = {"cmd": command, "seat": 0} | ({"action": "R"} if command == "apply" else {})
    refused(Client().ask(**request), "engine.no_position")


@settings(deadline=None)  # a busy machine takes the time it takes
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_any_json_is_answered(value: Any) -> None:
    answer = Client().line(json.dumps(value))
    assert not answer["ok"]


@settings(deadline=None)  # a busy machine takes the time it takes
@given(
    st.lists(
        st.fixed_dictionaries(
            {"cmd": st.sampled_from(COMMANDS)},
            optional={
                "game": st.sampled_from(["controcorrente", "x"]),
                "seats": st.integers(-1, 5),
                "seat": st.integers(-1, 4) | st.none(),
                "action": st.sampled_from(["R", "M3", "P", "F3", "CB3", ""]),
                "draws": st.lists(st.integers(-1, 6), max_size=2),
                "state": st.sampled_from([START, "x"]),
                "prefix": st.sampled_from(["", "R"]),
            },
        ),
        max_size=12,
    )
)
def test_any_sequence_of_requests_is_answered(requests: list[dict[str, Any]]) -> None:
    client = Client()
    for request in requests:
        answer = client.ask(**request)
        assert answer["ok"] or answer["code"] != "engine.internal", answer


class Faulty(type(GAME)):  # type: ignore[misc]  # a game made faulty on purpose
    """A game that breaks in play."""

    fault: Exception = ZeroDivisionError("one\nline")

    def apply(self, state: State, seat: Seat, action: Action, chance: Chance) -> Step[State, RiverEvent]:
        raise self.fault


def test_a_fault_inside_is_answered_too(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    monkeypatch.setattr(MODULE, "find_game", lambda _: Faulty())
    client.ask(**NEW)
    answer = client.ask(cmd="apply", seat=0, action="R")
    assert (answer["ok"], answer["code"]) == (False, "engine.internal")
    assert "ZeroDivisionError" in answer["message"]
    Faulty.fault = ReplayDiverged("odd")
    assert client.ask(cmd="apply", seat=0, action="R") == {"ok": False, "code": "ReplayDiverged", "message": "odd"}


def test_long_lists_of_actions_are_cut(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    monkeypatch.setattr(MODULE, "MOST_LEGAL", 1)
    state = "5;A;S7W10;A2,5,8;B4,4,6;3"
    answer = client.ask(cmd="load", game="controcorrente", state=state)
    assert (answer["legal"], answer["truncated"]) == ({"0": ["M2"]}, True)


def test_plain_values() -> None:
    assert plain({1: (frozenset({2, 1}), [ControcorrenteOptions()])})["1"][0] == [1, 2]


def test_serving_answers_each_line_and_flushes() -> None:
    class Flushed(io.StringIO):
        flushes = 0

        def flush(self) -> None:
            self.flushes += 1

    answers = Flushed()
    long = b'{"cmd": "' + b"x" * (3 * LONGEST_LINE) + b'"}\n'
    serve(io.BytesIO(b'{"cmd": "games"}\n' + long + b'\r\n{"cmd": "games"}'), answers)
    found = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [answer.get("code", "ok") for answer in found] == ["ok", "engine.line_too_long", "engine.bad_json", "ok"]
    assert answers.flushes == 4


def test_the_command_ends_with_its_input() -> None:
    lines = [
        NEW,
        {"cmd": "apply", "seat": 0, "action": "R", "draws": [1]},
        {"cmd": "apply", "seat": 0, "action": "M3"},
        "nonsense",
    ]
    ended = subprocess.run(
        [sys.executable, "-m", "bot", "engine"],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, True, True, False]
    assert answers[2]["state"] == "1;B;S1W4;A3,3,5;B3,3,3;-"
