// SPDX-License-Identifier: Apache-2.0
#include "faults.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace fw::faults {

namespace {

Plan plan;
Ledger* ledger = nullptr;
const char* root = nullptr;
size_t root_length = 0;
std::atomic<bool> failing{false};  // fail_on and short_write, once they have begun

bool in_plan(Kind kind) {
  return (plan.kinds >> static_cast<unsigned>(kind) & 1) != 0;
}

void die() {
  ::kill(::getpid(), SIGKILL);
  ::pause();
}

/// "/proc/self/fd/N" as a path; empty for anything else.
void path_of(int descriptor, char (&path)[PATH_MAX]) {
  char link[40];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = ::readlink(link, path, sizeof path - 1);
  path[length < 0 ? 0 : length] = '\0';
}

}  // namespace

std::string to_text(const Plan& shown) {
  static constexpr std::array names{
      "no fault",       "fails once",    "fails from then on", "is cut short, then none",
      "torn by a kill", "killed before", "killed after",       "stopped by SIGTERM",
      "disturbed"};
  if (shown.action == Action::none) return names[0];
  std::string text = names[static_cast<size_t>(shown.action)];
  if (shown.error != 0) text += std::string(" (") + ::strerrorname_np(shown.error) + ")";
  return text + " at operation " + std::to_string(shown.nth);
}

void arm(const Plan& wanted, const char* folder, Ledger& shared) {
  plan = wanted;
  root = folder;
  root_length = std::strlen(folder);
  ledger = &shared;
}

Gate::Gate(Kind kind, const char* path) noexcept : Gate(kind, AT_FDCWD, path) {}

Gate::Gate(Kind kind, int folder, const char* path) noexcept {
  if (ledger == nullptr || path == nullptr) return;
  const int kept = errno;
  if (path[0] == '/') {
    decide(kind, path);
  } else {
    char absolute[PATH_MAX];
    if (folder == AT_FDCWD) {
      if (::getcwd(absolute, sizeof absolute) == nullptr) absolute[0] = '\0';
    } else {
      path_of(folder, absolute);
    }
    const size_t length = std::strlen(absolute);
    std::snprintf(absolute + length, sizeof absolute - length, "/%s", path);
    decide(kind, absolute);
  }
  errno = kept;
}

Gate::Gate(Kind kind, int descriptor) noexcept {
  if (kind == Kind::sync && slow_ms() > 0) ::usleep(static_cast<useconds_t>(slow_ms()) * 1000);
  if (ledger == nullptr) return;
  const int kept = errno;
  char path[PATH_MAX];
  path_of(descriptor, path);
  decide(kind, path);
  errno = kept;
}

Gate::~Gate() {
  if (kills_) die();
}

bool Gate::fails() const noexcept {
  if (error_ != 0) errno = error_;
  return error_ != 0;
}

void Gate::decide(Kind kind, const char* path) noexcept {
  if (std::strncmp(path, root, root_length) != 0) return;
  ++ledger->seen[static_cast<size_t>(kind)];
  if (plan.action == Action::none || !in_plan(kind)) return;
  if (failing.load() && !ledger->room_made.load()) {
    error_ = plan.error;
    ++ledger->failed[static_cast<size_t>(kind)];
    return;
  }
  if (++ledger->counted != plan.nth) return;
  ledger->fired_kind = static_cast<int>(kind);
  std::snprintf(ledger->where.data(), ledger->where.size(), "%s %s", kind_names[static_cast<size_t>(kind)],
                path + root_length);
  ++ledger->failed[static_cast<size_t>(kind)];
  ledger->fired = true;
  switch (plan.action) {
    case Action::fail_on:
      failing = true;
      [[fallthrough]];
    case Action::fail_once:
      error_ = plan.error;
      break;
    case Action::short_write:
      failing = true;
      kind == Kind::write ? void(shortens_ = true) : void(error_ = plan.error);
      break;
    case Action::torn_write:
      shortens_ = true;
      [[fallthrough]];
    case Action::kill_after:
      kills_ = true;
      break;
    case Action::kill_before:
      die();
      break;
    case Action::stop:
      ::kill(::getpid(), SIGTERM);
      break;
    case Action::ask:
      while (!ledger->answered) ::usleep(1000);
      break;
    case Action::none:
      break;
  }
}

constexpr const char* slow_variable = "FAULT_SEQUENCES_SLOW_MS";

void make_slow(int milliseconds) {
  ::setenv(slow_variable, std::to_string(milliseconds).c_str(), 1);
}

int slow_ms() {
  static const char* const set = std::getenv(slow_variable);
  return set != nullptr ? std::atoi(set) : 0;
}

}  // namespace fw::faults
