// SPDX-License-Identifier: Apache-2.0
// words_fuzz.cc: whatever a text says, its spread is one: holders hold their tiles.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "tileglot/map/box.h"
#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/placement/spread.h"
#include "tileglot/placement/words.h"

namespace tileglot::placement {
namespace {

constexpr std::int64_t kMostTried = 64;

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const Spread& spread) {
  const std::int64_t positions = std::min(spread.places().size(), kMostTried);
  for (std::int64_t position = 0; position < positions; ++position) {
    const std::int64_t tile = position / spread.copies();
    const std::int64_t copy = position % spread.copies();
    const auto held = spread.held_by(spread.holder(tile, copy));
    require(held && held->tile == tile && held->copy == copy);
    std::int64_t met = 0;
    spread.for_each_meeting(spread.box(tile), [&](std::int64_t other, const map::Box& both) {
      require(other == tile && both == spread.box(tile));
      ++met;
    });
    require(met == (spread.box(tile).size() > 0 ? 1 : 0));
  }
}

/// The first line is a mesh, which may be empty; the rest a sharding of an array of rank 0 to 3.
void read(std::string_view text) {
  const std::size_t line = std::min(text.find('\n'), text.size());
  Context context{.devices = 6};
  if (auto mesh = notation::mesh::parse_mesh(text.substr(0, line))) context.mesh = *mesh;
  const std::string_view words = text.substr(std::min(line + 1, text.size()));
  const std::vector<std::int64_t> extents{8, 6, 5};
  for (std::size_t rank = 0; rank <= extents.size(); ++rank) {
    const auto last = extents.begin() + static_cast<std::ptrdiff_t>(rank);
    if (const auto spread = read_spread(words, std::vector(extents.begin(), last), context))
      check(*spread);
  }
}

}  // namespace
}  // namespace tileglot::placement

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tileglot::placement::read({reinterpret_cast<const char*>(data), size});
  return 0;
}
