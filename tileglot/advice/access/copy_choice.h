// SPDX-License-Identifier: Apache-2.0
// access/copy_choice.h: the copy instruction that moves the most between two layouts.
//
// What     widest_copies(offsets, bits, banks, ..) tries ldmatrix and stmatrix of 16-bit units,
//          plain and transposed, and vectors from 16 bytes down, between what the lanes hold and a
//          shared memory. It returns the load and the store that move the most bytes per lane at
//          once. vector_copies names those of two memories, or of global memory.
// Why      ldmatrix moves 16 bytes per lane although no two registers of a lane are adjacent in
//          memory, if the lanes hold what it distributes; whether they do is hard to see.
// Units    Bytes of one lane in one instruction; `bits` are those of an element. Of equally wide
//          copies, the one with fewer bank conflicts is taken, then the vector.
// Example  A of m16n8k16 in row-major shared memory: SM75_U32x4_LDSM_N loads, and SM90_U32x4_STSM_N
//          stores, 16 bytes per lane; vectors move 4.
//          [tests: access/copy_choice_test.cc, "an operand of sixteen rows is four matrices"]
// Errors   None. Where nothing is wider, elements move one by one; elements that do not fill bytes
//          have no copy.
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
  std::string_view use = "copy";  ///< or load, store, global to shared
  notation::cute::CopyAtom atom = {};
  std::int64_t bytes = 0;                 ///< of a lane
  std::optional<std::int64_t> ways = {};  ///< of its bank conflicts
};

/// `offsets` maps (register, lane, ..) to offsets in shared memory.
/// Elements that share an offset are not stored.
std::vector<CopyChoice> widest_copies(const map::IndexMap& offsets, std::int64_t bits,
                                      const analysis::Banks& banks, bool may_store);

/// Copies of vectors of that many elements; `past_registers` by cp.async too.
std::vector<CopyChoice> vector_copies(std::int64_t vector, std::int64_t bits, bool past_registers);

/// A line for each, or one that says that there are none.
std::string text_of(const std::vector<CopyChoice>& copies);
value::Json to_json(const std::vector<CopyChoice>& copies);

}  // namespace tileglot::advice
