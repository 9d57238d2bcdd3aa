// SPDX-License-Identifier: Apache-2.0
// mesh_reader.h: reads one mesh of a longer text.
//
// What     read_mesh reads the spelling that comes next; mesh_text.h lists them. In a longer text
//          names without parentheses would take what follows, so only a whole text may begin so.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/mesh/mesh.h"

namespace tileglot::notation::mesh::detail {

enum class MeshText : std::uint8_t { kWhole, kPart };

core::Result<Mesh> read_mesh(core::Scanner& scanner, MeshText extent);

}  // namespace tileglot::notation::mesh::detail
