// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fw::tensor {

/// Whether LibTorch's own operators are to compute what this program has faster ones for: fused operators,
/// and the CPU's matrix products and convolutions. For diagnosis, by FRAMEWRIGHT_PLAIN_OPERATORS=1 in the
/// environment, and for tests. Results differ in their last digits. Thread: any.
bool plain_operators();

/// While it lives plain_operators() is `plain`, in all threads.
class PlainOperators {
 public:
  explicit PlainOperators(bool plain = true);
  ~PlainOperators();
  PlainOperators(const PlainOperators&) = delete;

 private:
  bool before_;
};

}  // namespace fw::tensor
