// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "engine_api/requests.h"

/// The form of a clip as it is remembered.
namespace fw::ui {

/// A LoRA in the form's list; one that is switched off stays there.
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
  engine_api::GenerateRequest request;  ///< with the picture that the model does not take, too
  std::vector<ListedLora> loras;        ///< all, in place of the request's
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
