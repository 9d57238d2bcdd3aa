// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/apart.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace tileglot::relayout::cpu {
namespace {

constexpr std::less<const std::byte*> kBefore;

}  // namespace

void Apart::add(std::size_t number, std::span<const std::byte> bytes, bool is_source) {
  if (bytes.empty()) return;
  buffers_.push_back({bytes.data(), bytes.data() + bytes.size(), number, is_source});
  extend(is_source ? sources_ : targets_, buffers_.back());
}

void Apart::extend(Hull& hull, const Buffer& buffer) {
  if (hull.begin == nullptr) {
    hull.begin = buffer.begin;
    hull.end = buffer.end;
    return;
  }
  if (kBefore(buffer.begin, hull.end)) hull.is_in_order = false;
  hull.begin = std::min(hull.begin, buffer.begin, kBefore);
  hull.end = std::max(hull.end, buffer.end, kBefore);
}

std::optional<Clash> Apart::first_clash() const {
  const bool are_separate = sources_.begin == nullptr || targets_.begin == nullptr ||
                            !kBefore(sources_.begin, targets_.end) ||
                            !kBefore(targets_.begin, sources_.end);
  if (are_separate && targets_.is_in_order) return std::nullopt;
  std::vector<Buffer> sorted = buffers_;
  std::sort(sorted.begin(), sorted.end(),
            [](const Buffer& a, const Buffer& b) { return kBefore(a.begin, b.begin); });
  // The source and the target with the farthest end among the earlier ones.
  const Buffer* source = nullptr;
  const Buffer* target = nullptr;
  for (const Buffer& buffer : sorted) {
    const auto meets = [&](const Buffer* before) {
      return before != nullptr && kBefore(buffer.begin, before->end);
    };
    if (meets(target))
      return buffer.is_source ? Clash{target->number, buffer.number, true}
                              : Clash{buffer.number, target->number, false};
    if (!buffer.is_source && meets(source)) return Clash{buffer.number, source->number, true};
    const Buffer*& farthest = buffer.is_source ? source : target;
    if (farthest == nullptr || kBefore(farthest->end, buffer.end)) farthest = &buffer;
  }
  return std::nullopt;
}

}  // namespace tileglot::relayout::cpu
