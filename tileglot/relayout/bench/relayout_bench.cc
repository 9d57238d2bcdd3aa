// SPDX-License-Identifier: Apache-2.0
// relayout_bench.cc: moves between layouts, compared with copies of the same bytes and every peer
// found.
//
// `--help` has the options; docs/reference/relayout-bench.md says what the figures mean.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/relayout/bench/bench.h"
#include "tileglot/relayout/bench/cases.h"
#include "tileglot/relayout/bench/copies.h"
#include "tileglot/relayout/bench/options.h"
#include "tileglot/relayout/bench/peers.h"
#include "tileglot/relayout/bench/random_pairs.h"
#include "tileglot/relayout/bench/report.h"
#include "tileglot/relayout/kernels/target.h"

namespace tileglot::relayout::bench {
namespace {

constexpr int kRounds = 9;
constexpr int kQuickRounds = 5;
constexpr int kAttempts = 4;
constexpr int kQuickAttempts = 2;

void say(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

std::vector<Case> known_cases(const Options& options) {
  if (options.random == 0) return cases();
  return random_pairs({.count = options.random, .seed = options.seed});
}

std::vector<Case> chosen_cases(const Options& options) {
  const std::regex only(options.only);
  std::vector<Case> chosen;
  for (const Case& c : known_cases(options)) {
    const bool wanted = !options.quick || c.quick || c.list == List::kRandom;
    if (wanted && std::regex_search(c.name, only)) chosen.push_back(c);
  }
  return chosen;
}

/// The requested counts; by default 1, and 2 if there are that many processors.
std::vector<int> thread_counts(const Options& options, const Machine& machine) {
  if (!options.threads.empty()) return options.threads;
  if (machine.processors.size() < 2) return {1};
  return {1, 2};
}

int rounds_of(const Options& options) {
  if (options.rounds > 0) return options.rounds;
  return options.quick ? kQuickRounds : kRounds;
}

/// Random pairs are compared only with memcpy.
bool wants_peers(const Options& options) { return options.peers && options.random == 0; }

std::string peers_text() {
  std::string text;
  for (const Peer& peer : peer_list()) {
    text += fmt::format("peer {}: {}{}\n", peer.name, peer.make == nullptr ? "absent; " : "",
                        peer.remark);
  }
  return text;
}

/// Those that were asked for, or the best.
std::string_view kernel_target(const Options& options) {
  return options.target.empty() ? kernels::target_names().front() : options.target;
}

std::string preface(const Options& options, const Machine& machine) {
  return fmt::format(
      "{}\nkernels for {}; memory in {}; {} samples, medians; seed {}; streaming copy: {}; "
      "priority {}\n{}\n",
      describe(machine), kernel_target(options),
      options.huge_pages ? "huge pages where the system gives them" : "4 KiB pages",
      rounds_of(options), options.seed, streaming_target(),
      raise_priority() ? "raised" : "ordinary",
      wants_peers(options) ? peers_text() : std::string());
}

/// Lines are printed as they are measured. False if a case was rejected or an output of ours was
/// wrong.
bool measure_all(const std::vector<Case>& chosen, Bench& bench, std::vector<Result>& results) {
  bool good = true;
  for (const Case& c : chosen) {
    const auto result = bench.measure(c);
    if (!result) {
      say(fmt::format("{:<32} refused: {}: {}\n", c.name, result.error()->code,
                      result.error()->message));
      good = false;
      continue;
    }
    say(line(*result));
    good = good && result->of(Role::kOurs)->seconds.has_value();
    results.push_back(*result);
  }
  return good;
}

nlohmann::json everything(const Options& options, const Machine& machine,
                          const std::vector<Result>& results) {
  nlohmann::json all = {{"machine", to_json(machine)},
                        {"target", kernel_target(options)},
                        {"seed", options.seed},
                        {"rounds", rounds_of(options)},
                        {"huge_pages_asked", options.huge_pages},
                        {"streaming_copy", streaming_target()},
                        {"cases", nlohmann::json::array()}};
  for (const Result& result : results) all["cases"].push_back(to_json(result));
  return all;
}

bool write_json(const std::string& path, const nlohmann::json& json) {
  std::ofstream file(path);
  file << json.dump(1) << "\n";
  file.close();
  return file.good();
}

int list_cases(const std::vector<Case>& chosen) {
  for (const Case& c : chosen) {
    say(fmt::format("{:<32}{:>4} bits  {}  ->  {}\n", c.name, c.element_bits, c.source, c.target));
  }
  return 0;
}

BenchOptions bench_options(const Options& options, int threads) {
  return {.threads = threads,
          .rounds = rounds_of(options),
          .attempts = options.quick ? kQuickAttempts : kAttempts,
          .seed = options.seed,
          .huge_pages = options.huge_pages,
          .peers = wants_peers(options) ? peers_of : no_peers};
}

int run(const Options& options) {
  const std::vector<Case> chosen = chosen_cases(options);
  if (!kernels::force_target(options.target)) {
    std::fprintf(stderr, "bench: this processor has no kernels for '%s'; write one of %s\n",
                 options.target.c_str(),
                 fmt::format("{}", fmt::join(kernels::target_names(), ", ")).c_str());
    return 2;
  }
  if (options.list) return list_cases(chosen);
  const Machine machine = this_machine();
  say(preface(options, machine) + heading());
  std::vector<Result> results;
  bool good = true;
  for (const int threads : thread_counts(options, machine)) {
    let_run_anywhere(machine.processors);
    Bench bench(machine, bench_options(options, threads));
    good = measure_all(chosen, bench, results) && good;
    say((options.random > 0 ? random_summary(results, threads)
                            : summary(results, threads, machine.l2_bytes)) +
        scaling(results, threads, machine.l2_bytes) + "\n");
  }
  if (!options.json.empty() && !write_json(options.json, everything(options, machine, results))) {
    std::fprintf(stderr, "bench: cannot write %s\n", options.json.c_str());
    return 1;
  }
  return good ? 0 : 1;
}

int main_of(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  const auto options = read_options(words);
  if (!options) {
    std::fprintf(stderr, "bench: %s; %s\n", options.error()->message.c_str(),
                 options.error()->help.c_str());
    return 2;
  }
  if (options->help) {
    say(std::string(usage()));
    return 0;
  }
  return run(*options);
}

}  // namespace
}  // namespace tileglot::relayout::bench

int main(int argc, char** argv) { return tileglot::relayout::bench::main_of(argc, argv); }
