// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/detail/cga_keys.h"

#include <array>
#include <string_view>

#include "tileglot/notation/triton/cluster_bases.h"
#include "tileglot/notation/triton/detail/key_reader.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"

namespace tileglot::notation::triton {
namespace {

constexpr std::array<std::string_view, 3> kBasesKeys = {"CGALayout", "CTALayout", "cga_layout"};

Bases read_split(KeyReader& keys) {
  const Numbers ctas = keys.numbers("CTAsPerCGA");
  const Numbers split = keys.numbers("CTASplitNum");
  const Numbers order = keys.numbers("CTAOrder");
  if (auto fault = find_split_fault(ctas, split, order)) {
    fault->error->span = keys.place_of(fault->key);
    keys.refuse(fault->error);
    return {};
  }
  return *split_to_bases(ctas, split, order);
}

}  // namespace

Bases read_cga(KeyReader& keys) {
  if (keys.has("CTAsPerCGA") || keys.has("CTASplitNum")) return read_split(keys);
  for (const std::string_view key : kBasesKeys) {
    if (keys.has(key)) return keys.bases(key);
  }
  return {};
}

}  // namespace tileglot::notation::triton
