// SPDX-License-Identifier: Apache-2.0
// list.h: reads a comma-separated list between brackets.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/text/detail/cursor.h"

namespace tileglot::hlo {

/// Calls `read_item`, which returns a Status, at every item.
template <class ReadItem>
core::Status read_list(Cursor& cursor, char open, char close, const ReadItem& read_item) {
  TILEGLOT_TRY_STATUS(cursor.expect(open, "at the beginning of the list"));
  if (cursor.accept(close)) return {};
  do {
    TILEGLOT_TRY_STATUS(read_item());
  } while (cursor.accept(','));
  return cursor.expect(close, "at the end of the list");
}

}  // namespace tileglot::hlo
