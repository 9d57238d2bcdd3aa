// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/memory_side.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/notation/linear/swizzle/f2_bases.h"
#include "tileglot/notation/linear/swizzle/hardware_bases.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;
using linear::Layout;

void add_offsets(linear::F2Bases& to, linear::F2BasesView vectors, const Memory& memory) {
  for (const std::uint64_t v : vectors) to.push_back(memory.offset(v));
}

std::vector<Place> own_places(const linear::F2Bases& offsets) {
  std::vector<Place> places;
  for (const std::uint64_t o : offsets) places.push_back({o, 0});
  return places;
}

}  // namespace

Memory::Memory(const Layout& map) {
  for (const linear::Name& name : {linear::kVector, linear::kBank, linear::kSegment})
    add(map, name);
  local_bits_ = bits_;
  add(map, linear::kReps);
  round_bits_ = bits_ - local_bits_;
  for (const std::uint64_t v : map.columns_of(*map.find_in(linear::kBlock))) solver_.insert(v);
}

void Memory::add(const Layout& map, const linear::Name& name) {
  for (const std::uint64_t v : map.columns_of(*map.find_in(name))) {
    solver_.insert(v);
    ++bits_;
  }
}

MemorySide writing_side(const Layout& layout, const Memory& memory) {
  const linear::HardwareBases bases = linear::hardware_bases(layout);
  MemorySide side;
  add_offsets(side.offsets.registers, bases.registers, memory);
  add_offsets(side.offsets.lanes, bases.lanes, memory);
  add_offsets(side.offsets.warps, bases.warps, memory);
  side.address.lanes = own_places(side.offsets.lanes);
  side.address.warps = own_places(side.offsets.warps);
  for (std::size_t i = 0; i < bases.blocks.size(); ++i)
    side.address.blocks.push_back({memory.offset(bases.blocks[i]), std::uint64_t{1} << i});
  side.register_blocks.assign(bases.registers.size(), 0);
  return side;
}

MemorySide reading_side(const Layout& layout, const Memory& memory, const ElementBlocks& blocks) {
  const linear::HardwareBases bases = linear::hardware_bases(layout);
  MemorySide side = writing_side(layout, memory);
  const auto moved = [&](Place& place, std::uint64_t block, std::uint64_t own) {
    place.block = block;
    side.of_other_blocks = side.of_other_blocks || block != own;
  };
  for (std::size_t i = 0; i < bases.lanes.size(); ++i)
    moved(side.address.lanes[i], blocks.of(bases.lanes[i]), 0);
  for (std::size_t i = 0; i < bases.warps.size(); ++i)
    moved(side.address.warps[i], blocks.of(bases.warps[i]), 0);
  for (std::size_t i = 0; i < bases.blocks.size(); ++i)
    moved(side.address.blocks[i], blocks.of(bases.blocks[i]) ^ blocks.from_block_bit(i),
          std::uint64_t{1} << i);
  for (std::size_t i = 0; i < bases.registers.size(); ++i) {
    side.register_blocks[i] = blocks.of(bases.registers[i]);
    side.of_other_blocks = side.of_other_blocks || side.register_blocks[i] != 0;
  }
  return side;
}

bool rounds_are_registers(const MemorySide& side, const Memory& memory) {
  const auto in_round_0 = [&](const Place& p) { return memory.round(p.offset) == 0; };
  return std::ranges::all_of(side.address.lanes, in_round_0) &&
         std::ranges::all_of(side.address.warps, in_round_0) &&
         std::ranges::all_of(side.address.blocks, in_round_0) &&
         std::ranges::all_of(side.offsets.registers, [&](std::uint64_t o) {
           return memory.round(o) == 0 || std::has_single_bit(o);
         });
}

}  // namespace tileglot::relayout::warp
