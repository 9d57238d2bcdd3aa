// SPDX-License-Identifier: Apache-2.0
// sharding_fuzz.cc: any text and any bytes are read as a sharding or refused; what is read prints,
// is written, reads back, and cuts a shape.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tileglot/core/source_text.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/sharding/print.h"
#include "tileglot/notation/xla/sharding/tile_shape.h"
#include "tileglot/notation/xla/sharding/validate.h"
#include "tileglot/notation/xla/wire/sharding_wire.h"

namespace tileglot::notation::xla {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

Shape some_array(std::size_t rank) {
  Shape shape{.type = PrimitiveType::kF32, .layout = descending_layout(rank)};
  for (std::size_t d = 0; d < rank; ++d)
    shape.dimensions.push_back({.bound = static_cast<std::int64_t>(3 * d + 5)});
  return shape;
}

void check_tiles(const Sharding& sharding) {
  const Shape shape = some_array(data_rank(sharding));
  const bool valid = validate_sharding(sharding, shape).has_value();
  const auto tile = tile_shape(sharding, shape);
  require(tile.has_value());
  for (const std::int64_t number : {std::int64_t{0}, tile_count(sharding.tiles) - 1}) {
    const auto held = tile_of_device(sharding, shape, device_at(sharding.tiles, number));
    require(held.has_value() || !valid);
  }
}

void check_sharding(const Sharding& sharding) {
  const auto bytes = sharding_from_wire(to_wire(sharding));
  require(bytes && *bytes == sharding);
  if (sharding.kind == ShardingKind::kTiled) check_tiles(sharding);
}

void check_text(std::string_view text) {
  const auto read = parse_sharding(text);
  if (!read) {
    require(!core::render(core::with_line(read.error(), text)).empty());
    return;
  }
  check_sharding(*read);
  const std::string printed = print(*read, MetadataText::kShown);
  // A tiling of no dimensions is printed as XLA prints it, but not read.
  if (printed.find("devices=[]") != std::string::npos) return;
  const auto again = parse_sharding(printed);
  require(again && *again == *read);
}

void check_bytes(std::string_view bytes) {
  const auto read = sharding_from_wire(bytes);
  if (!read) {
    require(!read.error()->code.empty() && !read.error()->message.empty());
    return;
  }
  require(!print(*read).empty());
  check_sharding(*read);
}

}  // namespace
}  // namespace tileglot::notation::xla

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  tileglot::notation::xla::check_text(text);
  tileglot::notation::xla::check_bytes(text);
  return 0;
}
