// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/notation/triton/cluster_bases.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/parse.h"
#include "tileglot/notation/triton/validate_encoding.h"
#include "tileglot/notation/triton/wmma_tiles.h"
#include "tileglot/value/json.h"

namespace tileglot::value {
namespace {

namespace triton = notation::triton;
using core::fail;
using core::Result;
using triton::Encoding;
using triton::Numbers;

core::Error no_value(std::string_view key, const Json& json) {
  return {{.code = "triton.json",
           .message =
               fmt::format("{} is missing or no such value in {}", key,
                           json.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 80)),
           .help = R"(write {"kind":"blocked","sizePerThread":[1,4],..} as specified)"}};
}

/// Keys of an object; keeps the first error.
class JsonKeys {
 public:
  explicit JsonKeys(const Json& json) : json_(json) {}

  Json value(std::string_view key) {
    const bool there = json_.is_object() && json_.contains(key);
    return there ? json_[std::string(key)] : Json();
  }
  std::int64_t number(std::string_view key) {
    const auto number = integer_of(value(key));
    if (!number) wrong(key);
    return number.value_or(0);
  }
  Numbers numbers(std::string_view key) {
    Numbers numbers;
    const Json list = value(key);
    if (!list.is_array()) wrong(key);
    for (const Json& item : list) {
      const auto number = integer_of(item);
      if (!number) wrong(key);
      numbers.push_back(number.value_or(0));
    }
    return numbers;
  }
  bool flag(std::string_view key) {
    const Json flag = value(key);
    if (!flag.is_boolean()) wrong(key);
    return flag.is_boolean() && flag.get<bool>();
  }
  bool flag_or_no(std::string_view key) { return !value(key).is_null() && flag(key); }
  std::string word(std::string_view key) {
    const Json word = value(key);
    if (!word.is_string()) wrong(key);
    return word.is_string() ? word.get<std::string>() : "";
  }
  triton::Bases cga() {
    const Json cga = value("cga");
    if (cga.is_null()) return {};
    JsonKeys keys(cga);
    auto bases = triton::split_to_bases(keys.numbers("ctasPerCGA"), keys.numbers("ctaSplitNum"),
                                        keys.numbers("ctaOrder"));
    if (keys.error_) error_ = keys.error_;
    if (!bases && !error_) error_ = bases.error();
    return bases.value_or(triton::Bases{});
  }
  void wrong(std::string_view key) { refuse(no_value(key, json_)); }
  void refuse(core::Error error) {
    if (!error_) error_ = std::move(error);
  }
  const std::optional<core::Error>& error() const { return error_; }

