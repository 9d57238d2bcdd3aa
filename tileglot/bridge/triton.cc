// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/placement.h"
#include "tileglot/bridge/swizzled.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/bridge/triton/lower.h"
#include "tileglot/bridge/triton/padded_memory.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/parse.h"
#include "tileglot/notation/triton/tensor_type.h"
#include "tileglot/notation/triton/validate_encoding.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;
namespace triton = notation::triton;

/// The smallest powers of two above the entries of all vectors.
triton::Numbers filled_by(std::initializer_list<const triton::Bases*> lists, std::int64_t rank) {
  triton::Numbers shape(static_cast<std::size_t>(rank), 1);
  for (const triton::Bases* bases : lists) {
    for (const triton::Numbers& vector : *bases) {
      for (std::size_t d = 0; d < vector.size() && d < shape.size(); ++d) {
        const auto above = static_cast<std::int64_t>(
            std::uint64_t{1} << std::bit_width(static_cast<std::uint64_t>(vector[d])));
        shape[d] = std::max(shape[d], above);
      }
    }
  }
  return shape;
}

template <bool Generic>
triton::Numbers own_shape(const triton::DistributedBases<Generic>& e, std::int64_t rank) {
  return filled_by({&e.register_bases, &e.lane_bases, &e.warp_bases, &e.block_bases}, rank);
}

/// The shape of an encoding by basis vectors.
std::optional<triton::Numbers> own_shape(const triton::Encoding& encoding) {
  const std::int64_t rank = triton::rank(encoding);
  if (const auto* e = std::get_if<triton::Linear>(&encoding)) return own_shape(*e, rank);
  if (const auto* e = std::get_if<triton::GenericLinear>(&encoding)) return own_shape(*e, rank);
  if (const auto* e = std::get_if<triton::SharedLinear>(&encoding))
    return filled_by({&e->offset, &e->block}, rank);
  if (const auto* e = std::get_if<triton::PaddedShared>(&encoding))
    return filled_by({&e->offset, &e->block}, rank);
  return std::nullopt;
}

core::Error shape_missing(std::string_view text, const triton::Encoding& encoding) {
  const bool is_memory = triton::room(encoding) != triton::Room::kDistributed;
  return {{.code = "triton.shape_missing",
           .message =
               fmt::format("#{} does not say which tensor it is for", triton::mnemonic(encoding)),
           .span = core::Scanner(text).here(),
           .help = is_memory ? "add -t '!ttg.memdesc<16x32xf16>'" : "add -t 'tensor<16x32xf16>'"}};
}

triton::TensorType type_of(const Tensor& tensor) {
  const auto element = core::name_in(core::TypeNotation::kTriton, tensor.type);
  return {.kind = tensor.is_memory ? triton::TypeKind::kMemory : triton::TypeKind::kTensor,
          .shape = tensor.extents,
          .element = std::string(element.value_or(core::name(tensor.type))),
          .element_bits = core::bits(tensor.type)};
}

core::Result<linear::Layout> layout_of(std::string_view text, const triton::Encoding& encoding,
                                       const std::optional<Tensor>& tensor) {
  if (tensor) {
    const triton::TensorType type = type_of(*tensor);
    TILEGLOT_TRY_STATUS(triton::validate(encoding, type));
    return lower(encoding, type);
  }
  const auto shape = own_shape(encoding);
  if (!shape) return core::fail(shape_missing(text, encoding));
  return lower(encoding, *shape);
}

/// The layout from the element to its offset.
core::Result<AnyLayout> with_gaps(const linear::Layout& layout,
                                  const triton::PaddedShared& padded) {
  TILEGLOT_TRY(offsets, memory_map(layout));
  TILEGLOT_TRY(places, with_padding(offsets, padded.paddings));
  TILEGLOT_TRY(cute, to_any_cute(places));
  return std::visit([](const auto& l) { return AnyLayout(l); }, cute);
}

}  // namespace

core::Result<AnyLayout> lower_attribute(std::string_view text,
                                        const std::optional<Tensor>& tensor) {
  TILEGLOT_TRY(encoding, triton::parse_encoding(text));
  TILEGLOT_TRY(layout, layout_of(text, encoding, tensor));
  if (const auto* padded = std::get_if<triton::PaddedShared>(&encoding.family()))
    return with_gaps(layout, *padded);
  return AnyLayout(layout);
}

}  // namespace tileglot::bridge
