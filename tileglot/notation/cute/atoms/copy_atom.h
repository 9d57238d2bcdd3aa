// SPDX-License-Identifier: Apache-2.0
// copy_atom.h: one copy instruction, by its parts.
//
// What     A CopyAtom says what an instruction moves: its family, the bits of a unit, how many
//          matrices or repetitions it has, and what else tells it from its siblings. Its layouts
//          are functions of it (copy_layouts.h), and so is its name (atom_names.h).
// Why      As with matrix instructions (mma_atom.h): a name is a few parts, and rules give the
//          rest.
// Units    Bits.
// Example  SM75_U32x4_LDSM_N is family kLdmatrix with count 4.
//          [tests: atom_names_test.cc, "a name says the parts of its instruction"]
// Errors   None.
// Source   PTX ISA 8.7, 9.7.9 (data movement), 9.7.14.5.16 (ldmatrix), 9.7.16.8 (tcgen05.ld, .st,
//          .cp).
#pragma once

#include <cstdint>

namespace tileglot::notation::cute {

enum class CopyFamily : std::uint8_t {
  kUniversal,    ///< a load or store of one thread
  kCpAsync,      ///< cp.async: global to shared memory, past the registers, sm_80
  kGlobal256,    ///< 256 bits of global memory, sm_100
  kShuffle,      ///< a transpose of 2x2 registers among lanes
  kMovmatrix,    ///< a transpose of an 8x8 matrix among lanes, sm_75
  kLdmatrix,     ///< shared memory to fragments, sm_75 and sm_100
  kStmatrix,     ///< fragments to shared memory, sm_90 and sm_100
  kTensorLoad,   ///< tensor memory to registers, sm_100
  kTensorStore,  ///< registers to tensor memory, sm_100
  kTensorCopy,   ///< shared to tensor memory, tcgen05.cp
};

/// What the matrices of ldmatrix and stmatrix have.
enum class MatrixUnit : std::uint8_t { k16Bits, k8Bits, k6BitsTo8, k4BitsTo8 };

/// How tcgen05.cp spreads rows over the 128 lanes of tensor memory.
enum class Spread : std::uint8_t {
  kEvery,     ///< 128 rows, each to its lane
  kFour,      ///< 4 rows, to the last lanes of each part
  kFourfold,  ///< 32 rows, to each of four parts
  kHalves,    ///< 64 rows, to lanes 0 to 63 and 64 to 127
  kPairs,     ///< 64 rows, the first 32 to parts 0 and 1, the others to 2 and 3
};

struct CopyAtom {
  CopyFamily family = CopyFamily::kUniversal;
  int arch = 0;
  std::int64_t bits = 0;   ///< of a thread's unit; of a row of tensor memory in one repetition
  std::int64_t count = 1;  ///< matrices, or repetitions along a row of tensor memory
  std::int64_t lanes = 0;  ///< rows of tensor memory: 16 or 32
  std::int64_t sms = 1;
  std::int64_t distance = 0;  ///< lanes between partners of a shuffle
  MatrixUnit unit = MatrixUnit::k16Bits;
  Spread spread = Spread::kEvery;
  bool is_transposed = false;
  bool is_store = false;        ///< kGlobal256
  bool caches_always = false;   ///< kCpAsync: in L1 too
  bool fills_zero = false;      ///< kCpAsync with a predicate
  bool packs_halves = false;    ///< tensor memory: two columns of 16 bits in a register
  bool has_statistics = false;  ///< a load that also reduces each row

  friend constexpr bool operator==(const CopyAtom&, const CopyAtom&) = default;
};

}  // namespace tileglot::notation::cute
