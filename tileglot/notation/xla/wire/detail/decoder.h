// SPDX-License-Identifier: Apache-2.0
// wire/detail/decoder.h: decodes XLA's messages.
//
// What     WireDecoder::layout and shape read a message that begins at byte `begin` of the whole
//          text. A repeated field adds to what was read, as in concatenated protocol buffers.
// Errors   Those of wire.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/wire/reader.h"

namespace tileglot::notation::xla {

/// Fails if `count` of `what` exceeds `limit`.
core::Status check_count(std::string_view what, std::size_t count, std::size_t limit);

class WireDecoder {
 public:
  core::Status layout(std::string_view bytes, std::size_t begin, Layout& out);
  core::Status shape(std::string_view bytes, std::size_t begin, Shape& out);

 private:
  core::Status layout_field(const WireField& field, Layout& out);
  core::Status shape_field(const WireField& field, Shape& out, std::vector<std::int64_t>& flags);
  static core::Status tile(const WireField& field, Layout& out);
  static core::Status split(const WireField& field, Layout& out);
  core::Status physical_shape(const WireField& field, Layout& out);
  core::Status element(const WireField& field, Shape& out);

  std::size_t depth_ = 0;
  std::size_t shapes_ = 0;
};

}  // namespace tileglot::notation::xla
