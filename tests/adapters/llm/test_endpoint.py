"""A chat endpoint over real HTTP: what is sent, what comes back, and everything that goes wrong."""

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from strandline.adapters.llm import BreakingChat
from strandline.adapters.llm.endpoint import chat_address
from strandline.model.errors import ConfigError, ModelError, QuestionRefused
from strandline.testing.chat_replies import Reply, error, judgement
from strandline.testing.chat_server import ChatServer

KEY = "sk-canary-0123456789abcdef"


def ask(chat: BreakingChat, user: str = "Pont ou 桥?") -> Any:
    return chat.ask("Answer in JSON.", user, max_tokens=500)


def fails(chat: BreakingChat) -> ModelError:
    with pytest.raises(ModelError) as caught:
        ask(chat)
    return caught.value


def test_an_answer_with_its_tokens(chat: BreakingChat, server: ChatServer) -> None:
    """One POST in the protocol of chat completions, in JSON mode, with the key."""
    server.will(judgement("same_news"))
    answer = ask(chat)
    assert json.loads(answer.text)["level"] == "same_news"
    assert not answer.is_cut
    assert answer.prompt_tokens > 0
    assert answer.completion_tokens > 0
    assert answer.latency_s > 0
    [asked] = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert asked.headers["content-type"] == "application/json"
    assert asked.body == {
        "model": "m-1",
        "messages": [
            {"role": "system", "content": "Answer in JSON."},
            {"role": "user", "content": "Pont ou 桥?"},
        ],
        "max_tokens": 500,
        "temperature": 0,
        "response_format": {"type": "json_object"},
        "stream": False,
    }


@pytest.mark.parametrize(
    ("fault", "text", "is_cut"),
    [("empty", "", False), ("null", "", False), ("cut_answer", '{"event_a"', True)],
)
def test_an_empty_or_cut_answer_is_an_answer(
    fault: str, text: str, is_cut: bool, chat: BreakingChat, server: ChatServer
) -> None:
    """Whoever asked decides what to do with it."""
    server.will(fault)
    answer = ask(chat)
    assert answer.text.startswith(text)
    assert bool(answer.text) == bool(text)
    assert answer.is_cut is is_cut


def test_a_filtered_answer_is_cut(chat: BreakingChat, server: ChatServer) -> None:
    """The endpoint's own filter stopped it."""
    server.will("filtered")
    assert ask(chat).is_cut


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ([{"type": "text", "text": "{"}, {"type": "text", "text": "}"}, 3], "{}"),
        ("half \ud83d a pair", "half ? a pair"),
        (7, ""),
    ],
)
def test_odd_contents(content: Any, text: str, chat: BreakingChat, server: ChatServer) -> None:
    """Parts are joined; what no database stores is replaced; what is no text is none."""
    server.will(Reply(content, body=None) if isinstance(content, str) else _with(content))
    assert ask(chat).text == text


def _with(content: Any) -> Reply:
    return Reply(body=json.dumps({"choices": [{"message": {"content": content}}]}).encode())


def test_odd_token_counts_are_none(chat: BreakingChat, server: ChatServer) -> None:
    """Nonsense is not added up into somebody's bill."""
    odd: list[Any] = [
        None,
        [],
        {"prompt_tokens": -5, "completion_tokens": 1e9},
        {"prompt_tokens": "7"},
    ]
    for usage in odd:
        body = {"choices": [{"message": {"content": "x"}}], "usage": usage}
        server.will(Reply(body=json.dumps(body).encode()))
        answer = ask(chat)
        assert (answer.prompt_tokens, answer.completion_tokens) == (0, 0)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("html", "it sent HTML"),
        ("no_json", "it sent no JSON"),
        ("no_choices", "no message"),
        ("error_as_answer", "an error instead"),
        ("deep", "no JSON"),
    ],
)
def test_what_is_no_chat_completion(
    fault: str, words: str, chat: BreakingChat, server: ChatServer
) -> None:
    """One line, with where to look; it may be a proxy's page, so it may pass."""
    server.will(fault)
    fault_raised = fails(chat)
    assert words in fault_raised.message
    assert "JUDGE_URL" in fault_raised.advice
    assert fault_raised.is_passing


