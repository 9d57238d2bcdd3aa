// SPDX-License-Identifier: Apache-2.0
// find_atom.h: an instruction by its name or its parts, or why there is none.
//
// What     find_mma and find_copy read a name of CuTe, or words as PTX has them. If no hardware has
//          the instruction, the error says which rule it breaks and names the nearest that exists.
// Why      A name of forty letters is easily wrong by one; the answer should be the right name.
// Example  find_mma("SM90_64x20x16_F32F16F16_SS") fails: N of wgmma is a multiple of 8 from 8 to
//          256; the nearest is SM90_64x16x16_F32F16F16_SS.
//          [tests: find_atom_test.cc, "a name that no hardware has names the nearest that exists"]
// Errors   cute.atom.
#pragma once

#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/atoms/copy_atom.h"
#include "tileglot/notation/cute/atoms/mma_atom.h"

namespace tileglot::notation::cute {

core::Result<MmaAtom> find_mma(std::string_view text);
core::Result<CopyAtom> find_copy(std::string_view text);

/// True for SM80_.., cute::SM80_.., UniversalFMA<..>, wgmma ..: no layout begins that way.
bool looks_like_instruction(std::string_view text);

}  // namespace tileglot::notation::cute
