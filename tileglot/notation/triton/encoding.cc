// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/encoding.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

namespace tileglot::notation::triton {
namespace {

std::int64_t size_of(const Numbers& numbers) { return static_cast<std::int64_t>(numbers.size()); }

std::int64_t length_of_first(const Bases& bases) {
  return bases.empty() ? 0 : size_of(bases.front());
}

struct RankOf {
  std::int64_t operator()(const Blocked& e) const { return size_of(e.order); }
  std::int64_t operator()(const Slice& e) const { return rank(*e.parent) - 1; }
  std::int64_t operator()(const DotOperand& e) const { return rank(*e.parent); }
  std::int64_t operator()(const NvidiaMma& e) const { return size_of(e.warps_per_cta); }
  std::int64_t operator()(const AmdMfma& e) const { return size_of(e.warps_per_cta); }
  std::int64_t operator()(const AmdWmma& e) const { return e.rank; }
  template <bool Generic>
  std::int64_t operator()(const DistributedBases<Generic>& e) const {
    for (const Bases* bases : {&e.register_bases, &e.lane_bases, &e.warp_bases, &e.block_bases}) {
      if (!bases->empty()) return length_of_first(*bases);
    }
    return 0;
  }
  template <bool Rotating>
  std::int64_t operator()(const PhasedShared<Rotating>& e) const {
    return size_of(e.order);
  }
  std::int64_t operator()(const NvmmaShared& e) const { return e.rank; }
  std::int64_t operator()(const PaddedShared& e) const { return e.rank; }
  std::int64_t operator()(const SharedLinear& e) const {
    return length_of_first(e.offset.empty() ? e.block : e.offset);
  }
  std::int64_t operator()(const PartitionedShared& e) const { return rank(*e.partition_layout); }
  std::int64_t operator()(const TensorMemory&) const { return 2; }
  std::int64_t operator()(const TensorMemoryScales&) const { return 2; }
};

struct CgaOf {
  template <class Family>
  Bases operator()(const Family& e) const {
    return e.cga;
  }
  Bases operator()(const Slice& e) const {
    Bases bases = cga_bases(*e.parent);
    for (Numbers& basis : bases) basis.erase(basis.begin() + static_cast<std::ptrdiff_t>(e.dim));
    return bases;
  }
  Bases operator()(const DotOperand& e) const { return cga_bases(*e.parent); }
  template <bool Generic>
  Bases operator()(const DistributedBases<Generic>& e) const {
    return e.block_bases;
  }
  Bases operator()(const PaddedShared& e) const { return e.block; }
  Bases operator()(const SharedLinear& e) const { return e.block; }
  Bases operator()(const PartitionedShared& e) const { return cga_bases(*e.partition_layout); }
};

struct NameOf {
  std::string_view operator()(const Blocked&) const { return "ttg.blocked"; }
  std::string_view operator()(const Slice&) const { return "ttg.slice"; }
  std::string_view operator()(const DotOperand&) const { return "ttg.dot_op"; }
  std::string_view operator()(const NvidiaMma&) const { return "ttg.nvidia_mma"; }
  std::string_view operator()(const AmdMfma&) const { return "ttg.amd_mfma"; }
  std::string_view operator()(const AmdWmma&) const { return "ttg.amd_wmma"; }
  std::string_view operator()(const Linear&) const { return "ttg.linear"; }
  std::string_view operator()(const GenericLinear&) const { return "ttg.generic_linear"; }
  std::string_view operator()(const SwizzledShared&) const { return "ttg.swizzled_shared"; }
  std::string_view operator()(const AmdRotatingShared&) const { return "ttg.amd_rotating_shared"; }
  std::string_view operator()(const NvmmaShared&) const { return "ttg.nvmma_shared"; }
  std::string_view operator()(const PaddedShared&) const { return "ttg.padded_shared"; }
  std::string_view operator()(const SharedLinear&) const { return "ttg.shared_linear"; }
  std::string_view operator()(const PartitionedShared&) const { return "ttg.partitioned_shared"; }
  std::string_view operator()(const TensorMemory&) const { return "ttng.tensor_memory_encoding"; }
  std::string_view operator()(const TensorMemoryScales&) const {
    return "ttng.tensor_memory_scales_encoding";
  }
};

template <class... Families>
bool is_one_of(const Encoding& encoding) {
  return (std::holds_alternative<Families>(encoding.family()) || ...);
}

}  // namespace

Nested::Nested(Encoding encoding)
    : encoding_(std::make_shared<const Encoding>(std::move(encoding))) {}

bool operator==(const Nested& a, const Nested& b) {
  if (a.encoding_ == b.encoding_) return true;
  return a.encoding_ && b.encoding_ && *a == *b;
}

Storage storage(const Encoding& encoding) {
  if (is_one_of<TensorMemory, TensorMemoryScales>(encoding)) return Storage::kTensorMemory;
  const bool shared = is_one_of<SwizzledShared, AmdRotatingShared, NvmmaShared, PaddedShared,
                                SharedLinear, PartitionedShared>(encoding);
  return shared ? Storage::kSharedMemory : Storage::kDistributed;
}

std::int64_t rank(const Encoding& encoding) { return std::visit(RankOf{}, encoding.family()); }

Bases cga_bases(const Encoding& encoding) { return std::visit(CgaOf{}, encoding.family()); }

std::string_view mnemonic(const Encoding& encoding) {
  return std::visit(NameOf{}, encoding.family());
}

}  // namespace tileglot::notation::triton
