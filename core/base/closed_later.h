// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

namespace fw {

/// Closes a file descriptor at the end of its scope; negative: none.
class ClosedLater {
 public:
  explicit ClosedLater(int descriptor) : descriptor_(descriptor) {}
  ~ClosedLater() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  ClosedLater(const ClosedLater&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  const int descriptor_;
};

}  // namespace fw
