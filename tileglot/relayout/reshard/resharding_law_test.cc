// SPDX-License-Identifier: Apache-2.0
// Every law of the routes against elements, one by one: who has each, who wants it, who gets it.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/placement/any_side.h"
#include "tileglot/placement/side.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/routes.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::relayout::reshard {
namespace {

using Element = std::vector<std::int64_t>;
using Elements = std::set<Element>;

void add_elements(const map::Box& box, std::size_t dim, Element& x, Elements& elements) {
  if (dim == box.begin.size()) {
    elements.insert(x);
    return;
  }
  for (x[dim] = box.begin[dim]; x[dim] < box.end[dim]; ++x[dim])
    add_elements(box, dim + 1, x, elements);
}

Elements elements_of(const map::Box& box) {
  Elements elements;
  Element x(box.begin.size());
  add_elements(box, 0, x, elements);
  return elements;
}

Elements held(const placement::Side& side, std::int64_t rank) {
  Elements elements;
  for (std::int64_t tile = 0; tile < side.tiles(); ++tile) {
    for (std::int64_t copy = 0; copy < side.copies(tile); ++copy) {
      if (side.holder(tile, copy) == rank) elements.merge(elements_of(side.box(tile)));
    }
  }
  return elements;
}

Elements less(const Elements& a, const Elements& b) {
  Elements rest;
  std::ranges::set_difference(a, b, std::inserter(rest, rest.end()));
  return rest;
}

/// One array and its elements by rank.
struct Case {
  Resharding resharding;
  std::vector<Elements> had = {};
  std::vector<Elements> lacked = {};
  int bits = 8;

