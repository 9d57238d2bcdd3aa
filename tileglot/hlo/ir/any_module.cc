// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/any_module.h"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/infer_shape.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo {
namespace {

using notation::xla::Dimension;
using notation::xla::Layout;
using notation::xla::PrimitiveType;
using notation::xla::Shape;

std::int64_t between(std::int64_t from, std::int64_t to) {
  // Drawn at RapidCheck's full size: at smaller ones it takes only the lower end of every range.
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(from, to + 1));
}

bool one_in(int n) { return between(1, n) == 1; }

std::int64_t count_of(const Shape& shape) {
  std::int64_t count = 1;
  for (const auto& dimension : shape.dimensions) count *= *dimension.bound;
  return count;
}

std::vector<std::int64_t> any_order(std::size_t rank) {
  std::vector<std::int64_t> order(rank);
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = rank; i > 1; --i) {
    std::swap(order[i - 1],
              order[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(i) - 1))]);
  }
  return order;
}

/// Makes one module; `values` are the f32 arrays of the entry that can be used.
class Maker {
 public:
  explicit Maker(AnyModuleOptions options) : options_(options) { module_.header.name = "any"; }

  Module make() {
    add_function_ = make_binary("add", Opcode::kAdd);
    max_function_ = make_binary("max", Opcode::kMaximum);
    std::vector<Shape> shapes;
    for (std::int64_t i = between(1, 3); i > 0; --i) shapes.push_back(any_array());
    plan_functions(shapes);
    entry_ = module_.add_computation("main");
    for (const Shape& shape : shapes) add_parameter(shape);
    for (std::int64_t i = between(1, static_cast<std::int64_t>(options_.max_operations)); i > 0;
         --i) {
      step();
    }
    finish();
    return std::move(module_);
  }

 private:
  Shape with_layout(Shape shape) const {
    if (options_.random_layouts && is_array(shape)) {
      shape.layout = Layout::of_minor_to_major(any_order(rank(shape)));
    }
    return shape;
  }

  static Shape array(const std::vector<std::int64_t>& bounds,
                     PrimitiveType type = PrimitiveType::kF32) {
    Shape shape{.type = type, .layout = notation::xla::descending_layout(bounds.size())};
    for (const std::int64_t bound : bounds) shape.dimensions.push_back({.bound = bound});
    return shape;
  }

  Shape any_array() {
    std::vector<std::int64_t> bounds;
    for (std::int64_t i = between(0, 4); i > 0; --i) bounds.push_back(between(1, 4));
    return with_layout(array(bounds));
  }

  ComputationId make_binary(const char* name, Opcode opcode) {
    const ComputationId c = module_.add_computation(name);
    const ShapeId scalar = module_.keep(array({}));
    const std::string prefix = name;
    const auto x = module_.add_parameter(c, 0, scalar, prefix + "_x");
    const auto y = module_.add_parameter(c, 1, scalar, prefix + "_y");
    module_.set_root(
        c, module_.add(
               c, {.name = prefix + "_r", .opcode = opcode, .shape = scalar, .operands = {x, y}}));
    return c;
  }

  /// Functions of one array, and a loop over (counter, array), for each shape of a parameter.
  struct Functions {
    Shape shape = {};
    ComputationId negate = {};
    ComputationId copy = {};
    ComputationId condition = {};
    ComputationId body = {};
  };

  void plan_functions(const std::vector<Shape>& shapes) {
    if (!options_.calls) return;
    for (const Shape& shape : shapes) {
      Functions f{.shape = shape};
      f.negate = make_unary(shape, Opcode::kNegate);
      f.copy = make_unary(shape, Opcode::kCopy);
      f.condition = make_condition(shape);
      f.body = make_body(shape);
      functions_.push_back(f);
    }
  }

  ComputationId make_unary(const Shape& shape, Opcode opcode) {
    const ComputationId c = module_.add_computation(module_.fresh_name("function"));
    const ShapeId id = module_.keep(shape);
    const auto x = module_.add_parameter(c, 0, id, module_.fresh_name("x"));
    module_.set_root(c, module_.add(c, {.opcode = opcode, .shape = id, .operands = {x}}));
    return c;
  }

  static Shape loop_shape(const Shape& shape) {
    return {.type = PrimitiveType::kTuple, .elements = {array({}, PrimitiveType::kS32), shape}};
  }

  InstructionId element(ComputationId c, InstructionId tuple, std::int64_t index) {
    const Shape shape = module_.shape_of(tuple).elements[static_cast<std::size_t>(index)];
    return module_.add(c, {.opcode = Opcode::kGetTupleElement,
                           .shape = module_.keep(shape),
                           .operands = {tuple},
                           .attributes = {{AttributeKey::kIndex, index}}});
  }

