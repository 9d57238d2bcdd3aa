// SPDX-License-Identifier: Apache-2.0
// convolution_calls_law_test.cc: calls of cuDNN's convolutions mean the same after layout normalization.
// What cuDNN computes no evaluator knows; but a call says its roles by labels alone. So the test reads each
// call, before and after, as a plain convolution of the same roles, and runs that.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/convolution_dimensions.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/ir/window.h"
#include "tileglot/hlo/pass/normalize/layouts.h"
#include "tileglot/hlo/pass/normalize/normalized_invariant.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/laws/any_order_policy.h"
#include "tileglot/hlo/run/laws/module_with_requests.h"
#include "tileglot/hlo/run/runnable/module.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::PrimitiveType;
using notation::xla::Shape;

constexpr RunOptions kAsBytes{.handover = Handover::kAsBytes};
constexpr std::array kTargets = {"\"__cudnn$convForward\"", "\"__cudnn$convBackwardInput\"",
                                 "\"__cudnn$convBackwardFilter\""};

std::int64_t extent(const Shape& shape, std::int64_t d) {
  return *shape.dimensions[static_cast<std::size_t>(d)].bound;
}

/// What the roles of an array are, in their order; and in which dimension each is.
struct Roles {
  Ints extents = {};  ///< of outer, inner, and the spatial ones
  Ints dimension = {};
  std::int64_t outer() const { return dimension[0]; }
  std::int64_t inner() const { return dimension[1]; }
  Ints spatial() const { return {dimension.begin() + 2, dimension.end()}; }
};

Roles any_roles(Ints extents, RandomBits& bits) {
  Ints dimension(extents.size());
  for (std::size_t i = 0; i < dimension.size(); ++i) dimension[i] = static_cast<std::int64_t>(i);
  for (std::size_t i = dimension.size(); i > 1; --i) {
    std::swap(dimension[i - 1], dimension[bits.next() % i]);
  }
  return {.extents = std::move(extents), .dimension = std::move(dimension)};
}

Shape shape_of(const Roles& roles, RandomBits& bits) {
  Shape shape{.type = PrimitiveType::kS32};
  shape.dimensions.resize(roles.extents.size());
  for (std::size_t i = 0; i < roles.extents.size(); ++i) {
    shape.dimensions[static_cast<std::size_t>(roles.dimension[i])].bound = roles.extents[i];
  }
  shape.layout = any_order(roles.extents.size(), bits);
  return shape;
}

/// One call of a kind, its arrays in any order, its dimensions in any roles.
class AnyCall {
 public:
  explicit AnyCall(RandomBits& bits) : bits_(bits) {}

  Module module() {
    choose_roles();
    const std::size_t kind = bits_.next() % kTargets.size();
    const std::array<const Roles*, 3> arrays = in_order(kind);
    const ComputationId c = module_.add_computation("main");
    std::vector<InstructionId> operands;
    operands.reserve(2);
    for (std::size_t i = 0; i < 2; ++i) {
      operands.push_back(module_.add_parameter(c, static_cast<std::int64_t>(i),
                                               module_.keep(shape_of(*arrays[i], bits_)),
                                               module_.fresh_name("p")));
    }
    module_.set_root(c, module_.add(c, {.opcode = Opcode::kCustomCall,
                                        .shape = module_.keep(result(*arrays[2])),
                                        .operands = operands,
                                        .attributes = attributes(kind)}));
    module_.set_entry(c);
    return std::move(module_);
  }

 private:
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low +
           static_cast<std::int64_t>(bits_.next() % static_cast<std::uint64_t>(high - low + 1));
  }

  void choose_roles() {
    const std::int64_t batch = between(1, 3);
    const std::int64_t in = between(1, 4);
    const std::int64_t out = between(1, 4);
    Ints of_input{batch, in};
    Ints of_kernel{in, out};
    Ints of_output{batch, out};
    for (std::int64_t places = between(1, 3); places > 0; --places) {
      window_.push_back({.size = between(1, 3), .padding_low = between(0, 1)});
      of_input.push_back(between(3, 5));
      of_kernel.push_back(window_.back().size);
      of_output.push_back(*windowed_extent(of_input.back(), window_.back()));
    }
    input_ = any_roles(of_input, bits_);
    kernel_ = any_roles(of_kernel, bits_);
    output_ = any_roles(of_output, bits_);
  }

  std::array<const Roles*, 3> in_order(std::size_t kind) const {
    if (kind == 1) return {&output_, &kernel_, &input_};
    if (kind == 2) return {&input_, &output_, &kernel_};
    return {&input_, &kernel_, &output_};
  }

  /// Alone, or with the room that cuDNN works in.
  Shape result(const Roles& roles) {
    Shape array = shape_of(roles, bits_);
    if (bits_.next() % 2 == 0) return array;
    Shape tuple{.type = PrimitiveType::kTuple};
    Shape room{.type = PrimitiveType::kU8};
    room.dimensions = {{.bound = 0}};
    room.layout = any_order(1, bits_);
    tuple.elements = {std::move(array), std::move(room)};
    return tuple;
  }

  std::vector<Attribute> attributes(std::size_t kind) {
    const ConvolutionDimensions labels{input_.outer(),  input_.inner(),  input_.spatial(),
                                       kernel_.outer(), kernel_.inner(), kernel_.spatial(),
                                       output_.outer(), output_.inner(), output_.spatial()};
    return {{AttributeKey::kWindow, window_},
            {AttributeKey::kDimLabels, Shared(labels)},
            {AttributeKey::kCustomCallTarget, Text{module_.keep(kTargets[kind])}}};
  }

  RandomBits& bits_;
  Module module_ = {};
  Window window_ = {};
  Roles input_ = {};
  Roles kernel_ = {};
  Roles output_ = {};
};

