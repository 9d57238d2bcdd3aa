// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/shared_plan.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/notation/linear/swizzle/access_tile.h"
#include "tileglot/notation/linear/swizzle/bank_conflicts.h"
#include "tileglot/notation/linear/swizzle/hardware_bases.h"
#include "tileglot/notation/linear/swizzle/optimal_swizzling.h"
#include "tileglot/relayout/warp/element_blocks.h"
#include "tileglot/relayout/warp/memory_side.h"
#include "tileglot/relayout/warp/register_choice.h"
#include "tileglot/relayout/warp/thread_program.h"

namespace tileglot::relayout::warp {
namespace {

namespace linear = notation::linear;
using core::Result;
using linear::AccessTile;
using linear::Layout;
using linear::view;

constexpr std::size_t kLanesOfMatrix = 5;
constexpr std::size_t kMaxMatrices = 2;  ///< log2 of the matrices of one instruction

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The layout without registers that repeat.
Layout with_kept_registers(const Layout& layout, const RegisterChoice& kept) {
  Layout result;
  for (const linear::Dimension& out : layout.outs()) result.add_out(out.name, out.bits);
  const linear::HardwareBases bases = linear::hardware_bases(layout);
  linear::F2Bases registers;
  for (const int bit : kept.kept()) registers.push_back(bases.registers[at(bit)]);
  result.add_in(linear::kRegister, view(registers));
  result.add_in(linear::kLane, bases.lanes);
  result.add_in(linear::kWarp, bases.warps);
  result.add_in(linear::kBlock, bases.blocks);
  return result;
}

/// The register bits of a side by purpose.
struct RegisterBits {
  std::vector<int> rounds;  ///< by bit of the round
  std::vector<int> inner;   ///< within a vector or a word of a matrix, by bit of the offset
  std::vector<int> outer;
};

/// The instructions by which one side accesses memory.
struct Instructions {
  AccessKind kind = AccessKind::kVector;
  RegisterBits bits;
};

/// Set in the offset of a register of another block, which cannot share a vector with those of this
/// one.
constexpr std::uint64_t kElsewhere = std::uint64_t{1} << 62;

/// The offsets without those of other rounds.
linear::MemoryOffsets of_one_round(const MemorySide& side, const Memory& memory) {
  linear::MemoryOffsets result = side.offsets;
  result.registers.clear();
  for (std::size_t i = 0; i < side.offsets.registers.size(); ++i) {
    const std::uint64_t o = side.offsets.registers[i];
    if (memory.round(o) == 0)
      result.registers.push_back(side.register_blocks[i] == 0 ? o : o | kElsewhere);
  }
  for (const Place& p : side.address.blocks) result.warps.push_back(p.offset);
  for (const linear::F2Bases* list : {&result.lanes, &result.warps})
    for (const std::uint64_t o : *list) result.others.push_back(o);
  return result;
}

RegisterBits register_bits(const MemorySide& side, const Memory& memory, std::size_t inner) {
  RegisterBits bits;
  bits.rounds.resize(at(memory.round_bits()));
  bits.inner.assign(inner, -1);
  for (std::size_t i = 0; i < side.offsets.registers.size(); ++i) {
    const std::uint64_t o = side.offsets.registers[i];
    const auto bit = at(std::countr_zero(o));
    const int reg = static_cast<int>(i);
    if (memory.round(o) != 0)
      bits.rounds[bit - at(memory.local_bits())] = reg;
    else if (std::has_single_bit(o) && side.register_blocks[i] == 0 && bit < inner &&
             bits.inner[bit] < 0)
      bits.inner[bit] = reg;
    else
      bits.outer.push_back(reg);
  }
  return bits;
}

Instructions instructions_of(const MemorySide& side, const Memory& memory, const AccessTile& tile,
                             int bits) {
  const linear::MemoryOffsets offsets = of_one_round(side, memory);
  const bool is_warp = side.offsets.lanes.size() == kLanesOfMatrix && !side.of_other_blocks;
  if (tile.is_matrix() && is_warp && linear::matrix_fits(tile, offsets, bits)) {
    const auto row = at(core::log2_floor(linear::kTileBits / bits));
    const bool transposed = tile == linear::transposed_tile();
    return {transposed ? AccessKind::kTransposedMatrix : AccessKind::kMatrix,
            register_bits(side, memory, row - tile.contiguous.size())};
  }
  const int k = linear::vector_bits(view(offsets.registers), view(offsets.others), bits);
  return {AccessKind::kVector, register_bits(side, memory, at(k))};
}

/// The registers at all sums of some register bits, in order: kept numbers.
std::vector<int> combinations(std::span<const int> bits) {
  std::vector<int> result{0};
  for (const int bit : bits) {
    const std::size_t n = result.size();
    for (std::size_t i = 0; i < n; ++i) result.push_back(result[i] | 1 << bit);
  }
  return result;
}

/// The accesses of one side, round by round.
class Accesses {
 public:
  Accesses(const MemorySide& side, const Memory& memory, Instructions how)
      : side_(side), memory_(memory), how_(std::move(how)) {
    const std::vector<int>& outer = how_.bits.outer;
    within_ = how_.bits.inner;
    if (how_.kind == AccessKind::kTransposedMatrix) within_.push_back(outer.front());
    const std::size_t skipped = how_.kind == AccessKind::kTransposedMatrix ? 1 : 0;
    const std::size_t more =
        how_.kind == AccessKind::kVector ? 0 : std::min(kMaxMatrices, outer.size() - skipped);
    matrices_.assign(outer.begin() + static_cast<std::ptrdiff_t>(skipped),
                     outer.begin() + static_cast<std::ptrdiff_t>(skipped + more));
    rest_.assign(outer.begin() + static_cast<std::ptrdiff_t>(skipped + more), outer.end());
  }

