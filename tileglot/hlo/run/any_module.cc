// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/any_module.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/run/array_operation.h"
#include "tileglot/hlo/run/elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/random_elements.h"
#include "tileglot/hlo/run/strided_box.h"
#include "tileglot/notation/xla/layout.h"
#include "tileglot/notation/xla/primitive_type.h"
#include "tileglot/notation/xla/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Layout;
using notation::xla::Shape;

constexpr std::int64_t kMaxElements = 300;

Shape array_shape(PrimitiveType type, const Extents& extents) {
  Shape shape{.type = type};
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

class Writer {
 public:
  Writer(RandomBits bits, std::size_t operations, std::span<const Opcode> favourites)
      : bits_(bits), operations_(operations), favourites_(favourites) {}

  Module module() {
    for (const PrimitiveType type : {PrimitiveType::kF32, PrimitiveType::kS32}) {
      for (const Opcode opcode : {Opcode::kAdd, Opcode::kMaximum}) applied(opcode, type);
      comparator(type, "LT");
      comparator(type, "GE");
      paired(type);
    }
    entry_ = module_.add_computation("main");
    module_.set_entry(entry_);
    const std::size_t parameters = 1 + dice(3);
    for (std::size_t i = 0; i < parameters; ++i) {
      keep(module_.add_parameter(entry_, static_cast<std::int64_t>(i),
                                 module_.keep(array_shape(any_type(), any_extents())), "p"));
    }
    for (std::size_t i = 0; i < operations_; ++i) operation();
    finish();
    return std::move(module_);
  }

 private:
  std::size_t dice(std::size_t n) { return static_cast<std::size_t>(bits_.next() % n); }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(dice(static_cast<std::size_t>(high - low + 1)));
  }
  PrimitiveType any_type() { return dice(2) == 0 ? PrimitiveType::kF32 : PrimitiveType::kS32; }
  Extents any_extents() {
    Extents extents(1 + dice(3));
    for (std::int64_t& extent : extents) extent = between(1, 5);
    return extents;
  }
  Ints any_permutation(std::size_t n) {
    Ints order = counted(n);
    for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[dice(i)]);
    return order;
  }

  // What applies to scalars: computations 0, 1 add and maximum, 2, 3 LT and GE, 4 add and maximum of
  // a pair, of f32; then of s32.
  void applied(Opcode opcode, PrimitiveType type) {
    const ComputationId c = module_.add_computation(std::string(name_of(opcode)));
    const ShapeId shape = module_.keep(array_shape(type, {}));
    const InstructionId x = module_.add_parameter(c, 0, shape, "x");
    const InstructionId y = module_.add_parameter(c, 1, shape, "y");
    module_.set_root(c, module_.add(c, {.opcode = opcode, .shape = shape, .operands = {x, y}}));
  }
  void comparator(PrimitiveType type, std::string_view direction) {
    const ComputationId c = module_.add_computation("compare");
    const ShapeId shape = module_.keep(array_shape(type, {}));
    const InstructionId x = module_.add_parameter(c, 0, shape, "x");
    const InstructionId y = module_.add_parameter(c, 1, shape, "y");
    module_.set_root(c,
                     module_.add(c, {.opcode = Opcode::kCompare,
                                     .shape = module_.keep(array_shape(PrimitiveType::kPred, {})),
                                     .operands = {x, y},
                                     .attributes = {direction_of(direction)}}));
  }
  void paired(PrimitiveType type) {
    const ComputationId c = module_.add_computation("pair");
    const ShapeId shape = module_.keep(array_shape(type, {}));
    std::array<InstructionId, 4> p = {};
    for (std::size_t i = 0; i < p.size(); ++i) {
      p[i] = module_.add_parameter(c, static_cast<std::int64_t>(i), shape, "p");
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
  Attribute direction_of(std::string_view word) {
    return {AttributeKey::kDirection, Text{module_.keep(word)}};
  }
  ComputationId scalar_computation(PrimitiveType type, std::size_t which) const {
    return module_.computations()[which + (type == PrimitiveType::kF32 ? 0 : 5)];
  }

  Extents extents_of_value(InstructionId id) const { return extents_of(module_.shape_of(id)); }
  PrimitiveType type_of(InstructionId id) const { return module_.shape_of(id).type; }
  void keep(InstructionId id) { values_.push_back(id); }
  InstructionId any_value() { return values_[dice(values_.size())]; }

  InstructionId add(Opcode opcode, PrimitiveType type, const Extents& extents,
                    std::vector<InstructionId> operands, std::vector<Attribute> attributes = {}) {
    return module_.add(entry_, {.opcode = opcode,
                                .shape = module_.keep(array_shape(type, extents)),
                                .operands = std::move(operands),
                                .attributes = std::move(attributes)});
  }
  InstructionId scalar(PrimitiveType type, double value) {
    const std::array<double, 1> values = {value};
    return add(Opcode::kConstant, type, {}, {},
               {{AttributeKey::kLiteral, Shared(make_literal(type, {}, values))}});
  }
  /// Back between -4 and 4, so that nothing grows.
  void keep_small(InstructionId id) {
    const PrimitiveType type = type_of(id);
    keep(add(Opcode::kClamp, type, extents_of_value(id), {scalar(type, -4), id, scalar(type, 4)}));
  }

  /// A value of the same shape: itself under some operation, or one that has it.
  InstructionId partner(InstructionId x) {
    for (int i = 0; i < 4; ++i) {
      const InstructionId y = any_value();
      if (module_.shape_of(y) == module_.shape_of(x)) return y;
    }
    return add(Opcode::kNegate, type_of(x), extents_of_value(x), {x});
  }

  void operation() {
    static constexpr std::array kOpcodes = {
        Opcode::kNegate,    Opcode::kAdd,          Opcode::kSelect,       Opcode::kConvert,
        Opcode::kBroadcast, Opcode::kReshape,      Opcode::kTranspose,    Opcode::kTranspose,
        Opcode::kSlice,     Opcode::kPad,          Opcode::kConcatenate,  Opcode::kReverse,
        Opcode::kReduce,    Opcode::kReduce,       Opcode::kReduceWindow, Opcode::kDot,
        Opcode::kDot,       Opcode::kConvolution,  Opcode::kGather,       Opcode::kScatter,
        Opcode::kSort,      Opcode::kDynamicSlice, Opcode::kWhile,        Opcode::kConditional,
        Opcode::kCall,      Opcode::kTuple};
    const bool is_favourite = !favourites_.empty() && dice(2) == 0;
    make(is_favourite ? favourites_[dice(favourites_.size())] : kOpcodes[dice(kOpcodes.size())],
         any_value());
  }

  void make(Opcode opcode, InstructionId x) {
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
      default: return tuple(x);
    }
  }

  void unary(InstructionId x) {
    const Opcode opcode = dice(2) == 0 ? Opcode::kNegate : Opcode::kAbs;
    keep(add(opcode, type_of(x), extents_of_value(x), {x}));
  }
  void binary(InstructionId x) {
    static constexpr std::array kOpcodes = {Opcode::kAdd, Opcode::kSubtract, Opcode::kMultiply,
                                            Opcode::kMaximum, Opcode::kMinimum};
    keep_small(
        add(kOpcodes[dice(kOpcodes.size())], type_of(x), extents_of_value(x), {x, partner(x)}));
  }
  void select(InstructionId x) {
    const InstructionId y = partner(x);
    const InstructionId p = add(Opcode::kCompare, PrimitiveType::kPred, extents_of_value(x), {x, y},
                                {direction_of("LE")});
    keep(add(Opcode::kSelect, type_of(x), extents_of_value(x), {p, y, x}));
  }
  void convert(InstructionId x) {
    const bool is_float = type_of(x) == PrimitiveType::kF32;
    keep(add(Opcode::kConvert, is_float ? PrimitiveType::kS32 : PrimitiveType::kF32,
             extents_of_value(x), {x}));
  }
  void broadcast(InstructionId x) {
    Extents extents = extents_of_value(x);
    Ints dimensions = counted(extents.size());
    const auto where = static_cast<std::int64_t>(dice(extents.size() + 1));
    extents.insert(extents.begin() + where, between(1, 3));
    for (std::int64_t& d : dimensions) d += d >= where ? 1 : 0;
    if (size_of(extents) > kMaxElements || extents.size() > 4) return;
    keep(add(Opcode::kBroadcast, type_of(x), extents, {x},
             {{AttributeKey::kDimensions, dimensions}}));
  }
  void reshape(InstructionId x) {
    const std::int64_t size = size_of(extents_of_value(x));
    Extents extents;
    std::int64_t left = size;
    for (const std::int64_t factor : {2, 3, 5}) {
      if (left % factor == 0 && dice(2) == 0) {
        extents.push_back(factor);
        left /= factor;
      }
    }
    extents.insert(extents.begin() + static_cast<std::int64_t>(dice(extents.size() + 1)), left);
    keep(add(Opcode::kReshape, type_of(x), extents, {x}));
  }
  void transpose(InstructionId x) {
    const Extents extents = extents_of_value(x);
    const Ints order = any_permutation(extents.size());
    Extents result;
    result.reserve(extents.size());
    for (const std::int64_t k : order) result.push_back(extents[static_cast<std::size_t>(k)]);
    keep(add(Opcode::kTranspose, type_of(x), result, {x}, {{AttributeKey::kDimensions, order}}));
  }
  void slice(InstructionId x) {
    SliceRanges ranges;
    Extents result;
    for (const std::int64_t extent : extents_of_value(x)) {
      const std::int64_t start = between(0, extent - 1);
      const std::int64_t limit = between(start + 1, extent);
      const std::int64_t stride = between(1, 2);
      ranges.push_back({start, limit, stride});
      result.push_back((limit - start + stride - 1) / stride);
    }
    keep(add(Opcode::kSlice, type_of(x), result, {x}, {{AttributeKey::kSlice, ranges}}));
  }
  void pad(InstructionId x) {
    Padding padding;
    Extents result;
    for (const std::int64_t extent : extents_of_value(x)) {
      padding.push_back({between(-1, 2), between(0, 1), between(0, 1)});
      result.push_back(std::max<std::int64_t>(*padded_extent(extent, padding.back()), 0));
    }
    if (size_of(result) > kMaxElements || size_of(result) == 0) return;
    keep(add(Opcode::kPad, type_of(x), result, {x, scalar(type_of(x), 3)},
             {{AttributeKey::kPadding, padding}}));
  }
  void concatenate(InstructionId x) {
    Extents result = extents_of_value(x);
    if (result.empty()) return;
    const std::size_t k = dice(result.size());
    result[k] *= 2;
    if (size_of(result) > kMaxElements) return;
    keep(add(Opcode::kConcatenate, type_of(x), result, {x, partner(x)},
             {{AttributeKey::kDimensions, Ints{static_cast<std::int64_t>(k)}}}));
  }
  void reverse(InstructionId x) {
    const Extents extents = extents_of_value(x);
    if (extents.empty()) return;
    keep(add(Opcode::kReverse, type_of(x), extents, {x},
             {{AttributeKey::kDimensions, Ints{static_cast<std::int64_t>(dice(extents.size()))}}}));
  }
  void reduce(InstructionId x) {
    Extents result = extents_of_value(x);
    if (result.empty()) return;
    const std::size_t k = dice(result.size());
    result.erase(result.begin() + static_cast<std::ptrdiff_t>(k));
    keep_small(add(Opcode::kReduce, type_of(x), result, {x, scalar(type_of(x), 0)},
                   {{AttributeKey::kDimensions, Ints{static_cast<std::int64_t>(k)}},
                    {AttributeKey::kToApply, scalar_computation(type_of(x), dice(2))}}));
  }
  void reduce_pair(InstructionId x) {
    Extents extents = extents_of_value(x);
    if (extents.empty()) return;
    const std::size_t k = dice(extents.size());
    extents.erase(extents.begin() + static_cast<std::ptrdiff_t>(k));
    const Shape one = array_shape(type_of(x), extents);
    Shape pair{.type = PrimitiveType::kTuple};
    pair.elements = {one, one};
    const InstructionId zero = scalar(type_of(x), 0);
    const InstructionId both = module_.add(
        entry_, {.opcode = Opcode::kReduce,
                 .shape = module_.keep(pair),
                 .operands = {x, partner(x), zero, zero},
                 .attributes = {{AttributeKey::kDimensions, Ints{static_cast<std::int64_t>(k)}},
                                {AttributeKey::kToApply, scalar_computation(type_of(x), 4)}}});
    for (const std::int64_t i : {0, 1}) keep_small(element(entry_, both, i));
  }
  void window(InstructionId x) {
    const Extents extents = extents_of_value(x);
    Window window;
    Extents result;
    for (const std::int64_t extent : extents) {
      window.push_back({.size = between(1, 2),
                        .stride = between(1, 2),
                        .padding_low = between(0, 1),
                        .padding_high = between(0, 1)});
      result.push_back(*windowed_extent(extent, window.back()));
    }
    if (extents.empty() || size_of(result) == 0) return;
    keep_small(add(Opcode::kReduceWindow, type_of(x), result, {x, scalar(type_of(x), 0)},
                   {{AttributeKey::kWindow, window},
                    {AttributeKey::kToApply, scalar_computation(type_of(x), dice(2))}}));
  }
  void dot(InstructionId x) {
    const Extents extents = extents_of_value(x);
    if (extents.empty() || extents.size() > 3) return;
    const std::size_t contracted = dice(extents.size());
    // x times itself, summed over one dimension, paired over the others up to a random one.
    Ints batch;
    Extents result;
    Extents free;
    for (std::size_t k = 0; k < extents.size(); ++k) {
      if (k == contracted) continue;
      if (batch.empty() && dice(2) == 0) {
        batch.push_back(static_cast<std::int64_t>(k));
        result.push_back(extents[k]);
      } else {
        free.push_back(extents[k]);
      }
    }
    result.insert(result.end(), free.begin(), free.end());
    result.insert(result.end(), free.begin(), free.end());
    if (size_of(result) > kMaxElements || result.size() > 5) return;
    const Ints over{static_cast<std::int64_t>(contracted)};
    keep_small(add(Opcode::kDot, type_of(x), result, {x, partner(x)},
                   {{AttributeKey::kLhsBatchDims, batch},
                    {AttributeKey::kLhsContractingDims, over},
                    {AttributeKey::kRhsBatchDims, batch},
                    {AttributeKey::kRhsContractingDims, over}}));
  }
  /// x [b, s, f] with a kernel cut from it: [2, f, b].
  void convolution(InstructionId x) {
    const Extents extents = extents_of_value(x);
    if (extents.size() != 3 || extents[1] < 2) return;
    const InstructionId part = add(
        Opcode::kSlice, type_of(x), {extents[0], 2, extents[2]}, {x},
        {{AttributeKey::kSlice, SliceRanges{{0, extents[0], 1}, {0, 2, 1}, {0, extents[2], 1}}}});
    const InstructionId kernel = add(Opcode::kTranspose, type_of(x), {2, extents[2], extents[0]},
                                     {part}, {{AttributeKey::kDimensions, Ints{1, 2, 0}}});
    const WindowDimension along{.size = 2, .padding_low = between(0, 1)};
    const ConvolutionDimensions labels{0, 2, {1}, 1, 2, {0}, 0, 2, {1}};
    keep_small(
        add(Opcode::kConvolution, type_of(x),
            {extents[0], *windowed_extent(extents[1], along), extents[0]}, {x, kernel},
            {{AttributeKey::kWindow, Window{along}}, {AttributeKey::kDimLabels, Shared(labels)}}));
  }
  /// Indices 0, 2, 4 .. along dimension 0; those beyond are moved inside.
  InstructionId indices(std::int64_t n) {
    const InstructionId i = add(Opcode::kIota, PrimitiveType::kS32, {n, 1}, {},
                                {{AttributeKey::kIotaDimension, std::int64_t{0}}});
    return add(Opcode::kAdd, PrimitiveType::kS32, {n, 1}, {i, i});
  }
  void gather(InstructionId x) {
    Extents sizes = extents_of_value(x);
    if (sizes.empty()) return;
    const std::int64_t n = between(1, 3);
    sizes[0] = 1;
    Extents result = sizes;
    result[0] = n;
    Ints offsets = counted(sizes.size());
    offsets.erase(offsets.begin());
    keep(add(Opcode::kGather, type_of(x), result, {x, indices(n)},
             {{AttributeKey::kOffsetDims, offsets},
              {AttributeKey::kCollapsedSliceDims, Ints{0}},
              {AttributeKey::kStartIndexMap, Ints{0}},
              {AttributeKey::kIndexVectorDim, std::int64_t{1}},
              {AttributeKey::kSliceSizes, sizes}}));
  }
  void scatter(InstructionId x) {
    const Extents extents = extents_of_value(x);
    if (extents.empty()) return;
    Ints window = counted(extents.size());
    window.erase(window.begin());
    keep_small(add(Opcode::kScatter, type_of(x), extents, {x, indices(extents[0]), partner(x)},
                   {{AttributeKey::kUpdateWindowDims, window},
                    {AttributeKey::kInsertedWindowDims, Ints{0}},
                    {AttributeKey::kScatterDimsToOperandDims, Ints{0}},
                    {AttributeKey::kIndexVectorDim, std::int64_t{1}},
                    {AttributeKey::kToApply, scalar_computation(type_of(x), 0)}}));
  }
  void sort(InstructionId x) {
    const Extents extents = extents_of_value(x);
    if (extents.empty()) return;
    keep(add(Opcode::kSort, type_of(x), extents, {x},
             {{AttributeKey::kDimensions, Ints{static_cast<std::int64_t>(dice(extents.size()))}},
              {AttributeKey::kToApply, scalar_computation(type_of(x), 2)}}));
  }
  void dynamic_slice(InstructionId x) {
    const Extents extents = extents_of_value(x);
    Extents sizes = extents;
    std::vector<InstructionId> operands{x};
    for (std::int64_t& size : sizes) {
      size = between(1, size);
      operands.push_back(scalar(PrimitiveType::kS32, static_cast<double>(between(-1, 3))));
    }
    const InstructionId cut = add(Opcode::kDynamicSlice, type_of(x), sizes, operands,
                                  {{AttributeKey::kDynamicSliceSizes, sizes}});
    operands.insert(operands.begin() + 1, cut);
    std::reverse(operands.begin() + 2, operands.end());
    keep(add(Opcode::kDynamicUpdateSlice, type_of(x), extents, operands));
  }

  Shape state_shape(InstructionId x) const {
    Shape tuple{.type = PrimitiveType::kTuple};
    tuple.elements = {module_.shape_of(x), array_shape(PrimitiveType::kS32, {})};
    return tuple;
  }
  InstructionId element(ComputationId c, InstructionId tuple, std::int64_t index) {
    return module_.add(
        c,
        {.opcode = Opcode::kGetTupleElement,
         .shape = module_.keep(module_.shape_of(tuple).elements[static_cast<std::size_t>(index)]),
         .operands = {tuple},
         .attributes = {{AttributeKey::kIndex, index}}});
  }
  InstructionId counter(ComputationId c, double value) {
    const std::array<double, 1> values = {value};
    return module_.add(
        c, {.opcode = Opcode::kConstant,
            .shape = module_.keep(array_shape(PrimitiveType::kS32, {})),
            .attributes = {
                {AttributeKey::kLiteral, Shared(make_literal(PrimitiveType::kS32, {}, values))}}});
  }

  /// for (i = 0; i < 3; ++i) x = reverse(x)
  void loop(InstructionId x) {
    const Extents extents = extents_of_value(x);
    if (extents.empty()) return;
    const ShapeId state = module_.keep(state_shape(x));
    const ShapeId s32 = module_.keep(array_shape(PrimitiveType::kS32, {}));
    const ComputationId condition = module_.add_computation("condition");
    InstructionId p = module_.add_parameter(condition, 0, state, "p");
    module_.set_root(
        condition,
        module_.add(condition, {.opcode = Opcode::kCompare,
                                .shape = module_.keep(array_shape(PrimitiveType::kPred, {})),
                                .operands = {element(condition, p, 1), counter(condition, 3)},
                                .attributes = {direction_of("LT")}}));
    const ComputationId body = module_.add_computation("body");
    p = module_.add_parameter(body, 0, state, "p");
    const InstructionId turned =
        module_.add(body, {.opcode = Opcode::kReverse,
                           .shape = module_[x].shape,
                           .operands = {element(body, p, 0)},
                           .attributes = {{AttributeKey::kDimensions, Ints{0}}}});
    const InstructionId next =
        module_.add(body, {.opcode = Opcode::kAdd,
                           .shape = s32,
                           .operands = {element(body, p, 1), counter(body, 1)}});
    module_.set_root(
        body,
        module_.add(body, {.opcode = Opcode::kTuple, .shape = state, .operands = {turned, next}}));
    const InstructionId first = module_.add(
        entry_, {.opcode = Opcode::kTuple, .shape = state, .operands = {x, counter(entry_, 0)}});
    const InstructionId last = module_.add(
        entry_,
        {.opcode = Opcode::kWhile,
         .shape = state,
         .operands = {first},
         .attributes = {{AttributeKey::kCondition, condition}, {AttributeKey::kBody, body}}});
    keep(element(entry_, last, 0));
  }

  /// A computation of one array: opcode(x).
  ComputationId function_of(InstructionId x, Opcode opcode) {
    const ComputationId c = module_.add_computation("function");
    const InstructionId p = module_.add_parameter(c, 0, module_[x].shape, "x");
    module_.set_root(
        c, module_.add(c, {.opcode = opcode, .shape = module_[x].shape, .operands = {p}}));
    return c;
  }
  void conditional(InstructionId x) {
    const Computations branches{function_of(x, Opcode::kNegate), function_of(x, Opcode::kAbs)};
    const auto chosen = static_cast<double>(between(0, 1));
    keep(add(Opcode::kConditional, type_of(x), extents_of_value(x),
             {scalar(PrimitiveType::kS32, chosen), x, partner(x)},
             {{AttributeKey::kBranchComputations, branches}}));
  }
  void call(InstructionId x) {
    keep(add(Opcode::kCall, type_of(x), extents_of_value(x), {x},
             {{AttributeKey::kToApply, function_of(x, Opcode::kNegate)}}));
  }
  void tuple(InstructionId x) {
    const ShapeId state = module_.keep(state_shape(x));
    const InstructionId pair = module_.add(
        entry_, {.opcode = Opcode::kTuple, .shape = state, .operands = {x, counter(entry_, 0)}});
    const InstructionId barrier =
        module_.add(entry_, {.opcode = Opcode::kOptBarrier, .shape = state, .operands = {pair}});
    keep(element(entry_, barrier, 0));
  }

  /// The last values, so that most of the module counts.
  void finish() {
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

  RandomBits bits_;
  std::size_t operations_;
  std::span<const Opcode> favourites_;
  Module module_ = {};
  ComputationId entry_ = {};
  std::vector<InstructionId> values_ = {};
};

/// What passes a value on as it is, so that its layout must be the one that is declared.
bool hands_on(Opcode opcode) {
  switch (opcode) {
    case Opcode::kTuple:
    case Opcode::kGetTupleElement:
    case Opcode::kParameter:
    case Opcode::kWhile:
    case Opcode::kConditional:
    case Opcode::kCall:
    case Opcode::kOptBarrier: return true;
    default: return false;
  }
}

class Relayouter {
 public:
  Relayouter(const Module& module, RandomBits& bits) : bits_(bits) { relaid_.module = module; }

  Relaid relaid() {
    Module& module = relaid_.module;
    std::vector<InstructionId> arrays;
    for (const ComputationId c : module.computations()) {
      for (const InstructionId id : module.instructions(c)) {
        const Shape& shape = module.shape_of(id);
        const bool has_order = notation::xla::is_array(shape) && shape.dimensions.size() > 1;
        if (has_order && !hands_on(module[id].opcode)) arrays.push_back(id);
      }
    }
    for (const InstructionId id : arrays) give_layout(id);
    return std::move(relaid_);
  }

 private:
  std::size_t dice(std::size_t n) { return static_cast<std::size_t>(bits_.next() % n); }

  Layout any_layout(std::size_t rank) {
    Layout layout = notation::xla::descending_layout(rank);
    auto& order = layout.minor_to_major;
    for (std::size_t i = rank; i > 1; --i) std::swap(order[i - 1], order[dice(i)]);
    return dice(4) == 0 ? layout.tiled({2, 3}) : layout;
  }

  /// Bitcasts keep untiled bytes only.
  static Layout transposed_layout(const Layout& from, const Ints& permutation) {
    Layout result = from;
    for (std::int64_t& d : result.minor_to_major) {
      d = std::distance(permutation.begin(), std::ranges::find(permutation, d));
    }
    return result;
  }

  void give_layout(InstructionId id) {
    Module& module = relaid_.module;
    Shape shape = module.shape_of(id);
    const Shape default_shape = shape;
    const Layout from = notation::xla::layout_or_default(
        module.operands(id).empty() ? shape : module.shape_of(module.operand(id, 0)));
    const bool is_transpose = module[id].opcode == Opcode::kTranspose;
    if (is_transpose && from.tiles.empty() && dice(2) == 0) {
      shape.layout = transposed_layout(from, integers_of(module[id], AttributeKey::kDimensions));
      module[id].opcode = Opcode::kBitcast;
      remove_attribute(module[id], AttributeKey::kDimensions);
      relaid_.bitcasts.push_back(id);
    } else {
      shape.layout = any_layout(shape.dimensions.size());
    }
    module[id].shape = module.keep(shape);
    if (shape.layout != default_shape.layout) copy_for_users(id, default_shape);
  }

  void copy_for_users(InstructionId id, const Shape& shape) {
    Module& module = relaid_.module;
    std::vector<Use> uses;
    for (const Use use : module.uses(id)) {
      if (hands_on(module[use.user].opcode)) uses.push_back(use);
    }
    const bool is_root = module.is_root(id);
    if (uses.empty() && !is_root) return;
    const InstructionId copy = module.add_after(
        id, {.opcode = Opcode::kCopy, .shape = module.keep(shape), .operands = {id}});
    for (const Use& use : uses) module.replace_operand(use.user, use.operand, copy);
    if (is_root) module.set_root(module[id].computation, copy);
    relaid_.copies.push_back(copy);
  }

  RandomBits& bits_;
  Relaid relaid_ = {};
};

}  // namespace

Module any_module(RandomBits bits, std::size_t operations, std::span<const Opcode> favourites) {
  return Writer(bits, operations, favourites).module();
}

std::vector<Elements> any_inputs(const Module& module, RandomBits& bits) {
  std::vector<Elements> inputs;
  for (const Shape& shape : input_shapes(module)) {
    inputs.push_back(random_elements(shape.type,
                                     static_cast<std::size_t>(size_of(extents_of(shape))),
                                     RandomNumbers::kIntegers, bits));
  }
  return inputs;
}

Relaid any_layouts(const Module& module, RandomBits& bits) {
  return Relayouter(module, bits).relaid();
}

}  // namespace tileglot::hlo::run
