// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/job_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/reshard/job.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/atomic_file.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/file/resumable_file.h"

namespace tileglot::checkpoint::reshard {
namespace {

using nlohmann::json;

constexpr std::string_view kName = ".tileglot-reshard.job";
/// The texts of 2^20 files have less.
constexpr std::size_t kLongestJobFile = std::size_t{1} << 29;
constexpr std::string_view kFormat = "tileglot.reshard-job/1";

/// What planned_output may name a file.
bool is_our_name(std::string_view name) {
  const bool begins = name.starts_with("model") || name.starts_with("shard-");
  return begins && (name.ends_with(".safetensors") || name.ends_with(".safetensors.index.json"));
}

core::Error a_link(const std::string& path) {
  return {{.code = "reshard.job_file",
           .message = fmt::format("{} is a link, a pipe or a folder", io::path_text(path)),
           .help = "remove it, or name another folder"}};
}

bool is_regular(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(path, error);
  return std::filesystem::is_regular_file(status);
}

core::Error not_ours(std::string_view what) {
  return {{.code = "reshard.job_file",
           .message = fmt::format("{} is not as tileglot writes it: {}", kName, what),
           .help = "remove it, or name another folder; --force replaces it"}};
}

/// The value of a key, if it has this type.
template <class Value>
std::optional<Value> value_of(const json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || found == object.end()) return std::nullopt;
  if constexpr (std::is_same_v<Value, bool>) {
    if (!found->is_boolean()) return std::nullopt;
  } else if constexpr (std::is_same_v<Value, std::int64_t>) {
    // A number beyond int64 is unsigned, and would become a negative one.
    if (!found->is_number_integer()) return std::nullopt;
    if (found->is_number_unsigned() && found->template get<std::uint64_t>() >> 63U != 0)
      return std::nullopt;
  } else if (!found->is_string()) {
    return std::nullopt;
  }
  return found->template get<Value>();
}

/// A name that a hostile file gives must not lead elsewhere.
bool is_plain_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." && name.find('/') == std::string_view::npos &&
         name.find('\0') == std::string_view::npos;
}

core::Result<ListedFile> read_listed(const json& entry) {
  auto name = value_of<std::string>(entry, "name");
  const auto header = value_of<std::int64_t>(entry, "header_bytes");
  const auto bytes = value_of<std::int64_t>(entry, "bytes");
  if (!name || !header || !bytes) return core::fail(not_ours("a file lacks a name or its bytes"));
  if (!is_plain_name(*name)) return core::fail(not_ours("the name of a file is not plain"));
  if (*header < 0 || *bytes < *header) return core::fail(not_ours("a file has negative bytes"));
  return ListedFile{.name = std::move(*name), .header_bytes = *header, .bytes = *bytes};
}

core::Result<std::vector<ListedFile>> read_files(const json& object) {
  const auto list = object.find("files");
  if (list == object.end() || !list->is_array()) return core::fail(not_ours("it lists no files"));
  std::vector<ListedFile> files;
  files.reserve(list->size());
  for (const json& entry : *list) {
    TILEGLOT_TRY(file, read_listed(entry));
    files.push_back(std::move(file));
  }
  return files;
}

std::string_view field_of(const Job& job, std::string_view name) {
  const auto field = std::ranges::find(job.fields, name, &JobField::name);
  return field == job.fields.end() ? std::string_view() : field->value;
}

/// The first line in which it differs from another text, as far as it fits.
std::string differing_line(std::string_view text, std::string_view other) {
  constexpr std::size_t kLongest = 60;
  const auto differs = std::ranges::mismatch(text, other).in1 - text.begin();
  const std::size_t before = text.substr(0, static_cast<std::size_t>(differs)).rfind('\n');
  const std::string_view line = text.substr(before == std::string_view::npos ? 0 : before + 1);
  const std::string_view whole = line.substr(0, line.find('\n'));
  return io::path_text(whole.size() <= kLongest ? std::string(whole)
                                                : std::string(whole.substr(0, kLongest)) + "..");
}

}  // namespace

JobFile job_file_of(const Job& job, const Output& output) {
  JobFile file{.job = job, .index = output.index ? output.index->file : ""};
  file.files.reserve(output.parts.size());
  for (const OutputPart& part : output.parts) {
    file.files.push_back({.name = part.file,
                          .header_bytes = static_cast<std::int64_t>(part.header.size()),
                          .bytes = part.file_bytes()});
  }
  return file;
}

