// SPDX-License-Identifier: Apache-2.0
// piece_record_fuzz.cc: any text is a record or an error; what is read is written and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "tileglot/checkpoint/pieces/piece_record.h"
#include "tileglot/core/source_text.h"

namespace {

namespace core = tileglot::core;
namespace pieces = tileglot::checkpoint::pieces;

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto record = pieces::parse_piece_record(text);
  if (record) {
    require(pieces::parse_piece_record(pieces::piece_record_text(*record)) == *record);
  } else {
    require(!core::render(core::with_line(record.error(), text)).empty());
  }
  return 0;
}
