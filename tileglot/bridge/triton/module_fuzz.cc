// SPDX-License-Identifier: Apache-2.0
// module_fuzz.cc: any file can be scanned; the encodings found are valid and lower to layouts.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "tileglot/bridge/triton/module_scan.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/parse.h"
#include "tileglot/notation/triton/print.h"

namespace tileglot::bridge {
namespace {

namespace triton = notation::triton;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_layout(const ModuleLayout& layout, std::size_t text_bytes) {
  require(!layout.name.empty());
  if (!layout.encoding) {
    const auto& span = layout.encoding.error()->span;
    require(!span || span->begin <= text_bytes);
    return;
  }
  const auto again = triton::parse_encoding(triton::print(**layout.encoding));
  require(again.has_value() && *again == **layout.encoding);
  for (const ModuleType& type : layout.types) {
    require(type.layout || !type.layout.error()->message.empty());
  }
}

}  // namespace
}  // namespace tileglot::bridge

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace bridge = tileglot::bridge;
  const std::string text(data, data + size);
  const auto layouts = bridge::scan_module(text);
  if (!layouts) return 0;
  for (const bridge::ModuleLayout& layout : *layouts) bridge::check_layout(layout, text.size());
  return 0;
}
