// SPDX-License-Identifier: Apache-2.0
//
// Compares the memory planner with measurements: bench_plan_accuracy [NAME]. Each case is made, planned and
// run in separate processes; prints forecast, live bytes and resident memory of each.
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "base/error.h"
#include "support/plan_accuracy.h"

namespace {

namespace fs = std::filesystem;
using fw::support::PlanCase;

void print(const PlanCase& each, const fw::support::PlanAccuracy& result) {
  constexpr double mib = 1 << 20;
  const auto planned = static_cast<double>(result.planned_bytes);
  std::printf("| %s | %.2f | %.2f | %+.2f %% | %.1f | %+.1f %% |\n", each.name.c_str(), planned / mib,
              static_cast<double>(result.live_bytes) / mib,
              100 * (planned / static_cast<double>(result.live_bytes) - 1),
              static_cast<double>(result.resident_bytes) / mib,
              100 * (planned / static_cast<double>(result.resident_bytes) - 1));
  std::fflush(stdout);
}

int work(const std::string& what, const std::string& name, const fs::path& folder) {
  for (const PlanCase& each : fw::support::plan_cases()) {
    if (each.name != name) continue;
    if (what == "make") fw::support::make_plan_case(each, folder);
    if (what == "run") print(each, fw::support::measure_plan_case(each, folder));
    return 0;
  }
  std::fprintf(stderr, "there is no case %s\n", name.c_str());
  return 2;
}

/// Runs this program in a separate process.
bool run_self(const char* program, const char* what, const std::string& name, const fs::path& folder) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::execl(program, program, what, name.c_str(), folder.c_str(), nullptr);
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    // glibc's own threshold rises to 32 MiB, and freed memory below it stays resident, which depends on the
    // heap's history and is not needed by the run. FW_PLAIN_MALLOC=1 measures with it.
    if (std::getenv("FW_PLAIN_MALLOC") == nullptr) ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
    if (argc == 4) return work(argv[1], argv[2], argv[3]);
  } catch (const fw::Error& error) {
    std::fprintf(stderr, "%s\n", error.fault().full_message().c_str());
    return 1;
  }
  char folder[] = "/tmp/plan-accuracy-XXXXXX";
  if (::mkdtemp(folder) == nullptr) return 1;
  std::puts(
      "| case | planned MiB | live MiB | difference (limit 3 %) | resident MiB | difference (limit 10 %) |");
  std::puts("|---|---|---|---|---|---|");
  std::fflush(stdout);
  bool all = true;
  for (const PlanCase& each : fw::support::plan_cases()) {
    if (argc == 2 && each.name != argv[1]) continue;
    const fs::path place = fs::path(folder) / "case";
    all = run_self(argv[0], "make", each.name, place) && run_self(argv[0], "run", each.name, place) && all;
    fs::remove_all(place);
  }
  fs::remove_all(folder);
  return all ? 0 : 1;
}