def test_a_huge_answer_is_not_read(chat: BreakingChat, server: ChatServer) -> None:
    """A megabyte is the cap."""
    server.will("huge", "huge")
    assert "over 1000000 bytes" in fails(chat).message


@pytest.mark.parametrize("fault", ["down", "overloaded", "cut_connection", "no_answer"])
def test_a_passing_failure_is_tried_once_more(
    fault: str, chat: BreakingChat, server: ChatServer, waits: Any
) -> None:
    """After a second; the caller notices nothing."""
    server.will(fault, judgement("same_news"))
    assert "same" in ask(chat).text
    assert waits.pauses == [1.0]


def test_a_failure_that_lasts_is_a_fault(chat: BreakingChat, server: ChatServer) -> None:
    """After two attempts."""
    server.always("down")
    fault = fails(chat)
    assert fault.is_passing
    assert "status 500" in fault.message
    assert len(server.asked) == 2


def test_too_many_questions_wait_as_long_as_asked(
    chat: BreakingChat, server: ChatServer, waits: Any
) -> None:
    """A pause that fits into the deadline is kept to; the second attempt is the last one."""
    server.will("too_many_for_a_second", judgement("same_news"))
    assert "same" in ask(chat).text
    assert waits.pauses == [1.0]


def test_a_pause_beyond_the_deadline_is_the_callers(
    chat: BreakingChat, server: ChatServer, waits: Any
) -> None:
    """Nobody sleeps for two minutes; whoever asked knows how long it takes."""
    server.will("too_many")
    fault = fails(chat)
    assert (fault.is_passing, fault.wait_s) == (True, 120.0)
    assert waits.pauses == []
    assert len(server.asked) == 1


def test_an_answer_that_drips_ends_at_the_deadline(
    open_chat: Callable[..., BreakingChat], server: ChatServer
) -> None:
    """A byte now and then is no life sign."""
    chat = open_chat(judge_timeout_s=0.2)
    server.always("slow")
    fault = fails(chat)
    assert fault.is_passing
    assert "in time" in fault.message
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("fault", "advice"),
    [
        ("wrong_key", "DEEPSEEK_API_KEY"),
        ("no_balance", "no balance"),
        ("no_model", "JUDGE_MODEL"),
        ("moved", "JUDGE_URL"),
    ],
)
def test_what_somebody_must_mend(
    fault: str, advice: str, chat: BreakingChat, server: ChatServer
) -> None:
    """Said with advice, tried once."""
    server.always(fault)
    raised = fails(chat)
    assert not raised.is_passing
    assert advice in raised.advice
    assert len(server.asked) == 1


def test_a_redirect_does_not_get_the_key(chat: BreakingChat, server: ChatServer) -> None:
    """The key is for the endpoint that was named."""
    with ChatServer() as other:
        moved = Reply(status=307, headers={"Location": f"{other.url}/chat/completions"}, body=b"")
        server.will(moved)
        assert "redirect" in fails(chat).message
        assert other.asked == []


def test_a_refused_question_is_about_that_question(chat: BreakingChat, server: ChatServer) -> None:
    """With the endpoint's reason, cleaned."""
    server.will(error(400, "Content Exists Risk <b>\n" + "x" * 999))
    with pytest.raises(QuestionRefused) as caught:
        ask(chat)
    assert "“Content Exists Risk ‹b› xxx" in caught.value.message
    assert len(caught.value.message) < 300
    assert "same" in ask_ok(chat, server)


def ask_ok(chat: BreakingChat, server: ChatServer) -> str:
    server.will(judgement("same_news"))
    return str(ask(chat).text)


def test_a_private_endpoint_must_be_allowed(
    open_chat: Callable[..., BreakingChat], server: ChatServer
) -> None:
    """The judge goes out by the one way out."""
    fault = fails(open_chat(allow=""))
    assert "ALLOW_PRIVATE_NETWORKS" in str(fault)
    assert not fault.is_passing
    assert server.asked == []


def test_an_endpoint_that_is_not_there(open_chat: Callable[..., BreakingChat], waits: Any) -> None:
    """Nothing listens: passing, after two attempts."""
    with ChatServer() as gone:
        url, address = gone.url, gone.address
    fault = fails(open_chat(judge_url=url, allow=address))
    assert fault.is_passing
    assert waits.pauses == [1.0]


