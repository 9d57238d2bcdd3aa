// SPDX-License-Identifier: Apache-2.0
// vocabulary.h: all of CuTe's C++ names, for `using namespace tileglot::cute`.
//
// What     constant.h and tuple.h: static integers, shapes and traits. layout.h: making
//          layouts, querying and printing them; layout_call.h: calling them; the other headers:
//          the operations of their kind. Not included: composed_algebra.h (swizzles and
//          composed layouts), stream.h, macros.h, and what is in cute/kernel.
// Why      Code written for CuTe begins with one include.
// Example  [tests: seed_layouts_test.cc, "the nine layouts"]
#pragma once

#include "tileglot/cute/layout/algebra.h"
#include "tileglot/cute/layout/arithmetic.h"
#include "tileglot/cute/layout/constant.h"
#include "tileglot/cute/layout/construction.h"
#include "tileglot/cute/layout/layout.h"
#include "tileglot/cute/layout/layout_call.h"
#include "tileglot/cute/layout/modes.h"
#include "tileglot/cute/layout/product.h"
#include "tileglot/cute/layout/recast.h"
#include "tileglot/cute/layout/relations.h"
#include "tileglot/cute/layout/scaled_basis.h"
#include "tileglot/cute/layout/static_result.h"
#include "tileglot/cute/layout/tuple.h"
#include "tileglot/cute/layout/tuple_algorithms.h"
