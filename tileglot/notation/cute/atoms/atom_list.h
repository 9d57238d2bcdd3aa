// SPDX-License-Identifier: Apache-2.0
// atom_list.h: the instructions that exist, and those that a GPU offers.
//
// What     all_mmas and all_copies list every instruction, those of tcgen05 with K-major operands
//          only; is_offered says whether a target has one.
// Why      A list is what the rules allow: nothing in it is written down, so that a rule and the
//          list cannot disagree. It answers "what is there?" and "what did I mean?".
// Units    A target is a number: 90 for sm_90.
// Example  all_mmas() has SM90_64x256x16_F32F16F16_SS, which sm_90 offers and sm_100 does not.
//          [tests: atom_list_test.cc, "a target offers what its architecture has"]
// Errors   None.
// Source   PTX ISA 8.7, "Target ISA Notes" of each instruction.
#pragma once

#include <span>

#include "tileglot/notation/cute/atoms/copy_atom.h"
#include "tileglot/notation/cute/atoms/mma_atom.h"

namespace tileglot::notation::cute {

/// Made once; about 17,000.
std::span<const MmaAtom> all_mmas();
std::span<const CopyAtom> all_copies();

bool is_offered(const MmaAtom& atom, int target);
bool is_offered(const CopyAtom& atom, int target);

}  // namespace tileglot::notation::cute
