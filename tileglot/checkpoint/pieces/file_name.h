// SPDX-License-Identifier: Apache-2.0
// file_name.h: what the name of a file says of the piece in it.
//
// What     A pattern is a name in which {rank} and {part} stand for a number and {begin} for the
//          coordinate at which a piece begins, its numbers with commas between them:
//            model-rank-{rank}-part-{part}.safetensors    vLLM's and SGLang's sharded state
//            w-{rank}.npy                                 one array, a file for each rank
//            w@{begin}.npy                                one array, a file for each piece
//          match_name takes the numbers out of a name, name_of puts them in. npy_piece splits a
//          name `w@0,128.npy` without a pattern.
// Units    Ranks and parts are counted from 0, begins in elements.
// Example  match_name(parse_name_pattern("w@{begin}.npy"), "w@0,128.npy") has the begin (0,128); a
//          scalar is in "w@.npy".
//          [tests: file_name_test.cc, "a pattern takes the numbers out of a name"]
// Errors   pieces.pattern: neither {rank} nor {begin}, one of them twice, another word in braces,
//          or nothing between two of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {

inline constexpr std::string_view kNpyEnd = ".npy";
inline constexpr std::string_view kRankPattern = "model-rank-{rank}-part-{part}.safetensors";

enum class NameWord : std::uint8_t { kRank, kPart, kBegin };

struct NamePattern {
  std::vector<std::string> texts = {};  ///< before, between and after the words
  std::vector<NameWord> words = {};     ///< one less
  std::string array = {};               ///< the text before the first word, less `-_.@` at its end

  bool has(NameWord word) const;
};

struct NameNumbers {
  std::int64_t rank = 0;
  std::int64_t part = 0;
  std::optional<map::Coordinate> begin = {};
  friend bool operator==(const NameNumbers&, const NameNumbers&) = default;
};

/// True if the text has a brace, which file names do not.
bool is_name_pattern(std::string_view text);

core::Result<NamePattern> parse_name_pattern(std::string_view text);

std::optional<NameNumbers> match_name(const NamePattern& pattern, std::string_view name);

std::string name_of(const NamePattern& pattern, const NameNumbers& numbers);

struct NpyPieceName {
  std::string array = {};
  std::optional<map::Coordinate> begin = {};  ///< nothing where the file has the whole array
};

/// The name ends in .npy. What follows its last '@' is a begin if it is written as one.
NpyPieceName npy_piece(std::string_view name);
std::string npy_piece_name(std::string_view array, std::span<const std::int64_t> begin);

/// The rank's file, part by part, as vLLM names it.
std::string rank_file_name(std::int64_t rank, std::int64_t part);

}  // namespace tileglot::checkpoint::pieces
