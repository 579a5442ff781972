// SPDX-License-Identifier: Apache-2.0
#include "tensor/plain_operators.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace fw::tensor {

namespace {

bool wanted_by_environment() {
  const char* const value = std::getenv("FRAMEWRIGHT_PLAIN_OPERATORS");
  return value != nullptr && std::strcmp(value, "1") == 0;
}

std::atomic<bool>& switched() {
  static std::atomic<bool> plain{wanted_by_environment()};
  return plain;
}

}  // namespace

bool plain_operators() {
  return switched().load(std::memory_order_relaxed);
}

PlainOperators::PlainOperators(bool plain) : before_(switched().exchange(plain)) {}

PlainOperators::~PlainOperators() {
  switched() = before_;
}

}  // namespace fw::tensor
