// SPDX-License-Identifier: Apache-2.0
// atoms.h: which thread holds which element in NVIDIA's matrix and copy instructions.
//
// What     kMmaAtoms and kCopyAtoms have a row for each instruction. An MMA has its shape (M,N,K),
//          the lanes of a warp that take part, and a layout (thread, value) -> index for each of A
//          (m + M*k), B (n + N*k) and C (m + M*n). A copy has the lanes and a layout (thread, bit)
//          -> bit for its source, its destination, and the reference order of both.
// Why      A tiled MMA or copy repeats one of these over a larger tile; nothing else in it depends
//          on the hardware.
// Units    Elements in an MMA, bits in a copy.
// Example  SM80_16x8x16_F32F16F16F32_TN: thread 5 holds in its values 0 and 1 the elements (1,2)
//          and (1,3) of A, indices 33 and 49.
//          [tests: atoms_test.cc, "a thread of an m16n8k16 holds the elements that the PTX ISA
//          gives it"]
// Errors   None; a lookup returns nothing if no instruction or member has the name.
// Source   PTX ISA 8.7, 9.7.14.5 (mma fragments for .m8n8k4, .m8n8k16, .m16n8k4 to .m16n8k64),
//          9.7.14.5.15 (ldmatrix), 9.7.1.23 (dp4a). Names and thread numbering as in cute/atom.
#pragma once

#include <string_view>

#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/literal.h"

