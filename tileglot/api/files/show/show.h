// SPDX-License-Identifier: Apache-2.0
// show.h: `tileglot show LAYOUT -o FILE`.
//
// What     The picture of api/show/show.h; where it names an output other than "-", the text goes to
//          that file and the answer says so. PNGs are drawn by an installed program (png.h).
// Errors   Those of api/show/show.h, of png.h and of io.
#pragma once

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/show.h"

namespace tileglot::api::files {

struct ShowFile : ShowRequest {
  bool force = false;  ///< replaces an existing output
};

Reply show(ShowFile request);

}  // namespace tileglot::api::files
