// SPDX-License-Identifier: Apache-2.0
// show/banks.h: the shared-memory banks of an access, as a picture and as a line.
//
// What     draw_banks(shown, request) has a row for each phase of the access and a column for each
//          bank; bank_lines(shown, request) states in one line how many ways the worst phase has,
//          and how many a swizzled layout would have without its swizzle. The access is that of
//          show/bank_access.h.
// Why      Swizzles are chosen to avoid bank conflicts.
// Example  Sw<3,3,3> o 0 o (8,64):(64,1), f16: ldmatrix (8 rows x 16 B): 1-way, 32 of 32 banks;
//          without swizzle 8-way, 4 of 32.
//          [tests: show/banks_test.cc, "a swizzle is compared with its base"]
// Errors   Those of show/bank_access.h.
#pragma once

#include <string>
#include <vector>

#include "tileglot/api/show/options.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/api/show/views.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

core::Result<Drawing> draw_banks(const ShownLayout& shown, const ShowRequest& request);

/// True if the requested colours, labels or access concern banks.
bool is_about_banks(const ShowRequest& request, const ShowOptions& options);

/// Empty if the access does not fit the layout.
std::vector<std::string> bank_lines(const ShownLayout& shown, const ShowRequest& request);

}  // namespace tileglot::api
