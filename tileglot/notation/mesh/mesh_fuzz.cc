// SPDX-License-Identifier: Apache-2.0
// mesh_fuzz.cc: any text is read as a mesh or as words or refused; what is read prints, reads back
// and gives devices their boxes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/source_text.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/notation/mesh/tiles.h"
#include "tileglot/notation/mesh/words.h"

namespace tileglot::notation::mesh {
namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_mesh(std::string_view text) {
  const auto read = parse_mesh(text);
  if (!read) {
    require(!core::render(core::with_line(read.error(), text)).empty());
    return;
  }
  for (const std::string& printed : {print(*read), print_as_jax(*read)}) {
    const auto again = parse_mesh(printed);
    require(again && *again == *read);
  }
  const std::int64_t last = read->devices.at(device_count(*read) - 1);
  require(device_at(*read, *coordinate_of(*read, last)) == last);
}

void check_boxes(const MeshCut& on, std::size_t rank) {
  const std::vector<std::int64_t> extents(rank, 13);
  for (const std::int64_t place : {std::int64_t{0}, device_count(on.mesh) - 1}) {
    const auto box = box_of(on.mesh.devices.at(place), extents, on.cut, on.mesh);
    require(box.has_value());
    for (std::size_t d = 0; d < rank; ++d)
      require(0 <= box->begin[d] && box->begin[d] <= box->end[d] && box->end[d] <= 13);
  }
}

void check_words(std::string_view text) {
  const auto read = parse_words(text);
  if (!read) {
    require(!core::render(core::with_line(read.error(), text)).empty());
    return;
  }
  const auto again = parse_words(print(*read));
  require(again && *again == *read);
  for (const std::string_view mesh : {"x=4 y=2", "(4,2)", "(2,3,2)", "x=2 y=3 z=2"}) {
    const auto on = cut_on(*read, *parse_mesh(mesh), 3);
    if (on) check_boxes(*on, 3);
  }
  const auto own = cut_on(*read, {}, 2);
  if (own) check_boxes(*own, 2);
}

}  // namespace
}  // namespace tileglot::notation::mesh

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  tileglot::notation::mesh::check_mesh(text);
  tileglot::notation::mesh::check_words(text);
  return 0;
}
