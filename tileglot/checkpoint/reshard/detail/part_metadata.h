// SPDX-License-Identifier: Apache-2.0
// part_metadata.h: the texts of `__metadata__` of the files of a naming.
//
// What     shared_texts(source) are the texts that all its files have, in the order of the first.
//          part_metadata adds to them where the tensors of one file belong.
#pragma once

#include <span>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/io/safetensors/header.h"

namespace tileglot::checkpoint::reshard {

io::SafetensorsMetadata shared_texts(const pieces::PiecedModel& source);

/// Empty where the file needs no `__metadata__`.
io::SafetensorsMetadata part_metadata(std::span<const Entry> entries, const WantedModel& wanted,
                                      Names names, const io::SafetensorsMetadata& shared);

}  // namespace tileglot::checkpoint::reshard
