// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/resharding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/places.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/spread.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/routes.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::relayout::reshard {
namespace {

constexpr int kMostElementBits = 128;
constexpr std::int64_t kMostOnANode = std::int64_t{1} << 16;

std::string named(const Array& array) {
  return array.name.empty() ? "the array" : fmt::format("'{}'", array.name);
}

core::Result<std::int64_t> bits_of(const Array& array) {
  if (array.element_bits < 1 || array.element_bits > kMostElementBits ||
      !core::is_power_of_two(array.element_bits)) {
    return core::fail(
        {.code = "reshard.element_bits",
         .message = fmt::format("elements of {} have {} bits", named(array), array.element_bits),
         .help = "elements have 1 to 128 bits, a power of two"});
  }
  std::int64_t bits = array.element_bits;
  for (const std::int64_t extent : array.source.extents()) {
    if (!core::multiply_fits(bits, extent, bits)) {
      return core::fail(
          {.code = "reshard.too_large",
           .message = fmt::format("the bits of {} do not fit in 63 bits", named(array)),
           .help = "write smaller extents: all elements together have fewer than 2^63 bits"});
    }
  }
  return bits;
}

core::Status check_extents(const Array& array) {
  const auto from = array.source.extents();
  const auto to = array.target.extents();
  if (from == to) return {};
  return core::fail({.code = "reshard.extents",
                     .message = fmt::format("{} is [{}] where it comes from and [{}] where it goes",
                                            named(array), fmt::join(from, ","), fmt::join(to, ",")),
                     .help = "give both sides the extents of the one array that they cut"});
}

/// The ranks of a node, and the holders of a tile, are listed.
core::Status check_nodes(const Array& array, const RouteOptions& options) {
  if (options.ranks_per_node > kMostOnANode) {
    return core::fail({.code = "reshard.node",
                       .message = fmt::format("{} ranks are on a node; at most {} can be",
                                              options.ranks_per_node, kMostOnANode),
                       .help = "write how many ranks share the memory of one machine, such as 8"});
  }
  const std::int64_t copies = std::max(most_copies(array.source), most_copies(array.target));
  if (copies <= placement::kMostListed) return {};
  return core::fail({.code = "reshard.too_many",
                     .message = fmt::format("{} has {} copies; with nodes, at most {} can be",
                                            named(array), copies, placement::kMostListed),
                     .help = "plan without nodes: leave out --ranks-per-node"});
}

/// Some element of a wanted tile that no source has. Closed forms have every element.
core::Status check_present(const Array& array) {
  if (array.source.spread() != nullptr) return {};
  for (std::int64_t tile = 0; tile < array.target.tiles(); ++tile) {
    const map::Box box = array.target.box(tile);
    std::vector<map::Box> present;
    std::int64_t size = 0;
    array.source.for_each_meeting(box, [&](std::int64_t, const map::Box& both) {
      size += both.size();
      present.push_back(both);
    });
    if (size == box.size()) continue;
    const std::optional<map::Coordinate> hole = map::uncovered(box, present);
    return core::fail(
        {.code = "reshard.missing",
         .message = fmt::format("element ({}) of {} is wanted by rank {}, and no rank has it",
                                fmt::join(hole.value_or(box.begin), ","), named(array),
                                array.target.holder(tile, 0)),
         .help = "add the piece that has it, or leave out what wants it"});
  }
  return {};
}

std::int64_t elements_of(const placement::Side& side, const std::vector<std::int64_t>& tiles) {
  std::int64_t elements = 0;
  for (const std::int64_t tile : tiles) elements += side.box(tile).size();
  return elements;
}

/// |union of the wanted tiles less union of those that are had|.
std::int64_t lacking(const Array& array, const std::vector<std::int64_t>& wanted,
                     const std::vector<std::int64_t>& had) {
  std::int64_t elements = elements_of(array.target, wanted);
  for (const std::int64_t tile : wanted) {
    const map::Box box = array.target.box(tile);
    for (const std::int64_t source : had) {
      if (const auto both = map::intersection(box, array.source.box(source)))
        elements -= both->size();
    }
  }
  return elements;
}

/// The tiles of the ranks first..last-1, each once.
std::vector<std::int64_t> held_by_any(const placement::Side& side, std::int64_t first,
                                      std::int64_t last) {
  std::set<std::int64_t> tiles;
  for (std::int64_t rank = first; rank < last; ++rank) {
    for (const std::int64_t tile : side.held_by(rank)) tiles.insert(tile);
  }
  return {tiles.begin(), tiles.end()};
}

/// Counts transfers; those of one pair of ranks are one message, forwarded ones another.
class Counter {
 public:
  void add(std::int64_t peer, const Transfer& transfer) {
    bits_ += transfer.bits;
    ++boxes_;
    peers_.push_back(peer * 2 + (transfer.is_forwarded() ? 1 : 0));
    if (peers_.size() >= limit_) shrink();
  }

  std::int64_t bits() const { return bits_; }
  std::int64_t boxes() const { return boxes_; }
  std::int64_t messages() {
    shrink();
    return static_cast<std::int64_t>(peers_.size());
  }

 private:
  void shrink() {
    std::ranges::sort(peers_);
    const auto rest = std::ranges::unique(peers_);
    peers_.erase(rest.begin(), rest.end());
    limit_ = std::max(limit_, 2 * peers_.size());
  }

  std::int64_t bits_ = 0;
  std::int64_t boxes_ = 0;
  std::vector<std::int64_t> peers_ = {};
  std::size_t limit_ = 4096;
};

}  // namespace

