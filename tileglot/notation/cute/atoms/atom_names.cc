// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/atoms/atom_names.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/notation/cute/atoms/ldmatrix.h"
#include "tileglot/notation/cute/atoms/tcgen05_mma.h"
#include "tileglot/notation/cute/atoms/tensor_memory.h"
#include "tileglot/notation/cute/atoms/value_type.h"

namespace tileglot::notation::cute {
namespace {

std::string_view letters(ValueType type) { return row_of(type).letters; }
std::string_view cpp(ValueType type) { return row_of(type).cpp; }
std::string_view letter_of(std::optional<Major> major) { return name(major.value_or(Major::kK)); }

std::string shape_of(const MmaAtom& x) { return fmt::format("{}x{}x{}", x.m, x.n, x.k); }

std::string_view suffix_of(Variant variant) {
  switch (variant) {
    case Variant::kPlain: return "";
    case Variant::kSaturate: return "_SATURATE";
    case Variant::kAndPopc: return "_ANDPOPC";
    case Variant::kXorPopc: return "_XORPOPC";
  }
  return "";
}

/// Sign arguments, if either is Neg.
std::string signs_of(const MmaAtom& x) {
  if (!x.negates_a && !x.negates_b) return "";
  return fmt::format(",{},{}", x.negates_a ? "Neg" : "One", x.negates_b ? "Neg" : "One");
}

std::string fma_name(const MmaAtom& x) {
  if (x.a == x.d && x.b == x.d && x.c == x.d) return fmt::format("UniversalFMA<{}>", cpp(x.d));
  return fmt::format("UniversalFMA<{},{},{},{}>", cpp(x.d), cpp(x.a), cpp(x.b), cpp(x.c));
}

std::string threads_name(const MmaAtom& x) {
  const std::string name = fmt::format("SM{}_{}_{}{}{}{}", x.arch, shape_of(x), letters(x.d),
                                       letters(x.a), letters(x.b), letters(x.c));
  if (x.family == MmaFamily::kFma2) return name;
  return fmt::format("{}_{}{}{}", name, x.a_major == Major::kMn ? "N" : "T",
                     x.b_major == Major::kMn ? "T" : "N", suffix_of(x.variant));
}

std::string f8f6f4_name(const MmaAtom& x) {
  const std::string types = fmt::format("{},{},{}", cpp(x.a), cpp(x.b), cpp(x.d));
  const std::string factors = x.scale ? fmt::format(",{},{}", cpp(*x.scale), x.scale_vector) : "";
  return fmt::format("SM120_{}{}_TN{}<{}{}>", x.is_sparse ? "SPARSE_" : "", shape_of(x),
                     x.scale ? "_VS" : "", types, factors);
}

std::string wgmma_name(const MmaAtom& x) {
  std::string arguments;
  if (x.a_major) {
    arguments = fmt::format("{},{}", letter_of(x.a_major), letter_of(x.b_major));
  }
  arguments += signs_of(x);
  if (arguments.starts_with(',')) {
    arguments = bits_of(x.b) == 16 ? "K,K" + arguments : arguments.substr(1);
  }
  return fmt::format("{}{}_{}{}{}_{}S{}{}{}", x.is_sparse ? "SM90::GMMA::SPARSE::GMMA_" : "SM90_",
                     shape_of(x), letters(x.d), letters(x.a), letters(x.b),
                     x.a_from == Place::kShared ? 'S' : 'R', bits_of(x.b) == 16 ? "" : "_TN",
                     suffix_of(x.variant), arguments.empty() ? "" : "<" + arguments + ">");
}

std::string_view kind_letters(const MmaAtom& x) {
  for (const MmaKindName& row : kMmaKindNames) {
    const bool fits = x.kind != MmaKind::kMxf4 || row.is_sparse == x.is_sparse;
    if (row.kind == x.kind && fits) return row.letters;
  }
  return "";
}

std::string tcgen05_name(const MmaAtom& x) {
  const std::string_view pair = x.sms == 2 ? "_2x1SM" : "";
  const std::string name =
      x.kind == MmaKind::kUltra
          ? fmt::format("SM103_MXF4_ULTRA{}_SS_VS", pair)
          : fmt::format("SM100_MMA_{}{}_{}S{}{}{}", kind_letters(x), pair,
                        x.a_from == Place::kShared ? 'S' : 'T',
                        x.is_interleaved ? "_INTERLEAVED_CF32CTF32CTF32CF32_TN" : "",
                        x.is_scaled ? "_SCALED" : "", x.is_sparse ? "_SPARSE" : "");
  std::string arguments;
  if (!x.is_interleaved) arguments = fmt::format("{},{},{},", cpp(x.a), cpp(x.b), cpp(x.d));
  if (x.scale) arguments += fmt::format("{},", cpp(*x.scale));
  arguments += fmt::format("{},{},", x.m, x.n);
  if (x.scale && x.kind != MmaKind::kMxf8f6f4) arguments += fmt::format("{},", x.scale_vector);
  arguments += fmt::format("{},{}", letter_of(x.a_major), letter_of(x.b_major));
  if (x.is_scaled) arguments += fmt::format(",{}", x.scale_exponent);
  arguments += signs_of(x);
  if (x.variant == Variant::kSaturate) arguments += ",True";
  return fmt::format("{}<{}>", name, arguments);
}

std::string matrix_name(const CopyAtom& x) {
  if (x.family == CopyFamily::kMovmatrix) return "SM75_U32x1_MOVM_T";
  const std::string_view way = x.family == CopyFamily::kLdmatrix ? "LDSM" : "STSM";
  const char end = x.is_transposed ? 'T' : 'N';
  if (x.unit == MatrixUnit::k4BitsTo8 || x.unit == MatrixUnit::k6BitsTo8) {
    return fmt::format("SM{}_SU{}_DU8x16_x{}_{}_{}", x.arch,
                       x.unit == MatrixUnit::k4BitsTo8 ? 4 : 6, x.count, way, end);
  }
  const int bits = x.unit == MatrixUnit::k8Bits ? 8 : x.is_transposed ? 16 : 32;
  return fmt::format("SM{}_U{}x{}_{}_{}", x.arch, bits, matrix_registers(x) * 32 / bits, way, end);
}

std::string tensor_name(const CopyAtom& x) {
  if (x.family != CopyFamily::kTensorCopy) {
    const std::string_view way = x.family == CopyFamily::kTensorStore ? "STORE"
                                 : x.has_statistics                   ? "LOAD_STAT"
                                                                      : "LOAD";
    return fmt::format("SM100_TMEM_{}_{}dp{}b{}x{}", way, x.lanes, x.bits, x.count,
                       x.packs_halves ? "_16b" : "");
  }
  for (const SpreadName& row : kSpreads) {
    if (row.spread != x.spread || row.bits != x.bits) continue;
    return fmt::format("SM100_UTCCP_{}_{}cta", row.name, x.sms);
  }
  return "";
}

std::string plain_name(const CopyAtom& x) {
  switch (x.family) {
    case CopyFamily::kCpAsync:
      return fmt::format("SM80_CP_ASYNC_CACHE{}{}<uint{}_t>", x.caches_always ? "ALWAYS" : "GLOBAL",
                         x.fills_zero ? "_ZFILL" : "", x.bits);
    case CopyFamily::kGlobal256:
      return fmt::format("SM100_{}_256bit_CACHE_NOALLOCATION", x.is_store ? "STORE" : "LOAD");
    case CopyFamily::kShuffle: return fmt::format("SM50_Shuffle_U32_2x2Trans_XOR{}", x.distance);
    default: return fmt::format("UniversalCopy<uint{}_t>", x.bits);
  }
}

// -- In parts

std::string_view mnemonic(const MmaAtom& atom) {
  switch (atom.family) {
    case MmaFamily::kUniversalFma:
    case MmaFamily::kFma2: return "fma";
    case MmaFamily::kDotProduct: return atom.k == 4 ? "dp4a" : "dp2a";
    case MmaFamily::kWgmma: return "wgmma";
    case MmaFamily::kTcgen05: return "tcgen05.mma";
    default: return "mma";
  }
}

/// Of the two kinds of mxf4, the one whose block has 32 elements has a name of its own.
std::string_view mxf4_word(const MmaAtom& x) {
  return x.scale_vector == (x.is_sparse ? 64 : 32) ? " kind::mxf4" : " kind::mxf4nvf4";
}

std::string_view kind_word(const MmaAtom& x) {
  if (x.family == MmaFamily::kWarpF8f6f4) {
    if (!x.scale) return " kind::f8f6f4";
    return packs_two(x) ? mxf4_word(x) : " kind::mxf8f6f4";
  }
  switch (x.kind) {
    case MmaKind::kNone: return "";
    case MmaKind::kF16: return " kind::f16";
    case MmaKind::kTf32: return " kind::tf32";
    case MmaKind::kF8f6f4: return " kind::f8f6f4";
    case MmaKind::kI8: return " kind::i8";
    case MmaKind::kMxf8f6f4: return " kind::mxf8f6f4";
    case MmaKind::kMxf4:
    case MmaKind::kUltra: return mxf4_word(x);
  }
  return "";
}

}  // namespace

std::string name_of(HeldType type) {
  if (type.elements == 1) return std::string(name_of(type.type));
  return fmt::format("sparse<{},{}>", type.elements, name_of(type.type));
}

char letter_of(Place place) {
  switch (place) {
    case Place::kRegisters: return 'R';
    case Place::kShared: return 'S';
    case Place::kTensorMemory: break;
  }
  return 'T';
}

std::string places_of(const MmaAtom& atom) {
  return {letter_of(atom.a_from), letter_of(atom.b_from)};
}

std::string text_of(const Registers& registers) {
  return fmt::format("{} x {} bits", registers.count, registers.bits);
}

std::string cute_name(const MmaAtom& atom) {
  switch (atom.family) {
    case MmaFamily::kUniversalFma: return fma_name(atom);
    case MmaFamily::kDotProduct: return atom.a == ValueType::kS8 ? "SM61_DP4A" : "SM61_DP2A";
    case MmaFamily::kWarpF8f6f4: return f8f6f4_name(atom);
    case MmaFamily::kWgmma: return wgmma_name(atom);
    case MmaFamily::kTcgen05: return tcgen05_name(atom);
    default: return threads_name(atom);
  }
}

std::string cute_name(const CopyAtom& atom) {
  switch (atom.family) {
    case CopyFamily::kLdmatrix:
    case CopyFamily::kStmatrix:
    case CopyFamily::kMovmatrix: return matrix_name(atom);
    case CopyFamily::kTensorLoad:
    case CopyFamily::kTensorStore:
    case CopyFamily::kTensorCopy: return tensor_name(atom);
    default: return plain_name(atom);
  }
}

std::string parts_of(const MmaAtom& x) {
  std::string text = fmt::format("{}{} m{}n{}k{} {}.{}.{}", mnemonic(x), x.is_sparse ? ".sp" : "",
                                 x.m, x.n, x.k, name_of(x.d), name_of(x.a), name_of(x.b));
  if (x.c != x.d || x.family == MmaFamily::kQuadPair) text += fmt::format(".{}", name_of(x.c));
  if (x.scale) text += fmt::format(" {} block{}", name_of(*x.scale), x.scale_vector);
  text += kind_word(x);
  if (x.b_from == Place::kShared) text += " " + places_of(x);
  if (x.sms == 2) text += " cta_group::2";
  if (x.arch == 75) text += " sm_75";  // sm_80 has the same under its name
  if (x.is_interleaved) text += " interleaved";
  if (x.is_scaled) text += fmt::format(" scaled{}", x.scale_exponent);
  if (x.a_major == Major::kMn || x.b_major == Major::kMn || x.family == MmaFamily::kQuadPair) {
    text += fmt::format(" {}{}", x.a_major == Major::kMn ? 'N' : 'T',
                        x.b_major == Major::kMn ? 'T' : 'N');
  }
  switch (x.variant) {
    case Variant::kPlain: break;
    case Variant::kSaturate: text += " satfinite"; break;
    case Variant::kAndPopc: text += " and.popc"; break;
    case Variant::kXorPopc: text += " xor.popc"; break;
  }
  return text;
}

std::string parts_of(const CopyAtom& x) {
  const std::string_view trans = x.is_transposed ? " trans" : "";
  switch (x.family) {
    case CopyFamily::kUniversal: return fmt::format("copy {} bits", x.bits);
    case CopyFamily::kCpAsync:
      return fmt::format("cp.async.{} {} bits{}", x.caches_always ? "ca" : "cg", x.bits,
                         x.fills_zero ? " zfill" : "");
    case CopyFamily::kGlobal256: return fmt::format("{}.global 256 bits", x.is_store ? "st" : "ld");
    case CopyFamily::kShuffle: return fmt::format("shfl 2x2 xor{}", x.distance);
    case CopyFamily::kMovmatrix: return "movmatrix m8n8 trans b16";
    case CopyFamily::kLdmatrix:
    case CopyFamily::kStmatrix: {
      const bool is_load = x.family == CopyFamily::kLdmatrix;
      const std::string_view word = is_load ? "ldmatrix" : "stmatrix";
      switch (x.unit) {
        case MatrixUnit::k16Bits: return fmt::format("{} m8n8 x{}{} b16", word, x.count, trans);
        case MatrixUnit::k8Bits:
          return fmt::format("{} {} x{} trans b8", word, is_load ? "m16n16" : "m16n8", x.count);
        case MatrixUnit::k6BitsTo8:
          return fmt::format("{} m8n16 x{} b8x16.b6x16_p32", word, x.count);
        case MatrixUnit::k4BitsTo8:
          return fmt::format("{} m8n16 x{} b8x16.b4x16_p64", word, x.count);
      }
      return "";
    }
    case CopyFamily::kTensorLoad:
    case CopyFamily::kTensorStore:
      return fmt::format("tcgen05.{} {}x{}b{} x{}{}",
                         x.family == CopyFamily::kTensorStore ? "st"
                         : x.has_statistics                   ? "ld.red"
                                                              : "ld",
                         x.lanes, x.bits, x.lanes == 16 && x.bits == 32 ? "x2" : "", x.count,
                         !x.packs_halves                        ? ""
                         : x.family == CopyFamily::kTensorStore ? " unpack::16b"
                                                                : " pack::16b");
    case CopyFamily::kTensorCopy: {
      const std::string_view shapes[] = {"128x", "4x", "32x", "64x", "64x"};
      const std::string_view ways[] = {"", "", " warpx4", " warpx2::02_13", " warpx2::01_23"};
      const auto spread = static_cast<std::size_t>(x.spread);
      return fmt::format("tcgen05.cp {}{}b{}{}", shapes[spread], x.bits, ways[spread],
                         x.sms == 2 ? " cta_group::2" : "");
    }
  }
  return "";
}

}  // namespace tileglot::notation::cute
