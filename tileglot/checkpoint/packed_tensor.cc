// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/packed_tensor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/safetensors/file.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/value/read_layout.h"
#include "tileglot/value/stored_shape.h"

namespace tileglot::checkpoint {
namespace {

namespace cute = notation::cute;
namespace xla = notation::xla;

std::string shown(const io::SafetensorsTensor& tensor) {
  return fmt::format("'{}' ({} [{}])", core::printable(tensor.name),
                     *core::name_in(core::TypeNotation::kSafetensors, tensor.type),
                     fmt::join(tensor.shape, ","));
}

/// For types that XLA does not have.
core::Result<bridge::AnyLayout> cute_row_major(const value::Extents& extents) {
  cute::IntTuple shape;
  cute::IntTuple still;
  bool is_empty = false;
  for (const std::int64_t extent : extents) {
    is_empty = is_empty || extent == 0;
    TILEGLOT_TRY(longer, cute::to_result(cute::append(shape, cute::IntTuple(extent))));
    shape = longer;
    TILEGLOT_TRY(more, cute::to_result(cute::append(still, cute::IntTuple(0))));
    still = more;
  }
  // Without elements strides are irrelevant, and products of the other extents may overflow.
  if (is_empty) return cute::to_result(cute::make_layout(shape, still));
  return cute::to_result(cute::make_layout_right(shape));
}

/// How many elements of a type one of the file's holds: 1 if they have the same size, several if
/// they are packed into bytes, nothing if they do not fit.
std::optional<std::int64_t> elements_in_one(core::ElementType held, core::ElementType type) {
  const std::int64_t held_bits = core::bits(held);
  const std::int64_t bits = core::bits(type);
  if (held_bits == bits) return 1;
  if (held_bits == 8 && bits < 8 && 8 % bits == 0) return 8 / bits;
  return std::nullopt;
}

/// The logical extents of a tensor whose bytes hold several elements each.
core::Result<value::Extents> unpacked_extents(const io::SafetensorsTensor& tensor,
                                              core::ElementType type) {
  value::Extents extents = tensor.shape;
  const auto together = elements_in_one(tensor.type, type);
  if (together == 1) return extents;
  const bool has_room = together && !extents.empty();
  const auto last = has_room ? core::checked_mul(extents.back(), *together) : std::nullopt;
  if (last) {
    extents.back() = *last;
    return extents;
  }
  return core::fail(
      {.code = "layout.type",
       .message =
           fmt::format("{} has elements of {} bits, and --dtype says {}, of {}", shown(tensor),
                       core::bits(tensor.type), core::name(type), core::bits(type)),
       .help = "--dtype names elements of the same size, or of 4, 2 or 1 bits that are "
               "packed into a U8 or I8 tensor along its last dimension"});
}

constexpr const char* kStaleRecord =
    "the file was changed by a program that does not know the record; remove the record, or write "
    "the tensor as it says";

core::Error bad_record(core::Error error, const io::SafetensorsTensor& tensor) {
  error->message = fmt::format("the layout recorded of {}: {}", shown(tensor), error->message);
  return error;
}

/// How many recorded elements one of the file's holds.
core::Result<std::int64_t> recorded_together(const io::SafetensorsTensor& tensor,
                                             core::ElementType recorded) {
  if (const auto together = elements_in_one(tensor.type, recorded)) return *together;
  return core::fail(
      {.code = "layout.type",
       .message = fmt::format("{} is recorded with elements {} of {} bits, and those of the file "
                              "have {}",
                              shown(tensor), core::name(recorded), core::bits(recorded),
                              core::bits(tensor.type)),
       .help = kStaleRecord});
}

core::Status check_bytes(const io::SafetensorsTensor& tensor, const PackedTensor& packed,
                         std::int64_t positions) {
  const auto bits = core::checked_mul(positions, packed.bits());
  const std::int64_t held = core::saturating_mul(tensor.bytes(), 8);
  if (bits == held) return {};
  return core::fail(
      {.code = "layout.size",
       .message =
           fmt::format("{} is recorded as {}, which owns {} positions of {} bits; "
                       "the tensor has {} bits",
                       shown(tensor), bridge::print(packed.layout), positions, packed.bits(), held),
       .help = kStaleRecord});
}

/// Elements that share positions are not stored: written without sharing they could take any space.
core::Status check_elements(const io::SafetensorsTensor& tensor, const PackedTensor& packed,
                            std::int64_t positions) {
  std::int64_t elements = 1;
  for (const std::int64_t extent : packed.extents) {
    elements = core::saturating_mul(elements, extent);
  }
  if (elements <= positions) return {};
  return core::fail(
      {.code = "layout.size",
       .message = fmt::format("{} is recorded as {}, which has {} elements at {} positions",
                              shown(tensor), bridge::print(packed.layout), elements, positions),
       .help = "a record gives each element a position of its own"});
}

/// The header has the physical shape, as relayout writes it, the logical one, or one dimension of
/// all positions.
core::Status check_shape(const io::SafetensorsTensor& tensor, const PackedTensor& packed,
                         std::int64_t positions, std::int64_t together) {
  if (tensor.shape == value::Extents{positions / together}) return {};
  if (tensor.shape == value::packed_shape(packed.extents, together)) return {};
  const auto map = bridge::to_map(packed.layout);
  if (!map) return core::fail(bad_record(map.error(), tensor));
  const value::Extents stored = value::packed_shape(
      value::stored_shape(packed.layout, *map, std::numeric_limits<std::size_t>::max()), together);
  if (tensor.shape == stored) return {};
  return core::fail(
      {.code = "layout.extents",
       .message = fmt::format("{} is recorded as {}, which is stored as [{}]", shown(tensor),
                              bridge::print(packed.layout), fmt::join(stored, ",")),
       .help = kStaleRecord});
}

/// The type in the record next to the layout.
core::Result<std::optional<core::ElementType>> recorded_type(const Part& part,
                                                             const io::SafetensorsTensor& tensor,
                                                             const bridge::AnyLayout& layout) {
  if (const auto own = bridge::element_type_of(layout)) return own;
  const auto text = part.texts.find(std::string(kDtypeKey) + tensor.name);
  if (text == part.texts.end()) return std::nullopt;
  TILEGLOT_TRY(type, core::with_line(core::parse_element_type(text->second), text->second));
  return type;
}

core::Status check_agreed(const io::SafetensorsTensor& tensor, core::ElementType recorded,
                          std::optional<core::ElementType> named) {
  if (!named || *named == recorded) return {};
  return core::fail(
      {.code = "layout.type",
       .message = fmt::format("{} is recorded with elements {}, and --dtype says {}", shown(tensor),
                              core::name(recorded), core::name(*named)),
       .help = "--dtype names the type where nothing else does; leave it out"});
}

/// The record against the header: type, size, shape. Nothing that it says is trusted.
core::Result<PackedTensor> recorded_tensor(const Part& part, const io::SafetensorsTensor& tensor,
                                           const std::string& text,
                                           std::optional<core::ElementType> dtype) {
  const auto named = [&](core::Error error) {
    return core::fail(core::with_line(bad_record(std::move(error), tensor), text));
  };
  const auto layout = bridge::parse_layout(text);
  if (!layout) return named(layout.error());
  const auto type = recorded_type(part, tensor, *layout);
  if (!type) return named(type.error());
  const core::ElementType meant = type->value_or(tensor.type);
  TILEGLOT_TRY_STATUS(check_agreed(tensor, meant, dtype));
  TILEGLOT_TRY(together, recorded_together(tensor, meant));
  const auto packed = with_packing(*layout, meant);
  if (!packed) return named(packed.error());
  const auto evaluator = bridge::Evaluator::of(*packed);
  if (!evaluator) return named(evaluator.error());
  const auto logical = evaluator->extents();
  PackedTensor result{tensor.name,
                      tensor.type,
                      meant,
                      tensor.shape,
                      {logical.begin(), logical.end()},
                      *packed,
                      true,
                      part.tensors.data_of(tensor)};
  const std::int64_t positions = evaluator->codomain_size();
  TILEGLOT_TRY_STATUS(check_bytes(tensor, result, positions));
  TILEGLOT_TRY_STATUS(check_elements(tensor, result, positions));
  TILEGLOT_TRY_STATUS(check_shape(tensor, result, positions, together));
  return result;
}

}  // namespace

core::Result<bridge::AnyLayout> packed_row_major(core::ElementType type,
                                                 const value::Extents& extents) {
  const auto named = xla::primitive_type_of(type);
  if (!named) return cute_row_major(extents);
  xla::Shape shape{.type = *named};
  shape.layout = xla::descending_layout(extents.size());
  shape.dimensions.reserve(extents.size());
  for (const std::int64_t extent : extents) shape.dimensions.push_back({extent});
  return with_packing(shape, type);
}

core::Result<bridge::AnyLayout> with_packing(bridge::AnyLayout layout, core::ElementType type) {
  auto* shape = std::get_if<xla::Shape>(&layout);
  if (shape == nullptr || !shape->layout) return layout;
  const std::int64_t bits = core::bits(type);
  if (shape->layout->element_size_bits.value_or(bits) != bits) {
    return core::fail(
        {.code = "layout.packing",
         .message = fmt::format("{} gives each element {} bits, and they have {}",
                                bridge::print(layout), *shape->layout->element_size_bits, bits),
         .help = "elements move at the size that they have in the file"});
  }
  if (bits < 8) shape->layout->element_size_bits = bits;
  if (bits >= 8) shape->layout->element_size_bits.reset();
  return layout;
}

core::Result<PackedTensor> packed_tensor(const Part& part, const io::SafetensorsTensor& tensor,
                                         std::optional<core::ElementType> dtype) {
  const auto record = part.texts.find(std::string(kLayoutKey) + tensor.name);
  if (record != part.texts.end()) {
    return recorded_tensor(part, tensor, std::string(record->second), dtype);
  }
  const core::ElementType type = dtype.value_or(tensor.type);
  TILEGLOT_TRY(extents, unpacked_extents(tensor, type));
  TILEGLOT_TRY(layout, packed_row_major(type, extents));
  return PackedTensor{tensor.name, tensor.type, type,  tensor.shape,
                      extents,     layout,      false, part.tensors.data_of(tensor)};
}

}  // namespace tileglot::checkpoint
