# SPDX-License-Identifier: Apache-2.0
"""Reports of check: sizes, rules, cures, and what is refused."""

import inspect
import math
import sys
import types

import pytest

import tileglot as tg
from tileglot import _reports, cute

ROWS = "(8,64):(64,1)"
HUGE = "s32[8388608,8,4]{2,1,0:T(8,128)}"
HELD = (
    "{register: [[0,1],[0,2]], lane: [[0,4],[0,8],[0,16],[1,0],[2,0]], warp: [[4,0],[8,0]]}"
    " -> {dim0: 16, dim1: 32}"
)
MMA = "#ttg.nvidia_mma<{versionMajor=2,versionMinor=0,warpsPerCTA=[2,2],instrShape=[16,8]}>"
SWIZZLED = "#ttg.swizzled_shared<{{vec={vec},perPhase=1,maxPhase={phases},order=[1,0]}}>"


def rule(report, name):
    (found,) = (each for each in report.rules if each.name == name)
    return found


def ways(report):
    """Of the worst access of shared memory."""
    return max(each.ways for each in report.rules if each.ways is not None)


def refusal(*arguments, **options):
    with pytest.raises(tg.Error) as raised:
        tg.check(*arguments, **options)
    return raised.value


# --- sizes ----------------------------------------------------------------------------------------


def test_an_array_of_a_tpu_is_told_with_what_would_take_less():
    report = tg.layout(HUGE).check(target="tpu")
    assert report and (report.warnings, report.errors) == (0, 0)
    assert report.logical_bytes == 8388608 * 8 * 4 * 4
    assert report.bytes == 8388608 * 8 * 128 * 4 == tg.layout(HUGE).bytes
    assert [(str(order.layout), order.bytes) for order in report.orders] == [
        ("s32[8388608,8,4]{0,1,2:T(8,128)}", 2**30),
        ("s32[8388608,8,4]{0,2,1:T(8,128)}", 2**31),
        ("s32[8388608,8,4]{1,0,2:T(8,128)}", 2**34),
    ]
    assert [(tiling.name, tiling.bytes) for tiling in report.tilings] == [
        ("compact", 2**35),
        ("large", 2**35),
        ("untiled", 2**30),
    ]
    assert [remark.topic for remark in report.remarks] == ["tiling"]


@pytest.mark.parametrize("text", [HUGE, "f32[2,3,4]{0,2,1}", "bf16[4096,14336]{1,0}", "f32[]"])
def test_each_choice_is_a_layout_that_takes_so_many_bytes(text):
    report = tg.check(text)
    assert report.tilings
    for choice in report.orders + report.tilings:
        assert choice.layout.extents == tg.layout(text).extents
        assert tg.check(choice.layout).bytes == choice.bytes == choice.layout.bytes


def test_the_report_is_the_table_of_the_command_line():
    report = tg.check("f32[3,5]{1,0:T(2,2)}")
    assert str(report) == repr(report)
    assert str(report).splitlines()[:5] == [
        "f32[3,5]{1,0:T(2,2)}",
        "  logical                    60 B",
        "  physical                   96 B  1.6x",
        "  dimension 0: 3 -> 4  1.33x",
        "  dimension 1: 5 -> 6  1.2x",
    ]
    assert report.json["dimensions"][1] == {"dimension": 1, "extent": 5, "padded_extent": 6}
    assert not report.rules and not report.cures and not report.copies


def test_without_an_element_type_there_are_no_bytes():
    report = tg.check("(4,6):(8,1)")
    assert (report.bytes, report.logical_bytes) == (None, None)
    assert (report.json["elements"], report.json["positions"]) == (24, 30)
    assert tg.check("(4,6):(8,1)", dtype="f32").bytes == 120


