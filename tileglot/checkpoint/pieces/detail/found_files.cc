// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/detail/found_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/file_name.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/safetensors/index.h"

namespace tileglot::checkpoint::pieces {
namespace {

constexpr std::string_view kTensorsEnd = ".safetensors";
constexpr std::string_view kIndexEnd = ".index.json";

using Names = std::vector<std::string>;

std::string folder_before(std::string_view path) {
  return std::string(path.substr(0, path.rfind('/') + 1));
}

std::string last_name(std::string_view path) {
  return std::string(path.substr(path.rfind('/') + 1));
}

core::Error too_many_files(std::string_view folder) {
  return {{.code = "pieces.limit",
           .message = fmt::format("{} has more than {} files", io::path_text(folder), kMostFiles)}};
}

/// Regular files of a folder, sorted. A pipe would be waited for.
core::Result<Names> names_in(const std::string& folder) {
  std::error_code error;
  Names names;
  std::filesystem::directory_iterator at(folder.empty() ? "." : folder, error);
  for (; !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
    std::error_code unknown;
    if (at->is_regular_file(unknown)) names.push_back(at->path().filename().string());
    if (names.size() > kMostFiles) return core::fail(too_many_files(folder));
  }
  if (error) return core::fail(io::os_error(error.value(), "read", folder));
  std::ranges::sort(names);
  return names;
}

Names ending_in(const Names& names, std::string_view end) {
  Names chosen;
  std::ranges::copy_if(names, std::back_inserter(chosen),
                       [&](const std::string& name) { return name.ends_with(end); });
  return chosen;
}

core::Error ambiguous(std::string_view folder, const std::string& one, const std::string& other) {
  return {{.code = "pieces.ambiguous",
           .message = fmt::format("{} has {} and {}", io::path_text(folder), io::path_text(one),
                                  io::path_text(other)),
           .help = "name the file, the index or a pattern such as w-{rank}.npy instead"}};
}

core::Error none_in(std::string_view folder, std::string_view what) {
  return {
      {.code = "pieces.none", .message = fmt::format("{} has no {}", io::path_text(folder), what)}};
}

core::Error missing_file(const FoundFile& next, const char* what, std::int64_t number) {
  return {{.code = "pieces.missing_file",
           .message = fmt::format("{} is there, and no file of {} {}", io::path_text(next.path),
                                  what, number),
           .help = "ranks, and the parts of each rank, are counted from 0"}};
}

/// Sorts the files and checks that their ranks and parts are 0, 1, ...
core::Status order_ranks(std::vector<FoundFile>& files) {
  std::ranges::sort(files, {}, [](const FoundFile& file) {
    return std::tuple(file.numbers.rank, file.numbers.part, std::string_view(file.path));
  });
  NameNumbers expected;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const NameNumbers& numbers = files[i].numbers;
    if (i > 0 && numbers == files[i - 1].numbers) {
      return core::fail(
          {.code = "pieces.duplicate",
           .message = fmt::format("{} and {} are the same rank and part",
                                  io::path_text(files[i - 1].path), io::path_text(files[i].path))});
    }
    const bool is_next_rank = i > 0 && numbers.rank != expected.rank;
    if (is_next_rank) expected = {.rank = expected.rank + 1};
    if (numbers.rank != expected.rank)
      return core::fail(missing_file(files[i], "rank", expected.rank));
    if (numbers.part != expected.part)
      return core::fail(missing_file(files[i], "part", expected.part));
    ++expected.part;
  }
  return {};
}

std::vector<FoundFile> files_of(const std::string& folder, const Names& names) {
  std::vector<FoundFile> files;
  files.reserve(names.size());
  for (const std::string& name : names) files.push_back({.path = folder + name});
  return files;
}

FoundFile npy_file(const std::string& folder, const std::string& name) {
  NpyPieceName parts = npy_piece(name);
  return {.path = folder + name,
          .array = std::move(parts.array),
          .numbers = {.begin = std::move(parts.begin)}};
}

core::Result<FoundFiles> files_of_index(const std::string& path) {
  TILEGLOT_TRY(file, io::MappedFile::open(path));
  const auto bytes = file.bytes();
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  TILEGLOT_TRY_STATUS(file.check());
  TILEGLOT_TRY(index, core::with_line(io::parse_safetensors_index(text), text));
  if (index.parts.size() > kMostFiles) return core::fail(too_many_files(path));
  std::vector<FoundFile> files = files_of(folder_before(path), index.parts);
  std::vector<std::size_t> counts(files.size(), 0);
  for (const auto& [name, place] : index.places) ++counts[place.part];
  return FoundFiles{.index = FoundIndex{std::move(text), std::move(index), std::move(counts)},
                    .files = std::move(files)};
}

core::Result<FoundFiles> matching(const std::string& folder, const NamePattern& pattern,
                                  const Names& names) {
  FoundFiles found{.are_npy = pattern.texts.back().ends_with(kNpyEnd),
                   .are_ranks = pattern.has(NameWord::kRank)};
  for (const std::string& name : names) {
    auto numbers = match_name(pattern, name);
    if (!numbers) continue;
    found.files.push_back({folder + name, pattern.array, *std::move(numbers)});
  }
  if (found.are_ranks) TILEGLOT_TRY_STATUS(order_ranks(found.files));
  return found;
}

core::Result<FoundFiles> files_of_pattern(const std::string& path) {
  const std::string folder = folder_before(path);
  TILEGLOT_TRY(pattern, parse_name_pattern(last_name(path)));
  const bool is_npy = pattern.texts.back().ends_with(kNpyEnd);
  if (is_npy ? pattern.array.empty() || pattern.has(NameWord::kPart)
             : pattern.has(NameWord::kBegin) || !pattern.texts.back().ends_with(kTensorsEnd)) {
    return core::fail({.code = "pieces.pattern",
                       .message = fmt::format("{} fits no files of pieces", io::path_text(path)),
                       .help = "a .npy file has one array, named before {rank} or {begin}; a "
                               ".safetensors file has a {rank}, and may have a {part}"});
  }
  TILEGLOT_TRY(names, names_in(folder));
  TILEGLOT_TRY(found, matching(folder, pattern, names));
  if (found.files.empty())
    return core::fail(none_in(folder, fmt::format("file like '{}'", last_name(path))));
  return std::move(found);
}

/// Rank files only, or files whose names say nothing.
core::Result<FoundFiles> tensor_files(const std::string& folder, const Names& names) {
  TILEGLOT_TRY(pattern, parse_name_pattern(kRankPattern));
  TILEGLOT_TRY(ranks, matching(folder, pattern, names));
  if (ranks.files.empty()) return FoundFiles{.files = files_of(folder, names)};
  if (ranks.files.size() == names.size()) return std::move(ranks);
  const auto other = std::ranges::find_if(
      names, [&](const std::string& name) { return !match_name(pattern, name); });
  return core::fail(ambiguous(folder, last_name(ranks.files.front().path), *other));
}

core::Result<FoundFiles> files_in(const std::string& folder) {
  TILEGLOT_TRY(names, names_in(folder));
  const Names indexes = ending_in(names, kIndexEnd);
  if (indexes.size() > 1) return core::fail(ambiguous(folder, indexes[0], indexes[1]));
  if (indexes.size() == 1) return files_of_index(folder + indexes[0]);
  const Names tensors = ending_in(names, kTensorsEnd);
  const Names npys = ending_in(names, kNpyEnd);
  if (tensors.empty() && npys.empty())
    return core::fail(none_in(folder, "index, .safetensors or .npy file"));
  if (!tensors.empty() && !npys.empty()) return core::fail(ambiguous(folder, tensors[0], npys[0]));
  if (!tensors.empty()) return tensor_files(folder, tensors);
  FoundFiles found{.are_npy = true};
  for (const std::string& name : npys) found.files.push_back(npy_file(folder, name));
  return found;
}

}  // namespace

core::Result<FoundFiles> find_files(const std::string& path) {
  if (is_name_pattern(last_name(path))) return files_of_pattern(path);
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown))
    return files_in(path.ends_with('/') ? path : path + '/');
  if (path.ends_with(".json")) return files_of_index(path);
  FoundFiles found{.are_npy = path.ends_with(kNpyEnd)};
  if (found.are_npy) {
    found.files.push_back(npy_file(folder_before(path), last_name(path)));
  } else {
    found.files.push_back({.path = path});
  }
  return found;
}

}  // namespace tileglot::checkpoint::pieces
