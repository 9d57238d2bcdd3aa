// SPDX-License-Identifier: Apache-2.0
// tensor_file.h: a .npy tensor that a request names, and the layout of its bytes.
//
// What     open_tensor maps a file or reads stdin. own_layout is the order that the file's shape
//          states; read_whole and read_bare read the texts that name another.
// Why      relayout and verify take the same files and the same texts, and must understand them
//          alike.
// Units    Sizes are in elements unless they say bytes.
// Example  (1000,777) of f32 in C order is in f32[1000,777]{1,0}; of an unnamed type, in
//          (1000,777):(777,1). {1,0:T(8,128)} takes extents and type from the tensor.
// Errors   Those of io, of parsing and of agreed_type.h; layout.size, layout.packing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/stream.h"
#include "tileglot/io/npy/file.h"
#include "tileglot/value/agreed_type.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::api::files {

struct TensorFile {
  io::NpyFile npy;
  value::AgreedType type;       ///< as the header and --dtype state it; raw bytes (`<V2`) do not
  std::int64_t held_bytes = 0;  ///< in memory, if there was no file to map

  const value::Extents& shape() const { return npy.array.header.shape; }
  std::span<const std::byte> data() const { return npy.array.data; }
  std::int64_t item_bytes() const { return npy.array.item.bytes; }
  std::int64_t elements() const;
};

/// `named` is the type of --dtype.
core::Result<TensorFile> open_tensor(const std::string& path,
                                     std::optional<core::ElementType> named,
                                     std::int64_t stream_limit_bytes = io::kStreamLimitBytes);
/// The tensor in a file that is already open.
core::Result<TensorFile> tensor_of(io::MappedFile file, std::optional<core::ElementType> named);
/// The same of a stream, which is held in memory.
core::Result<TensorFile> held_tensor(io::MappedFile file, std::optional<core::ElementType> named);

/// The layouts of texts with a shape, and the type that all agree on.
struct WholeLayouts {
  std::array<std::optional<bridge::AnyLayout>, 2> layouts;
  std::optional<core::ElementType> type;
};

/// The texts are of one tensor, which each of the files holds. Refuses a type whose elements have
/// another size than those of the first file.
core::Result<WholeLayouts> read_whole(std::span<const TensorFile* const> files,
                                      const std::array<std::optional<std::string>, 2>& texts);

/// The layout of a text without a shape. The type must be known; `file` names the file in the
/// refusal.
core::Result<bridge::AnyLayout> read_bare(const std::string& text, const value::Extents& extents,
                                          const TensorFile& file,
                                          std::optional<core::ElementType> type);

/// The row-major layout of a tensor with these extents; `file` names the file where the type must
/// be known and is not.
core::Result<bridge::AnyLayout> row_major_layout(const value::Extents& extents,
                                                 const TensorFile& file,
                                                 std::optional<core::ElementType> type);

/// Row-major, or column-major in Fortran order.
core::Result<bridge::AnyLayout> own_layout(const TensorFile& file,
                                           std::optional<core::ElementType> type);

/// Refuses E(n) of another size than the file's elements: packing is not supported.
core::Status check_packing(const TensorFile& file, const bridge::AnyLayout& layout);

/// Refuses a layout that owns another number of positions than the file has elements.
core::Status check_size(const TensorFile& file, const bridge::AnyLayout& layout,
                        std::int64_t codomain_size);

}  // namespace tileglot::api::files
