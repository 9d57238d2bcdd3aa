// SPDX-License-Identifier: Apache-2.0
// metadata_reader.h: reads `{op_name="x" source_line=3}`, or a list `{{..}, {..}}` of such.
//
// Example  See op_metadata.h.
// Errors   xla.metadata (an unknown name), xla.quoted, xla.limit, scan.*.
#pragma once

#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/sharding/op_metadata.h"

namespace tileglot::notation::xla {

/// Reads the value after `metadata=` and appends it to `out`.
core::Status read_metadata(core::Scanner& scanner, std::vector<OpMetadata>& out);

}  // namespace tileglot::notation::xla
