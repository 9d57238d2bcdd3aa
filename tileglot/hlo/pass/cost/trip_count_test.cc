// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/cost/trip_count.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/order.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/cost/counted_loop.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/explain/loops.h"
#include "tileglot/hlo/pass/laws/any_loops.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/laws/simulated_runs.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo::pass {
namespace {

using notation::xla::PrimitiveType;

/// The parts of a module whose loop w counts in (s32 i, s32 limit).
struct Parts {
  std::string next = "one = s32[] constant(1) next = s32[] add(i, one)";
  std::string limit = "limit";  ///< of the next state
  std::string compare = "n = s32[] constant(100) ROOT c = pred[] compare(i, n), direction=LT";
  std::string start = "zero = s32[] constant(0)";
  std::string config = {};
  std::string others = {};  ///< computations
};

std::string text_of(const Parts& parts) {
  const std::string state = "(s32[], s32[])";
  const std::string leaves = "s = " + state +
                             " parameter(0) i = s32[] get-tuple-element(s), index=0"
                             " limit = s32[] get-tuple-element(s), index=1 ";
  return parts.others + "body { " + leaves + parts.next + " ROOT t = " + state + " tuple(next, " +
         parts.limit + ") }\ncondition { " + leaves + parts.compare +
         " }\nENTRY e { outside = s32[] parameter(0) seven = s32[] constant(7) " + parts.start +
         " init = " + state + " tuple(zero, seven) ROOT w = " + state +
         " while(init), condition=condition, body=body" + parts.config + " }";
}

std::optional<TripCount> count_in(const std::string& text) {
  const Module module = parsed_module(text);
  const auto valid = verify(module);
  EXPECT_TRUE(valid) << valid.error()->message;
  return trip_count(module, callers(module), named(module, "w"));
}

/// Nothing where the number is unknown.
std::optional<std::int64_t> trips(const Parts& parts) {
  const auto found = count_in(text_of(parts));
  return found ? std::optional(found->trips) : std::nullopt;
}

TEST(TripCount, ACounterAndAConstantTellTheTrips) {
  EXPECT_EQ(count_in(text_of({})), (TripCount{.trips = 100, .source = TripSource::kCondition}));
  EXPECT_EQ(trips({.compare = "n = s32[] constant(9) ROOT c = pred[] compare(n, i), direction=GE"}),
            10);
  EXPECT_EQ(
      trips({.next = "three = s32[] constant(3) next = s32[] subtract(i, three)",
             .compare = "n = s32[] constant(-10) ROOT c = pred[] compare(i, n), direction=GT"}),
      4);
}

TEST(TripCount, KnownTripCountIsReadInEverySpelling) {
  const auto read = [](const std::string& config) {
    return count_in(text_of({.config = ", backend_config=" + config}));
  };
  const TripCount seven{.trips = 7, .source = TripSource::kBackendConfig};
  EXPECT_EQ(read(R"({"known_trip_count":{"n":"7"}})"), seven);
  EXPECT_EQ(read(R"({"known_trip_count": {"n": 7}, "known_init_step":{"init":"0","step":"1"}})"),
            seven);
  EXPECT_EQ(read(R"("{\"known_trip_count\":{\"n\":\"7\"}}")"), seven);
  EXPECT_EQ(known_trip_count(R"({"known_trip_count":{"n":"-7"}})"), std::nullopt);
  EXPECT_EQ(known_trip_count(R"({"known_trip_count":{"n":"99999999999999999999"}})"), std::nullopt);
  EXPECT_EQ(known_trip_count(R"({"known_trip_count":{)"), std::nullopt);
}

TEST(TripCount, ABoundThatTheBodyPassesOnIsAConstant) {
  const std::string by_limit = "ROOT c = pred[] compare(i, limit), direction=LT";
  EXPECT_EQ(trips({.compare = by_limit}), 7);
  EXPECT_EQ(trips({.limit = "next", .compare = by_limit}), std::nullopt);
}

TEST(TripCount, ACounterIsFollowedThroughFusions) {
  const Parts fused{.next = "k = s32[] copy(i) next = s32[] fusion(k), kind=kLoop, calls=more",
                    .compare = "ROOT c = pred[] fusion(i), kind=kLoop, calls=less",
                    .others =
                        "more { p = s32[] parameter(0) two = s32[] constant(2)"
                        " ROOT q = s32[] add(two, p) }\n"
                        "less { p = s32[] parameter(0) n = s32[] constant(9)"
                        " ROOT c = pred[] compare(p, n), direction=LT }\n"};
  EXPECT_EQ(trips(fused), 5);
}

TEST(TripCount, WhatIsNotCountedIsUnknown) {
  EXPECT_EQ(trips({.start = "zero = s32[] copy(outside)"}), std::nullopt);
  EXPECT_EQ(trips({.next = "next = s32[] multiply(i, i)"}), std::nullopt);
  EXPECT_EQ(trips({.next = "next = s32[] copy(i)"}), std::nullopt) << "it never ends";
  EXPECT_EQ(trips({.compare = "ROOT c = pred[] constant(true)"}), std::nullopt);
  EXPECT_EQ(trips({.compare = "ROOT c = pred[] constant(false)"}), 0);
}

TEST(TripCount, ABoundThatWrapsIsUnknown) {
  EXPECT_EQ(
      trips({.compare = "top = s32[] constant(2147483647) one = s32[] constant(1) "
                        "n = s32[] add(top, one) ROOT c = pred[] compare(i, n), direction=GE"}),
      std::nullopt);
}

TEST(TripCount, BranchesThatAreOneComputationHaveNoOperandInCommon) {
  const std::string state = "(s32[], s32[])";
  const auto text = [&state](const std::string& other) {
    return "body { s = " + state +
           " parameter(0) i = s32[] get-tuple-element(s), index=0 n = s32[] get-tuple-element(s), "
           "index=1 one = s32[] constant(1) next = s32[] add(i, one) ROOT t = " +
           state + " tuple(next, n) }\ncondition { s = " + state +
           " parameter(0) i = s32[] get-tuple-element(s), index=0 n = s32[] get-tuple-element(s), "
           "index=1 ROOT c = pred[] compare(i, n), direction=LT }\nbranch { n = s32[] parameter(0) "
           "zero = s32[] constant(0) init = " +
           state + " tuple(zero, n) ROOT w = " + state +
           " while(init), condition=condition, body=body }\nother { n = s32[] parameter(0) ROOT t "
           "= " +
           state +
           " tuple(n, n) }\nENTRY e { p = pred[] parameter(0) few = s32[] constant(3) many = s32[] "
           "constant(1000) ROOT r = " +
           state +
           " conditional(p, few, many), true_computation=branch, false_computation=" + other + " }";
  };
  EXPECT_EQ(count_in(text("other"))->trips, 3);
  EXPECT_FALSE(count_in(text("branch")));
}

TEST(TripCount, EveryDirectionIsCounted) {
  const auto counted = [](std::int64_t start, std::int64_t step, std::string_view direction,
                          std::int64_t bound) {
    return trips_of({.start = start, .step = step, .direction = direction, .bound = bound});
  };
  EXPECT_EQ(counted(0, 1, "LT", 100), 100);
  EXPECT_EQ(counted(0, 3, "LT", 100), 34);
  EXPECT_EQ(counted(0, 3, "LE", 99), 34);
  EXPECT_EQ(counted(10, -3, "GT", 0), 4);
  EXPECT_EQ(counted(10, -3, "GE", 1), 4);
  EXPECT_EQ(counted(0, 4, "NE", 12), 3);
  EXPECT_EQ(counted(0, 5, "NE", 12), std::nullopt);
  EXPECT_EQ(counted(0, -4, "NE", 12), std::nullopt);
  EXPECT_EQ(counted(5, 1, "EQ", 5), 1);
  EXPECT_EQ(counted(4, 1, "EQ", 5), 0);
  EXPECT_EQ(counted(7, 1, "LT", 7), 0);
  EXPECT_EQ(counted(0, -1, "LT", 7), std::nullopt);
  EXPECT_EQ(counted(0, 0, "LT", 7), std::nullopt);
  EXPECT_EQ(counted(0, 1, "XX", 7), std::nullopt);
}

TEST(TripCount, ACounterThatWouldWrapIsUnknown) {
  const auto counted = [](PrimitiveType type, std::int64_t start, std::int64_t step,
                          std::string_view direction, std::int64_t bound) {
    return trips_of(
        {.start = start, .step = step, .direction = direction, .bound = bound, .type = type});
  };
  EXPECT_EQ(counted(PrimitiveType::kS8, 0, 1, "LT", 127), 127);
  EXPECT_EQ(counted(PrimitiveType::kS8, 0, 1, "LE", 127), std::nullopt);
  EXPECT_EQ(counted(PrimitiveType::kS8, 0, 100, "LT", 127), std::nullopt);
  EXPECT_EQ(counted(PrimitiveType::kU8, 3, 255, "GT", 0), 3) << "255 is a step of -1";
  EXPECT_EQ(counted(PrimitiveType::kU8, 3, 255, "GE", 0), std::nullopt);
  EXPECT_EQ(counted(PrimitiveType::kS64, core::kInt64Min, 1, "LT", core::kInt64Max), std::nullopt);
  EXPECT_EQ(counted(PrimitiveType::kS64, 0, core::kInt64Min + 1, "GT", -1), 1);
}

/// A loop of 4 trips, or of an unknown number, whose body runs the loop of text_of({}) 100 times.
Module nested(bool is_known) {
  const std::string bound =
      is_known ? "n = s32[] constant(4)" : "n = s32[] get-tuple-element(s), index=1";
  std::string text = text_of({});
  text.replace(text.find("ENTRY e { outside = s32[] parameter(0)"), 38,
               "outer { s = (s32[], s32[]) parameter(0) j = s32[] get-tuple-element(s), index=0"
               " n = s32[] get-tuple-element(s), index=1");
  text.replace(text.find("ROOT w"), 6, "w");
  text.replace(text.rfind('}'), 1,
               " one = s32[] constant(1) k = s32[] add(j, one)"
               " ROOT t = (s32[], s32[]) tuple(k, n) }\n"
               "until { s = (s32[], s32[]) parameter(0) j = s32[] get-tuple-element(s), index=0 " +
                   bound +
                   " ROOT c = pred[] compare(j, n), direction=LT }\n"
                   "ENTRY e { p = s32[] parameter(0) z = s32[] constant(0)"
                   " init = (s32[], s32[]) tuple(z, p)"
                   " ROOT v = (s32[], s32[]) while(init), condition=until, body=outer }");
  return parsed_module(text);
}

std::int64_t runs(const Executions& executions, const Module& module, std::string_view name) {
  for (const ComputationId id : module.computations()) {
    if (module[id].name == name) return executions.of(id);
  }
  ADD_FAILURE() << name;
  return 0;
}

TEST(Executions, RunsOfNestedLoopsAreMultiplied) {
  const Module module = nested(true);
  const Executions found = executions_of(module);
  EXPECT_EQ(runs(found, module, "outer"), 4);
  EXPECT_EQ(runs(found, module, "until"), 5);
  EXPECT_EQ(runs(found, module, "body"), 400);
  EXPECT_EQ(runs(found, module, "condition"), 404);
  EXPECT_EQ(found.guessed_loops(), 0);
}

TEST(Executions, UnknownLoopsRunAsOftenAsIsGuessed) {
  const Module module = nested(false);
  EXPECT_EQ(runs(executions_of(module), module, "body"), 100 * kGuessedTrips);
  const Executions found = executions_of(module, 3);
  EXPECT_EQ(runs(found, module, "body"), 300);
  EXPECT_EQ(found.guessed_loops(), 1);
  EXPECT_EQ(runs(executions_of(module, core::kInt64Max), module, "body"), core::kInt64Max);
  EXPECT_EQ(check_guess(-1).error()->code, "hlo.loop_trips");
}

TEST(Executions, LoopsAreToldWithWhereTheirTripsAreFrom) {
  const Module module = nested(false);
  EXPECT_EQ(explain_loops(module, executions_of(module)),
            "loop %v: 5 trips, a guess, which --loop-trips N replaces\n"
            "loop %w: 100 trips, as its condition says, in each of 5 runs\n");
}

TEST(ExecutionsLaw, RunsAreThoseOfASimulation) {
  core::check_law("runs_are_simulated", 10000, [] {
    const std::string text = any_loops();
    RC_LOG() << text;
    const Module module = parsed_module(text);
    const auto valid = verify(module);
    RC_ASSERT((valid ? "" : valid.error()->message) == "");
    const auto guess = *rc::gen::inRange<std::int64_t>(0, 4);
    const auto simulated = simulated_runs(module, guess);
    RC_PRE(simulated.has_value());
    RC_ASSERT(executions_of(module, guess).runs == *simulated);
  });
}

}  // namespace
}  // namespace tileglot::hlo::pass
