// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/source_text.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {
namespace {

struct Case {
  std::string text;
  std::string rendered;
};

/// A case is a line "> TEXT" and, up to the next one, what a user sees.
std::vector<Case> cases_of(const std::string& file) {
  std::vector<Case> cases;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("> ")) {
      cases.push_back({line.substr(2), ""});
    } else if (!cases.empty() && !line.empty()) {
      cases.back().rendered += line + "\n";
    }
  }
  return cases;
}

std::string rendered(std::string_view text) {
  const auto read = parse(text);
  return read ? print(*read) + "\n" : core::render(read.error(), text);
}

TEST(parse_error, errors_are_rendered_as_recorded) {
  const auto cases =
      cases_of(TILEGLOT_SOURCE_DIR "/tileglot/notation/strided/testdata/parse_errors.txt");
  EXPECT_GE(cases.size(), 25U);
  for (const Case& one : cases) EXPECT_EQ(rendered(one.text), one.rendered) << one.text;
}

}  // namespace
}  // namespace tileglot::notation::strided
