// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fw::catalog {
struct KeyNames;
}

namespace fw::model_files {

struct LoraContents;

/// The part of a LoRA file that ComfyUI's own loader reads. It skips keys that it does not know, and reports
/// them only in its log. comfy/lora.py and comfy/weight_adapter/lora.py of November 2026.
struct ComfyReading {
  bool has_model = false;  ///< ComfyUI has the model; otherwise nothing else is stated
  int64_t read = 0;        ///< modules and changes of whole tensors that it loads
  int64_t all = 0;
  std::string first_unread;  ///< a key
  /// Alpha differs from the rank but is not in a tensor: ComfyUI applies the LoRA with scale 1.
  bool ignores_alpha = false;

  bool is_complete() const { return read == all && !ignores_alpha; }
};
void describe(auto& fields, ComfyReading& reading) {
  fields("has_model", reading.has_model);
  fields("read", reading.read);
  fields("all", reading.all);
  fields("first_unread", reading.first_unread);
  fields("ignores_alpha", reading.ignores_alpha);
}

/// @param paths  of the model's layers and of the modules whose tensors a file may change
/// Thread: any. Cost: O(keys + paths).
ComfyReading read_as_comfyui(const LoraContents& lora, const std::vector<std::string>& paths,
                             const catalog::KeyNames& names);

}  // namespace fw::model_files
