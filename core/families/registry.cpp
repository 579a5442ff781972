// SPDX-License-Identifier: Apache-2.0
#include "families/registry.h"

#include <algorithm>

#include "base/error.h"
#include "base/join.h"
#include "base/paths.h"
#include "encoders/clip_text.h"
#include "encoders/clip_vision.h"
#include "encoders/gemma.h"
#include "encoders/llama.h"
#include "encoders/siglip.h"
#include "encoders/t5_encoder.h"
#include "families/cogvideox/family.h"
#include "families/framepack/family.h"
#include "families/hunyuan_video/family.h"
#include "families/hunyuan_video_15/family.h"
#include "families/ltx2/family.h"
#include "families/ltx_video/family.h"
#include "families/mochi/family.h"
#include "families/wan/family.h"

namespace fw::families {

namespace {

constexpr ErrorCode unknown_family{"families.unknown_family",
                                   FW_TEXT("errors", "This build has no networks of the family {family}."),
                                   FW_TEXT("errors", "It has those of: {known}."), Blame::input};

constexpr ErrorCode unknown_network{
    "families.unknown_network", FW_TEXT("errors", "{file} describes a “{class}”, which is not supported."),
    FW_TEXT("errors", "Supported: {known}."), Blame::input};

constexpr ErrorCode wrong_task{
    "families.wrong_task", FW_TEXT("errors", "training.task is {task}, but {model} only does {tasks}."),
    FW_TEXT("errors", "Set it to {tasks} or leave it out, or choose another model folder."), Blame::input};

/// Register a new family here.
std::vector<FamilyEntry>& entries() {
  static std::vector<FamilyEntry> list{cogvideox(), ltx_video(),        mochi(), hunyuan_video(), framepack(),
                                       wan(),       hunyuan_video_15(), ltx2()};
  return list;
}

const std::vector<NetworkClass>& encoder_classes() {
  static const std::vector<NetworkClass> list{
      network_class<encoders::T5Encoder, encoders::T5EncoderConfig>("T5EncoderModel"),
      network_class<encoders::T5Encoder, encoders::T5EncoderConfig>("UMT5EncoderModel"),
      network_class<encoders::Llama, encoders::LlamaConfig>("LlamaModel"),
      network_class<encoders::Llama, encoders::LlamaConfig>("Qwen2_5_VLTextModel"),
      network_class<encoders::ClipText, encoders::ClipTextConfig>("CLIPTextModel"),
      network_class<encoders::ClipVision, encoders::ClipVisionConfig>("CLIPVisionModel"),
      network_class<encoders::ClipVision, encoders::ClipVisionConfig>("CLIPVisionModelWithProjection"),
      network_class<encoders::Gemma, encoders::GemmaConfig>("Gemma3ForConditionalGeneration"),
      network_class<encoders::Gemma, encoders::GemmaConfig>("Gemma4UnifiedForConditionalGeneration"),
      network_class<encoders::Siglip, encoders::SiglipConfig>("SiglipVisionModel")};
  return list;
}

std::vector<NetworkClass> all_classes() {
  std::vector<NetworkClass> all = encoder_classes();
  for (const FamilyEntry& entry : entries())
    all.insert(all.end(), entry.networks.begin(), entry.networks.end());
  std::ranges::sort(all, {}, &NetworkClass::name);
  return all;
}

}  // namespace

const FamilyEntry* find_entry(std::string_view id) {
  const auto found = std::ranges::find(entries(), id, &FamilyEntry::id);
  return found == entries().end() ? nullptr : &*found;
}

void add_entry(FamilyEntry entry) {
  entries().push_back(std::move(entry));
}

std::unique_ptr<Family> open_family(const catalog::ModelSource& source) {
  catalog::ModelSpec spec = catalog::recognise_model(source);
  if (const FamilyEntry* entry = find_entry(spec.family)) return entry->open(std::move(spec), source);
  throw Error(unknown_family, {{"family", spec.family}, {"known", join(entries(), ", ", &FamilyEntry::id)}});
}

void check_task(const catalog::ModelSpec& model, catalog::VideoTask task) {
  if (model.can(task)) return;
  const std::string tasks =
      join(model.tasks, ", ", [](catalog::VideoTask each) { return std::string(name_of(each)); });
  throw Error(wrong_task, {{"task", name_of(task)}, {"model", model.rules.model}, {"tasks", tasks}});
}

std::unique_ptr<TrainingModel> load_training_model(const run::RunSettings& settings,
                                                   const nn::ComponentOptions& options) {
  const auto family = open_family(run::model_source(settings));
  check_task(family->spec(), settings.task);
  return family->load_training_model(settings, options);
}

std::unique_ptr<schedulers::Sampler> make_sampler(const nlohmann::json& config,
                                                  const schedulers::SamplerRequest& request) {
  const auto common = schedulers::common_samplers();
  std::vector<schedulers::SamplerClass> all(common.begin(), common.end());
  for (const FamilyEntry& entry : entries())
    all.insert(all.end(), entry.samplers.begin(), entry.samplers.end());
  std::ranges::sort(all, {}, &schedulers::SamplerClass::name);
  return schedulers::make_sampler(all, config, request);
}

std::unique_ptr<nn::Module> build_network(const std::string& class_name, const nlohmann::json& config,
                                          const std::filesystem::path& file) {
  const std::vector<NetworkClass> all = all_classes();
  const auto found = std::ranges::find(all, class_name, &NetworkClass::name);
  if (found != all.end()) return found->build(config);
  throw Error(
      unknown_network,
      {{"file", to_utf8(file)}, {"class", class_name}, {"known", join(all, ", ", &NetworkClass::name)}});
}

}  // namespace fw::families
