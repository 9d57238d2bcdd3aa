// SPDX-License-Identifier: Apache-2.0
// tensor_file.h: a .npy tensor that a request names, and the layout of its bytes.
//
// What     open_tensor maps a file or reads stdin. AgreedType collects what the header, --dtype and
//          the layout texts say about the type. own_layout is the order that the file's shape
//          states; read_whole and read_bare read the texts that name another.
// Why      relayout and verify take the same files and the same texts, and must understand them
//          alike.
// Units    Sizes are in elements unless they say bytes.
// Example  (1000,777) of f32 in C order is in f32[1000,777]{1,0}; of an unnamed type, in
//          (1000,777):(777,1). {1,0:T(8,128)} takes extents and type from the tensor.
// Errors   Those of io and of parsing; layout.type, layout.size.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/stream.h"
#include "tileglot/io/npy/file.h"

namespace tileglot::api {

using Extents = std::vector<std::int64_t>;

/// The type of --dtype.
core::Result<std::optional<core::ElementType>> named_type(const std::optional<std::string>& dtype);

/// Refuses a --dtype that contradicts a header which states the type itself. Raw bytes (`<V2`)
/// state none.
core::Status check_named_type(const io::NpyArray& array, const std::string& path,
                              std::optional<core::ElementType> named);

struct TensorFile {
  io::NpyFile npy;
  std::int64_t held_bytes = 0;  ///< in memory, if there was no file to map

  const Extents& shape() const { return npy.array.header.shape; }
  std::span<const std::byte> data() const { return npy.array.data; }
  std::int64_t item_bytes() const { return npy.array.item.bytes; }
  std::int64_t elements() const;
};

core::Result<TensorFile> open_tensor(const std::string& path,
                                     std::optional<core::ElementType> named,
                                     std::int64_t stream_limit_bytes = io::kStreamLimitBytes);

/// The type of a tensor's elements, as far as it was stated; statements may not contradict each
/// other.
class AgreedType {
 public:
  AgreedType(std::optional<core::ElementType> type, std::string speaker)
      : type_(type), speaker_(std::move(speaker)) {}

  core::Status hear(std::optional<core::ElementType> type, std::string_view speaker);
  const std::optional<core::ElementType>& type() const { return type_; }

 private:
  std::optional<core::ElementType> type_;
  std::string speaker_;
};

/// The type that the header or --dtype states; the message names which.
AgreedType stated_type(const TensorFile& file, const std::optional<std::string>& dtype);

/// Refuses a type whose elements have another size than the file's.
core::Status check_type(const TensorFile& file, const AgreedType& type);

/// The layout of a text with a shape; passes its type to `type`. Nothing if there is no text or it
/// has no shape.
core::Result<std::optional<bridge::AnyLayout>> read_whole(const std::optional<std::string>& text,
                                                          AgreedType& type);

/// The layout of a text without a shape. The type must be known; `file` names the file in the
/// refusal.
core::Result<bridge::AnyLayout> read_bare(const std::string& text, const Extents& extents,
                                          const TensorFile& file, const AgreedType& type);

/// Row-major, or column-major in Fortran order.
core::Result<bridge::AnyLayout> own_layout(const TensorFile& file, const AgreedType& type);

/// The logical extents, from the notation's own evaluator.
core::Result<Extents> extents_of(const bridge::AnyLayout& layout);

/// Refuses E(n) of another size than the file's elements: packing is not supported.
core::Status check_packing(const TensorFile& file, const bridge::AnyLayout& layout);

/// Refuses a layout that owns another number of positions than the file has elements.
core::Status check_size(const TensorFile& file, const bridge::AnyLayout& layout,
                        std::int64_t codomain_size);

}  // namespace tileglot::api
