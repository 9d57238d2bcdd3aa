// SPDX-License-Identifier: Apache-2.0
// npy/item.h: the element type of a .npy file.
//
// What     npy_item(descr, named) gives the size of an element in bytes and its type, as far as the
//          header determines it.
// Why      NumPy stores bf16 and the types of 8 bits and fewer as raw bytes (<V2, <V1, |V1), so the
//          header has lost the type, and the user names it (--dtype). The user's type also
//          overrides a header with another type of the same size, such as bf16 saved through a view
//          as uint16.
// Units    Bytes. An element of 4, 2 or 1 bits takes one byte in a .npy file.
// Example  npy_item("<V2", {}) has 2 bytes and no type; npy_item("<V2", kBf16) is bf16;
//          npy_item("<f1", {}) is f8e5m2, the one type that is stored under this name, which NumPy
//          itself cannot read; "bfloat16", as written by hand, is bf16.
//          [tests: npy/item_test.cc, "Raw bytes have the type that the user names"]
// Errors   npy.big_endian, npy.object, npy.descr (text, dates, unknown types), npy.item_size (raw
//          bytes of a size other than 1, 2, 4, 8, 16), npy.dtype_size (the named type has another
//          size).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"

namespace tileglot::io {

struct NpyItem {
  std::int64_t bytes = 1;
  std::optional<core::ElementType> type = {};  ///< nothing for raw bytes without a named type
};

core::Result<NpyItem> npy_item(std::string_view descr,
                               std::optional<core::ElementType> named = std::nullopt);

}  // namespace tileglot::io