/// The roles that a plain convolution gives the operands and the result of a call.
ConvolutionDimensions plain_labels(const ConvolutionDimensions& d, std::string_view target) {
  if (target == kTargets[1]) {
    return {d.output_batch,          d.output_feature,       d.output_spatial,
            d.kernel_output_feature, d.kernel_input_feature, d.kernel_spatial,
            d.input_batch,           d.input_feature,        d.input_spatial};
  }
  if (target == kTargets[2]) {
    return {d.input_feature,        d.input_batch,           d.input_spatial,
            d.output_batch,         d.output_feature,        d.output_spatial,
            d.kernel_input_feature, d.kernel_output_feature, d.kernel_spatial};
  }
  return d;
}

/// Steps of 1, with the padding that gives the extents of the result.
Window plain_window(const ConvolutionDimensions& d, const Shape& a, const Shape& b,
                    const Shape& result) {
  Window window;
  for (std::size_t i = 0; i < d.input_spatial.size(); ++i) {
    const std::int64_t size = extent(b, d.kernel_spatial[i]);
    const std::int64_t padding =
        extent(result, d.output_spatial[i]) - extent(a, d.input_spatial[i]) + size - 1;
    window.push_back({.size = size, .padding_low = size - 1, .padding_high = padding - (size - 1)});
  }
  return window;
}

InstructionId the_call(const Module& module) {
  std::optional<InstructionId> found;
  for (const InstructionId id : module.instructions(module.entry())) {
    if (module[id].opcode == Opcode::kCustomCall) found = id;
  }
  return *found;
}

void read_as_convolution(Module& module) {
  const InstructionId call = the_call(module);
  const Shape whole = module.shape_of(call);
  const Shape result = is_array(whole) ? whole : whole.elements[0];
  const InstructionId a = module.operand(call, 0);
  const InstructionId b = module.operand(call, 1);
  const auto& labels =
      **attribute_of<Shared<ConvolutionDimensions>>(module[call], AttributeKey::kDimLabels);
  const ConvolutionDimensions plain =
      plain_labels(labels, text_of(module[call], AttributeKey::kCustomCallTarget));
  InstructionId made = module.add_after(
      call, {.opcode = Opcode::kConvolution,
             .shape = module.keep(result),
             .operands = {a, b},
             .attributes = {{AttributeKey::kWindow,
                             plain_window(plain, module.shape_of(a), module.shape_of(b), result)},
                            {AttributeKey::kDimLabels, Shared(plain)}}});
  if (!is_array(whole)) {
    const InstructionId room =
        module.add_after(made, {.opcode = Opcode::kConstant,
                                .shape = module.keep(whole.elements[1]),
                                .attributes = {{AttributeKey::kLiteral,
                                                Shared(hlo::zeros(PrimitiveType::kU8, Ints{0}))}}});
    made = module.add_after(
        room, {.opcode = Opcode::kTuple, .shape = module.keep(whole), .operands = {made, room}});
  }
  module.replace_uses(call, made);
  module.remove(call);
}

core::Result<std::vector<Output>> run_as_convolution(Module module,
                                                     const std::vector<Elements>& inputs) {
  read_as_convolution(module);
  const auto sound = verify(module);
  if (!sound) ADD_FAILURE() << sound.error()->message << print(module);
  return evaluate(module, inputs, kAsBytes);
}

TEST(ConvolutionCallsLaw, NormalizedCallsMeanTheSame) {
  std::size_t modules = 0;
  std::size_t rewritten = 0;
  core::check_law("normalized_calls_mean_the_same", 5000, [&] {
    RandomBits bits(*rc::gen::arbitrary<std::uint64_t>());
    Module module = AnyCall(bits).module();
    const std::vector<Elements> inputs = any_inputs(module, bits);
    const auto before = run_as_convolution(module, inputs);
    ASSERT_TRUE(before) << before.error()->message << print(module);
    const std::string text = print(module);
    const auto changes = pass::normalize_layouts(module);
    ASSERT_TRUE(changes) << changes.error()->message << text;
    ASSERT_TRUE(verify(module)) << print(module);
    ASSERT_TRUE(pass::check_layouts_normalized(module)) << print(module);
    const auto after = run_as_convolution(module, inputs);
    ASSERT_TRUE(after) << after.error()->message << text << print(module);
    EXPECT_TRUE(same_outputs(*before, *after)) << text << print(module);
    ++modules;
    rewritten += *changes == 0 ? 0U : 1U;
  });
  std::cout << rewritten << " of " << modules << " calls were rewritten\n";
  EXPECT_GE(10 * rewritten, 9 * modules);
}

}  // namespace
}  // namespace tileglot::hlo::run
