// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/changed_module.h"

#include <utility>

#include "tileglot/api/reply/reply.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::api {

Answer to_answer(ChangedModule changed) {
  return {.text = changed.told ? *std::move(changed.told) : print(changed.module),
          .json = std::move(changed.json),
          .note = std::move(changed.note)};
}

}  // namespace tileglot::api
