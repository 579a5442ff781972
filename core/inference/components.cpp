// SPDX-License-Identifier: Apache-2.0
#include "inference/components.h"

#include <algorithm>
#include <sstream>

#include "adapters/lora.h"
#include "adapters/lora_file.h"
#include "adapters/module_match.h"
#include "base/atomic_file.h"
#include "base/file_tree.h"
#include "base/paths.h"
#include "catalog/catalog.h"
#include "safetensors/file.h"

namespace fw::inference {

namespace {

/// Empty if not found: a missing encoder, which is not needed once everything is encoded, must not prevent
/// writing a result.
std::filesystem::path found_part(const catalog::ModelSource& model, std::string_view name) {
  try {
    return model.part(name);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

std::vector<std::string> lora_parts(const std::filesystem::path& lora) {
  const safetensors::Metadata metadata = safetensors::File(lora).header().metadata;
  if (const auto named = metadata.find(lora_parts_key); named != metadata.end()) {
    std::vector<std::string> parts;
    std::istringstream list(named->second);
    for (std::string part; std::getline(list, part, ',');) parts.push_back(part);
    return parts;
  }
  std::string name = to_utf8(lora.filename());
  std::ranges::replace(name, '-', '_');
  return {name.find("low_noise") != name.npos ? "transformer_2" : "transformer"};
}

bool has_second_transformer(const catalog::ModelSource& model) {
  const std::filesystem::path second = found_part(model, "transformer_2");
  return !second.empty() && std::filesystem::exists(second);
}

std::string only_part(nn::Module& transformer, const catalog::ModelSource& model, const std::string& part) {
  const bool is_one_of_two =
      transformer.find_module("transformer_2") == nullptr && has_second_transformer(model);
  return is_one_of_two ? part : std::string();
}

void link_other_components(const catalog::ModelSource& model, const std::filesystem::path& target) {
  const std::filesystem::path place = std::filesystem::canonical(target);
  const auto is_there = [&](const std::filesystem::path& name) {
    return std::filesystem::exists(target / name);
  };
  const auto link = [&](std::string_view name) {
    const std::filesystem::path part = found_part(model, name);
    if (!is_there(name) && std::filesystem::exists(part))
      link_or_copy(std::filesystem::canonical(part), target / name);
  };
  for (const auto& [name, elsewhere] : model.parts) link(name);
  for (const auto& entry : std::filesystem::directory_iterator(model.root())) {
    const std::filesystem::path name = entry.path().filename();
    const std::filesystem::path source = std::filesystem::canonical(entry.path());
    // Without links, a folder that contains the target, such as one with runs, would be copied into itself.
    const bool holds_target = std::ranges::mismatch(source, place).in1 == source.end();
    if (entry.is_directory() && !is_there(name) && !holds_target) {
      link_or_copy(source, target / name);
    } else if (name == "model_index.json") {
      copy_file(source, target / name, Existing::refuse);
    }
  }
  if (!catalog::is_single_file(model.folder) && model.parts.empty()) return;
  for (const catalog::Component& component : catalog::recognise_family(model).components)
    link(component.name);
  link("scheduler");
}

void attach_loras(nn::Module& transformer, std::string_view family, const std::vector<LoraChoice>& loras,
                  torch::Device device, std::string_view only) {
  nn::Module* const second = transformer.find_module("transformer_2");
  for (const LoraChoice& choice : loras) {
    const bool is_for_all = only.empty() || adapters::names_two_networks(choice.file);
    for (const std::string& part : lora_parts(choice.file)) {
      if (!is_for_all && part != only) continue;
      nn::Module& network = second != nullptr && part == "transformer_2" ? *second : transformer;
      adapters::LoraTarget target = adapters::lora_target(network, family);
      if (!only.empty()) target.part = only;
      const adapters::Lora lora = adapters::load_lora(choice.file, target).lora;
      adapters::attach(network, adapters::to(lora, device, torch::kFloat32), choice.weight);
      if (second == nullptr) break;
    }
  }
}

}  // namespace fw::inference
