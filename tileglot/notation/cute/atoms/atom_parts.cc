// SPDX-License-Identifier: Apache-2.0
// atom_parts.cc: instructions from words, as PTX and people write them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/atoms/name_reader.h"
#include "tileglot/notation/cute/atoms/tcgen05_mma.h"
#include "tileglot/notation/cute/atoms/value_type.h"

namespace tileglot::notation::cute {
namespace {

constexpr std::size_t kMaxWords = 64;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Divided at blanks and dots, in small letters, up to the operands of an instruction in PTX;
/// nothing if there are too many.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text.substr(0, text.find_first_of("[{%;"))) {
    if (c == ' ' || c == '\t' || c == '.' || c == '\n') {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back().push_back(lower(c));
    }
    if (words.size() > kMaxWords) return {};
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

/// m64n128k16.
bool read_mnk(std::string_view word, MmaAtom& atom) {
  NameReader reader(word);
  return reader.accept("m") && reader.number(atom.m) && reader.accept("n") &&
         reader.number(atom.n) && reader.accept("k") && reader.number(atom.k) && reader.at_end();
}

/// A number after `prefix`: block16, scaled3, x4.
std::optional<std::int64_t> number_after(std::string_view word, std::string_view prefix) {
  NameReader reader(word);
  std::int64_t number = 0;
  if (!reader.accept(prefix) || !reader.number(number) || !reader.at_end()) return {};
  return number;
}

/// Parts that words have changed: none is changed twice.
class SaidParts {
 public:
  /// Changes a part; false if an earlier word has said another one.
  template <class Part>
  bool set(Part& part, const std::type_identity_t<Part>& value) {
    const bool is_said = std::find(said_.begin(), said_.end(), &part) != said_.end();
    if (is_said && part != value) return false;
    said_.push_back(&part);
    part = value;
    return true;
  }
  template <class Part>
  bool has(const Part& part) const {
    return std::find(said_.begin(), said_.end(), &part) != said_.end();
  }

 private:
  std::vector<const void*> said_;
};

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

/// The words of a copy. A word that fits no part ends the reading.
class CopyWords : SaidParts {
 public:
  bool take(std::string_view word) {
    if (const auto count = number_after(word, "x")) return set(atom_.count, *count);
    if (const auto distance = number_after(word, "xor")) return set(atom_.distance, *distance);
    return take_mnemonic(word) || take_matrix(word) || take_tensor(word) || take_plain(word);
  }

  std::optional<CopyAtom> finish() const {
    if (!has(atom_.family) || is_tensor_ != names_tensor_memory(atom_.family)) return {};
    if (!has_shape_of_family()) return {};
    CopyAtom atom = atom_;
    switch (atom.family) {
      case CopyFamily::kLdmatrix: atom.arch = atom.unit == MatrixUnit::k16Bits ? 75 : 100; break;
      case CopyFamily::kStmatrix: atom.arch = atom.unit == MatrixUnit::k16Bits ? 90 : 100; break;
      case CopyFamily::kMovmatrix:
        atom.arch = 75;
        atom.is_transposed = true;
        break;
      case CopyFamily::kCpAsync:
        atom.arch = 80;
        if (!has(atom_.caches_always)) atom.caches_always = atom.bits != 128;
        break;
      case CopyFamily::kShuffle:
        atom.arch = 50;
        atom.bits = 32;
        break;
      case CopyFamily::kUniversal: break;
      default: atom.arch = 100;
    }
    // Fewer bits than 256 of global memory are a plain load or store.
    if (atom.family == CopyFamily::kGlobal256 && atom.bits != 256)
      return CopyAtom{.bits = atom.bits};
    return atom;
  }

 private:
  bool name(CopyFamily family) { return set(atom_.family, family); }

  bool take_mnemonic(std::string_view word) {
    if (word == "ldmatrix") return name(CopyFamily::kLdmatrix);
    if (word == "stmatrix") return name(CopyFamily::kStmatrix);
    if (word == "movmatrix") return name(CopyFamily::kMovmatrix);
    if (word == "copy") return name(CopyFamily::kUniversal);
    if (word == "shfl") return name(CopyFamily::kShuffle);
    if (word == "tcgen05") return set(is_tensor_, true);
    if (word == "cp") return name(is_tensor_ ? CopyFamily::kTensorCopy : CopyFamily::kCpAsync);
    if (word == "ld") return name(is_tensor_ ? CopyFamily::kTensorLoad : CopyFamily::kGlobal256);
    if (word != "st") return false;
    if (!is_tensor_) atom_.is_store = true;
    return name(is_tensor_ ? CopyFamily::kTensorStore : CopyFamily::kGlobal256);
  }

