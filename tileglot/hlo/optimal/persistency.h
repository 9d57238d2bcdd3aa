// SPDX-License-Identifier: Apache-2.0
// persistency.h: partial optimality (persistency) by max-flow: which variables keep their choice.
//
// What     persistent(network, choices) says for each variable whether some cheapest choices of the
//          whole network leave it as it is in `choices`; all persistent variables may be left at
//          once.
// Why      A good assignment is wrong in few places. Persistent variables need no search, and the
//          rest falls apart into small pieces.
//
// How      A set S of variables is persistent if it never pays to change some of them, whatever the
//          others choose: for each subset M of S, and all choices of M other than those it has,
//          restoring M costs nothing. An upper bound for the cost of restoring M is a sum
//          over variables and over pairs; where it favours being restored together it is a cut
//          (max_flow.h), and the maximum over all M is found at once. Variables of an M that could
//          lose are taken out of S, and the test is repeated, until none is left.
//
//          For a term T between v, w with the choices a, b, all minima over choices other than a,
//          b:
//            both restored             T(a,b) - min T(l,m)
//            v restored, w is b        T(a,b) - min T(l,b)
//            v restored, w not in S    the greatest T(a,m) - T(l,m) over all m
//
// Example  p = 1 and q = 0 cost 5 where they differ, p wants 1 by 2, q wants 0 by 9: q is
//          persistent, p not.
//          [tests: hlo/optimal/persistency_test.cc, "what wants to stay stays"]
// Source   Kovtun, Partial optimal labeling search for a NP-hard subclass of (max,+) problems,
//          2003; Shekhovtsov, Maximum persistency in energy minimization, 2014.
//          The term and the case of two choices: Hammer, Hansen, Simeone, Roof duality,
//          complementation and persistency in quadratic 0-1 optimization, 1984.
#pragma once

#include <span>
#include <vector>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {

std::vector<bool> persistent(const CostNetwork& network, std::span<const Choice> choices);

}  // namespace tileglot::hlo::optimal
