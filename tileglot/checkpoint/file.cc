// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/safetensors/file.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/index.h"

namespace tileglot::checkpoint {
namespace {

/// Errors name the part: there may be many.
core::Error in_part(core::Error error, const std::string& name) {
  error->message = fmt::format("{}: {}", io::path_text(name), error->message);
  return error;
}

core::Result<io::SafetensorsFile> tensors_of(io::MappedFile file) {
  auto header = io::parse_safetensors_header(file.bytes());
  TILEGLOT_TRY_STATUS(file.check());
  if (!header) {
    return core::fail(core::with_line(in_part(std::move(header).error(), file.name()),
                                      io::safetensors_header_text(file.bytes())));
  }
  return io::SafetensorsFile{std::move(file), *std::move(header)};
}

/// If a part is missing, the index is wrong or was copied without it.
core::Error missing_part(core::Error error) {
  if (error->code == "io.not_found") {
    error->help = "the index names it: all parts of a checkpoint are beside its index";
  }
  return error;
}

Part part_of(std::string name, io::SafetensorsFile tensors) {
  Part part{std::move(name), std::move(tensors), {}};
  if (!part.tensors.header.metadata) return part;
  for (const auto& [key, value] : *part.tensors.header.metadata) part.texts.emplace(key, value);
  return part;
}

core::Result<Part> open_part(const std::string& folder, const Index& index, std::size_t number) {
  const std::string& name = index.index.parts[number];
  auto file = io::MappedFile::open(folder + name);
  if (!file) return core::fail(missing_part(std::move(file).error()));
  TILEGLOT_TRY(tensors, tensors_of(*std::move(file)));
  TILEGLOT_TRY_STATUS(
      core::with_line(io::check_part(index.index, number, tensors.header), index.text));
  return part_of(name, std::move(tensors));
}

core::Result<Checkpoint> open_parts(const io::MappedFile& file) {
  const auto bytes = file.bytes();
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  TILEGLOT_TRY_STATUS(file.check());
  TILEGLOT_TRY(index, core::with_line(io::parse_safetensors_index(text), text));
  Checkpoint checkpoint{file.name(), Index{std::move(text), std::move(index)}, {}};
  const std::size_t count = checkpoint.index->index.parts.size();
  checkpoint.parts.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    TILEGLOT_TRY(part, open_part(folder_of(file.name()), *checkpoint.index, i));
    checkpoint.parts.push_back(std::move(part));
  }
  return checkpoint;
}

}  // namespace

std::size_t Checkpoint::tensor_count() const {
  std::size_t count = 0;
  for (const Part& part : parts) count += part.tensors.header.tensors.size();
  return count;
}

std::int64_t Checkpoint::data_bytes() const {
  std::int64_t bytes = 0;
  for (const Part& part : parts) {
    const auto& tensors = part.tensors.header.tensors;
    if (!tensors.empty()) bytes += tensors.back().end_bytes;
  }
  return bytes;
}

core::Status Checkpoint::check() const {
  for (const Part& part : parts) TILEGLOT_TRY_STATUS(part.tensors.file.check());
  return {};
}

bool is_index_path(std::string_view path) { return path.ends_with(".json"); }

bool is_checkpoint_path(std::string_view path) {
  return path.ends_with(".safetensors") || is_index_path(path);
}

bool begins_as_safetensors(std::span<const std::byte> first) {
  constexpr std::size_t kBrace = 8;  // after a length whose upper bytes are 0
  if (first.size() <= kBrace || first[kBrace] != std::byte{'{'}) return false;
  return std::ranges::all_of(first.subspan(4, 4), [](std::byte b) { return b == std::byte{0}; });
}

bool is_safetensors(const io::MappedFile& file) {
  return file.name().ends_with(".safetensors") || begins_as_safetensors(file.bytes());
}

core::Result<Checkpoint> checkpoint_of(io::MappedFile file) {
  if (is_index_path(file.name())) return open_parts(file);
  std::string path = file.name();
  TILEGLOT_TRY(tensors, tensors_of(std::move(file)));
  Checkpoint checkpoint{path, {}, {}};
  checkpoint.parts.push_back(part_of(file_name_of(path), std::move(tensors)));
  return checkpoint;
}

core::Result<Checkpoint> open(const std::string& path) {
  TILEGLOT_TRY(file, io::MappedFile::open(path));
  return checkpoint_of(std::move(file));
}

std::string folder_of(std::string_view path) {
  return std::string(path.substr(0, path.rfind('/') + 1));
}

std::string file_name_of(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

}  // namespace tileglot::checkpoint
