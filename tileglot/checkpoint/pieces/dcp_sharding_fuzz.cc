// SPDX-License-Identifier: Apache-2.0
// dcp_sharding_fuzz.cc: any text is where tensors begin, or an error; what is read is written and
// read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "tileglot/checkpoint/pieces/dcp_sharding.h"
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
  const auto tensors = pieces::parse_dcp_sharding(text);
  if (tensors) {
    require(pieces::parse_dcp_sharding(pieces::dcp_sharding_text(*tensors)) == *tensors);
  } else {
    require(!core::render(core::with_line(tensors.error(), text)).empty());
  }
  return 0;
}
