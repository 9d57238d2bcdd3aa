// SPDX-License-Identifier: Apache-2.0
// mma_words.cc: matrix instructions from words, as PTX and people write them.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/detail/words.h"
#include "tileglot/notation/cute/atoms/mma_atom.h"
#include "tileglot/notation/cute/atoms/name_reader.h"
#include "tileglot/notation/cute/atoms/tcgen05_mma.h"
#include "tileglot/notation/cute/atoms/value_type.h"

namespace tileglot::notation::cute {
namespace {

/// m64n128k16.
bool read_mnk(std::string_view word, MmaAtom& atom) {
  NameReader reader(word);
  return reader.accept("m") && reader.number(atom.m) && reader.accept("n") &&
         reader.number(atom.n) && reader.accept("k") && reader.number(atom.k) && reader.at_end();
}

/// The words of an MMA, each of which changes a part.
class MmaWords : SaidParts {
 public:
  bool take(std::string_view word) {
    if (is_mnemonic(word)) return true;
    if (MmaAtom shape; word.starts_with('m') && read_mnk(word, shape)) {
      return set(atom_.m, shape.m) && set(atom_.n, shape.n) && set(atom_.k, shape.k);
    }
    if (const auto type = type_by_name(word == "u1" ? "b1" : word)) return take_type(*type);
    return take_operands(word) || take_tcgen05(word) || take_variant(word) || take_rest(word);
  }

  std::optional<MmaAtom> finish() const {
    if (!has(atom_.m) || types_.size() < 3 || types_.size() > 4) return {};
    MmaAtom atom = atom_;
    atom.d = types_[0];
    atom.a = types_[1];
    atom.b = types_[2];
    atom.c = types_.size() == 4 ? types_[3] : atom.d;
    if (factors_ != 0) atom.scale_vector = atom.k / factors_;
    if (!has(atom_.family)) {
      atom.family = atom.m < 64    ? MmaFamily::kWarp
                    : atom.m == 64 ? MmaFamily::kWgmma
                                   : MmaFamily::kTcgen05;
    }
    choose_family(atom);
    if (atom.family == MmaFamily::kTcgen05) choose_kind(atom);
    return atom;
  }

 private:
  bool is_mnemonic(std::string_view word) {
    if (word == "wgmma") return set(atom_.family, MmaFamily::kWgmma);
    if (word == "tcgen05") return set(atom_.family, MmaFamily::kTcgen05);
    if (word == "fma") return set(atom_.family, MmaFamily::kFma2);
    if (word == "dp4a" || word == "dp2a") return set(atom_.family, MmaFamily::kDotProduct);
    if (word == "sp") return set(atom_.is_sparse, true);
    if (word == "sp::ordered_metadata") return set(atom_.is_sparse, true);
    if (word == "mma" && !has(atom_.family)) return set(atom_.family, MmaFamily::kWarp);
    return word == "mma" || word == "mma_async";
  }

  bool take_type(ValueType type) {
    if (type == ValueType::kUe8m0 || type == ValueType::kUe4m3) {
      return set(atom_.scale, std::optional<ValueType>(type));
    }
    types_.push_back(type);
    return types_.size() <= 4;
  }

  bool take_operands(std::string_view word) {
    if (word == "ss" || word == "rs" || word == "ts") {
      const Place place = word == "ss"   ? Place::kShared
                          : word == "rs" ? Place::kRegisters
                                         : Place::kTensorMemory;
      return set(atom_.a_from, place) && set(atom_.b_from, Place::kShared);
    }
    if (word == "row" || word == "col") {
      std::optional<Major>& major = majors_ == 0 ? atom_.a_major : atom_.b_major;
      major = (word == "row") == (majors_ == 0) ? Major::kK : Major::kMn;
      return ++majors_ <= 2;
    }
    if (word.size() != 2 || word.find_first_not_of("tn") != std::string_view::npos) return false;
    const auto major = [](bool is_k) { return std::optional(is_k ? Major::kK : Major::kMn); };
    return set(atom_.a_major, major(word[0] == 't')) && set(atom_.b_major, major(word[1] == 'n'));
  }

  bool take_tcgen05(std::string_view word) {
    constexpr struct {
      std::string_view word;
      MmaKind kind;
    } kKinds[] = {{"kind::f16", MmaKind::kF16},           {"kind::tf32", MmaKind::kTf32},
                  {"kind::f8f6f4", MmaKind::kF8f6f4},     {"kind::i8", MmaKind::kI8},
                  {"kind::mxf8f6f4", MmaKind::kMxf8f6f4}, {"kind::mxf4", MmaKind::kMxf4},
                  {"kind::mxf4nvf4", MmaKind::kMxf4}};
    for (const auto& row : kKinds) {
      if (row.word == word) return set(atom_.kind, row.kind);
    }
    if (word == "cta_group::1" || word == "1sm") return set(atom_.sms, std::int64_t{1});
    if (word == "cta_group::2" || word == "2sm") return set(atom_.sms, std::int64_t{2});
    if (word == "interleaved") return set(atom_.is_interleaved, true);
    if (const auto vector = number_after(word, "block")) return set(atom_.scale_vector, *vector);
    if (word == "scale_vec::1x") return set(factors_, 1);
    if (word == "scale_vec::2x") return set(factors_, 2);
    if (word == "scale_vec::4x") return set(factors_, 4);
    if (const auto exponent = number_after(word, "scaled")) {
      return set(atom_.scale_exponent, *exponent) && set(atom_.is_scaled, true);
    }
    return word == "scaled" && set(atom_.is_scaled, true);
  }

