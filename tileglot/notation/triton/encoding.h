// SPDX-License-Identifier: Apache-2.0
// encoding.h: Triton's layout attributes as values.
//
// What     Encoding is one of the families of Triton's IR: how a tensor is spread over registers,
//          lanes, warps and blocks (Blocked, NvidiaMma, DotOperand, ..), or how it is stored in a
//          memory (SwizzledShared, NvmmaShared, TensorMemory, ..).
// Why      A kernel names its layouts by these parameters. Their meaning for a tensor is a linear
//          layout, which bridge/triton/lower.h computes; this file holds only the parameters as
//          written.
// Units    Lists have one entry per dimension, dimension 0 first. `order` lists dimensions, fastest
//          first. Bases list the images of 1, 2, 4, .. of an input. Widths of elements are in bits.
// Example  Blocked{.size_per_thread = {1, 4}, .threads_per_warp = {4, 8}, .warps_per_cta = {4, 1},
//          .order = {1, 0}} has rank 2 and is distributed.
//          [tests: encoding_test.cc, "an encoding knows its rank and where its elements are"]
// Errors   None: validate_encoding.h checks which parameters contradict one another.
// Source   The attributes of Triton 3.9.0: triton/Dialect/TritonGPU/IR and TritonNvidiaGPU/IR.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

namespace tileglot::notation::triton {

class Encoding;

using Numbers = std::vector<std::int64_t>;
/// One vector per bit of an input; each has one entry per dimension.
using Bases = std::vector<Numbers>;

/// An encoding inside another one; compared by value.
class Nested {
 public:
  /// Empty; only an encoding that is being read has such a parent.
  Nested() = default;
  Nested(Encoding encoding);  // NOLINT(google-explicit-constructor): a parent is an encoding
  const Encoding& operator*() const { return *encoding_; }
  const Encoding* operator->() const { return encoding_.get(); }
  explicit operator bool() const { return encoding_ != nullptr; }
  friend bool operator==(const Nested& a, const Nested& b);

