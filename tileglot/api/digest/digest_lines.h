// SPDX-License-Identifier: Apache-2.0
// digest_lines.h: digests as the lines that `tileglot digest` prints, and reads again.
//
// What     A tensor's line is its digest, a blank and its name; a name that is empty, begins with a
//          quote or has control characters is a JSON string. The model's line comes last: `model`, a
//          blank and its digest.
// Example  tg1:8[2,3]:6:17e5e997b5361fe0da99b2ab0354ebb0 w
//          [tests: digest_lines_test.cc, "lines are read as they were written"]
// Errors   digest.lines with the number of the line: neither of the two, a name twice, or a model's
//          digest that is not that of the lines above; digest.text for a digest.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/api/digest/named_digest.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::api {

/// True of the first bytes of a text of lines.
bool begin_as_lines(std::string_view first);

/// With its newline.
std::string line_of(const NamedDigest& tensor);
std::string line_of_model(const relayout::digest::Digest& digest);

/// `source` is named in errors. A text may lack the line of the model, as one of selected tensors
/// does.
core::Result<NamedDigests> parse_lines(std::string_view text, std::string_view source);

}  // namespace tileglot::api
