// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/detail/alike.h"

#include <fmt/format.h>

#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "tileglot/checkpoint/pieces/detail/found_piece.h"
#include "tileglot/checkpoint/pieces/detail/piece_text.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"

namespace tileglot::checkpoint::pieces {
namespace {

std::string type_text(const FoundPiece& piece) {
  return fmt::format("{} of {} bits", core::name(piece.type), piece.element_bits);
}

/// "'w' is A in F, and B in G".
core::Error difference(const char* code, const FoundPiece& one, const std::string& a,
                       const FoundPiece& other, const std::string& b, Files files) {
  return {{.code = code,
           .message = fmt::format("'{}' is {} in {}, and {} in {}", core::printable(one.array), a,
                                  file_text(one.file, files), b, file_text(other.file, files))}};
}

core::Error wrong_begin(const FoundPiece& piece, Files files) {
  return {{.code = "pieces.rank",
           .message = fmt::format("'{}' is {} in {}, and begins at {}",
                                  core::printable(piece.array), extents_text(piece.shape),
                                  file_text(piece.file, files), coordinate_text(*piece.begin)),
           .help = "a begin has a number for each dimension"}};
}

core::Error unsaid(const FoundPiece& one, const FoundPiece& other, Files files) {
  return {{.code = "pieces.duplicate",
           .message = fmt::format("'{}' is in {} and in {}, and not both say which piece of it",
                                  core::printable(one.array), file_text(one.file, files),
                                  file_text(other.file, files)),
           .help = "files of whole arrays have each array once"}};
}

}  // namespace

core::Status check_alike(std::span<const FoundPiece> pieces, Files files) {
  const FoundPiece& one = pieces.front();
  for (const FoundPiece& piece : pieces) {
    if (std::tie(piece.type, piece.element_bits) != std::tie(one.type, one.element_bits)) {
      return core::fail(
          difference("pieces.type", one, type_text(one), piece, type_text(piece), files));
    }
    if (piece.shape.size() != one.shape.size()) {
      return core::fail(difference("pieces.rank", one, extents_text(one.shape), piece,
                                   extents_text(piece.shape), files));
    }
    if (piece.begin && piece.begin->size() != piece.shape.size())
      return core::fail(wrong_begin(piece, files));
  }
  return {};
}

core::Status check_begins(std::span<const FoundPiece> pieces, Files files) {
  if (pieces.size() == 1) return {};
  for (const FoundPiece& piece : pieces) {
    if (piece.begin) continue;
    const bool is_first = &piece == &pieces.front();
    return core::fail(unsaid(pieces.front(), is_first ? pieces[1] : piece, files));
  }
  return {};
}

core::Result<Whole> agreed_whole(std::span<const FoundPiece> pieces, Files files) {
  Whole whole;
  const FoundPiece* first = nullptr;
  const FoundPiece* cut = nullptr;
  for (const FoundPiece& piece : pieces) {
    if (piece.whole && first == nullptr) first = &piece;
    if (!piece.sharding.empty() && cut == nullptr) cut = &piece;
    if (piece.whole && *piece.whole != *first->whole) {
      return core::fail(difference("pieces.disagree", *first, "of " + extents_text(*first->whole),
                                   piece, "of " + extents_text(*piece.whole), files));
    }
    if (!piece.sharding.empty() && piece.sharding != cut->sharding) {
      return core::fail(difference("pieces.disagree", *cut,
                                   "cut by " + core::printable(cut->sharding), piece,
                                   "cut by " + core::printable(piece.sharding), files));
    }
  }
  if (first != nullptr) whole.extents = first->whole;
  if (cut != nullptr) whole.sharding = cut->sharding;
  return whole;
}

}  // namespace tileglot::checkpoint::pieces
