// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/buffers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

core::Status check_size(std::size_t bytes, std::int64_t needed, std::string_view side) {
  if (bytes >= static_cast<std::size_t>(needed)) return {};
  return core::fail(
      {.code = "relayout.buffer_too_small",
       .message = fmt::format("the {} buffer has {} and the plan needs {}", side,
                              core::counted(static_cast<std::int64_t>(bytes), "byte"), needed)});
}

/// The bytes that both contain; empty if they are disjoint.
std::span<const std::byte> shared(std::span<const std::byte> a, std::span<const std::byte> b) {
  const std::less<const std::byte*> before;
  const std::byte* begin = std::max(a.data(), b.data(), before);
  const std::byte* end = std::min(a.data() + a.size(), b.data() + b.size(), before);
  if (!before(begin, end)) return {};
  return {begin, end};
}

core::Error overlap(std::span<const std::byte> source, std::span<const std::byte> target,
                    std::span<const std::byte> both) {
  if (source.data() == target.data() && source.size() == target.size())
    return {{.code = "relayout.overlap",
             .message = "source and target are the same memory, so elements would be lost before "
                        "they move",
             .help = "move into another buffer, and copy back from there"}};
  return {{.code = "relayout.overlap",
           .message = fmt::format("source and target share {}, from byte {} of the source and "
                                  "{} of the target on, so elements would be lost before they move",
                                  core::counted(static_cast<std::int64_t>(both.size()), "byte"),
                                  both.data() - source.data(), both.data() - target.data()),
           .help = "move into another buffer"}};
}

}  // namespace

core::Status check_buffers(const Plan& plan, std::span<const std::byte> source,
                           std::span<const std::byte> target) {
  TILEGLOT_TRY_STATUS(check_size(source.size(), plan.source_bytes(), "source"));
  TILEGLOT_TRY_STATUS(check_size(target.size(), plan.target_bytes(), "target"));
  const auto read = source.first(static_cast<std::size_t>(plan.source_bytes()));
  const auto written = target.first(static_cast<std::size_t>(plan.target_bytes()));
  const std::span<const std::byte> both = shared(read, written);
  if (both.empty()) return {};
  return core::fail(overlap(read, written, both));
}

}  // namespace tileglot::relayout::plan
