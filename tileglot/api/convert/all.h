// SPDX-License-Identifier: Apache-2.0
// convert/all.h: a layout in every notation at once.
//
// What     convert_to_all(source, note) is a table: a mark, the notation, the text or the reason why
//          there is none, and how exact it is.
// Marks    ✓ exact: proved by reading the text again (convert/proof.h). ? written, and not proved.
//          ◐ as a view: the notation has one stride a dimension, and the digits of the dimensions
//          have one each. ✗ impossible.
// Units    On a terminal texts are wrapped to its width; in a file a text is one line, for other
//          programs to find.
// Example  f32[4,6]{1,0:T(2,2)}: NumPy has the 4-D view shape=(2,2,3,2) strides=(12,2,4,1) elements.
//          [tests: convert/all_test.cc, "a view has its mark and its strides"]
#pragma once

#include <string>

#include "tileglot/api/convert/target.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"

namespace tileglot::api {

/// `read_as` and `note` say how the source was read; read_as to all who are not CuTe's readers.
Answer convert_to_all(const Source& source, const std::string& read_as, const std::string& note,
                      const Terminal& terminal);

/// A note of several lines as one, for JSON.
void add_note(Json& json, std::string note);

}  // namespace tileglot::api
