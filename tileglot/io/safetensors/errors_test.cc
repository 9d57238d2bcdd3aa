// SPDX-License-Identifier: Apache-2.0
// safetensors/errors_test.cc: the errors of .safetensors files as a user sees them, against
// safetensors_errors.txt.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tileglot/core/source_text.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/text.h"

namespace tileglot::io {
namespace {

struct Case {
  std::string what;
  std::string file;
};

std::string two(const std::string& a, const std::string& b) {
  return fmt::format(R"({{"a":{{"dtype":"U8","shape":[2],"data_offsets":{}}},)"
                     R"("b":{{"dtype":"U8","shape":[2],"data_offsets":{}}}}})",
                     a, b);
}

std::vector<Case> cases() {
  const std::string data(12, 'x');
  return {
      {"a short file", "ab"},
      {"another kind of file", "\x93NUMPY and a header of another kind"},
      {"a file cut off in the header",
       safetensors_text(one_entry("U8", "[1]", "[0,1]")).substr(0, 30)},
      {"a header that begins with a blank", safetensors_text(" {}")},
      {"a header that is not JSON", safetensors_text("{\"w\":{\"dtype\" \"F32\"}}")},
      {"a header that breaks off", safetensors_text("{\"w\":{\"dtype\"")},
      {"a name that is not UTF-8", safetensors_text("{\"w\xFF\":{}}")},
      {"a byte 0", safetensors_text(std::string("{}\0", 3))},
      {"a number for a tensor", safetensors_text("{\"w\":12}")},
      {"a shape that is not a list", safetensors_text("{\"w\":{\"shape\":2}}")},
      {"a list in the shape", safetensors_text("{\"w\":{\"shape\":[[2]]}}")},
      {"one offset", safetensors_text(one_entry("U8", "[2]", "[0]"))},
      {"a number in __metadata__", safetensors_text("{\"__metadata__\":{\"a\":1}}")},
      {"a list for __metadata__", safetensors_text("{\"__metadata__\":[]}")},
      {"a name twice", safetensors_text("{\"__metadata__\":{},\"__metadata__\":{}}")},
      {"an unknown key", safetensors_text("{\"w\":{\"strides\":[1]}}")},
      {"a key too few", safetensors_text("{\"w\":{\"dtype\":\"U8\"}}")},
      {"an unknown dtype", safetensors_text(one_entry("F8_E4M4", "[2]", "[0,2]"), "ab")},
      {"a dtype of nothing", safetensors_text(one_entry("complex256", "[2]", "[0,2]"), "ab")},
      {"a negative extent", safetensors_text(one_entry("U8", "[-2]", "[0,2]"))},
      {"an extent too large", safetensors_text(one_entry("U8", "[9223372036854775808]", "[0,2]"))},
      {"a product too large",
       safetensors_text(one_entry("U8", "[4294967296,4294967296]", "[0,2]"), data)},
      {"offsets backwards", safetensors_text(one_entry("U8", "[2]", "[2,0]"), data)},
      {"offsets past the end", safetensors_text(one_entry("U8", "[2]", "[12,14]"), data)},
      {"another size than the shape's",
       safetensors_text(one_entry("F32", "[2,3]", "[0,12]"), data)},
      {"a nibble too many", safetensors_text(one_entry("F4", "[3]", "[0,2]"), data)},
      {"an overlap", safetensors_text(two("[0,2]", "[1,3]"), data)},
      {"a hole", safetensors_text(two("[0,2]", "[3,5]"), data)},
      {"more data", safetensors_text(two("[0,2]", "[2,4]"), data)},
  };
}

TEST(SafetensorsErrors, AreRenderedAsInTheGoldenFile) {
  std::string all;
  for (const Case& c : cases()) {
    const auto header = parse_safetensors_header(bytes_of(c.file));
    ASSERT_FALSE(header.has_value()) << c.what;
    all += fmt::format(
        "# {}\n{}\n", c.what,
        core::render(core::with_line(header.error(), safetensors_header_text(bytes_of(c.file)))));
  }
  const std::string golden =
      std::string(TILEGLOT_SOURCE_DIR) + "/tileglot/io/safetensors_errors.txt";
  if (std::getenv("TILEGLOT_WRITE_GOLDEN") != nullptr) write_text(golden, all);
  EXPECT_EQ(all, read_text(golden)) << "TILEGLOT_WRITE_GOLDEN=1 writes the file anew";
}

}  // namespace
}  // namespace tileglot::io
