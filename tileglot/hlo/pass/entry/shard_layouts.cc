// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/shard_layouts.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/entry/entry_border.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/notation/xla/runtime/layout_preference.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

core::Result<std::vector<xla::Shape>> stored(const Module& module,
                                             const std::vector<EntryLeaf>& leaves,
                                             const xla::Representation& representation) {
  std::vector<xla::Shape> shapes;
  shapes.reserve(leaves.size());
  for (const EntryLeaf& leaf : leaves) {
    auto shape = xla::representation_with_sharding(leaf.shape, leaf.sharding, xla::FastMemory::kNo,
                                                   representation);
    if (!shape) return core::fail(about_leaf(module, leaf, std::move(shape).error()));
    shapes.push_back(*std::move(shape));
  }
  return shapes;
}

}  // namespace

core::Result<std::size_t> shard_layouts(Module& module, const xla::Representation& representation) {
  TILEGLOT_TRY(leaves, entry_leaves(module));
  TILEGLOT_TRY(arguments, stored(module, leaves.arguments, representation));
  TILEGLOT_TRY(results, stored(module, leaves.results, representation));
  return set_border(module, entry_of_leaves(module, arguments, results),
                    BorderChanges::kDimensions);
}

}  // namespace tileglot::hlo::pass