  InstructionId constant(ComputationId c, PrimitiveType type, double value) {
    Literal literal = make_literal(type, {}, std::array{value});
    return module_.add(
        c, {.opcode = Opcode::kConstant,
            .shape = module_.keep(array({}, type)),
            .attributes = {{AttributeKey::kLiteral, Shared<Literal>(std::move(literal))}}});
  }

  ComputationId make_condition(const Shape& shape) {
    const ComputationId c = module_.add_computation(module_.fresh_name("condition"));
    const auto p =
        module_.add_parameter(c, 0, module_.keep(loop_shape(shape)), module_.fresh_name("p"));
    const auto i = element(c, p, 0);
    const auto n = constant(c, PrimitiveType::kS32, static_cast<double>(between(1, 3)));
    module_.set_root(c, module_.add(c, {.opcode = Opcode::kCompare,
                                        .shape = module_.keep(array({}, PrimitiveType::kPred)),
                                        .operands = {i, n},
                                        .attributes = {{AttributeKey::kDirection, Text{"LT"}}}}));
    return c;
  }

  ComputationId make_body(const Shape& shape) {
    const ComputationId c = module_.add_computation(module_.fresh_name("body"));
    const ShapeId tuple = module_.keep(loop_shape(shape));
    const auto p = module_.add_parameter(c, 0, tuple, module_.fresh_name("p"));
    const auto i = element(c, p, 0);
    const auto one = constant(c, PrimitiveType::kS32, 1);
    const auto next =
        module_.add(c, {.opcode = Opcode::kAdd, .shape = module_[i].shape, .operands = {i, one}});
    const auto x = element(c, p, 1);
    const auto y =
        module_.add(c, {.opcode = Opcode::kNegate, .shape = module_[x].shape, .operands = {x}});
    module_.set_root(
        c, module_.add(c, {.opcode = Opcode::kTuple, .shape = tuple, .operands = {next, y}}));
    return c;
  }

  void add_parameter(const Shape& shape) {
    const auto number = static_cast<std::int64_t>(module_[entry_].parameters.size());
    const std::string name = "arg." + std::to_string(number);
    values_.push_back(module_.add_parameter(entry_, number, module_.keep(shape), name));
  }

  InstructionId any_value() { return *rc::gen::elementOf(values_); }

  /// Adds the operation with its inferred shape.
  std::optional<InstructionId> add(Opcode opcode, std::vector<InstructionId> operands,
                                   std::vector<Attribute> attributes = {}) {
    const auto shape = infer_shape(module_, opcode, operands, attributes);
    RC_ASSERT(shape.has_value());
    RC_ASSERT(shape->has_value());
    return add_as(**shape, opcode, std::move(operands), std::move(attributes));
  }

  std::optional<InstructionId> add_as(const Shape& shape, Opcode opcode,
                                      std::vector<InstructionId> operands,
                                      std::vector<Attribute> attributes = {}) {
    if (is_array(shape) && count_of(shape) > options_.max_elements) return std::nullopt;
    return module_.add(entry_, {.opcode = opcode,
                                .shape = module_.keep(with_layout(shape)),
                                .operands = std::move(operands),
                                .attributes = std::move(attributes)});
  }

  void keep(std::optional<InstructionId> value) {
    if (value) values_.push_back(*value);
  }

  void step() {
    using Step = void (Maker::*)(InstructionId);
    constexpr Step kSteps[] = {
        &Maker::unary,    &Maker::binary, &Maker::broadcast,   &Maker::reshape, &Maker::transpose,
        &Maker::slice,    &Maker::pad,    &Maker::concatenate, &Maker::reduce,  &Maker::dot,
        &Maker::convolve, &Maker::tuple,  &Maker::select,      &Maker::copy,    &Maker::call,
        &Maker::loop,     &Maker::branch, &Maker::fuse};
    const Step chosen = kSteps[between(0, std::size(kSteps) - 1)];
    (this->*chosen)(any_value());
  }

  const Shape& shape(InstructionId x) const { return module_.shape_of(x); }
  std::size_t rank_of(InstructionId x) const { return rank(shape(x)); }

  void unary(InstructionId x) { keep(add(one_in(2) ? Opcode::kNegate : Opcode::kAbs, {x})); }

  void binary(InstructionId x) {
    std::vector<InstructionId> alike;
    for (const InstructionId y : values_) {
      if (shape(y).dimensions == shape(x).dimensions) alike.push_back(y);
    }
    constexpr Opcode kOpcodes[] = {Opcode::kAdd, Opcode::kSubtract, Opcode::kMaximum};
    keep(add(kOpcodes[between(0, 2)], {x, *rc::gen::elementOf(alike)}));
  }

