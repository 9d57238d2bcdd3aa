// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/parse.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/core/error.h"

namespace tileglot::api {
namespace {

/// "code: message" of a refusal.
std::string refused(const std::string& text) {
  const auto module = parse_hlo({.name = "m", .text = text}, false);
  return module ? "" : module.error()->code + ": " + module.error()->message;
}

TEST(ParseHlo, StableHloIsNamedAndWhatToDo) {
  const std::string stable =
      "// a comment\n#loc = loc(unknown)\nmodule @jit_f attributes {mhlo.num_partitions = 1 : i32} "
      "{\n  func.func public @main(%arg0: tensor<2xf32>) {\n    %0 = stablehlo.add %arg0, %arg0\n";
  EXPECT_EQ(refused(stable), "hlo.mlir: the input is StableHLO, not HLO");
  EXPECT_NE(parse_hlo({.text = stable}, false).error()->help.find("as_text(\"hlo\")"),
            std::string::npos);
  EXPECT_EQ(refused("#map = affine_map<(d0) -> (d0)>\nmodule {}"),
            "hlo.mlir: the input is MLIR, not HLO");
  EXPECT_EQ(refused("ML\xefR\x01"),
            "hlo.mlir: the input is MLIR bytecode, as of StableHLO, not HLO");
}

TEST(ParseHlo, CompressedInputIsNamed) {
  EXPECT_EQ(refused("\x1f\x8b\x08"), "hlo.compressed: the input is compressed");
}

TEST(ParseHlo, NamesLikeThoseOfMlirAreHlo) {
  EXPECT_EQ(refused("HloModule module\nENTRY module { ROOT func.func = f32[] parameter(0) }"), "");
  EXPECT_EQ(refused("module { ROOT p = f32[] parameter(0) }"), "");
}

}  // namespace
}  // namespace tileglot::api
