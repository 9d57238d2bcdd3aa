// SPDX-License-Identifier: Apache-2.0
// check/access.h: what lanes that walk over a memory meet there.
//
// What     check_accesses(memory, asked) walks over a memory as --access says and makes the table
//          of rules: do two elements share an offset; is the vector as wide as the access takes;
//          how many sectors does a warp touch, or how many ways do the banks conflict; which
//          alignment does it need; and with `suggest` the swizzles and the padding that help all
//          accesses together.
// Why      A layout of shared memory is chosen for the instructions that read and write it.
// Units    Modes are counted from 0. For ldmatrix and stmatrix mode 0 has the rows and mode 1 the
//          16 bytes of a row; with .trans the other way round. A vector lies along the mode with
//          the longest runs, the last of those.
// Example  (8,64):(64,1) of f16 with ldmatrix: 8 ways; Sw<3,3,3> leaves 1.
//          [tests: check/access_test.cc, "eight rows of 128 bytes are eight ways and a swizzle of
//          three bits frees them"]
// Errors   access.kind, access.banks, access.element for a type that does not fill 16 bytes,
//          access.transposed for .trans of elements of other than 8 or 16 bits, access.memory where
//          --mem is no layout of the same tensor, access.missing for --suggest and the like where
//          no access has banks; those of analysis.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/api/access/rule_table.h"
#include "tileglot/api/access/rules.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/injective.h"

namespace tileglot::api {

/// What is asked about lanes; a member that is nothing asks nothing.
struct AccessRequest {
  std::optional<std::string> access = {};  ///< as access/kind.h reads them
  std::optional<std::string> memory = {};  ///< another layout of the same tensor
  std::optional<std::int64_t> banks = {};
  std::optional<std::int64_t> bank_width = {};  ///< bytes
  bool suggest = false;
  bool explain = false;
};

/// A layout of memory: its map, and itself for the names of cures.
struct Memory {
  const bridge::AnyLayout& layout;
  const map::IndexMap& map;
  Elements elements = {};
  std::optional<bridge::Tensor> tensor = {};         ///< of -t, for a text of --mem without a shape
  std::optional<map::Injectivity> injectivity = {};  ///< of the map, where it is known already
};

/// Whether so large a memory is walked over at all: before anything that takes long.
core::Status check_size(const map::IndexMap& memory, const AccessRequest& asked);

/// --mem is about the same tensor: its extents, and its elements if it has a type.
core::Status check_memory(const bridge::AnyLayout& memory, const map::IndexMap& map,
                          std::span<const map::Dim> tensor, const Elements& elements);

/// --suggest and the like are about banks, and the accesses of that name have none.
core::Status check_has_banks(const AccessRequest& asked, std::string_view accesses);

/// 32 of 4 bytes where nothing else is asked.
core::Result<analysis::Banks> banks_of(const AccessRequest& asked);

/// Positions of the memory that no element has.
Rule padding_rule(const map::IndexMap& memory);

Step<RuleTable> check_accesses(const Memory& memory, const AccessRequest& asked);

}  // namespace tileglot::api