namespace tileglot::notation::cute {

struct MmaAtom {
  std::string_view name;
  std::string_view shape;    ///< (M,N,K)
  std::string_view threads;  ///< thread -> lane of the warp
  std::string_view a;
  std::string_view b;
  std::string_view c;
};

struct CopyAtom {
  std::string_view name;
  std::string_view threads;
  std::string_view source;
  std::string_view destination;
  std::string_view reference;
};

// C of every m16n8: lane 4g + t holds columns 2t and 2t+1 of rows g and g+8.
inline constexpr std::string_view kAccumulators16x8 = "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))";
inline constexpr std::string_view kAccumulators8x8 = "((_4,_8),_2):((_16,_1),_8)";
inline constexpr std::string_view kWarp = "_32:_1";
// The eight lanes of a quad pair: 0 to 3 and 16 to 19.
inline constexpr std::string_view kQuadPair = "(_4,_2):(_1,_16)";

inline constexpr MmaAtom kMmaAtoms[] = {
    {"SM61_DP4A", "(_1,_1,_4)", "_1:_0", "(_1,_4):(_0,_1)", "(_1,_4):(_0,_1)", "(_1,_1):(_0,_0)"},
    {"SM70_8x8x4_F16F16F16F16_TN", "(_8,_8,_4)", kQuadPair, "(_8,_4):(_1,_8)", "(_8,_4):(_1,_8)",
     "(_8,_8):(_1,_8)"},
    {"SM70_8x8x4_F32F16F16F32_NT", "(_8,_8,_4)", kQuadPair, "((_4,_2),_4):((_8,_4),_1)",
     "((_4,_2),_4):((_8,_4),_1)", "((_2,_2,_2),(_2,_2,_2)):((_1,_16,_4),(_8,_2,_32))"},
    {"SM75_16x8x8_F32F16F16F32_TN", "(_16,_8,_8)", kWarp, "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))",
     "((_4,_8),_2):((_16,_1),_8)", kAccumulators16x8},
    {"SM75_8x8x16_S32S8S8S32_TN", "(_8,_8,_16)", kWarp, "((_4,_8),_4):((_32,_1),_8)",
     "((_4,_8),_4):((_32,_1),_8)", kAccumulators8x8},
    {"SM80_16x8x16_F32F16F16F32_TN", "(_16,_8,_16)", kWarp,
     "((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))", "((_4,_8),(_2,_2)):((_16,_1),(_8,_64))",
     kAccumulators16x8},
    {"SM80_16x8x32_S32S8S8S32_TN", "(_16,_8,_32)", kWarp,
     "((_4,_8),(_4,_2,_2)):((_64,_1),(_16,_8,_256))", "((_4,_8),(_4,_2)):((_32,_1),(_8,_128))",
     kAccumulators16x8},
    {"SM80_16x8x64_S32S4S4S32_TN", "(_16,_8,_64)", kWarp,
     "((_4,_8),(_8,_2,_2)):((_128,_1),(_16,_8,_512))", "((_4,_8),(_8,_2)):((_64,_1),(_8,_256))",
     kAccumulators16x8},
    {"SM80_16x8x8_F32F16F16F32_TN", "(_16,_8,_8)", kWarp, "((_4,_8),(_2,_2)):((_32,_1),(_16,_8))",
     "((_4,_8),_2):((_16,_1),_8)", kAccumulators16x8},
    {"SM80_16x8x8_F32TF32TF32F32_TN", "(_16,_8,_8)", kWarp, "((_4,_8),(_2,_2)):((_16,_1),(_8,_64))",
     "((_4,_8),_2):((_8,_1),_32)", kAccumulators16x8},
    {"SM80_8x8x4_F64F64F64F64_TN", "(_8,_8,_4)", kWarp, "((_4,_8),_1):((_8,_1),_0)",
     "((_4,_8),_1):((_8,_1),_0)", kAccumulators8x8},
    {"SM89_16x8x32_F32E4M3E4M3F32_TN", "(_16,_8,_32)", kWarp,
     "((_4,_8),(_4,_2,_2)):((_64,_1),(_16,_8,_256))", "((_4,_8),(_4,_2)):((_32,_1),(_8,_128))",
     kAccumulators16x8},
    {"SM90_16x8x4_F64F64F64F64_TN", "(_16,_8,_4)", kWarp, "((_4,_8),_2):((_16,_1),_8)",
     "((_4,_8),_1):((_8,_1),_0)", kAccumulators16x8},
};

// ldmatrix: lane i points at row i of 8x8 matrices of 16-bit elements, 128 bits each; with fewer
// than four matrices the upper lanes point at the rows of the lower ones.
inline constexpr std::string_view kRowsOfOne = "((_8,_4),_128):((_128,_0),_1)";
inline constexpr std::string_view kRowsOfTwo = "((_16,_2),_128):((_128,_0),_1)";
inline constexpr std::string_view kRowsOfFour = "(_32,_128):(_128,_1)";
// Without .trans a lane receives 32 bits of one row, with it 16 bits of two rows.
inline constexpr std::string_view kOneMatrix = "(_32,_32):(_32,_1)";
inline constexpr std::string_view kTwoMatrices = "(_32,(_32,_2)):(_32,(_1,_1024))";
inline constexpr std::string_view kFourMatrices = "(_32,(_32,_4)):(_32,(_1,_1024))";
inline constexpr std::string_view kOneTransposed = "((_4,_8),(_16,_2)):((_256,_16),(_1,_128))";
inline constexpr std::string_view kTwoTransposed =
    "((_4,_8),(_16,_2,_2)):((_256,_16),(_1,_128,_1024))";
inline constexpr std::string_view kFourTransposed =
    "((_4,_8),(_16,_2,_4)):((_256,_16),(_1,_128,_1024))";

inline constexpr CopyAtom kCopyAtoms[] = {
    {"SM75_U16x2_LDSM_T", kWarp, kRowsOfOne, kOneTransposed, kOneTransposed},
    {"SM75_U16x4_LDSM_T", kWarp, kRowsOfTwo, kTwoTransposed, kTwoTransposed},
    {"SM75_U16x8_LDSM_T", kWarp, kRowsOfFour, kFourTransposed, kFourTransposed},
    {"SM75_U32x1_LDSM_N", kWarp, kRowsOfOne, kOneMatrix, kOneMatrix},
    {"SM75_U32x2_LDSM_N", kWarp, kRowsOfTwo, kTwoMatrices, kTwoMatrices},
    {"SM75_U32x4_LDSM_N", kWarp, kRowsOfFour, kFourMatrices, kFourMatrices},
};

constexpr const MmaAtom* mma_atom(std::string_view name) {
  for (const MmaAtom& atom : kMmaAtoms) {
    if (atom.name == name) return &atom;
  }
  return nullptr;
}

constexpr const CopyAtom* copy_atom(std::string_view name) {
  for (const CopyAtom& atom : kCopyAtoms) {
    if (atom.name == name) return &atom;
  }
  return nullptr;
}

/// A member by its CuTe name; the text is empty if there is no such member.
constexpr std::string_view member(const MmaAtom& atom, std::string_view name) {
  if (name == "Shape_MNK") return atom.shape;
  if (name == "ThrID") return atom.threads;
  if (name == "ALayout") return atom.a;
  if (name == "BLayout") return atom.b;
  return name == "CLayout" ? atom.c : std::string_view();
}

constexpr std::string_view member(const CopyAtom& atom, std::string_view name) {
  if (name == "ThrID") return atom.threads;
  if (name == "SrcLayout") return atom.source;
  if (name == "DstLayout") return atom.destination;
  return name == "RefLayout" ? atom.reference : std::string_view();
}

}  // namespace tileglot::notation::cute
