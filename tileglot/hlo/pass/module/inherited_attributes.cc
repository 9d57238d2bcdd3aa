// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/inherited_attributes.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/instruction.h"

namespace tileglot::hlo::pass {
namespace {

constexpr std::array kInherited{AttributeKey::kSharding, AttributeKey::kFrontendAttributes,
                                AttributeKey::kMetadata};
constexpr std::array kMetadataOnly{AttributeKey::kMetadata};

std::vector<Attribute> chosen(const Instruction& of, std::span<const AttributeKey> keys) {
  std::vector<Attribute> result;
  std::ranges::copy_if(of.attributes, std::back_inserter(result),
                       [keys](const Attribute& attribute) {
                         return std::ranges::find(keys, attribute.key) != keys.end();
                       });
  return result;
}

}  // namespace

std::vector<Attribute> inherited_attributes(const Instruction& of) {
  return chosen(of, kInherited);
}

std::vector<Attribute> metadata_of(const Instruction& of) { return chosen(of, kMetadataOnly); }

}  // namespace tileglot::hlo::pass
