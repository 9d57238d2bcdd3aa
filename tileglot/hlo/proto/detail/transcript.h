// SPDX-License-Identifier: Apache-2.0
// transcript.h: writes the HLO text of a module's message.
//
// What     transcribe(module) is the header, the tables of stack frames and the computations, each
//          in the order of the message, or of the schedule where there is one.
// Why      Layouts and operations have one reader and one set of checks: those of the text.
// Errors   hlo.proto, hlo.limit (a text of more than 16 MiB and 128 bytes for each of the message).
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/hlo/proto/detail/message.h"

namespace tileglot::hlo {

/// `module` is an HloModuleProto.
core::Result<std::string> transcribe(const Message& module);

}  // namespace tileglot::hlo
