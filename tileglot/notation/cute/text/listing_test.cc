// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/listing.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

using Offsets = std::vector<std::int64_t>;

Listing listing_of(const char* text, std::int64_t at_most = 256) {
  return *list_values(*parse_any_layout(text), at_most);
}

TEST(Listing, ASwizzledLayoutIsListedByItsThreeParts) {
  EXPECT_EQ(listing_of("Sw<1,0,2> o 0 o 8:1").offsets, (Offsets{0, 1, 2, 3, 5, 4, 7, 6}));
  EXPECT_EQ(listing_of("Sw<1,0,2> o 4 o 4:1").offsets, (Offsets{5, 4, 7, 6}));
  EXPECT_EQ(listing_of("(2,2):(10,1) o 1 o 3:1").offsets, (Offsets{10, 1, 11}));
}

TEST(Listing, AsManyAsAskedForAreListed) {
  const Listing listing = listing_of("(4,2):(2,1)", 3);
  EXPECT_EQ(listing.size, 8);
  EXPECT_EQ(listing.offsets, (Offsets{0, 2, 4}));
  EXPECT_TRUE(listing_of("0:1").offsets.empty());
}

TEST(Listing, ScaledBasesListCoordinates) {
  const Listing listing = listing_of("(2,2):(1@1,1@0)");
  ASSERT_EQ(listing.coordinates.size(), 4U);
  EXPECT_EQ(listing.coordinates[1], "(0,1)");
  EXPECT_TRUE(listing.offsets.empty());
}

TEST(Listing, WhatHasNoValuesIsRefused) {
  EXPECT_EQ(list_values(ComposedLayout{Swizzle{}, 0, Swizzle{}}, 8).error()->code,
            "cute.unsupported");
  EXPECT_EQ(list_values(*parse_any_layout("(2,2):(1@0,1)"), 8).error()->code, "cute.basis");
}

}  // namespace
}  // namespace tileglot::notation::cute