std::string print(const JobFile& file) {
  json files = json::array();
  for (const ListedFile& listed : file.files) {
    files.push_back(
        {{"name", listed.name}, {"header_bytes", listed.header_bytes}, {"bytes", listed.bytes}});
  }
  const json all = {{"format", kFormat},
                    {"complete", file.is_complete},
                    {"job", print(file.job)},
                    {"files", std::move(files)},
                    {"index", file.index}};
  // Whatever is not UTF-8 is replaced, since an exception would end the program.
  return all.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

core::Result<JobFile> parse_job_file(std::string_view text) {
  if (text.size() > kLongestJobFile) return core::fail(not_ours("it is too large"));
  const json all = json::parse(text, nullptr, false);
  if (!all.is_object()) return core::fail(not_ours("it is not a JSON object"));
  if (value_of<std::string>(all, "format") != kFormat)
    return core::fail(not_ours(fmt::format("its format is not {}", kFormat)));
  const auto job = value_of<std::string>(all, "job");
  const auto is_complete = value_of<bool>(all, "complete");
  auto index = value_of<std::string>(all, "index");
  if (!job || !is_complete || !index) return core::fail(not_ours("a field is missing"));
  if (!index->empty() && !is_plain_name(*index))
    return core::fail(not_ours("the name of the index is not plain"));
  TILEGLOT_TRY(parsed, parse_job(*job));
  TILEGLOT_TRY(files, read_files(all));
  return JobFile{.job = std::move(parsed),
                 .files = std::move(files),
                 .index = std::move(*index),
                 .is_complete = *is_complete};
}

std::string job_file_path(const std::string& folder) { return folder + std::string(kName); }

core::Result<std::optional<JobFile>> read_job_file(const std::string& folder) {
  const std::string path = job_file_path(folder);
  std::error_code error;
  const auto kind = std::filesystem::symlink_status(path, error).type();
  if (kind == std::filesystem::file_type::not_found) return std::optional<JobFile>();
  if (kind != std::filesystem::file_type::regular) return core::fail(a_link(path));
  const auto file = io::MappedFile::open(path);
  if (!file && file.error()->code == "io.empty") return core::fail(not_ours("it is empty"));
  if (!file) return core::fail(file.error());
  const auto bytes = file->bytes();
  TILEGLOT_TRY(read, parse_job_file({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  return std::optional(std::move(read));
}

core::Status write_job_file(const std::string& folder, const JobFile& file, bool replace) {
  const std::string path = job_file_path(folder);
  if (replace && !is_regular(path)) {
    std::error_code error;
    if (std::filesystem::exists(std::filesystem::symlink_status(path, error)))
      return core::fail(a_link(path));
  }
  const std::string text = print(file);
  return io::write_file(path, std::as_bytes(std::span(text)), {.replace = replace});
}

std::optional<core::Error> other_job(const std::string& folder, const Job& there, const Job& here) {
  const auto field = first_difference(there, here);
  if (!field) return std::nullopt;
  const std::string_view said = field_of(there, *field);
  const std::string_view says = field_of(here, *field);
  return core::Error(
      {.code = "reshard.other_job",
       .message = fmt::format("{} has the files of another job: its {} is {}, and here it is {}",
                              io::path_text(folder), *field, differing_line(said, says),
                              differing_line(says, said)),
       .help = *field == "source"
                   ? "files of the source have other sizes, or were written since the job began; "
                     "--force gives it up"
                   : "start all workers with the same words on the same files; --force gives the "
                     "other job up"});
}

void remove_others(const std::string& folder, const JobFile& given_up, const JobFile& file) {
  std::unordered_set<std::string_view> stay = {file.index};
  for (const ListedFile& listed : file.files) stay.insert(listed.name);
  for (const ListedFile& listed : given_up.files) {
    if (stay.contains(listed.name) || !is_our_name(listed.name)) continue;
    const std::string path = folder + listed.name;
    if (io::ResumableFile::finished(path, listed.bytes)) ::unlink(path.c_str());
    ::unlink(io::beside(path, "partial").c_str());
    ::unlink(io::beside(path, "journal").c_str());
  }
  const std::string& index = given_up.index;
  if (!stay.contains(index) && is_our_name(index)) ::unlink((folder + index).c_str());
}

}  // namespace tileglot::checkpoint::reshard
