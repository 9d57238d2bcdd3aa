// SPDX-License-Identifier: Apache-2.0
// compiled_law_test.cc: compilation proved by running: random modules whose arguments and results have
// layout modes drawn at random compute the same bits before and after, on the bytes of the layouts that
// were chosen, and what was fixed is what the entry has.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/entry/entry_leaves.h"
#include "tileglot/hlo/pass/entry/entry_modes.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/compile_module.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/evaluate_stored.h"
#include "tileglot/hlo/run/interpret/interpreter.h"
#include "tileglot/hlo/run/laws/module_with_requests.h"
#include "tileglot/hlo/run/runnable/module.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/runtime/layout_mode.h"
#include "tileglot/notation/xla/runtime/layout_preference.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {
namespace {

namespace xla = notation::xla;
using xla::LayoutMode;

constexpr RunOptions kAsBytes{.handover = Handover::kAsBytes};

LayoutMode any_mode(const pass::EntryLeaf& leaf, RandomBits& bits) {
  const auto dice = [&bits](std::size_t n) { return static_cast<std::size_t>(bits.next() % n); };
  const std::size_t which = dice(3);
  if (which == 0 || !xla::is_array(leaf.shape)) return {};
  if (which == 1) return LayoutMode::chosen_by_compiler();
  xla::Layout layout = xla::descending_layout(rank(leaf.shape));
  auto& order = layout.minor_to_major;
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[dice(i)]);
  const bool is_tiled = order.size() > 1 && dice(3) == 0;
  return LayoutMode(is_tiled ? layout.tiled({2, 3}) : layout);
}

std::vector<pass::EntryMode> any_modes(const std::vector<pass::EntryLeaf>& leaves,
                                       RandomBits& bits) {
  std::vector<pass::EntryMode> modes;
  modes.reserve(leaves.size());
  for (const auto& leaf : leaves) {
    modes.push_back({any_mode(leaf, bits), pass::ModeSource::kCaller, 0});
  }
  return modes;
}

/// A result may use the memory of an argument that has its shape; some do.
void add_aliases(Module& module, const pass::EntryLeaves& leaves, RandomBits& bits) {
  for (std::size_t i = 0; i < std::min(leaves.arguments.size(), leaves.results.size()); ++i) {
    const auto& argument = leaves.arguments[i];
    const auto& result = leaves.results[i];
    if (argument.shape != result.shape || bits.next() % 2 == 0) continue;
    module.header.aliases.push_back({.output = result.path,
                                     .parameter = static_cast<std::int64_t>(*argument.parameter),
                                     .index = argument.path});
  }
}

/// Every layout that was asked for is there, and who shares memory lies alike.
void expect_honoured(const EntryLayout& requested, const Module& module) {
  const auto leaves = pass::entry_leaves(module);
  ASSERT_TRUE(leaves) << leaves.error()->message;
  std::vector<xla::Shape> wanted;
  for (const xla::Shape& shape : requested.parameters) {
    for (const auto& leaf : xla::leaves(shape)) wanted.push_back(leaf.shape);
  }
  for (const auto& leaf : xla::leaves(requested.result)) wanted.push_back(leaf.shape);
  std::size_t next = 0;
  for (const auto* side : {&leaves->arguments, &leaves->results}) {
    for (const auto& leaf : *side) {
      const auto& layout = wanted[next++].layout;
      EXPECT_TRUE(!layout || leaf.shape.layout == layout)
          << title_of(module, leaf) << print(module);
    }
  }
  for (const InputOutputAlias& alias : module.header.aliases) {
    const xla::Shape& from =
        module.header.entry_layout->parameters[static_cast<std::size_t>(alias.parameter)];
    EXPECT_EQ(xla::subshape(from, alias.index)->layout,
              xla::subshape(module.header.entry_layout->result, alias.output)->layout)
        << print(module);
  }
}

std::vector<PhysicalArray> in_rows(Memory& memory, const Module& module,
                                   std::span<const Elements> inputs) {
  std::vector<PhysicalArray> arrays;
  const std::vector<xla::Shape> shapes = input_shapes(module);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    xla::Shape shape = shapes[i];
    shape.layout = xla::descending_layout(rank(shape));
    arrays.push_back(*memory.write(inputs[i], shape));
  }
  return arrays;
}

class Compiled {
 public:
  std::size_t modules = 0;
  std::size_t with_border_copies = 0;
  std::size_t contradictions = 0;

  void check(const Module& original, const std::vector<Elements>& inputs,
             const std::vector<Output>& expected, const pass::EntryModes& modes,
             const pass::LayoutPolicy& policy) {
    Module module = original;
    const auto leaves = pass::entry_leaves(module);
    const auto entry =
        pass::entry_layout_by_modes(module, *leaves, modes, xla::row_major_representation());
    if (!entry) {
      ASSERT_EQ(entry.error()->code, "hlo.alias") << entry.error()->message;
      ++contradictions;
      return;
    }
    const auto done = pass::compile_module(module, policy, *entry);
    ASSERT_TRUE(done) << done.error()->message << print(original);
    ASSERT_TRUE(verify(module)) << verify(module).error()->message << print(module);
    ++modules;
    with_border_copies += done->border_copies > 0 ? 1U : 0U;
    expect_honoured(*entry, module);
    Memory memory{ArrayLimits()};
    const auto outputs = evaluate_stored(module, in_rows(memory, module, inputs), kAsBytes);
    ASSERT_TRUE(outputs) << outputs.error()->message << print(module);
    ASSERT_EQ(outputs->size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_TRUE(same_elements(read(outputs->at(i)), expected[i].elements))
          << i << print(original) << print(module);
    }
  }
};

TEST(CompiledLaw, CompiledModulesComputeTheSame) {
  Compiled compiled;
  core::check_law("compiled_modules_compute_the_same", 2000, [&] {
    RandomBits bits(*rc::gen::arbitrary<std::uint64_t>());
    Module module = any_module_with_requests(bits, *rc::gen::inRange<std::size_t>(1, 16));
    const std::vector<Elements> inputs = any_inputs(module, bits);
    const auto before = evaluate(module, inputs);
    ASSERT_TRUE(before) << before.error()->message << print(module);
    const auto leaves = pass::entry_leaves(module);
    add_aliases(module, *leaves, bits);
    const pass::EntryModes modes{any_modes(leaves->arguments, bits),
                                 any_modes(leaves->results, bits)};
    compiled.check(module, inputs, *before, modes, *pass::cpu_policy());
    compiled.check(module, inputs, *before, modes, *pass::gpu_policy(90));
  });
  std::cout << compiled.modules << " modules compiled, " << compiled.with_border_copies
            << " of them with copies at their border; " << compiled.contradictions
            << " contradict themselves\n";
  EXPECT_GE(4 * compiled.with_border_copies, compiled.modules);
}

}  // namespace
}  // namespace tileglot::hlo::run