def test_what_layout_reads_is_checked(np):
    assert tg.check(np.zeros((3, 4), np.float32)).bytes == 48
    assert tg.check("{1,0:T(2,2)}", shape=(3, 5), dtype=np.float32).bytes == 96
    tag = {"shape": (2, 32, 7, 7), "notation": "onednn"}
    assert tg.check("nChw16c", dtype="f16", **tag).bytes == 2 * 32 * 7 * 7 * 2


# --- rules ----------------------------------------------------------------------------------------


def test_rules_have_values_limits_and_verdicts():
    report = tg.check(ROWS, dtype="f16", access="ldmatrix")
    assert [each.verdict for each in report.rules] == ["pass", "pass", "warn", "pass", "pass"]
    conflicts = rule(report, "bank conflicts, ldmatrix")
    assert (conflicts.value, conflicts.limit) == ("8-way in 8 of 8 phases", "1-way")
    assert conflicts.ways == 8 and conflicts.json["worst"]["lanes"] == list(range(8))
    assert rule(report, "no alias").ways is None
    assert (report.warnings, report.errors, bool(report)) == (1, 0, True)
    assert repr(conflicts) == (
        "Rule(name='bank conflicts, ldmatrix', value='8-way in 8 of 8 phases', limit='1-way', "
        "verdict='warn')"
    )


def test_a_report_is_false_where_a_rule_fails():
    report = tg.check("(8,64):(65,1)", dtype="f16", access="ldmatrix")
    assert not report and report.exit_code == 1 and (report.warnings, report.errors) == (0, 1)
    width = rule(report, "vector width, ldmatrix")
    assert width.verdict == "fail"
    assert width.remark == "8 elements are contiguous, but do not begin at a multiple of 8"
    assert rule(report, "bank conflicts, ldmatrix").verdict == "none"


def test_no_access_is_none_or_empty():
    given = [str(tg.check(ROWS, dtype="f16", access=access)) for access in (None, (), [], "")]
    assert set(given) == {str(tg.check(ROWS, dtype="f16"))}


def test_several_accesses_are_a_list_or_a_text():
    square = "(32,32):(32,1)"
    listed = tg.check(square, dtype="f32", access=["vector:1", "vector:1@0"])
    assert str(listed) == str(tg.check(square, dtype="f32", access="vector:1,vector:1@0"))
    assert [rule(listed, f"bank conflicts, vector:1{at}").ways for at in ("", "@0")] == [1, 32]


def test_options_of_the_memory_and_of_explanations_are_told():
    report = tg.check("(16,16):(16,1)", dtype="f16", access="ldmatrix", explain=True)
    assert "lane  4: bytes 128-143, banks 0-3" in str(report)
    wide = tg.check(ROWS, dtype="f16", access="ldmatrix", banks=64, bank_width_bytes=4)
    assert ways(wide) == 4 and wide.json["model"].startswith("64 banks × 4 B")


def test_an_element_type_may_be_an_object_of_numpy(np):
    assert str(tg.check(ROWS, dtype=np.float16, access="ldmatrix")) == str(
        tg.check(ROWS, dtype="f16", access="ldmatrix")
    )


def test_the_advice_of_a_use_may_warn():
    report = tg.check("f32[2,3,4]{0,2,1}", target="gpu:sm_90", reduce=[0])
    assert [(remark.topic, remark.is_warning) for remark in report.remarks] == [
        ("order", True),
        ("segments", False),
        ("reduction", False),
    ]
    assert report and report.warnings == 1 and report.remarks[2].json["consecutive"]


def test_a_convolution_and_a_conversion_are_told():
    dims = {"conv": "b01f_01io->b01f", "target": "gpu:sm_90"}
    kept = tg.check("bf16[8,28,28,64]{3,2,1,0}", **dims)
    moved = tg.check("bf16[3,3,64,64]{3,2,1,0}", operand="filter", **dims)
    assert (kept.warnings, moved.warnings) == (0, 1)
    for to in ("{0,1}", "f32[64,64]{0,1}", tg.layout("f32[64,64]{0,1}")):
        (remark,) = tg.check("f32[64,64]", convert_to=to).remarks
        assert (remark.topic, remark.json["read_bytes"]) == ("conversion", 16384)
        assert remark.json["piece_bytes"] == 4


