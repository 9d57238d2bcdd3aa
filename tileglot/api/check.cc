// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/analysis/room.h"
#include "tileglot/api/advice.h"
#include "tileglot/api/bytes_text.h"
#include "tileglot/api/read_layout.h"
#include "tileglot/api/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/injective.h"
#include "tileglot/map/print.h"
#include "tileglot/notation/xla/array_size.h"
#include "tileglot/notation/xla/byte_size.h"
#include "tileglot/notation/xla/largest_part.h"
#include "tileglot/notation/xla/print.h"
#include "tileglot/notation/xla/rounded_extents.h"
#include "tileglot/notation/xla/shape.h"
#include "tileglot/notation/xla/split_address.h"
#include "tileglot/notation/xla/tpu_tiling.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;

/// Orders that are listed, the best first.
constexpr std::size_t kMostOrders = 4;

/// Parts of a split array that the text lists.
constexpr std::size_t kMostParts = 16;

/// What is owned: bytes where the element type is known, else elements.
struct Sizes {
  std::int64_t logical = 0;
  std::int64_t physical = 0;
  std::string_view unit = "B";
};

std::string size_text(const Sizes& sizes, std::int64_t size) {
  const std::string times =
      sizes.logical == 0 ? "" : fmt::format("  {}", ratio_text(size, sizes.logical));
  return fmt::format("{:>20} {}{}", grouped(size), sizes.unit, times);
}

/// All parts of a split array together; each has the room of the largest.
core::Result<std::int64_t> physical_bytes(const xla::Shape& shape) {
  TILEGLOT_TRY(each, xla::array_size(shape));
  if (!xla::has_splits(shape)) return each;
  TILEGLOT_TRY(evaluator, xla::SplitEvaluator::of(shape));
  if (const auto all = core::checked_mul(each, evaluator.parts())) return *all;
  return core::fail({.code = "xla.too_large",
                     .message = fmt::format("{} parts of {} bytes are more bytes than a signed "
                                            "64-bit integer can count",
                                            evaluator.parts(), each)});
}

core::Result<Sizes> sizes_of(const xla::Shape& shape) {
  TILEGLOT_TRY(logical, xla::byte_size_of_elements(shape));
  TILEGLOT_TRY(physical, physical_bytes(shape));
  return Sizes{logical, physical};
}

/// Of a layout that knows no packing: whole bytes, as files hold them.
core::Result<Sizes> sizes_of(const map::IndexMap& map,
                             const std::optional<core::ElementType>& type) {
  const std::int64_t bytes = type ? core::npy_bits(*type) / 8 : 1;
  const core::Checked logical = core::checked_mul(map.size(), bytes);
  const core::Checked physical = core::checked_mul(map.codomain_size(), bytes);
  if (logical && physical) return Sizes{*logical, *physical, type ? "B" : "elements"};
  return core::fail(
      {.code = "map.overflow",
       .message = "the layout takes more bytes than a signed 64-bit integer can count",
       .help = "leave out --dtype to count in elements"});
}

/// A layout that might be chosen instead, and what it would take.
struct Choice {
  std::string name;
  std::string layout;
  std::int64_t bytes = 0;
};

std::string layout_text(const xla::Shape& shape) {
  return xla::print(xla::layout_or_default(shape));
}

/// The order with the dimensions at `minor` and `second` of it brought to the minor end.
std::vector<std::int64_t> brought_to_minor(std::vector<std::int64_t> order, std::size_t minor,
                                           std::size_t second) {
  const std::int64_t first = order[minor];
  const std::int64_t next = order[second];
  std::erase_if(order, [&](std::int64_t d) { return d == first || d == next; });
  order.insert(order.begin(), {first, next});
  return order;
}

/// Orders that take less than `physical`, over every choice of the two most minor dimensions, which
/// are those that a tile of two rounds up. None of a split array: another order splits others.
std::vector<Choice> better_orders(const xla::Shape& shape, std::int64_t physical) {
  std::vector<Choice> choices;
  if (xla::has_splits(shape)) return choices;
  const std::vector<std::int64_t> order = xla::layout_or_default(shape).minor_to_major;
  for (std::size_t minor = 0; minor < order.size(); ++minor) {
    for (std::size_t second = 0; second < order.size(); ++second) {
      if (minor == second) continue;
      xla::Shape reordered = shape;
      reordered.layout->minor_to_major = brought_to_minor(order, minor, second);
      const auto bytes = xla::array_size(reordered);
      if (!bytes || *bytes >= physical) continue;
      choices.push_back({"", layout_text(reordered), *bytes});
    }
  }
  std::ranges::stable_sort(choices, {}, &Choice::bytes);
  choices.resize(std::min(choices.size(), kMostOrders));
  return choices;
}

