// SPDX-License-Identifier: Apache-2.0
// array_pattern.h: the pattern of one array, from the classes of its ranks.
//
// What     array_pattern(classes) is the first kind of pattern.h whose definition holds of the whole
//          array. is_whole is left false: only the resharding knows its ranks.
// Why      The definitions are stated once, each as a few counts.
// How      Ranks that lack elements are grouped into families: those whose target tiles consist of
//          the same parts of the same sources. Each kind asks something of each family.
// Errors   None. kIrregular where no kind fits, and where classes of a side share a tile.
#pragma once

#include "tileglot/relayout/reshard/pattern.h"
#include "tileglot/relayout/reshard/rank_classes.h"

namespace tileglot::relayout::reshard {

Pattern array_pattern(const RankClasses& classes);

}  // namespace tileglot::relayout::reshard
