// SPDX-License-Identifier: Apache-2.0
// answer.h: what the page calls: a JSON request in, a JSON reply out.
//
// What     answer(text, door) answers {"v":1,"id":7,"do":"show","lines":["A = (8,64):(64,1)"],
//          "of":{"line":0,"view":"grid"}} with {"v":1,"id":7,"ok":true,"exit":0, and the keys of the
//          command's JSON}, or with {"v":1,"id":7,"ok":false,"exit":2,"error":{"code","message",
//          "line" or "source","span","help","witness"}}. `of` has the options of the command line, with _ for -.
// Why      One function can be tested natively, and a module needs three exports.
// Units    Pictures come in columns (render/web/columns.h). An integer beyond 2^53 is a text. With
//          "form":"program" the reply is what the program prints with --json, or for
//          {"do":"eval","of":{"op":..,"args":[..]}} what `eval --jsonl` does, byte for byte.
// Example  {"do":"equal","of":{"left":"(2,4):(4,1)","right":"8:1"}}: "equal":false, exit 1.
//          [tests: answer_test.cc, "every verb answers"]
// Errors   web.request for what is not such a request; those of lines.h and of the command.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/web/door.h"

namespace tileglot::web {

/// Any text is answered.
std::string answer(std::string_view request, const Door& door);

}  // namespace tileglot::web
