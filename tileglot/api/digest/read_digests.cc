// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/digest/read_digests.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "tileglot/api/digest/digest_lines.h"
#include "tileglot/api/digest/named_digest.h"
#include "tileglot/api/digest/ordered_digests.h"
#include "tileglot/api/digest/pieces_digests.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/read_pieces.h"
#include "tileglot/checkpoint/reshard/status.h"
#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::api {
namespace {

namespace pieces = checkpoint::pieces;

/// A text of digests, where the path names one.
core::Result<std::optional<NamedDigests>> listed_digests(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return std::optional<NamedDigests>();
  TILEGLOT_TRY(file, io::MappedFile::open(path));
  const std::string_view text(reinterpret_cast<const char*>(file.bytes().data()),
                              file.bytes().size());
  if (!begin_as_lines(text)) return std::optional<NamedDigests>();
  TILEGLOT_TRY(tensors, parse_lines(text, path));
  TILEGLOT_TRY_STATUS(file.check());
  return std::optional(std::move(tensors));
}

core::Error unjoined(const pieces::PiecedModel& model, const std::string& path) {
  return {{.code = "digest.ranks",
           .message = fmt::format("the files of {} in {} do not say how their tensors join",
                                  core::counted(model.rank_count, "rank"), io::path_text(path)),
           .help = "digest files that say where their parts belong: torch's sharded safetensors, "
                   "or pieces of .npy files named by where they begin, `w@0,128.npy`"}};
}

/// What is not row-major is read by its layout, if one file or index has it all.
core::Result<NamedDigests> in_other_orders(const DigestSource& source, core::Error refusal) {
  std::error_code unknown;
  const bool is_file = std::filesystem::is_regular_file(source.path, unknown);
  if (is_file && source.path.ends_with(".npy")) return digest_of_npy(source);
  if (is_file && checkpoint::is_checkpoint_path(source.path)) return digests_of_layouts(source);
  return core::fail(std::move(refusal));
}

core::Result<NamedDigests> digests_of_model(const DigestSource& source) {
  // What a job of reshard has not finished may look whole.
  if (!source.is_part) TILEGLOT_TRY_STATUS(checkpoint::reshard::check_finished(source.path));
  const pieces::Demand demand = source.is_part ? pieces::Demand::kPart : pieces::Demand::kWhole;
  auto model = pieces::read_pieces(source.path, {.npy_type = source.npy_type, .demand = demand});
  if (!model && model.error()->code == "pieces.order")
    return in_other_orders(source, std::move(model).error());
  if (!model) return core::fail(std::move(model).error());
  if (model->spelling == pieces::Spelling::kRanks) return core::fail(unjoined(*model, source.path));
  if (source.tensor) {
    std::erase_if(model->arrays, [&source](const pieces::PiecedArray& array) {
      return array.name != *source.tensor;
    });
  }
  return digests_of_pieces(*model, source.threads);
}

}  // namespace

core::Result<NamedDigests> read_digests(const DigestSource& source) {
  TILEGLOT_TRY(listed, listed_digests(source.path));
  if (!listed) return digests_of_model(source);
  if (source.tensor) {
    std::erase_if(*listed,
                  [&source](const NamedDigest& tensor) { return tensor.name != *source.tensor; });
  }
  return *std::move(listed);
}

}  // namespace tileglot::api
