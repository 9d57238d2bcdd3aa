// SPDX-License-Identifier: Apache-2.0
// access/memory.h: bank conflicts, sectors and alignment of lanes that access a memory.
//
// What     check_accesses(memory, asked) simulates the access that --access names and makes the
//          table of rules: do two elements share an offset; is the vector as wide as the access
//          takes; how many sectors does a warp touch, or how many ways do the banks conflict; which
//          alignment does it need; and with `suggest` the swizzles and the padding that help all
//          accesses together.
// Why      A layout of shared memory is chosen for the instructions that read and write it.
// Units    Modes are counted from 0. wgmma and tcgen05: access/operand.h. For ldmatrix and stmatrix
//          mode 0 has the rows and mode 1 the 16 bytes of a row; with .trans the other way round. A
//          vector runs along the mode with the longest contiguous runs; of several, the last.
// Example  (8,64):(64,1) of f16 with ldmatrix: 8 ways; Sw<3,3,3> leaves 1.
//          [tests: access/memory_test.cc, "eight rows of 128 bytes are eight ways and a swizzle of
//          three bits frees them"]
// Errors   access.kind, access.banks, access.element for a type that does not fill 16 bytes,
//          access.transposed for .trans of elements of other than 8 or 16 bits, access.memory where
//          --mem is not a layout of the same tensor, access.missing for --suggest and similar
//          options where no access has banks and --mem names no pair; those of analysis.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/advice/access/rule_table.h"
#include "tileglot/advice/access/rules.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/injective.h"

namespace tileglot::advice {

/// What is asked about lanes; an absent member asks nothing.
struct AccessRequest {
  std::optional<std::string> access = {};  ///< in the syntax of access/kind.h
  std::optional<std::string> memory = {};  ///< another layout of the same tensor
  std::optional<std::int64_t> banks = {};
  std::optional<std::int64_t> bank_width = {};  ///< bytes
  bool suggest = false;
  bool explain = false;
};

/// A layout of memory: its map, and the layout itself to name cures.
struct Memory {
  const bridge::AnyLayout& layout;
  const map::IndexMap& map;
  Elements elements = {};
  std::optional<bridge::Tensor> tensor = {};         ///< from -t, for a --mem text without a shape
  std::optional<map::Injectivity> injectivity = {};  ///< of the map, if already known
};

/// Refuses a memory too large to simulate; called before anything slow.
core::Status check_size(const map::IndexMap& memory, const AccessRequest& asked);

/// Checks that --mem describes the same tensor: its extents, and its element size if it has a type.
core::Status check_memory(const bridge::AnyLayout& memory, const map::IndexMap& map,
                          std::span<const map::Dim> tensor, const Elements& elements);

/// --suggest and similar options need banks; refuses them if no access has any.
core::Status check_has_banks(const AccessRequest& asked, std::string_view accesses);

/// Default: 32 banks of 4 bytes.
core::Result<analysis::Banks> banks_of(const AccessRequest& asked);

/// Positions of the memory that hold no element.
Rule padding_rule(const map::IndexMap& memory);

core::Result<RuleTable> check_accesses(const Memory& memory, const AccessRequest& asked);

}  // namespace tileglot::advice
