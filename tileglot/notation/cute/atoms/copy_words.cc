// SPDX-License-Identifier: Apache-2.0
// copy_words.cc: copy instructions from words, as PTX and people write them.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/copy_atom.h"
#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/atoms/detail/words.h"
#include "tileglot/notation/cute/atoms/name_reader.h"

namespace tileglot::notation::cute {
namespace {

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

}  // namespace

std::optional<CopyAtom> read_copy_parts(std::string_view text) {
  return read_words<CopyWords>(text);
}

}  // namespace tileglot::notation::cute
