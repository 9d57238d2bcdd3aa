// SPDX-License-Identifier: Apache-2.0
// number_options.h: the numbers and sizes that options take.
//
// What     whole_number<T>(least, most) and byte_size() go to CLI::Option::transform. They refuse
//          what is not such a number, as it was typed, and leave decimal digits to convert.
// Why      CLI11's own conversion turns a number past 64 bits into the nearest, a negative one
//          into a large one, and reads 010 as 8.
// Units    Sizes are bytes; k, kb, ki and kib are 1024 of them, and so on up to e.
// Example  --every 1e3 is refused by "--every: '1e3' is not a whole number", --max-memory 2GiB is
//          2147483648.
//          [tests: arguments_test.cc, "numbers are refused as typed"]
#pragma once

#include <CLI/CLI.hpp>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>

namespace tileglot::cli {

/// Reads and replaces the text of a number of least..most; what is wrong with it, or nothing.
std::string read_whole_number(std::string& text, std::int64_t least, std::uint64_t most);

template <std::integral T>
CLI::Validator whole_number(T least = std::numeric_limits<T>::min(),
                            T most = std::numeric_limits<T>::max()) {
  return {[least, most](std::string& text) {
            return read_whole_number(text, static_cast<std::int64_t>(least),
                                     static_cast<std::uint64_t>(most));
          },
          ""};
}

/// A number of bytes, with a unit such as KiB or without.
CLI::Validator byte_size();

}  // namespace tileglot::cli
