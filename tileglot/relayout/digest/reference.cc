// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/digest/reference.h"

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/digest/detail/keys.h"
#include "tileglot/relayout/digest/detail/part.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::relayout::digest {
namespace {

bool bit_at(std::span<const std::byte> bytes, std::int64_t bit) {
  const auto byte = std::to_integer<unsigned>(bytes[static_cast<std::size_t>(bit / 8)]);
  return ((byte >> (bit % 8)) & 1U) != 0;
}

/// Adds element `index` of the array, which is element `offset` of the buffer, bit by bit.
void add_element(Digest& digest, std::int64_t index, std::int64_t offset,
                 std::span<const std::byte> bytes) {
  for (std::int64_t i = 0; i < digest.element_bits; ++i) {
    if (!bit_at(bytes, offset * digest.element_bits + i)) continue;
    const std::int64_t bit = index * digest.element_bits + i;
    const auto word = static_cast<std::uint64_t>(bit / 32);
    digest.first += detail::key(0, word) << (bit % 32);
    digest.second += detail::key(1, word) << (bit % 32);
  }
  ++digest.elements;
}

bool advance(map::Coordinate& x, const map::IndexMap& layout) {
  for (std::size_t k = x.size(); k-- > 0;) {
    if (++x[k] < layout.extent(k)) return true;
    x[k] = 0;
  }
  return false;
}

}  // namespace

core::Result<Digest> reference_digest(const map::IndexMap& layout, const map::Coordinate& begin,
                                      std::span<const std::int64_t> extents, int element_bits,
                                      std::span<const std::byte> bytes) {
  TILEGLOT_TRY(part, detail::checked_part(layout, begin, extents, element_bits, bytes));
  Digest digest = part.nothing();
  if (layout.size() == 0) return digest;
  map::Coordinate x(layout.rank());
  do {
    add_element(digest, part.index_of(x), layout(x), bytes);
  } while (advance(x, layout));
  return digest;
}

}  // namespace tileglot::relayout::digest
