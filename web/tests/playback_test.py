# SPDX-License-Identifier: Apache-2.0
"""playback_test.py: what the module says of an access is what byte addresses alone say.

200 random accesses are counted here again: which lanes a phase has, which words each bank gives,
and in which tick. Then the page plays three accesses, and each tick shows what was counted.

An access is drawn so that this count needs no rule of the module but those of the hardware: one
mode is contiguous, and vectors run along it. Where the elements of a vector lie apart, they are
read one by one.
"""

import json
import math
import random
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import expect

ROOT = Path(__file__).resolve().parents[2]
ACCESSES = 200
SEED = 20261201

BANKS = 32
BANK_BYTES = 4
WARP = 32
ROW_BYTES = 16  # of a matrix of ldmatrix, which has 8 rows
MOST_LISTED = 256
TYPES = {"f8e4m3": 1, "f16": 2, "f32": 4, "f64": 8}


@dataclass
class Layout:
    """Offsets by coordinate. `swizzle` is (bits, base, shift)."""

    extents: list
    strides: list
    swizzle: tuple | None = None

    def text(self):
        plain = ":".join(
            "(" + ",".join(map(str, part)) + ")" for part in (self.extents, self.strides)
        )
        return (
            plain
            if self.swizzle is None
            else f"Sw<{','.join(map(str, self.swizzle))}> o 0 o {plain}"
        )

    def offset(self, coordinate):
        offset = sum(index * stride for index, stride in zip(coordinate, self.strides, strict=True))
        if self.swizzle is None:
            return offset
        bits, base, shift = self.swizzle
        return offset ^ ((offset >> shift) & (((1 << bits) - 1) << base))


@dataclass
class Access:
    layout: Layout
    dtype: str
    name: str  # ldmatrix.x2, vector:4@0
    along: int  # the mode of a lane's elements
    count: int  # of them
    modes: list  # that lanes follow, the first one fastest
    lanes: int  # of an instruction

    def of(self):
        return {"layout": self.layout.text(), "dtype": self.dtype, "access": self.name}


@dataclass
class Phase:
    warp: int
    instruction: int
    phase: int
    begins: dict = field(default_factory=dict)  # by lane
    lanes: dict = field(default_factory=dict)  # by lane: (bank, tick) of each of its words
    words: dict = field(default_factory=dict)  # by word: (tick, lanes)

    @property
    def ways(self):
        return max(tick for tick, _ in self.words.values()) + 1

    def lanes_at(self, tick):
        return sorted({lane for at, lanes in self.words.values() if at == tick for lane in lanes})

    def banks_at(self, tick):
        return sorted(word % BANKS for word, (at, _) in self.words.items() if at == tick)


# --- counting ---


def threads_of(access):
    """The coordinate where each thread's elements begin, in the order of threads."""
    extents = list(access.layout.extents)
    extents[access.along] //= access.count
    for thread in range(math.prod(extents)):
        coordinate = [0] * len(extents)
        for mode in access.modes:
            thread, coordinate[mode] = divmod(thread, extents[mode])
        coordinate[access.along] *= access.count
        yield coordinate


def offsets_of(access, coordinate):
    """Of a thread's elements."""
    offsets = []
    for i in range(access.count):
        at = list(coordinate)
        at[access.along] += i
        offsets.append(access.layout.offset(at))
    return offsets


def instructions_of(access):
    """How many elements a lane gets at once, and for each instruction where those of each thread begin."""
    threads = [offsets_of(access, coordinate) for coordinate in threads_of(access)]
    is_whole = all(
        offsets == list(range(offsets[0], offsets[0] + access.count))
        and offsets[0] % access.count == 0
        for offsets in threads
    )
    if is_whole:
        return access.count, [[offsets[0] for offsets in threads]]
    return 1, [list(begins) for begins in zip(*threads, strict=True)]


