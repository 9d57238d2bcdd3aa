// SPDX-License-Identifier: Apache-2.0
// Attributes.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/hlo/ir/escapes.h"
#include "tileglot/hlo/text/detail/annotations.h"
#include "tileglot/hlo/text/detail/print_literal.h"
#include "tileglot/hlo/text/detail/print_values.h"
#include "tileglot/hlo/text/detail/printer.h"
#include "tileglot/notation/xla/sharding/print.h"

namespace tileglot::hlo {
namespace {

/// Values that XLA omits because they carry no information.
bool says_nothing(const Attribute& attribute) {
  switch (attribute.key) {
    case AttributeKey::kLargest:
    case AttributeKey::kIsAssociative: return false;
    case AttributeKey::kFeatureGroupCount:
    case AttributeKey::kBatchGroupCount: return std::get<std::int64_t>(attribute.value) == 1;
    case AttributeKey::kLhsBatchDims:
    case AttributeKey::kRhsBatchDims:
    case AttributeKey::kOperandBatchingDims:
    case AttributeKey::kStartIndicesBatchingDims:
    case AttributeKey::kInputBatchingDims:
    case AttributeKey::kScatterIndicesBatchingDims: return std::get<Ints>(attribute.value).empty();
    case AttributeKey::kControlPredecessors: return std::get<Instructions>(attribute.value).empty();
    case AttributeKey::kOperandPrecision: {
      const auto& words = std::get<Words>(attribute.value);
      return std::all_of(words.begin(), words.end(), [](auto word) { return word == "default"; });
    }
    case AttributeKey::kAlgorithm: return std::get<Text>(attribute.value).text == "dot_unset";
    case AttributeKey::kApiVersion:
      return std::get<Text>(attribute.value).text == "API_VERSION_ORIGINAL";
    case AttributeKey::kCustomCallSchedule:
      return std::get<Text>(attribute.value).text == "SCHEDULE_NONE";
    case AttributeKey::kPaddingType:
      return std::get<Text>(attribute.value).text == "PADDING_INVALID";
    case AttributeKey::kBackendConfig:
    case AttributeKey::kInfeedConfig:
    case AttributeKey::kOutfeedConfig: return std::get<Text>(attribute.value).text == "\"\"";
    case AttributeKey::kFrontendAttributes: return std::get<Text>(attribute.value).text == "{}";
    case AttributeKey::kResultAccuracy:
      return std::get<Text>(attribute.value).text == "{mode=default}";
    case AttributeKey::kMetadata: return !metadata_is_shown(std::get<Text>(attribute.value).text);
    default: break;
  }
  const auto* const flag = std::get_if<bool>(&attribute.value);
  return flag != nullptr && !*flag;
}

bool is_between_parentheses(const Instruction& instruction, const Attribute& attribute) {
  return attribute.key == AttributeKey::kParameterNumber ||
         (attribute.key == AttributeKey::kLiteral && instruction.opcode == Opcode::kConstant);
}

}  // namespace

bool Printer::is_shown(const Instruction& instruction, const Attribute& attribute) const {
  if (is_between_parentheses(instruction, attribute)) return false;
  if (is_full()) return true;
  if (style_ == PrintStyle::kShort) {
    if (attribute.key == AttributeKey::kMetadata) return false;
    if (attribute.key == AttributeKey::kControlPredecessors) return false;
  }
  return !says_nothing(attribute);
}

void Printer::attribute(const Instruction& instruction, const Attribute& attribute) {
  if (!is_shown(instruction, attribute)) return;
  out_ += ", ";
  if (attribute.key != AttributeKey::kUnknown) {
    out_ += name_of(attribute.key);
    out_ += '=';
  }
  value(attribute);
}

/// XLA writes the literal of a custom-call after its target.
void Printer::attributes(const Instruction& instruction) {
  const Attribute* literal = nullptr;
  for (const Attribute& a : instruction.attributes) {
    if (a.key == AttributeKey::kLiteral) {
      literal = &a;
      continue;
    }
    attribute(instruction, a);
    if (a.key != AttributeKey::kCustomCallTarget || literal == nullptr) continue;
    attribute(instruction, *literal);
    literal = nullptr;
  }
  if (literal != nullptr) attribute(instruction, *literal);
}

void Printer::text(const Attribute& attribute) {
  const std::string_view text = std::get<Text>(attribute.value).text;
  if (!is_full() && attribute.key == AttributeKey::kFrontendAttributes) {
    out_ += sorted_frontend_attributes(text);
  } else if (!is_full() && attribute.key == AttributeKey::kMetadata) {
    out_ += ordered_metadata(text);
  } else if (!is_full() && attribute.key == AttributeKey::kBackendConfig &&
             !text.starts_with('{')) {
    out_ += config_text(text);
  } else if (!is_full() && text.starts_with('"')) {
    out_ += to_quoted(from_quoted(text));
  } else {
    out_ += text;
  }
}

struct Printer::ValuePrinter {
  Printer& p;
  const Attribute& attribute;

