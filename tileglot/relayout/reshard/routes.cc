// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/routes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/side.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::relayout::reshard {
namespace {

using Ranks = std::span<const std::int64_t>;

std::vector<std::int64_t> holders_of(const placement::Side& side, std::int64_t tile) {
  std::vector<std::int64_t> holders(static_cast<std::size_t>(side.copies(tile)));
  for (std::size_t i = 0; i < holders.size(); ++i)
    holders[i] = side.holder(tile, static_cast<std::int64_t>(i));
  return holders;
}

std::size_t longest_dimension(const map::Box& box) {
  std::size_t longest = 0;
  for (std::size_t k = 1; k < box.begin.size(); ++k) {
    if (box.end[k] - box.begin[k] > box.end[longest] - box.begin[longest]) longest = k;
  }
  return longest;
}

/// f(i, part i) of `count` parts along the longest dimension, those without elements left out.
template <class VisitPart>
void for_each_part(const map::Box& box, std::int64_t count, const VisitPart& visit) {
  map::Box part = box;
  if (box.begin.empty()) {
    visit(std::int64_t{0}, part);
    return;
  }
  const std::size_t dim = longest_dimension(box);
  const std::int64_t extent = box.end[dim] - box.begin[dim];
  const std::int64_t least = extent / count;
  for (std::int64_t i = 0; i < count; ++i) {
    part.begin[dim] = box.begin[dim] + i * least + std::min(i, extent % count);
    part.end[dim] = part.begin[dim] + least + (i < extent % count ? 1 : 0);
    if (part.begin[dim] < part.end[dim]) visit(i, part);
  }
}

/// The route of what one tile of the source shares with one of the target.
class Routes {
 public:
  Routes(const Array& array, std::size_t number, const RouteOptions& options, const Visit& visit)
      : array_(array), options_(options), visit_(visit) {
    transfer_.array = number;
  }

  void receives(std::int64_t rank) {
    const std::vector<std::int64_t> home = array_.source.held_by(rank);
    for (const std::int64_t tile : array_.target.held_by(rank)) {
      find_group(tile);
      array_.source.for_each_meeting(array_.target.box(tile),
                                     [&](std::int64_t source, const map::Box& box) {
                                       if (!std::ranges::binary_search(home, source))
                                         route(source, tile, box, rank);
                                     });
    }
  }

  void sends(std::int64_t rank) {
    sender_ = rank;
    for (const std::int64_t source : array_.source.held_by(rank)) {
      array_.target.for_each_meeting(array_.source.box(source),
                                     [&](std::int64_t tile, const map::Box& box) {
                                       find_group(tile);
                                       for (const std::int64_t to : wanting_) {
                                         if (!array_.source.copy_at(source, to))
                                           route(source, tile, box, to);
                                       }
                                     });
    }
    if (options_.ranks_per_node > 0) forwards(rank);
  }

 private:
  /// What `rank` fetches for others and does not have in its source.
  void forwards(std::int64_t rank) {
    const std::vector<std::int64_t> home = array_.source.held_by(rank);
    for (const std::int64_t tile : array_.target.held_by(rank)) {
      find_group(tile);
      const Ranks group = on_node_of(rank, wanting_);
      array_.source.for_each_meeting(array_.target.box(tile),
                                     [&](std::int64_t source, const map::Box& box) {
                                       if (std::ranges::binary_search(home, source)) return;
                                       for (const std::int64_t to : group) {
                                         if (to != rank && !array_.source.copy_at(source, to))
                                           route(source, tile, box, to);
                                       }
                                     });
    }
  }

  void find_group(std::int64_t tile) {
    if (group_tile_ == tile) return;
    group_tile_ = tile;
    if (options_.ranks_per_node == 0 && !sender_) return;
    wanting_ = holders_of(array_.target, tile);
    std::ranges::sort(wanting_);
  }

  Ranks on_node_of(std::int64_t rank, const std::vector<std::int64_t>& sorted) const {
    if (options_.ranks_per_node == 0) return {};
    const std::int64_t first = rank / options_.ranks_per_node * options_.ranks_per_node;
    const auto begin = std::ranges::lower_bound(sorted, first);
    const auto end =
        std::ranges::lower_bound(sorted, core::saturating_add(first, options_.ranks_per_node));
    return {begin, end};
  }

