// SPDX-License-Identifier: Apache-2.0
// Real modules for several devices, where the shared material is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tileglot/core/shared_material.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/laws/module_with_requests.h"
#include "tileglot/hlo/run/runnable/module.h"
#include "tileglot/hlo/run/sharded_run.h"
#include "tileglot/hlo/text/parse.h"

namespace tileglot::hlo::run {
namespace {

class RealDevices : public testing::Test {
 protected:
  void SetUp() override {
    const auto shared = core::shared_folder();
    if (shared) folder_ = *shared / "data/hlo";
    if (!shared || !std::filesystem::is_directory(folder_)) {
      GTEST_SKIP() << "SKIP: no recorded modules: set TILEGLOT_SHARED";
    }
  }

  Module read_module(const std::string& name) const {
    std::stringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    auto module = parse_module(text.str());
    EXPECT_TRUE(module && verify(*module)) << name;
    return *std::move(module);
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(RealDevices, EightDevicesGatherPackedNumbers) {
  const Module module = read_module("u4_all_gather_1x8.hlo");
  RandomBits bits(1);
  std::vector<std::vector<Elements>> inputs(8);
  for (auto& own : inputs) own = any_inputs(module, bits);
  const auto outputs = evaluate_on_devices(module, inputs, {.devices = {8, 1}});
  ASSERT_TRUE(outputs) << outputs.error()->message;
  const auto& all = numbers_of<std::uint8_t>((*outputs)[5][0].elements);
  for (std::size_t row = 0; row < 1024; ++row) {
    for (std::size_t device = 0; device < 8; ++device) {
      const auto& own = numbers_of<std::uint8_t>(inputs[device][0]);
      ASSERT_TRUE(std::equal(own.begin() + static_cast<std::ptrdiff_t>(row * 512),
                             own.begin() + static_cast<std::ptrdiff_t>(row * 512 + 512),
                             all.begin() + static_cast<std::ptrdiff_t>(row * 4096 + device * 512)))
          << row << " of device " << device;
    }
  }
  EXPECT_TRUE(same_outputs((*outputs)[0], (*outputs)[7]));
}

TEST_F(RealDevices, SixteenDevicesAddColumns) {
  const Module module = read_module("sharded_16_devices.hlo");
  RandomBits bits(1);
  const std::vector<Elements> inputs = any_inputs(module, bits);
  std::size_t devices = 0;
  const auto watch = [&](InstructionId, const DeviceValue& value) {
    devices = value.local.size();
    EXPECT_EQ(extents_of(value.local[9].array.shape), Extents({16, 1}));
  };
  const auto sharded = evaluate_sharded(module, inputs, {}, watch);
  ASSERT_TRUE(sharded) << sharded.error()->message;
  EXPECT_EQ(devices, 16U);
  EXPECT_TRUE(same_outputs(*evaluate(module, inputs), *sharded));
}

}  // namespace
}  // namespace tileglot::hlo::run
