// SPDX-License-Identifier: Apache-2.0
// vocabulary.h: all of CuTe's C++ words, for `using namespace tileglot::cute`.
//
// What     constant.h and tuple.h: static integers, shapes and traits. layout_words.h: making
//          layouts, asking and printing them; layout_call.h: calling them; the other _words.h: the
//          operations of their kind. Not included: composed_algebra_words.h (swizzles and composed
//          layouts), static_index.h.
// Why      Code written for CuTe begins with one include.
// Example  [tests: seed_layouts_test.cc, "the nine layouts"]
#pragma once

#include "tileglot/notation/cute/algebra_words.h"
#include "tileglot/notation/cute/arithmetic_words.h"
#include "tileglot/notation/cute/constant.h"
#include "tileglot/notation/cute/construction_words.h"
#include "tileglot/notation/cute/layout_call.h"
#include "tileglot/notation/cute/layout_words.h"
#include "tileglot/notation/cute/mode_words.h"
#include "tileglot/notation/cute/product_words.h"
#include "tileglot/notation/cute/recast_words.h"
#include "tileglot/notation/cute/relation_words.h"
#include "tileglot/notation/cute/tuple.h"
