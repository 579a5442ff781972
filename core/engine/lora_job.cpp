// SPDX-License-Identifier: Apache-2.0
#include "engine/lora_job.h"

#include <torch/torch.h>

#include "adapters/lora_check.h"
#include "adapters/lora_file.h"
#include "adapters/merge.h"
#include "base/file_tree.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "catalog/catalog.h"
#include "engine/params.h"
#include "families/registry.h"
#include "inference/components.h"
#include "model_files/model_report.h"

namespace fw::engine {

namespace {

enum class Work { check = 1, convert, fuse, merge };

/// Files of LoRAs in the order of the job's parameters, and the model that they are for.
struct Loras {
  adapters::LoraTarget target;
  std::vector<adapters::LoraFile> files;
};

Loras read_loras(const nlohmann::json& params) {
  const catalog::ModelSource source{path_param(params, "model")};
  const auto file = source.part("transformer") / "config.json";
  const nlohmann::json config = read_json(file);
  const auto model = families::build_network(model_files::class_of(config), config, file);
  Loras loras{adapters::lora_target(*model, catalog::recognise_model(source).family), {}};
  for (const auto& lora : params.at("loras")) {
    loras.files.push_back(adapters::load_lora(path_param(lora, "file"), loras.target));
    adapters::check_fit(*model, loras.files.back().lora);
  }
  return loras;
}

std::vector<optim::Parameter> tensors_of(const adapters::Lora& lora) {
  std::vector<optim::Parameter> tensors;
  for (const auto& [path, module] : lora.modules) {
    tensors.push_back({path + ".lora_A.weight", module.A});
    tensors.push_back({path + ".lora_B.weight", module.B});
  }
  return tensors;
}

nlohmann::json check(const adapters::LoraFile& file) {
  const std::vector<Fault> faults = adapters::examine(tensors_of(file.lora));
  const auto& first = file.lora.modules.begin()->second;
  return {{"sound", faults.empty()},
          {"faults", faults},
          {"format", model_files::to_string(file.format)},
          {"modules", file.lora.modules.size()},
          {"rank", first.rank()},
          {"alpha", first.alpha}};
}

/// The new file is none of those that it is made of, and replaces another only when that was asked for.
void check_target(const nlohmann::json& params) {
  std::vector<std::filesystem::path> sources;
  for (const auto& lora : params.at("loras")) sources.push_back(path_param(lora, "file"));
  const std::filesystem::path out = path_param(params, "out");
  refuse_sources(out, sources);
  if (existing_param(params) == Existing::refuse) refuse_existing(out);
}

/// A model folder: the merged transformer beside links to the other components.
void merge(const nlohmann::json& params, const std::vector<adapters::WeightedLora>& loras,
           engine_api::JobContext& context) {
  const std::filesystem::path model = path_param(params, "model");
  AtomicFolder out(path_param(params, "out"));
  ProgressMeter meter(FW_TEXT("phases", "merging"), 0);
  adapters::merge(model / "transformer", loras, out.part() / "transformer", [&](size_t done, size_t total) {
    if (context.stop().stop_requested()) throw Cancelled();
    Progress progress = meter.update(static_cast<int64_t>(done));
    progress.total = static_cast<int64_t>(total);
    context.progress(progress);
  });
  inference::link_other_components(model, out.part());
  out.commit();
}

}  // namespace

engine_api::Outcome run_lora(const nlohmann::json& params, engine_api::JobContext& context) {
  const Work work = choice_param<Work>(
      params, "work",
      {{"check", Work::check}, {"convert", Work::convert}, {"fuse", Work::fuse}, {"merge", Work::merge}});
  const auto format = choice_param<adapters::LoraFormat>(params, "format",
                                                         {{"diffusers", adapters::LoraFormat::diffusers},
                                                          {"comfyui", adapters::LoraFormat::comfyui},
                                                          {"kohya", adapters::LoraFormat::kohya}});
  if (work == Work::convert || work == Work::fuse) check_target(params);
  const auto [target, files] = read_loras(params);
  if (work == Work::check) return engine_api::Outcome::finished(check(files.front()));
  std::vector<adapters::WeightedLora> weighted;
  for (size_t i = 0; i < files.size(); ++i)
    weighted.push_back({files[i].lora, params.at("loras").at(i).value("weight", 1.0)});
  if (work == Work::merge) {
    merge(params, weighted, context);
  } else {
    adapters::Lora lora = work == Work::convert ? files.front().lora : adapters::fuse(weighted);
    const auto rank = params.value("rank", int64_t{0});
    if (work == Work::fuse && rank > 0) lora = adapters::reduce_rank(lora, rank);
    // What is recorded of where it comes from stays with it.
    adapters::save_lora(path_param(params, "out"), lora, format, target,
                        work == Work::convert ? files.front().metadata : safetensors::Metadata{},
                        existing_param(params));
  }
  context.artifact("result", params.at("out").get<std::string>());
  return engine_api::Outcome::finished({{"out", params.at("out")}});
}

}  // namespace fw::engine
