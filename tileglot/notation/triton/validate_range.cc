// SPDX-License-Identifier: Apache-2.0
// validate_range.cc: the largest number that a parameter of an encoding can have.
//
// Why      Triton keeps these numbers in 32 bits. Texts cannot hold larger ones, but JSON and code
//          can, and products of two of them must fit 64 bits.
#include "tileglot/notation/triton/detail/validate_families.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::notation::triton {
namespace {

/// Takes parameters one by one and keeps the first that is too large.
class LargestNumber {
 public:
  LargestNumber& add(std::string_view key, std::int64_t number) {
    if (!fault_ && number > kMaxParameter) fault_ = check_largest(key, number);
    return *this;
  }
  LargestNumber& add(std::string_view key, const Numbers& numbers) {
    for (const std::int64_t number : numbers) add(key, number);
    return *this;
  }
  LargestNumber& add(std::string_view key, const Bases& bases) {
    for (const Numbers& basis : bases) add(key, basis);
    return *this;
  }
  LargestNumber& cga(const Bases& bases) { return add("CGALayout", bases); }
  MaybeFault take() { return std::move(fault_); }

 private:
  MaybeFault fault_;
};

struct AddNumbers {
  LargestNumber& largest;

  void operator()(const Blocked& e) const {
    largest.add("sizePerThread", e.size_per_thread)
        .add("threadsPerWarp", e.threads_per_warp)
        .add("warpsPerCTA", e.warps_per_cta)
        .add("order", e.order)
        .cga(e.cga);
  }
  void operator()(const Slice& e) const { largest.add("dim", e.dim); }
  void operator()(const DotOperand& e) const {
    largest.add("opIdx", e.op_idx).add("kWidth", e.k_width);
  }
  void operator()(const NvidiaMma& e) const {
    largest.add("versionMajor", e.version_major)
        .add("versionMinor", e.version_minor)
        .add("warpsPerCTA", e.warps_per_cta)
        .add("instrShape", e.instr_shape)
        .cga(e.cga);
  }
  void operator()(const AmdMfma& e) const {
    largest.add("version", e.version)
        .add("warpsPerCTA", e.warps_per_cta)
        .add("instrShape", e.instr_shape)
        .add("tilesPerWarp", e.tiles_per_warp)
        .add("elementBitWidth", e.element_bit_width)
        .cga(e.cga);
  }
  void operator()(const AmdWmma& e) const {
    largest.add("version", e.version)
        .add("ctaLayout", e.cta_register)
        .add("ctaLayout", e.cta_warp)
        .add("instrShape", e.instr_shape)
        .add("rank", e.rank)
        .cga(e.cga);
  }
  template <bool Generic>
  void operator()(const DistributedBases<Generic>& e) const {
    largest.add("register", e.register_bases)
        .add("lane", e.lane_bases)
        .add("warp", e.warp_bases)
        .add("block", e.block_bases);
  }
  template <bool Rotating>
  void operator()(const PhasedShared<Rotating>& e) const {
    largest.add("vec", e.vec)
        .add("perPhase", e.per_phase)
        .add("maxPhase", e.max_phase)
        .add("order", e.order)
        .cga(e.cga);
  }
  void operator()(const NvmmaShared& e) const {
    largest.add("swizzlingByteWidth", e.swizzling_byte_width)
        .add("elementBitWidth", e.element_bit_width)
        .add("rank", e.rank)
        .cga(e.cga);
  }
  void operator()(const PaddedShared& e) const {
    for (const auto& [interval, padding] : e.paddings) {
      largest.add("paddings", interval).add("paddings", padding);
    }
    largest.add("offset", e.offset).add("block", e.block);
  }
  void operator()(const SharedLinear& e) const {
    largest.add("offset", e.offset).add("block", e.block).add("alignment", e.alignment);
  }
  void operator()(const PartitionedShared& e) const {
    largest.add("numPartitions", e.num_partitions)
        .add("numGroups", e.num_groups)
        .add("partitionDim", e.partition_dim);
  }
  void operator()(const TensorMemory& e) const {
    largest.add("blockM", e.block_m)
        .add("blockN", e.block_n)
        .add("colStride", e.col_stride)
        .cga(e.cga);
  }
  void operator()(const TensorMemoryScales& e) const { largest.cga(e.cga); }
};

}  // namespace

MaybeFault find_large_number(const Encoding& encoding) {
  LargestNumber largest;
  std::visit(AddNumbers{largest}, encoding.family());
  return largest.take();
}

}  // namespace tileglot::notation::triton
