// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/padded_order.h"

namespace tileglot::notation::triton {
namespace {

std::string text_of(std::int64_t number) { return fmt::format("{}", number); }
std::string text_of(bool flag) { return flag ? "true" : "false"; }
std::string text_of(const Numbers& numbers) {
  return fmt::format("[{}]", fmt::join(numbers, ", "));
}
std::string text_of(const Bases& bases) {
  std::vector<std::string> parts;
  for (const Numbers& basis : bases) parts.push_back(text_of(basis));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}
std::string text_of(const Nested& encoding) { return print(*encoding); }

/// key = value, ..
class Keys {
 public:
  template <class Value>
  Keys& add(std::string_view key, const Value& value) {
    text_ += fmt::format("{}{} = {}", text_.empty() ? "" : ", ", key, text_of(value));
    return *this;
  }
  template <class Value>
  Keys& add_if(bool wanted, std::string_view key, const Value& value) {
    return wanted ? add(key, value) : *this;
  }
  Keys& cga(const Bases& bases) { return add_if(!bases.empty(), "CGALayout", bases); }
  const std::string& text() const { return text_; }
  std::string braced() const { return fmt::format("{{{}}}", text_); }

 private:
  std::string text_;
};

std::string body(const Blocked& e) {
  return Keys()
      .add("sizePerThread", e.size_per_thread)
      .add("threadsPerWarp", e.threads_per_warp)
      .add("warpsPerCTA", e.warps_per_cta)
      .add("order", e.order)
      .cga(e.cga)
      .braced();
}

std::string body(const Slice& e) {
  return Keys().add("dim", e.dim).add("parent", e.parent).braced();
}

std::string body(const DotOperand& e) {
  return Keys()
      .add("opIdx", e.op_idx)
      .add("parent", e.parent)
      .add_if(e.k_width != 0, "kWidth", e.k_width)
      .braced();
}

std::string body(const NvidiaMma& e) {
  return Keys()
      .add("versionMajor", e.version_major)
      .add("versionMinor", e.version_minor)
      .add("warpsPerCTA", e.warps_per_cta)
      .cga(e.cga)
      .add("instrShape", e.instr_shape)
      .braced();
}

std::string body(const AmdMfma& e) {
  return Keys()
      .add("version", e.version)
      .add("warpsPerCTA", e.warps_per_cta)
      .add("instrShape", e.instr_shape)
      .add("isTransposed", e.is_transposed)
      .cga(e.cga)
      .add_if(e.tiles_per_warp != Numbers(e.tiles_per_warp.size(), 1), "tilesPerWarp",
              e.tiles_per_warp)
      .add_if(e.element_bit_width != 32, "elementBitWidth", e.element_bit_width)
      .braced();
}

std::string body(const AmdWmma& e) {
  const std::string tiles = Keys()
                                .add_if(!e.cta_register.empty(), "register", e.cta_register)
                                .add("warp", e.cta_warp)
                                .braced();
  const std::string rest =
      Keys()
          .cga(e.cga)
          .add_if(e.instr_shape != Numbers{16, 16, 16}, "instrShape", e.instr_shape)
          .add_if(e.rank != 2, "rank", e.rank)
          .text();
  return fmt::format("{{version = {}, isTranspose = {}, ctaLayout = {}{}{}}}", e.version,
                     e.is_transposed, tiles, rest.empty() ? "" : ", ", rest);
}

template <bool Generic>
std::string body(const DistributedBases<Generic>& e) {
  return Keys()
      .add("register", e.register_bases)
      .add("lane", e.lane_bases)
      .add("warp", e.warp_bases)
      .add("block", e.block_bases)
      .braced();
}

template <bool Rotating>
std::string body(const PhasedShared<Rotating>& e) {
  return Keys()
      .add("vec", e.vec)
      .add("perPhase", e.per_phase)
      .add("maxPhase", e.max_phase)
      .add("order", e.order)
      .cga(e.cga)
      .braced();
}

std::string body(const NvmmaShared& e) {
  return Keys()
      .add("swizzlingByteWidth", e.swizzling_byte_width)
      .add("transposed", e.transposed)
      .add("elementBitWidth", e.element_bit_width)
      .add_if(e.fp4_padded, "fp4Padded", true)
      .add_if(e.rank != 2 && e.cga.empty(), "rank", e.rank)
      .cga(e.cga)
      .braced();
}

std::string paddings_text(const std::vector<Padding>& paddings) {
  std::vector<std::string> parts;
  parts.reserve(paddings.size());
  for (const auto& [interval, padding] : paddings) {
    parts.push_back(fmt::format("{}:+{}", interval, padding));
  }
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string body(const PaddedShared& e) {
  const auto ordered = e.block.empty() ? order_of(e.offset, e.rank) : std::nullopt;
  const std::string keys =
      ordered ? Keys().add("order", ordered->order).add("shape", ordered->shape).braced()
              : Keys().add("offset", e.offset).add("block", e.block).braced();
  return fmt::format("{} {}", paddings_text(e.paddings), keys);
}

std::string body(const SharedLinear& e) {
  const std::string keys =
      Keys().add("offset", e.offset).add_if(!e.block.empty(), "block", e.block).braced();
  return fmt::format("{}, alignment = {}", keys, e.alignment);
}

std::string body(const PartitionedShared& e) {
  return Keys()
      .add("numPartitions", e.num_partitions)
      .add("numGroups", e.num_groups)
      .add("partitionDim", e.partition_dim)
      .add("partitionLayout", e.partition_layout)
      .braced();
}

std::string body(const TensorMemory& e) {
  return Keys()
      .add("blockM", e.block_m)
      .add("blockN", e.block_n)
      .add("colStride", e.col_stride)
      .cga(e.cga)
      .add_if(e.two_ctas, "twoCTAs", true)
      .add_if(e.fp4_padded, "fp4Padded", true)
      .text();
}

std::string body(const TensorMemoryScales& e) {
  std::string keys = Keys().cga(e.cga).text();
  if (!e.k_then_mn) return keys;
  return keys + (keys.empty() ? "" : ", ") + "blockRepOrder = kThenMn";
}

}  // namespace

std::string print(const Encoding& encoding) {
  const std::string parameters =
      std::visit([](const auto& family) { return body(family); }, encoding.family());
  return fmt::format("#{}<{}>", mnemonic(encoding), parameters);
}

}  // namespace tileglot::notation::triton