std::int64_t most_copies(const placement::Side& side) {
  std::int64_t most = 0;
  if (const placement::Spread* const spread = side.spread()) return spread->copies();
  for (std::int64_t tile = 0; tile < side.tiles(); ++tile) most = std::max(most, side.copies(tile));
  return most;
}

core::Status Resharding::add(Array array) {
  TILEGLOT_TRY_STATUS(check_extents(array));
  if (options_.ranks_per_node > 0) TILEGLOT_TRY_STATUS(check_nodes(array, options_));
  TILEGLOT_TRY(bits, bits_of(array));
  TILEGLOT_TRY_STATUS(check_present(array));
  if (!core::add_fits(bits_, bits, bits_)) {
    return core::fail({.code = "reshard.too_large",
                       .message = "the bits of all arrays do not fit in 63 bits",
                       .help = "reshard fewer arrays at once"});
  }
  ranks_ = std::max({ranks_, array.source.end(), array.target.end()});
  arrays_.push_back(std::move(array));
  return {};
}

std::int64_t Resharding::nodes() const {
  return options_.ranks_per_node == 0 ? 0 : core::ceil_div(ranks_, options_.ranks_per_node);
}

void Resharding::receives(std::int64_t rank, const Visit& visit) const {
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    reshard::receives(arrays_[i], i, options_, rank, visit);
}

void Resharding::sends(std::int64_t rank, const Visit& visit) const {
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    reshard::sends(arrays_[i], i, options_, rank, visit);
}

std::int64_t Resharding::had_bits(std::int64_t rank) const {
  std::int64_t bits = 0;
  for (const Array& array : arrays_)
    bits += elements_of(array.source, array.source.held_by(rank)) * array.element_bits;
  return bits;
}

std::int64_t Resharding::wanted_bits(std::int64_t rank) const {
  std::int64_t bits = 0;
  for (const Array& array : arrays_)
    bits += elements_of(array.target, array.target.held_by(rank)) * array.element_bits;
  return bits;
}

std::int64_t Resharding::bound(std::int64_t rank) const {
  std::int64_t bits = 0;
  for (const Array& array : arrays_) {
    bits +=
        lacking(array, array.target.held_by(rank), array.source.held_by(rank)) * array.element_bits;
  }
  return bits;
}

std::int64_t Resharding::node_bound(std::int64_t node) const {
  const std::int64_t first = node * options_.ranks_per_node;
  const std::int64_t last = std::min(core::saturating_add(first, options_.ranks_per_node), ranks_);
  std::int64_t bits = 0;
  for (const Array& array : arrays_) {
    bits += lacking(array, held_by_any(array.target, first, last),
                    held_by_any(array.source, first, last)) *
            array.element_bits;
  }
  return bits;
}

Volume Resharding::received(std::int64_t rank) const {
  Counter in;
  receives(rank, [&](const Transfer& transfer) { in.add(transfer.from, transfer); });
  return {.in_bits = in.bits(), .in_messages = in.messages(), .in_boxes = in.boxes()};
}

Volume Resharding::volume(std::int64_t rank) const {
  Volume volume = received(rank);
  Counter out;
  sends(rank, [&](const Transfer& transfer) { out.add(transfer.to, transfer); });
  volume.out_bits = out.bits();
  volume.out_messages = out.messages();
  volume.out_boxes = out.boxes();
  return volume;
}

std::int64_t Resharding::received_from_afar(std::int64_t rank, std::int64_t ranks_per_node) const {
  std::int64_t bits = 0;
  receives(rank, [&](const Transfer& transfer) {
    if (transfer.from / ranks_per_node != rank / ranks_per_node) bits += transfer.bits;
  });
  return bits;
}

std::int64_t Resharding::most_received(std::int64_t rank) const {
  std::int64_t most = 0;
  for (const Array& array : arrays_) {
    for (const std::int64_t tile : array.target.held_by(rank)) {
      const map::Box box = array.target.box(tile);
      most = core::saturating_add(most, most_parts(array, box, array.source.most_meeting(box)));
    }
  }
  return most;
}

std::int64_t Resharding::most_sent(std::int64_t rank) const {
  std::int64_t most = 0;
  for (const Array& array : arrays_) {
    const std::int64_t copies = most_copies(array.target);
    for (const std::int64_t tile : array.source.held_by(rank)) {
      const map::Box box = array.source.box(tile);
      const std::int64_t boxes = most_parts(array, box, array.target.most_meeting(box));
      most = core::saturating_add(most, core::saturating_mul(boxes, copies));
    }
  }
  return options_.ranks_per_node == 0 ? most : core::saturating_add(most, most_forwarded(rank));
}

std::int64_t Resharding::most_parts(const Array& array, const map::Box& box,
                                    std::int64_t boxes) const {
  const std::int64_t by_size =
      box.size() * array.element_bits / kByteBits / std::max<std::int64_t>(options_.split_bytes, 1);
  const std::int64_t of_one = core::saturating_mul(
      most_copies(array.source), std::max<std::int64_t>(options_.ranks_per_node, 1));
  return core::saturating_add(boxes, std::min(by_size, core::saturating_mul(boxes, of_one - 1)));
}

std::int64_t Resharding::most_forwarded(std::int64_t rank) const {
  return core::saturating_mul(most_received(rank), options_.ranks_per_node);
}

core::Status Resharding::check(std::int64_t rank, std::int64_t received_bits) const {
  const std::int64_t least = bound(rank);
  if (received_bits == least) return {};
  return core::fail({.code = "reshard.bound",
                     .message = fmt::format("rank {} would receive {} bits, and lacks {}", rank,
                                            received_bits, least),
                     .help = "this is a bug of tileglot; please report it with the shardings"});
}

}  // namespace tileglot::relayout::reshard
