// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/atoms/atom_list.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"
#include "tileglot/notation/cute/atoms/value_type.h"

namespace tileglot::notation::cute {
namespace {

using MmaAtoms = std::vector<MmaAtom>;

void add_if_exists(MmaAtoms& atoms, const MmaAtom& atom) {
  if (why_no_mma(atom).empty()) atoms.push_back(atom);
}

/// Calls add(atom) for each type of D, A and B; C has the type of D.
template <class Add>
void for_each_types(MmaAtom atom, const Add& add) {
  for (const ValueTypeRow& d : kValueTypes) {
    for (const ValueTypeRow& a : kValueTypes) {
      for (const ValueTypeRow& b : kValueTypes) {
        atom.d = atom.c = d.type;
        atom.a = a.type;
        atom.b = b.type;
        add(atom);
      }
    }
  }
}

void add_threads_mmas(MmaAtoms& atoms) {
  for (const ValueType type : {ValueType::kF16, ValueType::kBf16, ValueType::kF32, ValueType::kF64,
                               ValueType::kS32, ValueType::kComplexF32, ValueType::kComplexF64}) {
    atoms.push_back({.d = type, .a = type, .b = type, .c = type});
  }
  atoms.push_back(*mma_atom("SM61_DP4A"));
  atoms.push_back(*mma_atom("SM61_DP2A"));
  atoms.push_back(*mma_atom("SM100_2x1x1_F32F32F32F32"));
  atoms.push_back(*mma_atom("SM100_1x2x1_F32F32F32F32"));
  for (const ValueType type : {ValueType::kF16, ValueType::kF32}) {
    for (const Major a : {Major::kK, Major::kMn}) {
      for (const Major b : {Major::kK, Major::kMn}) {
        atoms.push_back({.family = MmaFamily::kQuadPair,
                         .arch = 70,
                         .m = 8,
                         .n = 8,
                         .k = 4,
                         .d = type,
                         .a = ValueType::kF16,
                         .b = ValueType::kF16,
                         .c = type,
                         .a_major = a,
                         .b_major = b});
      }
    }
  }
}

void add_warp_mmas(MmaAtoms& atoms) {
  for (const int arch : {75, 80, 89, 90}) {
    const MmaAtom warp{.family = MmaFamily::kWarp,
                       .arch = arch,
                       .n = 8,
                       .a_major = Major::kK,
                       .b_major = Major::kK};
    for_each_types(warp, [&](MmaAtom atom) {
      if (!has_warp_types(atom)) return;
      for (const Variant variant :
           {Variant::kPlain, Variant::kSaturate, Variant::kAndPopc, Variant::kXorPopc}) {
        for (const std::int64_t m : {8, 16}) {
          for (std::int64_t k = 4; k <= 256; k *= 2) {
            atom.variant = variant;
            atom.m = m;
            atom.k = k;
            add_if_exists(atoms, atom);
          }
        }
      }
    });
  }
}

/// No factors, and those of every type and block that mxf4 and mxf8f6f4 have.
template <class Add>
void for_each_factors(MmaAtom atom, const Add& add) {
  add(atom);
  for (const ValueType type : {ValueType::kUe4m3, ValueType::kUe8m0}) {
    for (const std::int64_t vector : {16, 32, 64}) {
      atom.scale = type;
      atom.scale_vector = vector;
      add(atom);
    }
  }
}

void add_f8f6f4_mmas(MmaAtoms& atoms) {
  const MmaAtom warp{.family = MmaFamily::kWarpF8f6f4, .arch = 120, .m = 16, .n = 8};
  for_each_types(warp, [&](MmaAtom typed) {
    if (!is_f8f6f4(typed.a) || !is_f8f6f4(typed.b)) return;
    for (const bool is_sparse : {false, true}) {
      for (const std::int64_t k : {32, 64, 128}) {
        typed.is_sparse = is_sparse;
        typed.k = k;
        for_each_factors(typed, [&](const MmaAtom& atom) { add_if_exists(atoms, atom); });
      }
    }
  });
}

void add_wgmmas(MmaAtoms& atoms) {
  const MmaAtom group{.family = MmaFamily::kWgmma, .arch = 90, .m = 64, .b_from = Place::kShared};
  for_each_types(group, [&](MmaAtom atom) {
    if (!has_wgmma_types(atom)) return;
    for (const bool is_sparse : {false, true}) {
      for (const Place from : {Place::kShared, Place::kRegisters}) {
        for (const Variant variant : {Variant::kPlain, Variant::kSaturate}) {
          for (std::int64_t n = 8; n <= 256; n += 8) {
            atom.is_sparse = is_sparse;
            atom.a_from = from;
            atom.variant = variant;
            atom.n = n;
            atom.k = 256 / bits_of(atom.b) * (is_sparse ? 2 : 1);
            add_if_exists(atoms, atom);
          }
        }
      }
    }
  });
}

/// Every M and N of a kind with given types.
void add_tcgen05_shapes(MmaAtoms& atoms, MmaAtom atom) {
  for (const std::int64_t sms : {1, 2}) {
    for (const std::int64_t m : {64, 128, 256}) {
      for (std::int64_t n = 8; n <= 256; n += 8) {
        atom.sms = sms;
        atom.m = m;
        atom.n = n;
        add_if_exists(atoms, atom);
      }
    }
  }
}

/// What a name says after its kind.
struct Tcgen05Form {
  Place a_from;
  bool is_scaled;
  bool is_sparse;
  bool is_interleaved;
};

constexpr Tcgen05Form kTcgen05Forms[] = {
    {Place::kShared, false, false, false},      {Place::kShared, true, false, false},
    {Place::kShared, false, true, false},       {Place::kTensorMemory, false, false, false},
    {Place::kTensorMemory, true, false, false}, {Place::kTensorMemory, false, false, true}};

void add_tcgen05_forms(MmaAtoms& atoms, const MmaAtom& typed) {
  for (const Tcgen05Form& form : kTcgen05Forms) {
    MmaAtom atom = typed;
    atom.a_from = form.a_from;
    atom.is_scaled = form.is_scaled;
    atom.is_sparse = form.is_sparse;
    atom.is_interleaved = form.is_interleaved;
    if (!why_no_tcgen05_types(atom).empty()) continue;
    atom.k = k_of_kind(atom) * (form.is_sparse ? 2 : 1);
    for_each_factors(atom, [&](const MmaAtom& a) { add_tcgen05_shapes(atoms, a); });
  }
}

void add_tcgen05_mmas(MmaAtoms& atoms) {
  for (const MmaKind kind : {MmaKind::kF16, MmaKind::kTf32, MmaKind::kF8f6f4, MmaKind::kI8,
                             MmaKind::kMxf8f6f4, MmaKind::kMxf4, MmaKind::kUltra}) {
    const MmaAtom sm{.family = MmaFamily::kTcgen05,
                     .kind = kind,
                     .arch = kind == MmaKind::kUltra ? 103 : 100,
                     .b_from = Place::kShared,
                     .a_major = Major::kK,
                     .b_major = Major::kK};
    for_each_types(sm, [&](const MmaAtom& typed) { add_tcgen05_forms(atoms, typed); });
  }
}

MmaAtoms list_mmas() {
  MmaAtoms atoms;
  add_threads_mmas(atoms);
  add_warp_mmas(atoms);
  add_f8f6f4_mmas(atoms);
  add_wgmmas(atoms);
  add_tcgen05_mmas(atoms);
  return atoms;
}

using CopyAtoms = std::vector<CopyAtom>;

void add_if_exists(CopyAtoms& atoms, const CopyAtom& atom) {
  if (why_no_copy(atom).empty()) atoms.push_back(atom);
}

void add_plain_copies(CopyAtoms& atoms) {
  for (std::int64_t bits = 8; bits <= 256; bits *= 2) {
    add_if_exists(atoms, {.bits = bits});
    for (const bool always : {false, true}) {
      for (const bool fills : {false, true}) {
        add_if_exists(atoms, {.family = CopyFamily::kCpAsync,
                              .arch = 80,
                              .bits = bits,
                              .caches_always = always,
                              .fills_zero = fills});
      }
    }
  }
  for (const bool is_store : {false, true}) {
    add_if_exists(
        atoms, {.family = CopyFamily::kGlobal256, .arch = 100, .bits = 256, .is_store = is_store});
  }
  for (const std::int64_t distance : {1, 4}) {
    add_if_exists(atoms,
                  {.family = CopyFamily::kShuffle, .arch = 50, .bits = 32, .distance = distance});
  }
}

void add_matrix_copies(CopyAtoms& atoms) {
  add_if_exists(atoms, {.family = CopyFamily::kMovmatrix, .arch = 75, .is_transposed = true});
  for (const CopyFamily family : {CopyFamily::kLdmatrix, CopyFamily::kStmatrix}) {
    for (const MatrixUnit unit :
         {MatrixUnit::k16Bits, MatrixUnit::k8Bits, MatrixUnit::k6BitsTo8, MatrixUnit::k4BitsTo8}) {
      for (const bool is_transposed : {false, true}) {
        const bool is_old = unit == MatrixUnit::k16Bits;
        // Bytes are always transposed, what becomes bytes never is.
        if (!is_old && is_transposed != (unit == MatrixUnit::k8Bits)) continue;
        for (const std::int64_t count : {1, 2, 4}) {
          add_if_exists(atoms, {.family = family,
                                .arch = !is_old                           ? 100
                                        : family == CopyFamily::kLdmatrix ? 75
                                                                          : 90,
                                .count = count,
                                .unit = unit,
                                .is_transposed = is_transposed});
        }
      }
    }
  }
}

void add_tensor_copies(CopyAtoms& atoms) {
  for (const SpreadName& row : kSpreads) {
    for (const std::int64_t sms : {1, 2}) {
      add_if_exists(atoms, {.family = CopyFamily::kTensorCopy,
                            .arch = 100,
                            .bits = row.bits,
                            .sms = sms,
                            .spread = row.spread});
    }
  }
  for (const CopyFamily family : {CopyFamily::kTensorLoad, CopyFamily::kTensorStore}) {
    for (const std::int64_t lanes : {16, 32}) {
      for (std::int64_t bits = 32; bits <= 256; bits *= 2) {
        for (std::int64_t count = 1; count <= 128; count *= 2) {
          CopyAtom atom{
              .family = family, .arch = 100, .bits = bits, .count = count, .lanes = lanes};
          add_if_exists(atoms, atom);
          atom.packs_halves = true;
          add_if_exists(atoms, atom);
          atom.packs_halves = false;
          atom.has_statistics = family == CopyFamily::kTensorLoad;
          if (atom.has_statistics) add_if_exists(atoms, atom);
        }
      }
    }
  }
}

CopyAtoms list_copies() {
  CopyAtoms atoms;
  add_plain_copies(atoms);
  add_matrix_copies(atoms);
  add_tensor_copies(atoms);
  return atoms;
}

bool has_tensor_memory(int target) { return target >= 100 && target < 120; }
bool is_consumer_blackwell(int target) { return target == 120 || target == 121; }

}  // namespace

std::span<const MmaAtom> all_mmas() {
  static const MmaAtoms atoms = list_mmas();
  return atoms;
}

std::span<const CopyAtom> all_copies() {
  static const CopyAtoms atoms = list_copies();
  return atoms;
}

bool is_offered(const MmaAtom& atom, int target) {
  switch (atom.family) {
    case MmaFamily::kQuadPair: return target == 70 || target == 72;  // later ones emulate it
    case MmaFamily::kWgmma: return target == atom.arch;
    case MmaFamily::kWarpF8f6f4: return is_consumer_blackwell(target);
    case MmaFamily::kTcgen05:
      if (atom.kind == MmaKind::kUltra) return target == 103;
      return has_tensor_memory(target) && (atom.kind != MmaKind::kI8 || target != 103);
    default: return target >= atom.arch;
  }
}

bool is_offered(const CopyAtom& atom, int target) {
  if (names_tensor_memory(atom.family)) {
    return has_tensor_memory(target) && (!atom.has_statistics || target != 100);
  }
  const bool is_narrow = moves_matrices(atom.family) && atom.unit != MatrixUnit::k16Bits;
  if (is_narrow) return has_tensor_memory(target) || is_consumer_blackwell(target);
  return target >= atom.arch;
}

}  // namespace tileglot::notation::cute
