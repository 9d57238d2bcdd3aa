// SPDX-License-Identifier: Apache-2.0
// json_encoding_fuzz.cc: any object is read as an encoding or refused; what is read lowers or is refused.
//
// The first byte chooses how the rest is read: as JSON, or as the choices from which an object with
// the keys of an encoding is built, so that numbers are soon where numbers belong.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/bridge/triton/lower.h"
#include "tileglot/core/checked.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/parse.h"
#include "tileglot/notation/triton/print.h"
#include "tileglot/value/encoding.h"
#include "tileglot/value/json.h"

namespace tileglot::value {
namespace {

namespace triton = notation::triton;

constexpr std::array<std::string_view, 11> kKinds = {"blocked",
                                                     "slice",
                                                     "dot",
                                                     "nvmma",
                                                     "mfma",
                                                     "wmma",
                                                     "swizzled_shared",
                                                     "amd_rotating_shared",
                                                     "nvmma_shared",
                                                     "tensor_memory",
                                                     "tensor_memory_scales"};
constexpr std::array<std::string_view, 13> kNumberKeys = {
    "opIdx",    "kWidth",          "dim",
    "version",  "elementBitWidth", "vec",
    "perPhase", "maxPhase",        "swizzlingByteWidth",
    "blockM",   "blockN",          "colStride",
    "rank"};
constexpr std::array<std::string_view, 4> kListKeys = {"sizePerThread", "threadsPerWarp",
                                                       "warpsPerCTA", "tilesPerWarp"};
constexpr std::array<std::string_view, 4> kFlagKeys = {"isTransposed", "transposed", "fp4Padded",
                                                       "twoCTAs"};

void require(bool condition) {
  if (!condition) std::abort();
}

/// Choices, one byte each; 0 when they have run out.
class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::size_t below(std::size_t n) { return next() % n; }
  /// Mostly a power of two; else next to one.
  std::int64_t number() {
    const std::size_t choice = below(64);
    const std::int64_t power = choice == 63 ? core::kInt64Min : std::int64_t{1} << choice;
    constexpr std::array<std::int64_t, 8> kOffsets = {0, 0, 0, 0, 0, -1, 1, 0};
    return core::saturating_add(power, kOffsets[below(kOffsets.size())]);
  }
  Json list(std::size_t length) {
    Json list = Json::array();
    for (std::size_t i = 0; i < length; ++i) list.push_back(number());
    return list;
  }

 private:
  std::uint8_t next() {
    if (bytes_.empty()) return 0;
    const std::uint8_t byte = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return byte;
  }
  std::span<const std::uint8_t> bytes_;
};

Json order_of(Choices& choices, std::size_t rank) {
  Json order = Json::array();
  for (std::size_t d = rank; d-- > 0;) order.push_back(choices.below(16) == 0 ? 0 : d);
  return order;
}

Json cga_of(Choices& choices, std::size_t rank) {
  if (choices.below(2) == 0) return {};
  return {{"ctasPerCGA", choices.list(rank)},
          {"ctaSplitNum", choices.list(rank)},
          {"ctaOrder", order_of(choices, rank)}};
}

Json built(Choices& choices, std::size_t rank, std::size_t depth) {
  Json encoding = {{"kind", kKinds[choices.below(kKinds.size())]}};
  for (const std::string_view key : kNumberKeys) encoding[std::string(key)] = choices.number();
  for (const std::string_view key : kListKeys) encoding[std::string(key)] = choices.list(rank);
  for (const std::string_view key : kFlagKeys) {
    encoding[std::string(key)] = choices.below(2) == 1;
  }
  encoding["instrShape"] = choices.list(2 + choices.below(2));
  encoding["order"] = order_of(choices, rank);
  encoding["cga"] = cga_of(choices, rank);
  encoding["blockRepOrder"] = "kThenMn";
  if (depth < 4) encoding["parent"] = built(choices, rank, depth + 1);
  return encoding;
}

void check(const Json& json, std::int64_t rank) {
  const auto encoding = encoding_of_json(json, rank);
  if (!encoding) return require(!encoding.error()->message.empty());
  const auto again = triton::parse_encoding(triton::print(*encoding));
  require(again.has_value());
  for (const int bits : {0, 4, 7, 11, 40, 62}) {
    triton::Numbers shape(static_cast<std::size_t>(rank), std::int64_t{1} << bits);
    (void)bridge::lower(*encoding, shape);
    if (!shape.empty()) shape.back() = 1;
    (void)bridge::lower(*encoding, shape);
  }
}

}  // namespace
}  // namespace tileglot::value

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace value = tileglot::value;
  if (size < 2) return 0;
  const std::size_t rank = 1 + (data[0] >> 1) % 4;
  if (data[0] % 2 == 0) {
    const value::Json json = value::Json::parse(data + 1, data + size, nullptr, false);
    if (!json.is_discarded()) value::check(json, static_cast<std::int64_t>(rank));
    return 0;
  }
  value::Choices choices({data + 1, size - 1});
  value::check(value::built(choices, rank, 0), static_cast<std::int64_t>(rank));
  return 0;
}
