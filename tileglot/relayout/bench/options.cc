// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/options.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>

namespace tileglot::relayout::bench {
namespace {

constexpr std::int64_t kMaxRounds = 1'000;
constexpr std::int64_t kMaxThreads = 1'024;
constexpr std::int64_t kMaxRandom = 100'000;

core::Error wrong(std::string_view option, std::string_view value, std::string_view expected) {
  return {{.message = fmt::format("{} cannot be '{}'", option, value),
           .help = fmt::format("write {}", expected)}};
}

std::optional<std::int64_t> number(std::string_view text, std::int64_t at_most) {
  std::int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return {};
    const std::int64_t digit = c - '0';
    if (value > (at_most - digit) / 10) return {};
    value = 10 * value + digit;
  }
  if (value < 1) return {};
  return value;
}

core::Result<std::int64_t> number_of(std::string_view option, std::string_view text,
                                     std::int64_t at_most) {
  if (const auto value = number(text, at_most)) return *value;
  return core::fail(wrong(option, text, fmt::format("a number from 1 to {}", at_most)));
}

/// "1,2" is 1 and 2.
core::Result<std::vector<int>> thread_counts(std::string_view text) {
  std::vector<int> counts;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    TILEGLOT_TRY(count, number_of("--threads", rest.substr(0, comma), kMaxThreads));
    counts.push_back(static_cast<int>(count));
    if (comma == std::string_view::npos) return counts;
    rest.remove_prefix(comma + 1);
  }
}

core::Status set_only(Options& options, std::string_view text) {
  try {
    options.only = std::string(text);
    (void)std::regex_search("", std::regex(options.only));
  } catch (const std::regex_error&) {
    return core::fail(wrong("--only", text, "a regular expression"));
  }
  return {};
}

/// True if the word is an option that stands alone.
bool set_flag(Options& options, std::string_view word) {
  if (word == "--quick") {
    options.quick = true;
  } else if (word == "--list") {
    options.list = true;
  } else if (word == "--help" || word == "-h") {
    options.help = true;
  } else if (word == "--no-peers") {
    options.peers = false;
  } else if (word == "--small-pages") {
    options.huge_pages = false;
  } else {
    return false;
  }
  return true;
}

core::Status set_value(Options& options, std::string_view word, std::string_view value) {
  if (word == "--json") {
    options.json = value;
  } else if (word == "--target") {
    options.target = value;
  } else if (word == "--only") {
    return set_only(options, value);
  } else if (word == "--threads") {
    TILEGLOT_TRY(counts, thread_counts(value));
    options.threads = counts;
  } else if (word == "--rounds") {
    TILEGLOT_TRY(rounds, number_of(word, value, kMaxRounds));
    options.rounds = static_cast<int>(rounds);
  } else if (word == "--random") {
    TILEGLOT_TRY(count, number_of(word, value, kMaxRandom));
    options.random = count;
  } else {
    TILEGLOT_TRY(seed, number_of(word, value, INT64_MAX));
    options.seed = static_cast<std::uint64_t>(seed);
  }
  return {};
}

bool takes_value(std::string_view word) {
  return word == "--json" || word == "--only" || word == "--threads" || word == "--rounds" ||
         word == "--random" || word == "--seed" || word == "--target";
}

}  // namespace

core::Result<Options> read_options(std::span<const std::string_view> words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (set_flag(options, words[i])) continue;
    if (!takes_value(words[i])) {
      return core::fail({.message = fmt::format("no option is called '{}'", words[i]),
                         .help = "--help lists them"});
    }
    if (i + 1 == words.size()) return core::fail(wrong(words[i], "", "a value after it"));
    TILEGLOT_TRY_STATUS(set_value(options, words[i], words[i + 1]));
    ++i;
  }
  return options;
}

std::string_view usage() {
  return "usage: ./dev bench relayout [OPTIONS]\n"
         "\n"
         "  --quick          12 cases and 5 rounds: less than a minute\n"
         "  --only REGEX     cases whose name it is found in\n"
         "  --threads LIST   1,2 measures with one and with two threads (as many as there are)\n"
         "  --rounds N       samples of each (9)\n"
         "  --random N       so many random pairs instead of the list\n"
         "  --seed S         of the orders, the bytes and the random pairs (1)\n"
         "  --target NAME    kernels for AVX2, SSE4, .. instead of the best of this processor\n"
         "  --json FILE      everything that was measured, each sample too\n"
         "  --small-pages    memory in pages of 4 KiB\n"
         "  --no-peers       this library and the copies only\n"
         "  --list           name the cases and measure nothing\n";
}

}  // namespace tileglot::relayout::bench
