// SPDX-License-Identifier: Apache-2.0
// ldmatrix.h: copies of small matrices between shared memory and the fragments of a warp.
//
// What     ldmatrix (sm_75) and stmatrix (sm_90) move 1, 2 or 4 matrices of 8 rows of 128 bits;
//          lane i names row i. Each lane gets 32 bits of a row (N), or 16 bits of two rows (T).
//          sm_100 adds matrices of 8 bits that are transposed, and of 6 and 4 bits that become
//          bytes. movmatrix transposes a matrix among lanes.
// Why      These are the copies whose fragments fit mma: the guide's first question.
// Units    Bits. With fewer than four matrices the upper lanes name rows of the lower ones again.
// Example  SM75_U32x4_LDSM_N: lane 5 receives bits 32 to 63 of row 1 of each matrix.
//          [tests: copy_fragments_test.cc, "a lane of ldmatrix receives a quarter of a row"]
// Errors   None; why_no_matrix_copy names the rule that an atom breaks.
// Source   PTX ISA 8.7, 9.7.14.5.16 (ldmatrix: .m8n8, .m16n16, .m8n16), 9.7.14.5.17 (stmatrix),
//          9.7.14.5.18 (movmatrix).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/notation/cute/atoms/copy_atom.h"
#include "tileglot/notation/cute/atoms/fragment.h"
#include "tileglot/notation/cute/atoms/name_reader.h"

namespace tileglot::notation::cute {

/// Registers of 32 bits that the names call U32x1, U16x2, U8x4.
constexpr bool read_matrix_units(NameReader& name, CopyAtom& atom) {
  std::int64_t bits = 0;
  std::int64_t units = 0;
  if (!name.accept("U") || !name.number(bits) || !name.accept("x") || !name.number(units)) {
    return false;
  }
  if ((bits != 32 && bits != 16 && bits != 8) || units * bits % 32 != 0 || units > 64) return false;
  atom.count = units * bits / 32;
  atom.is_transposed = bits != 32;
  if (bits == 8) atom.unit = MatrixUnit::k8Bits;
  return true;
}

/// SM100_SU4_DU8x16_x2_LDSM_N, after SM100_SU.
constexpr bool read_widened_units(NameReader& name, CopyAtom& atom) {
  std::int64_t bits = 0;
  if (!name.number(bits) || (bits != 4 && bits != 6)) return false;
  atom.unit = bits == 4 ? MatrixUnit::k4BitsTo8 : MatrixUnit::k6BitsTo8;
  return name.accept("_DU8x16_x") && name.number(atom.count);
}

constexpr std::optional<CopyAtom> read_matrix_copy(const NameParts& parts) {
  CopyAtom atom;
  NameReader name(parts.name);
  std::int64_t arch = 0;
  if (parts.argument_count != 0 || !name.accept("SM") || !name.number(arch)) return {};
  atom.arch = static_cast<int>(arch);
  const bool is_read = name.accept("_SU") ? read_widened_units(name, atom)
                                          : name.accept("_") && read_matrix_units(name, atom);
  if (!is_read) return {};
  if (name.accept("_LDSM_")) {
    atom.family = CopyFamily::kLdmatrix;
  } else if (name.accept("_STSM_")) {
    atom.family = CopyFamily::kStmatrix;
  } else if (name.accept("_MOVM_T")) {
    // The one that is named U32x1 although it transposes.
    if (atom.is_transposed || !name.at_end()) return {};
    atom.family = CopyFamily::kMovmatrix;
    atom.is_transposed = true;
    return atom;
  } else {
    return {};
  }
  if (!name.accept(atom.is_transposed ? "T" : "N") || !name.at_end()) return {};
  // A transposed matrix of bytes is two registers for ldmatrix.
  if (atom.unit == MatrixUnit::k8Bits && atom.family == CopyFamily::kLdmatrix) {
    if (atom.count % 2 != 0) return {};
    atom.count /= 2;
  }
  return atom;
}

constexpr std::string_view why_no_matrix_copy(const CopyAtom& atom) {
  if (atom.family == CopyFamily::kMovmatrix) {
    return atom.arch == 75 && atom.count == 1 ? "" : "movmatrix moves one matrix, since sm_75";
  }
  const bool is_load = atom.family == CopyFamily::kLdmatrix;
  const bool is_widened = atom.unit == MatrixUnit::k6BitsTo8 || atom.unit == MatrixUnit::k4BitsTo8;
  if (is_widened && atom.is_transposed)
    return "CuTe names loads of 6 and 4 bits that do not transpose";
  if (atom.unit == MatrixUnit::k8Bits && !atom.is_transposed)
    return "matrices of bytes are transposed";
  const bool is_old = atom.unit == MatrixUnit::k16Bits;
  if (atom.arch != (!is_old ? 100 : is_load ? 75 : 90)) {
    return "ldmatrix is named after sm_75, stmatrix after sm_90, and both after sm_100 for 8, 6 "
           "and 4 bits";
  }
  if (!is_load && !is_old && atom.unit != MatrixUnit::k8Bits) return "stmatrix has 16 or 8 bits";
  if (is_load && atom.unit == MatrixUnit::k8Bits) {
    return atom.count == 1 || atom.count == 2 ? "" : "ldmatrix moves 1 or 2 matrices of bytes";
  }
  return atom.count == 1 || atom.count == 2 || atom.count == 4
             ? ""
             : "an instruction moves 1, 2 or 4 matrices";
}

/// Lane i names row i of `count` matrices.
constexpr Layout<> matrix_rows(const CopyAtom& atom) {
  if (atom.family == CopyFamily::kLdmatrix && atom.unit == MatrixUnit::k8Bits) {
    // 16 rows of 16 bytes; their order is that of the registers they end in.
    return fragment({{2, 128}, {2, 1024}, {4, 256}, {2, atom.count == 2 ? 2048 : 0}}, {{128, 1}});
  }
  return fragment({{8 * atom.count, 128}, {4 / atom.count, 0}}, {{128, 1}});
}

/// What a lane has of each matrix.
constexpr Layout<> matrix_fragments(const CopyAtom& atom) {
  if (atom.family == CopyFamily::kMovmatrix || !atom.is_transposed) {
    return fragment({{32, 32}}, {{32, 1}, {atom.count, 1024}});
  }
  if (atom.unit == MatrixUnit::k16Bits) {
    return fragment({{4, 256}, {8, 16}}, {{16, 1}, {2, 128}, {atom.count, 1024}});
  }
  const std::int64_t tiles = atom.family == CopyFamily::kLdmatrix ? 2 * atom.count : atom.count;
  return fragment({{4, 256}, {8, 8}}, {{8, 1}, {2, 128}, {2, 64}, {tiles, 1024}});
}

/// Registers of 32 bits of a lane.
constexpr std::int64_t matrix_registers(const CopyAtom& atom) {
  const bool is_pair = atom.family == CopyFamily::kLdmatrix && atom.unit == MatrixUnit::k8Bits;
  return is_pair ? 2 * atom.count : atom.count;
}

}  // namespace tileglot::notation::cute
