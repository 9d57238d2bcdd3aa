// SPDX-License-Identifier: Apache-2.0
// resharding.h: arrays that lie on ranks in one way and are wanted in another: who sends what to whom.
//
// What     A Resharding is a list of arrays, each with the side that has it and the side that wants
//          it. receives(rank, f) and sends(rank, f) list a rank's transfers; volume(rank) counts them.
//          bound(rank) is the least that any plan must move to the rank, from the sides alone:
//          |want less have|; node_bound(node) the least that must enter a node.
// Why      The plan is data: it is printed, exported, simulated and carried out; and beside what it
//          moves stands what must move.
// Units    Bits of elements, without padding. Ranks are numbered from 0 on both sides: a rank of the
//          source and one of the target with the same number are one.
// Example  f32[8,6] from rows of 4 ranks to columns of 4 devices, two tiles of them: every rank wants
//          24 elements, has 6 of them and receives 18, 72 bytes. In all 288 bytes move.
//          [tests: resharding_test.cc, "rows to columns on two ranks each"]
// Errors   add: reshard.extents where the sides have different extents; reshard.element_bits;
//          reshard.too_large where bits overflow int64; reshard.missing for an element that is
//          wanted and nowhere, with the element and the rank that wants it; reshard.node for more than
//          2^16 ranks on a node; reshard.too_many for more than 2^20 copies where ranks are on nodes.
//          check: reshard.bound where a rank receives more or less than its bound, which is a bug.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/placement/side.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/routes.h"

namespace tileglot::relayout::reshard {

/// What a rank, or a node, has, wants and moves.
struct Volume {
  std::int64_t in_bits = 0;
  std::int64_t out_bits = 0;
  std::int64_t in_messages = 0;  ///< pairs of ranks; forwarded boxes are a message of their own
  std::int64_t out_messages = 0;
  std::int64_t in_boxes = 0;
  std::int64_t out_boxes = 0;
  friend bool operator==(const Volume&, const Volume&) = default;
};

/// The most holders of a tile.
std::int64_t most_copies(const placement::Side& side);

class Resharding {
 public:
  explicit Resharding(const RouteOptions& options = {}) : options_(options) {}

  core::Status add(Array array);

  const std::vector<Array>& arrays() const { return arrays_; }
  const RouteOptions& options() const { return options_; }
  /// One more than the largest rank of any side.
  std::int64_t ranks() const { return ranks_; }
  std::int64_t nodes() const;

  void receives(std::int64_t rank, const Visit& visit) const;
  void sends(std::int64_t rank, const Visit& visit) const;

  std::int64_t had_bits(std::int64_t rank) const;
  std::int64_t wanted_bits(std::int64_t rank) const;
  /// What the rank wants and does not have.
  std::int64_t bound(std::int64_t rank) const;
  /// What the ranks of a node want together and do not have together. Precondition: there are nodes.
  std::int64_t node_bound(std::int64_t node) const;

  /// What the rank receives; its sends too, which take longer to list.
  Volume received(std::int64_t rank) const;
  Volume volume(std::int64_t rank) const;
  /// Bits that the rank receives from other nodes, where so many ranks are on one.
  std::int64_t received_from_afar(std::int64_t rank, std::int64_t ranks_per_node) const;

  /// At least as many boxes as the rank receives or sends, without listing them; at most int64.
  std::int64_t most_received(std::int64_t rank) const;
  std::int64_t most_sent(std::int64_t rank) const;

  /// Compares what was counted for the rank, as by received(), with its bound.
  core::Status check(std::int64_t rank, std::int64_t received_bits) const;

 private:
  /// What so many boxes, which make up `box`, can become where each is cut among copies.
  std::int64_t most_parts(const Array& array, const map::Box& box, std::int64_t boxes) const;
  std::int64_t most_forwarded(std::int64_t rank) const;

  RouteOptions options_;
  std::vector<Array> arrays_ = {};
  std::int64_t ranks_ = 0;
  std::int64_t bits_ = 0;  ///< of all arrays
};

}  // namespace tileglot::relayout::reshard
