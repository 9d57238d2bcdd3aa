// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/runnable/writer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {

notation::xla::Shape array_shape(PrimitiveType type, const Extents& extents) {
  notation::xla::Shape shape{.type = type};
  shape.dimensions.reserve(extents.size());
  for (const std::int64_t extent : extents) shape.dimensions.push_back({.bound = extent});
  shape.layout = notation::xla::descending_layout(extents.size());
  return shape;
}

Ints counted(std::size_t n) {
  Ints result(n);
  for (std::size_t i = 0; i < n; ++i) result[i] = static_cast<std::int64_t>(i);
  return result;
}

Module RunnableWriter::module() {
  for (const PrimitiveType type : {PrimitiveType::kF32, PrimitiveType::kS32}) {
    for (const Opcode opcode : {Opcode::kAdd, Opcode::kMaximum}) applied(opcode, type);
    comparator(type, "LT");
    comparator(type, "GE");
    paired(type);
  }
  module_.header.name = "runnable";
  entry_ = module_.add_computation("main");
  module_.set_entry(entry_);
  const std::size_t parameters = 1 + dice(3);
  for (std::size_t i = 0; i < parameters; ++i) {
    keep(module_.add_parameter(entry_, static_cast<std::int64_t>(i),
                               module_.keep(array_shape(any_type(), any_extents())),
                               module_.fresh_name("p")));
  }
  for (std::size_t i = 0; i < operations_; ++i) operation();
  finish();
  return std::move(module_);
}

Extents RunnableWriter::any_extents() {
  Extents extents(1 + dice(3));
  for (std::int64_t& extent : extents) extent = between(1, 5);
  return extents;
}

Ints RunnableWriter::any_permutation(std::size_t n) {
  Ints order = counted(n);
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[dice(i)]);
  return order;
}

void RunnableWriter::applied(Opcode opcode, PrimitiveType type) {
  const ComputationId c = module_.add_computation(module_.fresh_name(name_of(opcode)));
  const ShapeId shape = module_.keep(array_shape(type, {}));
  const InstructionId x = module_.add_parameter(c, 0, shape, module_.fresh_name("x"));
  const InstructionId y = module_.add_parameter(c, 1, shape, module_.fresh_name("y"));
  module_.set_root(c, module_.add(c, {.opcode = opcode, .shape = shape, .operands = {x, y}}));
}

void RunnableWriter::comparator(PrimitiveType type, std::string_view direction) {
  const ComputationId c = module_.add_computation(module_.fresh_name("compare"));
  const ShapeId shape = module_.keep(array_shape(type, {}));
  const InstructionId x = module_.add_parameter(c, 0, shape, module_.fresh_name("x"));
  const InstructionId y = module_.add_parameter(c, 1, shape, module_.fresh_name("y"));
  module_.set_root(c, module_.add(c, {.opcode = Opcode::kCompare,
                                      .shape = module_.keep(array_shape(PrimitiveType::kPred, {})),
                                      .operands = {x, y},
                                      .attributes = {direction_of(direction)}}));
}

void RunnableWriter::paired(PrimitiveType type) {
  const ComputationId c = module_.add_computation(module_.fresh_name("pair"));
  const ShapeId shape = module_.keep(array_shape(type, {}));
  std::array<InstructionId, 4> p = {};
  for (std::size_t i = 0; i < p.size(); ++i) {
    p[i] = module_.add_parameter(c, static_cast<std::int64_t>(i), shape, module_.fresh_name("p"));
  }
  const InstructionId sum =
      module_.add(c, {.opcode = Opcode::kAdd, .shape = shape, .operands = {p[0], p[2]}});
  const InstructionId larger =
      module_.add(c, {.opcode = Opcode::kMaximum, .shape = shape, .operands = {p[1], p[3]}});
  Shape pair{.type = PrimitiveType::kTuple};
  pair.elements = {array_shape(type, {}), array_shape(type, {})};
  module_.set_root(c, module_.add(c, {.opcode = Opcode::kTuple,
                                      .shape = module_.keep(pair),
                                      .operands = {sum, larger}}));
}

