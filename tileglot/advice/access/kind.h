// SPDX-License-Identifier: Apache-2.0
// access/kind.h: the words of --access.
//
// What     parse_accesses reads one access or several, separated by commas:
//            ldmatrix, stmatrix    matrices of 8 rows of 16 bytes, one row per lane; .x1, .x2 or
//                                  .x4 of them per instruction; .trans for rows along the other
//                                  mode
//            vector[:N][@MODE]     each lane takes N neighbours from shared memory, 16 bytes of
//                                  them if N is left out; lanes follow MODE, or the vector's own
//                                  mode
//            global[:N][@MODE]     the same from global memory
//            wgmma, tcgen05        the whole layout as an operand that a descriptor names
// Example  ldmatrix.x4.trans is four matrices whose rows run along mode 0; vector:4@0 is four
//          elements per lane, the lanes down mode 0.
//          [tests: access/kind_test.cc, "accesses are read word by word"]
// Errors   access.kind.
// Source   PTX ISA, ldmatrix, stmatrix, wgmma and tcgen05.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/operand/smem_descriptor.h"

namespace tileglot::advice {

struct AccessKind {
  enum class Kind : std::uint8_t { kMatrix, kVector, kGlobal, kOperand };
  std::string text = {};
  Kind kind = Kind::kVector;
  bool is_store = false;       ///< stmatrix
  bool is_transposed = false;  ///< .trans
  std::int64_t matrices = 1;   ///< of one instruction
  std::optional<std::int64_t> elements = {};
  std::optional<std::size_t> mode = {};
  notation::cute::SmemMma instruction = {};  ///< that reads the operand
};

core::Result<std::vector<AccessKind>> parse_accesses(std::string_view text);

}  // namespace tileglot::advice
