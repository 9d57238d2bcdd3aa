// SPDX-License-Identifier: Apache-2.0
// transfer.h: a case with its memory: what movers move.
//
// What     Transfer::of(case) reads the layouts, plans, makes touched buffers, fills the source and
//          computes what the target must hold.
// Why      All movers of a case work in the same buffers.
// Units    Bytes; the target has room for a plain copy of the elements too.
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

  /// Whether the target holds what a move, or a plain copy, leaves there.
  bool is_moved() const;
  bool is_copied() const;
  /// So that no mover is taken for right by what another left.
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
