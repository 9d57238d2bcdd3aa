// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/output/tensor.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/api/files/input/open_input.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/stream.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/npy/item.h"
#include "tileglot/io/npy/shape.h"
#include "tileglot/io/npy/writer.h"

namespace tileglot::api::files {
namespace {

constexpr bool kFortranOrder = false;

core::Error too_large(std::int64_t size_bytes) {
  return {{.code = "io.too_large",
           .message = fmt::format("stdout would get {} bytes; at most {} are held in memory",
                                  size_bytes, io::kStreamLimitBytes),
           .help = "name an output file"}};
}

}  // namespace

core::Result<TensorOutput> TensorOutput::create(const std::string& path, std::string_view descr,
                                                std::span<const std::int64_t> shape, bool replace) {
  if (path == kStream) {
    TILEGLOT_TRY(place, stream(descr, shape));
    return TensorOutput(std::move(place));
  }
  TILEGLOT_TRY(writer,
               io::NpyWriter::create(path, descr, kFortranOrder, shape, {.replace = replace}));
  return TensorOutput(Place(std::move(writer)));
}

core::Result<TensorOutput::Place> TensorOutput::stream(std::string_view descr,
                                                       std::span<const std::int64_t> shape) {
  TILEGLOT_TRY(item, io::npy_item(descr));
  TILEGLOT_TRY(data_bytes, io::npy_data_bytes(shape, item.bytes));
  const std::string header = io::npy_header_bytes(descr, kFortranOrder, shape);
  const std::int64_t size =
      core::saturating_add(data_bytes, static_cast<std::int64_t>(header.size()));
  if (size > io::kStreamLimitBytes) return core::fail(too_large(size));
  TILEGLOT_TRY(memory, io::MemoryMapping::anonymous(size, "stdout"));
  std::ranges::copy(std::as_bytes(std::span(header)), memory.writable_bytes().begin());
  return Place(Stream{std::move(memory), header.size()});
}

std::span<std::byte> TensorOutput::data() {
  if (auto* writer = std::get_if<io::NpyWriter>(&place_)) return writer->data();
  auto& stream = std::get<Stream>(place_);
  return stream.memory.writable_bytes().subspan(stream.data_begin_bytes);
}

core::Status TensorOutput::finish() {
  if (auto* writer = std::get_if<io::NpyWriter>(&place_)) return writer->commit();
  return io::write_all(STDOUT_FILENO, "stdout", std::get<Stream>(place_).memory.bytes());
}

}  // namespace tileglot::api::files
