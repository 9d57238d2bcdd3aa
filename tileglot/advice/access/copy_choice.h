// SPDX-License-Identifier: Apache-2.0
// access/copy_choice.h: the copy instruction that serves a pair of layouts widest.
//
// What     widest_copies(offsets, bits, banks) tries ldmatrix and stmatrix, plain and
//          transposed, and vectors of 16 bytes down to one, between what the lanes hold and a
//          shared memory, and returns the load and the store that move the most bytes of a lane at
//          once. vector_copies names those of two memories, or of global memory.
// Why      ldmatrix moves 16 bytes of a lane although no two of its registers are adjacent in
//          memory, if the lanes hold what it distributes; whether they do is hard to see.
// Units    Bytes of one lane in one instruction; `bits` are those of an element. Of equally wide copies, the one with fewer bank
//          conflicts is taken, then the vector.
// Example  A of m16n8k16 in row-major shared memory: SM75_U32x4_LDSM_N loads, and SM90_U32x4_STSM_N
//          stores, 16 bytes of a lane; vectors move 4.
//          [tests: access/copy_choice_test.cc, "an operand of sixteen rows is four matrices"]
// Errors   None: a pair without a wider copy is served element by element; elements that do not
//          fill bytes have none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/atoms/copy_atom.h"
#include "tileglot/value/json.h"

namespace tileglot::advice {

struct CopyChoice {
  std::string_view use = "copy";  ///< or load, store
  notation::cute::CopyAtom atom = {};
  std::int64_t bytes = 0;                 ///< of a lane
  std::optional<std::int64_t> ways = {};  ///< of its bank conflicts
};

/// `offsets` maps (register, lane, ..) to offsets in shared memory.
std::vector<CopyChoice> widest_copies(const map::IndexMap& offsets, std::int64_t bits,
                                      const analysis::Banks& banks);

/// Copies of vectors of that many elements, `past_registers` also by cp.async.
std::vector<CopyChoice> vector_copies(std::int64_t vector, std::int64_t bits, bool past_registers);

/// A line for each, or one that says that there are none.
std::string text_of(const std::vector<CopyChoice>& copies);
value::Json to_json(const std::vector<CopyChoice>& copies);

}  // namespace tileglot::advice
