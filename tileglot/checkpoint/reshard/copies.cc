// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/copies.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/detail/open_files.h"
#include "tileglot/checkpoint/reshard/source.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::reshard {
namespace {

using pieces::Piece;
using pieces::PiecedArray;

constexpr std::int64_t kBlockBytes = std::int64_t{1} << 20;

struct Pair {
  const PiecedArray& array;
  const Piece& one;
  const Piece& other;
};

/// Element `number` of the piece, in row-major order.
map::Coordinate element_of(const Piece& piece, std::int64_t number) {
  map::Coordinate at = piece.box.begin;
  for (std::size_t k = at.size(); k-- > 0;) {
    const std::int64_t extent = piece.box.end[k] - piece.box.begin[k];
    at[k] += number % extent;
    number /= extent;
  }
  return at;
}

core::Error differ(const Pair& pair, std::int64_t bit, const pieces::PiecedModel& model) {
  const map::Coordinate at = element_of(pair.one, bit / pair.array.element_bits);
  const std::string where = fmt::format("({})", fmt::join(at, ","));
  return {
      {.code = "reshard.copies",
       .message = fmt::format(
           "the element {} of '{}' differs between {} and {}, which have copies of one piece",
           where, core::printable(pair.array.name), io::path_text(model.files[pair.one.file].path),
           io::path_text(model.files[pair.other.file].path)),
       .help = "which of them is right is not known; save the checkpoint again",
       .witness = where}};
}

/// The first bit that differs.
std::optional<std::int64_t> first_difference(std::span<const std::byte> a,
                                             std::span<const std::byte> b) {
  const auto found = std::ranges::mismatch(a, b);
  if (found.in1 == a.end()) return std::nullopt;
  const auto bits = std::to_integer<unsigned>(*found.in1 ^ *found.in2);
  return (found.in1 - a.begin()) * 8 + std::countr_zero(bits);
}

class Check {
 public:
  Check(const pieces::PiecedModel& model, const std::function<core::Status()>& go_on)
      : model_(model), go_on_(go_on), files_(model, kMostOpen) {}

  core::Status array(const PiecedArray& array) {
    const Piece* one = nullptr;
    for (const Piece& piece : array.pieces) {
      if (one == nullptr || one->box != piece.box) {
        one = &piece;
      } else {
        TILEGLOT_TRY_STATUS(pair({array, *one, piece}));
      }
    }
    return {};
  }

 private:
  core::Status pair(const Pair& pair) {
    // Bits after the last element say nothing.
    const std::int64_t end_bit = pair.one.box.size() * pair.array.element_bits;
    const std::int64_t bytes = std::min(pair.one.bytes, pair.other.bytes);
    for (std::int64_t at = 0; at < bytes; at += kBlockBytes) {
      if (go_on_) TILEGLOT_TRY_STATUS(go_on_());
      const std::int64_t some = std::min(kBlockBytes, bytes - at);
      TILEGLOT_TRY_STATUS(read(pair.one, at, some, a_));
      TILEGLOT_TRY_STATUS(read(pair.other, at, some, b_));
      const auto bit = first_difference(a_, b_);
      if (bit && at * 8 + *bit < end_bit) return core::fail(differ(pair, at * 8 + *bit, model_));
    }
    return {};
  }

  core::Status read(const Piece& piece, std::int64_t at, std::int64_t bytes,
                    std::vector<std::byte>& block) {
    TILEGLOT_TRY(file, files_.get(piece.file));
    block.resize(static_cast<std::size_t>(bytes));
    return file->ranged().read(piece.begin_bytes + at, block);
  }

  const pieces::PiecedModel& model_;
  const std::function<core::Status()>& go_on_;
  detail::OpenFiles files_;
  std::vector<std::byte> a_ = {};
  std::vector<std::byte> b_ = {};
};

}  // namespace

core::Status check_copies(const pieces::PiecedModel& model,
                          const std::function<core::Status()>& go_on) {
  Check check(model, go_on);
  for (const PiecedArray& array : model.arrays) TILEGLOT_TRY_STATUS(check.array(array));
  return {};
}

}  // namespace tileglot::checkpoint::reshard
