// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/operand.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/advice/advised.h"

namespace tileglot::advice {
namespace {

Request request(const std::string& layout, const std::string& access,
                const std::string& dtype = "f16") {
  return {.layout = layout, .dtype = dtype, .accesses = {.access = access}};
}

TEST(OperandAccess, AnOperandHasADescriptor) {
  const auto reply = advised(request("Sw<3,3,3> o 0 o (64,64):(64,1)", "wgmma"));
  EXPECT_EQ(reply->text,
            "Sw<3,3,3> o 0 o (64,64):(64,1)\n"
            "  logical                 8,192 B\n"
            "  physical                8,192 B  1x\n"
            "  rule              value                     limit      verdict\n"
            "  no alias          4096 elements             –          ✓ pass\n"
            "  operand, wgmma    K-major 128B, SBO 1024 B  canonical  ✓ pass descriptor "
            "0x4000004000010000 of the first of 4 instructions of 64x16\n"
            "  alignment needed  1024 B                    1024 B     ✓ pass\n"
            "  padding           0                         –          ✓ pass\n"
            "  0 warnings, 0 errors\n"
            "  model: descriptors of memory at address 0\n");
  const auto rule = rule_of(reply, "operand, wgmma");
  EXPECT_EQ(rule["descriptor"], "0x4000004000010000");
  EXPECT_EQ(rule["stride_bytes"], 1024);
  EXPECT_EQ(rule["leading_bytes"], nullptr);
}

TEST(OperandAccess, ALayoutThatIsNotOneShowsAnElement) {
  const auto reply = advised(request("Sw<3,3,3> o 0 o (64,64):(72,1)", "tcgen05"));
  const auto rule = rule_of(reply, "operand, tcgen05");
  EXPECT_EQ(rule["verdict"], "fail");
  EXPECT_EQ(
      rule["remark"],
      "element (1,0) is at byte 128, where a K-major 128B operand with SBO 1152 has byte 144");
  EXPECT_EQ(rule["element"], (value::Json{1, 0}));
  EXPECT_EQ(rule["found_bits"], 1024);
  EXPECT_EQ(rule["expected_bits"], 1152);
  EXPECT_EQ(reply->json["errors"], 1);
}

TEST(OperandAccess, ItIsCheckedBesideAccessesOfLanes) {
  Request asked = request("Sw<3,3,3> o 0 o (64,64):(64,1)", "wgmma,tcgen05,ldmatrix");
  asked.accesses.suggest = true;
  const auto reply = advised(asked);
  EXPECT_EQ(rule_of(reply, "operand, wgmma")["verdict"], "pass");
  EXPECT_EQ(rule_of(reply, "operand, tcgen05")["descriptor"], "0x4000404000010000");
  EXPECT_EQ(rule_of(reply, "bank conflicts, ldmatrix")["ways"], 1);
}

TEST(OperandAccess, OtherNotationsAreTakenByTheirOffsets) {
  EXPECT_EQ(rule_of(advised(request("f16[64,16]{1,0:T(8,8)}", "wgmma")), "operand, wgmma")["value"],
            "K-major unswizzled, LBO 128 B, SBO 256 B");
  EXPECT_EQ(rule_of(advised(request("s8[64,32]{1,0}", "wgmma", "s8")), "operand, wgmma")["verdict"],
            "fail");
}

TEST(OperandAccess, WhatNoInstructionReadsFails) {
  EXPECT_EQ(rule_of(advised(request("(64,64):(64,1)", "wgmma", "f64")), "operand, wgmma")["code"],
            "cute.operand_type");
  EXPECT_EQ(rule_of(advised(request("(60,64):(64,1)", "wgmma")), "operand, wgmma")["code"],
            "cute.operand_shape");
  Request asked = request("(64,64):(64,1)", "wgmma");
  asked.accesses.suggest = true;
  EXPECT_EQ(advised(asked).error()->code, "access.missing");
}

}  // namespace
}  // namespace tileglot::advice
