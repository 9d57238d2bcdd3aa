// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/source.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/detail/fetch_runs.h"
#include "tileglot/checkpoint/reshard/detail/open_files.h"
#include "tileglot/checkpoint/reshard/detail/reads.h"
#include "tileglot/checkpoint/reshard/detail/runs.h"
#include "tileglot/checkpoint/reshard/units.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/pieces.h"

namespace tileglot::checkpoint::reshard {
namespace {

using detail::Runs;

/// The place of a piece is its number in the array.
core::Result<placement::Pieces> placed(const pieces::PiecedArray& array) {
  std::vector<placement::Piece> pieces;
  pieces.reserve(array.pieces.size());
  for (const pieces::Piece& piece : array.pieces)
    pieces.push_back({static_cast<std::int64_t>(pieces.size()), piece.box});
  return placement::Pieces::of(array.extents, std::move(pieces));
}

/// `box` of the source array, as the tile has it.
map::Box in_tile(const Fill& fill, const map::Box& box) {
  map::Box moved = {fill.begin, fill.begin};
  const std::size_t more = fill.begin.size() - box.begin.size();
  for (std::size_t t = 0; t < more; ++t) ++moved.end[t];
  for (std::size_t k = 0; k < box.begin.size(); ++k) {
    moved.begin[k + more] += box.begin[k] - fill.box.begin[k];
    moved.end[k + more] += box.end[k] - fill.box.begin[k];
  }
  return moved;
}

/// What of the fill's box goes into `unit`.
std::optional<map::Box> part_of(const Fill& fill, const map::Box& unit) {
  const auto both = map::intersection(in_tile(fill, fill.box), unit);
  if (!both) return std::nullopt;
  map::Box part = fill.box;
  const std::size_t more = fill.begin.size() - part.begin.size();
  for (std::size_t k = 0; k < part.begin.size(); ++k) {
    part.begin[k] += both->begin[k + more] - fill.begin[k + more];
    part.end[k] = fill.box.begin[k] + both->end[k + more] - fill.begin[k + more];
  }
  return part;
}

/// `of_some` of `some` units, for `all` of them.
ReadCost scaled(const ReadCost& of_some, std::int64_t some, std::int64_t all) {
  const auto scale = [&](std::int64_t number) {
    return core::saturating_add(core::saturating_mul(number / some, all),
                                core::saturating_mul(number % some, all) / some);
  };
  return {.wanted_bytes = scale(of_some.wanted_bytes),
          .read_bytes = scale(of_some.read_bytes),
          .page_bytes = scale(of_some.page_bytes),
          .reads = scale(of_some.reads)};
}

}  // namespace

ReadCost& ReadCost::operator+=(const ReadCost& other) {
  wanted_bytes = core::saturating_add(wanted_bytes, other.wanted_bytes);
  read_bytes = core::saturating_add(read_bytes, other.read_bytes);
  page_bytes = core::saturating_add(page_bytes, other.page_bytes);
  reads = core::saturating_add(reads, other.reads);
  return *this;
}

struct Source::State {
  State(const pieces::PiecedModel& of, std::vector<placement::Pieces> placed)
      : model(of), arrays(std::move(placed)), files(of, kMostOpen) {}

  const pieces::PiecedModel& model;
  std::vector<placement::Pieces> arrays;
  detail::OpenFiles files;

  /// visit(piece, runs) of all pieces that have something of `unit`, a box of the tile.
  template <class Visit>
  void for_each_meeting(const WantedTile& tile, std::int64_t element_bits, std::int64_t number,
                        const map::Box& unit, const Visit& visit) const {
    for (const Fill& fill : tile.fills) {
      const auto part = part_of(fill, unit);
      if (!part) continue;
      const placement::Pieces& placed = arrays[fill.array];
      placed.for_each_meeting(*part, [&](std::int64_t place, const map::Box& both) {
        const std::int64_t holder = placed.holder(place, number % placed.copies(place));
        const pieces::Piece& piece =
            model.arrays[fill.array].pieces[static_cast<std::size_t>(holder)];
        visit(piece, detail::runs_of({both, piece.box}, {in_tile(fill, both), unit}, element_bits));
      });
    }
  }

  ReadCost cost_of_unit(const WantedTile& tile, std::int64_t element_bits, std::int64_t number,
                        const map::Box& unit) const {
    ReadCost cost;
    for_each_meeting(tile, element_bits, number, unit,
                     [&](const pieces::Piece& piece, const Runs& runs) {
                       cost += detail::cost_of(runs, detail::reads_of(runs), piece.begin_bytes);
                     });
    return cost;
  }
};

Source::Source(std::unique_ptr<State> state) : state_(std::move(state)) {}
Source::Source(Source&&) noexcept = default;
Source& Source::operator=(Source&&) noexcept = default;
Source::~Source() = default;

core::Result<Source> Source::of(const pieces::PiecedModel& model) {
  std::vector<placement::Pieces> arrays;
  arrays.reserve(model.arrays.size());
  for (const pieces::PiecedArray& array : model.arrays) {
    TILEGLOT_TRY(pieces, placed(array));
    arrays.push_back(std::move(pieces));
  }
  return Source(std::make_unique<State>(model, std::move(arrays)));
}

core::Status Source::fetch(const WantedTile& tile, std::int64_t element_bits, std::int64_t number,
                           const map::Box& box, std::span<std::byte> bytes) const {
  core::Status status;
  const auto move = [&](const pieces::Piece& piece, const Runs& runs) -> core::Status {
    TILEGLOT_TRY(file, state_->files.get(piece.file));
    return detail::fetch_runs(*file, piece.begin_bytes, runs, bytes);
  };
  state_->for_each_meeting(tile, element_bits, number, box,
                           [&](const pieces::Piece& piece, const Runs& runs) {
                             if (status) status = move(piece, runs);
                           });
  return status;
}

ReadCost Source::cost(const WantedTile& tile, std::int64_t element_bits, std::int64_t number,
                      std::int64_t unit_bytes) const {
  const Units units = Units::of(tile.extents, element_bits, unit_bytes);
  const std::int64_t some = std::min(units.count(), kMostCounted);
  ReadCost cost;
  for (std::int64_t i = 0; i < some; ++i) {
    // Evenly among all of them; i * count / some would not fit.
    const std::int64_t unit = units.count() / some * i + units.count() % some * i / some;
    cost.wanted_bytes += units.bytes(unit);
    cost += state_->cost_of_unit(tile, element_bits, number, units.box(unit));
  }
  return some == units.count() ? cost : scaled(cost, some, units.count());
}

core::Status Source::check() const { return state_->files.check(); }

}  // namespace tileglot::checkpoint::reshard
