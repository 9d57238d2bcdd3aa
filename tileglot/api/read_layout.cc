// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/read_layout.h"

#include <optional>
#include <string>

#include "tileglot/api/reply.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"

namespace tileglot::api {

Step<bridge::AnyLayout> read_layout(const std::string& text,
                                    const std::optional<std::string>& notation,
                                    const std::optional<bridge::Tensor>& tensor) {
  bridge::ReadAs how{.tensor = tensor};
  if (notation) {
    TILEGLOT_STEP(named, about(bridge::notation_named(*notation), *notation));
    how.notation = named;
  }
  return about(bridge::parse_layout(text, how), text);
}

}  // namespace tileglot::api
