// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/digest/digest_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/api/digest/named_digest.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/relayout/digest/digest.h"
#include "tileglot/relayout/digest/text.h"
#include "tileglot/value/json.h"

namespace tileglot::api {
namespace {

using relayout::digest::parse_digest;
using value::Json;

constexpr std::string_view kModel = "model ";
constexpr std::string_view kDigest = "tg1:";

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
}

std::string name_text(const std::string& name) {
  const bool is_plain =
      !name.empty() && name.front() != '"' && std::ranges::none_of(name, is_control);
  return is_plain ? name : Json(name).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::string> name_of(std::string_view text) {
  if (!text.starts_with('"')) return std::string(text);
  const Json json = Json::parse(text, nullptr, false);
  return json.is_string() ? std::optional(json.get<std::string>()) : std::nullopt;
}

/// Reads line by line; the line of the model ends the text.
class LinesReader {
 public:
  LinesReader(std::string_view text, std::string_view source) : rest_(text), source_(source) {}

  core::Result<NamedDigests> read() {
    while (!rest_.empty()) {
      const std::string_view line = next_line();
      if (!line.empty()) TILEGLOT_TRY_STATUS(read_line(line));
    }
    TILEGLOT_TRY_STATUS(sort());
    TILEGLOT_TRY_STATUS(check_model());
    return std::move(tensors_);
  }

 private:
  std::string_view next_line() {
    ++number_;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  core::Status read_line(std::string_view line) {
    if (model_) return wrong("comes after the line of the model");
    if (line.starts_with(kModel)) {
      TILEGLOT_TRY(digest, read_digest(line.substr(kModel.size())));
      model_ = std::move(digest);
      return {};
    }
    const std::size_t blank = line.find(' ');
    if (!line.starts_with(kDigest) || blank == std::string_view::npos) {
      return wrong("is not a digest and a name");
    }
    TILEGLOT_TRY(digest, read_digest(line.substr(0, blank)));
    std::optional<std::string> name = name_of(line.substr(blank + 1));
    if (!name) return wrong("has a name that is not a JSON string");
    tensors_.push_back({*std::move(name), std::move(digest)});
    return {};
  }

  core::Result<relayout::digest::Digest> read_digest(std::string_view text) const {
    auto digest = parse_digest(text);
    if (digest) return digest;
    core::Error error = std::move(digest).error();
    error->message =
        fmt::format("{}: line {}: {}", io::path_text(source_), number_, error->message);
    error->span.reset();
    return core::fail(std::move(error));
  }

  core::Status sort() {
    std::ranges::sort(tensors_, {}, &NamedDigest::name);
    const auto twice = std::ranges::adjacent_find(tensors_, {}, &NamedDigest::name);
    if (twice == tensors_.end()) return {};
    return core::fail({.code = "digest.lines",
                       .message = fmt::format("{} has {} twice", io::path_text(source_),
                                              io::path_text(twice->name))});
  }

  core::Status check_model() const {
    if (!model_) return {};
    if (are_whole(tensors_)) {
      TILEGLOT_TRY(digest, digest_of_model(tensors_));
      if (digest == *model_) return {};
    }
    return wrong("is not the digest of the lines above it");
  }

  tl::unexpected<core::Error> wrong(std::string_view what) const {
    return core::fail(
        {.code = "digest.lines",
         .message = fmt::format("{}: line {} {}", io::path_text(source_), number_, what),
         .help = "write the lines as `tileglot digest` prints them; those of tensors may be "
                 "selected if that of the model is left out"});
  }

  std::string_view rest_;
  std::string_view source_;
  std::size_t number_ = 0;
  NamedDigests tensors_ = {};
  std::optional<relayout::digest::Digest> model_ = {};
};

}  // namespace

bool begin_as_lines(std::string_view first) {
  return first.starts_with(kDigest) || first.starts_with(kModel);
}

std::string line_of(const NamedDigest& tensor) {
  return fmt::format("{} {}\n", relayout::digest::print(tensor.digest), name_text(tensor.name));
}

std::string line_of_model(const relayout::digest::Digest& digest) {
  return fmt::format("{}{}\n", kModel, relayout::digest::print(digest));
}

core::Result<NamedDigests> parse_lines(std::string_view text, std::string_view source) {
  return LinesReader(text, source).read();
}

}  // namespace tileglot::api
