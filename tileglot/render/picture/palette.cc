// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/picture/palette.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

constexpr std::array<std::string_view, 3> kNames{"safe", "cute", "grey"};

using Buckets = std::array<Rgb, 8>;

/// Tints of Okabe and Ito's colours, chosen so that any two differ by 13 of CIE 1976 or more, also
/// as seen by people who lack one kind of cone.
constexpr Buckets kSafe{{{221, 240, 251},
                         {232, 169, 26},
                         {38, 173, 136},
                         {248, 243, 170},
                         {153, 199, 224},
                         {209, 134, 176},
                         {238, 191, 153},
                         {204, 204, 204}}};

constexpr Buckets kCute{{{175, 175, 255},
                         {175, 255, 175},
                         {255, 255, 175},
                         {255, 175, 175},
                         {210, 210, 255},
                         {210, 255, 210},
                         {255, 255, 210},
                         {255, 210, 210}}};

constexpr Buckets kGrey{{{255, 255, 255},
                         {230, 230, 230},
                         {204, 204, 204},
                         {179, 179, 179},
                         {242, 242, 242},
                         {217, 217, 217},
                         {191, 191, 191},
                         {166, 166, 166}}};

/// Viridis from 45 % on, in equal steps.
constexpr std::array<Rgb, 7> kViridis{{{37, 132, 142},
                                       {33, 150, 139},
                                       {37, 172, 130},
                                       {75, 194, 108},
                                       {128, 211, 77},
                                       {192, 223, 37},
                                       {253, 231, 37}}};

constexpr std::array<Rgb, 2> kGreys{{{140, 140, 140}, {250, 250, 250}}};

std::uint8_t between(std::uint8_t low, std::uint8_t high, double part) {
  return static_cast<std::uint8_t>(std::lround(low + part * (high - low)));
}

template <std::size_t Count>
Rgb on_ramp(const std::array<Rgb, Count>& stops, std::uint8_t value) {
  const double place = double(value) / 255 * double(Count - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(place), Count - 2);
  const double part = place - double(below);
  const Rgb& low = stops[below];
  const Rgb& high = stops[below + 1];
  return {between(low.red, high.red, part), between(low.green, high.green, part),
          between(low.blue, high.blue, part)};
}

const Buckets& buckets_of(Palette palette) {
  if (palette == Palette::kCute) return kCute;
  return palette == Palette::kGrey ? kGrey : kSafe;
}

/// sRGB to light.
double linear(std::uint8_t channel) {
  const double part = double(channel) / 255;
  return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
}

}  // namespace

std::string_view name_of(Palette palette) { return kNames[static_cast<std::size_t>(palette)]; }

std::span<const std::string_view> palette_names() { return kNames; }

core::Result<Palette> parse_palette(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Palette>(i);
  }
  const std::string guess = core::did_you_mean(name, kNames);
  return core::fail({.code = "render.palette",
                     .message = fmt::format("'{}' is not a palette", core::printable(name)),
                     .span = core::Span{0, name.size()},
                     .help = guess.empty() ? "write safe, cute or grey" : guess});
}

Rgb color_of(const Shade& shade, Palette palette) {
  if (shade.kind == Shade::Kind::kNone) return {};
  if (shade.kind == Shade::Kind::kBucket) return buckets_of(palette)[shade.value % 8];
  return palette == Palette::kGrey ? on_ramp(kGreys, shade.value) : on_ramp(kViridis, shade.value);
}

std::string hex_text(const Rgb& color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue);
}

double luminance(const Rgb& color) {
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

}  // namespace tileglot::render
