// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cute/atom/mma_atom.h"

#include "tileglot/cute/layout/refused.h"
#include "tileglot/notation/cute/atoms/find_atom.h"

namespace tileglot::cute {

MMA_Atom<> find_mma_atom(std::string_view text) {
  const auto found = notation::cute::find_mma(text);
  if (!found) throw_refused(found.error());
  return MMA_Atom<>(*found);
}

}  // namespace tileglot::cute
