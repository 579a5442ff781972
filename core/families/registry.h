// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "families/family.h"
#include "families/family_cases.h"
#include "schedulers/make_sampler.h"

/// The families whose networks are built into this program. The catalogue describes what needs no Torch.
namespace fw::families {

/// A network by the class name in its config.json.
struct NetworkClass {
  std::string_view name;
  /// Builds it on the meta device. @throws fw::Error nn.bad_config
  std::unique_ptr<nn::Module> (*build)(const nlohmann::json& config);
};

/// @tparam Config  has from_json()
template <class Network, class Config>
NetworkClass network_class(std::string_view name) {
  return {name, [](const nlohmann::json& config) -> std::unique_ptr<nn::Module> {
            return std::make_unique<Network>(Config::from_json(config), torch::TensorOptions(torch::kMeta));
          }};
}

struct FamilyEntry {
  std::string_view id;  ///< catalog::Family::id
  std::unique_ptr<Family> (*open)(catalog::ModelSpec spec, catalog::ModelSource source);
  std::vector<NetworkClass> networks;              ///< of this family: transformer and VAE
  std::vector<schedulers::SamplerClass> samplers;  ///< of this family
  FamilyCases cases;
};

/// Returns nullptr if the id is unknown.
const FamilyEntry* find_entry(std::string_view id);
/// For tests. @pre single-threaded, before any model is opened
void add_entry(FamilyEntry entry);

/// Opens the model at this place. @throws fw::Error config.* if it is not recognised,
/// families.unknown_family. Thread: any.
std::unique_ptr<Family> open_family(const catalog::ModelSource& source);

/// @throws fw::Error families.wrong_task if the model does not support it
void check_task(const catalog::ModelSpec& model, catalog::VideoTask task);

/// Loads the training model of a run's model. @throws as open_family, check_task, Family::load_training_model
std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings& settings,
                                                   const nn::ComponentOptions& options = {});

/// Creates a sampler of any family or of schedulers/.
/// @param config  scheduler_config.json @throws as schedulers::make_sampler. Thread: any.
std::unique_ptr<schedulers::Sampler> make_sampler(const nlohmann::json& config,
                                                  const schedulers::SamplerRequest& request);

/// Builds a network of any family or encoder on the meta device.
/// @param config  contents of `file`. @throws fw::Error families.unknown_network, nn.bad_config. Thread: any.
std::unique_ptr<nn::Module> build_network(const std::string& class_name, const nlohmann::json& config,
                                          const std::filesystem::path& file);

}  // namespace fw::families
