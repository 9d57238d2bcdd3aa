// SPDX-License-Identifier: Apache-2.0
// settle.h: partial optimality (persistency) by max-flow: which variables may keep their choice.
//
// What     settled(network, choices) says for each variable whether some cheapest choices of the
//          whole network leave it as it is in `choices`; all settled variables may be left at once.
// Why      A good assignment is wrong in few places. Settled variables need no search, and the rest
//          falls apart into small pieces.
//
// How      A set S of variables is settled if it never pays to change some of them, whatever the
//          others choose: for each subset M of S, and all choices of M other than those it has,
//          putting M back costs nothing. An upper bound for the cost of putting M back is a sum
//          over variables and over pairs; where it favours being put back together it is a cut
//          (max_flow.h), and the maximum over all M is found at once. Variables of an M that could
//          lose are taken out of S, and the test is repeated, until none is left.
//
//          For a term T between v, w with the choices a, b, all minima over choices other than a,
//          b:
//            both put back            T(a,b) - min T(l,m)
//            v put back, w is b       T(a,b) - min T(l,b)
//            v put back, w not in S   the greatest T(a,m) - T(l,m) over all m
//
// Example  p = 1 and q = 0 cost 5 where they differ, p wants 1 by 2, q wants 0 by 9: q is settled,
//          p not.
//          [tests: hlo/optimal/settle_test.cc, "what wants to stay stays"]
// Source   Kovtun, Partial optimal labeling search for a NP-hard subclass of (max,+) problems,
//          2003; Shekhovtsov, Maximum persistency in energy minimization, 2014.
#pragma once

#include <span>
#include <vector>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {

std::vector<bool> settled(const CostNetwork& network, std::span<const Choice> choices);

}  // namespace tileglot::hlo::optimal