# --- threads and memory ---------------------------------------------------------------------------


class Columns:
    def __tileglot_layout__(self):
        return "(16,32):(1,16)"


@pytest.mark.parametrize("mem", ["(16,32):(1,16)", cute.Layout((16, 32), (1, 16)), Columns()])
def test_threads_are_compared_with_memory_that_layout_reads(mem):
    rows = tg.check(HELD, dtype="f16")
    columns = tg.check(HELD, dtype="f16", mem=mem)
    assert rule(rows, "coalescing, global").json["sectors"] == 8
    assert rule(columns, "coalescing, global").json["sectors"] == 32


@pytest.mark.parametrize(("vec", "phases", "expected"), [(1, 1, 8), (8, 8, 1)])
def test_an_attribute_of_triton_has_the_shape_of_the_tensor(vec, phases, expected):
    mem = SWIZZLED.format(vec=vec, phases=phases)
    assert ways(tg.check(MMA, shape=(64, 64), dtype="f16", mem=mem)) == expected
    held = tg.layout(MMA, shape=(64, 64))
    assert ways(held.check(dtype="f16", mem=mem)) == expected


def test_memory_may_be_of_another_notation():
    assert ways(tg.check("(8,64):(64,1)", dtype="f16", access="ldmatrix", suggest=True)) == 8
    report = tg.check(HELD, dtype="bf16", mem="bf16[16,32]{0,1}")
    assert rule(report, "coalescing, global").json["sectors"] == 32


# --- cures ----------------------------------------------------------------------------------------

CURED = {
    "rows": (ROWS, {"dtype": "f16", "access": "ldmatrix"}),
    "a swizzle of too few bits": (
        "Sw<1,3,3> o 0 o (8,64):(64,1)",
        {"dtype": "f16", "access": "ldmatrix"},
    ),
    "an array of XLA": ("bf16[64,64]{1,0}", {"access": "ldmatrix"}),
    "rows in, columns out": (
        "(32,32):(32,1)",
        {"dtype": "f32", "access": ("vector:1", "vector:1@0")},
    ),
    "vectors in, columns out": (
        "(32,32):(32,1)",
        {"dtype": "f32", "access": ("vector:4", "vector:1@0")},
    ),
}


@pytest.mark.parametrize("case", CURED)
def test_a_check_of_a_cure_finds_what_it_promises(case):
    layout, options = CURED[case]
    report = tg.check(layout, suggest=True, **options)
    assert len(report.cures) >= 3 and report.cures[0].ways < ways(report)
    for cure in report.cures:
        assert cure.layout.extents == tg.layout(layout).extents
        cured = cure.layout.check(**{"dtype": tg.layout(layout).dtype, **options})
        assert ways(cured) == cure.ways, cure


def test_a_check_of_cured_memory_finds_what_it_promises():
    options = {"shape": (64, 64), "dtype": "f16"}
    report = tg.check(MMA, mem=SWIZZLED.format(vec=1, phases=1), suggest=True, **options)
    assert [cure.ways for cure in report.cures] == [1, 2, 4, 1]
    for cure in report.cures:
        assert ways(tg.check(MMA, mem=cure.layout, access="vector", **options)) == cure.ways


def test_cures_have_a_swizzle_or_padding():
    cures = tg.check(ROWS, dtype="f16", access="ldmatrix", suggest=True).cures
    assert [cure.swizzle for cure in cures] == [
        cute.Swizzle(3, 3, 3),
        cute.Swizzle(2, 3, 3),
        cute.Swizzle(1, 3, 3),
        None,
    ]
    assert [cure.padding for cure in cures] == [None, None, None, (64, 8)]
    assert [cure.wavefronts for cure in cures] == [8, 16, 32, 8]
    assert repr(cures[0]) == "Cure(name='Sw<3,3,3>', effect='1-way')"
    assert cures[3].json["extra_elements"] == 64
    assert cures[3].layout == cute.Layout((8, 64), (72, 1))


