// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/exact_range.h"
#include "tileglot/map/injective.h"
#include "tileglot/map/inverse.h"
#include "tileglot/map/print.h"
#include "tileglot/map/refine.h"
#include "tileglot/relayout/plan/detail/estimate.h"
#include "tileglot/relayout/plan/detail/gaps.h"
#include "tileglot/relayout/plan/detail/loops.h"
#include "tileglot/relayout/plan/detail/nest_builder.h"

namespace tileglot::relayout::plan {
namespace {

using map::Range;

constexpr int kMaxElementBits = 128;

core::Status check_element_bits(int bits) {
  if (core::is_power_of_two(bits) && bits <= kMaxElementBits) return {};
  return core::fail({.code = "relayout.element_bits",
                     .message = fmt::format("elements of {} bits cannot be moved", bits),
                     .help = "element types have 1, 2, 4, 8, 16, 32, 64 or 128 bits"});
}

core::Status check_injective(const map::IndexMap& target) {
  TILEGLOT_TRY(found, map::injectivity(target));
  if (found.injective) return {};
  std::string witness;
  if (const auto& pair = found.collision) {
    witness = fmt::format("{} and {} both go to {}", map::coordinate_text(pair->first),
                          map::coordinate_text(pair->second), pair->offset);
  }
  return core::fail(
      {.code = "relayout.not_injective",
       .message = "the target layout sends two elements to one place",
       .help = "elements would overwrite one another; only a source may repeat places",
       .witness = std::move(witness)});
}

/// The smallest and largest offset of f and of g.
struct Extremes {
  Range f;
  Range g;
};

void include(Range& range, std::int64_t value) {
  range = {std::min(range.lo, value), std::max(range.hi, value)};
}

Extremes operator+(const Extremes& a, const Extremes& b) {
  using map::wrapping_sum;
  return {{wrapping_sum(a.f.lo, b.f.lo), wrapping_sum(a.f.hi, b.f.hi)},
          {wrapping_sum(a.g.lo, b.g.lo), wrapping_sum(a.g.hi, b.g.hi)}};
}

core::Result<Extremes> extremes_of(const Loop& loop, const std::vector<map::Walk>& walks) {
  if (loop.walk) {
    TILEGLOT_TRY(f, map::exact_range(walks[*loop.walk].f));
    TILEGLOT_TRY(g, map::exact_range(walks[*loop.walk].g));
    return Extremes{f, g};
  }
  Extremes extremes;
  const auto meet = [&](Move move) {
    include(extremes.f, move.f);
    include(extremes.g, move.g);
  };
  if (loop.table.empty()) meet(loop.step * (loop.count - 1));
  for (const Move move : loop.table) meet(move);
  return extremes;
}

core::Result<Extremes> extremes_of(const map::Piece& piece, const std::vector<map::Walk>& walks) {
  Extremes sum{{piece.start.f, piece.start.f}, {piece.start.g, piece.start.g}};
  for (const Loop& loop : piece.loops) {
    TILEGLOT_TRY(extremes, extremes_of(loop, walks));
    sum = sum + extremes;
  }
  return sum;
}

/// Exact, since the classes are independent, and so are the loops of a piece.
core::Result<Extremes> extremes_of(const map::Refinement& refined) {
  Extremes sum{{refined.base.f, refined.base.f}, {refined.base.g, refined.base.g}};
  for (const map::RefinedClass& members : refined.classes) {
    TILEGLOT_TRY(all, extremes_of(members.pieces.front(), refined.walks));
    for (const map::Piece& piece : members.pieces) {
      TILEGLOT_TRY(extremes, extremes_of(piece, refined.walks));
      for (const std::int64_t value : {extremes.f.lo, extremes.f.hi}) include(all.f, value);
      for (const std::int64_t value : {extremes.g.lo, extremes.g.hi}) include(all.g, value);
    }
    sum = sum + all;
  }
  return sum;
}

/// "(1,2) goes to -3", where the coordinate can be found.
std::string witness_of(const map::IndexMap& f, std::int64_t offset) {
  const auto found = map::preimages(f, offset, 1);
  if (!found || found->coordinates.empty()) return fmt::format("an element is at {}", offset);
  return fmt::format("{} is at {}", map::coordinate_text(found->coordinates.front()), offset);
}

core::Status check_not_negative(const map::IndexMap& f, Range range, std::string_view side) {
  if (range.lo >= 0) return {};
  return core::fail(
      {.code = "relayout.negative_offset",
       .message = fmt::format("the {} layout reaches offset {}, before its buffer", side, range.lo),
       .help = "add a base offset to the layout so that its smallest offset is 0",
       .witness = witness_of(f, range.lo)});
}

core::Status check_codomain(const map::IndexMap& target, Range range) {
  if (range.hi < target.codomain_size()) return {};
  return core::fail(
      {.code = "relayout.out_of_codomain",
       .message = fmt::format("the target layout reaches offset {} but owns only {} positions",
                              range.hi, target.codomain_size()),
       .witness = witness_of(target, range.hi)});
}

core::Status check_bits(std::int64_t size, int element_bits, std::string_view side) {
  const core::Checked bits = core::checked_mul(size, element_bits);
  if (bits && core::checked_add(*bits, kByteBits - 1)) return {};
  return core::fail({.code = "relayout.too_large",
                     .message = fmt::format(
                         "the {} has {} elements of {} bits, more bits than 64-bit numbers count",
                         side, size, element_bits)});
}

/// Enumerates combinations of one piece of each class.
class Product {
 public:
  Product(const map::Refinement& refined, int element_bits)
      : refined_(refined), element_bits_(element_bits) {}

