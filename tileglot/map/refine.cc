// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/refine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/classes.h"
#include "tileglot/map/detail/linked_loops.h"
#include "tileglot/map/detail/plain_loops.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/map/walk.h"

namespace tileglot::map {
namespace {

/// A row shorter than this is evaluated point by point: setting up counters costs as much.
constexpr std::size_t kLongRow = 64;

core::Status check_domains(const IndexMap& f, const IndexMap& g) {
  const auto same_extent = [](const Dim& a, const Dim& b) { return a.extent == b.extent; };
  if (std::equal(f.domain().begin(), f.domain().end(), g.domain().begin(), g.domain().end(),
                 same_extent))
    return {};
  return core::fail({.code = "map.domain_mismatch",
                     .message = fmt::format("the maps have different domains, {} and {}",
                                            extents_text(f.domain()), extents_text(g.domain())),
                     .help = "elements move between two layouts of one logical shape"});
}

/// All offsets of a map are within int64 of one another, so wrapped sums of moves are right.
core::Status check_movement(const IndexMap& f) {
  const Range bound = f.out().bound;
  if (core::checked_sub(bound.hi, bound.lo)) return {};
  return core::fail(
      {.code = "map.overflow",
       .message = fmt::format("offsets from {} to {} are further apart than 64 bits can say",
                              bound.lo, bound.hi)});
}

/// How one class is refined, decided before tables are filled.
class Refiner {
 public:
  Refiner(const IndexMap& f, const IndexMap& g, const RefineOptions& options)
      : f_(f), g_(g), options_(options) {}

  core::Result<Refinement> refine() {
    const Coordinate origin(f_.rank(), 0);
    result_.base = {f_(origin), g_(origin)};
    for (const DimClass& members : common_classes(f_, g_)) {
      if (std::all_of(members.dims.begin(), members.dims.end(),
                      [&](auto k) { return f_.extent(k) == 1; }))
        continue;
      TILEGLOT_TRY_STATUS(consider(members));
    }
    choose();
    for (const Candidate& candidate : candidates_) TILEGLOT_TRY_STATUS(fill(candidate));
    return std::move(result_);
  }

 private:
  enum class Form { kPieces, kTable, kWalk };
  struct Candidate {
    DimClass members;
    std::optional<PlainLoops> plain = {};
    std::optional<LinkedLoops> linked = {};
    std::int64_t entries = 0;  ///< of the tables of all pieces
    std::int64_t pieces = 1;
    std::int64_t points = 1;  ///< of one table over the class
    Form form = Form::kPieces;
  };

  core::Status consider(const DimClass& members) {
    Candidate candidate{.members = members};
    if (members.plain) {
      candidate.plain.emplace(part_over(f_, members), part_over(g_, members),
                              f_.extent(members.dims[0]));
      candidate.entries = candidate.plain->table_entries();
      candidate.pieces = candidate.plain->piece_count();
    } else {
      std::vector<GranuleAxis> axes = long_granules(f_, g_, members.dims);
      TILEGLOT_TRY(coarse, coarse_maps(f_, g_, axes));
      candidate.linked.emplace(std::move(axes), coarse, options_.max_table_points);
      candidate.entries = candidate.linked->table_entries();
      candidate.pieces = candidate.linked->piece_count();
    }
    for (const GranuleAxis& axis : even_granules(f_, g_, members.dims)) {
      candidate.points = core::saturating_mul(candidate.points, axis.extent / axis.granule);
    }
    candidates_.push_back(std::move(candidate));
    return {};
  }

  /// Uses tables as far as they fit, the smallest first; then as few pieces as requested.
  void choose() {
    for (Candidate* candidate : in_order([](const Candidate& c) { return c.entries; })) {
      if (!take(candidate->entries)) candidate->form = Form::kWalk;
    }
    for (Candidate& candidate : candidates_) {
      if (is_short(candidate) && take(candidate.points - candidate.entries))
        candidate.form = Form::kTable;
    }
    while (piece_product() > options_.max_pieces) {
      Candidate* most = in_order([](const Candidate& c) {
                          return c.form == Form::kPieces ? -c.pieces : 0;
                        }).front();
      entries_ -= most->entries;
      most->form = take(most->points) ? Form::kTable : Form::kWalk;
    }
  }

  /// Linked loops join their short axes themselves.
  bool is_short(const Candidate& candidate) const {
    return candidate.plain && candidate.form == Form::kPieces && candidate.pieces > 1 &&
           candidate.points <= options_.max_table_points;
  }

  bool take(std::int64_t entries) {
    if (entries > options_.max_table_entries - entries_) return false;
    entries_ += entries;
    return true;
  }

  template <class Key>
  std::vector<Candidate*> in_order(const Key& key) {
    std::vector<Candidate*> order;
    order.reserve(candidates_.size());
    for (Candidate& candidate : candidates_) order.push_back(&candidate);
    std::sort(order.begin(), order.end(), [&](const Candidate* a, const Candidate* b) {
      return std::pair(key(*a), a) < std::pair(key(*b), b);
    });
    return order;
  }

