// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/worker.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "tileglot/core/error.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::api {
namespace {

constexpr std::int64_t kMostWorkers = std::int64_t{1} << 20;

struct Launcher {
  const char* number;
  const char* count;  ///< null: it does not say
};

constexpr std::array kLaunchers = {
    Launcher{.number = "RANK", .count = "WORLD_SIZE"},
    Launcher{.number = "OMPI_COMM_WORLD_RANK", .count = "OMPI_COMM_WORLD_SIZE"},
    Launcher{.number = "PMI_RANK", .count = "PMI_SIZE"},
    Launcher{.number = "SLURM_PROCID", .count = "SLURM_NTASKS"},
    Launcher{.number = "JOB_COMPLETION_INDEX", .count = nullptr},
};

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc() && end == text.data() + text.size() && number >= 0;
  return is_whole ? std::optional(number) : std::nullopt;
}

core::Result<Worker> checked(std::int64_t number, std::int64_t count) {
  if (count >= 1 && count <= kMostWorkers && number < count) return Worker{number, count};
  return core::fail(
      {.code = "reshard.worker",
       .message = fmt::format("worker {} of {} does not exist", number, count),
       .help = fmt::format("workers are numbered from 0 to one less than their number, which is at "
                           "most {}",
                           kMostWorkers)});
}

core::Error not_a_worker(std::string_view text) {
  return {
      {.code = "reshard.worker",
       .message = fmt::format("{} is not a worker", io::path_text(text)),
       .help = "write its number and how many there are, such as 0/4, or auto under a launcher"}};
}

core::Error two_counts(std::int64_t said, std::int64_t count) {
  return {{.code = "reshard.worker",
           .message = fmt::format("there are {} workers, and --workers says {}", said, count),
           .help = "leave out --workers"}};
}

core::Result<std::int64_t> number_in(const char* name, const std::string& value) {
  if (const auto number = whole_number(value)) return *number;
  return core::fail(
      {.code = "reshard.worker",
       .message = fmt::format("{} is {}, which is not a number", name, io::path_text(value)),
       .help = "say the worker as 0/4"});
}

core::Result<std::int64_t> count_by(const Launcher& launcher, std::optional<std::int64_t> count,
                                    const Environment& environment) {
  const auto text = launcher.count == nullptr ? std::nullopt : environment(launcher.count);
  if (!text && count) return *count;
  if (!text) {
    return core::fail({.code = "reshard.worker",
                       .message = fmt::format("{} says which worker this is, and nothing says how "
                                              "many there are",
                                              launcher.number),
                       .help = "add --workers N"});
  }
  TILEGLOT_TRY(said, number_in(launcher.count, *text));
  if (count && *count != said) return core::fail(two_counts(said, *count));
  return said;
}

core::Result<Worker> by_launcher(std::optional<std::int64_t> count,
                                 const Environment& environment) {
  for (const Launcher& launcher : kLaunchers) {
    const auto text = environment(launcher.number);
    if (!text) continue;
    TILEGLOT_TRY(number, number_in(launcher.number, *text));
    TILEGLOT_TRY(all, count_by(launcher, count, environment));
    return checked(number, all);
  }
  return core::fail({.code = "reshard.worker",
                     .message =
                         "no launcher has numbered this process: RANK, OMPI_COMM_WORLD_RANK, "
                         "PMI_RANK, SLURM_PROCID and JOB_COMPLETION_INDEX are not set",
                     .help = "say the worker as 0/4"});
}

core::Result<Worker> by_numbers(std::string_view text, std::optional<std::int64_t> count) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return core::fail(not_a_worker(text));
  const auto number = whole_number(text.substr(0, slash));
  const auto all = whole_number(text.substr(slash + 1));
  if (!number || !all) return core::fail(not_a_worker(text));
  if (count && *count != *all) return core::fail(two_counts(*all, *count));
  return checked(*number, *all);
}

}  // namespace

Environment environment_of_process() {
  return [](const char* name) -> std::optional<std::string> {
    // The process has one thread while its arguments are read.
    const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
}

core::Result<Worker> worker_of(std::string_view text, std::optional<std::int64_t> count,
                               const Environment& environment) {
  if (text == "auto") return by_launcher(count, environment);
  if (!text.empty()) return by_numbers(text, count);
  if (!count || *count == 1) return Worker();
  return core::fail({.code = "reshard.worker",
                     .message = fmt::format("which of {} workers this is, nothing says", *count),
                     .help = "add --worker 0/N, or --worker auto under a launcher"});
}

}  // namespace tileglot::api
