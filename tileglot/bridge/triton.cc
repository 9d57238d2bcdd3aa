// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/bridge/swizzled.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/bridge/triton/lower.h"
#include "tileglot/bridge/triton/padded_memory.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/triton/basis_facts.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/parse.h"
#include "tileglot/notation/triton/tensor_type.h"
#include "tileglot/notation/triton/validate_encoding.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;
namespace triton = notation::triton;

template <bool Generic>
triton::Bases listed_bases(const triton::DistributedBases<Generic>& e) {
  return triton::joined({&e.register_bases, &e.lane_bases, &e.warp_bases, &e.block_bases});
}

/// Nothing for an encoding that does not list its bases.
std::optional<triton::Bases> listed_bases(const triton::Encoding& encoding) {
  if (const auto* e = std::get_if<triton::Linear>(&encoding)) return listed_bases(*e);
  if (const auto* e = std::get_if<triton::GenericLinear>(&encoding)) return listed_bases(*e);
  if (const auto* e = std::get_if<triton::SharedLinear>(&encoding))
    return triton::joined({&e->offset, &e->block});
  if (const auto* e = std::get_if<triton::PaddedShared>(&encoding))
    return triton::joined({&e->offset, &e->block});
  return std::nullopt;
}

/// The shape that the bases reach. Precondition: the encoding is valid.
std::optional<triton::Numbers> own_shape(const triton::Encoding& encoding) {
  const auto bases = listed_bases(encoding);
  return bases ? triton::reached_sizes(*bases, triton::rank(encoding)) : std::nullopt;
}

core::Error shape_missing(std::string_view text, const triton::Encoding& encoding) {
  const bool is_memory = triton::storage(encoding) != triton::Storage::kDistributed;
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
