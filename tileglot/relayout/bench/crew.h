// SPDX-License-Identifier: Apache-2.0
// crew.h: threads of this program, each on a processor of its own.
//
// What     Crew(processors).run(f) calls f(0) .. f(n-1) at once, f(0) on the calling thread.
//          pin_threads moves every thread of the process, those of other libraries too: the first
//          to the first processor, all others to the rest.
// Why      memcpy and streaming copies by several threads, and caches that every core flushes. A
//          thread that the system moves between samples measures the system.
// Units    Processors as the system numbers them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace tileglot::relayout::bench {

class Crew {
 public:
  explicit Crew(int threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int threads() const { return static_cast<int>(others_.size()) + 1; }
  void run(const std::function<void(int)>& work);

 private:
  void serve(int number);

  std::mutex mutex_;
  std::condition_variable begin_;
  std::condition_variable end_;
  const std::function<void(int)>* work_ = nullptr;
  std::uint64_t round_ = 0;
  int busy_ = 0;
  bool stop_ = false;
  std::vector<std::thread> others_;
};

/// Called by the first thread. Where the system refuses, threads stay where they are.
void pin_threads(std::span<const int> processors);

/// How long the threads of this process have waited for a processor until now, in all; 0 where the
/// system does not tell.
double seconds_waited();

/// Ahead of whatever else the machine does, for threads made later too. False where the system
/// refuses.
bool raise_priority();

/// The thread that calls; new threads begin where their maker is.
void let_run_anywhere(std::span<const int> processors);

}  // namespace tileglot::relayout::bench
