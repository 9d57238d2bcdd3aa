// SPDX-License-Identifier: Apache-2.0
// Real modules, where the shared material is there: each copy has its cause, and its text says which.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/shared_material.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/cost/copied_bytes.h"
#include "tileglot/hlo/pass/explain/assignment.h"
#include "tileglot/hlo/pass/explain/copy_causes.h"
#include "tileglot/hlo/pass/explain/explained_copies.h"
#include "tileglot/hlo/pass/explain/open_entry_layouts.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo::pass {
namespace {

using Texts = std::vector<std::string>;

class RealModels : public testing::Test {
 protected:
  void SetUp() override {
    const auto shared = core::shared_folder();
    if (shared) folder_ = *shared / "data/hlo";
    if (!shared || !std::filesystem::is_directory(folder_)) {
      GTEST_SKIP() << "SKIP: no recorded modules: set TILEGLOT_SHARED";
    }
  }

  Assigned assigned(const std::string& name, std::string_view target) const {
    std::stringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return {text.str(), target};
  }

 private:
  std::filesystem::path folder_;
};

/// In the report too: copies that share a line share the rules at both ends of both chains.
void expect_the_report_counts_every_copy(const Assigned& a) {
  std::int64_t count = 0;
  std::map<std::string, const CopyCause*> by_text;
  const std::vector<CopyCause> causes = causes_of(a.module(), a.assignment());
  for (const CopyCause& cause : causes) {
    count += cause.count();
    const std::string text = std::string(name_of(cause.read.nearest)) + " because " +
                             std::string(name_of(cause.read.origin)) + " against " +
                             std::string(name_of(cause.made.nearest)) + " because " +
                             std::string(name_of(cause.made.origin)) + " " +
                             notation::xla::print(a.module().shape(cause.from)) + " -> " +
                             notation::xla::print(a.module().shape(cause.to));
    EXPECT_TRUE(by_text.try_emplace(text, &cause).second) << text;
  }
  EXPECT_EQ(count, static_cast<std::int64_t>(a.assignment().copies.size()));
}

void expect_explained(const Assigned& a, std::size_t copies) {
  ASSERT_TRUE(a.ok()) << a.error_code();
  EXPECT_EQ(a.assignment().copies.size(), copies);
  EXPECT_TRUE(check_layouts_assigned(a.module()));
  EXPECT_EQ(fault_in_explanations(a.module(), a.assignment()), "");
  expect_the_report_counts_every_copy(a);
}

// XLA inserts 105 after its earlier passes have rewritten the module; as it stands there it has 72.
TEST_F(RealModels, EveryCopyOfMobileNetHasItsCause) {
  expect_explained(assigned("mobilenet_v2.hlo", "cpu"), 72);
}

TEST_F(RealModels, EveryCopyOfLlamaHasItsCause) {
  expect_explained(assigned("hlo_llama31_8b_bf16_1x8.hlo", "sm_90"), 321);
  expect_explained(assigned("hlo_llama31_8b_bf16_1x8.hlo", "cpu"), 770);
}

Texts open_leaf_texts(const Assigned& a) {
  Texts result;
  for (const OpenEntryLayout& leaf : open_entry_layouts(a.module(), a.assignment())) {
    const Decision& origin = origin_of(*a.assignment().decisions, leaf.decision);
    result.push_back(title_of(leaf) + " " + leaf.layout + " " + std::string(name_of(origin.rule)));
  }
  return result;
}

TEST_F(RealModels, AFixedEntryLayoutIsKept) {
  const std::string entry =
      "{(bf16[4096,64,8]{2,1,0}, bf16[4096,512,8]{2,1,0})->bf16[8,64,512]{2,1,0}}";
  const Assigned gpu = assigned("fixed_layout.hlo", "sm_90");
  expect_explained(gpu, 2);
  EXPECT_EQ(gpu.entry(), entry);
  EXPECT_EQ(gpu.copies(), (Texts{"p0 {2,1,0} -> {1,0,2} for res:0",  //
                                 "p1 {2,1,0} -> {1,0,2} for res:1"}));
  EXPECT_EQ(copied_bytes(gpu.module(), gpu.assignment().copies[0].copy), 4194304);
  EXPECT_EQ(copied_bytes(gpu.module(), gpu.assignment().copies[1].copy), 33554432);
  EXPECT_EQ(open_leaf_texts(gpu), Texts{});
  const Assigned cpu = assigned("fixed_layout.hlo", "cpu");
  expect_explained(cpu, 0);
  EXPECT_EQ(cpu.entry(), entry);
}

TEST_F(RealModels, AnOpenEntryLayoutIsChosenAndExplained) {
  const Assigned gpu = assigned("auto_layout.hlo", "sm_90");
  expect_explained(gpu, 0);
  EXPECT_EQ(gpu.entry(),
            "{(bf16[4096,64,8]{1,0,2}, bf16[4096,512,8]{1,0,2})->bf16[8,64,512]{2,1,0}}");
  EXPECT_EQ(open_leaf_texts(gpu),
            (Texts{"parameter 0 {1,0,2} gpu.dot.operand", "parameter 1 {1,0,2} gpu.dot.operand",
                   "the result {2,1,0} gpu.dot.result"}));
  const Assigned cpu = assigned("auto_layout.hlo", "cpu");
  expect_explained(cpu, 0);
  EXPECT_EQ(open_leaf_texts(cpu), (Texts{"parameter 0 {2,1,0} cpu.row_major_operation",
                                         "parameter 1 {2,1,0} cpu.row_major_operation",
                                         "the result {2,1,0} cpu.row_major_operation"}));
}

}  // namespace
}  // namespace tileglot::hlo::pass
