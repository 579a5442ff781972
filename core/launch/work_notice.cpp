// SPDX-License-Identifier: Apache-2.0
#include "launch/work_notice.h"

#include <unistd.h>

#include <cstdlib>

namespace fw::launch {

void notify_launcher() {
  static const char* const pipe = std::getenv(work_variable);
  if (pipe == nullptr) return;
  // A full pipe already holds notices, and a launcher that has ended needs none.
  static_cast<void>(!::write(std::atoi(pipe), "", 1));
}

}  // namespace fw::launch
