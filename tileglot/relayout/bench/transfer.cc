// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/transfer.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/relayout/bench/expected.h"
#include "tileglot/relayout/bench/offsets.h"
#include "tileglot/relayout/bench/statistics.h"
#include "tileglot/relayout/cpu/measure.h"

namespace tileglot::relayout::bench {
namespace {

constexpr int kPoison = 0xA5;
constexpr int kPlanRounds = 9;

core::Result<map::IndexMap> map_of(std::string_view text) {
  TILEGLOT_TRY(layout, bridge::parse_layout(text));
  return bridge::to_map(layout);
}

core::Result<plan::Plan> plan_of(const Transfer& transfer) {
  return plan::plan(*transfer.source_map, *transfer.target_map, transfer.element_bits,
                    {.refine = {}, .check_injective = false});
}

double median_plan_seconds(const Transfer& transfer) {
  std::vector<double> samples;
  samples.reserve(kPlanRounds);
  for (int i = 0; i < kPlanRounds; ++i) {
    samples.push_back(cpu::seconds_of([&] { (void)plan_of(transfer); }));
  }
  return median(std::move(samples));
}

core::Status read_layouts(Transfer& transfer, const Case& c) {
  TILEGLOT_TRY(source, map_of(c.source));
  TILEGLOT_TRY(target, map_of(c.target));
  transfer.element_bits = c.element_bits;
  transfer.source_map = std::move(source);
  transfer.target_map = std::move(target);
  TILEGLOT_TRY(plan, plan_of(transfer));
  transfer.plan = std::move(plan);
  return {};
}

std::unique_ptr<Pages> pages_of(std::int64_t bytes, bool huge) {
  return std::make_unique<Pages>(bytes, huge);
}

void make_buffers(Transfer& transfer) {
  const bool huge = transfer.huge_pages;
  const std::int64_t copied = transfer.bytes();
  const std::int64_t moved = transfer.plan.target_bytes();
  transfer.source_pages = pages_of(std::max(transfer.plan.source_bytes(), copied), huge);
  transfer.target_pages = pages_of(std::max(moved, copied), huge);
  transfer.expected = pages_of(moved, huge);
}

}  // namespace

core::Result<Transfer> Transfer::of(const Case& c, bool huge_pages, std::uint64_t seed) {
  TILEGLOT_TRY(from, Offsets::of(c.source));
  TILEGLOT_TRY(to, Offsets::of(c.target));
  Transfer transfer;
  TILEGLOT_TRY_STATUS(read_layouts(transfer, c));
  transfer.plan_seconds = median_plan_seconds(transfer);
  transfer.huge_pages = huge_pages;
  make_buffers(transfer);
  fill_with_numbers(transfer.source_pages->bytes(), seed);
  move_by_definition(from, to, c.element_bits, transfer.source(), transfer.expected->bytes());
  return transfer;
}

std::span<const std::byte> Transfer::source() const { return std::as_const(*source_pages).bytes(); }

std::span<std::byte> Transfer::target() const { return target_pages->bytes(); }

bool Transfer::is_moved() const {
  const auto must = expected->bytes();
  return std::memcmp(target().data(), must.data(), must.size()) == 0;
}

bool Transfer::is_copied() const {
  return std::memcmp(target().data(), source().data(), static_cast<std::size_t>(bytes())) == 0;
}

void Transfer::poison_target() const { std::memset(target().data(), kPoison, target().size()); }

}  // namespace tileglot::relayout::bench
