// SPDX-License-Identifier: Apache-2.0
// version.h: the version that every front end reports.
#pragma once

#include <string_view>

namespace tileglot::api {

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace tileglot::api
