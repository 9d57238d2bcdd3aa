// SPDX-License-Identifier: Apache-2.0
// annotations.h: the text in the braces of metadata=, frontend_attributes= and others that are kept
// as they are.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/text/detail/cursor.h"

namespace tileglot::hlo {

/// Checks and skips `{op_name="x" source_line=3}`. Fails with hlo.attribute for an unknown part.
core::Status check_metadata(Cursor& cursor);
/// Checks and skips `{mode=highest}` or `{tolerance={atol=0,rtol=0.1,ulps=2}}`.
core::Status check_result_accuracy(Cursor& cursor);
/// Checks and skips `{kind="sharding", entry={..}, exit={..}}`.
core::Status check_domain(Cursor& cursor);
/// Checks and skips `{visualizing_index=1,x=0.5}`; the index comes first.
core::Status check_statistics(Cursor& cursor);
/// Checks and skips `{a="b",c.d={e = 1}}`.
core::Status check_frontend_attributes(Cursor& cursor);

/// Whether XLA prints the metadata: it names an operation, a file or a schedule. Precondition:
/// check_metadata passed, here and below.
bool metadata_is_shown(std::string_view metadata);

/// The metadata as XLA prints it: its parts in one order, with blanks between them.
std::string ordered_metadata(std::string_view metadata);

/// A string as XLA prints it where it may be a dictionary: bare if it is one, else quoted.
std::string config_text(std::string_view quoted);

/// The attributes sorted by name, as XLA prints them.
std::string sorted_frontend_attributes(std::string_view attributes);

}  // namespace tileglot::hlo
