// SPDX-License-Identifier: Apache-2.0
// npy/file.h: a tensor in a .npy file, read without copying.
//
// What     open_npy maps a file and gives its header, the type of its elements and the bytes of its
//          data; npy_array does the same for bytes already in memory.
// Why      The header promises a number of elements; here it is checked against the length of the
//          file.
// Units    Bytes, in the file's own order of elements: header.fortran_order says which dimension is
//          the fastest. The data of a file that NumPy 1.14 or later wrote starts 64-aligned in
//          memory; older and foreign files may start anywhere.
// Example  open_npy("w.npy", kBf16)->array.data has 2 * 4096 * 14336 bytes for a bf16 [4096,14336].
//          [tests: npy/file_test.cc, "The data is what follows the header"]
// Errors   npy.data_short, npy.data_long (less or more data than the header says),
//          npy.type_unknown; those of npy/header.h, npy/item.h and mapped_file.h. Spans count in
//          npy_header_text, whose line open_npy adds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/npy/item.h"

namespace tileglot::io {

struct NpyArray {
  NpyHeader header;
  NpyItem item;
  std::span<const std::byte> data;  ///< exactly the size in the header; a view of the input bytes
};

struct NpyFile {
  MappedFile file;
  NpyArray array;  ///< its data is in `file`
};

/// `named` is the element type if the header does not determine it.
core::Result<NpyArray> npy_array(std::span<const std::byte> file,
                                 std::optional<core::ElementType> named = std::nullopt);

core::Result<NpyFile> open_npy(const std::string& path,
                               std::optional<core::ElementType> named = std::nullopt);

/// The element type, or npy.type_unknown with the candidates.
core::Result<core::ElementType> element_type_of(const NpyArray& array);

}  // namespace tileglot::io
