// SPDX-License-Identifier: Apache-2.0
// execute_law_test.cc: the executor against the interpreter and against both layouts, element by
// element.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/kernels/target.h"
#include "tileglot/relayout/plan/any_transfer.h"
#include "tileglot/relayout/plan/interpret.h"
#include "tileglot/relayout/plan/plan.h"
#include "tileglot/relayout/plan/print.h"

namespace tileglot::relayout::cpu {
namespace {

using plan::GuardedBuffer;
using plan::Kernel;
using plan::Plan;
using plan::Transfer;

constexpr std::byte kPoison{0xA5};

std::vector<std::byte> random_bytes(std::int64_t size) {
  std::mt19937 numbers(static_cast<unsigned>(size));
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  for (std::byte& byte : bytes) byte = std::byte(numbers() & 0xFF);
  return bytes;
}

/// The instructions of each target of the processor in turn.
class EveryTarget {
 public:
  EveryTarget() = default;
  EveryTarget(const EveryTarget&) = delete;
  EveryTarget& operator=(const EveryTarget&) = delete;
  ~EveryTarget() { kernels::force_target({}); }

  void force_next() {
    EXPECT_TRUE(kernels::force_target(names_[next_ % names_.size()]));
    ++next_;
  }

 private:
  std::vector<std::string_view> names_ = kernels::target_names();
  std::size_t next_ = 0;
};

/// How often each kernel, walks and several threads were met.
struct Seen {
  std::array<std::int64_t, 6> kernels = {};
  std::int64_t walks = 0;
  std::int64_t padded = 0;
  map::Tally targets;

  void count(const Plan& plan) {
    for (const plan::Nest& nest : plan.nests) ++kernels[static_cast<std::size_t>(nest.kernel)];
    if (!plan.walks.empty()) ++walks;
    if (plan.padding() > 0) ++padded;
  }

  void print() const {
    std::cout << "targets: " << targets << "; nests by kernel:";
    for (const Kernel kernel : {Kernel::kRun, Kernel::kTranspose, Kernel::kPlane,
                                Kernel::kBlockedPlane, Kernel::kTable, Kernel::kShuffle})
      std::cout << " " << plan::name_of(kernel) << " " << kernels[static_cast<std::size_t>(kernel)];
    std::cout << "; " << walks << " with walks, " << padded << " with padding\n";
  }
};

/// What the target buffer has to hold.
GuardedBuffer expected_of(const Transfer& t, const Plan& plan, std::span<const std::byte> source,
                          bool zero_fill) {
  GuardedBuffer target(static_cast<std::size_t>(plan.target_bytes()), kPoison);
  if (zero_fill) std::fill(target.bytes().begin(), target.bytes().end(), std::byte{0});
  plan::move_directly(t, source, target.bytes());
  return target;
}

void expect_moves(const Transfer& t, const Plan& plan, bool zero_fill) {
  const std::vector<std::byte> source = random_bytes(plan.source_bytes());
  const GuardedBuffer expected = expected_of(t, plan, source, zero_fill);
  const auto size = static_cast<std::size_t>(plan.target_bytes());

  GuardedBuffer interpreted(size, kPoison);
  ASSERT_TRUE(plan::interpret(plan, source, interpreted.bytes(), zero_fill).has_value());
  ASSERT_TRUE(interpreted == expected) << "interpreter\n" << t << "\n" << plan::print(plan);
  for (const int threads : {1, 4}) {
    GuardedBuffer executed(size, kPoison, *rc::gen::element<std::size_t>(0, 0, 1, 16, 63));
    const Stores stores =
        threads == 1 ? Stores::kStreaming : *rc::gen::element(Stores::kCached, Stores::kStreaming);
    const ExecuteOptions options{
        .threads = threads, .zero_fill = zero_fill, .stores = stores, .small_bytes = 0};
    const PreparedPlan prepared(plan, options);
    ASSERT_TRUE((threads == 1 ? execute(plan, source, executed.bytes(), options)
                              : prepared.execute(source, executed.bytes()))
                    .has_value());
    ASSERT_TRUE(executed.is_intact()) << t << "\n" << plan::print(plan);
    ASSERT_TRUE(executed == expected) << threads << " threads\n" << t << "\n" << plan::print(plan);
  }
}

plan::PlanOptions any_options() {
  plan::PlanOptions options;
  options.refine.max_table_entries = *rc::gen::element<std::int64_t>(0, 16, 1 << 14, 1 << 14);
  options.refine.max_pieces = *rc::gen::element<std::int64_t>(1, 4, 256, 256);
  options.refine.max_table_points = *rc::gen::element<std::int64_t>(0, 0, 20, 200);
  return options;
}

bool has_table_inside(const plan::Nest& nest) {
  const auto box = std::span(nest.loops).last(nest.shuffle_loops);
  return std::any_of(box.begin(), box.end(), [](const auto& loop) { return !loop.is_strided(); });
}

/// How often blocks went through a buffer, and straight.
struct SeenBlocks {
  std::int64_t buffered = 0;
  std::int64_t straight = 0;
  std::int64_t cells = 0;
  std::int64_t packed = 0;
  std::int64_t joined = 0;
  std::int64_t boxes = 0;
  std::int64_t listed = 0;

