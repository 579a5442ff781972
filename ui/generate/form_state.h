// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine_api/requests.h"

/// The saved state of a clip's form.
namespace fw::ui {

/// A LoRA in the form's list, including disabled ones.
struct ListedLora {
  std::filesystem::path file;
  double weight = 1;
  bool on = true;
};
void describe(auto& fields, ListedLora& lora) {
  fields.need("file", lora.file);
  fields("weight", lora.weight);
  fields("on", lora.on);
}

struct FormState {
  engine_api::GenerateRequest request;  ///< including pictures that the model does not use
  std::vector<ListedLora> loras;        ///< all of them, instead of the request's
  std::string memoryMode;
  int clips = 1;
};
void describe(auto& fields, FormState& state) {
  describe(fields, state.request);
  fields("loras", state.loras);
  fields("memory_mode", state.memoryMode);
  fields("clips", state.clips);
}

}  // namespace fw::ui