 private:
  const Json& json_;
  std::optional<core::Error> error_;
};

Encoding blocked(JsonKeys& keys) {
  return triton::Blocked{.size_per_thread = keys.numbers("sizePerThread"),
                         .threads_per_warp = keys.numbers("threadsPerWarp"),
                         .warps_per_cta = keys.numbers("warpsPerCTA"),
                         .order = keys.numbers("order"),
                         .cga = keys.cga()};
}

Encoding nvidia_mma(JsonKeys& keys) {
  return triton::NvidiaMma{.version_major = keys.number("version"),
                           .warps_per_cta = keys.numbers("warpsPerCTA"),
                           .cga = keys.cga(),
                           .instr_shape = keys.numbers("instrShape")};
}

Encoding mfma(JsonKeys& keys) {
  return triton::AmdMfma{.version = keys.number("version"),
                         .warps_per_cta = keys.numbers("warpsPerCTA"),
                         .instr_shape = keys.numbers("instrShape"),
                         .is_transposed = keys.flag("isTransposed"),
                         .cga = keys.cga(),
                         .tiles_per_warp = keys.numbers("tilesPerWarp"),
                         .element_bit_width = keys.number("elementBitWidth")};
}

Encoding wmma(JsonKeys& keys) {
  triton::AmdWmma e{.version = keys.number("version"),
                    .is_transposed = keys.flag("isTransposed"),
                    .cga = keys.cga(),
                    .instr_shape = keys.numbers("instrShape")};
  const Numbers warps = keys.numbers("warpsPerCTA");
  if (auto fault = triton::place_tiles(e, warps, keys.numbers("tilesPerWarp"))) {
    keys.refuse(std::move(fault->error));
  }
  return e;
}

template <bool Rotating>
Encoding phased(JsonKeys& keys) {
  return triton::PhasedShared<Rotating>{.vec = keys.number("vec"),
                                        .per_phase = keys.number("perPhase"),
                                        .max_phase = keys.number("maxPhase"),
                                        .order = keys.numbers("order"),
                                        .cga = keys.cga()};
}

Encoding nvmma_shared(JsonKeys& keys) {
  return triton::NvmmaShared{.swizzling_byte_width = keys.number("swizzlingByteWidth"),
                             .transposed = keys.flag("transposed"),
                             .element_bit_width = keys.number("elementBitWidth"),
                             .fp4_padded = keys.flag_or_no("fp4Padded"),
                             .cga = keys.cga()};
}

Encoding tensor_memory(JsonKeys& keys) {
  return triton::TensorMemory{.block_m = keys.number("blockM"),
                              .block_n = keys.number("blockN"),
                              .col_stride = keys.number("colStride"),
                              .cga = keys.cga(),
                              .two_ctas = keys.flag_or_no("twoCTAs"),
                              .fp4_padded = keys.flag_or_no("fp4Padded")};
}

Encoding scales(JsonKeys& keys) {
  return triton::TensorMemoryScales{.cga = keys.cga(),
                                    .k_then_mn = keys.word("blockRepOrder") == "kThenMn"};
}

struct Kind {
  std::string_view name;
  Encoding (*read)(JsonKeys&);
};

constexpr std::array kKinds{
    Kind{"blocked", blocked},
    Kind{"nvmma", nvidia_mma},
    Kind{"mfma", mfma},
    Kind{"wmma", wmma},
    Kind{"swizzled_shared", phased<false>},
    Kind{"amd_rotating_shared", phased<true>},
    Kind{"nvmma_shared", nvmma_shared},
    Kind{"tensor_memory", tensor_memory},
    Kind{"tensor_memory_scales", scales},
};

Result<Encoding> read(const Json& json, std::int64_t rank, std::size_t depth);

/// slice and dot; nothing for other kinds.
Result<std::optional<Encoding>> read_with_parent(JsonKeys& keys, std::int64_t rank,
                                                 std::size_t depth) {
  const std::string kind = keys.word("kind");
  if (kind != "slice" && kind != "dot") return std::nullopt;
  if (depth >= triton::kMaxEncodingDepth) {
    keys.wrong("parent");
    return std::nullopt;
  }
  const bool slice = kind == "slice";
  TILEGLOT_TRY(parent, read(keys.value("parent"), slice ? rank + 1 : rank, depth + 1));
  if (slice) return Encoding(triton::Slice{.dim = keys.number("dim"), .parent = parent});
  return Encoding(triton::DotOperand{
      .op_idx = keys.number("opIdx"), .parent = parent, .k_width = keys.number("kWidth")});
}

Result<Encoding> read_kind(JsonKeys& keys) {
  const auto kind = std::ranges::find(kKinds, keys.word("kind"), &Kind::name);
  if (kind != kKinds.end()) return kind->read(keys);
  keys.wrong("kind");
  return fail(*keys.error());
}

Result<Encoding> read(const Json& json, std::int64_t rank, std::size_t depth) {
  JsonKeys keys(json);
  TILEGLOT_TRY(with_parent, read_with_parent(keys, rank, depth));
  auto encoding = with_parent ? Result<Encoding>(*with_parent) : read_kind(keys);
  if (keys.error()) return fail(*keys.error());
  if (auto* e = std::get_if<triton::NvmmaShared>(&*encoding)) e->rank = rank;
  return encoding;
}

}  // namespace

Result<Encoding> encoding_of_json(const Json& json, std::int64_t rank) {
  TILEGLOT_TRY(encoding, read(json, rank, 0));
  TILEGLOT_TRY_STATUS(triton::validate(encoding));
  return std::move(encoding);
}

}  // namespace tileglot::value
