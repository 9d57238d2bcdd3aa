// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/detail/file_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/checkpoint/pieces/dcp_sharding.h"
#include "tileglot/checkpoint/pieces/detail/found_files.h"
#include "tileglot/checkpoint/pieces/detail/found_piece.h"
#include "tileglot/checkpoint/pieces/detail/metadata_texts.h"
#include "tileglot/checkpoint/pieces/piece_record.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/core/utf8.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/os_error.h"
#include "tileglot/io/npy/file.h"
#include "tileglot/io/npy/header.h"
#include "tileglot/io/safetensors/header.h"
#include "tileglot/io/safetensors/index.h"

namespace tileglot::checkpoint::pieces {
namespace {

core::Error in_file(core::Error error, std::string_view path) {
  error->message = fmt::format("{}: {}", io::path_text(path), error->message);
  return error;
}

template <class T>
core::Result<T> in_file(core::Result<T> result, std::string_view path) {
  if (result) return result;
  return core::fail(in_file(std::move(result).error(), path));
}

core::Result<io::SafetensorsHeader> header_of(const io::MappedFile& file) {
  auto header = io::parse_safetensors_header(file.bytes());
  TILEGLOT_TRY_STATUS(file.check());
  return core::with_line(std::move(header), io::safetensors_header_text(file.bytes()));
}

core::Error unlisted(std::string_view tensor) {
  return {{.code = "pieces.unlisted",
           .message =
               fmt::format("{} does not say where '{}' begins", kDcpKey, core::printable(tensor))}};
}

core::Error two_begins(std::string_view tensor) {
  return {{.code = "pieces.disagree",
           .message = fmt::format("{} and {} differ in where '{}' begins", kDcpKey, kPieceKey,
                                  core::printable(tensor))}};
}

FoundPiece piece_of(const io::SafetensorsTensor& tensor, std::int64_t data_begin_bytes) {
  return {.array = tensor.name,
          .type = tensor.type,
          .element_bits = core::bits(tensor.type),
          .begin_bytes = data_begin_bytes + tensor.begin_bytes,
          .bytes = tensor.bytes(),
          .shape = tensor.shape};
}

/// Says where the piece belongs, if the texts do.
core::Status place(FoundPiece& piece, MetadataTexts& texts) {
  const std::string tensor = piece.array;
  piece.begin = texts.take_begin(tensor);
  if (texts.has_dcp() && !piece.begin) return core::fail(unlisted(tensor));
  auto record = texts.take_record(tensor);
  if (!record) return {};
  if (piece.begin && *piece.begin != record->begin) return core::fail(two_begins(tensor));
  piece.begin = std::move(record->begin);
  piece.whole = std::move(record->extents);
  piece.sharding = std::move(record->sharding);
  if (!record->array.empty()) piece.array = std::move(record->array);
  return {};
}

core::Result<FilePieces> pieces_of(const io::MappedFile& file, const io::SafetensorsHeader& header,
                                   std::size_t number) {
  FilePieces result{.file = {.path = file.name(), .stamp = file.stamp()}};
  MetadataTexts texts;
  TILEGLOT_TRY_STATUS(texts.read(header, result.file));
  result.spelling = texts.has_records() ? Spelling::kRecorded
                    : texts.has_dcp()   ? Spelling::kSharded
                                        : Spelling::kWhole;
  result.pieces.reserve(header.tensors.size());
  for (const io::SafetensorsTensor& tensor : header.tensors) {
    result.pieces.push_back(piece_of(tensor, header.data_begin_bytes));
    result.pieces.back().file = number;
    TILEGLOT_TRY_STATUS(place(result.pieces.back(), texts));
  }
  TILEGLOT_TRY_STATUS(texts.check_all_taken());
  return result;
}

/// False where the order of dimensions shows.
bool is_row_major(const io::NpyHeader& header) {
  const auto is_long = [](std::int64_t extent) { return extent > 1; };
  return !header.fortran_order || std::ranges::count_if(header.shape, is_long) < 2 ||
         std::ranges::count(header.shape, 0) > 0;
}

core::Result<FoundPiece> npy_piece_in(const io::MappedFile& file,
                                      std::optional<core::ElementType> named) {
  TILEGLOT_TRY(array, io::npy_array(file.bytes(), named));
  TILEGLOT_TRY_STATUS(file.check());
  TILEGLOT_TRY(type, io::element_type_of(array));
  if (!is_row_major(array.header)) {
    return core::fail({.code = "pieces.order",
                       .message = "the first dimension is the fastest",
                       .help = "pieces are row-major: save numpy.ascontiguousarray of it"});
  }
  return FoundPiece{.type = type,
                    .element_bits = array.item.bytes * 8,
                    .begin_bytes = array.header.data_begin_bytes,
                    .bytes = static_cast<std::int64_t>(array.data.size()),
                    .shape = array.header.shape};
}

/// If a part is missing, the index is wrong or was copied without it.
core::Result<io::MappedFile> open_tensors(const std::string& path, bool is_listed) {
  auto file = io::MappedFile::open(path);
  if (file || !is_listed || file.error()->code != "io.not_found") return file;
  file.error()->help = "the index names it: all files of an index are beside it";
  return file;
}

/// As io::check_part, which walks the whole index for each part: only to say what is wrong.
core::Status check_listed(const FoundIndex& found, std::size_t part,
                          const io::SafetensorsHeader& header) {
  const auto is_here = [&](const io::SafetensorsTensor& tensor) {
    const auto place = found.index.places.find(tensor.name);
    return place != found.index.places.end() && place->second.part == part;
  };
  if (header.tensors.size() == found.counts[part] && std::ranges::all_of(header.tensors, is_here))
    return {};
  return core::with_line(io::check_part(found.index, part, header), found.text);
}

}  // namespace

core::Result<FilePieces> pieces_of_safetensors(const io::MappedFile& file, std::size_t number) {
  TILEGLOT_TRY(header, in_file(header_of(file), file.name()));
  return in_file(pieces_of(file, header, number), file.name());
}

core::Result<FilePieces> safetensors_pieces(const FoundFile& found, std::size_t number,
                                            const std::optional<FoundIndex>& index) {
  TILEGLOT_TRY(file, open_tensors(found.path, index.has_value()));
  if (!index) return pieces_of_safetensors(file, number);
  TILEGLOT_TRY(header, in_file(header_of(file), found.path));
  TILEGLOT_TRY_STATUS(check_listed(*index, number, header));
  return in_file(pieces_of(file, header, number), found.path);
}

core::Result<FilePieces> npy_pieces(const FoundFile& found, std::size_t number,
                                    std::optional<core::ElementType> named) {
  TILEGLOT_TRY(file, io::MappedFile::open(found.path));
  auto read = core::with_line(npy_piece_in(file, named), io::npy_header_text(file.bytes()));
  TILEGLOT_TRY(piece, in_file(std::move(read), found.path));
  piece.array = found.array;
  piece.file = number;
  piece.begin = found.numbers.begin;
  FilePieces result{.file = {.path = found.path, .stamp = file.stamp()},
                    .spelling = Spelling::kNpy};
  result.pieces.push_back(std::move(piece));
  return result;
}

}  // namespace tileglot::checkpoint::pieces