  /// Calls visit(access without elements, kept numbers of its registers).
  template <class Visit>
  void each(int round, const Visit& visit) const {
    int round_registers = 0;
    for (std::size_t i = 0; i < how_.bits.rounds.size(); ++i)
      if ((round >> i & 1) != 0) round_registers |= 1 << how_.bits.rounds[i];
    std::vector<int> order = within_;
    order.insert(order.end(), matrices_.begin(), matrices_.end());
    const std::vector<int> together = combinations(order);
    for (const int base : combinations(rest_)) {
      std::vector<int> registers;
      registers.reserve(together.size());
      for (const int r : together) registers.push_back(r | base | round_registers);
      visit(access(base | round_registers), registers);
    }
  }

  int elements_of_a_word() const { return 1 << within_.size(); }

 private:
  Place place(int registers) const {
    Place result;
    for (std::size_t i = 0; i < side_.offsets.registers.size(); ++i)
      if ((registers >> i & 1) != 0) result = result ^ place_of_bit(static_cast<int>(i));
    return result;
  }
  Place place_of_bit(int reg) const {
    const std::uint64_t mask = (std::uint64_t{1} << memory_.local_bits()) - 1;
    return {side_.offsets.registers[at(reg)] & mask, side_.register_blocks[at(reg)]};
  }

  Access access(int base) const {
    Access result{
        .kind = how_.kind, .address = side_.address, .of_other_blocks = side_.of_other_blocks};
    result.address.base = place(base);
    if (how_.kind == AccessKind::kVector) return result;
    const std::vector<Place>& lanes = side_.address.lanes;
    if (how_.kind == AccessKind::kMatrix)
      result.address.lanes = {lanes[2], lanes[3], lanes[4]};
    else
      result.address.lanes = {place_of_bit(within_.back()), lanes[0], lanes[1]};
    for (const int reg : matrices_) result.address.lanes.push_back(place_of_bit(reg));
    return result;
  }

