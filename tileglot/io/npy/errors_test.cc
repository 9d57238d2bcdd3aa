// SPDX-License-Identifier: Apache-2.0
// npy/errors_test.cc: the errors of .npy files as a user sees them, against npy_errors.txt.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/file.h"
#include "tileglot/io/npy/text.h"

namespace tileglot::io {
namespace {

struct Case {
  std::string what;
  std::string file;
  std::optional<core::ElementType> named = std::nullopt;
};

std::string dictionary(const std::string& descr, const std::string& shape) {
  return fmt::format("{{'descr': {}, 'fortran_order': False, 'shape': {}, }}\n", descr, shape);
}

std::vector<Case> cases() {
  const std::string good = npy_text(dictionary("'<f4'", "(2,)"), "12345678");
  return {
      {"another kind of file", "PK\x03\x04 and so on"},
      {"a version of the future", npy_text_of_version(9, "{}")},
      {"a file cut off in the header", good.substr(0, 40)},
      {"a header of more than a megabyte", npy_text_of_version(2, std::string(1048577, ' '))},
      {"no dictionary", npy_text("descr=<f4")},
      {"a key without quotes", npy_text("{descr: '<f4'}")},
      {"a string without end", npy_text("{'descr': '<f4")},
      {"a missing comma", npy_text("{'descr': '<f4' 'shape': ()}")},
      {"an order that is a number", npy_text("{'fortran_order': 0}")},
      {"a key of another format", npy_text("{'dtype': '<f4'}")},
      {"a key twice", npy_text("{'descr': '<f4', 'descr': '<f8'}")},
      {"a key too few", npy_text("{'descr': '<f4', 'shape': ()}")},
      {"a shape that is not a tuple", npy_text(dictionary("'<f4'", "(3)"))},
      {"a negative extent", npy_text(dictionary("'<f4'", "(2, -3)"))},
      {"an extent too large", npy_text(dictionary("'<f4'", "(9223372036854775808,)"))},
      {"a product too large", npy_text(dictionary("'<f4'", "(4294967296, 4294967296)"))},
      {"records", npy_text(dictionary("[('a', '<f4')]", "(2,)"))},
      {"Python objects", npy_text(dictionary("'|O'", "(2,)"))},
      {"big-endian numbers", npy_text(dictionary("'>f4'", "(2,)"))},
      {"dates", npy_text(dictionary("'<M8[ns]'", "(2,)"))},
      {"a broken terminal sequence as type", npy_text(dictionary("'\x1b[2J\xE9'", "(2,)"))},
      {"elements of 3 bytes", npy_text(dictionary("'|V3'", "(2,)"))},
      {"a type of another size", good, core::ElementType::kBf16},
      {"a type of one byte for two", npy_text(dictionary("'<V2'", "(2,)")), core::ElementType::kS4},
      {"a file cut off in the data", good.substr(0, good.size() - 1)},
      {"a file that goes on", good + "9"},
  };
}

/// The error of the case; for the last one that of asking for the type.
std::string rendered(const Case& c) {
  const auto array = npy_array(bytes_of(c.file), c.named);
  if (!array)
    return core::render(core::with_line(array.error(), npy_header_text(bytes_of(c.file))));
  return core::render(
      core::with_line(element_type_of(*array).error(), npy_header_text(bytes_of(c.file))));
}

TEST(NpyErrors, AreRenderedAsInTheGoldenFile) {
  std::string all;
  for (const Case& c : cases()) all += fmt::format("# {}\n{}\n", c.what, rendered(c));
  const Case raw = {"raw bytes without --dtype", npy_text(dictionary("'<V2'", "(1,)"), "ab")};
  const Case wide = {"raw bytes of no known type", npy_text(dictionary("'|V4'", "(1,)"), "abcd")};
  for (const Case& c : {raw, wide}) all += fmt::format("# {}\n{}\n", c.what, rendered(c));
  const std::string golden = std::string(TILEGLOT_SOURCE_DIR) + "/tileglot/io/npy_errors.txt";
  if (std::getenv("TILEGLOT_WRITE_GOLDEN") != nullptr) write_text(golden, all);
  EXPECT_EQ(all, read_text(golden)) << "TILEGLOT_WRITE_GOLDEN=1 writes the file anew";
}

}  // namespace
}  // namespace tileglot::io
