// SPDX-License-Identifier: Apache-2.0
// inverse.cc: chooses the method of an inverse, and lists boxes of coordinates in order.
#include "tileglot/map/inverse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/detail/bit_inverse.h"
#include "tileglot/map/detail/box_search.h"
#include "tileglot/map/detail/digit_inverse.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

using Box = std::vector<Range>;

std::int64_t points_of(std::span<const Range> box) {
  std::int64_t points = 1;
  for (const Range& side : box) points *= side.hi - side.lo + 1;
  return points;
}

Coordinate first_of(const Box& box) {
  Coordinate x;
  for (const Range& side : box) x.push_back(side.lo);
  return x;
}

bool starts_before(const Box& a, const Box& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](const Range& x, const Range& y) { return x.lo < y.lo; });
}

/// The next coordinate of the box in row-major order; false after the last.
bool advance(const Box& box, Coordinate& x) {
  for (std::size_t k = box.size(); k-- > 0;) {
    if (x[k] < box[k].hi) {
      ++x[k];
      return true;
    }
    x[k] = box[k].lo;
  }
  return false;
}

/// Disjoint boxes, of which only the first coordinates are needed.
class Listing {
 public:
  explicit Listing(std::size_t at_most) : at_most_(at_most) {}

  void add(std::span<const Range> box) {
    count_ += points_of(box);
    boxes_.emplace_back(box.begin(), box.end());
    if (boxes_.size() >= 2 * at_most_ + 64) keep_first_boxes();
  }

  Preimages result() {
    keep_first_boxes();
    Preimages found{count_, {}};
    std::priority_queue<Cursor> cursors;
    for (const Box& box : boxes_) cursors.push({first_of(box), &box});
    while (!cursors.empty() && found.coordinates.size() < at_most_) {
      Cursor cursor = cursors.top();
      cursors.pop();
      found.coordinates.push_back(cursor.at);
      if (advance(*cursor.box, cursor.at)) cursors.push(std::move(cursor));
    }
    return found;
  }

 private:
  struct Cursor {
    Coordinate at;
    const Box* box;
    bool operator<(const Cursor& other) const {
      return at > other.at;
    }  // the queue's top is largest
  };

  /// Each box has a coordinate at its start, so boxes after the first at_most do not contain any of
  /// the first coordinates.
  void keep_first_boxes() {
    if (boxes_.size() <= at_most_) return;
    const auto end = boxes_.begin() + static_cast<std::ptrdiff_t>(at_most_);
    std::nth_element(boxes_.begin(), end, boxes_.end(), starts_before);
    boxes_.erase(end, boxes_.end());
  }

  std::size_t at_most_;
  std::int64_t count_ = 0;
  std::vector<Box> boxes_;
};

core::Error too_many_boxes(std::int64_t offset, std::int64_t limit) {
  return {{.code = "map.too_large_to_decide",
           .message = fmt::format(
               "the preimages of {} are not found within {} boxes of coordinates", offset, limit),
           .help = "use a smaller domain; the strides of this map overlap, so an offset does not "
                   "tell its digits"}};
}

}  // namespace

struct Inverse::Routes {
  explicit Routes(const IndexMap& f) : map(f), digits(DigitInverse::of(f)) {
    if (!digits) bits = BitInverse::of(f);
  }

  IndexMap map;
  std::optional<DigitInverse> digits;
  std::optional<BitInverse> bits;
};

Inverse::Inverse(const IndexMap& f) : routes_(std::make_unique<Routes>(f)) {}
Inverse::Inverse(Inverse&&) noexcept = default;
Inverse& Inverse::operator=(Inverse&&) noexcept = default;
Inverse::~Inverse() = default;

core::Result<Preimages> Inverse::operator()(std::int64_t offset, std::size_t at_most) const {
  if (routes_->digits) return routes_->digits->list(offset, at_most);
  if (routes_->bits) return routes_->bits->list(offset, at_most);
  const BoxSearch search(routes_->map);
  Listing listing(at_most);
  const bool complete =
      search.run({offset, offset}, search.box_limit(), [&](std::span<const Range> box) {
        listing.add(box);
        return true;
      });
  if (!complete) return core::fail(too_many_boxes(offset, search.box_limit()));
  return listing.result();
}

core::Result<std::vector<Coordinate>> Inverse::some(std::int64_t offset, std::size_t enough,
                                                    std::int64_t most_boxes) const {
  if (routes_->digits) return routes_->digits->list(offset, enough).coordinates;
  if (routes_->bits) return routes_->bits->list(offset, enough).coordinates;
  const BoxSearch search(routes_->map);
  const std::int64_t limit = std::min(search.box_limit(), most_boxes);
  std::vector<Coordinate> found;
  const bool complete = search.run({offset, offset}, limit, [&](std::span<const Range> sides) {
    const Box box(sides.begin(), sides.end());
    Coordinate x = first_of(box);
    for (bool more = true; more && found.size() < enough; more = advance(box, x)) {
      found.push_back(x);
    }
    return found.size() < enough;
  });
  if (!complete) return core::fail(too_many_boxes(offset, limit));
  return found;
}

bool Inverse::is_direct() const { return routes_->digits && routes_->digits->is_direct(); }

bool Inverse::find(std::int64_t offset, std::span<std::int64_t> x) const {
  return routes_->digits->find(offset, x);
}

core::Result<Preimages> preimages(const IndexMap& f, std::int64_t offset, std::size_t at_most) {
  return Inverse(f)(offset, at_most);
}

core::Result<std::optional<Coordinate>> some_preimage(const IndexMap& f, std::int64_t offset) {
  TILEGLOT_TRY(found, Inverse(f).some(offset, 1));
  if (found.empty()) return std::nullopt;
  return found.front();
}

}  // namespace tileglot::map