  void count(const plan::Nest& nest) {
    if (nest.kernel == Kernel::kShuffle) ++(has_table_inside(nest) ? listed : boxes);
    if (nest.kernel != Kernel::kTranspose) return;
    ++(nest.block.buffered ? buffered : straight);
    if (nest.block.cell > 1) ++cells;
    if (nest.unit_bits < 8) ++packed;
    if (nest.block.row_loops > 1 || nest.block.column_loops > 1) ++joined;
  }
};

/// Plans and moves so many random pairs; which ways of moving were tried.
Seen check_moves(const char* law, int soak_count, std::int64_t max_points) {
  Seen seen;
  EveryTarget targets;
  core::check_law(law, soak_count, [&] {
    targets.force_next();
    const Transfer t = plan::any_transfer(max_points);
    const auto plan = plan::plan(t.source_map(), t.target_map(), t.element_bits, any_options());
    ASSERT_TRUE(plan.has_value()) << plan.error()->message << "\n" << t;
    seen.count(*plan);
    seen.targets.count(t.target_map());
    expect_moves(t, *plan, *rc::gen::arbitrary<bool>());
  });
  seen.print();
  return seen;
}

TEST(ExecuteLaw, EveryPairOfLayoutsMovesExactly) {
  const Seen seen = check_moves("relayout_moves_exactly", 20000, 3000);
  for (const std::int64_t count : seen.kernels) EXPECT_GT(count, 0);
  EXPECT_GT(seen.walks, 0);
  EXPECT_GT(seen.padded, 0);
}

TEST(ExecuteLaw, LargePairsOfLayoutsMoveExactly) {
  check_moves("relayout_moves_large_tensors_exactly", 600, 60000);
}

TEST(ExecuteLaw, TensorsOfModelsMoveExactly) {
  SeenBlocks seen;
  EveryTarget targets;
  core::check_law("relayout_moves_tensors_exactly", 6000, [&] {
    targets.force_next();
    const Transfer t = plan::any_tensor_transfer(12000);
    const auto plan = plan::plan(t.source_map(), t.target_map(), t.element_bits);
    ASSERT_TRUE(plan.has_value()) << plan.error()->message << "\n" << t;
    for (const plan::Nest& nest : plan->nests) seen.count(nest);
    expect_moves(t, *plan, *rc::gen::arbitrary<bool>());
  });
  std::cout << "blocks: " << seen.straight << " straight, " << seen.buffered << " buffered, "
            << seen.cells << " of cells, " << seen.packed << " packed, " << seen.joined
            << " joined, " << seen.boxes << " boxes, " << seen.listed << " listed\n";
  for (const std::int64_t count :
       {seen.straight, seen.buffered, seen.cells, seen.packed, seen.joined, seen.boxes})
    EXPECT_GT(count, 0);
  // Boxes with tables are rarer: a run with sanitizers has too few cases.
  if (seen.boxes > 50) {
    EXPECT_GT(seen.listed, 0);
  }
}

}  // namespace
}  // namespace tileglot::relayout::cpu
