// SPDX-License-Identifier: Apache-2.0
// routes.h: which copy sends each box of an array, as sender and receiver compute it alone.
//
// What     receives(rank, f) calls f with each Transfer to a rank, sends(rank, f) with each from it,
//          in time proportional to their number (and, for sends, to the copies of the target).
//          Elements that a rank has already move nowhere. Of the others, each comes once, from:
//          1. a holder on the receiver's own node, where ranks lie on nodes;
//          2. else, where several ranks of the node want the box, one of them fetches it and forwards
//             it to the others, so that it enters the node once: the box is cut into one part for
//             each, or if it is small, the rank number (source tile mod ranks) fetches the whole;
//          3. else a holder elsewhere.
//          Of k holders to choose from, receiver t takes number t mod k; a box of k * split_bytes or
//          more is cut along its longest dimension into k parts, and part i comes from holder
//          (i + t) mod k.
// Why      Both ends apply one rule to numbers that both know, so they agree without a message. With
//          parts, each of k holders sends 1/k of what is wanted of its tile: no choice has a smaller
//          largest load.
// Example  f32[8,6], rows of 4 ranks to columns on two ranks each, nodes of 2: rank 0 receives 6
//          elements from 1, 6 from 2, and 6 that rank 1 fetched from 3.
//          [tests: routes_test.cc, "replicas on a node fetch once and tell each other"]
// Errors   None. Precondition: the source has every element that the target wants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::relayout::reshard {

struct RouteOptions {
  std::int64_t ranks_per_node = 0;  ///< consecutive ranks share a node; 0: no nodes
  /// The least part of a box that is worth a message of its own.
  std::int64_t split_bytes = std::int64_t{256} << 10;
};

/// The transfer is overwritten after each call.
using Visit = std::function<void(const Transfer&)>;

/// Transfers name the array `number`.
void receives(const Array& array, std::size_t number, const RouteOptions& options,
              std::int64_t rank, const Visit& visit);
void sends(const Array& array, std::size_t number, const RouteOptions& options, std::int64_t rank,
           const Visit& visit);

}  // namespace tileglot::relayout::reshard
