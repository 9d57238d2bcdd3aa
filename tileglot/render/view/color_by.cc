// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/color_by.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/map/value.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

constexpr std::array<std::string_view, 8> kNames{"none", "offset",   "tile", "thread",
                                                 "warp", "register", "bank", "order"};

constexpr std::int64_t kBuckets = 8;
/// The banks of a 16-byte vector.
constexpr std::int64_t kBanksTogether = 4;

Shade bucket_of(std::int64_t key) {
  return {Shade::Kind::kBucket, static_cast<std::uint8_t>(core::floor_mod(key, kBuckets))};
}

bool is_of_threads(ColorBy by) {
  return by == ColorBy::kThread || by == ColorBy::kWarp || by == ColorBy::kRegister;
}

std::int64_t key_of(const ThreadValue& tv, ColorBy by) {
  if (by == ColorBy::kThread) return tv.thread;
  return by == ColorBy::kWarp ? tv.warp : tv.reg;
}

/// The key that colours a cell; nothing if it has none.
std::optional<std::int64_t> key_of(const Cell& cell, ColorBy by, const MemoryScale& memory) {
  if (by == ColorBy::kTile)
    return cell.coordinate.empty() ? std::nullopt : std::optional(cell.tile);
  if (is_of_threads(by)) {
    if (cell.thread_values.empty()) return std::nullopt;
    return key_of(cell.thread_values.front(), by);
  }
  if (!cell.offset) return std::nullopt;
  if (by == ColorBy::kBank) return bank_of(*cell.offset, memory) / kBanksTogether;
  return by == ColorBy::kOffset ? core::floor_div(*cell.offset, memory.group) : *cell.offset;
}

template <class Visit>
void for_each_cell(Picture& picture, Visit visit) {
  for (Panel& panel : picture.panels) {
    for (Cell& cell : panel.cells) visit(cell);
  }
}

std::optional<map::Range> range_of_keys(Picture& picture, ColorBy by, const MemoryScale& memory) {
  std::optional<map::Range> range;
  for_each_cell(picture, [&](const Cell& cell) {
    const auto key = key_of(cell, by, memory);
    if (!key) return;
    if (!range) range = map::Range{*key, *key};
    range->lo = std::min(range->lo, *key);
    range->hi = std::max(range->hi, *key);
  });
  return range;
}

Shade step_of(std::int64_t key, const map::Range& range) {
  const double width = double(range.hi) - double(range.lo);
  const double part = width == 0 ? 0 : (double(key) - double(range.lo)) / width;
  return {Shade::Kind::kRamp, static_cast<std::uint8_t>(part * 255)};
}

std::string bucket_text(std::int64_t bucket, ColorBy by, const MemoryScale& memory) {
  if (by == ColorBy::kBank) {
    const std::int64_t first = bucket * kBanksTogether;
    const std::int64_t last = std::min(first + kBanksTogether, memory.banks) - 1;
    return fmt::format("{}-{}", first, last);
  }
  return fmt::format("{}", bucket);
}

std::string legend_title(ColorBy by, const map::Range& keys, const MemoryScale& memory) {
  const bool goes_round = keys.lo < 0 || keys.hi >= kBuckets;
  if (by == ColorBy::kOrder) return "offset";
  std::string title(name_of(by));
  if (by == ColorBy::kOffset && memory.group > 1) title += fmt::format(" / {}", memory.group);
  if (goes_round) title += by == ColorBy::kBank ? " mod 32" : " mod 8";
  return title;
}

/// Adds the shades in the picture, in order.
void add_buckets(Picture& picture, ColorBy by, const MemoryScale& memory) {
  std::array<bool, kBuckets> has{};
  for_each_cell(picture, [&](const Cell& cell) {
    if (cell.shade.kind == Shade::Kind::kBucket) has[cell.shade.value] = true;
  });
  for (std::int64_t bucket = 0; bucket < kBuckets; ++bucket) {
    if (has[static_cast<std::size_t>(bucket)])
      picture.legend.push_back({bucket_of(bucket), bucket_text(bucket, by, memory)});
  }
}

