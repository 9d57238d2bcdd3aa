// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/digest/digest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/digest/compared.h"
#include "tileglot/api/digest/digest_lines.h"
#include "tileglot/api/digest/named_digest.h"
#include "tileglot/api/digest/read_digests.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/relayout/digest/digest.h"
#include "tileglot/relayout/digest/text.h"
#include "tileglot/value/agreed_type.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

using relayout::digest::Digest;

core::Result<NamedDigests> read_path(const DigestRequest& request, const std::string& path) {
  TILEGLOT_TRY(npy_type, value::named_type(request.dtype));
  return read_digests({.path = path,
                       .tensor = request.tensor,
                       .npy_type = npy_type,
                       .is_part = request.part || request.add,
                       .threads = request.threads});
}

core::Status check_paths(const DigestRequest& request) {
  if (request.paths.size() == 1 || (request.add && !request.paths.empty())) return {};
  return core::fail(
      {.code = "digest.paths",
       .message = request.paths.empty()
                      ? "no model is named"
                      : fmt::format("{} models have no digest together", request.paths.size()),
       .help = "name one, and another by --against; or add the digests of parts of "
               "one model by --add"});
}

/// Sums, tensor by tensor.
core::Status add_to(NamedDigests& sums, const NamedDigests& tensors, const std::string& path) {
  for (const NamedDigest& tensor : tensors) {
    const auto at = std::ranges::lower_bound(sums, tensor.name, {}, &NamedDigest::name);
    if (at == sums.end() || at->name != tensor.name) {
      sums.insert(at, tensor);
      continue;
    }
    auto added = at->digest.add(tensor.digest);
    if (added) continue;
    core::Error error = std::move(added).error();
    error->message = fmt::format("{}, '{}': {}", io::path_text(path), core::printable(tensor.name),
                                 error->message);
    return core::fail(std::move(error));
  }
  return {};
}

core::Error no_tensor(const DigestRequest& request) {
  return {{.code = "digest.tensor",
           .message = fmt::format("{} has no tensor '{}'", io::path_text(request.paths.front()),
                                  core::printable(*request.tensor)),
           .help = "`tileglot digest` without --tensor lists all"}};
}

core::Result<NamedDigests> asked_digests(const DigestRequest& request) {
  TILEGLOT_TRY_STATUS(check_paths(request));
  TILEGLOT_TRY(sums, read_path(request, request.paths.front()));
  for (std::size_t i = 1; i < request.paths.size(); ++i) {
    TILEGLOT_TRY(tensors, read_path(request, request.paths[i]));
    TILEGLOT_TRY_STATUS(add_to(sums, tensors, request.paths[i]));
  }
  if (request.tensor && sums.empty()) return core::fail(no_tensor(request));
  return std::move(sums);
}

/// Nothing where it is not of the whole model.
core::Result<std::optional<Digest>> model_digest(const DigestRequest& request,
                                                 const NamedDigests& tensors) {
  if (request.tensor || !are_whole(tensors)) return std::optional<Digest>();
  TILEGLOT_TRY(digest, digest_of_model(tensors));
  return std::optional(std::move(digest));
}

/// How many elements are there where not all are.
std::string note_of(const NamedDigests& tensors) {
  std::string note;
  for (const auto& [name, digest] : tensors) {
    if (digest.is_whole()) continue;
    note += fmt::format("'{}' has {} of {} elements\n", core::printable(name),
                        value::grouped(digest.elements), value::grouped(digest.all_elements()));
  }
  return note;
}

Reply listing(const DigestRequest& request, const NamedDigests& tensors) {
  TILEGLOT_TRY(model, model_digest(request, tensors));
  Answer answer{.note = note_of(tensors)};
  Json listed = Json::array();
  for (const NamedDigest& tensor : tensors) {
    answer.text += line_of(tensor);
    listed.push_back({{"name", tensor.name},
                      {"digest", relayout::digest::print(tensor.digest)},
                      {"whole", tensor.digest.is_whole()}});
  }
  if (model) answer.text += line_of_model(*model);
  answer.json = {{"tensors", std::move(listed)}, {"model", nullptr}};
  if (model) answer.json["model"] = relayout::digest::print(*model);
  return answer;
}

