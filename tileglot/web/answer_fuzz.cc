// SPDX-License-Identifier: Apache-2.0
// answer_fuzz.cc: any text is answered by JSON, as a request and as a line of one.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/value/json.h"
#include "tileglot/web/answer.h"
#include "tileglot/web/door.h"

namespace {

using tileglot::value::Json;

void check(const std::string& request) {
  for (const auto* door :
       {&tileglot::web::layout_door(), &tileglot::web::whole_door(), &tileglot::web::hlo_door()}) {
    const Json reply = Json::parse(tileglot::web::answer(request, *door), nullptr, false);
    if (reply.is_discarded() || !reply.contains("ok")) __builtin_trap();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  check(text);
  const Json of{{"line", 0}};
  for (const char* verb : {"line", "show", "operation"}) {
    const Json request{{"do", verb}, {"lines", {text}}, {"of", of}};
    check(request.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  return 0;
}
