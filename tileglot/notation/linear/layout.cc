// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/layout.h"

#include <cstdint>
#include <span>

#include "tileglot/notation/linear/name.h"

namespace tileglot::notation::linear {

void Layout::add_out(const Name& name, int bits) {
  outs_.push_back({name, static_cast<std::int16_t>(bits), static_cast<std::int16_t>(out_bits_)});
  out_bits_ += bits;
}

void Layout::add_in(const Name& name, std::span<const std::uint64_t> columns) {
  ins_.push_back({name, static_cast<std::int16_t>(columns.size()),
                  static_cast<std::int16_t>(columns_.size())});
  for (const std::uint64_t column : columns) columns_.push_back(column);
}

}  // namespace tileglot::notation::linear
