// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "adapters/form.h"

namespace fw::adapters {

/// A kind of adapter that a run can train: a form, and whether the rows of the changed weight have lengths of
/// their own (DoRA).
struct Kind {
  std::string_view name;  ///< as in `lora.kind`
  const Form& (*form)();
  bool has_magnitude = false;
};
std::span<const Kind> kinds();
/// @pre there is one of that name
const Kind& find_kind(std::string_view name);
/// By Form::name(). @pre there is one
const Form& find_form(std::string_view name);

}  // namespace fw::adapters