  /// The nests before strips were cut from them.
  const std::vector<Nest>& whole() const { return whole_; }

  std::vector<Nest> nests() {
    std::vector<std::size_t> at(refined_.classes.size(), 0);
    while (true) {
      add(at);
      std::size_t c = at.size();
      while (c > 0 && ++at[c - 1] == refined_.classes[c - 1].pieces.size()) at[--c] = 0;
      if (c == 0) return std::move(nests_);
    }
  }

 private:
  void add(const std::vector<std::size_t>& at) {
    Move start = refined_.base;
    std::vector<Loop> loops;
    for (std::size_t c = 0; c < at.size(); ++c) {
      const map::Piece& piece = refined_.classes[c].pieces[at[c]];
      start = start + piece.start;
      loops.insert(loops.end(), piece.loops.begin(), piece.loops.end());
    }
    Nest nest = simplified(start, std::move(loops), element_bits_);
    whole_.push_back(nest);
    std::vector<Nest> built = build_nests(std::move(nest));
    std::move(built.begin(), built.end(), std::back_inserter(nests_));
  }

  const map::Refinement& refined_;
  int element_bits_;
  std::vector<Nest> whole_;
  std::vector<Nest> nests_;
};

std::int64_t bytes_of(std::int64_t elements, int element_bits) {
  return core::ceil_div(elements * element_bits, 8);
}

/// A last byte that is not full has unused bits, which are zeroed too.
void set_gaps(Plan& plan, const std::vector<Nest>& whole) {
  const std::int64_t bits = plan.target_bytes() * kByteBits;
  if (plan.elements * plan.element_bits < bits) plan.gaps = gaps_of(whole, bits);
}

/// A class of several pieces and at most so many points may become one table.
constexpr std::int64_t kMaxTablePoints = 128;
/// Tables are taken if they promise to save this much.
constexpr double kWorthTables = 0.8;

/// Neither runs nor blocks of a size that calls do not matter to.
bool is_in_small_parts(const Nest& nest) {
  constexpr std::int64_t kSmallBits = std::int64_t{2} * 1024 * kByteBits;
  if (nest.kernel == Kernel::kRun) return false;
  if (nest.kernel != Kernel::kTranspose || nest.block.gathers) return true;
  const std::int64_t cells = nest.block.size().rows * nest.block.size().columns;
  return cells * nest.block.cell * nest.unit_bits < kSmallBits;
}

/// True if most of the elements move in small parts, and ends of tiles are a good part of them.
bool may_gain_from_tables(const std::vector<Nest>& nests) {
  std::int64_t all = 0;
  std::int64_t largest = 0;
  std::int64_t in_small_parts = 0;
  for (const Nest& nest : nests) {
    const std::int64_t bits = nest.units() * nest.unit_bits;
    all += bits;
    largest = std::max(largest, bits);
    if (is_in_small_parts(nest)) in_small_parts += bits;
  }
  return in_small_parts > all / 2 && largest < all / 8 * 7;
}

/// Replaces the nests by those with tables in place of short loops and their ends, if they are
/// faster.
core::Status try_tables(Plan& plan, const map::IndexMap& source, const map::IndexMap& target,
                        map::RefineOptions options) {
  if (!may_gain_from_tables(plan.nests)) return {};
  options.max_table_points = std::max(options.max_table_points, kMaxTablePoints);
  TILEGLOT_TRY(refined, map::refine(source, target, options));
  std::vector<Nest> nests = Product(refined, plan.element_bits).nests();
  if (estimated_time(nests) >= kWorthTables * estimated_time(plan.nests)) return {};
  plan.nests = std::move(nests);
  plan.walks = std::move(refined.walks);
  return {};
}

}  // namespace

std::string_view name_of(Kernel kernel) {
  switch (kernel) {
    case Kernel::kRun: return "run";
    case Kernel::kTranspose: return "transpose";
    case Kernel::kPlane: return "plane";
    case Kernel::kBlockedPlane: return "blocked plane";
    case Kernel::kTable: return "table";
    case Kernel::kShuffle: return "shuffle";
  }
  return "";
}

std::size_t Nest::leaf_loops() const {
  if (kernel == Kernel::kTranspose)
    return block.row_loops + block.column_loops + (block.cell > 1 ? 1 : 0);
  if (kernel == Kernel::kShuffle) return shuffle_loops;
  return kernel == Kernel::kPlane || kernel == Kernel::kBlockedPlane ? 2 : 1;
}

std::int64_t Nest::units() const {
  std::int64_t units = 1;
  for (const Loop& loop : loops) units *= loop.count;
  return units;
}

std::int64_t Plan::source_bytes() const { return bytes_of(source_size, element_bits); }
std::int64_t Plan::target_bytes() const { return bytes_of(target_size, element_bits); }
std::int64_t Plan::moved_bytes() const { return bytes_of(elements, element_bits); }

core::Result<Plan> plan(const map::IndexMap& source, const map::IndexMap& target, int element_bits,
                        const PlanOptions& options) {
  TILEGLOT_TRY_STATUS(check_element_bits(element_bits));
  TILEGLOT_TRY(refined, map::refine(source, target, options.refine));
  Plan plan{.domain = target.domain(),
            .element_bits = element_bits,
            .elements = target.size(),
            .target_size = target.codomain_size()};
  TILEGLOT_TRY_STATUS(check_bits(plan.target_size, element_bits, "target"));
  if (refined.empty) {
    set_gaps(plan, {});
    return plan;
  }

  TILEGLOT_TRY(extremes, extremes_of(refined));
  TILEGLOT_TRY_STATUS(check_not_negative(source, extremes.f, "source"));
  TILEGLOT_TRY_STATUS(check_not_negative(target, extremes.g, "target"));
  TILEGLOT_TRY_STATUS(check_codomain(target, extremes.g));
  TILEGLOT_TRY_STATUS(check_bits(core::saturating_add(extremes.f.hi, 1), element_bits, "source"));
  if (options.check_injective) TILEGLOT_TRY_STATUS(check_injective(target));
  plan.source_size = extremes.f.hi + 1;
  Product product(refined, element_bits);
  plan.nests = product.nests();
  plan.walks = std::move(refined.walks);
  set_gaps(plan, product.whole());
  TILEGLOT_TRY_STATUS(try_tables(plan, source, target, options.refine));
  return plan;
}

}  // namespace tileglot::relayout::plan
