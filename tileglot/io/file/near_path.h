// SPDX-License-Identifier: Apache-2.0
// near_path.h: which file was meant by a path that leads to none.
//
// What     nearest_file("dir/modl.npy") is dir/model.npy, if the folder has a file of such a name.
// Why      "check the spelling" helps less than the name.
// Errors   None: nothing where the folder cannot be read, or has more than 4096 entries.
#pragma once

#include <optional>
#include <string>

namespace tileglot::io {

std::optional<std::string> nearest_file(const std::string& path);

}  // namespace tileglot::io
