// SPDX-License-Identifier: Apache-2.0
// tiler_parser.h: reads tilers, in every spelling.
//
// What     <4:1,<2,_>>, Tile<Layout<_4,_1>,_8>{}, make_tile(4:1, _8{}), [(3):(1);(4):(1)],
//          !cute.tile<"[..]">, (4,8), (4:1,8), a layout for the whole, an integer, `_`.
#pragma once

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/text/detail/layout_parser.h"

namespace tileglot::notation::cute {

class TilerParser : public LayoutParser {
 public:
  using LayoutParser::LayoutParser;

  core::Result<Tiler> whole_tiler();

 private:
  // These read into an empty tiler.
  core::Status whole(Tiler& to);
  core::Status tiler(int depth, Tiler& to);
  core::Status list(char close, int depth, std::size_t begin, Tiler& to);
  core::Status parenthesized(int depth, std::size_t begin, Tiler& to);
  core::Status whole_or_extents(std::size_t begin, Tiler& to);

  core::Status take_whole(const Layout<>& layout, std::size_t begin, Tiler& to);
  core::Status take_extents(const IntTuple& extents, std::size_t begin, Tiler& to);
  core::Status accepted(const Refusal& refusal, std::size_t begin);
};

}  // namespace tileglot::notation::cute
