// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/buffers.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

core::Status check_size(std::size_t bytes, std::int64_t needed, std::string_view side) {
  if (bytes >= static_cast<std::size_t>(needed)) return {};
  return core::fail({.code = "relayout.buffer_too_small",
                     .message = fmt::format("the {} buffer has {} bytes and the plan needs {}",
                                            side, bytes, needed)});
}

bool overlap(std::span<const std::byte> a, std::span<const std::byte> b) {
  const std::less<const std::byte*> before;
  return !a.empty() && !b.empty() && before(a.data(), b.data() + b.size()) &&
         before(b.data(), a.data() + a.size());
}

}  // namespace

core::Status check_buffers(const Plan& plan, std::span<const std::byte> source,
                           std::span<const std::byte> target) {
  TILEGLOT_TRY_STATUS(check_size(source.size(), plan.source_bytes(), "source"));
  TILEGLOT_TRY_STATUS(check_size(target.size(), plan.target_bytes(), "target"));
  const auto read = source.first(static_cast<std::size_t>(plan.source_bytes()));
  const auto written = target.first(static_cast<std::size_t>(plan.target_bytes()));
  if (!overlap(read, written)) return {};
  return core::fail(
      {.code = "relayout.overlap",
       .message = "source and target share memory, so elements would be lost before they move",
       .help = "move into another buffer"});
}

}  // namespace tileglot::relayout::plan
