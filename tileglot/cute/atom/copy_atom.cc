// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/atom/copy_atom.h"

#include "tileglot/cute/layout/refused.h"
#include "tileglot/notation/cute/atoms/find_atom.h"

namespace tileglot::cute {

Copy_Atom<> find_copy_atom(std::string_view text, std::int64_t bits) {
  const auto found = notation::cute::find_copy(text);
  if (!found) throw_refused(found.error());
  return Copy_Atom<>({*found, bits});
}

}  // namespace tileglot::cute