  bool take_matrix(std::string_view word) {
    if (word == "trans" || word == "t") return set(atom_.is_transposed, true);
    if (word == "b8") return set(atom_.unit, MatrixUnit::k8Bits);
    if (word == "b6x16_p32") return set(atom_.unit, MatrixUnit::k6BitsTo8);
    if (word == "b4x16_p64") return set(atom_.unit, MatrixUnit::k4BitsTo8);
    if (word == "m8n8" || word == "m16n16" || word == "m16n8" || word == "m8n16") {
      return set(matrix_, std::string(word));
    }
    return word == "b16" || word == "n" || word == "b8x16" || word == "2x2";
  }

  /// The shape of a matrix, the rows of tcgen05.cp and the packing of a load fit what has them.
  bool has_shape_of_family() const {
    if (atom_.family == CopyFamily::kTensorCopy) {
      const bool is_spread = has(atom_.spread);
      return rows_ == 128  ? !is_spread
             : rows_ == 64 ? atom_.spread == Spread::kHalves || atom_.spread == Spread::kPairs
             : rows_ == 32 ? atom_.spread == Spread::kFourfold
                           : rows_ == 4 && !is_spread;
    }
    const bool unpacks = atom_.family == CopyFamily::kTensorStore;
    if (atom_.packs_halves && unpacks != unpacks_) return false;
    if (matrix_.empty()) return true;
    switch (atom_.unit) {
      case MatrixUnit::k16Bits: return matrix_ == "m8n8";
      case MatrixUnit::k8Bits:
        return matrix_ == (atom_.family == CopyFamily::kLdmatrix ? "m16n16" : "m16n8");
      default: return matrix_ == "m8n16" || matrix_ == "m16n16";
    }
  }

  /// 16x256b, 16x32bx2, 128x256b, 32x128b, and how rows are spread.
  bool take_tensor(std::string_view word) {
    if (is_tensor_ && word.find('b') != std::string_view::npos && read_lanes(word)) return true;
    if (word == "red") return set(atom_.has_statistics, true);
    if (word == "pack::16b") return set(atom_.packs_halves, true) && set(unpacks_, false);
    if (word == "unpack::16b") return set(atom_.packs_halves, true) && set(unpacks_, true);
    if (word == "warpx4") return set(atom_.spread, Spread::kFourfold);
    if (word == "warpx2::02_13") return set(atom_.spread, Spread::kHalves);
    if (word == "warpx2::01_23") return set(atom_.spread, Spread::kPairs);
    if (word == "cta_group::1") return set(atom_.sms, std::int64_t{1});
    if (word == "cta_group::2") return set(atom_.sms, std::int64_t{2});
    return word == "b32" || word == "max" || word == "min" || word == "f32";
  }

  bool read_lanes(std::string_view word) {
    NameReader reader(word);
    std::int64_t rows = 0;
    std::int64_t bits = 0;
    if (!reader.number(rows) || !reader.accept("x") || !reader.number(bits)) return false;
    if (!reader.accept("b")) return false;
    const bool is_pair = reader.accept("x2");
    const bool is_copy = atom_.family == CopyFamily::kTensorCopy;
    // 16 lanes of 32 bits come as two halves, and only they.
    if (!reader.at_end() || is_pair != (!is_copy && rows == 16 && bits == 32)) return false;
    if (!is_copy) return set(atom_.lanes, rows) && set(atom_.bits, bits);
    if (rows == 4) atom_.spread = Spread::kFour;
    return set(rows_, rows) && set(atom_.bits, bits);
  }

  bool take_plain(std::string_view word) {
    NameReader reader(word);
    std::int64_t number = 0;
    if (reader.number(number)) {
      if (!reader.at_end()) return false;
      return set(atom_.bits, number);
    }
    if (word == "bytes" || word == "byte") {
      if (atom_.bits > 1024) return false;
      atom_.bits *= 8;
      return true;
    }
    if (word == "ca" || word == "cg") return set(atom_.caches_always, word == "ca");
    if (word == "zfill") return set(atom_.fills_zero, true);
    return word == "bits" || word == "bit" || word == "async" || word == "global" ||
           word == "sync" || word == "aligned" || word.starts_with("shared") ||
           word.starts_with("l2::");
  }

  CopyAtom atom_{};
  std::string matrix_;     ///< m8n8
  std::int64_t rows_ = 0;  ///< of tcgen05.cp
  bool is_tensor_ = false;
  bool unpacks_ = false;
};

template <class Words>
auto read_words(std::string_view text) -> decltype(Words().finish()) {
  Words parts;
  const std::vector<std::string> words = words_of(text);
  if (words.empty()) return {};
  for (const std::string& word : words) {
    if (!parts.take(word)) return {};
  }
  return parts.finish();
}

}  // namespace

std::optional<MmaAtom> read_mma_parts(std::string_view text) { return read_words<MmaWords>(text); }

std::optional<CopyAtom> read_copy_parts(std::string_view text) {
  return read_words<CopyWords>(text);
}

}  // namespace tileglot::notation::cute
