// SPDX-License-Identifier: Apache-2.0
// index_text.h: the index of a model in several files.
//
// What     model.safetensors.index.json as the format's users write it: names sorted, two spaces for
//          each depth, other characters than ASCII escaped.
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/checkpoint/reshard/output.h"

namespace tileglot::checkpoint::reshard {

/// Precondition: the names of tensors are UTF-8, each once.
IndexText index_text(std::span<const OutputPart> parts, std::int64_t total_bytes);

}  // namespace tileglot::checkpoint::reshard
