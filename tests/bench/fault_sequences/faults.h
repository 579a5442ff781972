// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

/// Faults at file operations of this process. libc.cpp redefines the C library's functions in the program
/// itself, so that every library of the process calls these, which check for a fault before each operation.
namespace fw::faults {

enum class Kind {
  open,
  create,
  read,
  write,
  sync,
  close,
  truncate,
  rename,
  link,
  unlink,
  mkdir,
  rmdir,
  look,
  list
};
constexpr size_t kinds = 14;
constexpr std::array<const char*, kinds> kind_names{"open",  "create",   "read",   "write", "sync",
                                                    "close", "truncate", "rename", "link",  "unlink",
                                                    "mkdir", "rmdir",    "look",   "list"};

enum class Action {
  none,
  fail_once,    ///< `error`, this one time
  fail_on,      ///< and every operation of `kinds` from then on, until space is freed
  short_write,  ///< half of a write, then as fail_on
  torn_write,   ///< half of a write, then killed
  kill_before,
  kill_after,
  stop,  ///< SIGTERM
  ask,   ///< nothing fails: it waits until the parent has changed something
};

struct Plan {
  Action action = Action::none;
  int error = 0;
  unsigned kinds = 0;  ///< bits of those that count and fail
  int64_t nth = 0;     ///< of these operations, from 1
};
std::string to_text(const Plan& plan);

/// Messages from a child to its parent, in shared memory.
struct Ledger {
  std::array<std::atomic<int64_t>, kinds> seen{};    ///< operations below the root
  std::array<std::atomic<int64_t>, kinds> failed{};  ///< those that were made to fail
  std::atomic<int64_t> counted{0};                   ///< those of the plan's kinds
  std::atomic<bool> fired{false};
  std::atomic<bool> room_made{false};  ///< set by the parent: fail_on and short_write end
  std::atomic<bool> answered{false};   ///< set by the parent: ask ends
  int fired_kind = 0;
  std::array<char, 400> where{};  ///< path of the operation that the fault hit first
};

/// From now on operations on paths below `root` (absolute) are counted and the plan applies. Thread: before
/// others start; once per process.
void arm(const Plan& plan, const char* root, Ledger& ledger);

/// Delays each sync of this process and those that it starts.
void make_slow(int milliseconds);
int slow_ms();

/// Around one operation: constructed before it, destroyed after it.
class Gate {
 public:
  Gate(Kind kind, const char* path) noexcept;
  Gate(Kind kind, int folder, const char* path) noexcept;  ///< as openat() takes them
  Gate(Kind kind, int descriptor) noexcept;
  ~Gate();
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;
  bool fails() const noexcept;  ///< sets errno
  bool shortens() const noexcept { return shortens_; }

 private:
  void decide(Kind kind, const char* path) noexcept;

  int error_ = 0;
  bool shortens_ = false, kills_ = false;
};

}  // namespace fw::faults
