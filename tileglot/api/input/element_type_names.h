// SPDX-License-Identifier: Apache-2.0
// element_type_names.h: the values of --dtype, for front ends that list or complete them.
#pragma once

#include <string>
#include <vector>

namespace tileglot::api {

std::vector<std::string> element_type_names();

}  // namespace tileglot::api
