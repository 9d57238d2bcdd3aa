// SPDX-License-Identifier: Apache-2.0
// wire_fuzz.cc: any bytes are read as a layout and a shape, or refused; what is read is written and
// reads back the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace {

using namespace tileglot::notation::xla;  // NOLINT(google-build-using-namespace)

void require(bool holds) {
  if (!holds) std::abort();
}

template <class Read>
void check_round_trip(std::string_view bytes, const Read& read) {
  const auto value = read(bytes);
  if (!value) {
    require(!value.error()->code.empty() && !value.error()->message.empty());
    return;
  }
  require(!print(*value).empty());
  const auto again = read(to_wire(*value));
  require(again.has_value() && *again == *value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size_bytes) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size_bytes);
  check_round_trip(bytes, layout_from_wire);
  check_round_trip(bytes, shape_from_wire);
  return 0;
}
