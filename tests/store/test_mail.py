"""Mail in files: delivered once, taken by one, nothing that cannot be read in the way of the rest."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from mesh import codec, files
from mesh.app import clock, looking
from mesh.app.requesting import request
from mesh.app.sending import Order
from mesh.app.workspace import Workspace
from mesh.errors import BadInput, NotFound, Refused
from mesh.model.envelope import Envelope
from mesh.store.boxes import read_envelope
from mesh.store.leases import read_lease
from mesh.store.mailbox import Bad

HARD_TEXTS = [
    "emoji 👩‍👩‍👧‍👦 and 中文，全角",
    "---\nnot: a document\n---\n...\n",
    "`touch x` $(touch y) ${HOME} && rm -rf /",
    "trailing blanks   \n\ttab \n  \n",
    "windows\r\nline\r\nends\r\n",
    "old mac\rline",
    "\n\n\nleading and trailing\n\n\n",
    "# no comment\n- no: list\n? no key\n",
    "null\x00bell\x07escape\x1b[31m and \x85 \u2028 \ufeff",
    "no newline at the end",
    " \n",
    "|\n>\n'\"",
]


def order(text: str = "do it", to: str = "bob", **more) -> Order:
    return Order(sender="user", to=to, text=text, complexity="low", **more)


@pytest.mark.parametrize("text", [text for text in HARD_TEXTS if text.strip()])
def test_a_text_survives_byte_for_byte(workspace: Workspace, text: str) -> None:
    sent = request(workspace, order(text)).envelope
    path = workspace.boxes.path("bob", "new", sent.id)
    stored, _ = read_envelope(files.read(path) or b"")
    assert stored is not None
    assert stored.text == text
    assert looking.read(workspace, sent.id).text == text


def test_outbox_and_inbox_hold_the_same_bytes(workspace: Workspace) -> None:
    sent = request(workspace, order()).envelope
    kept = workspace.boxes.sent("user", sent.id)
    assert kept is not None
    assert files.read(kept) == files.read(workspace.boxes.path("bob", "new", sent.id))


def test_ids_rise_within_a_sender_even_when_the_clock_goes_back(workspace: Workspace, monkeypatch) -> None:
    first = request(workspace, order()).envelope
    earlier = clock.now() - timedelta(days=3)
    monkeypatch.setattr(clock, "now", lambda: earlier)
    assert request(workspace, order()).envelope.id > first.id


def test_of_many_takers_exactly_one_wins(workspace: Workspace) -> None:
    sent = request(workspace, order()).envelope

    def take(_: int) -> Envelope | Bad | None:
        own = Workspace(workspace.root)
        return own.mailbox.take("bob", sent.id, clock.now(), 60)

    with ThreadPoolExecutor(16) as pool:
        taken = [result for result in pool.map(take, range(16)) if isinstance(result, Envelope)]
    assert [item.id for item in taken] == [sent.id]


def test_a_taken_envelope_has_a_lease_that_names_this_process(workspace: Workspace) -> None:
    sent = request(workspace, order()).envelope
    now = clock.now()
    workspace.mailbox.take("bob", sent.id, now, 60)
    lease = read_lease(workspace.boxes.path("bob", "cur", sent.id))
    assert lease is not None
    assert lease.holds(now)
    assert not lease.holds(now + timedelta(seconds=61))


def test_a_copy_with_the_same_bytes_is_dropped_and_one_with_others_quarantined(workspace: Workspace) -> None:
    sent = request(workspace, order()).envelope
    new = workspace.boxes.path("bob", "new", sent.id)
    copy = shutil.copy(new, Path(workspace.root).parent / "copy.yaml")
    taken = workspace.mailbox.take("bob", sent.id, clock.now(), 60)
    assert isinstance(taken, Envelope)
    workspace.mailbox.settle("bob", taken, clock.now())
    shutil.copy(copy, new)
    assert workspace.mailbox.take("bob", sent.id, clock.now(), 60) is None
    assert workspace.boxes.waiting("bob") == []
    assert files.names(workspace.layout.quarantine) == []
    Path(new).write_bytes(Path(copy).read_bytes().replace(b"do it", b"do not"))
    assert workspace.mailbox.take("bob", sent.id, clock.now(), 60) is None
    assert workspace.boxes.waiting("bob") == []
    assert len(files.names(workspace.layout.quarantine)) == 2


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe not utf-8",
        b"mesh: 1\nid: [",
        b"mesh: 1\n" * 2,
        b"!!python/object/apply:os.system ['true']",
        b"a: &x [1]\nb: *x\n",
        b"mesh: 1\ntype: gossip\n",
        b"",
        b"x" * (1024 * 1024 + 1),
        "text: 周报已发\n".encode()[:-4],
    ],
)
def test_a_bad_file_goes_to_quarantine_with_a_reason(workspace: Workspace, data: bytes) -> None:
    ulid = "01JDZ3K8Q6W3R5V7X9Y1A2B3C4"
    Path(workspace.boxes.path("bob", "new", ulid)).write_bytes(data)
    bad = workspace.mailbox.take("bob", ulid, clock.now(), 60)
    assert isinstance(bad, Bad)
    assert bad.reason
    assert Path(bad.path).read_bytes() == data
    assert codec.read(Path(bad.path + ".why.yaml").read_bytes())["reason"] == bad.reason
    assert workspace.boxes.waiting("bob") == []


def test_mail_in_the_wrong_inbox_is_quarantined(workspace: Workspace) -> None:
    sent = request(workspace, order()).envelope
    shutil.copy(workspace.boxes.path("bob", "new", sent.id), workspace.boxes.path("carol", "new", sent.id))
    bad = workspace.mailbox.take("carol", sent.id, clock.now(), 60)
    assert isinstance(bad, Bad)
    assert "addressed to `bob`" in bad.reason


def test_an_unknown_recipient_is_refused_with_the_nearest_one(workspace: Workspace) -> None:
    before = sorted(str(path) for path in Path(workspace.root).rglob("*") if ".run" not in str(path))
    with pytest.raises(NotFound) as error:
        request(workspace, order(to="bbo"))
    assert error.value.exit == 3
    assert error.value.values["near"] == "`bob`"
    after = sorted(str(path) for path in Path(workspace.root).rglob("*") if ".run" not in str(path))
    assert after == before


def test_the_same_key_and_content_return_the_first_id(workspace: Workspace) -> None:
    first = request(workspace, order(key="k"))
    again = request(workspace, order(key="k"))
    assert again.repeated
    assert again.envelope.id == first.envelope.id
    assert workspace.boxes.waiting("bob") == [first.envelope.id]


def test_the_same_key_with_other_content_is_refused(workspace: Workspace) -> None:
    request(workspace, order(key="k"))
    with pytest.raises(Refused, match="was used for another message"):
        request(workspace, order("something else", key="k"))


def test_one_key_sent_by_many_at_once_is_sent_once(workspace: Workspace) -> None:
    def send(_: int) -> str:
        return request(Workspace(workspace.root), order(key="k")).envelope.id

    with ThreadPoolExecutor(8) as pool:
        ids = set(pool.map(send, range(8)))
    assert len(ids) == 1
    assert workspace.boxes.waiting("bob") == list(ids)


def test_an_attachment_is_kept_by_its_digest_and_its_name_is_no_path(workspace: Workspace, tmp_path) -> None:
    evil = tmp_path / "report\u202efdp.exe"
    evil.write_bytes(b"content")
    sent = request(workspace, order(attach=(str(evil),))).envelope
    kept = sent.attachments[0]
    assert kept.name == "reportfdp.exe"
    assert Path(workspace.layout.attachment(kept.sha256)).read_bytes() == b"content"


def test_a_text_beyond_the_limit_is_refused_with_the_way_out(workspace: Workspace) -> None:
    with pytest.raises(BadInput) as error:
        request(workspace, order("x" * (901 * 1024)))
    assert "--attach" in error.value.hint
    assert workspace.boxes.waiting("bob") == []


def test_shards_stay_below_about_a_thousand(workspace: Workspace) -> None:
    from mesh.app import broadcasting

    for number in range(3):
        text = f"round {number}"
        envelopes = [request_like(workspace, text, i) for i in range(500)]
        broadcasting.sending.deliver(workspace, envelopes)
    shards = workspace.layout.shards(workspace.layout.outbox("user"))
    assert max(len(files.names(shard)) for shard in shards) <= 1000
    assert sum(len(files.names(shard)) for shard in shards) == 1500
    for envelope in envelopes:
        assert workspace.boxes.sent("user", envelope.id)


def request_like(workspace: Workspace, text: str, number: int) -> Envelope:
    from mesh.app.sending import new_ids

    ulid = next(new_ids(workspace, "user"))
    return Envelope(
        id=ulid, type="task_request", from_="user", to="bob", task=f"t-{ulid}", context=f"c-{ulid}",
        sent_at=clock.now(), text=f"{text} {number}",
    )  # fmt: skip


def test_deleting_what_only_speeds_up_loses_nothing(workspace: Workspace) -> None:
    sent = request(workspace, order("find me 找到我")).envelope
    workspace.index.close()
    shutil.rmtree(Path(workspace.root) / ".run")
    fresh = Workspace(workspace.root)
    assert [item.id for item in looking.search(fresh, "找到我")] == [sent.id]
    fresh.recover()
    fresh.commit()
    assert fresh.trouble is None
    told = [event.id for event in fresh.history.events() if event.event == "envelope.sent"]
    assert told == [sent.id]


def test_a_damaged_index_is_made_anew(workspace: Workspace) -> None:
    sent = request(workspace, order()).envelope
    workspace.index.close()
    (Path(workspace.root) / ".run" / "index.sqlite").write_bytes(b"not a database" * 100)
    assert looking.read(Workspace(workspace.root), sent.id).id == sent.id
