// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/validate_encoding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/detail/basis_facts.h"
#include "tileglot/notation/linear/detail/fault.h"
#include "tileglot/notation/linear/encoding.h"

namespace tileglot::notation::linear {
namespace {

constexpr std::size_t kMaxPartitionDepth = 16;

using Triple = std::array<std::int64_t, 3>;

MaybeFault check_room(const Nested& parent, std::string_view key, Room wanted,
                      std::string_view words) {
  return demand(room(*parent) == wanted, key, "triton.parent",
                fmt::format("{} is {}, which is no encoding of {}", key, mnemonic(*parent), words));
}

MaybeFault check_warps(const Numbers& warps) {
  return first_of({check_rank("warpsPerCTA", std::ssize(warps)),
                   demand(warps.size() >= 2, "warpsPerCTA", "triton.rank",
                          "a matrix product has 2 dimensions or more, and warpsPerCTA has one"),
                   check_powers_of_two("warpsPerCTA", warps)});
}

MaybeFault find(const Blocked& e) {
  const auto rank = std::ssize(e.order);
  return first_of(
      {check_rank("order", rank), check_length("sizePerThread", e.size_per_thread, rank),
       check_length("threadsPerWarp", e.threads_per_warp, rank),
       check_length("warpsPerCTA", e.warps_per_cta, rank), check_order("order", e.order),
       check_powers_of_two("sizePerThread", e.size_per_thread),
       check_powers_of_two("threadsPerWarp", e.threads_per_warp),
       check_powers_of_two("warpsPerCTA", e.warps_per_cta), check_cga(e.cga, rank)});
}

MaybeFault find(const Slice& e) {
  const std::int64_t parent_rank = rank(*e.parent);
  return first_of({check_room(e.parent, "parent", Room::kDistributed, "tensors"),
                   demand(parent_rank >= 2, "parent", "triton.rank",
                          "a slice of an encoding with one dimension has none"),
                   demand(e.dim >= 0 && e.dim < parent_rank, "dim", "triton.rank",
                          fmt::format("dimension {} is sliced away, and the parent has {}", e.dim,
                                      parent_rank))});
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
                     shape[1] <= 256 && is_power_of_two(shape[1]);
  return first_of({demand(e.warps_per_cta.size() == 2, "warpsPerCTA", "triton.rank",
                          "version 3, wgmma, has matrices only"),
                   check_instruction(known, shape, "version 3 has [16, N, K], N from 8 to 256")});
}

MaybeFault find(const NvidiaMma& e) {
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

MaybeFault find(const AmdMfma& e) {
  const auto& shape = e.instr_shape;
  const auto is = [&](std::int64_t m, std::int64_t n) { return shape[0] == m && shape[1] == n; };
  const bool known = (shape.size() == 2 || shape.size() == 3) &&
                     (is(32, 32) || is(16, 16) || is(64, 4) || is(4, 64));
  const auto rank = std::ssize(e.warps_per_cta);
  return first_of(
      {demand(e.version >= 1 && e.version <= 4, "version", "triton.instruction",
              fmt::format("there is no mfma of version {}", e.version), "versions are 1 to 4"),
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

bool is_wmma(std::int64_t version, const Numbers& shape) {
  if (shape.size() != 3) return false;
  const Triple s{shape[0], shape[1], shape[2]};
  if (s == Triple{16, 16, 16}) return version <= 2;
  if (version == 2) return s == Triple{16, 16, 32};
  constexpr std::array<Triple, 5> kThird = {
      {{16, 16, 4}, {16, 16, 32}, {16, 16, 64}, {16, 16, 128}, {32, 16, 128}}};
  return version == 3 && std::ranges::count(kThird, s) == 1;
}

MaybeFault find(const AmdWmma& e) {
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

template <bool Generic>
std::array<std::pair<std::string_view, const Bases*>, 4> parts(const DistributedBases<Generic>& e) {
  return {{{"register", &e.register_bases},
           {"lane", &e.lane_bases},
           {"warp", &e.warp_bases},
           {"block", &e.block_bases}}};
}

template <bool Generic>
MaybeFault check_bases_shape(const DistributedBases<Generic>& e) {
  const std::int64_t dimensions = rank(e);
  if (auto fault = check_rank("register", dimensions)) return fault;
  for (const auto& [key, bases] : parts(e)) {
    if (auto fault = check_lengths(key, *bases, dimensions)) return fault;
  }
  return std::nullopt;
}

template <bool Generic>
Bases all_of(const DistributedBases<Generic>& e) {
  return joined({&e.register_bases, &e.lane_bases, &e.warp_bases, &e.block_bases});
}

MaybeFault find(const Linear& e) {
  if (auto fault = check_bases_shape(e)) return fault;
  return demand(is_permutation(all_of(e), rank(e)), "register", "triton.bases",
                "apart from zeros, the bases are no permutation of bits",
                "each 1, 2, 4, .. of a dimension stands once; generic_linear may mix them");
}

MaybeFault find(const GenericLinear& e) {
  if (auto fault = check_bases_shape(e)) return fault;
  for (const auto& [key, bases] : parts(e)) {
    if (key == "warp" || std::ranges::all_of(*bases, moves_in_one_dimension)) continue;
    return demand(false, key, "triton.bases",
                  fmt::format("a basis of {} moves along several dimensions at once", key),
                  "in generic_linear only the bases of warp may");
  }
  return demand(is_onto(all_of(e), rank(e)), "register", "triton.bases",
                "the bases do not reach every element");
}

template <bool Rotating>
MaybeFault find(const PhasedShared<Rotating>& e) {
  return first_of({check_rank("order", std::ssize(e.order)), check_order("order", e.order),
                   check_power_of_two("vec", e.vec), check_power_of_two("perPhase", e.per_phase),
                   check_power_of_two("maxPhase", e.max_phase),
                   check_cga(e.cga, std::ssize(e.order))});
}

MaybeFault find(const NvmmaShared& e) {
  const std::int64_t swizzle = e.swizzling_byte_width;
  const std::int64_t bits = e.element_bit_width;
  return first_of(
      {demand(swizzle == 0 || swizzle == 32 || swizzle == 64 || swizzle == 128,
              "swizzlingByteWidth", "triton.swizzle",
              fmt::format("a swizzle of {} bytes is none that TMA has", swizzle),
              "it has 0, 32, 64 and 128"),
       check_power_of_two("elementBitWidth", bits),
       demand(bits >= 4 && bits <= 128, "elementBitWidth", "triton.swizzle",
              fmt::format("an element of {} bits has no place in 16 bytes", bits)),
       check_rank("rank", e.rank),
       demand(e.rank >= 2 || swizzle == 0, "rank", "triton.swizzle",
              fmt::format("a swizzle of {} bytes needs rows, and there is one dimension", swizzle)),
       check_cga(e.cga, e.rank)});
}

MaybeFault check_paddings(const PaddedShared& e) {
  for (const auto& [interval, padding] : e.paddings) {
    if (is_power_of_two(interval) && is_power_of_two(padding)) continue;
    return demand(false, "paddings", "triton.padding",
                  fmt::format("[{}:+{}] is no padding by powers of two", interval, padding),
                  "intervals and paddings are 1, 2, 4, ..");
  }
  return demand(!e.paddings.empty(), "paddings", "triton.padding", "there is no padding");
}

MaybeFault find(const PaddedShared& e) {
  const Bases all = joined({&e.offset, &e.block});
  if (auto fault = first_of({check_paddings(e), check_rank("offset", e.rank),
                             check_lengths("offset", e.offset, e.rank),
                             check_lengths("block", e.block, e.rank)})) {
    return fault;
  }
  return first_of(
      {demand(std::ranges::all_of(e.offset, moves_in_one_dimension), "offset", "triton.padding",
              "a basis of a padded memory moves along several dimensions at once"),
       demand(is_onto(all, e.rank), "offset", "triton.bases",
              "the bases do not reach every element"),
       demand(reached_bits(e.offset, e.rank) == std::ssize(e.offset), "offset", "triton.bases",
              "two offsets of a padded memory hold the same element")});
}

MaybeFault find(const SharedLinear& e) {
  const Bases all = joined({&e.offset, &e.block});
  const std::int64_t dimensions = rank(e);
  if (auto fault =
          first_of({demand(is_power_of_two(e.alignment), "alignment", "triton.power_of_two",
                           fmt::format("alignment is {}, which is no power of two", e.alignment)),
                    check_rank("offset", dimensions), check_lengths("offset", e.offset, dimensions),
                    check_lengths("block", e.block, dimensions)})) {
    return fault;
  }
  return demand(is_onto(all, dimensions) && reached_bits(all, dimensions) == count_not_zero(all),
                "offset", "triton.bases",
                "apart from zeros, the bases do not give every element exactly one place");
}

/// Pieces of pieces, which aliases can put inside one another without end.
std::size_t partition_depth(const Encoding& encoding) {
  const auto* pieces = std::get_if<PartitionedShared>(&encoding.family());
  return pieces == nullptr ? 0 : 1 + partition_depth(*pieces->partition_layout);
}

MaybeFault find(const PartitionedShared& e) {
  const std::int64_t dimensions = rank(*e.partition_layout);
  return first_of(
      {demand(partition_depth(*e.partition_layout) < kMaxPartitionDepth, "partitionLayout",
              "triton.too_large",
              fmt::format("more than {} partitions are inside one another", kMaxPartitionDepth)),
       check_room(e.partition_layout, "partitionLayout", Room::kSharedMemory, "shared memory"),
       check_power_of_two("numPartitions", e.num_partitions),
       demand(e.num_partitions >= 2, "numPartitions", "triton.partition",
              fmt::format("{} partition is no cut", e.num_partitions)),
       check_power_of_two("numGroups", e.num_groups),
       demand(e.partition_dim >= 0 && e.partition_dim < dimensions, "partitionDim", "triton.rank",
              fmt::format("dimension {} is cut, and the pieces have {}", e.partition_dim,
                          dimensions))});
}

MaybeFault find(const TensorMemory& e) {
  const auto is_in = [](std::int64_t x, std::initializer_list<std::int64_t> list) {
    return std::ranges::count(list, x) == 1;
  };
  return first_of(
      {demand(is_in(e.block_m, {64, 128}), "blockM", "triton.tensor_memory",
              fmt::format("a block has 64 or 128 rows, not {}", e.block_m)),
       check_power_of_two("blockN", e.block_n),
       demand(e.block_n <= 512, "blockN", "triton.tensor_memory",
              fmt::format("a block has at most 512 columns, not {}", e.block_n)),
       demand(is_in(e.col_stride, {1, 2, 4}), "colStride", "triton.tensor_memory",
              fmt::format("elements stand 1, 2 or 4 columns apart, not {}", e.col_stride)),
       demand(!e.fp4_padded || e.col_stride == 1, "fp4Padded", "triton.tensor_memory",
              fmt::format("padded fp4 has colStride 1, not {}", e.col_stride)),
       check_cga(e.cga, 2),
       demand(!e.two_ctas || (!e.cga.empty() && e.cga.front() == Numbers{1, 0}), "twoCTAs",
              "triton.tensor_memory",
              "two blocks that share a product cut dimension 0: the first basis of CGALayout must "
              "be [1, 0]")});
}

MaybeFault find(const TensorMemoryScales& e) { return check_cga(e.cga, 2); }

MaybeFault check_k_width(bool holds, const DotOperand& e, std::string_view rule) {
  return demand(
      holds, "kWidth", "triton.operand",
      fmt::format("an operand of {} cannot have kWidth {}", mnemonic(*e.parent), e.k_width),
      std::string(rule));
}

struct OperandOf {
  const DotOperand& e;

  MaybeFault operator()(const Blocked& /*parent*/) const {
    return check_k_width(e.k_width == 0, e, "leave kWidth out");
  }
  MaybeFault operator()(const NvidiaMma& parent) const {
    return first_of({check_k_width(is_power_of_two(e.k_width), e, "it is 1, 2, 4, .."),
                     demand(parent.version_major == 2 || e.op_idx == 0, "opIdx", "triton.operand",
                            "operand B of version 3, wgmma, is in shared memory and has no "
                            "registers")});
  }
  MaybeFault operator()(const AmdMfma& /*parent*/) const {
    return check_k_width(is_power_of_two(e.k_width), e, "it is 1, 2, 4, ..");
  }
  MaybeFault operator()(const AmdWmma& parent) const {
    const std::int64_t k = e.k_width;
    if (parent.version == 1) return check_k_width(k == 8 || k == 16, e, "version 1 has 8 and 16");
    if (parent.version == 2) {
      return check_k_width(k == 4 || k == 8 || k == 16, e, "version 2 has 4, 8 and 16");
    }
    return check_k_width(is_power_of_two(k), e, "it is 1, 2, 4, ..");
  }
  template <class Other>
  MaybeFault operator()(const Other& /*parent*/) const {
    return demand(false, "parent", "triton.parent",
                  fmt::format("{} is no encoding of a matrix product", mnemonic(*e.parent)));
  }
};

MaybeFault find(const DotOperand& e) {
  if (auto fault = demand(e.op_idx == 0 || e.op_idx == 1, "opIdx", "triton.operand",
                          fmt::format("a product has operands 0 and 1, not {}", e.op_idx))) {
    return fault;
  }
  return std::visit(OperandOf{e}, e.parent->family());
}

const Nested* parent_of(const Encoding& encoding) {
  if (const auto* slice = std::get_if<Slice>(&encoding.family())) return &slice->parent;
  if (const auto* dot = std::get_if<DotOperand>(&encoding.family())) return &dot->parent;
  const auto* pieces = std::get_if<PartitionedShared>(&encoding.family());
  return pieces == nullptr ? nullptr : &pieces->partition_layout;
}

}  // namespace

MaybeFault find_fault(const Encoding& encoding) {
  return std::visit([](const auto& family) { return find(family); }, encoding.family());
}

core::Status validate(const Encoding& encoding) {
  if (const Nested* parent = parent_of(encoding)) TILEGLOT_TRY_STATUS(validate(**parent));
  if (auto fault = find_fault(encoding)) return core::fail(std::move(fault->error));
  return {};
}

}  // namespace tileglot::notation::linear