  std::int64_t piece_product() const {
    std::int64_t product = 1;
    for (const Candidate& c : candidates_) {
      if (c.form == Form::kPieces) product = core::saturating_mul(product, c.pieces);
    }
    return product;
  }

  core::Status fill(const Candidate& candidate) {
    RefinedClass refined{candidate.members.dims, {}};
    if (candidate.form == Form::kPieces) {
      refined.pieces = candidate.plain ? candidate.plain->pieces() : candidate.linked->pieces();
    } else {
      TILEGLOT_TRY(piece, whole_piece(candidate));
      refined.pieces.push_back(std::move(piece));
    }
    result_.classes.push_back(std::move(refined));
    return {};
  }

  /// One table or walk over all granules.
  core::Result<Piece> whole_piece(const Candidate& candidate) {
    const std::vector<GranuleAxis> axes = even_granules(f_, g_, candidate.members.dims);
    TILEGLOT_TRY(walk, coarse_maps(f_, g_, axes));
    Piece piece;
    Loop loop{.count = walk.f.size()};
    if (candidate.form == Form::kTable) {
      loop.table.resize(static_cast<std::size_t>(loop.count));
      WalkReader(walk).read(0, loop.table);
    } else {
      loop.walk = result_.walks.size();
      result_.walks.push_back(std::move(walk));
    }
    if (loop.count > 1) piece.loops.push_back(std::move(loop));
    for (const GranuleAxis& axis : axes) {
      if (axis.granule > 1) piece.loops.push_back({.count = axis.granule, .step = axis.slope});
    }
    return piece;
  }

  const IndexMap& f_;
  const IndexMap& g_;
  const RefineOptions& options_;
  std::vector<Candidate> candidates_;
  std::int64_t entries_ = 0;
  Refinement result_;
};

std::int64_t boundary_gcd_of(const Value& v, std::size_t k, bool inner) {
  std::int64_t gcd = 0;
  for (const FloorTerm& term : v.floors) {
    if (term.src == k && (term.div > 1 || inner)) gcd = std::gcd(gcd, term.div);
  }
  for (const BitRef& bit : v.xors.bits) {
    if (bit.src == k) gcd = std::gcd(gcd, std::int64_t{1} << bit.bit);
  }
  return gcd;
}

}  // namespace

core::Result<Refinement> refine(const IndexMap& f, const IndexMap& g,
                                const RefineOptions& options) {
  TILEGLOT_TRY_STATUS(check_domains(f, g));
  if (f.size() == 0) return Refinement{.base = {}, .empty = true};
  TILEGLOT_TRY_STATUS(check_movement(f));
  TILEGLOT_TRY_STATUS(check_movement(g));
  return Refiner(f, g, options).refine();
}

Move entry(const Loop& loop, std::int64_t i, const std::vector<Walk>& walks) {
  if (!loop.table.empty()) return loop.table[static_cast<std::size_t>(i)];
  if (!loop.walk) return loop.step * i;
  const Walk& walk = walks[*loop.walk];
  Coordinate x(walk.f.rank());
  for (std::size_t k = x.size(); k-- > 0; i /= walk.f.extent(k)) x[k] = i % walk.f.extent(k);
  return {walk.f(x), walk.g(x)};
}

WalkReader::WalkReader(const Walk& walk) : walk_(&walk), f_(walk.f), g_(walk.g) {}

void WalkReader::read(std::int64_t first, std::span<Move> moves) const {
  const std::size_t last = walk_->f.rank() - 1;
  Coordinate x(walk_->f.rank());
  for (std::size_t k = x.size(); k-- > 0; first /= walk_->f.extent(k))
    x[k] = first % walk_->f.extent(k);
  while (!moves.empty()) {
    const auto row =
        std::min(static_cast<std::size_t>(walk_->f.extent(last) - x[last]), moves.size());
    read_row(x, moves.first(row));
    moves = moves.subspan(row);
    x[last] = 0;
    for (std::size_t k = last; k-- > 0;) {
      if (++x[k] < walk_->f.extent(k)) break;
      x[k] = 0;
    }
  }
}

void WalkReader::read_row(const Coordinate& from, std::span<Move> moves) const {
  const std::size_t last = from.size() - 1;
  if (moves.size() < kLongRow) {
    Coordinate x = from;
    for (Move& move : moves) {
      move = {f_(x), g_(x)};
      ++x[last];
    }
    return;
  }
  Walker f(walk_->f, from);
  Walker g(walk_->g, from);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    moves[i] = {f.offset(), g.offset()};
    if (i + 1 == moves.size()) break;
    f.step(last);
    g.step(last);
  }
}

std::int64_t boundary_gcd(const IndexMap& f, std::size_t k) {
  std::int64_t gcd = boundary_gcd_of(f.out(), k, false);
  for (const Value& v : f.inner()) gcd = std::gcd(gcd, boundary_gcd_of(v, k, true));
  return gcd;
}

std::int64_t slope(const IndexMap& f, std::size_t k) {
  for (const FloorTerm& term : f.out().floors) {
    if (term.src == k && term.div == 1) return term.coef;
  }
  return 0;
}

}  // namespace tileglot::map