  explicit Case(const RouteOptions& options) : resharding(options) {}
  std::int64_t ranks() const { return resharding.ranks(); }
  Elements& had_by(std::int64_t rank) { return had[static_cast<std::size_t>(rank)]; }
  Elements& lacked_by(std::int64_t rank) { return lacked[static_cast<std::size_t>(rank)]; }
};

Case any_case(std::int64_t ranks_per_node) {
  Case result({.ranks_per_node = ranks_per_node,
               .split_bytes = *rc::gen::element<std::int64_t>(1, 2, 1000)});
  const auto extents = placement::any_extents(3, 6);
  result.bits = *rc::gen::element(1, 8, 32);
  const auto status = result.resharding.add({.element_bits = result.bits,
                                             .source = placement::any_side(extents, 10),
                                             .target = placement::any_side(extents, 10)});
  RC_ASSERT(status.has_value());
  const Array& array = result.resharding.arrays()[0];
  for (std::int64_t rank = 0; rank < result.ranks(); ++rank) {
    result.had.push_back(held(array.source, rank));
    result.lacked.push_back(less(held(array.target, rank), result.had.back()));
  }
  return result;
}

/// What arrives at each rank: of a rank that had it, or that fetched it before.
void expect_each_element_once(Case& c) {
  std::vector<Elements> arrived(c.had.size());
  for (const bool forwarded : {false, true}) {
    auto before = arrived;
    for (std::int64_t rank = 0; rank < c.ranks(); ++rank) {
      c.resharding.receives(rank, [&](const Transfer& transfer) {
        if (transfer.is_forwarded() != forwarded) return;
        RC_ASSERT(transfer.to == rank);
        RC_ASSERT(transfer.from != rank);
        const auto from = static_cast<std::size_t>(transfer.from);
        const Elements& available = forwarded ? before[from] : c.had[from];
        for (const Element& x : elements_of(transfer.box)) {
          RC_ASSERT(available.contains(x));
          RC_ASSERT(c.had_by(transfer.origin).contains(x));
          RC_ASSERT(arrived[static_cast<std::size_t>(rank)].insert(x).second);
        }
      });
    }
  }
  RC_ASSERT(arrived == c.lacked);
}

TEST(ReshardingLaw, EachElementArrivesOnceFromOneThatHasIt) {
  core::check_law("each_element_arrives_once", 20000, [] {
    Case c = any_case(*rc::gen::element<std::int64_t>(0, 0, 2, 3));
    expect_each_element_once(c);
  });
}

using Row = std::tuple<std::int64_t, std::int64_t, std::int64_t, Element, Element>;

TEST(ReshardingLaw, ListsOfSendersAreListsOfReceivers) {
  core::check_law("senders_are_receivers", 10000, [] {
    const Case c = any_case(*rc::gen::element<std::int64_t>(0, 2, 3));
    std::multiset<Row> received;
    std::multiset<Row> sent;
    const auto row = [](const Transfer& t) {
      return Row{t.from, t.to, t.origin, t.box.begin, t.box.end};
    };
    for (std::int64_t rank = 0; rank < c.ranks(); ++rank) {
      c.resharding.receives(rank, [&](const Transfer& t) { received.insert(row(t)); });
      c.resharding.sends(rank, [&](const Transfer& t) {
        RC_ASSERT(t.from == rank);
        sent.insert(row(t));
      });
    }
    RC_ASSERT(received == sent);
  });
}

TEST(ReshardingLaw, WhatMovesIsWhatIsLacking) {
  core::check_law("moved_is_lacking", 10000, [] {
    Case c = any_case(*rc::gen::element<std::int64_t>(0, 2, 3));
    for (std::int64_t rank = 0; rank < c.ranks(); ++rank) {
      const auto lacked = static_cast<std::int64_t>(c.lacked_by(rank).size()) * c.bits;
      RC_ASSERT(c.resharding.bound(rank) == lacked);
      RC_ASSERT(c.resharding.received(rank).in_bits == lacked);
      const Volume volume = c.resharding.volume(rank);
      RC_ASSERT(c.resharding.check(rank, volume.in_bits).has_value());
      RC_ASSERT(c.resharding.most_received(rank) >= volume.in_boxes);
      RC_ASSERT(c.resharding.most_sent(rank) >= volume.out_boxes);
      const auto had = static_cast<std::int64_t>(c.had_by(rank).size()) * c.bits;
      RC_ASSERT(c.resharding.had_bits(rank) == had);
    }
  });
}

TEST(ReshardingLaw, ANodeReceivesWhatItsRanksLackTogether) {
  core::check_law("a_node_receives_what_it_lacks", 10000, [] {
    const std::int64_t per_node = *rc::gen::element<std::int64_t>(2, 3, 4);
    Case c = any_case(per_node);
    for (std::int64_t node = 0; node < c.resharding.nodes(); ++node) {
      Elements had;
      Elements lacked;
      std::int64_t from_afar = 0;
      for (std::int64_t rank = node * per_node; rank < std::min((node + 1) * per_node, c.ranks());
           ++rank) {
        had.insert(c.had_by(rank).begin(), c.had_by(rank).end());
        lacked.insert(c.lacked_by(rank).begin(), c.lacked_by(rank).end());
        from_afar += c.resharding.received_from_afar(rank, per_node);
      }
      const auto bits = static_cast<std::int64_t>(less(lacked, had).size()) * c.bits;
      RC_ASSERT(c.resharding.node_bound(node) == bits);
      RC_ASSERT(from_afar == bits);
    }
  });
}

/// No choice of copies has a smaller largest load than demand / copies. What is cut is uneven by one
/// element, and a box of fewer elements than copies is not cut.
TEST(ReshardingLaw, CopiesShareWhatIsWantedOfTheirTile) {
  core::check_law("copies_share_the_load", 5000, [] {
    const auto extents = std::vector<std::int64_t>{64};
    Resharding resharding({.split_bytes = 1});
    const placement::Spread source = placement::any_spread(extents, 6);
    RC_ASSERT(resharding.add({.source = source, .target = placement::any_spread(extents, 10)})
                  .has_value());
    for (std::int64_t tile = 0; tile < source.tiles(); ++tile) {
      std::map<std::int64_t, std::int64_t> load;
      std::int64_t boxes = 0;
      std::int64_t demand = 0;
      for (std::int64_t copy = 0; copy < source.copies(); ++copy) {
        resharding.sends(source.holder(tile, copy), [&](const Transfer& t) {
          load[t.from] += t.bits / 8;
          demand += t.bits / 8;
          ++boxes;
        });
      }
      for (const auto& [rank, elements] : load)
        RC_ASSERT(elements <= demand / source.copies() + boxes * source.copies());
    }
  });
}

}  // namespace
}  // namespace tileglot::relayout::reshard
