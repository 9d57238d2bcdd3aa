// SPDX-License-Identifier: Apache-2.0
// scalar_origin.h: where an integer scalar of a computation comes from.
//
// What     origin_of(module, id, path) follows the leaf `path` of an instruction's value back to a
//          constant, or to a leaf of a parameter of its computation, plus a constant. It sees
//          through tuples, copies, barriers, fusions, calls, additions and subtractions of
//          constants, and loops that pass the leaf on unchanged.
// Why      Whether a loop counts, and from where to where, is a question about such origins
//          (trip_count.h).
// Example  In i = get-tuple-element(p), index=0; j = add(i, one) the origin of j is leaf {0} of
//          parameter 0, plus 1.
//          [tests: hlo/pass/cost/trip_count_test.cc, "a counter is followed through fusions"]
// Errors   None: there is no origin where the value depends on anything else, where a sum does not
//          fit, and where following it takes more than a few thousand steps.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

/// Indexes of tuple elements, the outermost first.
using LeafPath = std::vector<std::int64_t>;

struct ParameterLeaf {
  std::int64_t parameter = 0;
  LeafPath path = {};
  friend bool operator==(const ParameterLeaf&, const ParameterLeaf&) = default;
};

struct ScalarOrigin {
  std::optional<ParameterLeaf> leaf = {};  ///< nothing: a constant
  std::int64_t offset = 0;                 ///< that is added to the leaf, or the constant
  friend bool operator==(const ScalarOrigin&, const ScalarOrigin&) = default;
};

/// Precondition: verify(module).
std::optional<ScalarOrigin> origin_of(const Module& module, InstructionId id, LeafPath path = {});

/// The origin of a value inside fusions or calls, the outermost first, that `id` is in.
std::optional<ScalarOrigin> origin_within(const Module& module, InstructionId id,
                                          std::vector<InstructionId> calls);

/// Whether every run of the loop's body leaves this leaf of its state as it is.
bool is_passed_on(const Module& module, InstructionId loop, const LeafPath& path);

}  // namespace tileglot::hlo::pass
