// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/banks.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/show.h"

namespace tileglot::api {
namespace {

std::string last_line(const ShowRequest& request) {
  const Json footers = show(request)->json["picture"]["footers"];
  return footers.back();
}

constexpr const char* kSwizzled = "Sw<3,3,3> o 0 o (8,64):(64,1)";

TEST(ShowBanks, ASwizzleIsComparedWithItsBase) {
  const ShowRequest request{
      .layout = kSwizzled, .color = "bank", .label = "bank", .group = 8, .dtype = "f16"};
  EXPECT_EQ(last_line(request),
            "ldmatrix (8 rows × 16 B): 1-way, 32 of 32 banks ✓   without swizzle: 8-way, 4 of 32 "
            "banks");
  const Reply reply = show(request);
  const Json& cells = reply->json["picture"]["panels"][0]["cells"];
  ASSERT_EQ(cells.size(), 64U);
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      EXPECT_EQ(cells[std::size_t(8 * row + column)]["label"], std::to_string(4 * (row ^ column)));
    }
  }
}

TEST(ShowBanks, PhasesAreRowsAndConflictsAreWitnesses) {
  const ShowRequest request{.layout = "(8,64):(64,1)", .view = "banks", .dtype = "f16"};
  const Reply reply = show(request);
  const Json& cells = reply->json["picture"]["panels"][0]["cells"];
  ASSERT_EQ(cells.size(), 8U * 32U);
  EXPECT_EQ(cells[0]["label"], "8");
  EXPECT_EQ(cells[0]["kind"], "witness");
  EXPECT_EQ(cells[4]["kind"], "hole");
  EXPECT_EQ(last_line(request), "ldmatrix (8 rows × 16 B): 8-way, 4 of 32 banks");
}

TEST(ShowBanks, AnotherAccessCanBeAsked) {
  EXPECT_EQ(
      last_line(
          {.layout = "(32,32):(32,1)", .view = "banks", .access = "vector:1@0", .dtype = "f32"}),
      "vector:1@0 (4 B a lane): 32-way, 1 of 32 banks");
}

TEST(ShowBanks, AnUnknownAccessIsMarked) {
  const Reply reply =
      show({.layout = "(8,64):(64,1)", .view = "banks", .access = "ldmatrx", .dtype = "f16"});
  ASSERT_EQ(reply.error()->code, "access.kind");
  EXPECT_EQ(reply.error()->line->text, "ldmatrx");
  EXPECT_EQ(reply.error()->line->carets, "^^^^^^^");
}

TEST(ShowBanks, WhatHasNoBanksIsRefused) {
  const auto code = [](const ShowRequest& request) { return show(request).error()->code; };
  EXPECT_EQ(code({.layout = "(8,64):(64,1)", .view = "banks"}), "render.no_type");
  EXPECT_EQ(
      code({.layout = "(8,64):(64,1)", .view = "banks", .access = "global:4", .dtype = "f16"}),
      "show.option");
  EXPECT_EQ(code({.layout = "(8,64):(1,8)", .view = "banks", .access = "ldmatrix", .dtype = "f16"}),
            "access.element");
}

}  // namespace
}  // namespace tileglot::api
