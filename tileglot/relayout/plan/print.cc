// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/print.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

std::string loop_text(const Loop& loop) {
  if (loop.walk) return fmt::format("{} points of walk {}", loop.count, *loop.walk);
  if (!loop.table.empty()) return fmt::format("{} entries of a table", loop.count);
  return fmt::format("{}: source += {}, target += {}", loop.count, loop.step.f, loop.step.g);
}

std::string leaf_text(const Nest& nest) {
  const Loop& last = nest.loops.back();
  if (nest.kernel == Kernel::kRun) return fmt::format("run {}", last.count);
  if (nest.kernel == Kernel::kTable) return loop_text(last);
  const Loop& rows = nest.loops[nest.loops.size() - 2];
  return fmt::format("{} {} x {}: source += ({}, {}), target += ({}, {})", name_of(nest.kernel),
                     rows.count, last.count, rows.step.f, last.step.f, rows.step.g, last.step.g);
}

std::string_view way_of(const Block& block) {
  if (!block.buffered) return "straight: target lines are whole";
  return block.cuts_lines ? "through a buffer: target lines are cut"
                          : "through a buffer: source lines are short";
}

/// The kind of a block, how much of a line it takes, and the reason for its path.
std::string block_text(const Nest& nest) {
  const Block& block = nest.block;
  const BlockSize& size = block.size();
  std::string text = fmt::format("{} blocks of {} rows x {} columns",
                                 block.gathers ? "gather" : "transpose", size.rows, size.columns);
  if (block.cell > 1) text += fmt::format(" of {} units", block.cell);
  const auto bytes = [&](std::int64_t cells) {
    return core::ceil_div(cells * block.cell * nest.unit_bits, 8);
  };
  return fmt::format("{}, {} source and {} target bytes at a time, {}", text, bytes(size.rows),
                     bytes(size.columns), way_of(block));
}

/// The loops of a kTranspose nest are labeled with the side on which they are in order.
void print_transpose(const Nest& nest, std::size_t indent, std::string& out) {
  auto to = std::back_inserter(out);
  fmt::format_to(to, "{:{}}{}\n", "", indent, block_text(nest));
  const std::size_t first = nest.loops.size() - nest.leaf_loops();
  const std::size_t columns = first + nest.block.row_loops;
  for (std::size_t i = first; i < columns + nest.block.column_loops; ++i) {
    fmt::format_to(to, "{:{}}{} {}\n", "", indent + 2, i < columns ? "rows" : "columns",
                   loop_text(nest.loops[i]));
  }
}

/// The loops of a box, which kernels do not see as loops.
void print_shuffle(const Nest& nest, std::size_t indent, std::string& out) {
  auto to = std::back_inserter(out);
  std::int64_t units = 1;
  const auto loops = std::span(nest.loops).last(nest.shuffle_loops);
  for (const Loop& loop : loops) units *= loop.count;
  fmt::format_to(to, "{:{}}shuffle of {} bytes in the cache: short loops on both sides\n", "",
                 indent, units * nest.unit_bits / 8);
  for (const Loop& loop : loops) {
    fmt::format_to(to, "{:{}}box {}\n", "", indent + 2, loop_text(loop));
  }
}

void print_nest(const Nest& nest, std::string& out) {
  auto to = std::back_inserter(out);
  fmt::format_to(to, "nest of {} x {} bits", nest.units(), nest.unit_bits);
  if (nest.start != Move{})
    fmt::format_to(to, ", source at {}, target at {}", nest.start.f, nest.start.g);
  out += '\n';
  std::size_t indent = 2;
  for (std::size_t i = 0; i + nest.leaf_loops() < nest.loops.size(); ++i, indent += 2) {
    fmt::format_to(to, "{:{}}for {}\n", "", indent, loop_text(nest.loops[i]));
  }
  if (nest.kernel == Kernel::kTranspose) return print_transpose(nest, indent, out);
  if (nest.kernel == Kernel::kShuffle) return print_shuffle(nest, indent, out);
  fmt::format_to(to, "{:{}}{}\n", "", indent, leaf_text(nest));
}

/// The bits that are zeroed before elements move.
std::string gap_text(const Plan& plan) {
  std::int64_t all_lines = 0;
  std::int64_t bits = 0;
  for (const Gap& gap : plan.gaps) {
    std::int64_t lines = 1;
    for (const GapLoop& loop : gap.loops) lines *= loop.count;
    all_lines += lines;
    bits += lines * gap.size_bits;
  }
  return fmt::format("zero {} bytes in {} lines\n", core::ceil_div(bits, 8), all_lines);
}

std::string padding_text(const Plan& plan) {
  return plan.padding() == 0 ? "no padding" : fmt::format("{} of them padding", plan.padding());
}

}  // namespace

std::string print(const Plan& plan) {
  std::string out =
      fmt::format("move {} elements of {} bits; source {}, target {} elements, {}\n", plan.elements,
                  plan.element_bits, plan.source_size, plan.target_size, padding_text(plan));
  if (!plan.gaps.empty()) out += gap_text(plan);
  for (const Nest& nest : plan.nests) print_nest(nest, out);
  return out;
}

}  // namespace tileglot::relayout::plan
