// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/inverse/domain_distribute.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

static_assert(*domain_distribute(*tuple_of(*tuple_of(64, 3), *tuple_of(8, 8)), 128) ==
              "(64,2):(_1,192)"_layout);
static_assert(*domain_distribute(core::static_integer(4), core::static_integer(128)) ==
              "_4:_1"_layout);
static_assert(!domain_distribute(*tuple_of(4, 0), 2).ok());

TEST(DomainDistribute, WorkersDivideTheModes) {
  EXPECT_EQ(print(*domain_distribute(*tuple_of(15, 14), 6)), "(3,2):(1,15)");
  EXPECT_EQ(print(*domain_distribute(*tuple_of(7, 6), 4)), "2:7");
  EXPECT_EQ(domain_distribute(4, 0).refusal.reason, Reason::kNoElements);
}

TEST(DomainDistribute, EachPlaceIsACoordinateOfItsOwn) {
  core::check_law("distribute_divides_each_mode", 10000, [] {
    const IntTuple shape = (*any_layout()).shape;
    if (has_zero(shape)) return;
    std::int64_t workers = *rc::gen::inRange<std::int64_t>(1, 64);
    const Layout<> places = *domain_distribute(shape, workers);
    std::vector<std::int64_t> wanted{0};
    std::int64_t step = 1;
    for (int slot = 0; slot < shape.slots; ++slot) {
      if (shape.is_empty(slot)) continue;
      const std::int64_t share = std::gcd(shape.values[slot], workers);
      const std::size_t before = wanted.size();
      for (std::int64_t k = 1; k < share; ++k) {
        for (std::size_t i = 0; i < before; ++i) wanted.push_back(wanted[i] + k * step);
      }
      workers /= share;
      step *= shape.values[slot];
    }
    ASSERT_EQ(offsets_of(places), wanted) << print(shape) << ": " << print(places);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
