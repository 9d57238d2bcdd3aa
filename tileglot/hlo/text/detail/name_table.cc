// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/name_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/ids.h"

namespace tileglot::hlo {
namespace {

constexpr std::size_t kFirstSlots = 16;

std::uint32_t hash_of(std::string_view name) {
  return static_cast<std::uint32_t>(std::hash<std::string_view>{}(name));
}

}  // namespace

std::size_t NameTable::slot_of(std::string_view name, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.entry == 0) return at;
    if (slot.hash == hash && entries_[slot.entry - 1].name == name) return at;
  }
}

std::optional<InstructionId> NameTable::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const Slot& slot = slots_[slot_of(name, hash_of(name))];
  if (slot.entry == 0) return std::nullopt;
  return entries_[slot.entry - 1].id;
}

bool NameTable::add(std::string_view name, InstructionId id) {
  if (slots_.size() < 2 * (entries_.size() + 1)) grow();
  const std::uint32_t hash = hash_of(name);
  Slot& slot = slots_[slot_of(name, hash)];
  if (slot.entry != 0) return false;
  entries_.push_back({name, id});
  slot = {hash, static_cast<std::uint32_t>(entries_.size())};
  return true;
}

void NameTable::grow() {
  const std::vector<Slot> before =
      std::exchange(slots_, std::vector<Slot>(std::max(kFirstSlots, 2 * slots_.size())));
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : before) {
    if (slot.entry == 0) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].entry != 0) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

std::vector<std::string_view> NameTable::names() const {
  std::vector<std::string_view> result;
  result.reserve(entries_.size());
  for (const Entry& entry : entries_) result.push_back(entry.name);
  return result;
}

}  // namespace tileglot::hlo
