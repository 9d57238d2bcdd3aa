// SPDX-License-Identifier: Apache-2.0
// validate_memory.cc: shared memory and tensor memory.
#include "tileglot/notation/triton/detail/validate_families.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <variant>

#include "tileglot/core/checked.h"
#include "tileglot/notation/triton/basis_facts.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::notation::triton {
namespace {

constexpr std::size_t kMaxPartitionDepth = 16;

template <bool Rotating>
MaybeFault find_phased(const PhasedShared<Rotating>& e) {
  return first_of({check_rank("order", std::ssize(e.order)), check_order("order", e.order),
                   check_power_of_two("vec", e.vec), check_power_of_two("perPhase", e.per_phase),
                   check_power_of_two("maxPhase", e.max_phase),
                   check_cga(e.cga, std::ssize(e.order))});
}

MaybeFault check_paddings(const PaddedShared& e) {
  for (const auto& [interval, padding] : e.paddings) {
    if (core::is_power_of_two(interval) && core::is_power_of_two(padding)) continue;
    return demand(false, "paddings", "triton.padding",
                  fmt::format("[{}:+{}] is not a padding by powers of two", interval, padding),
                  "intervals and paddings are 1, 2, 4, ..");
  }
  return demand(!e.paddings.empty(), "paddings", "triton.padding", "there is no padding");
}

/// The nesting depth of partitioned encodings, which aliases can make arbitrarily large.
std::size_t partition_depth(const Encoding& encoding) {
  const auto* pieces = std::get_if<PartitionedShared>(&encoding.family());
  return pieces == nullptr ? 0 : 1 + partition_depth(*pieces->partition_layout);
}

}  // namespace

MaybeFault find_fault_in(const SwizzledShared& e) { return find_phased(e); }

MaybeFault find_fault_in(const AmdRotatingShared& e) { return find_phased(e); }

MaybeFault find_fault_in(const NvmmaShared& e) {
  const std::int64_t swizzle = e.swizzling_byte_width;
  const std::int64_t bits = e.element_bit_width;
  return first_of(
      {demand(swizzle == 0 || swizzle == 32 || swizzle == 64 || swizzle == 128,
              "swizzlingByteWidth", "triton.swizzle",
              fmt::format("TMA has no swizzle of {} bytes", swizzle), "it has 0, 32, 64 and 128"),
       check_power_of_two("elementBitWidth", bits),
       demand(bits >= 4 && bits <= 128, "elementBitWidth", "triton.swizzle",
              fmt::format("an element of {} bits has no place in 16 bytes", bits)),
       check_rank("rank", e.rank),
       demand(e.rank >= 2 || swizzle == 0, "rank", "triton.swizzle",
              fmt::format("a swizzle of {} bytes needs rows, and there is one dimension", swizzle)),
       check_cga(e.cga, e.rank)});
}

MaybeFault find_fault_in(const PaddedShared& e) {
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

MaybeFault find_fault_in(const SharedLinear& e) {
  const Bases all = joined({&e.offset, &e.block});
  const std::int64_t dimensions = rank(e);
  if (auto fault =
          first_of({demand(core::is_power_of_two(e.alignment), "alignment", "triton.power_of_two",
                           fmt::format("alignment is {}, not a power of two", e.alignment)),
                    check_rank("offset", dimensions), check_lengths("offset", e.offset, dimensions),
                    check_lengths("block", e.block, dimensions)})) {
    return fault;
  }
  return demand(is_onto(all, dimensions) && reached_bits(all, dimensions) == count_not_zero(all),
                "offset", "triton.bases",
                "apart from zeros, the bases do not give every element exactly one place");
}

MaybeFault find_fault_in(const PartitionedShared& e) {
  const std::int64_t dimensions = rank(*e.partition_layout);
  return first_of(
      {demand(partition_depth(*e.partition_layout) < kMaxPartitionDepth, "partitionLayout",
              "triton.too_large",
              fmt::format("more than {} partitions are inside one another", kMaxPartitionDepth)),
       check_storage(e.partition_layout, "partitionLayout", Storage::kSharedMemory,
                     "shared memory"),
       check_power_of_two("numPartitions", e.num_partitions),
       demand(e.num_partitions >= 2, "numPartitions", "triton.partition",
              fmt::format("at least 2 partitions are needed, not {}", e.num_partitions)),
       check_power_of_two("numGroups", e.num_groups),
       demand(e.partition_dim >= 0 && e.partition_dim < dimensions, "partitionDim", "triton.rank",
              fmt::format("dimension {} is cut, and the pieces have {}", e.partition_dim,
                          dimensions))});
}

MaybeFault find_fault_in(const TensorMemory& e) {
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
              fmt::format("elements are 1, 2 or 4 columns apart, not {}", e.col_stride)),
       demand(!e.fp4_padded || e.col_stride == 1, "fp4Padded", "triton.tensor_memory",
              fmt::format("padded fp4 has colStride 1, not {}", e.col_stride)),
       check_cga(e.cga, 2),
       demand(!e.two_ctas || (!e.cga.empty() && e.cga.front() == Numbers{1, 0}), "twoCTAs",
              "triton.tensor_memory",
              "two blocks that share a product cut dimension 0: the first basis of CGALayout must "
              "be [1, 0]")});
}

MaybeFault find_fault_in(const TensorMemoryScales& e) { return check_cga(e.cga, 2); }

}  // namespace tileglot::notation::triton
