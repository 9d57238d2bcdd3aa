// SPDX-License-Identifier: Apache-2.0
// print_reply.h: an answer to the streams of the process; data on stdout, all else on stderr.
#pragma once

#include <string_view>

#include "tileglot/api/reply/reply.h"

namespace tileglot::cli {

/// Whether everything reached stdout: a full disk or a closed pipe must not look like success.
bool write_out(std::string_view text);
void write_error(std::string_view text);

/// The exit code of the reply.
int print(const api::Reply& reply, bool json);

/// The exit code, or that of a stdout that took no more data.
int finish(int exit_code);

}  // namespace tileglot::cli
