// SPDX-License-Identifier: Apache-2.0
// check_access.h: what lanes that walk over a memory meet there.
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
//          [tests: check_access_test.cc, "eight rows of 128 bytes are eight ways and a swizzle of
//          three bits frees them"]
// Errors   access.kind, access.banks, access.element for a type that does not fill 16 bytes,
//          access.transposed for .trans of elements of other than 8 or 16 bits; those of analysis.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/api/access_rules.h"
#include "tileglot/api/reply.h"
#include "tileglot/api/rule_table.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/map/index_map.h"

namespace tileglot::api {

/// What is asked about lanes; a member that is nothing asks nothing.
struct AccessRequest {
  std::optional<std::string> access = {};  ///< as access_kind.h reads them
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
  std::optional<bridge::Tensor> tensor = {};  ///< of -t, for a text of --mem without a shape
};

/// 32 of 4 bytes where nothing else is asked.
core::Result<analysis::Banks> banks_of(const AccessRequest& asked);

Step<RuleTable> check_accesses(const Memory& memory, const AccessRequest& asked);

}  // namespace tileglot::api
