// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/listing.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/basis_sum.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

Outcome<Integer> value_of(const Stage& stage, Integer index) {
  if (stage.is_swizzle) return Integer(apply(stage.swizzle, index.value));
  return crd2idx(index, stage.layout);
}

/// A(offset + B(i)).
Outcome<Integer> value_of(const ComposedLayout& layout, Integer index) {
  TILEGLOT_TRY_VALUE(inner, value_of(layout.inner, index));
  TILEGLOT_TRY_VALUE(moved, add(layout.offset, inner));
  return value_of(layout.outer, moved);
}

core::Result<std::int64_t> size_of(const CuteLayout& layout) {
  const auto* composed = std::get_if<ComposedLayout>(&layout);
  if (composed != nullptr && composed->inner.is_swizzle) {
    return core::fail({.code = "cute.unsupported",
                       .message = "a composed layout that ends in a swizzle has no shape",
                       .help = "end it in a layout, as in Sw<3,0,3> o 0 o (8,8):(8,1)"});
  }
  TILEGLOT_TRY(elements, to_result(size(composed != nullptr ? composed->inner.layout
                                                            : std::get<Layout<>>(layout))));
  return elements.value;
}

template <class Values, class ValueAt>
core::Status fill(Values& values, std::int64_t count, const ValueAt& value_at) {
  values.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    TILEGLOT_TRY(value, to_result(value_at(i)));
    values.push_back(std::move(value));
  }
  return {};
}

Outcome<std::int64_t> number_of(const Outcome<Integer>& value) {
  if (!value) return value.refusal;
  if (!value->path.is_empty()) return Refusal{Reason::kBasisArithmetic, 0, 0};
  return value->value;
}

Outcome<std::string> text_of(const Outcome<IntTuple>& coordinate) {
  return coordinate ? Outcome<std::string>(print(*coordinate)) : coordinate.refusal;
}

}  // namespace

core::Result<Listing> list_values(const CuteLayout& layout, std::int64_t at_most) {
  TILEGLOT_TRY(elements, size_of(layout));
  Listing listing{.size = elements};
  const std::int64_t count = std::min(elements, at_most);
  const auto* plain = std::get_if<Layout<>>(&layout);
  if (plain == nullptr) {
    TILEGLOT_TRY_STATUS(fill(listing.offsets, count, [&](std::int64_t i) {
      return number_of(value_of(std::get<ComposedLayout>(layout), i));
    }));
  } else if (has_basis(plain->stride)) {
    TILEGLOT_TRY_STATUS(fill(listing.coordinates, count, [plain](std::int64_t i) {
      return text_of(coordinate_of(i, *plain));
    }));
  } else {
    TILEGLOT_TRY_STATUS(fill(listing.offsets, count,
                             [plain](std::int64_t i) { return number_of(crd2idx(i, *plain)); }));
  }
  return listing;
}

}  // namespace tileglot::notation::cute
