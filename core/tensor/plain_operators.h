// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fw::tensor {

/// True if LibTorch's own operators are used instead of Framewright's faster ones: fused operators, and
/// matrix products and convolutions on the CPU. Set for diagnosis by FRAMEWRIGHT_PLAIN_OPERATORS=1 in the
/// environment, and by tests. Results differ in their last digits. Thread: any.
bool plain_operators();

/// Sets plain_operators() during its lifetime, for all threads.
class PlainOperators {
 public:
  explicit PlainOperators(bool plain = true);
  ~PlainOperators();
  PlainOperators(const PlainOperators&) = delete;

 private:
  bool before_;
};

}  // namespace fw::tensor
