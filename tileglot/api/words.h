// SPDX-License-Identifier: Apache-2.0
// words.h: the words that requests take, and the colours of pictures.
//
// What     words() answers with element types, views, ways to colour and to label, palettes with
//          their colours, accesses, notations, and targets of HLO; words(operations) also with all
//          operations: name, signature, what, example.
// Why      A front end completes from this list instead of keeping its own.
// Example  "views" begins with grid; the first colour of "safe" is #ddf0fb.
//          [tests: words_test.cc, "every word is one that a request takes"]
#pragma once

#include "tileglot/api/eval/eval.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

Answer words();
Reply words(const OperationTable& operations);

}  // namespace tileglot::api
