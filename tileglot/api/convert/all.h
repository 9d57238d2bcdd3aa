// SPDX-License-Identifier: Apache-2.0
// convert/all.h: a layout in every notation at once.
//
// What     convert_to_all(source, reading) makes a table: a mark, the notation, the text or the
//          reason why it does not exist, and how exact it is.
// Marks    ✓ exact: proved by reading the text again (convert/proof.h). ? written but not proved.
//          ◐ as a view: the notation has one stride per dimension, and the dimensions must be split
//          into digits that have one each. ✗ impossible.
// Units    On a terminal texts are wrapped to its width; in a file a text is one line, so that
//          other programs can find it.
// Example  f32[4,6]{1,0:T(2,2)}: NumPy has the 4-D view shape=(2,2,3,2) strides=(12,2,4,1)
//          elements.
//          [tests: convert/all_test.cc, "a view has its mark and its strides"]
#pragma once

#include <string>

#include "tileglot/api/convert/reading.h"
#include "tileglot/api/convert/target.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"

namespace tileglot::api {

/// `reading` is what the source was made of.
Answer convert_to_all(const Source& source, const Reading& reading, const Terminal& terminal);

/// Joins a note of several lines into one, for JSON.
void add_note(Json& json, std::string note);

}  // namespace tileglot::api
