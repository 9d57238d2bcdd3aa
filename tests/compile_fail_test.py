#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What must not compile does not, and the compiler's message names the reason.

Each case is built twice: as it should be written, which compiles, and with the mistake.

usage: compile_fail_test.py COMPILER    exit 0, 1 with findings, 77 where the compiler is missing
"""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = 77
SOURCE = """#include "tileglot/cute/kernel/mixed_divide.h"
#include "{header}"
using namespace tileglot::cute;
{line}
"""


@dataclass
class Case:
    name: str
    good: str
    bad: str
    message: str
    header: str = "tileglot/cute/kernel/owned_tensor.h"


CASES = [
    Case("a literal without a number",
         'constexpr Layout l = "(4,2):(2,1)"_layout;',
         'constexpr Layout l = "(4,x):(2,1)"_layout;',
         "layout_literal_expected_a_number_here"),
    Case("a literal whose stride has another structure",
         'constexpr Layout l = "((2,2),2):((4,1),2)"_layout;',
         'constexpr Layout l = "((2,2),2):(4,2)"_layout;',
         "layout_literal_shape_and_stride_are_not_congruent"),
    Case("a literal with a parenthesis too few",
         'constexpr Layout l = "(4,2)"_layout;',
         'constexpr Layout l = "(4,2"_layout;',
         "layout_literal_has_unbalanced_parentheses_or_a_missing_comma"),
    Case("a literal beyond 64 bits",
         'constexpr Layout l = "9223372036854775807:0"_layout;',
         'constexpr Layout l = "9223372036854775808:0"_layout;',
         "layout_literal_has_a_number_beyond_64_bits"),
    Case("a composition that no layout is",
         'constexpr Layout r = composition("(6,4):(1,10)"_layout, "3:2"_layout);',
         'constexpr Layout r = composition("(6,4):(1,10)"_layout, "4:4"_layout);',
         "kNoStridedLeaf"),
    Case("a composition whose leaves carry",
         'constexpr Layout r = composition("(4,2):(1,8)"_layout, "(2,2):(1,2)"_layout);',
         'constexpr Layout r = composition("(4,2):(1,8)"_layout, "(2,2):(3,1)"_layout);',
         "kLeavesCarry"),
    Case("a stride of another structure",
         "constexpr Layout l = make_layout(make_shape(2, 3), make_stride(3, 1));",
         "constexpr Layout l = make_layout(make_shape(2, 3), make_stride(3));",
         "kNotCongruent"),
    Case("no modes",
         "constexpr Layout l = take<1, 2>(make_layout(make_shape(2, 3)));",
         "constexpr Layout l = take<1, 1>(make_layout(make_shape(2, 3)));",
         "take"),
    Case("a division inside a dynamic mode",
         "auto f(int m) { return zipped_divide(mixed_layout(make_shape(make_shape(_4{}, m)), "
         "make_stride(make_stride(_1{}, _8{}))), make_tile(_2{})); }",
         "auto f(int m) { return zipped_divide(mixed_layout(make_shape(make_shape(m, _4{})), "
         "make_stride(make_stride(_1{}, _8{}))), make_tile(_2{})); }",
         "a_dynamic_extent_is_not_the_last_of_its_mode"),
    Case("a tensor that owns its elements, in descending order",
         "auto t = make_tensor<float>(Layout<Shape<_4>, Stride<_2>>{});",
         "auto t = make_tensor<float>(Layout<Shape<_4>, Stride<C<-1>>>{});",
         "has no negative stride"),
    Case("a tensor that owns its elements, swizzled",
         "auto t = make_tensor<float>(Layout<Shape<_8>>{});",
         "auto t = make_tensor<float>(composition(Swizzle<1, 0, 2>{}, Layout<Shape<_8>>{}));",
         "is not swizzled"),
    Case("a matrix instruction that does not exist",
         'using Shape_MNK = MMA_Atom<"SM80_16x8x16_F32F16F16F32_TN">::Shape_MNK;',
         'using Shape_MNK = MMA_Atom<"SM80_16x8x15_F32F16F16F32_TN">::Shape_MNK;',
         "there is no such instruction; eval 'mma_traits(NAME)' names the nearest",
         "tileglot/cute/atom/mma_atom.h"),
    Case("a copy instruction that does not exist",
         'using Source = Copy_Atom<"SM75_U32x4_LDSM_N", 16>::ValLayoutSrc;',
         'using Source = Copy_Atom<"SM75_U32x3_LDSM_N", 16>::ValLayoutSrc;',
         "there is no such instruction; eval 'copy_traits(NAME)' names the nearest",
         "tileglot/cute/atom/copy_atom.h"),
    Case("a fragment of an operand in shared memory",
         'auto f = make_tiled_mma(MMA_Atom<"SM90_64x16x16_F32F16F16_RS">{}).get_slice(0)'
         ".partition_fragment_A<float>(Layout<Shape<_64, _16>>{});",
         'auto f = make_tiled_mma(MMA_Atom<"SM90_64x16x16_F32F16F16_SS">{}).get_slice(0)'
         ".partition_fragment_A<float>(Layout<Shape<_64, _16>>{});",
         "does not take this operand from registers",
         "tileglot/cute/atom/tiled_mma.h"),
]


def build(compiler, case, line):
    command = [compiler, "-std=c++20", "-fsyntax-only", "-I", str(ROOT), "-x", "c++", "-"]
    source = SOURCE.replace("{header}", case.header).replace("{line}", line)
    return subprocess.run(command, input=source, capture_output=True, text=True, check=False)


def finding(compiler, case):
    good = build(compiler, case, case.good)
    if good.returncode != 0:
        return f"does not compile as it should be written:\n{good.stderr}"
    bad = build(compiler, case, case.bad)
    if bad.returncode == 0:
        return "compiles"
    if case.message not in bad.stderr:
        return f"the message does not say {case.message}:\n{bad.stderr}"
    return None


def main():
    compiler = sys.argv[1]
    if not shutil.which(compiler):
        print(f"SKIP: {compiler} is not installed")
        return SKIPPED
    findings = 0
    for case in CASES:
        if found := finding(compiler, case):
            findings += 1
            print(f"{case.name}: {found}")
    print(f"{compiler}: {len(CASES)} cases, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
