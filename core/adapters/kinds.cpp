// SPDX-License-Identifier: Apache-2.0
#include "adapters/kinds.h"

#include <algorithm>
#include <array>

#include "tensor/libtorch.h"

namespace fw::adapters {

namespace {

constexpr std::array<Kind, 4> all_kinds{
    {{"lora", &lora_form}, {"dora", &lora_form, true}, {"loha", &loha_form}, {"lokr", &lokr_form}}};

}  // namespace

std::span<const Kind> kinds() {
  return all_kinds;
}

const Kind& find_kind(std::string_view name) {
  const auto kind = std::ranges::find(all_kinds, name, &Kind::name);
  TORCH_INTERNAL_ASSERT(kind != all_kinds.end());
  return *kind;
}

const Form& find_form(std::string_view name) {
  const auto kind =
      std::ranges::find_if(all_kinds, [&](const Kind& each) { return each.form().name() == name; });
  TORCH_INTERNAL_ASSERT(kind != all_kinds.end());
  return kind->form();
}

}  // namespace fw::adapters
