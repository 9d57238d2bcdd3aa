// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/checksum.h"

namespace tileglot::checkpoint::reshard {
namespace {

constexpr std::string_view kFirstLine = "tileglot reshard job";
constexpr std::string_view kLastLine = "end";

/// Raised when the same words and sources are planned as other files.
constexpr std::string_view kVersion = "1";

std::uint64_t sum_of(std::string_view text) {
  return io::checksum(std::as_bytes(std::span(text.data(), text.size())));
}

/// A checksum of texts in their order; where one ends and the next begins counts.
class Sum {
 public:
  void add(std::string_view text) { value_ = io::mixed(value_ ^ sum_of(text)) + 1; }
  std::string text() const { return fmt::format("{:016x}", value_); }

 private:
  std::uint64_t value_ = 0;
};

/// The length of the path of the folder that all files are in, with its slash.
std::size_t common_folder(std::span<const pieces::PiecedFile> files) {
  if (files.empty()) return 0;
  std::string_view common = files.front().path;
  for (const pieces::PiecedFile& file : files) {
    const auto [own, other] = std::ranges::mismatch(common, file.path);
    common = common.substr(0, static_cast<std::size_t>(own - common.begin()));
  }
  return common.rfind('/') + 1;
}

/// Takes a word off the start of the text.
std::string_view take_word(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

struct SizeAndTime {
  std::string_view size = {};
  std::string_view time = {};
};

/// Of a stamp, "device inode size written changed": the numbers of devices and inodes, and when an
/// inode was changed, differ from machine to machine.
SizeAndTime size_and_time(std::string_view stamp) {
  take_word(stamp);
  take_word(stamp);
  const std::string_view size = take_word(stamp);
  return {.size = size, .time = take_word(stamp)};
}

/// 0 where the stamp says no size, as that of a stream.
std::int64_t number_in(std::string_view digits) {
  std::int64_t number = 0;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') return 0;
    number = core::saturating_add(core::saturating_mul(number, 10), digit - '0');
  }
  return number;
}

std::string source_text(const pieces::PiecedModel& source) {
  const std::size_t folder = common_folder(source.files);
  std::int64_t bytes = 0;
  Sum sum;
  for (const pieces::PiecedFile& file : source.files) {
    const SizeAndTime written = size_and_time(file.stamp);
    bytes = core::saturating_add(bytes, number_in(written.size));
    sum.add(std::string_view(file.path).substr(folder));
    sum.add(fmt::format("{} {}", written.size, written.time));
  }
  return fmt::format("{}, {}, checksum {}", core::counted(std::ssize(source.files), "file"),
                     core::counted(bytes, "byte"), sum.text());
}

std::string fill_text(const Fill& fill) {
  return fmt::format("{} {} {} {}", fill.array, fill.box.begin, fill.box.end, fill.begin);
}

void add_part(const OutputPart& part, const WantedModel& wanted, Sum& sum) {
  sum.add(part.file);
  sum.add(part.header);
  for (const Entry& entry : part.entries) {
    for (const Fill& fill : wanted.arrays[entry.array].tiles[entry.tile].fills)
      sum.add(fill_text(fill));
    sum.add("");
  }
}

std::string output_text(const WantedModel& wanted, const Output& output) {
  std::int64_t bytes = 0;
  Sum sum;
  for (const OutputPart& part : output.parts) {
    bytes = core::saturating_add(bytes, part.file_bytes());
    add_part(part, wanted, sum);
  }
  if (output.index) {
    sum.add(output.index->file);
    sum.add(output.index->text);
  }
  return fmt::format("{}, {}, checksum {}", core::counted(std::ssize(output.parts), "file"),
                     core::counted(bytes, "byte"), sum.text());
}

std::string escaped(std::string_view value) {
  std::string text;
  text.reserve(value.size());
  for (const char c : value) {
    if (c == '\n') {
      text += "\\n";
    } else if (c == '\\') {
      text += "\\\\";
    } else {
      text += c;
    }
  }
  return text;
}

/// Nothing where a backslash is followed by another character.
std::optional<std::string> unescaped(std::string_view text) {
  std::string value;
  value.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      value += text[i];
      continue;
    }
    ++i;
    if (i == text.size() || (text[i] != 'n' && text[i] != '\\')) return std::nullopt;
    value += text[i] == 'n' ? '\n' : '\\';
  }
  return value;
}

