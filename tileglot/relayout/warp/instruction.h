// SPDX-License-Identifier: Apache-2.0
// instruction.h: the instructions of a conversion's threads, as data.
//
// What     Five instructions, which all threads run in step: Pack puts elements of registers into
//          one register, Select takes one of two registers by a bit of the lane, Shuffle reads a
//          register of another lane of the warp, Access moves registers to or from shared memory,
//          Barrier waits.
// Why      A plan that is data can be counted, printed and run on a simulator; the counted cost is
//          the cost of the instructions that run.
// Units    Registers are numbered in order of creation, a plan's inputs first; none is written
//          twice. A register holds one element, or as many as fit in 32 bits. An offset in shared
//          memory counts elements.
// Example  Shuffle{.to = 9, .from = 3, .source = {1,2,4,8,16}, .mask = 4}: lane l reads register 3
//          of lane l xor 4. [tests: simulator_test.cc, "each instruction does what it says"]
// Errors   None.
// Source   PTX ISA: selp, prmt, shfl, ld.shared, st.shared, ldmatrix, stmatrix, mapa.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

namespace tileglot::relayout::warp {

/// One element of a register.
struct Part {
  int reg = 0;
  int part = 0;
  friend bool operator==(const Part&, const Part&) = default;
};

/// Register `to` holds these elements, from the low bits.
struct Pack {
  int to = 0;
  std::vector<Part> parts = {};
};

struct Select {
  int to = 0;
  int if_clear = 0;  ///< selected where the bit of the lane is 0
  int if_set = 0;
  int lane_bit = 0;
};

/// Lane l reads register `from` of the lane that is mask xor source[i] for each set bit i of l.
struct Shuffle {
  int to = 0;
  int from = 0;
  std::vector<std::uint64_t> source = {};
  std::uint64_t mask = 0;
};

/// An element in the memory of a block.
struct Place {
  std::uint64_t offset = 0;
  std::uint64_t block = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

inline Place operator^(const Place& a, const Place& b) {
  return {a.offset ^ b.offset, a.block ^ b.block};
}

/// The memory position of a thread: base xor the position of each set bit of its lane, warp and
/// block.
struct Address {
  Place base = {};
  std::vector<Place> lanes = {};
  std::vector<Place> warps = {};
  std::vector<Place> blocks = {};
};

enum class Direction : bool { kStore, kLoad };
enum class AccessKind : std::uint8_t { kVector, kMatrix, kTransposedMatrix };

/// kVector: element i of a thread is at its address plus i.
/// kMatrix: `elements` fill one register after another, each with 32 bits; the n-th registers of
/// the warp are a matrix of 8 rows of 16 bytes: lane l has the (l mod 4)-th 32 bits of row l / 4.
/// The address is not the thread's: lanes[0..2] are the bits of the row, lanes[3..] those of n.
/// kTransposedMatrix: as kMatrix, but lane l has column l / 4 of rows 2 * (l mod 4) and the one
/// after; elements have 16 bits.
struct Access {
  Direction direction = Direction::kStore;
  AccessKind kind = AccessKind::kVector;
  std::vector<Part> elements = {};  ///< of a load: all parts of new registers
  Address address = {};
  bool of_other_blocks = false;  ///< the place may be in another block's memory
};

enum class Scope : std::uint8_t { kWarp, kBlock, kCluster };

struct Barrier {
  Scope scope = Scope::kBlock;
};

using Instruction = std::variant<Pack, Select, Shuffle, Access, Barrier>;

}  // namespace tileglot::relayout::warp
