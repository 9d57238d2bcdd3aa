// SPDX-License-Identifier: Apache-2.0
// vocabulary.h: all of CuTe's C++ names, for `using namespace tileglot::cute`.
//
// What     constant.h and tuple.h: static integers, shapes and traits. layout_words.h: making
//          layouts, querying and printing them; layout_call.h: calling them; the other _words.h:
//          the operations of their kind. Not included: composed_algebra_words.h (swizzles and
//          composed layouts), static_index.h.
// Why      Code written for CuTe begins with one include.
// Example  [tests: seed_layouts_test.cc, "the nine layouts"]
#pragma once

#include "tileglot/cute/layout/algebra_words.h"
#include "tileglot/cute/layout/arithmetic_words.h"
#include "tileglot/cute/layout/constant.h"
#include "tileglot/cute/layout/construction_words.h"
#include "tileglot/cute/layout/layout_call.h"
#include "tileglot/cute/layout/layout_words.h"
#include "tileglot/cute/layout/mode_words.h"
#include "tileglot/cute/layout/product_words.h"
#include "tileglot/cute/layout/recast_words.h"
#include "tileglot/cute/layout/relation_words.h"
#include "tileglot/cute/layout/tuple.h"
