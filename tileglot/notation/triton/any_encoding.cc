// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/any_encoding.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <ostream>
#include <utility>

#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/padded_order.h"
#include "tileglot/notation/triton/print.h"

namespace tileglot::notation::triton {
namespace {

std::int64_t draw(std::int64_t low, std::int64_t high) {
  return *rc::gen::inRange<std::int64_t>(low, high + 1);
}

std::int64_t power(std::int64_t max_bits) { return std::int64_t{1} << draw(0, max_bits); }

bool coin() { return draw(0, 1) == 1; }

/// A permutation of the bits of `sizes`, and some zeros.
Bases shuffled_bits(const Numbers& sizes, std::int64_t zeros) {
  Numbers order(sizes.size());
  std::iota(order.begin(), order.end(), 0);
  Bases bases = ordered_offsets({.order = order, .shape = sizes});
  for (std::int64_t i = 0; i < zeros; ++i) bases.emplace_back(sizes.size(), 0);
  for (std::size_t i = bases.size(); i > 1; --i) {
    const auto j = static_cast<std::size_t>(draw(0, static_cast<std::int64_t>(i) - 1));
    std::swap(bases[i - 1], bases[j]);
  }
  return bases;
}

Linear draw_linear(std::int64_t rank) {
  Linear e;
  const Bases bases = shuffled_bits(*any_sizes(rank, 3), draw(0, 2));
  for (std::size_t i = 0; i < bases.size(); ++i) {
    Bases* part[] = {&e.register_bases, &e.lane_bases, &e.warp_bases};
    part[i % 3]->push_back(bases[i]);
  }
  // At least one basis, so that the text has a rank.
  if (bases.empty()) e.lane_bases.emplace_back(static_cast<std::size_t>(rank), 0);
  return e;
}

NvidiaMma draw_mma() {
  NvidiaMma e{.version_major = draw(2, 3), .warps_per_cta = {power(2), power(1)}};
  e.instr_shape = e.version_major == 2 ? Numbers{coin() ? 8 : 16, 8}
                                       : Numbers{16, std::int64_t{8} << draw(0, 3), 16};
  e.cga = *any_cga(2);
  return e;
}

AmdMfma draw_mfma() {
  AmdMfma e{.version = draw(1, 4), .warps_per_cta = {power(1), power(1)}};
  const bool big = coin();
  e.instr_shape = {big ? 32 : 16, big ? 32 : 16, 8};
  e.is_transposed = coin();
  e.tiles_per_warp = {power(1), power(1)};
  e.element_bit_width = coin() ? 32 : 64;
  return e;
}

AmdWmma draw_wmma() {
  AmdWmma e{.version = draw(1, 2), .is_transposed = coin()};
  const Bases tiles = shuffled_bits({power(1), power(2)}, draw(0, 1));
  for (const Numbers& tile : tiles) (coin() ? e.cta_register : e.cta_warp).push_back(tile);
  return e;
}

Encoding draw_memory() {
  const std::int64_t rank = draw(1, 3);
  switch (draw(0, 3)) {
    case 0: return *any_swizzled(rank);
    case 1:
      return NvmmaShared{.swizzling_byte_width = std::int64_t{32} << draw(0, 2),
                         .transposed = coin(),
                         .element_bit_width = std::int64_t{8} << draw(0, 2)};
    case 2:
      return SharedLinear{.offset = shuffled_bits({power(3), 2 * power(2)}, 0), .alignment = 16};
    default:
      return PaddedShared{.paddings = {{4 * power(3), power(3)}},
                          .offset = shuffled_bits({power(3), 2 * power(2)}, 0),
                          .rank = 2};
  }
}

Encoding draw_operand() {
  const std::int64_t op_idx = draw(0, 1);
  if (coin()) return DotOperand{op_idx, Encoding(*any_blocked(2)), 0};
  if (coin()) return DotOperand{op_idx, Encoding(draw_mfma()), power(3)};
  NvidiaMma parent = draw_mma();
  return DotOperand{parent.version_major == 3 ? 0 : op_idx, Encoding(parent), power(3)};
}

Encoding draw_distributed() {
  switch (draw(0, 5)) {
    case 0: return *any_blocked(draw(1, 3));
    case 1: return draw_linear(draw(1, 3));
    case 2: return draw_mma();
    case 3: return draw_mfma();
    case 4: return draw_wmma();
    default: return draw_operand();
  }
}

Encoding draw_encoding() {
  if (draw(0, 3) == 0) return draw_memory();
  Encoding e = draw_distributed();
  if (rank(e) < 2 || draw(0, 2) != 0) return e;
  return Slice{.dim = draw(0, rank(e) - 1), .parent = e};
}

}  // namespace

rc::Gen<Numbers> any_order(std::int64_t rank) {
  return rc::gen::exec([rank] {
    Numbers order(static_cast<std::size_t>(rank));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1],
                order[static_cast<std::size_t>(draw(0, static_cast<std::int64_t>(i) - 1))]);
    }
    return order;
  });
}

rc::Gen<Numbers> any_sizes(std::int64_t rank, int max_bits) {
  return rc::gen::exec([=] {
    Numbers sizes(static_cast<std::size_t>(rank));
    for (std::int64_t& size : sizes) size = power(max_bits);
    return sizes;
  });
}

rc::Gen<Bases> any_cga(std::int64_t rank) {
  return rc::gen::exec([=] {
    if (coin()) return Bases{};
    Numbers sizes(static_cast<std::size_t>(rank), 1);
    sizes[static_cast<std::size_t>(draw(0, rank - 1))] = power(2);
    return shuffled_bits(sizes, draw(0, 1));
  });
}

rc::Gen<Blocked> any_blocked(std::int64_t rank) {
  return rc::gen::exec([=] {
    return Blocked{.size_per_thread = *any_sizes(rank, 2),
                   .threads_per_warp = *any_sizes(rank, 2),
                   .warps_per_cta = *any_sizes(rank, 1),
                   .order = *any_order(rank),
                   .cga = *any_cga(rank)};
  });
}

rc::Gen<SwizzledShared> any_swizzled(std::int64_t rank) {
  return rc::gen::exec([=] {
    return SwizzledShared{
        .vec = power(3), .per_phase = power(2), .max_phase = power(3), .order = *any_order(rank)};
  });
}

rc::Gen<Encoding> any_parent() {
  return rc::gen::exec([]() -> Encoding {
    switch (draw(0, 2)) {
      case 0: return *any_blocked(2);
      case 1: return draw_mma();
      default: return draw_mfma();
    }
  });
}

rc::Gen<Encoding> any_encoding() {
  return rc::gen::exec([] { return draw_encoding(); });
}

void showValue(const Encoding& encoding, std::ostream& out) { out << print(encoding); }

}  // namespace tileglot::notation::triton
