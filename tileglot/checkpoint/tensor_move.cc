// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/tensor_move.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/tensor.h"
#include "tileglot/checkpoint/packed_tensor.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/xla/runtime/tpu_tiling.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/relayout/plan/plan.h"
#include "tileglot/value/agreed_type.h"
#include "tileglot/value/read_layout.h"
#include "tileglot/value/stored_shape.h"

namespace tileglot::checkpoint {
namespace {

namespace xla = notation::xla;

/// A layout, or why there is none.
struct Target {
  std::optional<bridge::AnyLayout> layout = {};
  std::string why_not = {};
};

constexpr std::array<std::string_view, 3> kTargetWords{"tpu", "tpu-large", "row-major"};

core::Error no_tiling(std::string why) {
  return {{.code = "xla.tpu_tiling",
           .message = std::move(why),
           .help = "name a layout, as in --to '{1,0}'"}};
}

core::Status check_extents(const PackedTensor& tensor, const bridge::AnyLayout& layout) {
  TILEGLOT_TRY(extents, value::extents_of(layout));
  if (extents == tensor.extents) return {};
  return core::fail(
      {.code = "layout.extents",
       .message = fmt::format("{} has the extents ({}), and the tensor ({})", bridge::print(layout),
                              fmt::join(extents, ","), fmt::join(tensor.extents, ",")),
       .help = "leave out the shape: {1,0:T(8,128)} takes that of each tensor"});
}

core::Result<Target> written_target(const PackedTensor& tensor, const std::string& text) {
  value::AgreedType type(tensor.type, "the file");
  auto known = value::read_whole(text, type);
  if (!known) return core::fail(with_nearest_word(std::move(known).error(), text));
  std::optional<bridge::AnyLayout> whole = *std::move(known);
  if (!whole) {
    const bridge::Tensor shape{tensor.extents, tensor.type};
    TILEGLOT_TRY(read, core::with_line(bridge::parse_layout(text, {.tensor = shape}), text));
    whole = read;
  }
  TILEGLOT_TRY_STATUS(check_extents(tensor, *whole));
  TILEGLOT_TRY(packed, with_packing(*whole, tensor.type));
  return Target{packed, {}};
}

core::Result<Target> read_target(const PackedTensor& tensor, const bridge::AnyLayout& row_major,
                                 const std::string& text) {
  if (!is_target_word(text)) return written_target(tensor, text);
  auto layout = layout_of_word(text, row_major);
  if (!layout) return Target{{}, layout.error()->message};
  return Target{*std::move(layout), {}};
}

TensorMove copied(PackedTensor source, std::string why) {
  TensorMove move{.source = std::move(source), .why_copied = std::move(why)};
  move.stored_shape = move.source.shape;
  move.target_bytes = static_cast<std::int64_t>(move.source.data.size());
  if (!move.source.is_recorded) return move;
  move.layout_record = bridge::print(move.source.layout);
  if (!bridge::element_type_of(move.source.layout) && move.source.type != move.source.stored_type)
    move.dtype_record = core::name(move.source.type);
  return move;
}

/// Checks that positions fill whole bytes, and bytes whole elements of the file.
core::Result<std::int64_t> target_bytes(const PackedTensor& tensor, const bridge::AnyLayout& to,
                                        std::int64_t positions) {
  const auto bits = core::checked_mul(positions, tensor.bits());
  if (bits && *bits % 8 == 0) return *bits / 8;
  return core::fail(
      {.code = "safetensors.sub_byte",
       .message =
           fmt::format("{} owns {} positions of {} bits, which is not a whole number of bytes",
                       bridge::print(to), positions, tensor.bits()),
       .help = "elements of fewer than 8 bits are packed: a tensor fills its last byte"});
}

void record(TensorMove& move, const bridge::AnyLayout& row_major) {
  const std::string text = bridge::print(*move.to);
  if (text == bridge::print(row_major)) return;
  move.layout_record = text;
  const bool has_type = bridge::element_type_of(*move.to).has_value();
  if (!has_type && move.source.type != move.source.stored_type)
    move.dtype_record = core::name(move.source.type);
}

core::Result<TensorMove> moved(PackedTensor source, const bridge::AnyLayout& to,
                               const bridge::AnyLayout& row_major) {
  TILEGLOT_TRY(from_map,
               core::with_line(bridge::to_map(source.layout), bridge::print(source.layout)));
  TILEGLOT_TRY(to_map, core::with_line(bridge::to_map(to), bridge::print(to)));
  const auto bits = static_cast<int>(source.bits());
  TILEGLOT_TRY(plan, relayout::plan::plan(from_map, to_map, bits));
  TILEGLOT_TRY(bytes, target_bytes(source, to, to_map.codomain_size()));
  TensorMove move{.source = std::move(source), .to = to, .target_bytes = bytes};
  const std::int64_t together = core::bits(move.source.stored_type) / bits;
  move.stored_shape = value::packed_shape(
      value::stored_shape(to, to_map, std::numeric_limits<std::size_t>::max()), together);
  move.padding_bytes = plan.padding() * bits / 8;
  move.maps = TensorMaps{std::move(from_map), std::move(to_map)};
  record(move, row_major);
  return move;
}

core::Error of_tensor(core::Error error, const std::string& name) {
  error->message = fmt::format("'{}': {}", core::printable(name), error->message);
  return error;
}

core::Result<TensorMove> decided(PackedTensor source, const std::string& text) {
  TILEGLOT_TRY(row_major, packed_row_major(source.type, source.extents));
  TILEGLOT_TRY(target, read_target(source, row_major, text));
  if (!target.layout) return copied(std::move(source), target.why_not);
  if (bridge::print(*target.layout) == bridge::print(source.layout)) {
    return copied(std::move(source), "it is in this layout already");
  }
  return moved(std::move(source), *target.layout, row_major);
}

}  // namespace

std::span<const std::string_view> target_words() { return kTargetWords; }

bool is_target_word(std::string_view text) {
  return std::ranges::find(kTargetWords, text) != kTargetWords.end();
}

core::Error with_nearest_word(core::Error error, std::string_view text) {
  std::string guess = core::did_you_mean(text, kTargetWords);
  if (error->code == "notation.unknown" && !guess.empty()) error->help = std::move(guess);
  return error;
}

core::Result<bridge::AnyLayout> layout_of_word(std::string_view word,
                                               const bridge::AnyLayout& row_major) {
  if (word == "row-major") return row_major;
  const auto* shape = std::get_if<xla::Shape>(&row_major);
  if (shape == nullptr) return core::fail(no_tiling("XLA does not have its type"));
  if (shape->dimensions.empty()) return core::fail(no_tiling("a scalar has no tiling"));
  const auto tiling = word == "tpu" ? xla::TpuTiling::kCompact : xla::TpuTiling::kLarge;
  TILEGLOT_TRY(tiled, xla::with_tpu_tiling(*shape, tiling));
  return bridge::AnyLayout(tiled);
}

core::Result<relayout::plan::Plan> whole_plan(const TensorMove& move) {
  const auto bits = static_cast<int>(move.source.bits());
  return relayout::plan::plan(move.maps->source, move.maps->target, bits,
                              {.check_injective = false});
}

core::Result<TensorMove> tensor_move(PackedTensor source,
                                     const std::optional<std::string>& target) {
  if (!target) return copied(std::move(source), "no rule names it");
  const std::string name = source.name;
  auto move = decided(std::move(source), *target);
  if (!move) return core::fail(of_tensor(std::move(move).error(), name));
  return move;
}

}  // namespace tileglot::checkpoint
