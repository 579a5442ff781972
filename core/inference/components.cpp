// SPDX-License-Identifier: Apache-2.0
#include "inference/components.h"

#include <algorithm>

#include "adapters/lora.h"
#include "adapters/lora_file.h"
#include "adapters/module_match.h"
#include "base/atomic_file.h"
#include "base/file_tree.h"
#include "catalog/catalog.h"

namespace fw::inference {

void link_other_components(const std::filesystem::path& model, const std::filesystem::path& target) {
  const std::filesystem::path place = std::filesystem::canonical(target);
  for (const auto& entry : std::filesystem::directory_iterator(catalog::ModelSource{model}.root())) {
    const std::filesystem::path name = entry.path().filename();
    const std::filesystem::path source = std::filesystem::canonical(entry.path());
    // Where links are not possible, a folder that holds the target, as of runs, would be copied into itself.
    const bool holds_target = std::ranges::mismatch(source, place).in1 == source.end();
    if (entry.is_directory() && name != "transformer" && !holds_target) {
      link_or_copy(source, target / name);
    } else if (name == "model_index.json") {
      copy_file(source, target / name, Existing::refuse);
    }
  }
  if (!catalog::is_single_file(model)) return;
  for (const catalog::Component& component : catalog::recognise_family({model}).components)
    if (const std::filesystem::path place = target / component.name; !std::filesystem::exists(place))
      link_or_copy(std::filesystem::canonical(catalog::ModelSource{model}.part(component.name)), place);
}

void attach_loras(nn::Module& transformer, std::string_view family, const std::vector<LoraChoice>& loras,
                  torch::Device device) {
  const adapters::LoraTarget target = adapters::lora_target(transformer, family);
  for (const LoraChoice& choice : loras) {
    const adapters::Lora lora = adapters::load_lora(choice.file, target).lora;
    adapters::attach(transformer, adapters::to(lora, device, torch::kFloat32), choice.weight);
  }
}

}  // namespace fw::inference
