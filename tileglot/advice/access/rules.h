// SPDX-License-Identifier: Apache-2.0
// access/rules.h: rules about what lanes touch.
//
// What     vector_rule, coalescing_rule, conflict_rule and alignment_rule turn the counts of
//          analysis into a rule of check.
// Why      A simulated access of a memory and a distributed layout, which says itself which lane
//          takes what, are checked against the same limits.
// Example  conflict_rule of ldmatrix on (8,64):(64,1) of f16 is "8-way in 8 of 8 phases", a
//          warning.
//          [tests: access/memory_test.cc, "eight rows of 128 bytes are eight ways and a swizzle of
//          three bits frees them"]
#pragma once

#include <cstdint>
#include <string>

#include "tileglot/advice/access/rule_table.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/analysis/lane_access.h"

namespace tileglot::advice {

struct Elements {
  std::int64_t bits = 8;        ///< that one element takes in memory
  std::string type = {};        ///< its name
  std::int64_t value_bits = 8;  ///< of its value: fewer, where memory does not pack it
};

/// What one access does; names its rules.
struct NamedAccess {
  std::string name = {};
  analysis::LaneAccess lanes = {};
  std::int64_t wanted = 1;  ///< elements that a lane should take at once
};

/// "8 × f16 = 16 B"
std::string vector_text(std::int64_t count, const Elements& elements);

/// A vector that is narrower than wanted fails if the instruction `must` have it, or else warns.
Rule vector_rule(const NamedAccess& access, const Elements& elements, bool must);
Rule coalescing_rule(const NamedAccess& access, const Elements& elements);
/// `explain` lists the lanes and banks of the worst phase.
Rule conflict_rule(const NamedAccess& access, const Elements& elements,
                   const analysis::Banks& banks, bool explain);
/// The alignment that the widest vector needs.
Rule alignment_rule(std::int64_t vector, const Elements& elements);

/// "32 banks × 4 B, 16-byte accesses in phases of 8 lanes, broadcast free"
std::string bank_model(const NamedAccess& access, const Elements& elements,
                       const analysis::Banks& banks);
std::string sector_model();
/// "s4 in 8 bits"; empty where the value fills its storage.
std::string storage_model(const Elements& elements);

}  // namespace tileglot::advice
