// SPDX-License-Identifier: Apache-2.0
// palette.h: the colours of pictures.
//
// What     color_of(shade, palette) is the colour of a cell. Eight colours repeat; a ramp of 256
//          steps shows an order. Black text is readable on each: the contrast is at least 4.5:1.
// Why      Every writer shows the same colours. `safe` can be distinguished with every common kind
//          of colour blindness; `cute` and `grey` are those that CuTe's own pictures use.
// Example  safe, bucket 1: #e8a91a, a tint of Okabe and Ito's orange; buckets 4 to 7 are the
//          lighter tints of hues 0 to 3 in cute.
//          [tests: palette_test.cc, "black text is readable on every colour"]
// Errors   render.palette for an unknown name.
// Source   Okabe and Ito, Color Universal Design (2008); the eight pastels and greys of CuTe's
//          print_latex; viridis' ramp by Smith and van der Walt (2015), without its dark third.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

struct Rgb {
  std::uint8_t red = 255;
  std::uint8_t green = 255;
  std::uint8_t blue = 255;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

enum class Palette : std::uint8_t { kSafe, kCute, kGrey };

std::string_view name_of(Palette palette);
std::span<const std::string_view> palette_names();
core::Result<Palette> parse_palette(std::string_view name);

/// White if there is no shade.
Rgb color_of(const Shade& shade, Palette palette);

/// #98c1dc.
std::string hex_text(const Rgb& color);

/// Relative luminance as WCAG 2 defines it, 0 to 1.
double luminance(const Rgb& color);

}  // namespace tileglot::render
