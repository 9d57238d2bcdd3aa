// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/triton/inspect_module.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "tileglot/api/reply/reply.h"
#include "tileglot/core/shared_material.h"

namespace tileglot::api {
namespace {

constexpr const char* kModule =
    R"(#blocked = #ttg.blocked<{order = [0], sizePerThread = [2], threadsPerWarp = [4], warpsPerCTA = [1]}>
#pad = #ttg.padded_shared<[4:+2] {order = [0], shape = [8]}>
#smem = #ttg.shared_memory
#unused = #ttg.swizzled_shared<{vec = 3, perPhase = 1, maxPhase = 1, order = [0]}>
module {
  %0 = tt.load %p : tensor<8x!tt.ptr<f16>, #blocked> -> tensor<8xf16, #blocked>
  %1 = ttg.local_alloc %0 : (tensor<8xf16, #blocked>) -> !ttg.memdesc<3x8xf16, #pad, #smem, mutable>
  %2 = tt.expand_dims : tensor<8x1xf16, #blocked>
}
)";

TEST(InspectModule, AModuleListsItsLayoutsTheirTypesAndWhatTheyAre) {
  const Reply reply = inspect_module({.name = "'k.ttgir'", .text = kModule});
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(
      reply->text,
      "'k.ttgir': 3 layouts\n"
      "#blocked = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [4], warpsPerCTA = [1], "
      "order = [0]}>\n"
      "  tensor<8x!tt.ptr<f16>>, tensor<8xf16>\n"
      "    {register: [[1]], lane: [[2],[4]], warp: [], block: []} -> {dim0: 8}\n"
      "  tensor<8x1xf16>\n"
      "    error[triton.rank]: the encoding has 1 dimensions and the type 2\n"
      "#pad = #ttg.padded_shared<[4:+2] {order = [0], shape = [8]}>\n"
      "  padded: 2 elements more after every 4\n"
      "  !ttg.memdesc<3x8xf16>\n"
      "    {offset: [[1],[2],[4]], block: []} -> {dim0: 8}\n"
      "#unused\n"
      "  error[triton.power_of_two]: vec is 3, not a power of two\n"
      "  no type has it\n"
      "moves\n"
      "  line  operation        from                    to                          cost\n"
      "     7  ttg.local_alloc  tensor<8xf16> #blocked  !ttg.memdesc<3x8xf16> #pad  2 × f16 = 4 B; "
      "1-way, 4 of 32 banks\n");
  EXPECT_EQ(reply->note, "2 layouts could not be lowered\n");
}

TEST(InspectModule, AModuleAsJsonHasTheTypesAsWritten) {
  const Json json = inspect_module({.text = kModule})->json;
  EXPECT_EQ(json["kind"], "module");
  const Json& blocked = json["layouts"][0];
  EXPECT_EQ(blocked["name"], "#blocked");
  EXPECT_EQ(blocked["alias"], true);
  EXPECT_EQ(blocked["types"][0].dump(),
            R"({"type":"tensor<8x!tt.ptr<f16>, #blocked>","shape":[8],"element":"!tt.ptr<f16>",)"
            R"("linear":{"in":[["register",[[1]]],["lane",[[2],[4]]],["warp",[]],["block",[]]],)"
            R"("out":[["dim0",8]],"surjective":true}})");
  EXPECT_EQ(blocked["types"][2]["linear"], nullptr);
  EXPECT_EQ(blocked["types"][2]["error"]["code"], "triton.rank");
  EXPECT_EQ(json["layouts"][1]["padding"], Json({{4, 2}}));
  EXPECT_EQ(json["layouts"][2]["attribute"], nullptr);
}

TEST(InspectModule, AModuleIsToldByItsTextToo) {
  EXPECT_TRUE(is_module("kernel.ttir", ""));
  EXPECT_TRUE(is_module("kernel.txt", kModule));
  EXPECT_FALSE(is_module("kernel.txt", "hello"));
}

using Key = std::pair<std::string, std::string>;  // the attribute in full, and the type

/// What is recorded for a file: of each attribute and type the layout, null where it has none.
using Sidecar = std::map<Key, Json>;

std::map<std::string, Sidecar> sidecars(const std::filesystem::path& folder) {
  std::map<std::string, Sidecar> files;
  std::ifstream stream(folder / "ttgir_layouts.jsonl");
  for (std::string line; std::getline(stream, line);) {
    const Json json = Json::parse(line, nullptr, false);
    files[json["file"].get<std::string>()]
         [{json["attribute"].get<std::string>(), json["type"].get<std::string>()}] = json["linear"];
  }
  return files;
}

Sidecar inspected(const std::filesystem::path& file) {
  Sidecar found;
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  const Json json = inspect_module({.text = text.str()})->json;
  for (const Json& layout : json["layouts"]) {
    for (const Json& type : layout["types"]) {
      found[{layout["attribute"].get<std::string>(), type["type"].get<std::string>()}] =
          type["linear"];
    }
  }
  return found;
}

TEST(InspectModule, EveryLayoutOfEveryRecordedKernelIsAsRecorded) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
  const auto folder = *shared / "data" / "ttgir";
  const auto files = sidecars(folder);
  std::size_t layouts = 0;
  for (const auto& [file, expected] : files) {
    EXPECT_EQ(inspected(folder / file), expected) << file;
    layouts += expected.size();
  }
  EXPECT_GE(files.size(), 37U);
  EXPECT_GT(layouts, 900U);
}

}  // namespace
}  // namespace tileglot::api
