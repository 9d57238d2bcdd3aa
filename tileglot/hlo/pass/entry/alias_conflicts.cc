// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/alias_conflicts.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/entry/device_view.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

bool are_one_array(const xla::Shape& a, const xla::Shape& b) {
  return a.type == b.type && a.dimensions == b.dimensions;
}

std::string bare(const xla::Shape& shape) { return xla::print(shape, xla::LayoutText::kHidden); }

}  // namespace

core::Result<std::vector<AliasConflict>> alias_conflicts(const Module& module,
                                                         const EntryLeaves& leaves) {
  std::vector<AliasConflict> conflicts;
  for (const AliasedLeaves& aliased : aliased_leaves(module, leaves)) {
    // Arrays of other shapes may share memory as well, if they have the same size.
    if (!are_one_array(leaves.arguments[aliased.argument].shape,
                       leaves.results[aliased.result].shape)) {
      continue;
    }
    TILEGLOT_TRY(argument, device_view(leaves.arguments[aliased.argument], leaves.devices));
    TILEGLOT_TRY(result, device_view(leaves.results[aliased.result], leaves.devices));
    if (are_one_array(argument.allocated, result.allocated)) continue;
    conflicts.push_back({aliased, std::move(argument.allocated), std::move(result.allocated)});
  }
  return conflicts;
}

std::string sentence_of(const Module& module, const EntryLeaves& leaves,
                        const AliasConflict& conflict) {
  return fmt::format("{} and {} share memory, but each device stores {} of one and {} of the other",
                     title_of(module, leaves.arguments[conflict.leaves.argument]),
                     title_of(module, leaves.results[conflict.leaves.result]),
                     bare(conflict.argument), bare(conflict.result));
}

core::Status check_aliases(const Module& module, const EntryLeaves& leaves) {
  TILEGLOT_TRY(conflicts, alias_conflicts(module, leaves));
  if (conflicts.empty()) return {};
  const AliasConflict& first = conflicts.front();
  return core::fail({.code = "hlo.alias",
                     .message = sentence_of(module, leaves, first),
                     .span = module[leaves.arguments[first.leaves.argument].instruction].place,
                     .help = "give both the same sharding; if the shapes are one device's already, "
                             "--partitioned yes says so"});
}

}  // namespace tileglot::hlo::pass