  bool take_variant(std::string_view word) {
    if (word == "satfinite" || word == "saturate") return set(atom_.variant, Variant::kSaturate);
    if (word == "and") return set(atom_.variant, Variant::kAndPopc);
    if (word == "xor") return set(atom_.variant, Variant::kXorPopc);
    if (word == "sparse") return set(atom_.is_sparse, true);
    return word == "popc";
  }

  /// Words that change nothing, and the arch that a name may have besides the usual one.
  bool take_rest(std::string_view word) {
    if (word == "sm_75") return set(atom_.arch, 75);
    return word == "shared::cta" || word == "sync" || word == "aligned" || word == "block_scale";
  }

  static void choose_family(MmaAtom& atom) {
    const bool is_f8f6f4_type = is_f8f6f4(atom.a) && is_f8f6f4(atom.b);
    switch (atom.family) {
      case MmaFamily::kWgmma:
        atom.arch = 90;
        // A descriptor of A is the usual; PTX does not say it in words.
        if (atom.b_from == Place::kRegisters) atom.a_from = Place::kShared;
        atom.b_from = Place::kShared;
        return;
      case MmaFamily::kTcgen05:
        if (atom.b_from == Place::kRegisters) atom.a_from = Place::kShared;
        atom.b_from = Place::kShared;
        atom.a_major = atom.a_major.value_or(Major::kK);
        atom.b_major = atom.b_major.value_or(Major::kK);
        return;
      case MmaFamily::kDotProduct: atom.arch = 61; return;
      case MmaFamily::kFma2:
        atom.arch = 100;
        if (atom.m * atom.n * atom.k == 1) {
          atom.family = MmaFamily::kUniversalFma;
          atom.arch = 0;
        }
        return;
      default: break;
    }
    atom.a_major = atom.a_major.value_or(Major::kK);
    atom.b_major = atom.b_major.value_or(Major::kK);
    const bool is_old_8_bit =
        is_8_bit_float(atom.a) && is_8_bit_float(atom.b) && atom.kind == MmaKind::kNone;
    if (atom.m == 8 && atom.k == 4 && atom.a == ValueType::kF16) {
      atom.family = MmaFamily::kQuadPair;
      atom.arch = 70;
    } else if (is_f8f6f4_type && (!is_old_8_bit || atom.is_sparse || atom.scale)) {
      atom.family = MmaFamily::kWarpF8f6f4;
      atom.arch = 120;
      atom.a_major.reset();
      atom.b_major.reset();
      atom.kind = MmaKind::kNone;
      if (atom.scale && atom.scale_vector == 0) atom.scale_vector = default_block(atom);
    } else if (atom.arch != 75) {
      atom.family = MmaFamily::kWarp;
      atom.arch = is_old_8_bit ? 89 : is_double(atom.a) && atom.m == 16 ? 90 : 80;
    }
  }

  /// The block that PTX has if it names none: kinds mxf8f6f4 and mxf4.
  static std::int64_t default_block(const MmaAtom& atom) { return atom.is_sparse ? 64 : 32; }

  static MmaKind kind_of_types(const MmaAtom& atom, std::int64_t k) {
    if (atom.a == ValueType::kTf32 || atom.a == ValueType::kComplexTf32) return MmaKind::kTf32;
    if (is_half(atom.a) || atom.a == ValueType::kComplexF16) return MmaKind::kF16;
    if (is_byte_integer(atom.a)) return MmaKind::kI8;
    if (!atom.scale) return MmaKind::kF8f6f4;
    return atom.a == ValueType::kE2m1 && k >= 64 ? MmaKind::kMxf4 : MmaKind::kMxf8f6f4;
  }

  /// The kind that the types have, if no word says it.
  static void choose_kind(MmaAtom& atom) {
    const std::int64_t k = atom.k / (atom.is_sparse ? 2 : 1);
    if (atom.kind == MmaKind::kNone) atom.kind = kind_of_types(atom, k);
    if (atom.kind == MmaKind::kMxf4 && k == 96) atom.kind = MmaKind::kUltra;
    atom.arch = atom.kind == MmaKind::kUltra ? 103 : 100;
    const bool has_default =
        atom.kind == MmaKind::kMxf8f6f4 ||
        (is_block_scaled(atom.kind) && atom.scale == std::optional(ValueType::kUe8m0));
    if (atom.scale_vector == 0 && has_default) atom.scale_vector = default_block(atom);
  }

  MmaAtom atom_{};
  std::vector<ValueType> types_;
  int majors_ = 0;
  int factors_ = 0;  ///< of a row of A, as PTX counts them
};

}  // namespace

std::optional<MmaAtom> read_mma_parts(std::string_view text) { return read_words<MmaWords>(text); }

}  // namespace tileglot::notation::cute