  const MemorySide& side_;
  const Memory& memory_;
  Instructions how_;
  std::vector<int> within_;    ///< register bits within a vector or a word
  std::vector<int> matrices_;  ///< of the matrices of one instruction
  std::vector<int> rest_;      ///< of different instructions
};

std::vector<AccessTile> tiles(int bits, bool matrices) {
  std::vector<AccessTile> result{linear::ld_st_tile()};
  if (matrices && bits <= 32) result.push_back(linear::matrix_tile());
  if (matrices && bits == 16) result.push_back(linear::transposed_tile());
  return result;
}

bool reads_other_blocks(const Layout& dst, const ElementBlocks& blocks) {
  const linear::HardwareBases bases = linear::hardware_bases(dst);
  for (const linear::F2BasesView list : {bases.registers, bases.lanes, bases.warps})
    for (const std::uint64_t v : list)
      if (blocks.of(v) != 0) return true;
  for (std::size_t i = 0; i < bases.blocks.size(); ++i)
    if ((blocks.of(bases.blocks[i]) ^ blocks.from_block_bit(i)) != std::uint64_t{1} << i)
      return true;
  return false;
}

struct Routes {
  Memory memory;
  MemorySide write;
  MemorySide read;
  Instructions store;
  Instructions load;
};

Result<Routes> routes(const Layout& src, const Layout& dst, int bits) {
  const ElementBlocks blocks(src);
  const bool warps = linear::hardware_bases(src).lanes.size() == kLanesOfMatrix &&
                     linear::hardware_bases(dst).lanes.size() == kLanesOfMatrix;
  const auto src_tiles = tiles(bits, warps);
  const auto dst_tiles = tiles(bits, warps && !reads_other_blocks(dst, blocks));
  TILEGLOT_TRY(swizzle, linear::optimal_swizzling(src, dst, src_tiles, dst_tiles, bits));
  Memory memory(swizzle.memory);
  MemorySide write = writing_side(src, memory);
  MemorySide read = reading_side(dst, memory, blocks);
  if (!rounds_are_registers(write, memory) || !rounds_are_registers(read, memory))
    memory.join_rounds();
  Instructions store = instructions_of(write, memory, src_tiles[swizzle.src_tile], bits);
  Instructions load = instructions_of(read, memory, dst_tiles[swizzle.dst_tile], bits);
  return Routes{memory, std::move(write), std::move(read), std::move(store), std::move(load)};
}

Scope scope_of(const Layout& src, const Layout& dst, const MemorySide& read) {
  if (read.of_other_blocks) return Scope::kCluster;
  return same_warps(src, dst) ? Scope::kWarp : Scope::kBlock;
}

std::vector<Part> elements_of(const std::vector<int>& registers, const RegisterChoice& kept) {
  std::vector<Part> result;
  result.reserve(registers.size());
  for (const int r : registers) result.push_back({kept.number(r), 0});
  return result;
}

}  // namespace

Result<Plan> shared_plan(const Layout& src, const Layout& dst, int bits) {
  const RegisterChoice kept_src(linear::hardware_bases(src).registers);
  const RegisterChoice kept_dst(linear::hardware_bases(dst).registers);
  const Layout from = with_kept_registers(src, kept_src);
  const Layout into = with_kept_registers(dst, kept_dst);
  TILEGLOT_TRY(r, routes(from, into, bits));
  Plan plan{.conversion = ConversionClass::kShared,
            .bits = bits,
            .inputs = 1 << linear::hardware_bases(src).registers.size(),
            .shared_elements = std::int64_t{1} << r.memory.local_bits()};
  ThreadProgram program(plan.inputs);
  const Accesses stores(r.write, r.memory, r.store);
  const Accesses loads(r.read, r.memory, r.load);
  const Scope scope = scope_of(from, into, r.read);
  std::vector<Part> loaded(at(kept_dst.count()));
  for (int round = 0; round < 1 << r.memory.round_bits(); ++round) {
    if (round > 0) program.barrier(scope);
    stores.each(round, [&](Access access, const std::vector<int>& registers) {
      access.elements = elements_of(registers, kept_src);
      program.store(std::move(access));
    });
    program.barrier(scope);
    loads.each(round, [&](Access access, const std::vector<int>& registers) {
      const bool words = access.kind != AccessKind::kVector;
      const int parts = words ? loads.elements_of_a_word() : 1;
      const auto got =
          program.load(std::move(access), static_cast<int>(registers.size()) / parts, parts);
      for (std::size_t i = 0; i < registers.size(); ++i) loaded[at(registers[i])] = got[i];
    });
  }
  const int results = 1 << linear::hardware_bases(dst).registers.size();
  for (int i = 0; i < results; ++i) plan.results.push_back(loaded[at(kept_dst.kept_number(i))]);
  plan.instructions = std::move(program).take();
  return plan;
}

}  // namespace tileglot::relayout::warp
