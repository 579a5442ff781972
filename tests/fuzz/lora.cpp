// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "fuzz.h"
#include "model_files/lora_info.h"

using namespace fw::model_files;

namespace {

void check_names(const LoraInfo& info) {
  const fw::catalog::KeyNames& names = key_names("cogvideox");
  for (const auto& [name, count] : info.targets) {
    fuzz::require(count > 0, "a name was there");
    for (const LoraFormat format : {LoraFormat::diffusers, LoraFormat::comfyui, LoraFormat::kohya}) {
      const std::string path = "transformer_blocks.7." + name;
      const auto key = parse_lora_key(key_of(path, format, names) + ".lora_A.weight");
      // A name may itself look like a prefix of another format.
      if (!key || key->format != format) continue;
      const ModuleNames module_names({path}, names);
      const auto* meaning = module_names.find(key->module);
      fuzz::require(meaning != nullptr && meaning->paths.front() == path, "a key is found again");
    }
  }
}

}  // namespace

// The input is the header of a safetensors file after two bytes that give the amount of data following it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const fuzz::Folder folder;
  if (size < 2) return 0;
  const std::string_view header = fuzz::text_of(data + 2, size - 2);
  std::string file(8, '\0');
  for (size_t i = 0; i < file.size(); ++i) file[i] = static_cast<char>(header.size() >> 8 * i);
  file += header;
  file.append(data[0] | static_cast<size_t>(data[1]) << 8, '\x3c');
  const auto path = folder.write("lora.safetensors", file);
  fuzz::goes_through({"safetensors.", "model_files.bad_lora"}, [&] {
    const auto info = read_lora_info(path);
    if (!info) return;
    fuzz::require(info->rank >= 0 && info->modules >= 0 && std::isfinite(info->alpha), "figures are figures");
    fuzz::require(info->made_for.blocks >= 0 && info->made_for.blocks <= 100'000 && info->made_for.width >= 0,
                  "a size is one of a model");
    check_names(*info);
  });
  return 0;
}
