// SPDX-License-Identifier: Apache-2.0
// compared.h: what two lists of digests do not share.
#pragma once

#include <string>
#include <vector>

#include "tileglot/api/digest/named_digest.h"

namespace tileglot::api {

struct DigestDifference {
  std::string name = {};
  std::string digest = {};   ///< empty: the other list alone has the tensor
  std::string against = {};  ///< empty: the other list lacks it
  /// Tensors of the other list, of another name, with the digest of this one.
  std::vector<std::string> same_as = {};
};

/// By name.
std::vector<DigestDifference> differences_of(const NamedDigests& tensors,
                                             const NamedDigests& against);

}  // namespace tileglot::api
