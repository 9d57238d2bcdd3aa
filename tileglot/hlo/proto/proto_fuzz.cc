// SPDX-License-Identifier: Apache-2.0
// proto_fuzz.cc: any bytes are read as a module or rejected; the text of a module is a text.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tileglot/hlo/proto/text_of_proto.h"

namespace {

namespace hlo = tileglot::hlo;

void require(bool condition) {
  if (!condition) std::abort();
}

void check(std::string_view bytes) {
  const bool begins_as_one = hlo::is_proto(bytes);
  const auto text = hlo::text_of_proto(bytes);
  if (!text) return require(!text.error()->code.empty());
  require(text->starts_with("HloModule ") && !hlo::is_proto(*text));
  require(begins_as_one || bytes.empty() || bytes[0] != 0x0a);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check({reinterpret_cast<const char*>(data), size});
  return 0;
}
