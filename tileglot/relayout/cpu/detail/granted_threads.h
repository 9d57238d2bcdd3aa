// SPDX-License-Identifier: Apache-2.0
// granted_threads.h: whether the system grants as many threads as the pool will start.
//
// What     grants_threads(n) starts n threads that do nothing, and ends them. It does not try
//          what it was granted before: the pool keeps its threads.
// Why      A worker of oneTBB starts the next one. If the system refuses that one, as under
//          `ulimit -u`, the exception leaves the worker's thread and ends the process. So work
//          that would need refused threads is done by the calling thread.
// Example  [tests: tests/checkpoint_test.py, "refused threads are done without"]
#pragma once

namespace tileglot::relayout::cpu {

bool grants_threads(int threads);

}  // namespace tileglot::relayout::cpu
