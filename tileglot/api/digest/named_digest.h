// SPDX-License-Identifier: Apache-2.0
// named_digest.h: the digests of a model's tensors, and the one of the model.
//
// What     digest_of_model is the digest of the lines of all tensors, as bytes.
// Example  docs/reference/digest.md computes it in Python.
#pragma once

#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::api {

struct NamedDigest {
  std::string name = {};
  relayout::digest::Digest digest = {};
  friend bool operator==(const NamedDigest&, const NamedDigest&) = default;
};

/// By name; each once.
using NamedDigests = std::vector<NamedDigest>;

/// True if no digest lacks elements.
bool are_whole(const NamedDigests& tensors);

/// Precondition: are_whole.
core::Result<relayout::digest::Digest> digest_of_model(const NamedDigests& tensors);

}  // namespace tileglot::api