def test_a_swizzle_that_no_layout_of_cute_has_is_not_a_layout():
    memory = "shape=(2,4) strides=(4,1) elements"
    json = {"name": "Sw<1,0,1>", "effect": "1-way", "swizzle": [1, 0, 1]}
    assert _reports.Cure(json, tg.layout(memory)).layout == cute.ComposedLayout(
        cute.Swizzle(1, 0, 1), 0, cute.Layout((2, 4), (4, 1))
    )
    for text in ("f32[3,5]{1,0:T(2,2)}", "Sw<1,0,2> o 0 o (2,4):(4,1)"):
        assert _reports.Cure(json, tg.layout(text)).layout is None


def test_a_cure_in_gluon_is_asked_with_the_memory_that_it_changes(monkeypatch):
    kernels = types.ModuleType("tileglot._kernels")
    kernels.cure_to_gluon = lambda memory, cure: (memory, cure.name)
    monkeypatch.setitem(sys.modules, "tileglot._kernels", kernels)
    monkeypatch.setattr("tileglot._kernels", kernels, raising=False)
    cure = tg.check(ROWS, dtype="f16", access="ldmatrix", suggest=True).cures[0]
    assert cure.to_gluon() == (tg.layout(ROWS), "Sw<3,3,3>")
    mem = tg.layout(SWIZZLED.format(vec=1, phases=1), shape=(64, 64))
    report = tg.check(MMA, shape=(64, 64), dtype="f16", mem=mem, suggest=True)
    assert report.cures[0].to_gluon() == (mem, "Sw<3,3,3>")


def test_the_widest_copies_are_named():
    options = {"shape": (64, 64), "dtype": "f16", "mem": SWIZZLED.format(vec=8, phases=8)}
    copies = tg.check(MMA, suggest=True, **options).copies
    assert [(copy.use, copy.op, copy.bytes, copy.arch, copy.ways) for copy in copies] == [
        ("load", "SM75_U32x4_LDSM_N", 16, 75, 1),
        ("store", "SM90_U32x4_STSM_N", 16, 90, 1),
    ]
    assert copies[0].parts == "ldmatrix m8n8 x4 b16"


# --- small, large and refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "logical"),
    [
        ("f32[]", 4),
        ("f32[0,3]{1,0}", 0),
        ("f32[2,2,2,2,2,2,2,2]{7,6,5,4,3,2,1,0}", 1024),
        ("f32[1048576,1048576]{1,0}", 2**42),
    ],
)
def test_layouts_of_any_rank_and_size_are_checked(text, logical):
    report = tg.check(text, target="tpu")
    assert report.logical_bytes == report.bytes == logical and str(report).startswith(text)


def test_one_element_has_no_conflict():
    assert ways(tg.check("1:0", dtype="f16", access="vector")) == 1


