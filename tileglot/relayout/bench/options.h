// SPDX-License-Identifier: Apache-2.0
// options.h: the benchmark's command-line options.
//
// What     read_options(words) reads --quick, --only REGEX, --threads LIST, --rounds N, --seed S,
//          --target NAME, --json FILE, --small-pages, --no-peers, --random N, --list,
//          --help.
// Example  --threads 1,2 --only '^bf16' measures those cases with one thread and with two.
//          [tests: options_test.cc, "words become options"]
// Errors   Without a code, since users of the library never see them: the word, and what is
//          accepted there.
#pragma once

#include <cstdint>
#include <regex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::relayout::bench {

struct Options {
  bool help = false;
  bool list = false;
  bool quick = false;
  bool peers = true;
  bool huge_pages = true;
  std::string only = {};          ///< a regular expression that a name must contain; empty: all
  std::vector<int> threads = {};  ///< empty: 1, and 2 if there are that many processors
  int rounds = 0;                 ///< 0: 9, with --quick 5
  std::uint64_t seed = 1;
  std::int64_t random = 0;  ///< number of random pairs to measure instead of the list
  std::string target = {};  ///< the instruction set of the kernels; empty: the best
  std::string json = {};
};

core::Result<Options> read_options(std::span<const std::string_view> words);

/// The usage text.
std::string_view usage();

}  // namespace tileglot::relayout::bench
