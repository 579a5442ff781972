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

/// LoRA files in request order, and their model, without weights.
struct Loras {
  std::unique_ptr<nn::Module> model;
  adapters::LoraTarget target;
  std::vector<adapters::LoraFile> files;
};

Loras read_loras(const LoraRequest& request) {
  const catalog::ModelSource source{request.model};
  const auto file = source.part("transformer") / "config.json";
  const nlohmann::json config = read_json(file);
  Loras loras{
      .model = families::build_network(catalog::class_of(config), config, file), .target = {}, .files = {}};
  loras.target = adapters::lora_target(*loras.model, catalog::recognise_model(source).family);
  const auto values = request.work == LoraWork::check ? adapters::Values::any : adapters::Values::usable;
  for (const engine_api::LoraChoice& lora : request.loras) {
    loras.files.push_back(adapters::load_lora(lora.file, loras.target, values));
    adapters::check_fit(*loras.model, loras.files.back().lora);
  }
  return loras;
}

engine_api::LoraReport check(const adapters::LoraFile& file) {
  std::vector<Fault> faults = adapters::unusable_values(file.lora);
  for (Fault& fault : adapters::examine(adapters::tensors_of(file.lora)))
    if (std::ranges::find(faults, fault) == faults.end()) faults.push_back(std::move(fault));
  std::set<int64_t> ranks;
  std::set<double> alphas;
  for (const auto& [path, module] : file.lora.modules) {
    ranks.insert(module.rank());
    alphas.insert(module.alpha);
  }
  return {.faults = std::move(faults),
          .format = file.format,
          .modules = static_cast<int64_t>(file.lora.modules.size()),
          .ranks = {ranks.begin(), ranks.end()},
          .alphas = {alphas.begin(), alphas.end()},
          .unused_network_alpha = file.unused_network_alpha};
}

/// The output must not be one of the inputs, and may replace a file only if requested.
void check_target(const LoraRequest& request) {
  std::vector<std::filesystem::path> sources;
  for (const engine_api::LoraChoice& lora : request.loras) sources.push_back(lora.file);
  refuse_sources(request.out, sources);
  if (!request.overwrite) refuse_existing(request.out);
}

/// Writes a model folder: the merged transformer, and links to the other components.
void merge(const LoraRequest& request, nn::Module& model, const std::vector<adapters::WeightedLora>& loras,
           engine_api::JobContext& context) {
  AtomicFolder out(request.out);
  ProgressMeter meter(FW_TEXT("phases", "merging"), 0);
  adapters::merge(model, catalog::ModelSource{request.model}.part("transformer"), loras,
                  out.part() / "transformer", [&](size_t done, size_t total) {
                    if (context.stop().stop_requested()) throw Cancelled();
                    Progress progress = meter.update(static_cast<int64_t>(done));
                    progress.total = static_cast<int64_t>(total);
                    context.progress(progress);
                  });
  inference::link_other_components({request.model}, out.part());
  out.commit();
}

}  // namespace

engine_api::Outcome run_lora(const LoraRequest& request, engine_api::JobContext& context) {
  if (request.work == LoraWork::convert || request.work == LoraWork::fuse) check_target(request);
  const auto [model, target, files] = read_loras(request);
  if (files.empty()) throw Error(no_loras);
  if (request.work == LoraWork::check) return engine_api::Outcome::finished(check(files.front()));
  std::vector<adapters::WeightedLora> weighted;
  for (size_t i = 0; i < files.size(); ++i) weighted.push_back({files[i].lora, request.loras[i].weight});
  if (request.work == LoraWork::merge) {
    merge(request, *model, weighted, context);
  } else {
    const bool converts = request.work == LoraWork::convert;
    adapters::Lora lora = converts ? files.front().lora : adapters::fuse(weighted);
    if (!converts && request.rank > 0) lora = adapters::reduce_rank(lora, request.rank);
    const std::vector<Fault> faults = adapters::unusable_values(lora);  // inputs may have arbitrary weights
    if (!faults.empty()) throw Error(faults.front());
    // Keep the recorded origin.
    adapters::save_lora(request.out, lora, request.format, target,
                        converts ? files.front().metadata : safetensors::Metadata{},
                        existing_of(request.overwrite));
  }
  context.publish(engine_api::FileMade{engine_api::FileMade::What::result, request.out});
  return engine_api::Outcome::finished(engine_api::FileResult{request.out});
}

}  // namespace fw::engine
