// SPDX-License-Identifier: Apache-2.0
// buffers.h: the memory that a plan reads and writes, checked before anything moves.
//
// What     check_buffers checks that source and target are large enough and disjoint. They may
//          begin at any address, and be larger: bytes after those that the plan needs may be
//          shared.
// Why      An element that is overwritten before it is read is lost without notice.
// Units    Bytes. Elements below 8 bits are packed, little end first: element i of b bits is bits
//          [i*b, i*b+b) of the byte stream, low bits of a byte first.
// Example  Target bytes 8 to 31 of one buffer and source bytes 0 to 15 share 8 bytes.
//          [tests: buffers_test.cc, "buffers that share memory are refused"]
// Errors   relayout.buffer_too_small with the bytes needed; relayout.overlap where the two share
//          memory, with how much and where.
#pragma once

#include <cstddef>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

core::Status check_buffers(const Plan& plan, std::span<const std::byte> source,
                           std::span<const std::byte> target);

}  // namespace tileglot::relayout::plan