@pytest.mark.parametrize(
    ("refusals", "changes"),
    [
        (
            ["'response_format.type' must be 'json_schema' or 'text'"],
            {"response_format": None},
        ),
        (
            ["Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."],
            {"max_tokens": None, "max_completion_tokens": 500},
        ),
        (
            [
                "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
                "Unsupported value: 'temperature' does not support 0.",
                "Invalid parameter: 'response_format' of type 'json_object'",
            ],
            {
                "max_tokens": None,
                "max_completion_tokens": 500,
                "temperature": None,
                "response_format": None,
            },
        ),
    ],
)
def test_a_field_that_the_endpoint_refuses_is_left_out_from_then_on(
    refusals: list[str], changes: dict[str, Any], chat: BreakingChat, server: ChatServer
) -> None:
    """Endpoints speak dialects of one protocol."""
    server.will(*(error(400, words) for words in refusals), judgement("same_news"))
    assert "same" in ask(chat).text
    assert "same" in ask_ok(chat, server)
    assert len(server.asked) == len(refusals) + 2
    for name, value in changes.items():
        assert server.asked[-1].body.get(name) == value


def test_an_endpoint_without_a_key_is_asked_without_one(
    open_chat: Callable[..., BreakingChat],
) -> None:
    """A server of one's own needs none."""
    with ChatServer() as free:
        free.will(judgement("same_news"))
        ask(open_chat(judge_url=free.url, judge_key="", allow=free.address))
        assert "authorization" not in free.asked[0].headers


def test_the_key_is_seen_nowhere(
    open_chat: Callable[..., BreakingChat], server: ChatServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not in faults, though the server repeats it, nor in logs and representations."""
    chat = open_chat()
    seen = [repr(chat), repr(chat._chat), str(chat._chat)]
    for status in (400, 401, 403, 404, 500):
        server.always(error(status, f"Your key {KEY} is odd; Bearer {KEY}"))
        fault = fails(open_chat())
        seen += [str(fault), repr(fault), fault.subject, repr(fault.__cause__)]
    caught = capsys.readouterr()
    assert KEY not in "".join([*seen, caught.out, caught.err])


@pytest.mark.parametrize("key", ["sk-a\nX-Evil: 1", "sk-é", "sk a", "\x00"])
def test_a_key_that_no_header_carries_is_a_wrong_setting(
    key: str, open_chat: Callable[..., BreakingChat]
) -> None:
    """Refused at the start, without being quoted."""
    with pytest.raises(ConfigError) as caught:
        open_chat(judge_key=key)
    assert key not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://api.deepseek.com", "https://api.deepseek.com/v1/chat/completions"),
        ("https://api.deepseek.com/", "https://api.deepseek.com/v1/chat/completions"),
        ("http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1/chat/completions"),
        ("https://a.example/api/v3", "https://a.example/api/v3/chat/completions"),
        ("https://a.example/x/chat/completions", "https://a.example/x/chat/completions"),
        ("https://a.example/v1?tier=2", "https://a.example/v1/chat/completions?tier=2"),
    ],
)
def test_the_address_may_be_given_short_or_whole(url: str, address: str) -> None:
    """As the endpoints' own pages write it."""
    assert chat_address(url) == address


@pytest.mark.parametrize("settings", [{"judge_url": "http://[x"}, {"judge_model": " "}])
def test_an_endpoint_without_address_or_model(
    settings: dict[str, str], open_chat: Callable[..., BreakingChat]
) -> None:
    """Said at the start."""
    with pytest.raises(ConfigError, match="JUDGE_"):
        open_chat(**settings)


def test_many_questions_at_once(chat: BreakingChat, server: ChatServer) -> None:
    """Threads do not wait for each other, and each gets its own answer."""
    everybody = threading.Barrier(4)

    def rule(asked: Any) -> Reply:
        everybody.wait(120)
        return Reply(asked.user)

    server.rule = rule
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda n: ask(chat, f"question {n}").text, range(8)))
    assert answers == [f"question {n}" for n in range(8)]
