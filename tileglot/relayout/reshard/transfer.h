// SPDX-License-Identifier: Apache-2.0
// transfer.h: a box of an array that one rank sends to another.
//
// What     A Transfer is a box of array number `array`, from rank to rank. Direct ones are sent from a
//          tile of the sender's; forwarded ones, which only exist where ranks lie on nodes, from what
//          the sender itself received of rank `origin` before.
// Why      A message between two ranks is all their transfers; counting them is counting the bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileglot/map/box.h"

namespace tileglot::relayout::reshard {

struct Transfer {
  std::size_t array = 0;
  map::Box box = {};
  std::int64_t source_tile = 0;
  std::int64_t target_tile = 0;
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t origin = 0;  ///< who had the box at first; `from` of a direct one
  std::int64_t bits = 0;

  bool is_forwarded() const { return origin != from; }
};

}  // namespace tileglot::relayout::reshard
