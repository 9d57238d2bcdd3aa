// SPDX-License-Identifier: Apache-2.0
// common_attribute_texts.h: the attributes that every operation can have.
//
// What     append_common_attributes writes sharding, metadata, statistics, backend_config and their
//          like. Control predecessors are names of instructions and the caller's.
// Errors   hlo.proto; those of notation/xla/wire.
#pragma once

#include <span>
#include <string>

#include "tileglot/core/error.h"
#include "tileglot/hlo/proto/detail/message.h"

namespace tileglot::hlo {

/// `payloads` are those of the module, which a backend_config may name one of.
core::Status append_common_attributes(const Message& instruction,
                                      std::span<const WireField> payloads, std::string& out);

}  // namespace tileglot::hlo
