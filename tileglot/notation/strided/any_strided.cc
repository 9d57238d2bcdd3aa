// SPDX-License-Identifier: Apache-2.0
// any_strided.cc: random layouts of this package, for laws.
#include "tileglot/notation/strided/any_strided.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/notation/strided/affine_map.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {
namespace {

/// Uniform in [low, high], independent of RapidCheck's current size; shrinks towards low.
std::int64_t between(std::int64_t low, std::int64_t high) {
  return *rc::gen::resize(1000, rc::gen::inRange<std::int64_t>(low, high + 1));
}

bool one_in(std::int64_t n) { return between(1, n) == n; }

/// At most 64 elements, so that blocks may pad them.
Array some_array(std::size_t least_rank, std::size_t most_rank) {
  Array array;
  const auto rank = static_cast<std::size_t>(
      between(static_cast<std::int64_t>(least_rank), static_cast<std::int64_t>(most_rank)));
  std::int64_t room = 64;
  for (std::size_t k = 0; k < rank; ++k) {
    const std::int64_t extent = one_in(20) ? 0 : between(1, std::min<std::int64_t>(room, 9));
    array.extents.push_back(extent);
    room /= std::max<std::int64_t>(extent, 1);
  }
  if (one_in(2)) array.type = one_in(2) ? core::ElementType::kBf16 : core::ElementType::kF64;
  return array;
}

std::vector<std::int64_t> some_strides(std::size_t rank, std::int64_t low) {
  std::vector<std::int64_t> strides;
  for (std::size_t k = 0; k < rank; ++k) strides.push_back(between(low, 40));
  return strides;
}

std::vector<std::size_t> some_order(std::size_t rank) {
  std::vector<std::size_t> order(rank);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = rank; i > 1; --i) {
    std::swap(order[i - 1],
              order[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(i) - 1))]);
  }
  return order;
}

AnyLayout some_strided() {
  StridedArray result{.array = some_array(0, 4)};
  result.strides = some_strides(rank(result.array), -40);
  result.offset = one_in(3) ? between(-5, 99) : 0;
  if (one_in(2)) {
    result.unit = Unit::kBytes;
    result.item_bytes = result.array.type ? core::npy_bits(*result.array.type) / 8 : between(1, 16);
  }
  return result;
}

AnyLayout some_ordered() {
  const auto order = static_cast<Order>(between(0, 4));
  const std::size_t rank = order == Order::kChannelsLast ? 4 : 5;
  const bool is_fixed = order == Order::kChannelsLast || order == Order::kChannelsLast3d;
  return OrderedArray{is_fixed ? some_array(rank, rank) : some_array(0, 5), order};
}

AnyLayout some_mdspan() {
  Mdspan result{.array = some_array(0, 4), .policy = static_cast<Policy>(between(0, 2))};
  result.array.type.reset();  // the text has none
  if (result.policy == Policy::kStride) result.strides = some_strides(rank(result.array), 1);
  return result;
}

OnednnLayout some_onednn() {
  OnednnLayout result{.array = some_array(1, 4)};
  result.order = some_order(rank(result.array));
  std::int64_t room = 32;
  while (room > 1 && !one_in(3)) {
    const std::int64_t size = between(1, std::min<std::int64_t>(room, 5));
    result.blocks.push_back(
        {static_cast<std::size_t>(between(0, static_cast<std::int64_t>(rank(result.array)) - 1)),
         size});
    room /= std::max<std::int64_t>(size, 2);
  }
  return result;
}

TvmLayout some_tvm() {
  TvmLayout result{.array = some_array(1, 4)};
  const std::size_t rank = strided::rank(result.array);
  result.names = std::string("NCHW").substr(0, rank);
  std::vector<TvmAxis> axes;
  for (std::size_t k = 0; k < rank; ++k) {
    axes.push_back({k});
    if (one_in(3)) axes.push_back({k, between(1, 4)});
  }
  for (const std::size_t i : some_order(axes.size())) result.axes.push_back(axes[i]);
  return result;
}

/// Draws an expression. `low` is the smallest factor; it is negative for an offset, which alone may
/// be negative.
std::size_t some_step(AffineMap& map, int depth, std::int64_t low) {
  const auto add = [&](AffineStep step) {
    map.steps.push_back(step);
    return map.steps.size() - 1;
  };
  if (depth == 0 || one_in(3)) {
    const bool is_constant = map.dimensions == 0 || one_in(5);
    return is_constant
               ? add({AffineVerb::kConstant, between(std::min<std::int64_t>(low, 0), 5), 0, 0})
               : add({AffineVerb::kDimension,
                      between(0, static_cast<std::int64_t>(map.dimensions) - 1), 0, 0});
  }
  const std::size_t left = some_step(map, depth - 1, low);
  if (one_in(3)) return add({AffineVerb::kAdd, 0, left, some_step(map, depth - 1, low)});
  const auto verb = static_cast<AffineVerb>(between(3, 6));
  return add({verb, between(verb == AffineVerb::kTimes ? low : 1, 5), left, 0});
}

AnyLayout some_mlir() {
  MlirLayout result{.array = some_array(0, 3)};
  const std::size_t rank = strided::rank(result.array);
  if (one_in(3)) return result;
  if (one_in(2)) {
    result.layout = MlirStrides{some_strides(rank, -40), one_in(2) ? between(0, 99) : 0};
    return result;
  }
  AffineMap map{.dimensions = rank};
  const std::int64_t results = between(1, 3);
  const std::int64_t low = results == 1 ? -5 : 1;
  for (std::int64_t n = 0; n < results; ++n) map.results.push_back(some_step(map, 3, low));
  if (map == identity_map(rank)) return result;
  result.layout = std::move(map);
  if (result.array.type && one_in(3)) result.memory_space = "#gpu.address_space<workgroup>";
  return result;
}

bool is_small(const AnyLayout& layout) {
  const auto evaluator = Evaluator::of(layout);
  return evaluator && evaluator->physical_size() <= kMaxPositions;
}

}  // namespace

rc::Gen<AnyLayout> any_strided() {
  const auto draw = rc::gen::exec([]() -> AnyLayout {
    switch (between(0, 5)) {
      case 0: return some_strided();
      case 1: return some_ordered();
      case 2: return some_mdspan();
      case 3: return some_onednn();
      case 4: return some_tvm();
      default: return some_mlir();
    }
  });
  return rc::gen::suchThat(draw, is_small);
}

rc::Gen<std::pair<OnednnLayout, TvmLayout>> any_blocked_pair() {
  return rc::gen::exec([] {
    const Array array = some_array(1, 4);
    const std::size_t rank = strided::rank(array);
    OnednnLayout onednn{.array = array, .order = some_order(rank)};
    TvmLayout tvm{.array = array, .names = std::string("NCHW").substr(0, rank)};
    for (const std::size_t k : onednn.order) tvm.axes.push_back({k});
    for (const std::size_t k : some_order(rank)) {
      if (one_in(2)) continue;
      const std::int64_t size = between(1, 4);
      onednn.blocks.push_back({k, size});
      tvm.axes.push_back({k, size});
    }
    return std::pair(onednn, tvm);
  });
}

}  // namespace tileglot::notation::strided