Attribute RunnableWriter::direction_of(std::string_view word) {
  return {AttributeKey::kDirection, Text{module_.keep(word)}};
}

ComputationId RunnableWriter::scalar_computation(PrimitiveType type, std::size_t which) const {
  return module_.computations()[which + (type == PrimitiveType::kF32 ? 0 : 5)];
}

InstructionId RunnableWriter::add(Opcode opcode, PrimitiveType type, const Extents& extents,
                                  std::vector<InstructionId> operands,
                                  std::vector<Attribute> attributes) {
  return module_.add(entry_, {.opcode = opcode,
                              .shape = module_.keep(array_shape(type, extents)),
                              .operands = std::move(operands),
                              .attributes = std::move(attributes)});
}

InstructionId RunnableWriter::scalar(PrimitiveType type, double value) {
  const std::array<double, 1> values = {value};
  return add(Opcode::kConstant, type, {}, {},
             {{AttributeKey::kLiteral, Shared(make_literal(type, {}, values))}});
}

void RunnableWriter::keep_small(InstructionId id) {
  const PrimitiveType type = type_of(id);
  const double limit = has_fractions() ? 1 : 4;
  keep(add(Opcode::kClamp, type, extents_of_value(id),
           {scalar(type, -limit), id, scalar(type, limit)}));
}

InstructionId RunnableWriter::filled(PrimitiveType type, const Extents& extents, double value) {
  return add(Opcode::kBroadcast, type, extents, {scalar(type, value)},
             {{AttributeKey::kDimensions, Ints{}}});
}

void RunnableWriter::keep_sum(InstructionId id, std::int64_t terms) {
  if (!has_fractions()) return keep_small(id);
  const Extents extents = extents_of_value(id);
  const double part = 1.0 / static_cast<double>(terms);
  keep_small(
      add(Opcode::kMultiply, type_of(id), extents, {id, filled(type_of(id), extents, part)}));
}

InstructionId RunnableWriter::partner(InstructionId x) {
  for (int i = 0; i < 4; ++i) {
    const InstructionId y = any_value();
    if (module_.shape_of(y) == module_.shape_of(x)) return y;
  }
  return add(Opcode::kNegate, type_of(x), extents_of_value(x), {x});
}

void RunnableWriter::operation() {
  // For fractions only operations whose result changes little if their operands do.
  static constexpr std::array kSmooth = {
      Opcode::kNegate,      Opcode::kAdd,       Opcode::kSelect,       Opcode::kBroadcast,
      Opcode::kReshape,     Opcode::kTranspose, Opcode::kTranspose,    Opcode::kSlice,
      Opcode::kPad,         Opcode::kConvert,   Opcode::kConcatenate,  Opcode::kReverse,
      Opcode::kReduce,      Opcode::kReduce,    Opcode::kReduceWindow, Opcode::kDot,
      Opcode::kConvolution, Opcode::kGather,    Opcode::kScatter,      Opcode::kSort,
      Opcode::kMap,         Opcode::kTanh,      Opcode::kDynamicSlice, Opcode::kWhile,
      Opcode::kConditional, Opcode::kCall,      Opcode::kFusion,       Opcode::kTuple,
      Opcode::kDomain};
  static constexpr std::array kOther = {
      Opcode::kExponential, Opcode::kExponential,    Opcode::kExponential,
      Opcode::kExponential, Opcode::kDivide,         Opcode::kAnd,
      Opcode::kNot,         Opcode::kComplex,        Opcode::kReducePrecision,
      Opcode::kPartitionId, Opcode::kBitcastConvert, Opcode::kSelectAndScatter,
      Opcode::kDot,         Opcode::kConvolution};
  const bool is_favourite = !favourites_.empty() && dice(2) == 0;
  const bool is_other = !has_fractions() && dice(3) == 0;
  const Opcode drawn = is_other ? kOther[dice(kOther.size())] : kSmooth[dice(kSmooth.size())];
  make(is_favourite ? favourites_[dice(favourites_.size())] : drawn, any_value());
}

