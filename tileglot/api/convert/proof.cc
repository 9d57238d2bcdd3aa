// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/convert/proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/api/convert/target.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/bridge/thread_value.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"

namespace tileglot::api {
namespace {

namespace linear = notation::linear;
using notation::cute::CuteLayout;

const linear::Layout* linear_of(const bridge::AnyLayout& layout) {
  return std::get_if<linear::Layout>(&layout);
}

bool is_memory(const linear::Layout& layout) {
  return !bridge::is_distributed(layout) && layout.find_in(linear::kOffset) != nullptr;
}

/// A distributed layout's thread-value map, a memory's map from element to offset, or the function
/// itself.
core::Result<map::IndexMap> meaning(const bridge::AnyLayout& layout) {
  const linear::Layout* l = linear_of(layout);
  if (l == nullptr) return bridge::to_map(layout);
  if (bridge::is_distributed(*l)) return bridge::thread_value_map(*l);
  return is_memory(*l) ? bridge::memory_map(*l) : bridge::to_map(*l);
}

std::vector<std::int64_t> extents_of(const linear::Layout& layout) {
  std::vector<std::int64_t> extents;
  extents.reserve(layout.outs().size());
  for (const linear::Dimension& out : layout.outs()) extents.push_back(out.size());
  return extents;
}

/// A CuTe layout of threads and values as a thread-value map.
core::Result<map::IndexMap> thread_value_map_of(const bridge::AnyLayout& read,
                                                const linear::Layout& source) {
  TILEGLOT_TRY(ordered, bridge::with_outs_in_order(source));
  const auto* plain = std::get_if<notation::cute::Layout<>>(&read);
  const CuteLayout layout = plain != nullptr
                                ? CuteLayout(*plain)
                                : CuteLayout(std::get<notation::cute::ComposedLayout>(read));
  TILEGLOT_TRY(distributed, bridge::from_thread_value(layout, extents_of(ordered)));
  return bridge::thread_value_map(distributed);
}

/// The tensor that a notation without extents is read for.
core::Result<bridge::Tensor> tensor_of(const Source& source) {
  bridge::Tensor tensor{{}, source.type.value_or(core::ElementType::kF32)};
  const linear::Layout* l = linear_of(source.layout);
  if (l != nullptr && (bridge::is_distributed(*l) || is_memory(*l))) {
    TILEGLOT_TRY(ordered, bridge::with_outs_in_order(*l));
    tensor.extents = extents_of(ordered);
    return tensor;
  }
  for (const map::Dim& dim : source.map.domain()) tensor.extents.push_back(dim.extent);
  return tensor;
}

core::Result<bridge::AnyLayout> read_again(const Source& source, std::string_view target,
                                           const std::string& text) {
  TILEGLOT_TRY(tensor, tensor_of(source));
  const std::string_view notation = target == "triton" ? "linear" : target;
  TILEGLOT_TRY(named, bridge::notation_named(notation));
  return bridge::parse_layout(text, {.notation = named, .tensor = tensor});
}

struct Pair {
  map::IndexMap wanted;
  map::IndexMap found;
};

core::Result<Pair> compared(const Source& source, const bridge::AnyLayout& read) {
  const linear::Layout* l = linear_of(source.layout);
  const bool is_turned = l != nullptr && source.convention != Convention::kMap;
  const bool holds = is_turned && bridge::is_distributed(*l);
  if (holds || linear_of(read) != nullptr) {
    TILEGLOT_TRY(wanted, l == nullptr ? source.map : meaning(source.layout));
    TILEGLOT_TRY(found, linear_of(read) != nullptr ? meaning(read) : thread_value_map_of(read, *l));
    return Pair{wanted, found};
  }
  TILEGLOT_TRY(wanted, is_turned ? meaning(source.layout) : source.map);
  TILEGLOT_TRY(found, bridge::to_map(read));
  return Pair{wanted, found};
}

core::Status differs(const map::Difference& at) {
  return core::fail({.code = "convert.not_proved",
                     .message = fmt::format("read again it differs at {}: {} against {}",
                                            map::coordinate_text(at.at), at.right, at.left)});
}

bool same_extents(const Pair& pair) {
  return std::ranges::equal(pair.wanted.domain(), pair.found.domain(), {}, &map::Dim::extent,
                            &map::Dim::extent);
}

core::Status other_domain(const Pair& pair) {
  return core::fail({.code = "convert.not_proved",
                     .message = fmt::format("read again its domain is {}, and the source's is {}",
                                            map::extents_text(pair.found.domain()),
                                            map::extents_text(pair.wanted.domain()))});
}

}  // namespace

core::Status prove(const Source& source, std::string_view target, const std::string& text) {
  TILEGLOT_TRY(read, read_again(source, target, text));
  TILEGLOT_TRY(pair, compared(source, read));
  if (!same_extents(pair)) return other_domain(pair);
  TILEGLOT_TRY(difference, map::first_difference(pair.wanted, pair.found));
  return difference ? differs(*difference) : core::Status();
}

}  // namespace tileglot::api
