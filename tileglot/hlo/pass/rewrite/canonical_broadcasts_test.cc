// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/canonical_broadcasts.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/laws/passed_text.h"

namespace tileglot::hlo::pass {
namespace {

std::string canonical(std::string_view entry) {
  return passed("broadcast_canonicalizer", "ENTRY e { " + std::string(entry) + " }");
}

TEST(CanonicalBroadcasts, ATransposePutsThemWhereTheyWere) {
  EXPECT_EQ(canonical("p = f32[4,5]{1,0} parameter(0) "
                      "ROOT b = f32[5,3,4]{2,1,0} broadcast(p), dimensions={2,0}"),
            "p = f32[4,5]{1,0} parameter(0)\n"
            "b = f32[4,3,5]{2,1,0} broadcast(p), dimensions={0,2}\n"
            "ROOT transpose = f32[5,3,4]{2,1,0} transpose(b), dimensions={2,1,0}\n");
}

/// A cycle of three: the transpose is not its own inverse.
TEST(CanonicalBroadcasts, ThreeMayGoRound) {
  EXPECT_EQ(canonical("p = f32[2,3,4]{2,1,0} parameter(0) "
                      "ROOT b = f32[4,2,7,3]{0,1,2,3} broadcast(p), dimensions={1,3,0}"),
            "p = f32[2,3,4]{2,1,0} parameter(0)\n"
            "b = f32[2,3,7,4]{3,2,1,0} broadcast(p), dimensions={0,1,3}\n"
            "ROOT transpose = f32[4,2,7,3]{0,1,2,3} transpose(b), dimensions={3,0,2,1}\n");
}

TEST(CanonicalBroadcasts, WhatRisesStays) {
  for (const std::string_view text :
       {"p = f32[4,5]{0,1} parameter(0)\n"
        "ROOT b = f32[4,3,5]{0,1,2} broadcast(p), dimensions={0,2}\n",
        "p = f32[] parameter(0)\nROOT b = f32[4]{0} broadcast(p), dimensions={}\n"}) {
    EXPECT_EQ(canonical(text), text);
  }
}

TEST(CanonicalBroadcasts, PackedElementsStayPacked) {
  EXPECT_EQ(canonical("p = s4[4,5]{1,0:E(4)} parameter(0) "
                      "ROOT b = s4[5,4]{0,1:E(4)} broadcast(p), dimensions={1,0}"),
            "p = s4[4,5]{1,0:E(4)} parameter(0)\n"
            "b = s4[4,5]{1,0:E(4)} broadcast(p), dimensions={0,1}\n"
            "ROOT transpose = s4[5,4]{0,1:E(4)} transpose(b), dimensions={1,0}\n");
}

TEST(CanonicalBroadcasts, OneThatDoesNotRiseIsNoticed) {
  const auto status = check_broadcasts_canonical(
      parsed_module("ENTRY e { p = f32[4,5]{1,0} parameter(0) "
                    "ROOT b = f32[5,4]{1,0} broadcast(p), dimensions={1,0} }"));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error()->message, "b is a broadcast whose dimensions do not increase");
}

}  // namespace
}  // namespace tileglot::hlo::pass
