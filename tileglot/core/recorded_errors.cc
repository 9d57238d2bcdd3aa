// SPDX-License-Identifier: Apache-2.0
#include "tileglot/core/recorded_errors.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::core {
namespace {

struct RecordedError {
  std::string text;
  std::string printed;
};

std::vector<RecordedError> recorded_in(const std::string& file) {
  std::vector<RecordedError> cases;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("> ")) {
      cases.push_back({line.substr(2), ""});
    } else if (!cases.empty() && !line.empty()) {
      cases.back().printed += line + "\n";
    }
  }
  return cases;
}

}  // namespace

void expect_as_recorded(const std::string& file, std::size_t at_least,
                        const std::function<std::string(std::string_view text)>& rendered) {
  const std::vector<RecordedError> cases = recorded_in(file);
  EXPECT_GE(cases.size(), at_least) << file;
  for (const RecordedError& one : cases) EXPECT_EQ(rendered(one.text), one.printed) << one.text;
}

}  // namespace tileglot::core
