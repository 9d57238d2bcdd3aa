// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/core/recorded_errors.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {
namespace {

std::string rendered(std::string_view text) {
  const auto read = parse(text);
  return read ? print(*read) + "\n" : core::render(core::with_line(read.error(), text));
}

TEST(ParseError, ErrorsAreRenderedAsRecorded) {
  core::expect_as_recorded(
      TILEGLOT_SOURCE_DIR "/tileglot/notation/strided/testdata/parse_errors.txt", 25, rendered);
}

}  // namespace
}  // namespace tileglot::notation::strided
