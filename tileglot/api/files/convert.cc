// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/convert.h"

#include <string>

#include "tileglot/api/convert/convert.h"
#include "tileglot/api/files/input/open_input.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/error.h"

namespace tileglot::api::files {
namespace {

core::Result<std::string> read_input() {
  TILEGLOT_TRY(file, open_input(std::string(kStream)));
  const auto bytes = file.bytes();
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace

Reply convert(ConvertRequest request) {
  request.read_input = read_input;
  return api::convert(request);
}

}  // namespace tileglot::api::files
