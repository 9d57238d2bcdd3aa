# SPDX-License-Identifier: Apache-2.0
"""Every recorded answer of an original system, asked through Python.

A line whose operation Python has is asked by that function, method or property, with Python
objects; every other line by `tileglot.eval`. The checker beside the lines judges as it judges
`tileglot eval --jsonl` (tests/golden_test.py). What it finds wrong must be what `eval` answers.
"""

import collections
import functools
import importlib.util
import json
import math
import os
import re
from pathlib import Path

import pytest

import tileglot as tg
from tileglot import cute, linear

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(os.environ.get("TILEGLOT_SHARED", ROOT.parent / "shared")) / "golden"
FILES = ("cute", "linear", "triton_encodings", "xla")

if not (GOLDEN / "check.py").is_file():
    pytest.skip(f"{GOLDEN} is not there; set TILEGLOT_SHARED", allow_module_level=True)


@functools.cache
def checker():
    spec = importlib.util.spec_from_file_location("tileglot_golden_check", GOLDEN / "check.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- CuTe -----------------------------------------------------------------------------------------

# Python's functions that do not take an operation's arguments as they are recorded.
CUTE = {
    "append_n": lambda rank, of, *mode: cute.append(of, *mode, up_to_rank=rank),
    "coalesce_by_mode": lambda layout, profile: cute.coalesce(layout, target_profile=profile),
    "congruent": lambda a, b: cute.is_congruent(a, b),
    "crd2idx_shape": lambda coordinate, shape: cute.crd2idx(coordinate, shape),
    "dice": lambda coordinate, of: cute.dice(of, coordinate),
    "filter_by_mode": lambda layout, profile: cute.filter(layout, target_profile=profile),
    "get": lambda *mode_of: cute.get(mode_of[-1], mode_of[:-1]),
    "group": lambda begin, end, of: cute.group_modes(of, begin, end),
    "make_layout_tv": lambda threads, values: cute.make_layout_tv(threads, values)[1],
    "idx2crd_stride": lambda index, shape, stride: cute.idx2crd(index, shape, stride),
    "prepend_n": lambda rank, of, *mode: cute.prepend(of, *mode, up_to_rank=rank),
    "recast_layout": lambda old, new, layout: cute.recast_layout(new, old, layout),
    "select": lambda mode, of: cute.select(of, mode),
    "slice": lambda coordinate, of: cute.slice_(of, coordinate),
    "swizzle_apply": lambda swizzle, offset: swizzle(offset),
    "swizzle_composition": lambda swizzle, layout: cute.composition(swizzle, layout),
}
SAME_CUTE = (
    "append blocked_product coalesce complement composition cosize crd2idx depth filter "
    "filter_zeros flat_divide flat_product flatten front idx2crd left_inverse logical_divide "
    "logical_product make_identity_layout make_layout make_ordered_layout "
    "max_common_layout max_common_vector nullspace prepend rank raked_product right_inverse "
    "size tile_to_shape tiled_divide tiled_product zipped_divide zipped_product"
).split()


def cute_object(read, text, keeps_marks):
    """What the checker has read, as Python's object; Python's own integers are static."""
    check = checker()
    if isinstance(read, check.Layout | check.Composed) and keeps_marks:
        return tg.layout(text, notation="cute")
    if isinstance(read, check.Layout):
        return cute.Layout(*(cute_object(part, "", False) for part in (read.shape, read.stride)))
    if isinstance(read, check.Composed):
        outer, inner = (cute_object(part, "", False) for part in (read.outer, read.inner))
        return cute.ComposedLayout(outer, read.offset, inner)
    if isinstance(read, check.Swizzle):
        return cute.Swizzle(*read)
    if isinstance(read, check.Basis):
        path = "".join(f"@{mode}" for mode in reversed(read.path))
        return tg.layout(f"_2:_{read.value}{path}").stride
    if isinstance(read, tuple):
        return tuple(cute_object(part, "", False) for part in read)
    return read


def cute_native(record):
    operation = record["op"]
    keeps_marks = record["source"] != "pycute" and record["mode"] != "static"
    # Python has filter_zeros of layouts alone, and no order of integers that are not static.
    of_strides = operation == "filter_zeros" and len(record["args"]) == 2
    if of_strides or (operation == "make_ordered_layout" and keeps_marks):
        return None
    function = CUTE.get(operation) or (operation in SAME_CUTE and getattr(cute, operation))

    def argument(text):
        listed = f"({text})" if re.fullmatch(r"\d+(,\d+)+", text) else text
        return cute_object(checker().read(listed), text, keeps_marks)

    return function and (lambda: function(*map(argument, record["args"])))


def cute_text(value):
    """As C++ prints it: an integer of Python is static."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | cute.ScaledBasis):
        return f"_{value}"
    if value is None:
        return "_"
    if isinstance(value, tuple):
        return f"({','.join(map(cute_text, value))})"
    if isinstance(value, tg.Layout):
        return value.text(spelling="cute-cpp")
    return str(value)


def cute_answer(value):
    layout = value[0] if isinstance(value, tuple) and value else value
    answer = {"result": cute_text(value)}
    if isinstance(layout, tg.Layout):
        offsets = [layout(i) for i in range(min(layout.size, 256))]
        values = [x if isinstance(x, int) else cute_text(x).replace("_", "") for x in offsets]
        answer |= {"size": layout.size, "values": values}
    return answer


def cute_expression(record):
    return f"{record['op']}({','.join(record['args'])})"


# --- linear ---------------------------------------------------------------------------------------


def flags(layout):
    bits = [sum(map(math.log2, sizes.values())) for sizes in (layout.ins, layout.outs)]
    return {
        "surjective": layout.is_surjective(),
        "injective": layout.is_injective(),
        "invertible": layout.is_invertible(),
        "in_bits": int(bits[0]),
        "out_bits": int(bits[1]),
    }


LINEAR = {
    "apply": lambda layout, inputs: list(layout.apply(dict(inputs)).items()),
    "equal": lambda a, b: a == b,
    "flags": flags,
    "free_variable_masks": lambda layout: list(layout.free_variable_masks().items()),
    "identity_1d": linear.identity_1d,
    "make": lambda bases, outs, surjective: linear.Layout(bases, dict(outs), surjective),
    "make_infer": linear.Layout,
    "matrix": lambda layout: [sum(bit << k for k, bit in enumerate(r)) for r in layout.matrix()],
    "mul": lambda a, b: a * b,
    "reshape_ins": lambda layout, sizes: layout.reshape_ins(dict(sizes)),
    "reshape_outs": lambda layout, sizes: layout.reshape_outs(dict(sizes)),
    "strided_1d": linear.strided_1d,
    "zeros_1d": linear.zeros_1d,
}
METHODS = (
    "compose concat_ins concat_outs divide_left divide_right invert invert_and_compose "
    "largest_vectorisation pseudoinvert sublayout transpose_ins transpose_outs"
).split()


def linear_object(argument):
    if not isinstance(argument, dict):
        return argument
    return linear.Layout(argument["in"], dict(argument["out"]), argument["surjective"])


def linear_native(record):
    name = record["op"].removeprefix("linear.")
    function = LINEAR.get(name) or (name in METHODS and getattr(tg.LinearLayout, name))
    return function and (lambda: function(*map(linear_object, record["args"])))


def linear_result(value):
    if isinstance(value, tg.LinearLayout):
        return {
            "in": [[name, vectors] for name, vectors in value.bases.items()],
            "out": list(value.outs.items()),
            "surjective": value.is_surjective(),
        }
    return value


def plain_answer(value):
    if isinstance(value, list):
        return {"result": [linear_result(part) for part in value]}
    return {"result": linear_result(value)}


def json_expression(record):
    """Words stand as they are, all else is JSON."""
    written = (a if isinstance(a, str) else json.dumps(a) for a in record["args"])
    return f"{record['op']}({','.join(written)})"


# --- encodings and XLA ----------------------------------------------------------------------------


def encoding_native(record):
    """An attribute with a shape and a type.

    The operation leaves out paddings, which Python's layouts have, and refuses memory of i1, which
    is a type of a byte in Python.
    """
    attribute, kind = record["args"]
    found = re.fullmatch(r"(?:tensor|!ttg\.memdesc)<((?:\d+x)*)(\w+)>", kind)
    if not found or found[2] == "i1" or "padded_shared" in attribute:
        return None
    shape = [int(extent) for extent in found[1].split("x")[:-1]]
    return lambda: tg.layout(attribute, shape=shape, dtype=found[2])


def offsets_native(record):
    def ask():
        layout = tg.layout(record["args"][0])
        return {
            "physical_elements": layout.codomain_size,
            "offsets": layout.offsets().ravel().tolist(),
        }

    return ask


# --- all lines ------------------------------------------------------------------------------------

# Of a file: the call of a line by Python's function, if it has one; how an answer is written; the
# expression.
ASKED = {
    "cute": (cute_native, cute_answer, cute_expression),
    "linear": (linear_native, plain_answer, json_expression),
    "triton_encodings": (encoding_native, plain_answer, json_expression),
    "xla": (offsets_native, plain_answer, json_expression),
}


def value_of(ask):
    """What is answered, or the exception that is raised."""
    try:
        return ask()
    except Exception as error:
        return error


def answer_of(value, write):
    if isinstance(value, tg.Error):
        return {"ok": False, "error": {"code": value.code, "message": value.message}}
    if isinstance(value, Exception):
        return {"raised": repr(value)}
    return {"ok": True} | write(value)


def is_same(value, other):
    if isinstance(value, tg.Error):
        return isinstance(other, tg.Error)
    if isinstance(value, tg.Layout) and isinstance(other, tg.Layout):
        return value == other or value_of(lambda: bool(tg.equal(value, other))) is True
    return type(value) is type(other) and value == other


class Outcome:
    """How the lines of a file were asked, and which answers are wrong."""

    def __init__(self, name):
        if name == "xla":
            pytest.importorskip("numpy")
        self.native = self.by_eval = 0
        self.wrong = []
        self.lines = collections.Counter()
        self.not_recorded = collections.Counter()
        with open(GOLDEN / f"{name}.jsonl", encoding="utf-8") as lines:
            for line in lines:
                self.ask(json.loads(line), *ASKED[name])

    def ask(self, record, native, write, expression):
        operation = record["op"]
        call = native(record)
        self.lines[operation] += 1
        self.native += bool(call)
        self.by_eval += not call
        by_eval = functools.partial(value_of, functools.partial(tg.eval, expression(record)))
        value = value_of(call) if call else by_eval()
        answer = answer_of(value, write)
        right, why = checker().verdict(record, json.dumps(answer, default=str), "")
        if right:
            return
        self.not_recorded[operation] += 1
        if "raised" in answer or (call and not is_same(value, by_eval())):
            self.wrong.append(f"{expression(record)[:200]}: {answer}: {why}"[:600])


outcome_of = functools.cache(Outcome)


@pytest.mark.parametrize("name", FILES)
def test_answers_are_recorded_or_those_of_eval(name):
    outcome = outcome_of(name)
    assert not outcome.wrong, "\n".join([f"{len(outcome.wrong)} wrong", *outcome.wrong[:20]])


@pytest.mark.parametrize("name", FILES)
def test_a_share_of_each_operation_is_as_recorded(name):
    """The shares of tests/golden_test.py; docs/reference/*-differences.md explains the others."""
    outcome = outcome_of(name)
    assert outcome.not_recorded.total() <= 0.01 * outcome.lines.total()
    for operation, lines in outcome.lines.items():
        assert lines < 10 or outcome.not_recorded[operation] <= 0.1 * lines, operation


def test_every_line_is_asked(capsys):
    for name in FILES:
        outcome = outcome_of(name)
        with capsys.disabled():
            print(
                f"\n{name}: {outcome.native} by functions, {outcome.by_eval} by eval, "
                f"{outcome.not_recorded.total()} not as recorded",
                end="",
            )
        lines = (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        assert outcome.native + outcome.by_eval == len(lines) > 0
