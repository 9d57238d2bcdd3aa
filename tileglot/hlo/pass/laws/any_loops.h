// SPDX-License-Identifier: Apache-2.0
// any_loops.h: random modules with loops, for laws.
//
// What     any_loops() draws the text of a module whose entry runs loops, some of them in others.
//          Their states carry arrays of two types and several shapes, some of which the bodies pass
//          on unchanged; bodies transpose, convert, multiply and add. Some entry layouts are open.
//          Loops count up or down to a constant, to a leaf that is passed on, or have a
//          known_trip_count; others depend on a parameter, and say nothing of their trips.
// Example  parsed_module(any_loops()) verifies.
//          [tests: hlo/pass/cost/trip_count_test.cc, "runs are those of a simulation"]
#pragma once

#include <string>

namespace tileglot::hlo::pass {

/// Draws when it is called, inside a property.
std::string any_loops();

}  // namespace tileglot::hlo::pass
