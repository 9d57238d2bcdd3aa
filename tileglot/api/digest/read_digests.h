// SPDX-License-Identifier: Apache-2.0
// read_digests.h: the digests of the tensors in files, or of those that a text lists.
//
// What     read_digests(source) reads a model of any kind that checkpoint/pieces reads; a file or an
//          index whose tensors have recorded layouts; a .npy file in Fortran order; or the lines that
//          `tileglot digest` printed.
// How      Files are mapped one after the other, and the pieces in each read in their order. Copies
//          are compared.
// Units    Nothing is kept in memory but digests.
// Example  One file, an index and pieces of .npy files of one model have the same digests.
//          [tests: read_digests_test.cc, "equal contents have equal digests"]
// Errors   digest.copies where copies of a piece differ, digest.ranks for files of ranks that do not
//          say where their tensors belong, reshard.unfinished for the folder of a job of reshard that
//          is not complete and not asked for as a part; those of checkpoint/pieces, checkpoint, io and
//          relayout/digest, with the tensor's name; digest.lines.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/digest/named_digest.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

struct DigestSource {
  std::string path = {};
  std::optional<std::string> tensor = {};          ///< only this one, if it is there
  std::optional<core::ElementType> npy_type = {};  ///< where the header cannot say it
  bool is_part = false;                            ///< elements may be missing
  int threads = 0;                                 ///< 0: as many as the processor runs
};

core::Result<NamedDigests> read_digests(const DigestSource& source);

}  // namespace tileglot::api
