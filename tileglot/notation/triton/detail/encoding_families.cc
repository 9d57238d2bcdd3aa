// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/detail/encoding_families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "tileglot/notation/triton/detail/attribute_value.h"
#include "tileglot/notation/triton/detail/cga_keys.h"
#include "tileglot/notation/triton/detail/key_reader.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"
#include "tileglot/notation/triton/padded_order.h"
#include "tileglot/notation/triton/wmma_tiles.h"

namespace tileglot::notation::triton {
namespace {

Encoding read_blocked(KeyReader& keys, const AttributeBody& /*body*/) {
  return Blocked{.size_per_thread = keys.numbers("sizePerThread"),
                 .threads_per_warp = keys.numbers("threadsPerWarp"),
                 .warps_per_cta = keys.numbers("warpsPerCTA"),
                 .order = keys.numbers("order"),
                 .cga = read_cga(keys)};
}

Encoding read_slice(KeyReader& keys, const AttributeBody& /*body*/) {
  return Slice{.dim = keys.number("dim"), .parent = keys.encoding("parent")};
}

Encoding read_dot(KeyReader& keys, const AttributeBody& /*body*/) {
  return DotOperand{.op_idx = keys.number("opIdx"),
                    .parent = keys.encoding("parent"),
                    .k_width = keys.number_or("kWidth", 0)};
}

Encoding read_nvidia_mma(KeyReader& keys, const AttributeBody& /*body*/) {
  return NvidiaMma{.version_major = keys.number("versionMajor"),
                   .version_minor = keys.number_or("versionMinor", 0),
                   .warps_per_cta = keys.numbers("warpsPerCTA"),
                   .cga = read_cga(keys),
                   .instr_shape = keys.numbers("instrShape")};
}

/// Reads `version`, or in older texts versionMajor with a versionMinor that is ignored.
std::int64_t read_mfma_version(KeyReader& keys) {
  if (!keys.has("versionMajor")) return keys.number("version");
  keys.number_or("versionMinor", 0);
  return keys.number("versionMajor");
}

Encoding read_mfma(KeyReader& keys, const AttributeBody& /*body*/) {
  AmdMfma e{.version = read_mfma_version(keys),
            .warps_per_cta = keys.numbers("warpsPerCTA"),
            .instr_shape = keys.numbers("instrShape"),
            .is_transposed = keys.flag("isTransposed"),
            .cga = read_cga(keys)};
  e.tiles_per_warp = keys.numbers_or("tilesPerWarp", Numbers(e.warps_per_cta.size(), 1));
  e.element_bit_width = keys.number_or("elementBitWidth", 32);
  return e;
}

/// The rank, taken from the bases where the text does not give it.
std::int64_t wmma_rank(KeyReader& keys, const AmdWmma& e) {
  for (const Bases* bases : {&e.cta_register, &e.cta_warp, &e.cga}) {
    if (!bases->empty()) return keys.number_or("rank", std::ssize(bases->front()));
  }
  return keys.number_or("rank", 2);
}

/// Reads ctaLayout, or in older texts the warps and the tiles in each.
void read_wmma_tiles(KeyReader& keys, AmdWmma& e) {
  if (!keys.has("ctaLayout") && keys.has("warpsPerCTA")) {
    const Numbers warps = keys.numbers("warpsPerCTA");
    const Numbers tiles = keys.numbers_or("tilesPerWarp", Numbers(warps.size(), 1));
    auto fault = place_tiles(e, warps, tiles);
    if (!fault) return;
    fault->error->span = keys.place_of(fault->key);
    return keys.refuse(std::move(fault->error));
  }
  const auto tiles = keys.dictionary("ctaLayout");
  KeyReader tile_keys(tiles, keys.place_of("ctaLayout"));
  e.cta_register = tile_keys.bases_or_none("register");
  e.cta_warp = tile_keys.bases_or_none("warp");
  if (auto done = tile_keys.done(); !done) keys.refuse(done.error());
}

Encoding read_wmma(KeyReader& keys, const AttributeBody& /*body*/) {
  AmdWmma e{.version = keys.number("version"), .is_transposed = keys.flag_or("isTranspose", false)};
  read_wmma_tiles(keys, e);
  e.cga = read_cga(keys);
  e.instr_shape = keys.numbers_or("instrShape", {16, 16, 16});
  e.rank = keys.has("warpsPerCTA") ? e.rank : wmma_rank(keys, e);
  return e;
}

template <bool Generic>
Encoding read_bases(KeyReader& keys, const AttributeBody& /*body*/) {
  return DistributedBases<Generic>{.register_bases = keys.bases("register"),
                                   .lane_bases = keys.bases("lane"),
                                   .warp_bases = keys.bases("warp"),
                                   .block_bases = keys.bases("block")};
}

template <bool Rotating>
Encoding read_phased(KeyReader& keys, const AttributeBody& /*body*/) {
  return PhasedShared<Rotating>{.vec = keys.number("vec"),
                                .per_phase = keys.number("perPhase"),
                                .max_phase = keys.number("maxPhase"),
                                .order = keys.numbers("order"),
                                .cga = read_cga(keys)};
}

/// Memory that wgmma reads, in the spelling before nvmma_shared: vec elements are 16 bytes, and the
/// swizzle repeats after perPhase * maxPhase = 8 rows.
Encoding with_leading_offset(KeyReader& keys, const SwizzledShared& old) {
  if (old.vec <= 0 || old.max_phase <= 0 || old.max_phase > 8 || old.order.empty()) {
    keys.refuse({{.code = "triton.swizzle",
                  .message = "no memory of wgmma has these phases",
                  .span = keys.place_of("maxPhase"),
                  .help = "maxPhase is 2, 4 or 8 there, and vec elements are 16 bytes"}});
    return old;
  }
  return NvmmaShared{.swizzling_byte_width = old.max_phase == 1 ? 0 : 16 * old.max_phase,
                     .transposed = old.order[0] == 0,
                     .element_bit_width = 128 / old.vec,
                     .rank = std::ssize(old.order),
                     .cga = old.cga};
}

Encoding read_swizzled(KeyReader& keys, const AttributeBody& body) {
  Encoding e = read_phased<false>(keys, body);
  if (!keys.flag_or("hasLeadingOffset", false)) return e;
  return with_leading_offset(keys, std::get<SwizzledShared>(e.family()));
}

std::int64_t nvmma_rank(KeyReader& keys, const Bases& cga) {
  return keys.number_or("rank", cga.empty() ? 2 : std::ssize(cga.front()));
}

Encoding read_nvmma(KeyReader& keys, const AttributeBody& /*body*/) {
  NvmmaShared e{.swizzling_byte_width = keys.number("swizzlingByteWidth"),
                .transposed = keys.flag("transposed"),
                .element_bit_width = keys.number("elementBitWidth"),
                .fp4_padded = keys.flag_or("fp4Padded", false),
                .cga = read_cga(keys)};
  e.rank = nvmma_rank(keys, e.cga);
  return e;
}

MaybeFault find_order_fault(const Numbers& order, const Numbers& shape) {
  return first_of({check_rank("shape", std::ssize(shape)),
                   check_length("order", order, std::ssize(shape)), check_order("order", order),
                   check_powers_of_two("shape", shape)});
}

void read_ordered_offsets(KeyReader& keys, PaddedShared& e) {
  const Numbers order = keys.numbers("order");
  const Numbers shape = keys.numbers("shape");
  if (auto fault = find_order_fault(order, shape)) {
    fault->error->span = keys.place_of(fault->key);
    keys.refuse(fault->error);
    return;
  }
  e.rank = std::ssize(order);
  e.offset = ordered_offsets({.order = order, .shape = shape});
}

Encoding read_padded(KeyReader& keys, const AttributeBody& body) {
  PaddedShared e{.paddings = body.paddings};
  if (keys.has("order") || keys.has("shape")) {
    read_ordered_offsets(keys, e);
    return e;
  }
  e.offset = keys.bases("offset");
  e.block = keys.bases("block");
  const Bases& some = e.offset.empty() ? e.block : e.offset;
  e.rank = some.empty() ? 0 : std::ssize(some.front());
  return e;
}

Encoding read_shared_linear(KeyReader& keys, const AttributeBody& /*body*/) {
  return SharedLinear{.offset = keys.bases("offset"),
                      .block = keys.bases_or_none("block"),
                      .alignment = keys.number("alignment")};
}

Encoding read_partitioned(KeyReader& keys, const AttributeBody& /*body*/) {
  return PartitionedShared{.num_partitions = keys.number("numPartitions"),
                           .num_groups = keys.number("numGroups"),
                           .partition_dim = keys.number("partitionDim"),
                           .partition_layout = keys.encoding("partitionLayout")};
}

Encoding read_tensor_memory(KeyReader& keys, const AttributeBody& /*body*/) {
  return TensorMemory{.block_m = keys.number("blockM"),
                      .block_n = keys.number("blockN"),
                      .col_stride = keys.number("colStride"),
                      .cga = read_cga(keys),
                      .two_ctas = keys.loose_flag_or("twoCTAs", false),
                      .fp4_padded = keys.loose_flag_or("fp4Padded", false)};
}

Encoding read_scales(KeyReader& keys, const AttributeBody& /*body*/) {
  const std::string_view order = keys.word_or_none("blockRepOrder");
  if (!order.empty() && order != "kThenMn" && order != "mnThenK") {
    keys.refuse({{.code = "triton.value",
                  .message = fmt::format("blockRepOrder should be mnThenK or kThenMn, not {}",
                                         order.substr(0, 64)),
                  .span = keys.place_of("blockRepOrder")}});
  }
  return TensorMemoryScales{.cga = read_cga(keys), .k_then_mn = order == "kThenMn"};
}

constexpr std::array kFamilies = {
    EncodingFamily{Dialect::kGpu, "blocked", BodyForm::kDictionary, read_blocked},
    EncodingFamily{Dialect::kGpu, "slice", BodyForm::kDictionary, read_slice},
    EncodingFamily{Dialect::kGpu, "dot_op", BodyForm::kStruct, read_dot},
    EncodingFamily{Dialect::kGpu, "nvidia_mma", BodyForm::kDictionary, read_nvidia_mma},
    EncodingFamily{Dialect::kGpu, "amd_mfma", BodyForm::kDictionary, read_mfma},
    EncodingFamily{Dialect::kGpu, "amd_wmma", BodyForm::kDictionary, read_wmma},
    EncodingFamily{Dialect::kGpu, "linear", BodyForm::kDictionary, read_bases<false>},
    EncodingFamily{Dialect::kGpu, "generic_linear", BodyForm::kDictionary, read_bases<true>},
    EncodingFamily{Dialect::kGpu, "swizzled_shared", BodyForm::kDictionary, read_swizzled},
    EncodingFamily{Dialect::kGpu, "shared", BodyForm::kDictionary, read_swizzled},
    EncodingFamily{Dialect::kGpu, "amd_rotating_shared", BodyForm::kDictionary, read_phased<true>},
    EncodingFamily{Dialect::kGpu, "nvmma_shared", BodyForm::kDictionary, read_nvmma},
    EncodingFamily{Dialect::kGpu, "padded_shared", BodyForm::kPaddings, read_padded},
    EncodingFamily{Dialect::kGpu, "shared_linear", BodyForm::kOutsideAlignment, read_shared_linear},
    EncodingFamily{Dialect::kGpu, "partitioned_shared", BodyForm::kDictionary, read_partitioned},
    EncodingFamily{Dialect::kNvidia, "tensor_memory_encoding", BodyForm::kBare, read_tensor_memory},
    EncodingFamily{Dialect::kNvidia, "tensor_memory_scales_encoding", BodyForm::kBare, read_scales},
};

}  // namespace

std::span<const EncodingFamily> encoding_families() { return kFamilies; }

}  // namespace tileglot::notation::triton
