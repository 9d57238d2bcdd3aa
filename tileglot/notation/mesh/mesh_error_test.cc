// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/core/recorded_errors.h"
#include "tileglot/core/source_text.h"
#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/notation/mesh/words.h"

namespace tileglot::notation::mesh {
namespace {

/// A case is a mesh, or words and after " on " the mesh on which they cut an array of two
/// dimensions.
std::string rendered(std::string_view text) {
  const std::size_t on = text.find(" on ");
  if (on == std::string_view::npos && !looks_like_words(text)) {
    const auto mesh = parse_mesh(text);
    return mesh ? print(*mesh) + "\n" : core::render(core::with_line(mesh.error(), text));
  }
  const std::string_view words = text.substr(0, on);
  const auto read = parse_words(words);
  if (!read) return core::render(core::with_line(read.error(), words));
  if (on == std::string_view::npos) return print(*read) + "\n";
  const auto cut = cut_on(*read, *parse_mesh(text.substr(on + 4)), 2);
  return cut ? print(*read) + "\n" : core::render(cut.error());
}

TEST(MeshError, ErrorsAreRenderedAsRecorded) {
  core::expect_as_recorded(TILEGLOT_SOURCE_DIR "/tileglot/notation/mesh/testdata/parse_errors.txt",
                           25, rendered);
}

}  // namespace
}  // namespace tileglot::notation::mesh
