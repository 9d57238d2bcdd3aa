// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/any_side.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "tileglot/map/box.h"
#include "tileglot/placement/cuts.h"
#include "tileglot/placement/pieces.h"
#include "tileglot/placement/places.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/spread.h"

namespace tileglot::placement {
namespace {

template <class T>
void shuffle(std::vector<T>& items) {
  for (std::size_t i = items.size(); i > 1; --i)
    std::swap(items[i - 1], items[*rc::gen::inRange<std::size_t>(0, i)]);
}

Cuts any_cut(std::int64_t extent, std::int64_t tiles) {
  if (*rc::gen::inRange(0, 3) > 0) return *Cuts::even(extent, tiles);
  std::vector<std::int64_t> begins{0, extent};
  for (std::int64_t i = 1; i < tiles; ++i)
    begins.push_back(*rc::gen::inRange<std::int64_t>(0, extent + 1));
  std::ranges::sort(begins);
  return *Cuts::at(std::move(begins));
}

Places any_places(std::int64_t count) {
  const std::int64_t base = *rc::gen::element<std::int64_t>(0, 0, 1, 5);
  if (*rc::gen::arbitrary<bool>()) {
    for (const std::int64_t slow : {2, 3, 4}) {
      if (count % slow == 0) return *Places::of_digits({{slow, 1}, {count / slow, slow}}, base);
    }
    return *Places::of_digits({{count, 1}}, base);
  }
  std::vector<std::int64_t> places(static_cast<std::size_t>(count));
  std::iota(places.begin(), places.end(), base);
  shuffle(places);
  return *Places::listed(std::move(places));
}

void cut_at_random(const map::Box& box, int depth, std::vector<map::Box>& boxes) {
  const std::size_t rank = box.begin.size();
  if (depth > 0 && rank > 0) {
    const auto dim = *rc::gen::inRange<std::size_t>(0, rank);
    if (box.end[dim] - box.begin[dim] > 1) {
      const auto at = *rc::gen::inRange<std::int64_t>(box.begin[dim] + 1, box.end[dim]);
      map::Box low = box;
      map::Box high = box;
      low.end[dim] = at;
      high.begin[dim] = at;
      cut_at_random(low, depth - 1, boxes);
      cut_at_random(high, depth - 1, boxes);
      return;
    }
  }
  boxes.push_back(box);
}

}  // namespace

std::vector<std::int64_t> any_extents(int rank, std::int64_t most) {
  const auto dims = *rc::gen::inRange<std::size_t>(0, static_cast<std::size_t>(rank) + 1);
  std::vector<std::int64_t> extents;
  for (std::size_t i = 0; i < dims; ++i)
    extents.push_back(*rc::gen::inRange<std::int64_t>(1, most + 1));
  return extents;
}

Spread any_spread(const std::vector<std::int64_t>& extents, std::int64_t places) {
  std::int64_t room = places;
  std::vector<Cuts> cuts;
  for (const std::int64_t extent : extents) {
    const std::int64_t tiles =
        *rc::gen::inRange<std::int64_t>(1, std::min<std::int64_t>(room, 4) + 1);
    cuts.push_back(any_cut(extent, tiles));
    room /= tiles;
  }
  const std::int64_t copies =
      *rc::gen::inRange<std::int64_t>(1, std::min<std::int64_t>(room, 4) + 1);
  std::int64_t count = copies;
  for (const Cuts& cut : cuts) count *= cut.tiles();
  return *Spread::of(std::move(cuts), copies, any_places(count));
}

Pieces any_pieces(const std::vector<std::int64_t>& extents, std::int64_t places) {
  std::vector<map::Box> boxes;
  cut_at_random({std::vector<std::int64_t>(extents.size(), 0), extents}, 4, boxes);
  std::vector<Piece> pieces;
  std::vector<std::int64_t> ranks(static_cast<std::size_t>(places));
  std::iota(ranks.begin(), ranks.end(), std::int64_t{0});
  for (const map::Box& box : boxes) {
    shuffle(ranks);
    const auto copies =
        *rc::gen::inRange<std::size_t>(1, std::min<std::size_t>(ranks.size(), 3) + 1);
    for (std::size_t j = 0; j < copies; ++j) pieces.push_back({ranks[j], box});
  }
  shuffle(pieces);
  return *Pieces::of(extents, std::move(pieces));
}

Side any_side(const std::vector<std::int64_t>& extents, std::int64_t places) {
  if (*rc::gen::inRange(0, 3) > 0) return any_spread(extents, places);
  return any_pieces(extents, places);
}

map::Box any_box(const std::vector<std::int64_t>& extents) {
  map::Box box;
  for (const std::int64_t extent : extents) {
    const auto begin = *rc::gen::inRange<std::int64_t>(0, extent);
    box.begin.push_back(begin);
    box.end.push_back(*rc::gen::inRange<std::int64_t>(begin + 1, extent + 1));
  }
  return box;
}

}  // namespace tileglot::placement
