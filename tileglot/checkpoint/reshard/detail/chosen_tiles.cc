// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/detail/chosen_tiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/piece_record.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/writer.h"

namespace tileglot::checkpoint::reshard {
namespace {

constexpr std::int64_t kMostBytes = std::int64_t{1} << 62;

core::Error bad_name(std::string message, std::string help) {
  return {{.code = "reshard.names", .message = std::move(message), .help = std::move(help)}};
}

core::Error cut_array(const WantedArray& array) {
  return bad_name(
      fmt::format("'{}' is cut into {} by {}, and files named as hf have whole arrays",
                  core::printable(array.name), core::counted(std::ssize(array.tiles), "tile"),
                  core::printable(array.sharding)),
      "name the files by rank, dcp or pieces, or leave the array whole");
}

core::Status check_name(const WantedArray& array, Names names) {
  if (array.name == "__metadata__") {
    return core::fail(bad_name("an array is named '__metadata__', which no tensor of a file can be",
                               "rename the array"));
  }
  if (!array.name.empty() || names != Names::kPieces) return {};
  return core::fail(bad_name("an array has no name, and the names of pieces begin with it",
                             "rename the array, or name the files by rank"));
}

/// The type, before there is a tensor of it.
core::Status check_type(const WantedArray& array) {
  const std::array<io::SafetensorsEntry, 1> entry = {{{array.name, array.type, {0}}}};
  TILEGLOT_TRY_STATUS(io::place_tensors(entry));
  if (array.element_bits == core::bits(array.type)) return {};
  return core::fail({.code = "reshard.packing",
                     .message = fmt::format(
                         "'{}' is {} with {} bits for each element; a .safetensors file has {}",
                         core::printable(array.name), core::name(array.type), array.element_bits,
                         core::bits(array.type)),
                     .help = "tileglot relayout packs the elements of a .npy file"});
}

bool is_empty(const pieces::Extents& extents) {
  return std::ranges::find(extents, 0) != extents.end();
}

bool ends_array(const WantedArray& array, const WantedTile& tile) {
  for (std::size_t k = 0; k < array.extents.size(); ++k) {
    if (core::checked_add(tile.begin[k], tile.extents[k]) != array.extents[k]) return false;
  }
  return true;
}

/// Fills the lists of the ranks, array by array.
class Choice {
 public:
  Choice(const WantedModel& wanted, Names names) : wanted_(wanted), names_(names) {
    const bool are_ranks = names == Names::kRank || names == Names::kDcp;
    by_rank_.resize(are_ranks ? static_cast<std::size_t>(wanted.ranks) : 1);
  }

  std::vector<std::vector<ChosenTile>>& by_rank() { return by_rank_; }

  core::Status add(std::size_t number) {
    const WantedArray& array = wanted_.arrays[number];
    TILEGLOT_TRY_STATUS(check_name(array, names_));
    TILEGLOT_TRY_STATUS(check_type(array));
    if (names_ == Names::kHf) return add_whole(number);
    if (names_ != Names::kRank && is_empty(array.extents)) return add_empty(number);
    for (std::size_t i = 0; i < array.tiles.size(); ++i) {
      if (names_ != Names::kRank && is_empty(array.tiles[i].extents)) continue;
      TILEGLOT_TRY_STATUS(add_tile(number, i));
    }
    return {};
  }

 private:
  core::Status add_whole(std::size_t number) {
    const WantedArray& array = wanted_.arrays[number];
    for (std::size_t i = 0; i < array.tiles.size(); ++i) {
      if (is_whole(array, i)) return add_tile(number, i);
    }
    return core::fail(cut_array(array));
  }

  /// The tile from which the extents of an array of no elements are known.
  core::Status add_empty(std::size_t number) {
    const WantedArray& array = wanted_.arrays[number];
    if (array.tiles.empty()) return {};
    const auto last = std::ranges::find_if(
        array.tiles, [&](const WantedTile& tile) { return ends_array(array, tile); });
    const auto at = last == array.tiles.end() ? 0 : last - array.tiles.begin();
    return add_tile(number, static_cast<std::size_t>(at));
  }

  core::Status add_tile(std::size_t number, std::size_t i) {
    const WantedArray& array = wanted_.arrays[number];
    const WantedTile& tile = array.tiles[i];
    TILEGLOT_TRY(bytes, io::safetensors_data_bytes(array.name, array.type, tile.extents));
    const ChosenTile chosen{.array = number, .tile = i, .bytes = bytes};
    if (names_ == Names::kRank) {
      for (const std::int64_t rank : tile.ranks) TILEGLOT_TRY_STATUS(add_to(rank, chosen));
      return {};
    }
    if (names_ != Names::kDcp) return add_to(0, chosen);
    // Arrays take turns, so that the first of the ranks does not write all copies.
    return add_to(tile.ranks[number % tile.ranks.size()], chosen);
  }

  core::Status add_to(std::int64_t rank, const ChosenTile& chosen) {
    if (++count_ > kMostOutputs) return core::fail(too_many_outputs("tensors"));
    bytes_ = core::saturating_add(bytes_, chosen.bytes);
    if (bytes_ > kMostBytes) {
      return core::fail(
          {.code = "reshard.limit",
           .message = fmt::format("the files would have more than {} bytes of data", kMostBytes)});
    }
    by_rank_[static_cast<std::size_t>(rank)].push_back(chosen);
    return {};
  }

  const WantedModel& wanted_;
  Names names_;
  std::vector<std::vector<ChosenTile>> by_rank_ = {};
  std::size_t count_ = 0;
  std::int64_t bytes_ = 0;
};

}  // namespace

core::Error too_many_outputs(std::string_view what) {
  return {{.code = "reshard.limit",
           .message = fmt::format("the model would be in more than {} {}", kMostOutputs, what),
           .help = "cut it into fewer and larger pieces"}};
}

bool is_whole(const WantedArray& array, std::size_t tile) {
  return array.tiles[tile].extents == array.extents;
}

std::string tensor_name(const WantedArray& array, std::size_t tile, Names names) {
  // A name with an '@' could be that of another array's piece.
  const bool is_plain = is_whole(array, tile) && array.name.find('@') == std::string::npos;
  if (names != Names::kPieces || is_plain) return array.name;
  return pieces::piece_tensor_name(array.name, array.tiles[tile].begin);
}

core::Result<std::vector<std::vector<ChosenTile>>> chosen_tiles(const WantedModel& wanted,
                                                                Names names) {
  if (std::cmp_greater(wanted.ranks, kMostOutputs)) return core::fail(too_many_outputs("files"));
  Choice choice(wanted, names);
  for (std::size_t i = 0; i < wanted.arrays.size(); ++i) TILEGLOT_TRY_STATUS(choice.add(i));
  return std::move(choice.by_rank());
}

}  // namespace tileglot::checkpoint::reshard