  void broadcast(InstructionId x) {
    Shape result = array_without_layout(x);
    const std::int64_t at = between(0, static_cast<std::int64_t>(rank_of(x)));
    result.dimensions.insert(result.dimensions.begin() + at, Dimension{.bound = between(1, 3)});
    result.layout = notation::xla::descending_layout(result.dimensions.size());
    Ints dimensions;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(rank_of(x)); ++i) {
      dimensions.push_back(i < at ? i : i + 1);
    }
    if (result.dimensions.size() > 5) return;
    keep(add_as(result, Opcode::kBroadcast, {x}, {{AttributeKey::kDimensions, dimensions}}));
  }

  Shape array_without_layout(InstructionId x) const {
    return {.type = shape(x).type, .dimensions = shape(x).dimensions};
  }

  /// Merges two neighbouring dimensions, inserts a 1, or flattens the array.
  void reshape(InstructionId x) {
    Shape result = array_without_layout(x);
    auto& dimensions = result.dimensions;
    if (dimensions.size() >= 2 && one_in(2)) {
      dimensions[0].bound = *dimensions[0].bound * *dimensions[1].bound;
      dimensions.erase(dimensions.begin() + 1);
    } else if (dimensions.size() < 5) {
      dimensions.insert(
          dimensions.begin() + between(0, static_cast<std::int64_t>(dimensions.size())),
          Dimension{.bound = 1});
    }
    result.layout = notation::xla::descending_layout(dimensions.size());
    keep(add_as(result, Opcode::kReshape, {x}));
  }

  void transpose(InstructionId x) {
    keep(add(Opcode::kTranspose, {x}, {{AttributeKey::kDimensions, any_order(rank_of(x))}}));
  }

  void slice(InstructionId x) {
    SliceRanges ranges;
    for (const auto& dimension : shape(x).dimensions) {
      const std::int64_t start = between(0, *dimension.bound - 1);
      const std::int64_t limit = between(start + 1, *dimension.bound);
      ranges.push_back({.start = start, .limit = limit, .stride = between(1, 2)});
    }
    keep(add(Opcode::kSlice, {x}, {{AttributeKey::kSlice, ranges}}));
  }

  void pad(InstructionId x) {
    Padding padding;
    for (std::size_t i = 0; i < rank_of(x); ++i) {
      padding.push_back({.low = between(0, 1), .high = between(0, 1), .interior = between(0, 1)});
    }
    const InstructionId zero = constant(entry_, PrimitiveType::kF32, 0);
    keep(add(Opcode::kPad, {x, zero}, {{AttributeKey::kPadding, padding}}));
  }

  void concatenate(InstructionId x) {
    if (rank_of(x) == 0) return;
    const Ints along{between(0, static_cast<std::int64_t>(rank_of(x)) - 1)};
    keep(add(Opcode::kConcatenate, {x, x}, {{AttributeKey::kDimensions, along}}));
  }

  void reduce(InstructionId x) {
    Ints along;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(rank_of(x)); ++i) {
      if (one_in(2)) along.push_back(i);
    }
    const bool is_sum = one_in(2);
    const InstructionId start = constant(entry_, PrimitiveType::kF32, is_sum ? 0 : -100);
    keep(add(Opcode::kReduce, {x, start},
             {{AttributeKey::kDimensions, along},
              {AttributeKey::kToApply, is_sum ? add_function_ : max_function_}}));
  }

  /// A dot of an array with itself, along some dimensions.
  void dot(InstructionId x) {
    Ints batch;
    Ints contracting;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(rank_of(x)); ++i) {
      const std::int64_t role = between(0, 2);
      if (role == 0) batch.push_back(i);
      if (role == 1) contracting.push_back(i);
    }
    if (2 * rank_of(x) - batch.size() - 2 * contracting.size() > 5) return;
    keep(add(Opcode::kDot, {x, x},
             {{AttributeKey::kLhsBatchDims, batch},
              {AttributeKey::kLhsContractingDims, contracting},
              {AttributeKey::kRhsBatchDims, batch},
              {AttributeKey::kRhsContractingDims, contracting}}));
  }

  void convolve(InstructionId x) {
    if (rank_of(x) != 4) return;
    const std::int64_t features = *shape(x).dimensions[3].bound;
    add_parameter(with_layout(array({between(1, 2), between(1, 2), features, between(1, 3)})));
    const InstructionId kernel = values_.back();
    Window window(2);
    for (std::size_t i = 0; i < 2; ++i) {
      window[i] = {
          .size = *shape(kernel).dimensions[i].bound, .stride = between(1, 2), .padding_low = 1};
    }
    const ConvolutionDimensions labels{0, 3, {1, 2}, 2, 3, {0, 1}, 0, 3, {1, 2}};
    keep(add(Opcode::kConvolution, {x, kernel},
             {{AttributeKey::kWindow, window},
              {AttributeKey::kDimLabels, Shared<ConvolutionDimensions>(labels)}}));
  }

  void tuple(InstructionId x) {
    const InstructionId y = any_value();
    const auto made = add(Opcode::kTuple, {x, y});
    values_.push_back(element(entry_, *made, between(0, 1)));
  }

  void select(InstructionId x) {
    const auto zero = constant(entry_, PrimitiveType::kF32, 0);
    const auto zeros =
        add_as(shape(x), Opcode::kBroadcast, {zero}, {{AttributeKey::kDimensions, Ints{}}});
    if (!zeros) return;
    const auto which = add(Opcode::kCompare, {x, *zeros}, {{AttributeKey::kDirection, Text{"GT"}}});
    keep(add(Opcode::kSelect, {*which, x, *zeros}));
  }

  void copy(InstructionId x) { keep(add(Opcode::kCopy, {x})); }

  const Functions* functions_of(InstructionId x) const {
    for (const Functions& f : functions_) {
      if (f.shape == shape(x)) return &f;
    }
    return nullptr;
  }

  void call(InstructionId x) {
    const Functions* const f = functions_of(x);
    if (f == nullptr) return;
    keep(module_.add(entry_, {.opcode = Opcode::kCall,
                              .shape = module_[x].shape,
                              .operands = {x},
                              .attributes = {{AttributeKey::kToApply, f->negate}}}));
  }

  /// No two fusions have one computation.
  void fuse(InstructionId x) {
    const Functions* const f = functions_of(x);
    if (f == nullptr || std::ranges::find(fused_, f->copy) != fused_.end()) return;
    fused_.push_back(f->copy);
    keep(module_.add(entry_, {.opcode = Opcode::kFusion,
                              .shape = module_[x].shape,
                              .operands = {x},
                              .attributes = {{AttributeKey::kKind, Text{"kLoop"}},
                                             {AttributeKey::kCalls, f->copy}}}));
  }

  void loop(InstructionId x) {
    const Functions* const f = functions_of(x);
    if (f == nullptr) return;
    const ShapeId tuple = module_.keep(loop_shape(shape(x)));
    const auto zero = constant(entry_, PrimitiveType::kS32, 0);
    const auto start =
        module_.add(entry_, {.opcode = Opcode::kTuple, .shape = tuple, .operands = {zero, x}});
    const auto end = module_.add(entry_, {.opcode = Opcode::kWhile,
                                          .shape = tuple,
                                          .operands = {start},
                                          .attributes = {{AttributeKey::kCondition, f->condition},
                                                         {AttributeKey::kBody, f->body}}});
    values_.push_back(element(entry_, end, 1));
  }

  void branch(InstructionId x) {
    const Functions* const f = functions_of(x);
    if (f == nullptr) return;
    const auto which = constant(entry_, PrimitiveType::kPred, static_cast<double>(between(0, 1)));
    keep(module_.add(entry_, {.opcode = Opcode::kConditional,
                              .shape = module_[x].shape,
                              .operands = {which, x, x},
                              .attributes = {{AttributeKey::kTrueComputation, f->negate},
                                             {AttributeKey::kFalseComputation, f->copy}}}));
  }

  /// The last value, or a tuple of some.
  void finish() {
    InstructionId root = values_.back();
    if (one_in(2) || module_[root].opcode == Opcode::kParameter)
      root = *add(Opcode::kTuple, {root, any_value()});
    module_.set_root(entry_, root);
    module_.set_entry(entry_);
    EntryLayout layout{.result = shape(root)};
    for (const InstructionId p : module_[entry_].parameters) layout.parameters.push_back(shape(p));
    module_.header.entry_layout = std::move(layout);
  }

  AnyModuleOptions options_;
  Module module_ = {};
  ComputationId entry_ = {};
  ComputationId add_function_ = {};
  ComputationId max_function_ = {};
  std::vector<Functions> functions_ = {};
  std::vector<ComputationId> fused_ = {};
  std::vector<InstructionId> values_ = {};
};

}  // namespace

Module any_module(AnyModuleOptions options) { return Maker(options).make(); }

}  // namespace tileglot::hlo
