// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/relayout/bench/random_pairs.h"
#include "tileglot/relayout/bench/statistics.h"

namespace tileglot::relayout::bench {
namespace {

constexpr double kMebi = 1 << 20;
constexpr double kGiga = 1e9;

std::string number_or_dash(std::optional<double> value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "-";
}

std::string speed(const Result& result, const Measured* mover) {
  if (mover != nullptr && !mover->seconds) return "WRONG";
  return number_or_dash(result.gb_per_s(mover), 1);
}

std::string ratio(const Result& result, const Measured* other) {
  return number_or_dash(result.ratio_to(other), 2);
}

/// "0.65 reached", or "10 ns missed" where the goal is a time.
std::string verdict_text(const Result& result) {
  const Goal& goal = result.move.goal;
  const Verdict verdict = result.verdict();
  if (verdict == Verdict::kNoGoal) return "-";
  const std::string bar = goal.call_ns > 0 ? fmt::format("{:.0f} ns", goal.call_ns)
                                           : fmt::format("{:.2f}", goal.of_streaming);
  return fmt::format("{} {}{}", bar, verdict == Verdict::kReached ? "reached" : "MISSED",
                     goal.basis == Basis::kArgued ? " (argued)" : "");
}

std::string size_text(std::int64_t bytes) {
  const double size = static_cast<double>(bytes);
  return size < kMebi ? fmt::format("{:.1f}K", size / 1024) : fmt::format("{:.1f}M", size / kMebi);
}

std::string call_text(const Result& result) {
  const Measured* ours = result.of(Role::kOurs);
  if (result.flushed || ours == nullptr || !ours->seconds) return "";
  return fmt::format("  {:.1f} ns a call", *ours->seconds * kGiga);
}

/// The layouts of a move that is not in a list.
std::string texts_of(const Case& c) {
  return c.list == List::kRandom ? fmt::format("  {} -> {}", c.source, c.target) : "";
}

std::vector<Result> with_threads(std::span<const Result> results, int threads) {
  std::vector<Result> chosen;
  for (const Result& result : results) {
    if (result.threads == threads) chosen.push_back(result);
  }
  return chosen;
}

std::string repeated_text(std::span<const Result> results) {
  int repeated = 0;
  for (const Result& result : results) repeated += result.repeated;
  if (repeated == 0) return "";
  return fmt::format("{} samples taken again because the machine had other work, ", repeated);
}

/// Geometric mean and minimum, with the case that has it.
std::string group_line(std::string_view group, std::span<const Result> results) {
  std::vector<double> shares;
  const Result* slowest = nullptr;
  for (const Result& result : results) {
    const auto share = result.ratio_to(result.of(Role::kMemcpy));
    if (!share || result.move.goal.group != group) continue;
    if (shares.empty() || *share < *std::min_element(shares.begin(), shares.end())) {
      slowest = &result;
    }
    shares.push_back(*share);
  }
  if (slowest == nullptr) return "";
  return fmt::format("  {:<22}{:>4} pairs: geometric mean {:.3f}, lowest {:.3f} ({})\n", group,
                     shares.size(), geometric_mean(shares),
                     *std::min_element(shares.begin(), shares.end()), slowest->move.name);
}

/// Time with one thread over time with `threads`, for each case that has both.
std::vector<double> thread_gains(std::span<const Result> results, int threads, Role role,
                                 std::int64_t l2_bytes) {
  std::vector<double> gains;
  for (const Result& one : results) {
    if (one.threads != 1 || one.bytes <= l2_bytes) continue;
    for (const Result& many : results) {
      if (many.threads != threads || many.move.name != one.move.name) continue;
      const Measured* before = one.of(role);
      const Measured* after = many.of(role);
      if (before && after && before->seconds && after->seconds) {
        gains.push_back(*before->seconds / *after->seconds);
      }
    }
  }
  return gains;
}

using Wanted = bool (*)(const Result&);

bool is_any(const Result&) { return true; }
bool is_tiling(const Result& result) { return result.move.is_tiling(); }

std::vector<double> ratios(std::span<const Result> results, Wanted wanted, Role role,
                           std::int64_t l2_bytes) {
  std::vector<double> found;
  for (const Result& result : results) {
    if (result.bytes <= l2_bytes || !wanted(result)) continue;
    if (const auto r = result.ratio_to(result.of(role))) found.push_back(*r);
  }
  return found;
}

std::string mean_line(std::string_view what, std::span<const Result> results, Wanted wanted,
                      std::int64_t l2_bytes) {
  const auto of_memcpy = ratios(results, wanted, Role::kMemcpy, l2_bytes);
  const auto of_streaming = ratios(results, wanted, Role::kStreaming, l2_bytes);
  if (of_memcpy.empty()) return "";
  return fmt::format("  {}: {} cases, {:.3f} of memcpy (lowest {:.2f}), {:.3f} of streaming\n",
                     what, of_memcpy.size(), geometric_mean(of_memcpy),
                     *std::min_element(of_memcpy.begin(), of_memcpy.end()),
                     geometric_mean(of_streaming));
}

std::string peer_line(std::span<const Result> results) {
  constexpr double kNoise = 0.95;
  std::vector<double> found;
  std::string behind;
  for (const Result& result : results) {
    const Measured* best = result.best_peer();
    const auto r = result.ratio_to(best);
    if (!r) continue;
    found.push_back(*r);
    if (*r < kNoise) behind += fmt::format(" {} ({} {:.2f})", result.move.name, best->name, *r);
  }
  if (found.empty()) return "  no peer was measured\n";
  return fmt::format("  best peer: {} cases, geometric mean {:.2f}; behind by more than 5 %:{}\n",
                     found.size(), geometric_mean(found), behind.empty() ? " none" : behind);
}

/// The cases of one row of the goals' table.
struct GoalRow {
  std::string_view group;
  Basis basis = Basis::kNone;
  int reached = 0;
  int missed = 0;
  std::string details = {};
};

GoalRow& row_of(std::vector<GoalRow>& rows, const Goal& goal) {
  for (GoalRow& row : rows) {
    if (row.group == goal.group && row.basis == goal.basis) return row;
  }
  return rows.emplace_back(GoalRow{.group = goal.group, .basis = goal.basis});
}

std::string share_text(const Result& result) {
  const Measured* ours = result.of(Role::kOurs);
  const Goal& goal = result.move.goal;
  if (goal.call_ns == 0) {
    return fmt::format(" {} {}/{:.2f}", result.move.name,
                       ratio(result, result.of(Role::kStreaming)), goal.of_streaming);
  }
  const double ns = ours != nullptr && ours->seconds ? *ours->seconds * kGiga : 0;
  return fmt::format(" {} {:.0f}/{:.0f} ns", result.move.name, ns, goal.call_ns);
}

void count(std::vector<GoalRow>& rows, const Result& result) {
  const Verdict verdict = result.verdict();
  if (verdict == Verdict::kNoGoal) return;
  GoalRow& row = row_of(rows, result.move.goal);
  (verdict == Verdict::kReached ? row.reached : row.missed) += 1;
  row.details += share_text(result);
}

std::string goals_table(std::span<const Result> results) {
  std::vector<GoalRow> rows;
  for (const Result& result : results) count(rows, result);
  std::string text;
  for (const GoalRow& row : rows) {
    text += fmt::format("  {:<24}{:<10}{:<8} {} of {}:{}\n", row.group,
                        row.basis == Basis::kMeasured ? "measured" : "argued",
                        row.missed == 0 ? "reached" : "MISSED", row.reached,
                        row.reached + row.missed, row.details);
  }
  return text;
}

nlohmann::json to_json(const Result& result, const Measured& mover) {
  nlohmann::json json = {{"name", mover.name}, {"right", mover.seconds.has_value()}};
  if (mover.seconds) {
    json["seconds"] = *mover.seconds;
    json["gb_per_s"] = *result.gb_per_s(&mover);
    json["samples"] = mover.samples;
  }
  return json;
}

std::string_view verdict_word(Verdict verdict) {
  if (verdict == Verdict::kNoGoal) return "none";
  return verdict == Verdict::kReached ? "reached" : "missed";
}

nlohmann::json goal_json(const Result& result) {
  const Goal& goal = result.move.goal;
  return {{"group", goal.group},
          {"of_streaming", goal.of_streaming},
          {"call_ns", goal.call_ns},
          {"measured", goal.basis == Basis::kMeasured},
          {"verdict", verdict_word(result.verdict())}};
}

nlohmann::json value_or_null(std::optional<double> value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}

}  // namespace

std::string describe(const Machine& machine) {
  return fmt::format(
      "{}, {} processors; L1 {} KiB, L2 {} KiB a core, last level {} MiB; huge pages: {}",
      machine.name, machine.processors.size(), machine.l1_bytes >> 10, machine.l2_bytes >> 10,
      machine.last_level_bytes >> 20, machine.huge_pages);
}

std::string heading() {
  return fmt::format("{:<32}{:>2}{:>9}{:>8}{:>8}{:>8}{:>8}{:>8}  {:<22}{:>6}{:>9}  {}\n", "case",
                     "T", "bytes", "GB/s", "memcpy", "stream", "/memcpy", "/stream", "best peer",
                     "/peer", "plan us", "goal: share of stream");
}

std::string line(const Result& result) {
  const Measured* copy = result.of(Role::kMemcpy);
  const Measured* stream = result.of(Role::kStreaming);
  const Measured* peer = result.best_peer();
  const std::string peer_text =
      peer == nullptr ? "-" : fmt::format("{} {}", peer->name, speed(result, peer));
  return fmt::format("{:<32}{:>2}{:>9}{:>8}{:>8}{:>8}{:>8}{:>8}  {:<22}{:>6}{:>9.1f}  {}{}{}\n",
                     result.move.name, result.threads, size_text(result.bytes),
                     speed(result, result.of(Role::kOurs)), speed(result, copy),
                     speed(result, stream), ratio(result, copy), ratio(result, stream), peer_text,
                     ratio(result, peer), result.plan_seconds * 1e6, verdict_text(result),
                     call_text(result), texts_of(result.move));
}

std::string summary(std::span<const Result> results, int threads, std::int64_t l2_bytes) {
  const std::vector<Result> chosen = with_threads(results, threads);
  return fmt::format(
      "\n{} thread{}, {}geometric means of what no core's L2 holds:\n{}{}{}goals:\n{}", threads,
      threads == 1 ? "" : "s", repeated_text(chosen), mean_line("all", chosen, is_any, l2_bytes),
      mean_line("tilings", chosen, is_tiling, l2_bytes), peer_line(chosen), goals_table(chosen));
}

std::string scaling(std::span<const Result> results, int threads, std::int64_t l2_bytes) {
  if (threads == 1) return "";
  std::string text;
  for (const auto& [name, role] : {std::pair("tileglot", Role::kOurs),
                                   {"memcpy", Role::kMemcpy},
                                   {"streaming copy", Role::kStreaming}}) {
    const std::vector<double> gains = thread_gains(results, threads, role, l2_bytes);
    if (gains.empty()) return "";
    text += fmt::format("{} {} {:.2f}", text.empty() ? "" : ",", name, geometric_mean(gains));
  }
  return fmt::format("{} threads move as much as one, times:{}\n", threads, text);
}

std::string random_summary(std::span<const Result> results, int threads) {
  std::string text =
      fmt::format("\n{} thread{}, share of memcpy:\n", threads, threads == 1 ? "" : "s");
  for (const std::string_view group : kRandomGroups) {
    text += group_line(group, with_threads(results, threads));
  }
  return text;
}

nlohmann::json to_json(const Result& result) {
  nlohmann::json movers = nlohmann::json::array();
  for (const Measured& mover : result.measured) movers.push_back(to_json(result, mover));
  const Measured* best = result.best_peer();
  return {{"name", result.move.name},
          {"source", result.move.source},
          {"target", result.move.target},
          {"element_bits", result.move.element_bits},
          {"threads", result.threads},
          {"bytes", result.bytes},
          {"flushed", result.flushed},
          {"plan_seconds", result.plan_seconds},
          {"samples_taken_again", result.repeated},
          {"gb_per_s", value_or_null(result.gb_per_s(result.of(Role::kOurs)))},
          {"ratio_to_memcpy", value_or_null(result.ratio_to(result.of(Role::kMemcpy)))},
          {"ratio_to_streaming", value_or_null(result.ratio_to(result.of(Role::kStreaming)))},
          {"ratio_to_best_peer", value_or_null(result.ratio_to(best))},
          {"best_peer", best == nullptr ? nlohmann::json() : nlohmann::json(best->name)},
          {"goal", goal_json(result)},
          {"movers", movers}};
}

nlohmann::json to_json(const Machine& machine) {
  return {{"processor", machine.name},
          {"processors", machine.processors.size()},
          {"l1_bytes", machine.l1_bytes},
          {"l2_bytes", machine.l2_bytes},
          {"last_level_bytes", machine.last_level_bytes},
          {"huge_pages", machine.huge_pages}};
}

}  // namespace tileglot::relayout::bench
