// SPDX-License-Identifier: Apache-2.0
// copy_layouts.h: which thread moves which bit in a copy instruction.
//
// What     copy_atom(name) reads a name of CuTe; why_no_copy(atom) is empty for an instruction that
//          exists, else the rule that it breaks; layout_of(atom, which) is a layout (thread, bit)
//          -> bit for the source, the destination, and the reference order of both.
// Why      A tiled copy repeats these layouts; nothing else in it depends on the hardware.
// Units    Bits. Threads are lanes of a warp; of tcgen05.cp they are SMs.
// Example  SM75_U32x1_LDSM_N: its destination is (_32,_32):(_32,_1), 32 bits for each lane.
//          [tests: copy_layouts_test.cc, "a name gives the layouts that CuTe records"]
// Errors   None; copy_atom returns nothing for a name that no instruction has. find_copy
//          (find_atom.h) says why, and what exists.
// Source   PTX ISA 8.7, by the sections that the files of the families name; cute/atom.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/notation/cute/atoms/copy_atom.h"
#include "tileglot/notation/cute/atoms/fragment.h"
#include "tileglot/notation/cute/atoms/ldmatrix.h"
#include "tileglot/notation/cute/atoms/name_reader.h"
#include "tileglot/notation/cute/atoms/plain_copy.h"
#include "tileglot/notation/cute/atoms/tensor_memory.h"