 private:
  std::shared_ptr<const Encoding> encoding_;
};

/// Tiles of size_per_thread elements, given to threads and warps along `order`.
struct Blocked {
  Numbers size_per_thread = {};
  Numbers threads_per_warp = {};
  Numbers warps_per_cta = {};
  Numbers order = {};
  Bases cga = {};  ///< how the blocks of a cluster share the tensor; empty: one block has all of it
  friend bool operator==(const Blocked&, const Blocked&) = default;
};

/// The parent without one of its dimensions.
struct Slice {
  std::int64_t dim = 0;
  Nested parent = {};
  friend bool operator==(const Slice&, const Slice&) = default;
};

/// Operand A (0) or B (1) of a matrix product whose accumulator has the parent's encoding.
struct DotOperand {
  std::int64_t op_idx = 0;
  Nested parent = {};
  std::int64_t k_width = 0;  ///< consecutive elements in a register; 0 for a blocked parent
  friend bool operator==(const DotOperand&, const DotOperand&) = default;
};

/// The accumulator of mma.sync (version 2) or wgmma (version 3).
struct NvidiaMma {
  std::int64_t version_major = 2;
  std::int64_t version_minor = 0;
  Numbers warps_per_cta = {};
  Bases cga = {};
  Numbers instr_shape = {};
  friend bool operator==(const NvidiaMma&, const NvidiaMma&) = default;
};

/// The accumulator of AMD's matrix cores with 64 lanes.
struct AmdMfma {
  std::int64_t version = 0;
  Numbers warps_per_cta = {};
  Numbers instr_shape = {};  ///< M, N and, in newer texts, K
  bool is_transposed = false;
  Bases cga = {};
  Numbers tiles_per_warp = {};  ///< one per dimension
  std::int64_t element_bit_width = 32;
  friend bool operator==(const AmdMfma&, const AmdMfma&) = default;
};

/// The accumulator of AMD's matrix cores with 32 lanes; cta_* place its tiles.
struct AmdWmma {
  std::int64_t version = 0;
  bool is_transposed = false;
  Bases cta_register = {};
  Bases cta_warp = {};
  Bases cga = {};
  Numbers instr_shape = {16, 16, 16};
  std::int64_t rank = 2;
  friend bool operator==(const AmdWmma&, const AmdWmma&) = default;
};

/// A distributed layout given by its bases. In Linear, each basis moves along one dimension and
/// every element is reached once, zero bases aside; GenericLinear only requires that every element
/// is reached.
template <bool Generic>
struct DistributedBases {
  Bases register_bases = {};
  Bases lane_bases = {};
  Bases warp_bases = {};
  Bases block_bases = {};
  friend bool operator==(const DistributedBases&, const DistributedBases&) = default;
};
using Linear = DistributedBases<false>;
using GenericLinear = DistributedBases<true>;

/// Rows of shared memory whose groups of `vec` elements are permuted by an xor with the row.
/// Rotating, AMD's variant, adds the row's next digit to the xor.
template <bool Rotating>
struct PhasedShared {
  std::int64_t vec = 1;
  std::int64_t per_phase = 1;
  std::int64_t max_phase = 1;
  Numbers order = {};
  Bases cga = {};
  friend bool operator==(const PhasedShared&, const PhasedShared&) = default;
};
using SwizzledShared = PhasedShared<false>;
using AmdRotatingShared = PhasedShared<true>;

/// The shared memory layout that TMA and wgmma require.
struct NvmmaShared {
  std::int64_t swizzling_byte_width = 0;  ///< 0, 32, 64 or 128
  bool transposed = false;
  std::int64_t element_bit_width = 16;
  bool fp4_padded = false;
  std::int64_t rank = 2;
  Bases cga = {};
  friend bool operator==(const NvmmaShared&, const NvmmaShared&) = default;
};

/// Every `interval` elements are followed by `padding` unused ones.
struct Padding {
  std::int64_t interval = 0;
  std::int64_t padding = 0;
  friend bool operator==(const Padding&, const Padding&) = default;
};

/// A linear layout of offsets, with padding after every interval. {order, shape} is stored as the
/// equivalent bases.
struct PaddedShared {
  std::vector<Padding> paddings = {};
  Bases offset = {};
  Bases block = {};
  std::int64_t rank = 0;
  friend bool operator==(const PaddedShared&, const PaddedShared&) = default;
};

/// A shared memory layout given by its bases.
struct SharedLinear {
  Bases offset = {};
  Bases block = {};
  std::int64_t alignment = 16;  ///< in bytes
  friend bool operator==(const SharedLinear&, const SharedLinear&) = default;
};

/// A tensor cut along one dimension; the pieces are distributed round-robin over the partitions of
/// shared memory.
struct PartitionedShared {
  std::int64_t num_partitions = 0;
  std::int64_t num_groups = 0;
  std::int64_t partition_dim = 0;
  Nested partition_layout = {};
  friend bool operator==(const PartitionedShared&, const PartitionedShared&) = default;
};

/// Blackwell's memory of 128 rows and 512 columns of 32 bits.
struct TensorMemory {
  std::int64_t block_m = 128;
  std::int64_t block_n = 0;
  std::int64_t col_stride = 1;
  Bases cga = {};
  bool two_ctas = false;
  bool fp4_padded = false;
  friend bool operator==(const TensorMemory&, const TensorMemory&) = default;
};

/// Scales of a scaled matrix product in tensor memory, with four copies per warp.
struct TensorMemoryScales {
  Bases cga = {};
  bool k_then_mn = false;  ///< order of the repetitions
  friend bool operator==(const TensorMemoryScales&, const TensorMemoryScales&) = default;
};

using EncodingVariant =
    std::variant<Blocked, Slice, DotOperand, NvidiaMma, AmdMfma, AmdWmma, Linear, GenericLinear,
                 SwizzledShared, AmdRotatingShared, NvmmaShared, PaddedShared, SharedLinear,
                 PartitionedShared, TensorMemory, TensorMemoryScales>;

/// Any of these families. A class, because encodings hold encodings.
class Encoding : public EncodingVariant {
 public:
  using EncodingVariant::EncodingVariant;
  const EncodingVariant& family() const { return *this; }
  friend bool operator==(const Encoding& a, const Encoding& b) { return a.family() == b.family(); }
};

/// Where the elements of a tensor are stored.
enum class Storage : std::uint8_t { kDistributed, kSharedMemory, kTensorMemory };
Storage storage(const Encoding& encoding);

/// The number of dimensions its parameters are for.
std::int64_t rank(const Encoding& encoding);

/// How the blocks of a cluster share the tensor: the parent's bases where it has none of its own,
/// without the dimension that a slice drops; the bases of `block` where it is given by bases.
Bases cga_bases(const Encoding& encoding);

/// The name after the '#': "ttg.blocked".
std::string_view mnemonic(const Encoding& encoding);

}  // namespace tileglot::notation::triton
