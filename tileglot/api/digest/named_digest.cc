// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/digest/named_digest.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "tileglot/api/digest/digest_lines.h"
#include "tileglot/api/digest/row_major.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/digest/array_digest.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::api {

bool are_whole(const NamedDigests& tensors) {
  return std::ranges::all_of(tensors, [](const NamedDigest& t) { return t.digest.is_whole(); });
}

core::Result<relayout::digest::Digest> digest_of_model(const NamedDigests& tensors) {
  std::string lines;
  for (const NamedDigest& tensor : tensors) lines += line_of(tensor);
  const std::int64_t size[]{static_cast<std::int64_t>(lines.size())};
  TILEGLOT_TRY(map, row_major(size));
  return relayout::digest::digest_of(map, 8, std::as_bytes(std::span(lines)));
}

}  // namespace tileglot::api
