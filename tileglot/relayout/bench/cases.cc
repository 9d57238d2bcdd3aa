// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/cases.h"

#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::relayout::bench {
namespace {

constexpr Basis kArgued = Basis::kArgued;
constexpr Basis kMeasured = Basis::kMeasured;
constexpr bool kQuick = true;

constexpr std::string_view kNibbles = "4-bit";
constexpr std::string_view kSmall = "small, per call";

/// A line of the lists: a Case of literals.
struct Line {
  std::string_view name;
  std::string_view source;
  std::string_view target;
  int element_bits;
  Goal goal = {};
  bool quick = false;
};

// clang-format off
constexpr Line kMoves[] = {
    // Two dimensions.
    {"f32_4096", "f32[4096,4096]{1,0}", "f32[4096,4096]{0,1}", 32,
     {"2-D f32, f64", 0.65, kArgued}, kQuick},
    {"f64_2048x4096", "f64[2048,4096]{1,0}", "f64[2048,4096]{0,1}", 64,
     {"2-D f32, f64", 0.78, kMeasured}},
    {"bf16_4096", "bf16[4096,4096]{1,0}", "bf16[4096,4096]{0,1}", 16,
     {"2-D bf16, u8", 0.42, kMeasured}, kQuick},
    {"u8_8192", "u8[8192,8192]{1,0}", "u8[8192,8192]{0,1}", 8,
     {"2-D bf16, u8", 0.33, kMeasured}},
    {"f32_skinny_1Mx16", "f32[1048576,16]{1,0}", "f32[1048576,16]{0,1}", 32,
     {"skinny, wide", 0.8, kMeasured}},
    {"f32_wide_16x1M", "f32[16,1048576]{1,0}", "f32[16,1048576]{0,1}", 32,
     {"skinny, wide", 0.8, kMeasured}},
    {"f32_prime_4093x4099", "f32[4093,4099]{1,0}", "f32[4093,4099]{0,1}", 32,
     {"2-D odd rows", 0.5, kMeasured}, kQuick},
    {"bf16_prime_4093x4099", "bf16[4093,4099]{1,0}", "bf16[4093,4099]{0,1}", 16,
     {"2-D odd rows", 0.4, kMeasured}},
    {"f32_1024", "f32[1024,1024]{1,0}", "f32[1024,1024]{0,1}", 32,
     {"2-D f32, f64", 0.65, kArgued}},
    {"f32_embed_50257x768", "f32[50257,768]{1,0}", "f32[50257,768]{0,1}", 32,
     {"2-D odd rows, large", 0.57, kMeasured}},
    // More dimensions.
    {"256^3_021", "f32[256,256,256]{2,1,0}", "f32[256,256,256]{1,2,0}", 32,
     {"3-D, 4-D", 0.65, kMeasured}},
    {"256^3_102", "f32[256,256,256]{2,1,0}", "f32[256,256,256]{2,0,1}", 32,
     {"3-D, 4-D", 0.73, kMeasured}},
    {"256^3_210", "f32[256,256,256]{2,1,0}", "f32[256,256,256]{0,1,2}", 32,
     {"3-D, 4-D", 0.66, kMeasured}},
    {"64_224_224_3_1230", "f32[64,224,224,3]{3,2,1,0}", "f32[64,224,224,3]{0,3,2,1}", 32,
     {"3-D, 4-D", 0.73, kMeasured}},
    {"u8_256_64_64_3_1320", "u8[256,64,64,3]{3,2,1,0}", "u8[256,64,64,3]{0,2,3,1}", 8},
    {"ttc3_384_355_384_210", "f32[384,355,384]{2,1,0}", "f32[384,355,384]{0,1,2}", 32,
     {"TTC", 0.69, kMeasured}},
    {"ttc4_96_75_75_96_3210", "f32[96,75,75,96]{3,2,1,0}", "f32[96,75,75,96]{0,1,2,3}", 32,
     {"TTC", 0.58, kMeasured}},
    {"ttc5_48_28_28_28_48_43210", "f32[48,28,28,28,48]{4,3,2,1,0}",
     "f32[48,28,28,28,48]{0,1,2,3,4}", 32, {"TTC", 0.65, kArgued}},
    {"ttc6_32_15x4_32_543210", "f32[32,15,15,15,15,32]{5,4,3,2,1,0}",
     "f32[32,15,15,15,15,32]{0,1,2,3,4,5}", 32, {"TTC", 0.62, kArgued}, kQuick},
    {"ttc6_325104", "f32[15,15,32,15,15,32]{5,4,3,2,1,0}",
     "f32[15,15,32,15,15,32]{2,3,0,4,5,1}", 32, {"TTC", 0.68, kArgued}},
    // Images.
    {"f32_nchw2nhwc_r50", "f32[32,256,56,56]{3,2,1,0}", "f32[32,256,56,56]{1,3,2,0}", 32,
     {"NCHW, NHWC", 0.9, kMeasured}, kQuick},
    {"f32_nhwc2nchw_r50", "f32[32,56,56,256]{3,2,1,0}", "f32[32,56,56,256]{2,1,3,0}", 32,
     {"NCHW, NHWC", 0.7, kMeasured}},
    {"bf16_nchw2nhwc_r50", "bf16[32,256,56,56]{3,2,1,0}", "bf16[32,256,56,56]{1,3,2,0}", 16,
     {"NCHW, NHWC", 0.58, kMeasured}},
    {"f32_nchw2nchw16c", "f32[32,16,16,56,56]{4,3,2,1,0}", "f32[32,16,16,56,56]{2,4,3,1,0}", 32,
     {"NCHW to nChw16c", 0.97, kMeasured}},
    {"u8_nhwc3_to_nchw", "u8[64,224,224,3]{3,2,1,0}", "u8[64,224,224,3]{2,1,3,0}", 8,
     {"3 channels", 0.5, kArgued}, kQuick},
    {"f32_nchw3_to_nhwc", "f32[64,3,224,224]{3,2,1,0}", "f32[64,3,224,224]{1,3,2,0}", 32,
     {"3 channels", 0.95, kArgued}},
    // Tiles.
    {"f32_4096_T8_128", "f32[4096,4096]{1,0}", "f32[4096,4096]{1,0:T(8,128)}", 32,
     {"f32 T(8,128)", 0.8, kMeasured}},
    {"f32_T8_128_back", "f32[4096,4096]{1,0:T(8,128)}", "f32[4096,4096]{1,0}", 32,
     {"f32 T(8,128)", 0.8, kMeasured}},
    {"f32_pad_4001x4003_T", "f32[4001,4003]{1,0}", "f32[4001,4003]{1,0:T(8,128)}", 32,
     {"f32 T(8,128)", 0.8, kArgued}, kQuick},
    {"bf16_4096_T8_128_2", "bf16[4096,4096]{1,0}", "bf16[4096,4096]{1,0:T(8,128)(2,1)}", 16,
     {"bf16 T(8,128)(2,1)", 0.76, kMeasured}},
    {"bf16_ffn_T8_128_2", "bf16[4096,14336]{1,0}", "bf16[4096,14336]{1,0:T(8,128)(2,1)}", 16,
     {"bf16 T(8,128)(2,1)", 0.87, kMeasured}, kQuick},
    {"bf16_ffn_back", "bf16[4096,14336]{1,0:T(8,128)(2,1)}", "bf16[4096,14336]{1,0}", 16,
     {"bf16 T(8,128)(2,1)", 0.77, kMeasured}},
    {"bf16_ffn_trans_T", "bf16[4096,14336]{1,0}", "bf16[4096,14336]{0,1:T(8,128)(2,1)}", 16,
     {"bf16 transposing tile", 0.6, kArgued}},
    {"bf16_vocab_T8_128_2", "bf16[128256,4096]{1,0}", "bf16[128256,4096]{1,0:T(8,128)(2,1)}", 16,
     {"bf16 T(8,128)(2,1)", 1.0, kMeasured}},
    {"bf16_vocab_back", "bf16[128256,4096]{1,0:T(8,128)(2,1)}", "bf16[128256,4096]{1,0}", 16,
     {"bf16 T(8,128)(2,1)", 1.0, kMeasured}},
    {"s8_ffn_T32_128_4", "s8[4096,14336]{1,0}", "s8[4096,14336]{1,0:T(32,128)(4,1)}", 8,
     {"s8 T(32,128)(4,1)", 0.9, kMeasured}, kQuick},
    // Attention.
    {"bf16_bshd2bhsd_128", "bf16[4,2048,32,128]{3,2,1,0}", "bf16[4,2048,32,128]{3,1,2,0}", 16,
     {"BSHD to BHSD", 0.85, kMeasured}},
    {"bf16_bshd2bhsd_64", "bf16[4,2048,32,64]{3,2,1,0}", "bf16[4,2048,32,64]{3,1,2,0}", 16,
     {"BSHD to BHSD", 0.85, kMeasured}},
    {"bf16_bshd2bhds_128", "bf16[4,2048,32,128]{3,2,1,0}", "bf16[4,2048,32,128]{1,3,2,0}", 16,
     {"BSHD to BHDS", 0.42, kMeasured}, kQuick},
    // A window of [4096,4096] that begins at (1024,512).
    {"f32_window_2048_T", "memref<2048x2048xf32, strided<[4096, 1], offset: 4194816>>",
     "memref<2048x2048xf32, strided<[1, 2048]>>", 32, {"window", 0.65, kMeasured}},
    {"f32_window_2048_copy", "memref<2048x2048xf32, strided<[4096, 1], offset: 4194816>>",
     "memref<2048x2048xf32, strided<[2048, 1]>>", 32, {"window", 1.0, kMeasured}},
    // Two elements per byte, low nibble first.
    {"u4_4096_transpose", "u4[4096,4096]{1,0}", "u4[4096,4096]{0,1}", 4,
     {kNibbles, 0.16, kArgued}},
    {"u4_ffn_T64_128_8", "u4[4096,14336]{1,0}", "u4[4096,14336]{1,0:T(64,128)(8,1)}", 4,
     {kNibbles, 0.4, kArgued}, kQuick},
    // Small ones, and many small ones in one tensor.
    {"f32_8x8", "f32[8,8]{1,0}", "f32[8,8]{0,1}", 32, {kSmall, 0, kArgued, 10}, kQuick},
    {"f32_16x16", "f32[16,16]{1,0}", "f32[16,16]{0,1}", 32, {kSmall, 0, kArgued, 20}},
    {"f32_64x64", "f32[64,64]{1,0}", "f32[64,64]{0,1}", 32, {kSmall, 0, kArgued, 330}},
    {"bf16_64x64", "bf16[64,64]{1,0}", "bf16[64,64]{0,1}", 16, {kSmall, 0, kArgued, 200}},
    {"f32_batch_65536x8x8", "f32[65536,8,8]{2,1,0}", "f32[65536,8,8]{1,2,0}", 32,
     {"batches", 1.0, kMeasured}},
    {"f32_batch_16384x24x24", "f32[16384,24,24]{2,1,0}", "f32[16384,24,24]{1,2,0}", 32,
     {"batches", 1.0, kArgued}},
};

/// Each is timed from row-major to it and back; `name` gets _tile and _back.
struct Tiling {
  std::string_view name;
  std::string_view row_major;
  std::string_view tiled;
  int element_bits;
};

constexpr Tiling kTilings[] = {
    {"f32_4096_T8_128", "f32[4096,4096]{1,0}", "f32[4096,4096]{1,0:T(8,128)}", 32},
    {"bf16_4096_T8_128_2", "bf16[4096,4096]{1,0}", "bf16[4096,4096]{1,0:T(8,128)(2,1)}", 16},
    {"bf16_ffn_T8_128_2", "bf16[4096,14336]{1,0}", "bf16[4096,14336]{1,0:T(8,128)(2,1)}", 16},
    {"bf16_vocab_T8_128_2", "bf16[128256,4096]{1,0}", "bf16[128256,4096]{1,0:T(8,128)(2,1)}", 16},
    {"s8_ffn_T32_128_4", "s8[4096,14336]{1,0}", "s8[4096,14336]{1,0:T(32,128)(4,1)}", 8},
    {"bf16_4001x4003_T8_128_2", "bf16[4001,4003]{1,0}", "bf16[4001,4003]{1,0:T(8,128)(2,1)}", 16},
    {"bf16_32_1024_T8_128_2", "bf16[32,1024,1024]{2,1,0}",
     "bf16[32,1024,1024]{2,1,0:T(8,128)(2,1)}", 16},
    {"f32_4096_T2_128", "f32[4096,4096]{1,0}", "f32[4096,4096]{1,0:T(2,128)}", 32},
    {"bf16_ffn_01_T8_128_2", "bf16[4096,14336]{1,0}", "bf16[4096,14336]{0,1:T(8,128)(2,1)}", 16},
    {"f32_4096_01_T8_128", "f32[4096,4096]{1,0}", "f32[4096,4096]{0,1:T(8,128)}", 32},
    {"bf16_8_4096_120_T8_128_2", "bf16[8,4096,128]{2,1,0}",
     "bf16[8,4096,128]{1,2,0:T(8,128)(2,1)}", 16},
    {"bf16_32_1024_201_T8_128_2", "bf16[32,1024,1024]{2,1,0}",
     "bf16[32,1024,1024]{2,0,1:T(8,128)(2,1)}", 16},
    {"f32_4M_T1024", "f32[4194304]{0}", "f32[4194304]{0:T(1024)}", 32},
    {"u4_bytes_T64_128_8", "u4[4096,14336]{1,0}", "u4[4096,14336]{1,0:T(64,128)(8,1)}", 8},
    {"f32_4096_T4_128_2", "f32[4096,4096]{1,0}", "f32[4096,4096]{1,0:T(4,128)(2,1)}", 32},
};
// clang-format on

Case case_of(const Line& line) {
  return {.name = std::string(line.name),
          .source = std::string(line.source),
          .target = std::string(line.target),
          .element_bits = line.element_bits,
          .goal = line.goal,
          .list = List::kMoves,
          .quick = line.quick};
}

std::array<Case, 2> there_and_back(const Tiling& tiling) {
  const std::string name(tiling.name);
  const std::string flat(tiling.row_major);
  const std::string tiled(tiling.tiled);
  return {Case{.name = name + "_tile",
               .source = flat,
               .target = tiled,
               .element_bits = tiling.element_bits,
               .list = List::kTilings},
          Case{.name = name + "_back",
               .source = tiled,
               .target = flat,
               .element_bits = tiling.element_bits,
               .list = List::kTilings}};
}

bool is_one_move(const Case& a, const Case& b) {
  return a.source == b.source && a.target == b.target && a.element_bits == b.element_bits;
}

/// Adds a tiling, or marks the move that equals it.
void add_tiling(std::vector<Case>& cases, const Case& tiling) {
  for (Case& known : cases) {
    if (is_one_move(known, tiling)) {
      known.list = List::kBoth;
      return;
    }
  }
  cases.push_back(tiling);
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  cases.reserve(std::size(kMoves) + 2 * std::size(kTilings));
  for (const Line& line : kMoves) cases.push_back(case_of(line));
  for (const Tiling& tiling : kTilings) {
    for (const Case& direction : there_and_back(tiling)) add_tiling(cases, direction);
  }
  return cases;
}

}  // namespace

const std::vector<Case>& cases() {
  static const std::vector<Case> all = all_cases();
  return all;
}

}  // namespace tileglot::relayout::bench
