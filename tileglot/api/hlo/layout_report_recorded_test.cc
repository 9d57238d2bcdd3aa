// SPDX-License-Identifier: Apache-2.0
// Reports as users see them: of a module beside the test, and of recorded ones. A case of testdata/
// is "> MODULE TARGET STRATEGY COLUMNS", and the report below it.
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "tileglot/api/hlo/assign.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/recorded_errors.h"
#include "tileglot/core/shared_material.h"
#include "tileglot/core/source_text.h"
#include "tileglot/value/text/columns.h"

namespace tileglot::api {
namespace {

constexpr const char* kFolder = TILEGLOT_SOURCE_DIR "/tileglot/api/hlo/testdata";

void expect_fits(const std::string& text, int columns) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(value::width_of(line), static_cast<std::size_t>(columns)) << line;
  }
}

/// The report that a case asks for, of a module in the folder.
std::string reported(const std::filesystem::path& folder, std::string_view asked) {
  std::istringstream words{std::string(asked)};
  std::string module;
  HloAssignRequest request{.report = true};
  words >> module >> request.target >> request.strategy.strategy >> request.terminal.columns;
  std::stringstream text;
  text << std::ifstream(folder / module).rdbuf();
  const std::string hlo = text.str();
  request.module.text = hlo;
  const Reply reply = hlo_assign(request);
  if (!reply) return core::render(reply.error());
  expect_fits(reply->text, request.terminal.columns);
  return reply->text;
}

TEST(LayoutReportRecorded, ASmallModuleTellsWhatToChange) {
  core::expect_as_recorded(std::string(kFolder) + "/layout_reports.txt", 4,
                           [](std::string_view asked) { return reported(kFolder, asked); });
}

TEST(LayoutReportRecorded, RealModulesTellWhatToChange) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "SKIP: no recorded modules: set TILEGLOT_SHARED";
  core::expect_as_recorded(
      std::string(kFolder) + "/layout_reports_of_models.txt", 8,
      [&shared](std::string_view asked) { return reported(*shared / "data/hlo", asked); });
}

}  // namespace
}  // namespace tileglot::api
