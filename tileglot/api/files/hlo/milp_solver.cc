// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/hlo/milp_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "tileglot/api/files/process/child.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/optimal/milp.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/file/scratch_folder.h"

namespace tileglot::api::files {
namespace {

using hlo::optimal::MilpAnswer;

/// Solvers look at the clock between steps. One that is still running this long after its own limit
/// is killed.
constexpr double kGraceSeconds = 10;
constexpr double kGraceFactor = 1;  ///< and this many times the limit

/// CBC rounds the bound of an unfinished program to three decimals or six digits.
constexpr double kCbcBoundDigits = 0.001;
constexpr double kCbcBoundPart = 1e-5;

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> result;
  constexpr std::string_view kBlanks = " \t\r";
  for (auto begin = line.find_first_not_of(kBlanks); begin != std::string_view::npos;) {
    const auto end = std::min(line.find_first_of(kBlanks, begin), line.size());
    result.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(kBlanks, end);
  }
  return result;
}

std::optional<double> number_in(std::string_view word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool is_whole = error == std::errc() && end == word.data() + word.size();
  return is_whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

template <class Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    visit(words_of(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// The last number after a label of two words.
std::optional<double> number_after(std::string_view text, std::string_view first,
                                   std::string_view second) {
  std::optional<double> result;
  for_each_line(text, [&](const std::vector<std::string_view>& words) {
    if (words.size() > 2 && words[0] == first && words[1] == second) result = number_in(words[2]);
  });
  return result;
}

/// Of a search that was stopped: what it says at its end, or of its linear program.
std::optional<double> unfinished_bound(std::string_view log) {
  std::optional<double> bound = number_after(log, "Lower", "bound:");
  if (!bound) {
    for_each_line(log, [&](const std::vector<std::string_view>& words) {
      // Continuous objective value is 46.0363 - 4.43 seconds
      if (words.size() > 4 && words[0] == "Continuous" && words[3] == "is") {
        bound = number_in(words[4]);
      }
    });
  }
  if (bound) *bound -= kCbcBoundDigits + kCbcBoundPart * std::abs(*bound);
  return bound;
}

core::Error unread(std::string_view solver, std::string_view output) {
  return {{.code = "optimal.solver",
           .message = fmt::format("{} gave no solution: {}", solver,
                                  core::printable(output.substr(0, output.find('\n')), 120)),
           .help = "what it was asked keeps XLA's layouts, or the best that was found before"}};
}

core::Status write_program(const std::string& path, const std::string& program) {
  std::ofstream file(path, std::ios::binary);
  file << program;
  file.close();
  if (file) return {};
  return core::fail(io::os_error(errno, "write", path));
}

std::string text_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool is_highs(std::string_view program) {
  return std::filesystem::path(program).filename().string().find("highs") != std::string::npos;
}

std::vector<std::string> words_for(const std::string& program, const std::string& model,
                                   const std::string& solution, double seconds) {
  const std::string limit = fmt::format("{:g}", seconds);
  if (is_highs(program)) return {model, "--time_limit", limit, "--solution_file", solution};
  return {model, "-timeMode", "elapsed", "-sec", limit, "-solve", "-solution", solution};
}

core::Result<MilpAnswer> solved_by(const std::string& program, const std::string& model_text,
                                   double seconds) {
  TILEGLOT_TRY(folder, io::ScratchFolder::make());
  const std::string model = folder.file("layouts.lp");
  const std::string solution = folder.file("solution.txt");
  TILEGLOT_TRY_STATUS(write_program(model, model_text));
  TILEGLOT_TRY(
      answer, run_child({.program = program,
                         .arguments = words_for(program, model, solution, seconds),
                         .folder = folder.path(),
                         .seconds = seconds + kGraceSeconds + kGraceFactor * seconds,
                         .missing = {{.code = "optimal.solver_missing",
                                      .message = fmt::format("the solver {} is not installed",
                                                             io::path_text(program)),
                                      .help = "install one: `apt install coinor-cbc`, or HiGHS "
                                              "from https://highs.dev; --solver names another"}}}));
  if (answer.status != 0) return core::fail(unread(program, end_text(answer.status)));
  const std::string text = text_in(solution);
  if (text.empty()) return core::fail(unread(program, "it wrote none"));
  return is_highs(program) ? highs_answer(text, answer.output) : cbc_answer(text, answer.output);
}

}  // namespace

core::Result<MilpAnswer> cbc_answer(std::string_view solution, std::string_view log) {
  MilpAnswer result;
  const std::string_view head = solution.substr(0, solution.find('\n'));
  for_each_line(solution, [&](std::vector<std::string_view> words) {
    // Values outside their bounds are marked.
    if (!words.empty() && words[0] == "**") words.erase(words.begin());
    if (words.size() < 3 || !number_in(words[0])) return;
    if (const auto value = number_in(words[2])) result.values.emplace(words[1], *value);
  });
  if (head.starts_with("Optimal")) {
    result.bound = number_after(log, "Objective", "value:");
  } else {
    result.bound = unfinished_bound(log);
  }
  // Then the values are those of the linear program, which are not choices.
  if (head.find("no integer solution") != std::string_view::npos) result.values.clear();
  const bool is_answer = !result.values.empty() || (result.bound && head.starts_with("Stopped"));
  if (!is_answer) return core::fail(unread("cbc", solution));
  return result;
}

core::Result<MilpAnswer> highs_answer(std::string_view solution, std::string_view log) {
  MilpAnswer result;
  bool is_in_columns = false;
  for_each_line(solution, [&](const std::vector<std::string_view>& words) {
    if (!words.empty() && words[0] == "#") {
      is_in_columns = words.size() > 1 && words[1] == "Columns" && result.values.empty();
    } else if (is_in_columns && words.size() == 2) {
      if (const auto value = number_in(words[1])) result.values.emplace(words[0], *value);
    }
  });
  result.bound = number_after(log, "Dual", "bound");
  if (result.values.empty() && !result.bound) return core::fail(unread("highs", solution));
  return result;
}

TimedSolver solver_program(std::optional<std::string> name) {
  return [name = std::move(name)](const std::string& model, double seconds) {
    if (name) return solved_by(*name, model, seconds);
    auto answer = solved_by("highs", model, seconds);
    if (answer || answer.error()->code != "optimal.solver_missing") return answer;
    return solved_by("cbc", model, seconds);
  };
}

}  // namespace tileglot::api::files
