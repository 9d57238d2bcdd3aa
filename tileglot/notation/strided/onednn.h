// SPDX-License-Identifier: Apache-2.0
// onednn.h: oneDNN's blocked layouts, by their tags.
//
// What     A tag lists the dimensions from outermost to innermost, where a is the first dimension
//          and a capital marks a blocked one; the inner blocks follow, outermost first. A blocked
//          dimension is padded up to a multiple of its blocks.
//          Element x: the inner blocks, innermost first, each take x_d mod block and leave x_d /
//          block; the remaining coordinate uses the outer strides, which are dense.
// Units    Offsets are in elements.
// Example  AB4a128b2a of 16x256: a in (2 outer, 4, 2), b in (2 outer, 128); (9,130) is at 3077.
//          [tests: onednn_test.cc, "a block of two dimensions is evaluated by hand"]
//          nChw16c is aBcd16b. [tests: onednn_test.cc, "aliases name the dimensions"]
// Errors   onednn.tag (not a tag, a letter twice or missing, a capital without a block or a block
//          without a capital), onednn.block, onednn.descriptor (a verbose line that is not a
//          blocked layout), onednn.rank, strided.limit, strided.too_large, those of array.h.
// Source   oneDNN, dnnl_types.h (dnnl_format_tag_t, dnnl_blocking_desc_t) and the format of its
//          verbose lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::notation::strided {

inline constexpr std::size_t kMaxOnednnRank = 12;  ///< DNNL_MAX_NDIMS: letters a to l

struct Block {
  std::size_t dim = 0;
  std::int64_t size = 2;
  friend bool operator==(const Block&, const Block&) = default;
};

struct OnednnLayout {
  Array array = {};
  std::vector<std::size_t> order = {};  ///< the dimensions, outermost first
  std::vector<Block> blocks = {};       ///< outermost first
  friend bool operator==(const OnednnLayout&, const OnednnLayout&) = default;
};

core::Status check(const OnednnLayout& layout);
/// Precondition: check(layout) passes, and x is in range.
std::int64_t offset_of(const OnednnLayout& layout, std::span<const std::int64_t> x);
/// Positions owned, padding included.
core::Checked positions(const OnednnLayout& layout);

/// A tag, a tag and its dimensions (`aBcd16b 2x32x7x7`), or a descriptor of a verbose line
/// (`f32::blocked:aBcd16b::f0 2x32x7x7`).
core::Result<OnednnLayout> parse_onednn(std::string_view text,
                                        const std::optional<Array>& tensor = {});
/// The tag in letters.
std::string print(const OnednnLayout& layout);

/// Whether the text begins with a valid tag in letters.
bool has_letter_tag(std::string_view text);

/// Whether the text begins with a tag or an alias of one, or is a descriptor.
bool looks_like_onednn(std::string_view text);

}  // namespace tileglot::notation::strided