void RunnableWriter::make(Opcode opcode, InstructionId x) {
  switch (opcode) {
    case Opcode::kNegate: return unary(x);
    case Opcode::kAdd: return binary(x);
    case Opcode::kSelect: return select(x);
    case Opcode::kConvert: return convert(x);
    case Opcode::kBroadcast: return broadcast(x);
    case Opcode::kReshape: return reshape(x);
    case Opcode::kTranspose: return transpose(x);
    case Opcode::kSlice: return slice(x);
    case Opcode::kPad: return pad(x);
    case Opcode::kConcatenate: return concatenate(x);
    case Opcode::kReverse: return reverse(x);
    case Opcode::kReduce: return dice(4) == 0 ? reduce_pair(x) : reduce(x);
    case Opcode::kReduceWindow: return window(x);
    case Opcode::kDot: return dot(x);
    case Opcode::kConvolution: return convolution(x);
    case Opcode::kGather: return gather(x);
    case Opcode::kScatter: return scatter(x);
    case Opcode::kSort: return sort(x);
    case Opcode::kDynamicSlice: return dynamic_slice(x);
    case Opcode::kWhile: return loop(x);
    case Opcode::kConditional: return conditional(x);
    case Opcode::kCall: return call(x);
    case Opcode::kFusion: return fusion(x);
    case Opcode::kDomain: return same(x);
    default: return make_number(opcode, x);
  }
}

void RunnableWriter::make_number(Opcode opcode, InstructionId x) {
  switch (opcode) {
    case Opcode::kMap: return map(x);
    case Opcode::kTanh: return contracting(x);
    case Opcode::kExponential: return inexact(x);
    case Opcode::kDivide: return inexact_pair(x);
    case Opcode::kAnd: return bits_pair(x);
    case Opcode::kNot: return bits(x);
    case Opcode::kComplex: return complex(x);
    case Opcode::kReducePrecision: return reduce_precision(x);
    case Opcode::kPartitionId: return own_number(x);
    case Opcode::kBitcastConvert: return bitcast_convert(x);
    case Opcode::kSelectAndScatter: return select_and_scatter(x);
    default: return tuple(x);
  }
}

void RunnableWriter::finish() {
  Shape shape{.type = PrimitiveType::kTuple};
  std::vector<InstructionId> results;
  for (std::size_t i = values_.size(); i-- > 0 && results.size() < 4;) {
    results.push_back(values_[i]);
    shape.elements.push_back(module_.shape_of(values_[i]));
  }
  module_.set_root(entry_, module_.add(entry_, {.opcode = Opcode::kTuple,
                                                .shape = module_.keep(shape),
                                                .operands = results}));
}

InstructionId RunnableWriter::element(ComputationId c, InstructionId tuple, std::int64_t index) {
  return module_.add(
      c, {.opcode = Opcode::kGetTupleElement,
          .shape = module_.keep(module_.shape_of(tuple).elements[static_cast<std::size_t>(index)]),
          .operands = {tuple},
          .attributes = {{AttributeKey::kIndex, index}}});
}

InstructionId RunnableWriter::counter(ComputationId c, double value) {
  const std::array<double, 1> values = {value};
  return module_.add(c, {.opcode = Opcode::kConstant,
                         .shape = module_.keep(array_shape(PrimitiveType::kS32, {})),
                         .attributes = {{AttributeKey::kLiteral,
                                         Shared(make_literal(PrimitiveType::kS32, {}, values))}}});
}

notation::xla::Shape RunnableWriter::state_shape(InstructionId x) const {
  Shape tuple{.type = PrimitiveType::kTuple};
  tuple.elements = {module_.shape_of(x), array_shape(PrimitiveType::kS32, {})};
  return tuple;
}

}  // namespace tileglot::hlo::run
