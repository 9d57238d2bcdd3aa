// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/swizzle/memory_offsets.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tileglot/core/f2_span.h"
#include "tileglot/notation/linear/layout/detail/bit_moves.h"
#include "tileglot/notation/linear/swizzle/hardware_bases.h"

namespace tileglot::notation::linear {
namespace {

using core::fail;
using core::Result;

/// Maps a flat output of the layout to one of the memory.
Result<detail::BitMoves> outs_of_memory(const Layout& layout, const Layout& memory) {
  detail::BitMoves moves;
  for (const Dimension& out : layout.outs()) {
    const Dimension* there = memory.find_out(out.name);
    if (there == nullptr || there->bits != out.bits || layout.outs().size() != memory.outs().size())
      return fail(require_same_tensor(layout, memory).error());
    moves.add(out, there->begin);
  }
  return moves;
}

/// Offset bits without the block bits, which come after them so that they are used last.
class Places {
 public:
  explicit Places(const Layout& memory) {
    for (const Dimension& in : memory.ins())
      if (in.name != kBlock) add(memory.columns_of(in));
    offset_bits_ = count_;
    if (const Dimension* block = memory.find_in(kBlock)) add(memory.columns_of(*block));
  }

  std::optional<std::uint64_t> of(std::uint64_t element) const {
    const auto place = solver_.solve(element);
    if (!place) return std::nullopt;
    return offset_bits_ == kMaxBits ? *place : *place & ((std::uint64_t{1} << offset_bits_) - 1);
  }

 private:
  void add(F2BasesView columns) {
    for (const std::uint64_t c : columns) solver_.insert(c);
    count_ += static_cast<int>(columns.size());
  }

  core::F2Solver solver_;
  int count_ = 0;
  int offset_bits_ = 0;
};

struct Finder {
  const Places& places;
  const detail::BitMoves& moves;

  core::Status add(F2Bases& to, F2BasesView columns) const {
    for (const std::uint64_t c : columns) {
      const auto offset = places.of(moves.moved(c));
      if (!offset)
        return fail({.code = "linear.not_in_memory",
                     .message = "the memory does not hold every element of the layout",
                     .witness = fmt::format("the element of flat index {}", c)});
      to.push_back(*offset);
    }
    return {};
  }
};

F2Bases without_zeros(F2BasesView columns) {
  F2Bases result;
  for (const std::uint64_t c : columns)
    if (c != 0) result.push_back(c);
  return result;
}

}  // namespace

Result<MemoryOffsets> memory_offsets(const Layout& layout, const Layout& memory) {
  TILEGLOT_TRY_STATUS(require_distributed(layout));
  TILEGLOT_TRY(moves, outs_of_memory(layout, memory));
  const Places places(memory);
  const Finder finder{places, moves};
  const HardwareBases bases = hardware_bases(layout);
  MemoryOffsets result;
  TILEGLOT_TRY_STATUS(finder.add(result.registers, view(without_zeros(bases.registers))));
  TILEGLOT_TRY_STATUS(finder.add(result.lanes, bases.lanes));
  TILEGLOT_TRY_STATUS(finder.add(result.warps, bases.warps));
  for (const F2Bases* list : {&result.lanes, &result.warps})
    for (const std::uint64_t o : *list) result.others.push_back(o);
  return result;
}

}  // namespace tileglot::notation::linear
