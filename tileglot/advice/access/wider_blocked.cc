// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/wider_blocked.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/core/scanner.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/parse.h"
#include "tileglot/notation/triton/print.h"
#include "tileglot/notation/triton/validate_encoding.h"

namespace tileglot::advice {
namespace {

namespace triton = notation::triton;

/// A blocked layout with consistent parameters.
std::optional<triton::Blocked> read_blocked(std::string_view text) {
  if (!core::Scanner(text).looking_at("#")) return std::nullopt;
  const auto encoding = triton::parse_encoding(text);
  if (!encoding || !triton::validate(*encoding)) return std::nullopt;
  const auto* blocked = std::get_if<triton::Blocked>(&encoding->family());
  return blocked == nullptr ? std::nullopt : std::optional(*blocked);
}

}  // namespace

std::optional<WiderBlocked> wider_blocked(std::string_view text, std::int64_t factor) {
  std::optional<triton::Blocked> blocked = read_blocked(text);
  if (!blocked || blocked->order.size() < 2) return std::nullopt;
  const auto fastest = static_cast<std::size_t>(blocked->order[0]);
  const auto next = static_cast<std::size_t>(blocked->order[1]);
  if (blocked->threads_per_warp[fastest] % factor != 0) return std::nullopt;
  blocked->size_per_thread[fastest] *= factor;
  blocked->threads_per_warp[fastest] /= factor;
  blocked->threads_per_warp[next] *= factor;
  WiderBlocked wider{.parameters = fmt::format("sizePerThread = [{}], threadsPerWarp = [{}]",
                                               fmt::join(blocked->size_per_thread, ", "),
                                               fmt::join(blocked->threads_per_warp, ", "))};
  wider.text = triton::print(triton::Encoding(*std::move(blocked)));
  return wider;
}

}  // namespace tileglot::advice