std::string text_of(const DigestDifference& difference, const std::string& path,
                    const std::string& against) {
  const std::string name = core::printable(difference.name);
  if (difference.digest.empty()) return fmt::format("'{}' is in {} only", name, against);
  std::string text =
      difference.against.empty()
          ? fmt::format("'{}' is in {} only", name, path)
          : fmt::format("'{}' differs: {} and {}", name, difference.digest, difference.against);
  std::vector<std::string> same;
  same.reserve(difference.same_as.size());
  for (const std::string& other : difference.same_as)
    same.push_back(fmt::format("'{}'", core::printable(other)));
  if (!same.empty()) text += fmt::format(", with the digest of {} there", fmt::join(same, ", "));
  return text;
}

Json json_of(const DigestDifference& difference) {
  const auto or_null = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  return {{"name", difference.name},
          {"digest", or_null(difference.digest)},
          {"against", or_null(difference.against)},
          {"same_as", difference.same_as}};
}

Answer comparison(const NamedDigests& tensors, const NamedDigests& others, const std::string& path,
                  const std::string& against) {
  const std::vector<DigestDifference> differences = differences_of(tensors, others);
  Answer answer{.exit_code = differences.empty() ? kYes : kNo, .note = note_of(tensors)};
  Json listed = Json::array();
  for (const DigestDifference& difference : differences) {
    answer.text += text_of(difference, path, against) + "\n";
    listed.push_back(json_of(difference));
  }
  const auto count = static_cast<std::int64_t>(differences.size());
  answer.text += differences.empty()
                     ? fmt::format("equal: {} of {} and {}\n",
                                   core::counted(std::ssize(tensors), "tensor"), path, against)
                     : fmt::format("{} {}\n", core::counted(count, "tensor"),
                                   count == 1 ? "differs" : "differ");
  answer.json = {{"equal", differences.empty()},
                 {"tensors", tensors.size()},
                 {"different_tensors", differences.size()},
                 {"differences", std::move(listed)}};
  return answer;
}

/// Of the only tensor, or of the model.
Reply single_comparison(const DigestRequest& request, const NamedDigests& tensors,
                        const std::string& path) {
  TILEGLOT_TRY(wanted,
               core::with_line(relayout::digest::parse_digest(*request.against), *request.against));
  TILEGLOT_TRY(model, model_digest(request, tensors));
  const bool is_one = tensors.size() == 1;
  if (!is_one && !model) {
    return core::fail({.code = "digest.one",
                       .message = fmt::format("{} has parts of {}, and no digest of the model",
                                              path, core::counted(std::ssize(tensors), "tensor")),
                       .help = "choose a tensor by --tensor"});
  }
  const Digest& found = is_one ? tensors.front().digest : *model;
  const bool is_equal = found == wanted || (model && *model == wanted);
  const std::string what =
      is_one ? fmt::format("'{}'", core::printable(tensors.front().name)) : "the model";
  Answer answer{.exit_code = is_equal ? kYes : kNo, .note = note_of(tensors)};
  answer.text = is_equal ? fmt::format("equal: {} of {} has this digest\n", what, path)
                         : fmt::format("{} of {} differs: {} and {}\n", what, path,
                                       relayout::digest::print(found), *request.against);
  answer.json = {{"equal", is_equal},
                 {"digest", relayout::digest::print(found)},
                 {"against", relayout::digest::print(wanted)}};
  return answer;
}

}  // namespace

Reply digest(const DigestRequest& request) {
  TILEGLOT_TRY(tensors, asked_digests(request));
  if (!request.against) return listing(request, tensors);
  std::vector<std::string> paths;
  paths.reserve(request.paths.size());
  for (const std::string& path : request.paths) paths.push_back(io::path_text(path));
  const std::string path = fmt::format("{}", fmt::join(paths, " + "));
  if (request.against->starts_with("tg1:")) return single_comparison(request, tensors, path);
  TILEGLOT_TRY(others, read_path(request, *request.against));
  // The name of an array in a .npy file is the file's, and says nothing of what it holds.
  const bool is_npy = request.paths.front().ends_with(".npy") || request.against->ends_with(".npy");
  if (is_npy && tensors.size() == 1 && others.size() == 1)
    others.front().name = tensors.front().name;
  return comparison(tensors, others, path, io::path_text(*request.against));
}

}  // namespace tileglot::api
