// SPDX-License-Identifier: Apache-2.0
// file_pieces.h: the pieces in one file, read from its header.
//
// What     safetensors_pieces reads a .safetensors file, and the texts of its `__metadata__` that
//          say where tensors belong; npy_pieces reads a .npy file, whose name says it.
// Errors   pieces.record, pieces.nowhere (a text names a tensor that the file does not have),
//          pieces.unlisted (DCP_SHARDING_INFO lacks a tensor), pieces.disagree (two texts differ),
//          pieces.order (elements are not row-major); those of io. All name the file.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "tileglot/checkpoint/pieces/detail/found_files.h"
#include "tileglot/checkpoint/pieces/detail/found_piece.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/mapped_file.h"

namespace tileglot::checkpoint::pieces {

struct FilePieces {
  PiecedFile file = {};
  Spelling spelling = Spelling::kWhole;
  std::vector<FoundPiece> pieces = {};
};

/// The file in memory or mapped.
core::Result<FilePieces> pieces_of_safetensors(const io::MappedFile& file, std::size_t number);

/// The number is that of the file in the model, and in the index if there is one.
core::Result<FilePieces> safetensors_pieces(const FoundFile& found, std::size_t number,
                                            const std::optional<FoundIndex>& index);

core::Result<FilePieces> npy_pieces(const FoundFile& found, std::size_t number,
                                    std::optional<core::ElementType> named);

}  // namespace tileglot::checkpoint::pieces
