// SPDX-License-Identifier: Apache-2.0
// ordered_digests.h: the digests of tensors that are not row-major in their files.
#pragma once

#include "tileglot/api/digest/named_digest.h"
#include "tileglot/api/digest/read_digests.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

/// A .safetensors file, or an index, whose tensors have the layouts that are recorded with them.
/// Refused with pieces.order where the tensors are pieces.
core::Result<NamedDigests> digests_of_layouts(const DigestSource& source);

/// A whole array, of either order.
core::Result<NamedDigests> digest_of_npy(const DigestSource& source);

}  // namespace tileglot::api
