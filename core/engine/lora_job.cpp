// SPDX-License-Identifier: Apache-2.0
#include "engine/lora_job.h"

#include <algorithm>
#include <set>

#include "adapters/lora_check.h"
#include "adapters/lora_file.h"
#include "adapters/merge.h"
#include "base/file_tree.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "catalog/catalog.h"
#include "catalog/model_config.h"
#include "engine_api/results.h"
#include "families/registry.h"
#include "inference/components.h"
#include "model_files/model_report.h"
#include "tensor/libtorch.h"

namespace fw::engine {

namespace {

constexpr ErrorCode no_loras{"engine.no_loras", FW_TEXT("errors", "No LoRA file is named."), "",
                             Blame::input};

using engine_api::LoraRequest;
using engine_api::LoraWork;

/// One network of the model, without weights, and the LoRAs that are for it, in request order.
struct Network {
  std::string part;
  std::unique_ptr<nn::Module> model;
  adapters::LoraTarget target;
  std::vector<adapters::LoraFile> files{};
  std::vector<adapters::WeightedLora> weighted{};
};

Network network_of(const catalog::ModelSource& source, const std::string& part) {
  const auto file = source.part(part) / "config.json";
  const nlohmann::json config = read_json(file);
  Network network{part, families::build_network(catalog::class_of(config), config, file), {}};
  network.target = adapters::lora_target(*network.model, catalog::recognise_model(source).family);
  network.target.part = part;
  return network;
}

/// The networks that a LoRA of the request is for.
std::vector<Network> read_loras(const LoraRequest& request) {
  const catalog::ModelSource source{request.model};
  std::vector<Network> networks;
  networks.push_back(network_of(source, "transformer"));
  if (inference::has_second_transformer(source)) networks.push_back(network_of(source, "transformer_2"));
  const auto values = request.work == LoraWork::check ? adapters::Values::any : adapters::Values::usable;
  for (const engine_api::LoraChoice& lora : request.loras) {
    const std::vector<std::string> parts = inference::lora_parts(lora.file);
    const bool is_for_all = networks.size() == 1 || adapters::names_two_networks(lora.file);
    for (Network& network : networks) {
      if (!is_for_all && std::ranges::find(parts, network.part) == parts.end()) continue;
      network.files.push_back(adapters::load_lora(lora.file, network.target, values));
      adapters::check_fit(*network.model, network.files.back().lora);
      network.weighted.push_back({network.files.back().lora, lora.weight});
    }
  }
  std::erase_if(networks, [](const Network& network) { return network.files.empty(); });
  return networks;
}

engine_api::LoraReport check(const std::vector<Network>& networks) {
  engine_api::LoraReport report;
  std::set<int64_t> ranks;
  std::set<double> alphas;
  std::set<std::string> kinds;
  for (const Network& network : networks) {
    const adapters::LoraFile& file = network.files.front();
    std::vector<Fault> faults = adapters::unusable_values(file.lora);
    for (Fault& fault : adapters::examine(adapters::tensors_of(file.lora)))
      if (std::ranges::find(faults, fault) == faults.end()) faults.push_back(std::move(fault));
    for (const auto& [path, module] : file.lora.modules) {
      if (module.rank() > 0) ranks.insert(module.rank());
      if (module.rank() > 0) alphas.insert(module.alpha);
      kinds.insert(module.kind_text());
    }
    std::ranges::move(faults, std::back_inserter(report.faults));
    report.modules += static_cast<int64_t>(file.lora.modules.size());
    report.format = file.format;
    report.unused_network_alpha = file.unused_network_alpha;
    report.comfyui = file.comfyui;
  }
  report.ranks = {ranks.begin(), ranks.end()};
  report.alphas = {alphas.begin(), alphas.end()};
  report.kinds = {kinds.begin(), kinds.end()};
  return report;
}

/// Other programs have one file for each network.
std::filesystem::path file_of(const LoraRequest& request, const Network& network, bool is_alone) {
  if (is_alone) return request.out;
  std::filesystem::path file = request.out;
  file.replace_filename(request.out.stem().string() +
                        (network.part == "transformer" ? "_high_noise" : "_low_noise") +
                        request.out.extension().string());
  return file;
}

/// An output must not be one of the inputs, and may replace a file only if requested.
void check_target(const LoraRequest& request, const std::filesystem::path& out) {
  std::vector<std::filesystem::path> sources;
  for (const engine_api::LoraChoice& lora : request.loras) sources.push_back(lora.file);
  refuse_sources(out, sources);
  if (!request.overwrite) refuse_existing(out);
}

/// Writes a model folder: the merged networks, and links to the other components.
void merge(const LoraRequest& request, const std::vector<Network>& networks,
           engine_api::JobContext& context) {
  AtomicFolder out(request.out);
  ProgressMeter meter(FW_TEXT("phases", "merging"), 0);
  for (const Network& network : networks)
    adapters::merge(*network.model, catalog::ModelSource{request.model}.part(network.part), network.weighted,
                    out.part() / network.part, [&](size_t done, size_t total) {
                      if (context.stop().stop_requested()) throw Cancelled();
                      Progress progress = meter.update(static_cast<int64_t>(done));
                      progress.total = static_cast<int64_t>(total);
                      context.progress(progress);
                    });
  inference::link_other_components({request.model}, out.part());
  out.commit();
}

/// Converts one LoRA, or fuses several.
void write(const LoraRequest& request, const Network& network, const std::filesystem::path& file) {
  const bool converts = request.work == LoraWork::convert;
  adapters::Lora lora = converts ? network.files.front().lora : adapters::fuse(network.weighted);
  if (!converts && request.rank > 0) lora = adapters::reduce_rank(lora, request.rank);
  const std::vector<Fault> faults = adapters::unusable_values(lora);  // inputs may have arbitrary weights
  if (!faults.empty()) throw Error(faults.front());
  // Keep the recorded origin.
  safetensors::Metadata metadata = converts ? network.files.front().metadata : safetensors::Metadata{};
  if (network.part != "transformer" || file != request.out)
    metadata[inference::lora_parts_key] = network.part;
  adapters::save_lora(file, lora, request.format, network.target, metadata, existing_of(request.overwrite));
}

}  // namespace

engine_api::Outcome run_lora(const LoraRequest& request, engine_api::JobContext& context) {
  if (request.work == LoraWork::convert || request.work == LoraWork::fuse) check_target(request, request.out);
  const std::vector<Network> networks = read_loras(request);
  if (networks.empty()) throw Error(no_loras);
  if (request.work == LoraWork::check) return engine_api::Outcome::finished(check(networks));
  std::vector<std::filesystem::path> made;
  if (request.work == LoraWork::merge) {
    merge(request, networks, context);
    made.push_back(request.out);
  } else {
    for (const Network& network : networks) {
      made.push_back(file_of(request, network, networks.size() == 1));
      check_target(request, made.back());
    }
    for (size_t i = 0; i < networks.size(); ++i) write(request, networks[i], made[i]);
  }
  for (const std::filesystem::path& file : made)
    context.publish(engine_api::FileMade{engine_api::FileMade::What::result, file});
  return engine_api::Outcome::finished(engine_api::LoraFiles{made});
}

}  // namespace fw::engine
