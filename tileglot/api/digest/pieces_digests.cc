// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/digest/pieces_digests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/digest/named_digest.h"
#include "tileglot/api/digest/row_major.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/relayout/digest/array_digest.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::api {
namespace {

using checkpoint::pieces::Piece;
using checkpoint::pieces::PiecedArray;
using checkpoint::pieces::PiecedFile;
using checkpoint::pieces::PiecedModel;
using relayout::digest::Digest;

core::Error of_tensor(core::Error error, const std::string& name) {
  error->message = fmt::format("'{}': {}", core::printable(name), error->message);
  return error;
}

core::Error changed(const PiecedFile& file) {
  return {{.code = "io.changed",
           .message = fmt::format("{} was written while it was read", io::path_text(file.path)),
           .help = "try again when no other program writes it"}};
}

/// The digest of each piece, as the files are read.
class PieceReader {
 public:
  PieceReader(const PiecedModel& model, int threads)
      : model_(model), threads_(threads), in_file_(model.files.size()) {
    for (std::size_t a = 0; a < model.arrays.size(); ++a) {
      const std::vector<Piece>& pieces = model.arrays[a].pieces;
      digests_.emplace_back(pieces.size());
      for (std::size_t p = 0; p < pieces.size(); ++p) in_file_[pieces[p].file].push_back({a, p});
    }
  }

  core::Result<NamedDigests> read() {
    for (std::size_t file = 0; file < in_file_.size(); ++file) {
      if (!in_file_[file].empty()) TILEGLOT_TRY_STATUS(read_file(file));
    }
    NamedDigests tensors;
    for (std::size_t a = 0; a < model_.arrays.size(); ++a) {
      TILEGLOT_TRY(digest, sum_of(a));
      tensors.push_back({model_.arrays[a].name, std::move(digest)});
    }
    std::ranges::sort(tensors, {}, &NamedDigest::name);
    return tensors;
  }

 private:
  struct Place {
    std::size_t array = 0;
    std::size_t piece = 0;
  };

  const Piece& piece_at(const Place& place) const {
    return model_.arrays[place.array].pieces[place.piece];
  }

  core::Status read_file(std::size_t number) {
    std::vector<Place>& places = in_file_[number];
    std::ranges::sort(places, {}, [this](const Place& p) { return piece_at(p).begin_bytes; });
    const PiecedFile& named = model_.files[number];
    TILEGLOT_TRY(file, io::MappedFile::open(named.path));
    if (file.stamp() != named.stamp) return core::fail(changed(named));
    file.expect_sequential_reads();
    for (const Place& place : places) TILEGLOT_TRY_STATUS(read_piece(place, file.bytes()));
    if (file.stamp() != named.stamp) return core::fail(changed(named));
    return file.check();
  }

  core::Status read_piece(const Place& place, std::span<const std::byte> file) {
    const PiecedArray& array = model_.arrays[place.array];
    const Piece& piece = piece_at(place);
    std::vector<std::int64_t> shape(piece.box.begin.size());
    for (std::size_t k = 0; k < shape.size(); ++k) shape[k] = piece.box.end[k] - piece.box.begin[k];
    TILEGLOT_TRY(map, row_major(shape));
    auto digest = relayout::digest::digest_of(
        map, piece.box.begin, array.extents, static_cast<int>(array.element_bits),
        file.subspan(static_cast<std::size_t>(piece.begin_bytes),
                     static_cast<std::size_t>(piece.bytes)),
        {.threads = threads_});
    if (!digest) return core::fail(of_tensor(std::move(digest).error(), array.name));
    digests_[place.array][place.piece] = *std::move(digest);
    return {};
  }

  /// Equal boxes are neighbours.
  core::Result<Digest> sum_of(std::size_t number) const {
    const PiecedArray& array = model_.arrays[number];
    const std::vector<Digest>& digests = digests_[number];
    Digest sum{.extents = array.extents, .element_bits = static_cast<int>(array.element_bits)};
    for (std::size_t p = 0; p < digests.size(); ++p) {
      const bool is_copy = p > 0 && array.pieces[p].box == array.pieces[p - 1].box;
      if (is_copy && digests[p] == digests[p - 1]) continue;
      if (is_copy) return core::fail(copies_differ(array, p));
      TILEGLOT_TRY_STATUS(sum.add(digests[p]));
    }
    return sum;
  }

  core::Error copies_differ(const PiecedArray& array, std::size_t p) const {
    return {{.code = "digest.copies",
             .message =
                 fmt::format("{} and {} have different copies of '{}' at ({})",
                             io::path_text(path_of(array.pieces[p - 1])),
                             io::path_text(path_of(array.pieces[p])), core::printable(array.name),
                             fmt::join(array.pieces[p].box.begin, ",")),
             .help = "copies of a piece must be equal: one of the files is stale or broken"}};
  }

  const std::string& path_of(const Piece& piece) const { return model_.files[piece.file].path; }

  const PiecedModel& model_;
  int threads_;
  std::vector<std::vector<Place>> in_file_;
  std::vector<std::vector<Digest>> digests_ = {};
};

}  // namespace

core::Result<NamedDigests> digests_of_pieces(const PiecedModel& model, int threads) {
  return PieceReader(model, threads).read();
}

}  // namespace tileglot::api
