// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/picture/palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

constexpr std::array<Palette, 3> kPalettes{Palette::kSafe, Palette::kCute, Palette::kGrey};

Shade bucket(int value) { return {Shade::Kind::kBucket, static_cast<std::uint8_t>(value)}; }
Shade ramp(int value) { return {Shade::Kind::kRamp, static_cast<std::uint8_t>(value)}; }

TEST(Palette, BlackTextIsReadableOnEveryColour) {
  const auto contrast = [](const Rgb& color) { return (luminance(color) + 0.05) / 0.05; };
  for (const Palette palette : kPalettes) {
    for (int i = 0; i < 8; ++i) EXPECT_GE(contrast(color_of(bucket(i), palette)), 4.5) << i;
    for (int i = 0; i < 256; ++i) EXPECT_GE(contrast(color_of(ramp(i), palette)), 4.5) << i;
  }
}

TEST(Palette, TheBucketsOfAPaletteDiffer) {
  for (const Palette palette : kPalettes) {
    for (int i = 0; i < 8; ++i) {
      for (int j = 0; j < i; ++j)
        EXPECT_NE(color_of(bucket(i), palette), color_of(bucket(j), palette)) << i << " " << j;
    }
  }
}

TEST(Palette, ARampGrowsLighter) {
  for (const Palette palette : kPalettes) {
    for (int i = 1; i < 256; ++i) {
      EXPECT_GE(luminance(color_of(ramp(i), palette)) + 0.002,
                luminance(color_of(ramp(i - 1), palette)))
          << i;
    }
  }
}

using Light = std::array<double, 3>;
using Eye = std::array<Light, 3>;

/// What a reader sees: everybody, or without one kind of cone (Machado, Oliveira and Fernandes,
/// "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009).
constexpr std::array<Eye, 4> kEyes{{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                    {{{0.152286, 1.052583, -0.204868},
                                      {0.114503, 0.786281, 0.099216},
                                      {-0.003882, -0.048116, 1.051998}}},
                                    {{{0.367322, 0.860646, -0.227968},
                                      {0.280085, 0.672501, 0.047413},
                                      {-0.011820, 0.042940, 0.968881}}},
                                    {{{1.255528, -0.076749, -0.178779},
                                      {-0.078411, 0.930809, 0.147602},
                                      {0.004733, 0.691367, 0.303900}}}}};

double to_light(std::uint8_t channel) {
  const double part = channel / 255.0;
  return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
}

double lightness(double light) {
  return light > 0.008856 ? std::cbrt(light) : 7.787 * light + 16.0 / 116;
}

Light times(const Eye& matrix, const Light& light) {
  Light result{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) result[i] += matrix[i][j] * light[j];
    result[i] = std::clamp(result[i], 0.0, 1.0);
  }
  return result;
}

/// CIE L*a*b* for the white of sRGB.
Light seen(const Rgb& color, const Eye& eye) {
  const Light light =
      times(eye, {to_light(color.red), to_light(color.green), to_light(color.blue)});
  const double x = lightness((0.4124 * light[0] + 0.3576 * light[1] + 0.1805 * light[2]) / 0.9505);
  const double y = lightness(0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]);
  const double z = lightness((0.0193 * light[0] + 0.1192 * light[1] + 0.9505 * light[2]) / 1.089);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

TEST(Palette, SafeIsToldApartByEveryEye) {
  for (const Eye& eye : kEyes) {
    for (int i = 0; i < 8; ++i) {
      for (int j = 0; j < i; ++j) {
        const Light a = seen(color_of(bucket(i), Palette::kSafe), eye);
        const Light b = seen(color_of(bucket(j), Palette::kSafe), eye);
        EXPECT_GE(std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]), 13) << i << " " << j;
      }
    }
  }
}

TEST(Palette, NoShadeIsWhite) {
  for (const Palette palette : kPalettes) EXPECT_EQ(hex_text(color_of({}, palette)), "#ffffff");
}

TEST(Palette, NamesAreReadBack) {
  for (const Palette palette : kPalettes) EXPECT_EQ(*parse_palette(name_of(palette)), palette);
}

TEST(Palette, AnUnknownNameIsRefusedWithAGuess) {
  EXPECT_EQ(parse_palette("saef").error()->code, "render.palette");
  EXPECT_EQ(parse_palette("saef").error()->help, "did you mean 'safe'?");
  EXPECT_EQ(parse_palette("rainbow").error()->help, "write safe, cute or grey");
}

}  // namespace
}  // namespace tileglot::render
