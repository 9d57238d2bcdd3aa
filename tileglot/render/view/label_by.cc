// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/label_by.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/map/index_map.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/color_by.h"

namespace tileglot::render {
namespace {

constexpr std::array<std::string_view, 7> kNames{"none", "offset", "coord", "nested",
                                                 "tv",   "bank",   "byte"};

std::string joined(std::span<const std::int64_t> numbers) {
  return fmt::format("{}", fmt::join(numbers, ","));
}

std::string offset_text(const Cell& cell) {
  return cell.offset ? fmt::format("{}", *cell.offset) : "";
}

/// The coordinate `index` of a nested shape, first mode fastest: 5 of (2,(2,2)) is (1,(0,1)).
std::string nested_text(std::int64_t index, const core::IntTuple& shape) {
  if (shape.is_scalar) return fmt::format("{}", index);
  std::string text = "(";
  for (int slot = 0; slot < shape.slots; ++slot) {
    const std::int64_t extent = std::max<std::int64_t>(shape.values[slot], 1);
    const bool is_last = slot + 1 == shape.slots;
    if (slot > 0) text += ",";
    text.append(static_cast<std::size_t>(shape.opens(slot)), '(');
    // An index beyond the shape is padding, and continues in the last mode.
    text += fmt::format("{}", is_last ? index : index % extent);
    text.append(static_cast<std::size_t>(shape.closes(slot)), ')');
    index /= extent;
  }
  return text + ")";
}

std::string nested_text(const Cell& cell, std::span<const core::IntTuple> shapes) {
  std::string text;
  for (std::size_t k = 0; k < cell.coordinate.size(); ++k) {
    const std::int64_t index = cell.coordinate[k];
    text += (k < shapes.size() ? nested_text(index, shapes[k]) : fmt::format("{}", index)) + "\n";
  }
  return text + offset_text(cell);
}

std::string thread_value_text(const ThreadValue& tv) {
  const std::string block = tv.block > 0 ? fmt::format("B{} ", tv.block) : "";
  return fmt::format("{}T{} V{}", block, tv.thread, tv.reg);
}

std::string tv_text(const Cell& cell) {
  if (cell.thread_values.empty()) return "";
  const std::string first = thread_value_text(cell.thread_values.front());
  return cell.thread_values.size() == 1
             ? first
             : fmt::format("{} +{}", first, cell.thread_values.size() - 1);
}

/// The first byte of an offset; nothing if its bit position does not fit 64 bits.
core::Checked byte_of(std::int64_t offset, const MemoryScale& memory) {
  const core::Checked bits = core::checked_mul(offset, memory.element_bits);
  return bits ? core::Checked(core::floor_div(*bits, 8)) : std::nullopt;
}

std::string byte_text(const Cell& cell, const MemoryScale& memory) {
  const core::Checked byte = cell.offset ? byte_of(*cell.offset, memory) : std::nullopt;
  return byte ? fmt::format("{}", *byte) : "";
}

std::string bank_text(const Cell& cell, const MemoryScale& memory) {
  return cell.offset ? fmt::format("{}", bank_of(*cell.offset, memory)) : "";
}

std::string label_of(const Cell& cell, LabelBy by, const MemoryScale& memory,
                     std::span<const core::IntTuple> shapes) {
  switch (by) {
    case LabelBy::kNone: return "";
    case LabelBy::kOffset: return offset_text(cell);
    case LabelBy::kCoord: return joined(cell.coordinate);
    case LabelBy::kNested: return nested_text(cell, shapes);
    case LabelBy::kTv: return tv_text(cell);
    case LabelBy::kBank: return bank_text(cell, memory);
    case LabelBy::kByte: return byte_text(cell, memory);
  }
  return "";
}

/// register 1, lane 4, warp 0, block 0 of the first thread values.
std::string thread_values_title(const Cell& cell) {
  constexpr std::size_t kNamed = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(cell.thread_values.size(), kNamed); ++i) {
    const ThreadValue& tv = cell.thread_values[i];
    text += fmt::format(", {} (register {}, lane {}, warp {}, block {})", thread_value_text(tv),
                        tv.reg, tv.lane, tv.warp, tv.block);
  }
  if (cell.thread_values.size() > kNamed)
    text += fmt::format(" and {} more", cell.thread_values.size() - kNamed);
  return text;
}

std::string title_of(const Cell& cell, const MemoryScale& memory) {
  if (cell.coordinate.empty() && !cell.offset) return std::string(meaning_of(cell.kind));
  std::string text = fmt::format("({})", joined(cell.coordinate));
  if (cell.offset) text += fmt::format(", offset {}", *cell.offset);
  if (cell.offset && memory.element_bits > 0) {
    const std::string byte = byte_text(cell, memory);
    if (!byte.empty()) text += fmt::format(", byte {}", byte);
    text += fmt::format(", bank {}", bank_text(cell, memory));
  }
  text += thread_values_title(cell);
  if (cell.kind != CellKind::kData) text += fmt::format("; {}", meaning_of(cell.kind));
  return text;
}

bool has_thread_values(const Picture& picture) {
  return std::ranges::any_of(picture.panels, [](const Panel& panel) {
    return std::ranges::any_of(panel.cells,
                               [](const Cell& cell) { return !cell.thread_values.empty(); });
  });
}

core::Status check(const Picture& picture, LabelBy by, const MemoryScale& memory) {
  if ((by == LabelBy::kBank || by == LabelBy::kByte) && memory.element_bits == 0) {
    return core::fail(
        {.code = "render.no_type",
         .message = fmt::format("{}s depend on the element size, and no element type is given",
                                name_of(by)),
         .help = "add --dtype f16"});
  }
  if (by != LabelBy::kTv || has_thread_values(picture)) return {};
  return core::fail(
      {.code = "render.no_owners",
       .message = "no thread holds elements: the layout says where they are in memory",
       .help = "a distributed layout, or a CuTe layout of threads and values with --tv, has them"});
}

}  // namespace

std::string_view name_of(LabelBy by) { return kNames[static_cast<std::size_t>(by)]; }

std::span<const std::string_view> label_names() { return kNames; }

core::Result<LabelBy> parse_label_by(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<LabelBy>(i);
  }
  const std::string guess = core::did_you_mean(name, kNames);
  return core::fail(
      {.code = "show.label",
       .message = fmt::format("'{}' is not a label for cells", core::printable(name)),
       .span = core::Span{0, name.size()},
       .help = guess.empty() ? "write offset, coord, nested, tv, bank, byte or none" : guess});
}

core::Status label_by(Picture& picture, LabelBy by, const MemoryScale& memory,
                      std::span<const core::IntTuple> shapes) {
  TILEGLOT_TRY_STATUS(check(picture, by, memory));
  for (Panel& panel : picture.panels) {
    for (Cell& cell : panel.cells) cell.label = label_of(cell, by, memory, shapes);
  }
  return {};
}

void title_cells(Picture& picture, const MemoryScale& memory) {
  for (Panel& panel : picture.panels) {
    for (Cell& cell : panel.cells) cell.title = title_of(cell, memory);
  }
}

}  // namespace tileglot::render