/// Adds numbers from the first to the last, at most five.
void add_ramp(Picture& picture, const map::Range& range) {
  const std::uint64_t width =
      static_cast<std::uint64_t>(range.hi) - static_cast<std::uint64_t>(range.lo);
  const std::uint64_t steps = std::min<std::uint64_t>(width, 4);
  for (std::uint64_t step = 0; step <= steps; ++step) {
    const std::uint64_t behind = step == steps ? width : width / steps * step;
    const auto key = static_cast<std::int64_t>(static_cast<std::uint64_t>(range.lo) + behind);
    picture.legend.push_back({step_of(key, range), fmt::format("{}", key)});
  }
}

core::Status check(const Picture& picture, ColorBy by, const MemoryScale& memory) {
  if (by == ColorBy::kBank && memory.element_bits == 0) {
    return core::fail({.code = "render.no_type",
                       .message = "banks depend on the element size, and no element type is given",
                       .help = "add --dtype f16"});
  }
  if (!is_of_threads(by)) return {};
  for (const Panel& panel : picture.panels) {
    for (const Cell& cell : panel.cells) {
      if (!cell.thread_values.empty()) return {};
    }
  }
  return core::fail(
      {.code = "render.no_owners",
       .message = fmt::format("no {} holds elements: the layout says where they are in memory",
                              name_of(by)),
       .help = "a distributed layout, or a CuTe layout of threads and values with --tv, has them"});
}

}  // namespace

std::string_view name_of(ColorBy by) { return kNames[static_cast<std::size_t>(by)]; }

std::span<const std::string_view> color_names() { return kNames; }

core::Result<ColorBy> parse_color_by(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<ColorBy>(i);
  }
  const std::string guess = core::did_you_mean(name, kNames);
  return core::fail(
      {.code = "show.color",
       .message = fmt::format("'{}' is not a way to colour cells", core::printable(name)),
       .span = core::Span{0, name.size()},
       .help = guess.empty() ? "write offset, tile, thread, warp, register, bank, order or none"
                             : guess});
}

std::int64_t bank_of(std::int64_t offset, const MemoryScale& memory) {
  const std::int64_t word_bits = 8 * memory.bank_bytes;
  const core::Checked bits = core::checked_mul(offset, memory.element_bits);
  // Only the remainder by all banks matters, so a product that overflows is taken in parts.
  const std::int64_t row_bits = word_bits * memory.banks;
  const std::int64_t within =
      bits ? core::floor_mod(*bits, row_bits)
           : core::floor_mod(core::floor_mod(offset, row_bits) * memory.element_bits, row_bits);
  return within / word_bits;
}

bool tells_apart(const Picture& picture, ColorBy by, const MemoryScale& memory) {
  std::optional<Shade> first;
  for (const Panel& panel : picture.panels) {
    for (const Cell& cell : panel.cells) {
      const auto key = key_of(cell, by, memory);
      if (!key) continue;
      if (!first) first = bucket_of(*key);
      if (*first != bucket_of(*key)) return true;
    }
  }
  return false;
}

core::Status color_by(Picture& picture, ColorBy by, const MemoryScale& memory) {
  picture.legend.clear();
  picture.legend_title.clear();
  for_each_cell(picture, [](Cell& cell) { cell.shade = {}; });
  if (by == ColorBy::kNone) return {};
  TILEGLOT_TRY_STATUS(check(picture, by, memory));
  const auto range = range_of_keys(picture, by, memory);
  if (!range) return {};
  for_each_cell(picture, [&](Cell& cell) {
    const auto key = key_of(cell, by, memory);
    if (key) cell.shade = by == ColorBy::kOrder ? step_of(*key, *range) : bucket_of(*key);
  });
  picture.legend_title = legend_title(by, *range, memory);
  by == ColorBy::kOrder ? add_ramp(picture, *range) : add_buckets(picture, by, memory);
  return {};
}

}  // namespace tileglot::render
