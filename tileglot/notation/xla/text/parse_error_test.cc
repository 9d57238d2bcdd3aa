// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/recorded_errors.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string rendered(std::string_view text) {
  const auto read = parse_valid_shape(text);
  return read ? "valid\n" : core::render(core::with_line(read.error(), text));
}

TEST(ParseErrors, AreRenderedAsRecorded) {
  core::expect_as_recorded(TILEGLOT_SOURCE_DIR "/tileglot/notation/xla/testdata/parse_errors.txt",
                           25, rendered);
}

}  // namespace
}  // namespace tileglot::notation::xla
