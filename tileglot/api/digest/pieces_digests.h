// SPDX-License-Identifier: Apache-2.0
// pieces_digests.h: the digests of arrays that lie in many files as pieces.
#pragma once

#include "tileglot/api/digest/named_digest.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

/// Of all arrays of the model.
core::Result<NamedDigests> digests_of_pieces(const checkpoint::pieces::PiecedModel& model,
                                             int threads);

}  // namespace tileglot::api
