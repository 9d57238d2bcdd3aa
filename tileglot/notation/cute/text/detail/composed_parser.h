// SPDX-License-Identifier: Apache-2.0
// composed_parser.h: reads swizzles, and layouts that may be composed, in every spelling.
//
// What     Sw<3,4,3>, S<..>, Swizzle<..>{}, Swizzle(..), make_swizzle(..), SW_3_4_3; A o offset o
//          B, A o B, ComposedLayout<..>{}, make_composed_layout(..), composition(swizzle, layout).
// Units    `smem_ptr[16b](unset)` means that the swizzle counts in bytes and the layout in elements
//          of 16 bits; the parsed swizzle counts in elements, Sw<3,3,3> for Sw<3,4,3>.
#pragma once

#include <cstddef>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/text/detail/layout_parser.h"
#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {

class ComposedParser : public LayoutParser {
 public:
  using LayoutParser::LayoutParser;

  core::Result<CuteLayout> whole_any_layout();
  core::Result<Swizzle> whole_swizzle();

 private:
  /// A number; or an address in shared memory, with the number of bits of an element there.
  struct Offset {
    Integer value = core::static_integer(0);
    int element_bits = 0;
  };

  core::Status any_layout(CuteLayout& to);
  core::Status chain(CuteLayout& to);
  core::Status composition(CuteLayout& to);
  core::Status call(std::string_view word, std::size_t begin, ComposedLayout& to);
  core::Status add_offset(const Offset& offset, std::size_t begin, ComposedLayout& to);
  core::Status stage(Stage& to);
  core::Status in_parentheses(Stage& to);
  core::Status swizzle_stage(Stage& to);
  core::Result<Offset> offset();
  core::Result<Offset> shared_memory(std::size_t begin);
  core::Result<Offset> element_bits(std::int64_t bits, std::size_t begin);
  bool at_offset();
  bool accept_o();

  bool at_swizzle();
  core::Result<Swizzle> swizzle();
  core::Result<Swizzle> plain_swizzle();
  core::Result<Swizzle> swizzle_arguments(std::string_view close, std::size_t begin);
  core::Result<Swizzle> swizzle_name(std::string_view word, std::size_t begin);
  core::Result<Swizzle> checked(std::int64_t bits, std::int64_t base, std::int64_t shift,
                                std::size_t begin);
};

}  // namespace tileglot::notation::cute