std::vector<Choice> tpu_tilings(const xla::Shape& shape) {
  std::vector<Choice> choices;
  for (const xla::TpuTiling tiling : xla::kTpuTilings) {
    const auto tiled = xla::with_tpu_tiling(shape, tiling);
    if (!tiled) continue;
    if (const auto bytes = physical_bytes(*tiled))
      choices.push_back({std::string(xla::name_of(tiling)), layout_text(*tiled), *bytes});
  }
  return choices;
}

/// The whole answer, filled in part by part.
class Report {
 public:
  Report(std::string_view layout, Sizes sizes) : sizes_(sizes) {
    answer_.text = fmt::format("{}\n", layout);
    answer_.json = {{"layout", layout}, {"valid", true}};
  }

  void add_sizes() {
    const bool is_bytes = sizes_.unit == "B";
    answer_.text += fmt::format("  logical  {:>20} {}\n  physical {}\n", grouped(sizes_.logical),
                                sizes_.unit, size_text(sizes_, sizes_.physical));
    answer_.json[is_bytes ? "logical_bytes" : "elements"] = sizes_.logical;
    answer_.json[is_bytes ? "physical_bytes" : "positions"] = sizes_.physical;
  }

  /// Dimensions of a tile and others that have more room than elements.
  void add_room(const analysis::Room& room, const std::vector<std::size_t>& tiled) {
    Json dimensions = Json::array();
    for (std::size_t k = 0; k < room.dimensions.size(); ++k) {
      const auto& [extent, rounded] = room.dimensions[k];
      dimensions.push_back({{"dimension", k}, {"extent", extent}, {"room", rounded}});
      if (rounded == extent && std::ranges::find(tiled, k) == tiled.end()) continue;
      const std::string times =
          rounded == extent || extent == 0 ? "" : "  " + ratio_text(rounded, extent);
      answer_.text += fmt::format("  dimension {}: {} -> {}{}\n", k, extent, rounded, times);
    }
    answer_.json["dimensions"] = std::move(dimensions);
    if (room.rounded == 0 || room.positions <= room.rounded) return;
    answer_.text +=
        fmt::format("  tiles inside tiles: {}\n", ratio_text(room.positions, room.rounded));
    answer_.json["tiles_inside_tiles"] = {{"rounded", room.rounded}, {"positions", room.positions}};
  }

  /// What each part of a split array holds, and the bytes that each is given.
  void add_parts(const std::vector<xla::SplitPart>& parts, std::int64_t bytes) {
    answer_.text += fmt::format("  {} part{}, {} B each:\n", parts.size(),
                                parts.size() == 1 ? "" : "s", grouped(bytes));
    Json all = Json::array();
    for (const xla::SplitPart& part : parts) {
      if (all.size() < kMostParts) {
        answer_.text +=
            fmt::format("    {}: {} elements, {} from {} on\n", all.size(), grouped(part.elements),
                        fmt::join(part.extents, "x"), map::coordinate_text(part.begin));
      }
      all.push_back({{"begin", part.begin},
                     {"extents", part.extents},
                     {"elements", part.elements},
                     {"bytes", bytes}});
    }
    if (all.size() > kMostParts) answer_.text += "    ...\n";
    answer_.json["parts"] = std::move(all);
  }

  void add_tail(std::int64_t alignment, std::int64_t bytes) {
    if (alignment == 1) return;
    answer_.text +=
        fmt::format("  tail: {} B to a multiple of {} elements\n", grouped(bytes), alignment);
    answer_.json["tail_bytes"] = bytes;
  }

  void add_choices(std::string_view title, const char* key, const std::vector<Choice>& choices) {
    if (choices.empty()) return;
    answer_.text += fmt::format("{}\n", title);
    Json all = Json::array();
    for (const Choice& choice : choices) {
      const std::string name = choice.name.empty() ? "" : fmt::format("{:<8} ", choice.name);
      answer_.text +=
          fmt::format("  {}{} {}\n", name, size_text(sizes_, choice.bytes), choice.layout);
      Json one{{"layout", choice.layout}, {"bytes", choice.bytes}};
      if (!choice.name.empty()) one["name"] = choice.name;
      all.push_back(std::move(one));
    }
    answer_.json[key] = std::move(all);
  }

  void add_collision(const map::Injectivity& injectivity) {
    answer_.json["injective"] = injectivity.injective;
    if (injectivity.injective) return;
    const auto& pair = injectivity.collision;
    const std::string witness =
        pair ? fmt::format(": {} and {} share {}", map::coordinate_text(pair->first),
                           map::coordinate_text(pair->second), pair->offset)
             : "";
    answer_.text += fmt::format("  not injective{}\n", witness);
  }