  void operator()(bool flag) const { boolean(flag); }
  void operator()(std::int64_t number) const { p.out_ += std::to_string(number); }
  void operator()(double number) const {
    p.out_ += p.is_full() ? fmt::format("{}", number) : fmt::format("{:g}", number);
  }
  void operator()(const Ints& numbers) const { append_integers(numbers, p.out_); }
  void operator()(const IntLists& lists) const { append_integer_lists(lists, p.out_); }
  void operator()(const Bools& flags) const {
    list_of(flags, ",", [this](bool flag) { boolean(flag); });
  }
  void operator()(const Text&) const { p.text(attribute); }
  void operator()(const Words& words) const {
    list_of(words, ",", [this](std::string_view word) { p.out_ += word; });
  }
  void operator()(ShapeId shape) const { p.shape(shape); }
  void operator()(const Shapes& shapes) const {
    list_of(shapes, ", ", [this](ShapeId shape) { p.shape(shape); });
  }
  void operator()(const Pairs& pairs) const { append_pairs(pairs, p.out_); }
  void operator()(ComputationId id) const { p.name(id); }
  void operator()(const Computations& ids) const {
    list_of(ids, ", ", [this](ComputationId id) { p.name(id); });
  }
  void operator()(const Instructions& ids) const {
    list_of(ids, ", ", [this](InstructionId id) { p.name(id); });
  }
  void operator()(const Window& window) const { append_window(window, p.out_); }
  void operator()(const Padding& padding) const { append_padding(padding, p.out_); }
  void operator()(const SliceRanges& ranges) const { append_slices(ranges, p.out_); }
  void operator()(const OperandAliases& aliases) const { append_operand_aliases(aliases, p.out_); }
  void operator()(const Shared<ConvolutionDimensions>& dimensions) const {
    append_dim_labels(*dimensions, p.out_);
  }
  void operator()(const Shared<ReplicaGroups>& groups) const {
    append_replica_groups(*groups, p.out_);
  }
  void operator()(const Shared<notation::xla::Sharding>& sharding) const {
    p.out_ +=
        print(*sharding, p.style_ == PrintStyle::kShort ? notation::xla::MetadataText::kHidden
                                                        : notation::xla::MetadataText::kShown);
  }
  void operator()(const Shared<Literal>& literal) const {
    append_shaped_literal(*literal, p.is_full(), p.out_);
  }

 private:
  void boolean(bool flag) const { p.out_ += flag ? "true" : "false"; }

  template <class Item, class PrintItem>
  void list_of(const std::vector<Item>& items, std::string_view separator,
               const PrintItem& print_item) const {
    p.out_ += '{';
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) p.out_ += separator;
      print_item(items[i]);
    }
    p.out_ += '}';
  }
};

void Printer::value(const Attribute& attribute) {
  std::visit(ValuePrinter{*this, attribute}, attribute.value);
}

}  // namespace tileglot::hlo
