// SPDX-License-Identifier: Apache-2.0
// validate_instruction.cc: accumulators of matrix instructions.
#include "tileglot/notation/triton/detail/validate_families.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/checked.h"
#include "tileglot/notation/triton/basis_facts.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::notation::triton {
namespace {

using Triple = std::array<std::int64_t, 3>;

MaybeFault check_warps(const Numbers& warps) {
  return first_of({check_rank("warpsPerCTA", std::ssize(warps)),
                   demand(warps.size() >= 2, "warpsPerCTA", "triton.rank",
                          "a matrix product has 2 dimensions or more, and warpsPerCTA has one"),
                   check_powers_of_two("warpsPerCTA", warps)});
}

MaybeFault check_instruction(bool holds, const Numbers& shape, std::string_view rule) {
  return demand(holds, "instrShape", "triton.instruction",
                fmt::format("there is no instruction of shape [{}]", fmt::join(shape, ", ")),
                std::string(rule));
}

MaybeFault find_mma_v2(const NvidiaMma& e) {
  const auto& shape = e.instr_shape;
  if (auto fault = check_length("instrShape", shape, std::ssize(e.warps_per_cta))) return fault;
  const std::int64_t m = shape[shape.size() - 2];
  const bool single = std::count(shape.begin(), shape.end() - 2, 1) == std::ssize(shape) - 2;
  return check_instruction(single && (m == 8 || m == 16) && shape.back() == 8, shape,
                           "version 2 has 16x8, and 8x8 for f64, with ones before them");
}

MaybeFault find_mma_v3(const NvidiaMma& e) {
  const auto& shape = e.instr_shape;
  const bool known = (shape.size() == 2 || shape.size() == 3) && shape[0] == 16 && shape[1] >= 8 &&
                     shape[1] <= 256 && core::is_power_of_two(shape[1]);
  return first_of({demand(e.warps_per_cta.size() == 2, "warpsPerCTA", "triton.rank",
                          "version 3, wgmma, has matrices only"),
                   check_instruction(known, shape, "version 3 has [16, N, K], N from 8 to 256")});
}

bool is_wmma(std::int64_t version, const Numbers& shape) {
  if (shape.size() != 3) return false;
  const Triple s{shape[0], shape[1], shape[2]};
  if (s == Triple{16, 16, 16}) return version <= 2;
  if (version == 2) return s == Triple{16, 16, 32};
  constexpr std::array<Triple, 5> kThird = {
      {{16, 16, 4}, {16, 16, 32}, {16, 16, 64}, {16, 16, 128}, {32, 16, 128}}};
  return version == 3 && std::ranges::count(kThird, s) == 1;
}

}  // namespace

MaybeFault find_fault_in(const NvidiaMma& e) {
  const std::int64_t version = e.version_major;
  const bool known = version == 2 || version == 3;
  if (auto fault =
          first_of({demand(known, "versionMajor", "triton.instruction",
                           fmt::format("there is no mma of version {}", version),
                           "versions are 2 (mma.sync) and 3 (wgmma)"),
                    check_warps(e.warps_per_cta), check_cga(e.cga, std::ssize(e.warps_per_cta))})) {
    return fault;
  }
  return version == 2 ? find_mma_v2(e) : find_mma_v3(e);
}

MaybeFault find_fault_in(const AmdMfma& e) {
  const auto& shape = e.instr_shape;
  const auto is = [&](std::int64_t m, std::int64_t n) { return shape[0] == m && shape[1] == n; };
  const bool known = (shape.size() == 2 || shape.size() == 3) &&
                     (is(32, 32) || is(16, 16) || is(64, 4) || is(4, 64));
  const auto rank = std::ssize(e.warps_per_cta);
  return first_of(
      {demand(e.version >= 0 && e.version <= 4, "version", "triton.instruction",
              fmt::format("there is no mfma of version {}", e.version), "versions are 0 to 4"),
       check_warps(e.warps_per_cta),
       demand(rank <= 3, "warpsPerCTA", "triton.rank", "an mfma has 2 or 3 dimensions"),
       check_instruction(known, shape, "mfma has 32x32, 16x16, 64x4 and 4x64"),
       demand(!known || !is(64, 4) || e.is_transposed, "isTransposed", "triton.instruction",
              "an mfma of 64x4 must be transposed"),
       check_length("tilesPerWarp", e.tiles_per_warp, rank),
       check_powers_of_two("tilesPerWarp", e.tiles_per_warp),
       demand(e.element_bit_width == 32 || e.element_bit_width == 64, "elementBitWidth",
              "triton.instruction",
              fmt::format("an mfma accumulates in 32 or 64 bits, not {}", e.element_bit_width)),
       check_cga(e.cga, rank)});
}

MaybeFault find_fault_in(const AmdWmma& e) {
  const Bases tiles = joined({&e.cta_register, &e.cta_warp});
  const bool known = e.version >= 1 && e.version <= 3;
  if (auto fault = first_of(
          {demand(known, "version", "triton.instruction",
                  fmt::format("there is no wmma of version {}", e.version), "versions are 1 to 3"),
           demand(e.rank == 2 || e.rank == 3, "rank", "triton.rank",
                  fmt::format("a wmma has 2 or 3 dimensions, not {}", e.rank)),
           check_instruction(is_wmma(e.version, e.instr_shape), e.instr_shape,
                             "versions 1 and 2 have 16x16x16, 2 also 16x16x32, 3 has 16x16x4, "
                             "16x16x32, 16x16x64, 16x16x128 and 32x16x128"),
           check_lengths("ctaLayout", tiles, e.rank), check_cga(e.cga, e.rank)})) {
    return fault;
  }
  return demand(is_onto(tiles, e.rank), "ctaLayout", "triton.bases",
                "the bases of the tiles leave places between them that no warp has");
}

}  // namespace tileglot::notation::triton