  bool is_worth_parts(const map::Box& box, std::size_t parts) const {
    if (parts < 2) return false;
    const std::int64_t least =
        core::saturating_mul(options_.split_bytes, static_cast<std::int64_t>(parts));
    return box.size() * array_.element_bits / kByteBits >= least;
  }

  void route(std::int64_t source, std::int64_t target, const map::Box& box, std::int64_t to) {
    transfer_.source_tile = source;
    transfer_.target_tile = target;
    if (options_.ranks_per_node == 0) {
      fetch_anywhere(source, box, to, to);
      return;
    }
    if (source_tile_ != source) {
      source_tile_ = source;
      holders_ = holders_of(array_.source, source);
      std::ranges::sort(holders_);
    }
    if (const Ranks near = on_node_of(to, holders_); !near.empty()) {
      fetch_from(near, box, to, to);
      return;
    }
    const Ranks group = on_node_of(to, wanting_);
    if (!is_worth_parts(box, group.size())) {
      const auto owner = static_cast<std::size_t>(source) % group.size();
      fetch_from(holders_, box, group[owner], to);
      return;
    }
    for_each_part(box, static_cast<std::int64_t>(group.size()),
                  [&](std::int64_t i, const map::Box& part) {
                    fetch_from(holders_, part, group[static_cast<std::size_t>(i)], to);
                  });
  }

  /// Rank `fetcher` receives the box of one or all of `holders`, and forwards it if `to` is another.
  void fetch_from(Ranks holders, const map::Box& box, std::int64_t fetcher, std::int64_t to) {
    const auto count = static_cast<std::int64_t>(holders.size());
    fetch(box, fetcher, to, count,
          [&](std::int64_t i) { return holders[static_cast<std::size_t>(i)]; });
  }

  /// The same of all holders, which are not listed for it.
  void fetch_anywhere(std::int64_t source, const map::Box& box, std::int64_t fetcher,
                      std::int64_t to) {
    fetch(box, fetcher, to, array_.source.copies(source),
          [&](std::int64_t i) { return array_.source.holder(source, i); });
  }

  template <class Holder>
  void fetch(const map::Box& box, std::int64_t fetcher, std::int64_t to, std::int64_t count,
             const Holder& holder) {
    if (!is_worth_parts(box, static_cast<std::size_t>(count))) {
      emit(box, holder(fetcher % count), fetcher, to);
      return;
    }
    for_each_part(box, count, [&](std::int64_t i, const map::Box& part) {
      emit(part, holder((i + fetcher % count) % count), fetcher, to);
    });
  }

  void emit(const map::Box& box, std::int64_t origin, std::int64_t fetcher, std::int64_t to) {
    transfer_.from = fetcher == to ? origin : fetcher;
    if (sender_ && transfer_.from != *sender_) return;
    transfer_.box = box;
    transfer_.origin = origin;
    transfer_.to = to;
    transfer_.bits = box.size() * array_.element_bits;
    visit_(transfer_);
  }

  const Array& array_;
  const RouteOptions& options_;
  const Visit& visit_;
  Transfer transfer_ = {};
  std::optional<std::int64_t> sender_ = {};
  std::optional<std::int64_t> group_tile_ = {};
  std::vector<std::int64_t> wanting_ = {};  ///< of tile group_tile_, ascending
  std::optional<std::int64_t> source_tile_ = {};
  std::vector<std::int64_t> holders_ = {};  ///< of tile source_tile_, ascending
};

}  // namespace

void receives(const Array& array, std::size_t number, const RouteOptions& options,
              std::int64_t rank, const Visit& visit) {
  Routes(array, number, options, visit).receives(rank);
}

void sends(const Array& array, std::size_t number, const RouteOptions& options, std::int64_t rank,
           const Visit& visit) {
  Routes(array, number, options, visit).sends(rank);
}

}  // namespace tileglot::relayout::reshard
