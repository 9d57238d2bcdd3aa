// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/structure.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/computation.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

/// Of a root, in `use`.
constexpr std::uint64_t kRoot = 1;
/// Of a called computation that is not numbered yet.
constexpr std::uint64_t kNotNumbered = 2;
constexpr std::uint64_t kCopied = 3;

std::uint64_t number_of(std::string_view text) { return std::hash<std::string_view>{}(text); }

class Joined {
 public:
  void add(std::uint64_t part) { number_ = joined(number_, part); }
  void add(std::int64_t part) { add(static_cast<std::uint64_t>(part)); }
  template <class T>
  void add_all(const std::vector<T>& parts) {
    add(static_cast<std::uint64_t>(parts.size()));
    for (const auto& part : parts) add(static_cast<std::int64_t>(part));
  }
  std::uint64_t number() const { return number_; }

 private:
  std::uint64_t number_ = 0;
};

void add_literal(Joined& sum, const Literal& literal) {
  sum.add(static_cast<std::int64_t>(literal.type));
  sum.add_all(literal.bounds);
  sum.add(number_of({reinterpret_cast<const char*>(literal.bytes.data()), literal.bytes.size()}));
  for (const Literal& element : literal.elements) add_literal(sum, element);
}

/// Attributes that do not change what is computed, or that have layouts or numbers of the module.
bool is_left_out(AttributeKey key) {
  switch (key) {
    case AttributeKey::kChannelId:
    case AttributeKey::kOperandLayoutConstraints:
    case AttributeKey::kConstrainLayout:
    case AttributeKey::kOutfeedShape:
    case AttributeKey::kSharding:
    case AttributeKey::kParameterReplication:
    case AttributeKey::kFrontendAttributes:
    case AttributeKey::kControlPredecessors:
    case AttributeKey::kStatistics:
    case AttributeKey::kOrigin:
    case AttributeKey::kMetadata:
    case AttributeKey::kBackendConfig: return true;
    default: return false;
  }
}

class Numbering {
 public:
  explicit Numbering(const Module& module) : module_(module), shapes_(module.shapes().size()) {
    for (auto* numbers : {&result_.local, &result_.own, &result_.value, &result_.use}) {
      numbers->resize(module.instruction_bound());
    }
    result_.source.resize(module.instruction_bound());
    result_.computations.resize(module.computation_count(), kNotNumbered);
  }

  /// Called computations come before their callers.
  Structure number() {
    for (const ComputationId computation : module_.computations()) {
      for (const InstructionId id : module_.instructions(computation)) number(id);
      const Computation& own = module_[computation];
      result_.computations[index_of(computation)] =
          joined(result_.value[index_of(*own.root)], own.parameters.size());
      number_uses(computation);
    }
    return std::move(result_);
  }

 private:
  std::uint64_t value(InstructionId id) const { return result_.value[index_of(id)]; }

  void number(InstructionId id) {
    result_.source[index_of(id)] =
        is_copy(module_, id) ? result_.source[index_of(module_.operand(id, 0))] : id;
    Joined sum;
    sum.add(static_cast<std::int64_t>(module_[id].opcode));
    sum.add(shape_number(module_[id].shape));
    for (const Attribute& attribute : module_[id].attributes) {
      if (is_left_out(attribute.key)) continue;
      sum.add(static_cast<std::int64_t>(attribute.key));
      std::visit([&](const auto& one) { add(sum, one); }, attribute.value);
    }
    result_.local[index_of(id)] = sum.number();
    for (const InstructionId operand : module_.operands(id)) sum.add(value(operand));
    result_.own[index_of(id)] = sum.number();
    result_.value[index_of(id)] = value_number(id);
  }

  std::uint64_t value_number(InstructionId id) const {
    if (is_copy(module_, id)) return value(module_.operand(id, 0));
    if (const auto element = taken_element(id)) return value(*element);
    if (const auto whole = rebuilt_tuple(id)) return value(*whole);
    return result_.own[index_of(id)];
  }

  /// get-tuple-element of a tuple that is made here.
  std::optional<InstructionId> taken_element(InstructionId id) const {
    if (module_[id].opcode != Opcode::kGetTupleElement) return std::nullopt;
    const InstructionId tuple = module_.operand(id, 0);
    const std::int64_t index = integer_of(module_[id], AttributeKey::kIndex);
    const bool is_made = module_[tuple].opcode == Opcode::kTuple && index >= 0 &&
                         std::cmp_less(index, module_.operands(tuple).size());
    if (!is_made) return std::nullopt;
    return module_.operand(tuple, static_cast<std::size_t>(index));
  }