  void add_remarks(const std::vector<Remark>& remarks, bool deny_warnings) {
    if (remarks.empty()) return;
    Json all = Json::array();
    for (const Remark& remark : remarks) {
      answer_.text += fmt::format("{}: {}{}\n", remark.topic, remark.is_warning ? "warning: " : "",
                                  remark.text);
      if (remark.is_warning && deny_warnings) answer_.exit_code = kNo;
      Json one{{"topic", remark.topic}, {"text", remark.text}, {"warning", remark.is_warning}};
      one.update(remark.numbers);
      all.push_back(std::move(one));
    }
    answer_.json["remarks"] = std::move(all);
  }

  Answer done() && { return std::move(answer_); }

 private:
  Sizes sizes_;
  Answer answer_;
};

/// What the first tile rounds up; a map does not know of a tile around a dimension of 1.
core::Result<analysis::Room> room_of(const xla::Shape& shape, const map::IndexMap& map) {
  TILEGLOT_TRY(rounded, xla::rounded_extents(shape));
  analysis::Room room{.elements = map.size(), .rounded = 1, .positions = map.codomain_size()};
  for (std::size_t k = 0; k < rounded.size(); ++k) {
    room.dimensions.push_back({.extent = map.extent(k), .room = rounded[k]});
    // Beyond 64 bits only in an array without elements.
    room.rounded = core::saturating_mul(room.rounded, rounded[k]);
  }
  return room;
}

/// The dimensions that the first tile cuts.
std::vector<std::size_t> tiled_dimensions(const xla::Layout& layout) {
  if (layout.tiles.empty()) return {};
  const std::size_t count = std::min(layout.tiles[0].entries.size(), layout.minor_to_major.size());
  return {layout.minor_to_major.begin(),
          layout.minor_to_major.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// The parts of a split array and the bytes of each.
core::Status add_parts(const xla::Shape& shape, Report& report) {
  if (!xla::has_splits(shape)) return {};
  TILEGLOT_TRY(parts, xla::split_parts(shape));
  TILEGLOT_TRY(bytes, xla::array_size(shape));
  report.add_parts(parts, bytes);
  return {};
}

/// The bytes that L(n) adds.
core::Result<std::int64_t> tail_bytes(xla::Shape shape, std::int64_t physical) {
  shape.layout->tail_padding_alignment = 1;
  TILEGLOT_TRY(without, physical_bytes(shape));
  return physical - without;
}

bool asks(const AdviceRequest& advice) {
  return !advice.target.empty() || !advice.reduce.empty() || !advice.convolution.empty() ||
         !advice.convert_to.empty();
}

Step<Answer> check_array(const xla::Shape& array, const CheckRequest& request) {
  const std::string& source = request.layout;
  xla::Shape shape = array;
  shape.layout = xla::layout_or_default(array);
  TILEGLOT_STEP(sizes, about(sizes_of(shape), source));
  TILEGLOT_STEP(part, about(xla::largest_part(shape), source));
  TILEGLOT_STEP(map, about(bridge::to_map(part), source));
  TILEGLOT_STEP(room, about(room_of(part, map), source));
  TILEGLOT_STEP(tail, about(tail_bytes(shape, sizes.physical), source));
  Report report(xla::print(shape), sizes);
  report.add_sizes();
  TILEGLOT_STEP_STATUS(about(add_parts(shape, report), source));
  report.add_room(room, tiled_dimensions(*shape.layout));
  report.add_tail(shape.layout->tail_padding_alignment, tail);
  report.add_choices("orders of the dimensions that take less:", "orders",
                     better_orders(shape, sizes.physical));
  report.add_choices("TPU tilings in this order:", "tpu_tilings", tpu_tilings(shape));
  TILEGLOT_STEP(remarks, advise(shape, request.advice));
  report.add_remarks(remarks, request.deny_warnings);
  return std::move(report).done();
}

Step<Answer> check_strided(const bridge::AnyLayout& layout, const CheckRequest& request) {
  TILEGLOT_STEP(type, agreed_type(layout, request.dtype));
  TILEGLOT_STEP(map, about(bridge::to_map(layout), request.layout));
  TILEGLOT_STEP(room, about(analysis::room_of(map), request.layout));
  TILEGLOT_STEP(injectivity, about(map::injectivity(map), request.layout));
  TILEGLOT_STEP(sizes, about(sizes_of(map, type), request.layout));
  Report report(bridge::print(layout), sizes);
  report.add_sizes();
  report.add_room(room, {});
  report.add_collision(injectivity);
  return std::move(report).done();
}

}  // namespace

Reply check(const CheckRequest& request) {
  TILEGLOT_STEP(layout, read_layout(request.layout, request.notation));
  if (const auto* shape = std::get_if<xla::Shape>(&layout)) {
    TILEGLOT_STEP_STATUS(agreed_type(layout, request.dtype));
    return check_array(*shape, request);
  }
  if (asks(request.advice)) {
    return refuse(
        {.code = "advice.shape",
         .message = "advice is about an XLA shape, which has an element type and dimensions",
         .help = "convert the layout first, with convert --to xla --dtype T"});
  }
  return check_strided(layout, request);
}

}  // namespace tileglot::api