@pytest.mark.parametrize(
    ("x", "options", "code"),
    [
        (ROWS, {"access": "ldmatrx", "dtype": "f16"}, "access.kind"),
        (ROWS, {"access": "ldmatrix"}, "access.type"),
        (ROWS, {"access": "ldmatrix", "dtype": "f33"}, "type.unknown"),
        (ROWS, {"suggest": True, "dtype": "f16"}, "access.missing"),
        (ROWS, {"access": "vector", "dtype": "f16", "banks": 0}, "access.banks"),
        (ROWS, {"access": "vector", "dtype": "f16", "banks": 2**62}, "access.banks"),
        (ROWS, {"access": "vector", "dtype": "f16", "bank_width_bytes": -4}, "access.banks"),
        (ROWS, {"access": "vector:8@2", "dtype": "f16"}, "access.mode"),
        ("(0,8):(8,1)", {"access": "vector", "dtype": "f16"}, "access.extent"),
        ("(1048576,1048576):(1048576,1)", {"access": "ldmatrix", "dtype": "f16"},
         "map.too_large_to_decide"),
        (HELD, {"dtype": "f16", "mem": "(32,64):(64,1)"}, "access.memory"),
        (HELD, {"dtype": "f16", "mem": "(((("}, "cute.syntax"),
        (ROWS, {"dtype": "f32", "convert_to": "(8,64):(1,8)"}, "advice.shape"),
        ("f32[3,5]", {"reduce": [2]}, "advice.dimension"),
        ("f32[3,5]", {"reduce": [2**70]}, "scan.integer_too_large"),
        ("f32[3,5]", {"convert_to": "f32[5,3]"}, "advice.array"),
        ("f32[3,5]", {"target": "abacus"}, "target.name"),
        ("f32[3,5]{1,1}", {}, "xla.order"),
        (tg.layout("f32[3,5]"), {"shape": (5, 3)}, "layout.tensor"),
    ],
)  # fmt: skip
def test_a_question_that_the_layout_does_not_fit_is_refused(x, options, code):
    assert refusal(x, **options).code == code


@pytest.mark.parametrize(
    "options",
    [
        {"access": 3},
        {"access": [3]},
        {"access": b"vector"},
        {"banks": 32.0},
        {"banks": math.nan},
        {"banks": True},
        {"bank_width_bytes": "4"},
        {"suggest": "yes"},
        {"explain": 1},
        {"reduce": 0},
        {"reduce": [0.5]},
        {"reduce": [True]},
        {"reduce": [math.nan]},
        {"target": 90},
        {"conv": ("b01f",)},
        {"mem": 3},
        {"convert_to": math.nan},
        {"dtype": 16},
        {"deny": "warnings"},
    ],
)
def test_an_option_of_another_type_or_name_is_a_type_error(options):
    with pytest.raises(TypeError):
        tg.check(ROWS, **{"dtype": "f16", **options})


def test_what_is_not_a_layout_is_a_type_error():
    for x in (3, None, math.nan, object()):
        with pytest.raises(TypeError):
            tg.check(x)
    with pytest.raises(TypeError):
        tg.check()


def test_the_options_of_the_method_are_those_of_the_function():
    parameters = inspect.signature(_reports.check).parameters.values()
    assert [p.name for p in parameters if p.kind is p.KEYWORD_ONLY] == [
        "access", "mem", "dtype", "shape", "notation", "target", "suggest", "explain", "banks",
        "bank_width_bytes", "reduce", "conv", "operand", "convert_to",
    ]  # fmt: skip
    layout = tg.layout(ROWS)
    options = {"dtype": "f16", "access": "ldmatrix", "suggest": True}
    assert str(layout.check(**options)) == str(tg.check(layout, **options))
    assert layout.check(**options).layout == layout


def test_a_padded_memory_of_triton_is_shared_without_being_asked():
    registers = (
        "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
        "order = [1, 0]}>"
    )
    padded = "#ttg.padded_shared<[64:+32] {order = [1, 0], shape = [64, 64]}>"
    asked = {"shape": (64, 64), "dtype": "f32"}
    report = tg.check(registers, mem=padded, **asked)
    assert report.ways == 2
    assert report.json == tg.check(registers, mem=padded, access="vector", **asked).json


def test_a_report_says_whether_places_are_shared_and_the_worst_conflict():
    assert tg.check("(4,4):(1,1)").injective is False
    assert tg.check("(4,4):(4,1)").injective is True
    assert tg.check("(4,4):(4,1)").ways is None
    assert tg.check("(8,64):(64,1)", dtype="f16", access="ldmatrix").ways == 8
