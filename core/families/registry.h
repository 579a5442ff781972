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

/// The families whose networks this program has. The catalogue says of the same families what needs no Torch.
namespace fw::families {

/// A network by the class that its config.json names.
struct NetworkClass {
  std::string_view name;
  /// On the meta device. @throws fw::Error nn.bad_config
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
  std::vector<NetworkClass> networks;              ///< of its own: transformer and VAE
  std::vector<schedulers::SamplerClass> samplers;  ///< of its own
  FamilyCases cases;
};

/// nullptr when there is none.
const FamilyEntry* find_entry(std::string_view id);
/// For tests. @pre on one thread, before any model is opened
void add_entry(FamilyEntry entry);

/// The model at this place. @throws fw::Error config.* for one that is not recognised,
/// families.unknown_family. Thread: any.
std::unique_ptr<Family> open_family(const catalog::ModelSource& source);

/// @throws fw::Error families.wrong_task for one that the model does not do
void check_task(const catalog::ModelSpec& model, catalog::VideoTask task);

/// The training model of a run's model. @throws as open_family, check_task, Family::load_training_model
std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings& settings,
                                                   const nn::ComponentOptions& options = {});

/// Any sampler, of any family or of schedulers/.
/// @param config  scheduler_config.json @throws as schedulers::make_sampler. Thread: any.
std::unique_ptr<schedulers::Sampler> make_sampler(const nlohmann::json& config,
                                                  const schedulers::SamplerRequest& request);

/// Any network of any family or encoder, on the meta device.
/// @param config  what `file` holds. @throws fw::Error families.unknown_network, nn.bad_config. Thread: any.
std::unique_ptr<nn::Module> build_network(const std::string& class_name, const nlohmann::json& config,
                                          const std::filesystem::path& file);

}  // namespace fw::families
