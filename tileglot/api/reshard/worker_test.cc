// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/worker.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace tileglot::api {
namespace {

using Variables = std::map<std::string, std::string>;

Environment of(const Variables& variables) {
  return [variables](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
}

TEST(Worker, LaunchersNumberTheirProcesses) {
  const auto worker = [](const Variables& variables, std::optional<std::int64_t> count = {}) {
    return worker_of("auto", count, of(variables)).value();
  };
  EXPECT_EQ(worker({{"SLURM_PROCID", "3"}, {"SLURM_NTASKS", "64"}}), (Worker{3, 64}));
  EXPECT_EQ(worker({{"PMI_RANK", "0"}, {"PMI_SIZE", "2"}}), (Worker{0, 2}));
  EXPECT_EQ(worker({{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "2"}}), (Worker{1, 2}));
  EXPECT_EQ(worker({{"JOB_COMPLETION_INDEX", "7"}}, 8), (Worker{7, 8}));
  EXPECT_EQ(
      worker({{"RANK", "9"}, {"WORLD_SIZE", "16"}, {"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "2"}}),
      (Worker{9, 16}));
}

TEST(Worker, AWorkerIsSaidByNumbers) {
  EXPECT_EQ(worker_of("", std::nullopt, of({})), (Worker{0, 1}));
  EXPECT_EQ(worker_of("0/1", std::nullopt, of({})), (Worker{0, 1}));
  EXPECT_EQ(worker_of("3/64", 64, of({{"RANK", "1"}})), (Worker{3, 64}));
}

TEST(Worker, OtherTextsAreRefused) {
  const auto message = [](const std::string& text, std::optional<std::int64_t> count,
                          const Variables& variables) {
    const auto worker = worker_of(text, count, of(variables));
    EXPECT_FALSE(worker.has_value()) << text;
    EXPECT_EQ(worker.error()->code, "reshard.worker");
    return worker.error()->message;
  };
  EXPECT_EQ(message("64/64", {}, {}), "worker 64 of 64 does not exist");
  EXPECT_EQ(message("0/0", {}, {}), "worker 0 of 0 does not exist");
  EXPECT_EQ(message("0/1048577", {}, {}), "worker 0 of 1048577 does not exist");
  for (const char* const text :
       {"3", "3/", "/3", "a/b", "-1/2", "1/2/3", "1/ 2", "Auto", "1/99999999999999999999"}) {
    EXPECT_NE(message(text, {}, {}).find("is not a worker"), std::string::npos) << text;
  }
  EXPECT_EQ(message("0/2", 3, {}), "there are 2 workers, and --workers says 3");
  EXPECT_EQ(message("", 3, {}), "which of 3 workers this is, nothing says");
  EXPECT_EQ(message("auto", {}, {{"RANK", "x"}, {"WORLD_SIZE", "2"}}),
            "RANK is 'x', which is not a number");
  EXPECT_EQ(message("auto", 3, {{"RANK", "0"}, {"WORLD_SIZE", "2"}}),
            "there are 2 workers, and --workers says 3");
  EXPECT_NE(message("auto", {}, {{"RANK", "0"}}).find("how many"), std::string::npos);
  EXPECT_NE(message("auto", {}, {}).find("no launcher"), std::string::npos);
}

}  // namespace
}  // namespace tileglot::api
