// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/digest/ordered_digests.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/api/digest/named_digest.h"
#include "tileglot/api/digest/read_digests.h"
#include "tileglot/api/digest/row_major.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/checkpoint/file.h"
#include "tileglot/checkpoint/packed_tensor.h"
#include "tileglot/checkpoint/pieces/dcp_sharding.h"
#include "tileglot/checkpoint/pieces/file_name.h"
#include "tileglot/checkpoint/pieces/piece_record.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/npy/file.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/relayout/digest/array_digest.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::api {
namespace {

namespace pieces = checkpoint::pieces;
using relayout::digest::Digest;

/// Elements below 8 bits that travel in bytes are bytes, as they were before a relayout recorded what
/// they hold; the sums are of the stream of bits, which is the same.
Digest as_bytes(Digest digest, const checkpoint::PackedTensor& tensor) {
  const std::int64_t together = core::bits(tensor.stored_type) / tensor.bits();
  const bool is_packed = tensor.bits() < 8 && together > 1 && !digest.extents.empty();
  if (!is_packed || digest.extents.back() % together != 0) return digest;
  digest.element_bits *= static_cast<int>(together);
  digest.extents.back() /= together;
  digest.elements /= together;
  return digest;
}

core::Result<Digest> digest_of_packed(const checkpoint::PackedTensor& tensor, int threads) {
  TILEGLOT_TRY(map, bridge::to_map(tensor.layout));
  TILEGLOT_TRY(digest, relayout::digest::digest_of(map, static_cast<int>(tensor.bits()),
                                                   tensor.data, {.threads = threads}));
  return as_bytes(std::move(digest), tensor);
}

core::Result<Digest> digest_by_layout(const checkpoint::Part& part,
                                      const io::SafetensorsTensor& tensor, int threads) {
  auto packed = checkpoint::packed_tensor(part, tensor);
  if (!packed) return core::fail(std::move(packed).error());
  auto digest = digest_of_packed(*packed, threads);
  if (digest) return digest;
  core::Error error = std::move(digest).error();
  error->message = fmt::format("'{}': {}", core::printable(tensor.name), error->message);
  return core::fail(std::move(error));
}

/// A piece with a layout of its own could be read, but nothing writes one.
core::Status check_no_pieces(const checkpoint::Part& part) {
  for (const auto& [key, text] : part.texts) {
    if (key != pieces::kDcpKey && !key.starts_with(pieces::kPieceKey)) continue;
    return core::fail(
        {.code = "pieces.order",
         .message = fmt::format("{} has pieces that are not row-major", io::path_text(part.name)),
         .help = "pieces are row-major: relayout the file to row-major first"});
  }
  return {};
}

/// The name of a .npy file, without folder and ending.
std::string array_name(const std::string& path) {
  return pieces::npy_piece(checkpoint::file_name_of(path)).array;
}

}  // namespace

core::Result<NamedDigests> digests_of_layouts(const DigestSource& source) {
  TILEGLOT_TRY(model, checkpoint::open(source.path));
  NamedDigests tensors;
  for (const checkpoint::Part& part : model.parts) {
    TILEGLOT_TRY_STATUS(check_no_pieces(part));
    for (const io::SafetensorsTensor& tensor : part.tensors.header.tensors) {
      if (source.tensor && tensor.name != *source.tensor) continue;
      TILEGLOT_TRY(digest, digest_by_layout(part, tensor, source.threads));
      tensors.push_back({tensor.name, std::move(digest)});
    }
  }
  TILEGLOT_TRY_STATUS(model.check());
  std::ranges::sort(tensors, {}, &NamedDigest::name);
  return tensors;
}

core::Result<NamedDigests> digest_of_npy(const DigestSource& source) {
  TILEGLOT_TRY(npy, io::open_npy(source.path, source.npy_type));
  TILEGLOT_TRY(type, io::element_type_of(npy.array));
  const std::string name = array_name(source.path);
  if (source.tensor && name != *source.tensor) return NamedDigests();
  const io::NpyHeader& header = npy.array.header;
  TILEGLOT_TRY(map, header.fortran_order ? column_major(header.shape) : row_major(header.shape));
  const auto bits = static_cast<int>(core::npy_bits(type));
  TILEGLOT_TRY(digest,
               relayout::digest::digest_of(map, bits, npy.array.data, {.threads = source.threads}));
  TILEGLOT_TRY_STATUS(npy.file.check());
  return NamedDigests{{name, std::move(digest)}};
}

}  // namespace tileglot::api
