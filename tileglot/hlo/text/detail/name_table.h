// SPDX-License-Identifier: Apache-2.0
// name_table.h: the instructions of a computation by their names, while it is read.
//
// What     add(name, id) stores a name once; find(name) is its instruction. Names are views: the
//          text that was read outlives the table.
// Why      A computation of 200,000 instructions needs half a million lookups. Slots of eight bytes
//          in one array, found by the name's hash and compared by a few more of its bits, miss the
//          cache once where a map of nodes misses it three times.
// Example  NameTable t; t.add("p", p); t.find("p") is p; t.add("p", q) is false.
//          [tests: hlo/text/name_table_test.cc, "a name is kept once"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/ids.h"

namespace tileglot::hlo {

class NameTable {
 public:
  std::optional<InstructionId> find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name).has_value(); }
  /// Returns false if the name is taken; then nothing changes.
  bool add(std::string_view name, InstructionId id);

  std::size_t size() const { return entries_.size(); }
  /// In the order in which they were added.
  std::vector<std::string_view> names() const;

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t entry = 0;  ///< its number plus one; 0 is a free slot
  };
  struct Entry {
    std::string_view name = {};
    InstructionId id = {};
  };

  /// The slot of the name, or the free one for it. Precondition: there is a free one.
  std::size_t slot_of(std::string_view name, std::uint32_t hash) const;
  void grow();

  std::vector<Slot> slots_ = {};  ///< a power of two, at most half of them taken
  std::vector<Entry> entries_ = {};
};

}  // namespace tileglot::hlo
