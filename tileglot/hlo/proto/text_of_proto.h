// SPDX-License-Identifier: Apache-2.0
// text_of_proto.h: HLO modules as the protocol buffers of XLA, read as HLO text.
//
// What     is_proto(bytes) tells a message from a text. text_of_proto(bytes) is the text of the
//          module in an HloModuleProto, or in an HloProto, HloSnapshot or HloUnoptimizedSnapshot
//          around one, which hlo/text/parse.h then reads.
// Why      XLA's dumps, compilation caches and as_serialized_hlo_module_proto() have this form. The
//          text is the one form that everything here reads and shows: an error points at its line.
// Units    Elements of constants are written in logical order, whatever the layout of the message.
// Example  The message of `ENTRY e { ROOT p = f32[2]{0} parameter(0) }` is read as
//          `ENTRY %e { ROOT %p = f32[2]{0} parameter(0) }`.
//          [tests: hlo/proto/text_of_proto_test.cc, "a message is read as its text"]
// Keeps    What HLO text has. The device assignment, the profile, the arguments of a snapshot, the
//          origin of values, the payloads of metadata and what the module's configuration holds
//          (replica_count, num_partitions) have no place in the message or in the text, and are
//          left out. So is what equals a default, as in XLA's text.
// Errors   hlo.proto (ids that name nothing, names that no text can have, constants of another
//          length), hlo.limit (a text much longer than its message, more fields or braces than any
//          module has); those of notation/xla/wire for the encoding, shapes and shardings.
// Cost     Linear. The text of a module of 11,000 instructions takes less time than its parsing.
// Source   XLA, xla/service/hlo.proto and xla/xla_data.proto; detail/fields.h has the numbers.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::hlo {

/// True for bytes that begin as these messages do; a text has no such bytes.
bool is_proto(std::string_view bytes);

core::Result<std::string> text_of_proto(std::string_view bytes);

}  // namespace tileglot::hlo
