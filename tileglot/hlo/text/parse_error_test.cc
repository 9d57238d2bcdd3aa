// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/recorded_errors.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo {
namespace {

std::string rendered(std::string_view text) {
  const auto read = parse_module(text);
  return read ? "read\n" : core::render(read.error(), text);
}

TEST(ParseErrors, AreRenderedAsRecorded) {
  core::expect_as_recorded(TILEGLOT_SOURCE_DIR "/tileglot/hlo/text/testdata/parse_errors.txt", 25,
                           rendered);
}

}  // namespace
}  // namespace tileglot::hlo