def served(begins, size):
    """One phase: each bank gives one word in a tick, in the order in which they are first wanted."""
    given, words, lanes = [0] * BANKS, {}, {}
    for lane, byte in begins.items():
        wanted = range(byte // BANK_BYTES, (byte + size - 1) // BANK_BYTES + 1)
        for word in wanted:
            if word not in words:
                words[word] = (given[word % BANKS], [])
                given[word % BANKS] += 1
            words[word][1].append(lane)
        lanes[lane] = [(word % BANKS, words[word][0]) for word in wanted]
    return words, lanes


def phases_of(access):
    """All phases, and how many elements a lane gets at once."""
    size = TYPES[access.dtype]
    count, instructions = instructions_of(access)
    step = min(access.lanes, BANKS * BANK_BYTES // (count * size))
    phases = []
    for first in range(0, len(instructions[0]), access.lanes):
        for number, begins in enumerate(instructions):
            warp = begins[first : first + access.lanes]
            for lane in range(0, len(warp), step):
                phase = Phase(first // access.lanes, number, lane // step)
                phase.begins = dict(enumerate(warp[lane : lane + step], lane))
                bytes_of = {lane: begin * size for lane, begin in phase.begins.items()}
                phase.words, phase.lanes = served(bytes_of, count * size)
                phases.append(phase)
    return phases, count


# --- random accesses ---


def any_layout(rng, extents, along, vector):
    """Mode `along` is contiguous; the others have strides that keep vectors aligned."""
    strides = []
    for mode in range(len(extents)):
        step = rng.choice([0, 1, 2, 3, 4, 8, 16, 32, 33, 64, 65])
        strides.append(1 if mode == along else vector * step)
    swizzle = None
    if rng.random() < 0.5:
        # Only bits above a vector change, so it stays whole.
        bits, base = rng.randint(1, 3), vector.bit_length() - 1 + rng.randint(0, 3)
        swizzle = (bits, base, bits + rng.randint(0, 2))
    return Layout(extents, strides, swizzle)


def any_vector(rng, dtype):
    most = ROW_BYTES // TYPES[dtype]
    vector = rng.choice([count for count in (1, 2, 4, 8, 16) if count <= most])
    # With one element a lane it would be a choice of the module which of three modes is the second.
    rank, along = rng.choice([(2, 0), (2, 1)] if vector == 1 else [(2, 0), (2, 1), (3, 0), (3, 2)])
    extents = [rng.choice([2, 3, 4, 8, 32] if rank == 2 else [2, 3, 4, 8]) for _ in range(rank)]
    extents[along] = vector * rng.choice([2, 4, 5, 8, 16])
    layout = any_layout(rng, extents, along, vector)
    first = rng.randrange(rank)
    others = [along, *reversed(range(rank))]
    modes = [first, *dict.fromkeys(mode for mode in others if mode != first)]
    if rng.random() < 0.1:
        apart = Layout([vector * rng.choice([4, 8, 20])], [rng.choice([3, 6])])
        return Access(apart, dtype, f"vector:{vector}@0", 0, vector, [0], WARP)
    return Access(layout, dtype, f"vector:{vector}@{first}", along, vector, modes, WARP)


def any_matrix(rng, dtype):
    row = ROW_BYTES // TYPES[dtype]
    is_transposed = rng.random() < 0.25
    along = 0 if is_transposed else 1
    extents = [8 * rng.choice([1, 2, 4])] * 2
    extents[along] = row * rng.choice([1, 2, 4, 8])
    if rng.random() < 0.3:
        extents.append(rng.choice([2, 3]))
    layout = any_layout(rng, extents, along, row)
    modes = [1 - along, along, *range(2, len(extents))]
    count = rng.choice([1, 2, 4])
    name = "ldmatrix" + {1: "", 2: ".x2", 4: ".x4"}[count] + (".trans" if is_transposed else "")
    return Access(layout, dtype, name, along, row, modes, 8 * count)


def any_access(rng):
    dtype = rng.choice(list(TYPES))
    return (any_matrix if rng.random() < 0.4 and dtype == "f16" else any_vector)(rng, dtype)


def asked(requests):
    done = subprocess.run(
        ["node", ROOT / "web/tests/ask.mjs"],
        text=True,
        capture_output=True,
        check=False,
        input="".join(json.dumps(request) + "\n" for request in requests),
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


# --- comparing ---


def as_reply(phase, count, size):
    """A phase as the module writes it, whose lanes get so many elements at once."""
    lanes = [
        {
            "lane": lane,
            "offset": begin,
            "byte": begin * size,
            "bytes": count * size,
            "banks": [bank for bank, _ in phase.lanes[lane]],
            "ticks": [tick for _, tick in phase.lanes[lane]],
        }
        for lane, begin in phase.begins.items()
    ]
    words = [
        {"bank": word % BANKS, "word": word, "tick": tick, "lanes": lanes}
        for word, (tick, lanes) in phase.words.items()
    ]
    return {
        "warp": phase.warp,
        "instruction": phase.instruction,
        "phase": phase.phase,
        "ways": phase.ways,
        "lanes": lanes,
        "words": words,
    }


def check(access, reply):
    about, size = f"{access.of()}", TYPES[access.dtype]
    assert reply["ok"], f"{about}: {reply.get('error')}"
    phases, count = phases_of(access)
    assert len(reply["phases"]) == min(len(phases), MOST_LISTED), about
    for listed, phase in zip(reply["phases"], phases, strict=False):
        assert listed == as_reply(phase, count, size), about
    counted = (
        len(phases),
        max(phase.ways for phase in phases),
        sum(phase.ways for phase in phases),
    )
    assert (reply["all_phases"], reply["ways"], reply["wavefronts"]) == counted, about
    assert (reply["banks"], reply["bank_bytes"], reply["vector"]) == (BANKS, BANK_BYTES, count), (
        about
    )
    assert reply["element_bits"] == 8 * size, about


def test_random_accesses():
    rng = random.Random(SEED)
    accesses = [any_access(rng) for _ in range(ACCESSES)]
    replies = asked({"do": "access", "of": access.of()} for access in accesses)
    assert len(replies) == ACCESSES
    for access, reply in zip(accesses, replies, strict=True):
        check(access, reply)
    assert len({reply["ways"] for reply in replies}) > 4, "the accesses are all alike"


# --- on the page ---


def swizzled(swizzle):
    return Access(Layout([8, 64], [64, 1], swizzle), "f16", "ldmatrix", 1, 8, [0, 1], 8)


PLAYED = {
    "a tile without a swizzle": swizzled(None),
    "a tile with a swizzle of two bits": swizzled((2, 3, 3)),
    "a column of doubles": Access(Layout([16, 4], [5, 1]), "f64", "vector:1@0", 1, 1, [0, 1], WARP),
}


def numbers(said):
    """The numbers of "banks 0 to 3, 8"."""
    found = []
    for first, last in re.findall(r"(\d+)(?: to (\d+))?", said):
        found += range(int(first), int(last or first) + 1)
    return found


def said_of(phase, tick):
    return (f"word {tick + 1} of {phase.ways}", phase.banks_at(tick), phase.lanes_at(tick))


@pytest.mark.parametrize("access", PLAYED.values(), ids=PLAYED.keys())
def test_the_page_plays_it(playground, access):
    phases, _ = phases_of(access)
    ticks = [(number, tick) for number, phase in enumerate(phases) for tick in range(phase.ways)]
    text = access.layout.text().replace("<", "%3C").replace(">", "%3E").replace(" ", "%20")
    playground.open(f"#v1&l=A={text}&d={access.dtype}&x={access.name}")
    track = playground.region("Playback of A")
    expect(track).to_contain_text(f"{max(phase.ways for phase in phases)}-way, {len(ticks)} ticks")
    for at, (number, tick) in enumerate(ticks):
        phase = phases[number]
        expect(track).to_contain_text(
            f"tick {at + 1} of {len(ticks)}: phase {number + 1} of {len(phases)}"
        )
        if at > 0:
            expect(playground.live).to_contain_text(f"A: tick {at + 1} of {len(ticks)}:")
            word, banks, lanes = re.search(
                r"(word .*?), banks? (.*?), lanes? (.*)\.", playground.live.inner_text()
            ).groups()
            assert (word, numbers(banks), numbers(lanes)) == said_of(phase, tick)
        check_stacks(track, phase, tick)
        check_lanes(track, access, phase, tick, at - tick)
        playground.button("One tick on").click()
    expect(track).to_contain_text(f"done after {len(ticks)} ticks")


REFUSED = {
    "no type": ("(8,64):(64,1)&x=ldmatrix", "how many bytes an element has is not known"),
    "an extent": ("(3,5):(5,1)&d=f16&x=ldmatrix", "an access of 8 elements does not cut mode 0"),
    "too large": ("(128,1024,1024):(1048576,1024,1)&d=f16&x=vector", "the limit is 4194304"),
}


@pytest.mark.parametrize("line, says", REFUSED.values(), ids=REFUSED.keys())
def test_what_is_not_played_is_told_as_by_the_checks(playground, line, says):
    playground.open(f"#v1&l={line}")
    checks = playground.panel("Checks").locator(".refusal")
    expect(checks).to_contain_text(says)
    expect(playground.page.locator("#playback .refusal")).to_have_text(checks.text_content())
    expect(playground.page.get_by_role("group", name="Player")).to_be_hidden()


def test_of_two_lines_the_refused_one_is_named(playground):
    playground.open("#v1&l=(8,64):(64,1)&l=(3,5):(5,1)&c=1&cmp=2&d=f16&x=ldmatrix")
    expect(playground.page.locator("#playback .error")).to_have_text(
        "line 2: an access of 8 elements does not cut mode 0 of [3,5]"
    )


def check_stacks(track, phase, tick):
    """Each bank is a stack of its words: served ones, the one of this tick, and those that wait."""
    shown = track.get_by_role("img").evaluate(
        "banks => [...banks.children].map(bank => [...bank.querySelectorAll('i')].map(word => word.className))"
    )
    for bank in range(BANKS):
        ticks = sorted(at for word, (at, _) in phase.words.items() if word % BANKS == bank)
        assert shown[bank] == [
            "served" if at < tick else "now" if at == tick else "waits" for at in ticks
        ]


def check_lanes(track, access, phase, tick, start):
    """The table of lanes: what each reads, from where, and when it is served."""
    table = track.get_by_role("region").evaluate("""region => [...region.querySelectorAll('tr')].map(row =>
        [row.className, ...[...row.cells].map(cell => cell.innerText)])""")
    rows = [dict(zip(["progress", *table[0][1:]], row, strict=True)) for row in table[1:]]
    assert len(rows) == len(phase.begins)
    for row, (lane, begin) in zip(rows, phase.begins.items(), strict=True):
        served_at = {at for _, at in phase.lanes[lane]}
        assert [int(row["lane"]), int(row["offset"])] == [lane, begin]
        assert int(row["byte"]) == begin * TYPES[access.dtype]
        assert numbers(row["banks"]) == [bank for bank, _ in phase.lanes[lane]]
        assert set(numbers(row["served in tick"])) == {start + at + 1 for at in served_at}
        assert (row["progress"] == "now") == (tick in served_at)
        if "element" in row:
            assert access.layout.offset(list(map(int, re.findall(r"\d+", row["element"])))) == begin