  /// A tuple of all elements of another, in order.
  std::optional<InstructionId> rebuilt_tuple(InstructionId id) const {
    const auto operands = module_.operands(id);
    if (module_[id].opcode != Opcode::kTuple || operands.empty()) return std::nullopt;
    std::optional<InstructionId> whole;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const InstructionId element = result_.source[index_of(operands[i])];
      if (module_[element].opcode != Opcode::kGetTupleElement) return std::nullopt;
      const InstructionId tuple = module_.operand(element, 0);
      const bool is_next = std::cmp_equal(integer_of(module_[element], AttributeKey::kIndex), i) &&
                           whole.value_or(tuple) == tuple;
      if (!is_next) return std::nullopt;
      whole = tuple;
    }
    const bool is_whole = module_.shape_of(*whole).elements.size() == operands.size();
    return is_whole ? whole : std::nullopt;
  }

  /// Sums, so that the order of the users does not matter.
  void number_uses(ComputationId computation) {
    std::vector<InstructionId> order;
    order.reserve(module_[computation].instruction_count);
    for (const InstructionId id : module_.instructions(computation)) order.push_back(id);
    for (std::size_t i = order.size(); i-- > 0;) {
      std::uint64_t sum = module_.is_root(order[i]) ? kRoot : 0;
      for (const Use use : module_.uses(order[i])) sum += use_number(use);
      result_.use[index_of(order[i])] = sum;
    }
  }

  std::uint64_t use_number(const Use& use) const {
    const std::uint64_t after = result_.use[index_of(use.user)];
    if (is_copy(module_, use.user)) return after;
    return joined(joined(result_.own[index_of(use.user)], use.operand + kCopied), after);
  }

  std::uint64_t shape_number(ShapeId id) {
    auto& known = shapes_[index_of(id)];
    if (!known) known = number_of(xla::print(module_.shape(id), xla::LayoutText::kHidden));
    return *known;
  }

  // One for each type that an attribute's value has.
  static void add(Joined& sum, bool value) { sum.add(std::int64_t{value}); }
  static void add(Joined& sum, std::int64_t value) { sum.add(value); }
  static void add(Joined& sum, double value) { sum.add(std::bit_cast<std::uint64_t>(value)); }
  static void add(Joined& sum, const Ints& values) { sum.add_all(values); }
  static void add(Joined& sum, const Bools& values) {
    for (const bool value : values) sum.add(std::int64_t{value});
  }
  static void add(Joined& sum, const Text& value) { sum.add(number_of(value.text)); }
  static void add(Joined& sum, const Words& words) {
    for (const std::string_view word : words) sum.add(number_of(word));
  }
  void add(Joined& sum, ShapeId id) { sum.add(shape_number(id)); }
  void add(Joined& sum, const Shapes& shapes) {
    for (const ShapeId id : shapes) sum.add(shape_number(id));
  }
  static void add(Joined& sum, const Pairs& pairs) {
    for (const auto& [first, second] : pairs) {
      sum.add(first);
      sum.add(second);
    }
  }
  void add(Joined& sum, ComputationId id) const { sum.add(result_.computations[index_of(id)]); }
  void add(Joined& sum, const Computations& computations) const {
    for (const ComputationId id : computations) add(sum, id);
  }
  static void add(Joined& sum, const Window& window) {
    for (const WindowDimension& d : window) {
      sum.add_all(std::vector<std::int64_t>{d.size, d.stride, d.padding_low, d.padding_high,
                                            d.base_dilation, d.window_dilation,
                                            std::int64_t{d.reversed}});
    }
  }
  static void add(Joined& sum, const Padding& padding) {
    for (const PaddingDimension& d : padding) {
      sum.add_all(std::vector<std::int64_t>{d.low, d.high, d.interior});
    }
  }
  static void add(Joined& sum, const SliceRanges& ranges) {
    for (const SliceRange& d : ranges) {
      sum.add_all(std::vector<std::int64_t>{d.start, d.limit, d.stride});
    }
  }
  static void add(Joined& sum, const Shared<ConvolutionDimensions>& dims) {
    sum.add_all(std::vector<std::int64_t>{dims->input_batch, dims->input_feature,
                                          dims->kernel_input_feature, dims->kernel_output_feature,
                                          dims->output_batch, dims->output_feature});
    for (const auto* spatial :
         {&dims->input_spatial, &dims->kernel_spatial, &dims->output_spatial}) {
      sum.add_all(*spatial);
    }
  }
  static void add(Joined& sum, const Shared<Literal>& literal) { add_literal(sum, *literal); }
  /// Groups of devices and the like are not compared.
  template <class T>
  static void add(Joined& /*sum*/, const T& /*value*/) {}

  const Module& module_;
  std::vector<std::optional<std::uint64_t>> shapes_;
  Structure result_ = {};
};

}  // namespace

std::uint64_t joined(std::uint64_t first, std::uint64_t second) {
  // The finalizer of SplitMix64 (Steele, Lea, Flood 2014) on a sum that depends on the order.
  std::uint64_t z = (first * 0x9E3779B97F4A7C15U) + second + 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

bool is_copy(const Module& module, InstructionId id) {
  return module[id].opcode == Opcode::kCopy && module.operands(id).size() == 1;
}

Structure structure_of(const Module& module) { return Numbering(module).number(); }

}  // namespace tileglot::hlo::pass
