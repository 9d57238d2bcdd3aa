// SPDX-License-Identifier: Apache-2.0
// pictures.h: the verbs that draw: show, operation, cell, export.
//
// Why      A page asks for the words of one cell after another, and then for the file of the same
//          picture, so the last few pictures are kept as they were drawn.
// Units    `cell` and `export` name their picture by "of", which has its verb beside its options.
// Example  {"do":"cell","of":{"of":{"verb":"show","layout":"(4,8):(8,1)"},"panel":0,"row":1,
//          "column":2}} has the title "(1,2), offset 10".
//          [tests: answer_test.cc, "a cell is one of the picture that is shown"]
// Errors   web.request where the picture is not named; those of api/show.
#pragma once

#include "tileglot/api/reply/reply.h"
#include "tileglot/web/asked.h"

namespace tileglot::web {

api::Reply answer_show(Asked& asked);
api::Reply answer_operation(Asked& asked);
api::Reply answer_cell(Asked& asked);
api::Reply answer_export(Asked& asked);

}  // namespace tileglot::web