core::Error not_a_job(std::string message, std::optional<core::Span> span = {}) {
  return {{.code = "reshard.job",
           .message = std::move(message),
           .span = span,
           .help = "the file was not written by tileglot reshard, or was changed since"}};
}

bool is_name(std::string_view text) {
  const auto fits = [](char c) { return ('a' <= c && c <= 'z') || c == '-'; };
  return !text.empty() && std::ranges::all_of(text, fits);
}

/// Walks the lines of a text.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  /// Nothing after the last line, and where its end is missing.
  std::optional<std::string_view> next() {
    begin_ = end_;
    const std::size_t at = text_.find('\n', begin_);
    if (at == std::string_view::npos) return std::nullopt;
    end_ = at + 1;
    return text_.substr(begin_, at - begin_);
  }

  bool is_at_end() const { return end_ == text_.size(); }
  /// Of the last line.
  core::Span span() const { return {begin_, std::max(begin_ + 1, end_) - 1}; }

 private:
  std::string_view text_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

core::Result<JobField> field_in(std::string_view line, core::Span span) {
  const std::size_t colon = line.find(": ");
  const std::string_view name = line.substr(0, std::min(colon, line.size()));
  if (colon == std::string_view::npos || !is_name(name))
    return core::fail(not_a_job("a line is not 'name: value'", span));
  auto value = unescaped(line.substr(colon + 2));
  if (!value) {
    return core::fail(not_a_job(
        fmt::format("in '{}', a backslash is not followed by n or a backslash", name), span));
  }
  return JobField{std::string(name), *std::move(value)};
}

core::Status add_field(JobField field, core::Span span, Job& job) {
  if (std::ranges::find(job.fields, field.name, &JobField::name) != job.fields.end())
    return core::fail(not_a_job(fmt::format("'{}' is there twice", field.name), span));
  if (job.fields.size() == kMostJobFields)
    return core::fail(not_a_job(fmt::format("a job has at most {} fields", kMostJobFields), span));
  job.fields.push_back(std::move(field));
  return {};
}

}  // namespace

Job job_of(const JobWords& words, const pieces::PiecedModel& source, const WantedModel& wanted,
           const Output& output) {
  const auto& most = words.max_part_bytes;
  return {.fields = {{"version", std::string(kVersion)},
                     {"from", words.from},
                     {"to", words.to},
                     {"mesh", words.mesh},
                     {"names", std::string(print(words.names))},
                     {"max-part", most ? core::counted(*most, "byte") : "none"},
                     {"source", source_text(source)},
                     {"output", output_text(wanted, output)}}};
}

std::string print(const Job& job) {
  std::string text = fmt::format("{}\n", kFirstLine);
  for (const JobField& field : job.fields)
    text += fmt::format("{}: {}\n", field.name, escaped(field.value));
  return text + fmt::format("{}\n", kLastLine);
}

core::Result<Job> parse_job(std::string_view text) {
  if (text.size() > kLongestJob)
    return core::fail(not_a_job(fmt::format("a job has at most {} bytes", kLongestJob)));
  Lines lines(text);
  if (lines.next() != kFirstLine)
    return core::fail(not_a_job(fmt::format("the text does not begin with '{}'", kFirstLine)));
  Job job;
  for (auto line = lines.next(); line != kLastLine; line = lines.next()) {
    if (!line) return core::fail(not_a_job(fmt::format("the text lacks its '{}'", kLastLine)));
    TILEGLOT_TRY(field, field_in(*line, lines.span()));
    TILEGLOT_TRY_STATUS(add_field(std::move(field), lines.span(), job));
  }
  if (!lines.is_at_end())
    return core::fail(not_a_job(fmt::format("something follows '{}'", kLastLine)));
  return job;
}

std::optional<std::string> first_difference(const Job& a, const Job& b) {
  const auto [own, other] = std::ranges::mismatch(a.fields, b.fields);
  if (own != a.fields.end()) return own->name;
  if (other != b.fields.end()) return other->name;
  return std::nullopt;
}

std::uint64_t job_digest(const Job& job) { return sum_of(print(job)); }

}  // namespace tileglot::checkpoint::reshard
