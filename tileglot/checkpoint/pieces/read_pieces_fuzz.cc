// SPDX-License-Identifier: Apache-2.0
// read_pieces_fuzz.cc: any bytes, as one or several .safetensors files, are arrays whose pieces have
// as many elements as they, or an error.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/detail/assembled.h"
#include "tileglot/checkpoint/pieces/detail/file_pieces.h"
#include "tileglot/checkpoint/pieces/detail/found_piece.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"
#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/map/box.h"

namespace {

namespace core = tileglot::core;
namespace io = tileglot::io;
namespace map = tileglot::map;
namespace pieces = tileglot::checkpoint::pieces;

/// Between files.
constexpr std::string_view kNext = "\xFFnext\xFF";

void require(bool holds) {
  if (!holds) std::abort();
}

core::Result<io::MappedFile> file_of(std::string_view text, std::size_t number) {
  TILEGLOT_TRY(memory, io::MemoryMapping::anonymous(static_cast<std::int64_t>(text.size()), "in"));
  const auto bytes = std::as_bytes(std::span(text));
  std::copy(bytes.begin(), bytes.end(), memory.writable_bytes().begin());
  return io::MappedFile(std::to_string(number), std::move(memory));
}

core::Result<std::vector<pieces::PiecedArray>> arrays_in(std::string_view text) {
  std::vector<pieces::PiecedFile> files;
  std::vector<pieces::FoundPiece> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(kNext), text.size());
    TILEGLOT_TRY(file, file_of(text.substr(0, end), files.size()));
    TILEGLOT_TRY(read, pieces::pieces_of_safetensors(file, files.size()));
    files.push_back(std::move(read.file));
    for (pieces::FoundPiece& piece : read.pieces) found.push_back(std::move(piece));
    text.remove_prefix(std::min(end + kNext.size(), text.size()));
  }
  return pieces::assembled(std::move(found), files);
}

/// Copies count once.
std::int64_t size_of(const pieces::PiecedArray& array) {
  std::int64_t size = 0;
  const map::Box* last = nullptr;
  for (const pieces::Piece& piece : array.pieces) {
    require(piece.box.size() * array.element_bits == piece.bytes * 8);
    if (last == nullptr || *last != piece.box) size += piece.box.size();
    last = &piece.box;
  }
  return size;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto arrays = arrays_in({reinterpret_cast<const char*>(data), size});
  if (!arrays) {
    require(!core::render(arrays.error()).empty());
    return 0;
  }
  for (const pieces::PiecedArray& array : *arrays) {
    const map::Box whole = {map::Coordinate(array.extents.size(), 0), array.extents};
    require(size_of(array) == whole.size());
  }
  return 0;
}
