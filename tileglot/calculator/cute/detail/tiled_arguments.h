// SPDX-License-Identifier: Apache-2.0
// tiled_arguments.h: parses tiled MMAs and copies from the arguments of a call.
//
// What     tiled_mma reads an atom's name, the layout of the atoms and, if there are that many
//          arguments, the tile; tiled_copy the name, the bits of an element, threads and values;
//          tiled_copy_for the name, the bits of an element and a tiled MMA.
// Errors   cute.atom with a suggestion; those of the constructors.
#pragma once

#include <cstddef>

#include "tileglot/calculator/cute/detail/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/tiled/copy.h"
#include "tileglot/notation/cute/tiled/mma.h"
#include "tileglot/notation/cute/tiled/retile.h"

namespace tileglot::calculator {

/// Arguments from `first` on: atom, atoms (M,N,K)[, tile]; the tile is argument `tile_at` if there
/// are that many.
core::Result<notation::cute::TiledMma> tiled_mma(const Arguments& arguments, std::size_t tile_at,
                                                 std::size_t first = 0);

/// Arguments: atom, bits of an element, threads, values.
core::Result<notation::cute::TiledCopy> tiled_copy(const Arguments& arguments);

/// Arguments: atom of the copy, bits of an element, atom of the MMA, atoms (M,N,K)[, tile].
core::Result<notation::cute::TiledCopy> tiled_copy_for(const Arguments& arguments,
                                                       notation::cute::Operand operand,
                                                       std::size_t tile_at);

/// Its tile and the layouts of its two ends, as CuTe prints them.
core::Result<Value> text_of_tiled_copy(const notation::cute::TiledCopy& copy);

}  // namespace tileglot::calculator
