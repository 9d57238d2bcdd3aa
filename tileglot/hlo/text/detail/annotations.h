// SPDX-License-Identifier: Apache-2.0
// annotations.h: what stands in the braces of metadata= and frontend_attributes=.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/text/detail/cursor.h"

namespace tileglot::hlo {

/// Reads over `{op_name="x" source_line=3}`. hlo.attribute for a part that there is not.
core::Status check_metadata(Cursor& cursor);
/// Reads over `{a="b",c.d={e = 1}}`.
core::Status check_frontend_attributes(Cursor& cursor);

/// XLA prints metadata that name an operation, a file or a schedule. Precondition: check_metadata
/// passed, here and below.
bool metadata_is_shown(std::string_view metadata);

/// XLA prints them by their names.
std::string sorted_frontend_attributes(std::string_view attributes);

}  // namespace tileglot::hlo
