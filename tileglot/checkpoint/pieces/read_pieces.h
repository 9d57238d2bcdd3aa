// SPDX-License-Identifier: Apache-2.0
// read_pieces.h: a model whose arrays lie in many files as pieces, read from headers only.
//
// What     read_pieces(path) is the PiecedModel of
//            a .safetensors or .npy file;
//            an index, model.safetensors.index.json, or a folder with one;
//            a folder of .safetensors files: whole arrays, torch's sharded safetensors
//            (dcp_sharding.h), our own records (piece_record.h), or a file a rank, named as vLLM does;
//            a folder of .npy files, `w@0,128.npy` for the piece of w that begins at (0,128);
//            a pattern of names (file_name.h): `w@{begin}.npy`, `w-{rank}.npy`.
//          Files of ranks whose tensors say nothing of where they belong are rank_arrays; joined.h
//          makes arrays of them.
// Why      Nothing but the files says that a checkpoint is whole. What is here was checked: every
//          element is in a piece, and in one only, copies aside. Whether copies are equal is seen
//          when they are read.
// Units    Memory is in proportion to the headers, one of them mapped at a time; no data is read.
// Example  A folder with the files of four ranks that torch wrote has `rows` f32 [7,4] in four pieces.
//          [tests: torch_sample_test.cc, "what torch saved is read"]
// Errors   pieces.hole (with the first element that is missing), pieces.overlap (with the first
//          element and both files), pieces.type, pieces.rank, pieces.disagree, pieces.duplicate, pieces.extents,
//          pieces.outside, pieces.overflow, pieces.record, pieces.nowhere, pieces.unlisted,
//          pieces.order, pieces.none, pieces.ambiguous, pieces.missing_file, pieces.pattern,
//          pieces.limit; those of io.
#pragma once

#include <optional>
#include <string>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::pieces {

struct ReadOptions {
  /// Of the elements of .npy files whose headers do not say it, such as bf16.
  std::optional<core::ElementType> npy_type = {};
  /// A part, such as the file of one rank, may lack elements. Its pieces share none, as always.
  Demand demand = Demand::kWhole;
};

core::Result<PiecedModel> read_pieces(const std::string& path, const ReadOptions& options = {});

}  // namespace tileglot::checkpoint::pieces
