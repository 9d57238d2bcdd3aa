// SPDX-License-Identifier: Apache-2.0
// npy/writer.cc: reserving the file and writing its header.
#include "tileglot/io/npy/writer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/atomic_file.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/npy/item.h"
#include "tileglot/io/npy/shape.h"

namespace tileglot::io {

core::Result<NpyWriter> NpyWriter::create(const std::string& path, std::string_view descr,
                                          bool fortran_order, std::span<const std::int64_t> shape,
                                          AtomicFileOptions options) {
  TILEGLOT_TRY(item, npy_item(descr));
  TILEGLOT_TRY(data_bytes, npy_data_bytes(shape, item.bytes));
  const std::string header = npy_header_bytes(descr, fortran_order, shape);
  // A sum that overflows is larger than any disk, and reserving it fails.
  const std::int64_t size =
      core::saturating_add(data_bytes, static_cast<std::int64_t>(header.size()));
  TILEGLOT_TRY(file, AtomicFile::create(path, size, options));
  std::ranges::copy(std::as_bytes(std::span(header)), file.bytes().begin());
  return NpyWriter(std::move(file), header.size());
}

}  // namespace tileglot::io
