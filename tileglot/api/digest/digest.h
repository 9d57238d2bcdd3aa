// SPDX-License-Identifier: Apache-2.0
// digest.h: `tileglot digest`: lines that are equal for equal models, however they are laid out and cut.
//
// What     digest() answers with a line for each tensor, by name, and one for the model. With
//          `against` it says instead which tensors differ from those of another model, of a text of
//          such lines, or from a single digest.
// Why      A model that was cut, tiled or sent is compared with its source without having both: the
//          lines are kept beside it.
// Units    The exit code of a difference is kNo.
// Example  A model with two rows of w changed for one another: "'w' differs: tg1:.. and tg1:..".
//          [tests: digest_test.cc, "rows that changed places are found"]
// Errors   digest.tensor for a tensor that is not there, digest.paths where several models are given
//          and not to be added, digest.elements where parts that are added have more elements than
//          their tensor, digest.one where a single digest is compared with one of parts of a model;
//          those of read_digests.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

struct DigestRequest {
  /// Models, or texts of lines; one, unless they are parts to be added.
  std::vector<std::string> paths = {};
  std::optional<std::string> against = {};  ///< a path, or a digest: tg1:..
  std::optional<std::string> tensor = {};   ///< only this one
  std::optional<std::string> dtype = {};    ///< of .npy files whose headers cannot say it
  bool add = false;
  bool part = false;  ///< elements may be missing; with `add` as well
  int threads = 0;    ///< 0: as many as the processor runs
};

Reply digest(const DigestRequest& request);

}  // namespace tileglot::api
