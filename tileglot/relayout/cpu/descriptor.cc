// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/descriptor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"
#include "tileglot/relayout/cpu/relayout.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr std::int64_t kByteBits = 8;
constexpr std::int64_t kMaxElementBits = 128;
/// The map would also reject a higher rank, but only after all shapes were read.
constexpr std::int32_t kMaxRank = 1024;
constexpr std::array<std::int32_t, 3> kHostMemory = {1, 3, 11};

std::string text_of(const DataType& type) {
  return fmt::format("(code {}, {} bits, {} lanes)", type.code, type.bits, type.lanes);
}

core::Status check_types(const DataType& source, const DataType& target) {
  if (source.lanes != 1 || target.lanes != 1)
    return core::fail({.code = "relayout.dtype",
                       .message = fmt::format("{} and {} cannot be moved: an element has one lane",
                                              text_of(source), text_of(target)),
                       .help = "say lanes as one more dimension, or as more bits"});
  if (source != target)
    return core::fail({.code = "relayout.dtype",
                       .message = fmt::format("the source has elements of {}, the target of {}",
                                              text_of(source), text_of(target)),
                       .help = "elements move as they are; nothing is converted"});
  if (core::is_power_of_two(source.bits) && source.bits <= kMaxElementBits) return {};
  return core::fail({.code = "relayout.element_bits",
                     .message = fmt::format("elements of {} bits cannot be moved", source.bits),
                     .help = "element types have 1, 2, 4, 8, 16, 32, 64 or 128 bits"});
}

core::Error wrong(std::string message) {
  return {{.code = "relayout.descriptor", .message = std::move(message)}};
}

bool is_empty(const TensorDescriptor& tensor) {
  const std::span<const std::int64_t> shape(tensor.shape, static_cast<std::size_t>(tensor.ndim));
  return std::find(shape.begin(), shape.end(), 0) != shape.end();
}

core::Status check(const TensorDescriptor& tensor, std::string_view side) {
  const auto* const host = std::find(kHostMemory.begin(), kHostMemory.end(), tensor.device.type);
  if (host == kHostMemory.end())
    return core::fail(
        {.code = "relayout.device",
         .message = fmt::format("the {} is on a device of type {}", side, tensor.device.type),
         .help = "copy it to the memory of this processor first"});
  if (tensor.ndim < 0 || tensor.ndim > kMaxRank)
    return core::fail(wrong(fmt::format("the {} has {} dimensions", side, tensor.ndim)));
  if (tensor.ndim > 0 && tensor.shape == nullptr)
    return core::fail(
        wrong(fmt::format("the {} has {} dimensions and no shape", side, tensor.ndim)));
  for (std::int32_t k = 0; k < tensor.ndim; ++k) {
    if (tensor.shape[k] < 0)
      return core::fail({.code = "map.domain",
                         .message = fmt::format("an extent of the {} is {}; it must be 0 or more",
                                                side, tensor.shape[k])});
  }
  if (tensor.data == nullptr && !is_empty(tensor))
    return core::fail(wrong(fmt::format("the {} has elements and no data", side)));
  return {};
}

/// The positions of the elements: from `begin` on, which may be below the pointer.
struct Places {
  map::IndexMap map;
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

std::vector<std::int64_t> strides_of(const TensorDescriptor& tensor) {
  const auto rank = static_cast<std::size_t>(tensor.ndim);
  if (tensor.strides != nullptr) return {tensor.strides, tensor.strides + rank};
  std::vector<std::int64_t> strides(rank);
  std::int64_t stride = 1;
  for (std::size_t k = rank; k-- > 0;) {
    strides[k] = stride;
    stride = core::saturating_mul(stride, tensor.shape[k]);
  }
  return strides;
}

core::Error too_large(std::string_view side) {
  return {{.code = "relayout.too_large",
           .message = fmt::format("the {} has offsets that 64-bit numbers do not count", side)}};
}

/// From the lowest position to one past the highest; the lowest at the beginning of a byte.
std::optional<std::pair<std::int64_t, std::int64_t>> reach_of(
    const TensorDescriptor& tensor, std::span<const std::int64_t> strides) {
  core::Checked low = 0;
  core::Checked high = 1;
  for (std::size_t k = 0; k < strides.size() && low && high; ++k) {
    const core::Checked last = core::checked_mul(tensor.shape[k] - 1, strides[k]);
    if (!last) return std::nullopt;
    low = core::checked_add(*low, std::min<std::int64_t>(*last, 0));
    high = core::checked_add(*high, std::max<std::int64_t>(*last, 0));
  }
  const std::int64_t bits = tensor.dtype.bits;
  if (!low || !high || !core::checked_mul(*low, bits) || !core::checked_mul(*high, bits))
    return std::nullopt;
  const std::int64_t whole = std::max<std::int64_t>(kByteBits / bits, 1);
  const std::int64_t begin = core::floor_div(*low, whole) * whole;
  if (!core::checked_sub(*high * bits, begin * bits)) return std::nullopt;
  return std::pair(begin, *high);
}

core::Result<Places> places_of(const TensorDescriptor& tensor, std::string_view side) {
  TILEGLOT_TRY_STATUS(check(tensor, side));
  std::vector<map::Dim> domain;
  domain.reserve(static_cast<std::size_t>(tensor.ndim));
  for (std::int32_t k = 0; k < tensor.ndim; ++k) domain.push_back({tensor.shape[k]});
  map::MapBuilder builder(std::move(domain));
  if (map::is_empty(builder.domain())) {
    TILEGLOT_TRY(nothing, map::empty_map(builder.domain()));
    return Places{std::move(nothing)};
  }
  const std::vector<std::int64_t> strides = strides_of(tensor);
  const auto reach = reach_of(tensor, strides);
  if (!reach) return core::fail(too_large(side));
  map::Value offset = builder.constant(-reach->first);
  for (std::size_t k = 0; k < strides.size(); ++k) {
    // The stride of a dimension with one element may be any number.
    if (tensor.shape[k] > 1) builder.add_to(offset, builder.scale(builder.dim(k), strides[k]));
  }
  TILEGLOT_TRY(map, builder.finish(offset, {{reach->second - reach->first, "offset"}}));
  return Places{std::move(map), reach->first, reach->second};
}

std::span<std::byte> bytes_of(const TensorDescriptor& tensor, const Places& places) {
  if (places.end == places.begin) return {};
  const std::int64_t bits = tensor.dtype.bits;
  const std::int64_t begin = places.begin * bits / kByteBits;
  const std::int64_t bytes = core::ceil_div((places.end - places.begin) * bits, kByteBits);
  std::byte* const first = static_cast<std::byte*>(tensor.data) + tensor.byte_offset;
  return {first + begin, static_cast<std::size_t>(bytes)};
}

}  // namespace

core::Status relayout(const TensorDescriptor& source, const TensorDescriptor& target,
                      const RelayoutOptions& options) {
  TILEGLOT_TRY_STATUS(check_types(source.dtype, target.dtype));
  TILEGLOT_TRY(from, places_of(source, "source"));
  TILEGLOT_TRY(to, places_of(target, "target"));
  RelayoutOptions between = options;
  between.execute.zero_fill = false;
  return relayout(from.map, to.map, source.dtype.bits, bytes_of(source, from), bytes_of(target, to),
                  between);
}

}  // namespace tileglot::relayout::cpu
