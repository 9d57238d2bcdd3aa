// SPDX-License-Identifier: Apache-2.0
// transfer.h: a case with its memory: the input and output of movers.
//
// What     Transfer::of(case) reads the layouts, plans, makes touched buffers, fills the source and
//          computes the expected target.
// Why      All movers of a case work in the same buffers.
// Units    Bytes; the target is also large enough for a plain copy of the elements.
// Errors   Those of the layouts' notations, of bridge and of plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/bench/case.h"
#include "tileglot/relayout/bench/pages.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::bench {

struct Transfer {
  static core::Result<Transfer> of(const Case& c, bool huge_pages, std::uint64_t seed);

  std::span<const std::byte> source() const;
  std::span<std::byte> target() const;
  /// Of the elements, once.
  std::int64_t bytes() const { return (plan.elements * plan.element_bits + 7) / 8; }

  /// Whether the target has the contents that a move, or a plain copy, writes.
  bool is_moved() const;
  bool is_copied() const;
  /// Overwrites the target, so that no mover passes with the output of another.
  void poison_target() const;

  int element_bits = 0;
  bool huge_pages = true;
  std::optional<map::IndexMap> source_map;
  std::optional<map::IndexMap> target_map;
  plan::Plan plan;
  double plan_seconds = 0;
  std::unique_ptr<Pages> source_pages;
  std::unique_ptr<Pages> target_pages;
  std::unique_ptr<Pages> expected;
};

}  // namespace tileglot::relayout::bench
