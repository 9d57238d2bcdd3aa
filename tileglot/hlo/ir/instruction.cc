// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/instruction.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/escapes.h"
#include "tileglot/hlo/ir/ids.h"

namespace tileglot::hlo {
namespace {

constexpr AttributeKey kCallOrder[] = {AttributeKey::kBody,
                                       AttributeKey::kCondition,
                                       AttributeKey::kSelect,
                                       AttributeKey::kScatter,
                                       AttributeKey::kToApply,
                                       AttributeKey::kCalls,
                                       AttributeKey::kTrueComputation,
                                       AttributeKey::kFalseComputation,
                                       AttributeKey::kBranchComputations,
                                       AttributeKey::kCalledComputations};

bool is_call(const Attribute& attribute) {
  return std::ranges::find(kCallOrder, attribute.key) != std::end(kCallOrder);
}

}  // namespace

std::int64_t integer_of(const Instruction& instruction, AttributeKey key, std::int64_t absent) {
  const auto* const value = attribute_of<std::int64_t>(instruction, key);
  return value == nullptr ? absent : *value;
}

bool flag_of(const Instruction& instruction, AttributeKey key, bool absent) {
  const auto* const value = attribute_of<bool>(instruction, key);
  return value == nullptr ? absent : *value;
}

const Ints& integers_of(const Instruction& instruction, AttributeKey key) {
  static const Ints none;
  const auto* const value = attribute_of<Ints>(instruction, key);
  return value == nullptr ? none : *value;
}

std::string_view text_of(const Instruction& instruction, AttributeKey key) {
  const auto* const value = attribute_of<Text>(instruction, key);
  return value == nullptr ? std::string_view{} : value->text;
}

std::string unquoted_of(const Instruction& instruction, AttributeKey key) {
  return from_quoted(text_of(instruction, key));
}

void set_attribute(Instruction& instruction, AttributeKey key, AttributeValue value) {
  auto& list = instruction.attributes;
  const auto place = std::lower_bound(list.begin(), list.end(), key,
                                      [](const Attribute& a, AttributeKey k) { return a.key < k; });
  if (place != list.end() && place->key == key) {
    place->value = std::move(value);
  } else {
    list.insert(place, {key, std::move(value)});
  }
}

void remove_attribute(Instruction& instruction, AttributeKey key) {
  std::erase_if(instruction.attributes, [key](const Attribute& a) { return a.key == key; });
}

std::vector<ComputationId> called_computations(const Instruction& instruction) {
  std::vector<ComputationId> result;
  if (std::ranges::none_of(instruction.attributes, is_call)) return result;
  for (const AttributeKey key : kCallOrder) {
    if (const auto* const one = attribute_of<ComputationId>(instruction, key)) {
      result.push_back(*one);
    } else if (const auto* const many = attribute_of<Computations>(instruction, key)) {
      result.insert(result.end(), many->begin(), many->end());
    }
  }
  return result;
}

}  // namespace tileglot::hlo
