// SPDX-License-Identifier: Apache-2.0
// element_type_names.h: what --dtype takes, for doors that list or complete it.
#pragma once

#include <string>
#include <vector>

namespace tileglot::api {

std::vector<std::string> element_type_names();

}  // namespace tileglot::api
