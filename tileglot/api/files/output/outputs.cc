// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/output/outputs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

#include "tileglot/api/files/input/open_input.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/atomic_file.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/file/output_target.h"
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

core::Error written_twice(const std::string& path) {
  const bool is_stream = path == kStream;
  return {{.code = "hlo.outputs",
           .message = fmt::format("two outputs are to be written to {}",
                                  is_stream ? "stdout" : io::path_text(path)),
           .help = is_stream ? "stdout takes one output: name a file for the others"
                             : "name a file for each output"}};
}

/// One text for all paths of a file, which need not be there. weakly_canonical alone leaves a bare
/// name of a missing file relative.
std::string canonical_target(const std::string& path) {
  std::error_code ignored;
  const auto absolute = std::filesystem::absolute(path, ignored);
  return std::filesystem::weakly_canonical(absolute, ignored).string();
}

}  // namespace

core::Status Outputs::claim(const std::string& path) {
  const bool is_stream = path == kStream;
  if (!is_stream) TILEGLOT_TRY_STATUS(io::output_target(path, force_));
  if (targets_.insert(is_stream ? path : canonical_target(path)).second) return {};
  return core::fail(written_twice(path));
}

core::Result<std::span<std::byte>> Outputs::tensor(const std::string& path, std::string_view descr,
                                                   std::span<const std::int64_t> shape) {
  if (path == kStream) return stream_tensor(descr, shape);
  TILEGLOT_TRY(writer,
               io::NpyWriter::create(path, descr, kFortranOrder, shape, {.replace = force_}));
  const std::span<std::byte> data = writer.data();
  files_.emplace_back(std::move(writer));
  return data;
}

core::Result<std::span<std::byte>> Outputs::stream_tensor(std::string_view descr,
                                                          std::span<const std::int64_t> shape) {
  TILEGLOT_TRY(item, io::npy_item(descr));
  TILEGLOT_TRY(data_bytes, io::npy_data_bytes(shape, item.bytes));
  const std::string header = io::npy_header_bytes(descr, kFortranOrder, shape);
  TILEGLOT_TRY_STATUS(
      hold_stream(core::saturating_add(data_bytes, static_cast<std::int64_t>(header.size()))));
  std::ranges::copy(std::as_bytes(std::span(header)), stream_.writable_bytes().begin());
  return stream_.writable_bytes().subspan(header.size());
}

core::Status Outputs::text(const std::string& path, std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  const auto size_bytes = static_cast<std::int64_t>(bytes.size());
  if (path == kStream) {
    TILEGLOT_TRY_STATUS(hold_stream(size_bytes));
    std::ranges::copy(bytes, stream_.writable_bytes().begin());
    return {};
  }
  TILEGLOT_TRY(file, io::AtomicFile::create(path, size_bytes, {.replace = force_}));
  std::ranges::copy(bytes, file.bytes().begin());
  files_.emplace_back(std::move(file));
  return {};
}

core::Status Outputs::hold_stream(std::int64_t size_bytes) {
  if (size_bytes > io::kStreamLimitBytes) return core::fail(too_large(size_bytes));
  TILEGLOT_TRY(memory, io::MemoryMapping::anonymous(size_bytes, "stdout"));
  stream_ = std::move(memory);
  return {};
}

core::Status Outputs::commit() {
  for (File& file : files_) {
    TILEGLOT_TRY_STATUS(std::visit([](auto& written) { return written.commit(); }, file));
  }
  return io::write_all(STDOUT_FILENO, "stdout", stream_.bytes());
}

Answer Outputs::report(Answer answer) const {
  if (targets_.contains(std::string(kStream))) {
    answer.note.insert(0, std::exchange(answer.text, ""));
  }
  return answer;
}

}  // namespace tileglot::api::files
