// SPDX-License-Identifier: Apache-2.0
// read_layout.h: a layout argument of a request.
//
// What     bridge::parse_layout, with the text kept for the failure's caret.
// Errors   As bridge::parse_layout; notation.name for a notation that there is not.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/reply.h"
#include "tileglot/bridge/any_layout.h"

namespace tileglot::api {

/// `notation` is the one that the user named; nothing: as the text looks.
Step<bridge::AnyLayout> read_layout(const std::string& text,
                                    const std::optional<std::string>& notation = {},
                                    const std::optional<bridge::Tensor>& tensor = {});

}  // namespace tileglot::api