namespace tileglot::notation::cute {

/// The layouts of a copy, by CuTe's names.
enum class CopyLayout : std::uint8_t {
  kThrId,
  kSrc,
  kDst,
  kRef,
  kValId,  ///< bit -> address in tensor memory
};

/// The parts that the name says, whether or not such an instruction exists.
constexpr std::optional<CopyAtom> read_copy_name(std::string_view text) {
  const auto split = split_name(text);
  if (!split) return {};
  const NameParts& parts = *split;
  if (const auto atom = read_matrix_copy(parts)) return atom;
  if (const auto atom = read_tensor_copy(parts)) return atom;
  return read_plain_copy(parts);
}

constexpr bool moves_matrices(CopyFamily family) {
  return family == CopyFamily::kLdmatrix || family == CopyFamily::kStmatrix ||
         family == CopyFamily::kMovmatrix;
}
constexpr bool names_tensor_memory(CopyFamily family) {
  return family == CopyFamily::kTensorLoad || family == CopyFamily::kTensorStore ||
         family == CopyFamily::kTensorCopy;
}

/// The parts that instructions of the family have.
constexpr CopyAtom parts_of_family(const CopyAtom& x) {
  CopyAtom own{.family = x.family, .arch = x.arch};
  switch (x.family) {
    case CopyFamily::kUniversal: own.bits = x.bits; break;
    case CopyFamily::kCpAsync:
      own.bits = x.bits;
      own.caches_always = x.caches_always;
      own.fills_zero = x.fills_zero;
      break;
    case CopyFamily::kGlobal256:
      own.bits = 256;
      own.is_store = x.is_store;
      break;
    case CopyFamily::kShuffle:
      own.bits = 32;
      own.distance = x.distance;
      break;
    case CopyFamily::kMovmatrix:
    case CopyFamily::kLdmatrix:
    case CopyFamily::kStmatrix:
      own.count = x.count;
      own.unit = x.unit;
      own.is_transposed = x.is_transposed;
      break;
    case CopyFamily::kTensorLoad:
    case CopyFamily::kTensorStore:
      own.bits = x.bits;
      own.count = x.count;
      own.lanes = x.lanes;
      own.packs_halves = x.packs_halves;
      own.has_statistics = x.has_statistics && x.family == CopyFamily::kTensorLoad;
      break;
    case CopyFamily::kTensorCopy:
      own.bits = x.bits;
      own.sms = x.sms;
      own.spread = x.spread;
      break;
  }
  return own;
}

constexpr std::string_view why_no_copy(const CopyAtom& atom) {
  if (atom != parts_of_family(atom)) return "it says a part that this instruction does not have";
  if (moves_matrices(atom.family)) return why_no_matrix_copy(atom);
  return names_tensor_memory(atom.family) ? why_no_tensor_copy(atom) : why_no_plain_copy(atom);
}

/// The instruction with this name.
constexpr std::optional<CopyAtom> copy_atom(std::string_view name) {
  const auto atom = read_copy_name(name);
  if (!atom || !why_no_copy(*atom).empty()) return {};
  return atom;
}

constexpr Layout<> source_of(const CopyAtom& atom) {
  switch (atom.family) {
    case CopyFamily::kShuffle: return fragment({{32, 64}}, {{64, 1}});
    case CopyFamily::kLdmatrix: return matrix_rows(atom);
    case CopyFamily::kMovmatrix:
    case CopyFamily::kStmatrix: return matrix_fragments(atom);
    case CopyFamily::kTensorLoad: return tensor_bits(atom);
    case CopyFamily::kTensorStore: return tensor_fragments(atom);
    case CopyFamily::kTensorCopy: return spread_source(atom);
    default: return plain_bits(atom.bits);
  }
}

constexpr Layout<> destination_of(const CopyAtom& atom) {
  switch (atom.family) {
    case CopyFamily::kShuffle: return shuffled_bits(atom.distance);
    case CopyFamily::kStmatrix: return matrix_rows(atom);
    case CopyFamily::kMovmatrix:
    case CopyFamily::kLdmatrix: return matrix_fragments(atom);
    case CopyFamily::kTensorLoad: return tensor_fragments(atom);
    case CopyFamily::kTensorStore: return tensor_bits(atom);
    case CopyFamily::kTensorCopy: return spread_destination(atom);
    default: return plain_bits(atom.bits);
  }
}

/// Fragments of matrices and what lies in tensor memory are the reference.
constexpr bool refers_to_destination(CopyFamily family) {
  return family == CopyFamily::kLdmatrix || family == CopyFamily::kTensorStore ||
         family == CopyFamily::kTensorCopy;
}

constexpr Layout<> copy_threads(const CopyAtom& atom) {
  if (atom.family == CopyFamily::kTensorCopy) return numbering({{atom.sms, atom.sms == 1 ? 0 : 1}});
  const bool is_warp = moves_matrices(atom.family) || names_tensor_memory(atom.family) ||
                       atom.family == CopyFamily::kShuffle;
  return is_warp ? numbering({{32, 1}}) : numbering({{1, 0}});
}

/// `():()` if the instruction has no such layout. `atom` exists: why_no_copy is empty.
constexpr Layout<> layout_of(const CopyAtom& atom, CopyLayout which) {
  switch (which) {
    case CopyLayout::kThrId: return copy_threads(atom);
    case CopyLayout::kSrc: return source_of(atom);
    case CopyLayout::kDst: return destination_of(atom);
    case CopyLayout::kRef:
      return refers_to_destination(atom.family) ? destination_of(atom) : source_of(atom);
    case CopyLayout::kValId:
      if (atom.family == CopyFamily::kTensorCopy) return spread_addresses(atom);
      return names_tensor_memory(atom.family) ? tensor_addresses(atom) : Layout<>{};
  }
  return {};
}

/// What the instruction takes of a thread: `count` registers or pointers to `bits` bits.
struct Registers {
  std::int64_t bits = 0;
  std::int64_t count = 0;
};

constexpr Registers registers_at(const CopyAtom& atom, bool is_source) {
  switch (atom.family) {
    case CopyFamily::kShuffle: return {32, 2};
    case CopyFamily::kMovmatrix: return {32, 1};
    case CopyFamily::kLdmatrix:
    case CopyFamily::kStmatrix:
      return is_source == (atom.family == CopyFamily::kLdmatrix)
                 ? Registers{128, 1}
                 : Registers{32, matrix_registers(atom)};
    case CopyFamily::kTensorLoad:
    case CopyFamily::kTensorStore:
      if (is_source == (atom.family == CopyFamily::kTensorLoad)) return {32, 1};
      return {32, lane_bits(atom) * atom.lanes / 32 / 32};
    case CopyFamily::kTensorCopy: return is_source ? Registers{64, 1} : Registers{32, 1};
    case CopyFamily::kGlobal256:
      return is_source == atom.is_store ? Registers{32, 8} : Registers{256, 1};
    default: return {atom.bits, 1};
  }
}

}  // namespace tileglot::notation::cute
