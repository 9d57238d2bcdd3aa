// SPDX-License-Identifier: Apache-2.0
// alias_conflicts.h: arguments and results that share memory, but differ on each device.
//
// What     alias_conflicts(module, leaves) compares what a device stores of each argument with what
//          it stores of the result that uses its memory, and lists the pairs of different arrays.
//          check_aliases refuses the first.
// Why      One piece of memory holds one array. A difference says that the shardings are wrong, or
//          that a module was divided which was one device's program already.
// Example  f32[8] over {devices=[4]<=[4]}, aliased with a result that is {replicated}: f32[2] and
//          f32[8].
//          [tests: hlo/pass/entry/alias_conflicts_test.cc, "one memory holds one array"]
// Errors   hlo.alias, with the two leaves and the place of the parameter; those of device_view.h.
// Source   XLA, HloInputOutputAliasConfig::Verify, which compares sizes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

struct AliasConflict {
  AliasedLeaves leaves = {};
  notation::xla::Shape argument = {};  ///< as each device stores it
  notation::xla::Shape result = {};
};

core::Result<std::vector<AliasConflict>> alias_conflicts(const Module& module,
                                                         const EntryLeaves& leaves);

/// "parameter p and result {1} share memory, but each device stores f32[2] of one and f32[8] of
/// the other"
std::string sentence_of(const Module& module, const EntryLeaves& leaves,
                        const AliasConflict& conflict);

core::Status check_aliases(const Module& module, const EntryLeaves& leaves);

}  // namespace tileglot::hlo::pass
