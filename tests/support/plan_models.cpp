// SPDX-License-Identifier: Apache-2.0
#include "support/plan_models.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "catalog/catalog.h"
#include "dataset/clip_keys.h"
#include "dataset/dataset_manifest.h"
#include "encoders/t5_encoder.h"
#include "engine_api/clip_encoding.h"
#include "families/cogvideox/transformer.h"
#include "families/cogvideox/vae.h"
#include "precompute/latent_cache.h"
#include "run/run_file.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace fw::support {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path reference = fs::path(FW_SOURCE_FOLDER) / "tests" / "reference";
constexpr int64_t text_width = 256;

void copy_json(const fs::path& from, const fs::path& to) {
  fs::create_directories(to.parent_path());
  fs::copy_file(from, to, fs::copy_options::overwrite_existing);
}

json read_json(const fs::path& file) {
  return json::parse(read_file(file));
}

template <class Model, class Config>
void write_component(const fs::path& folder, const json& config, const char* file) {
  fs::create_directories(folder);
  write_file_atomically(folder / "config.json", config.dump(2), Existing::replace);
  Model model(Config::from_json(config), torch::TensorOptions(torch::kMeta));
  std::map<std::string, torch::Tensor> weights;
  model.for_each_slot([&](const std::string& name, torch::Tensor& slot) {
    weights[name] = slot.dim() == 1 ? torch::ones(slot.sizes()) : torch::randn(slot.sizes()) * 0.02;
  });
  tensor::save_tensors(folder / file, weights);
}

/// Manifest of each component of a published model.
std::map<std::string, std::string> manifests_of(const std::string& model) {
  const auto starts = [&](const char* beginning) { return model.starts_with(beginning); };
  std::map<std::string, std::string> parts{{"transformer", model + "-transformer"},
                                           {"vae", model + "-vae"},
                                           {"text_encoder", "t5-v1_1-xxl-encoder"}};
  if (starts("cogvideox"))
    parts["vae"] = starts("cogvideox-1.5")   ? "cogvideox-1.5-vae"
                   : model == "cogvideox-2b" ? "cogvideox-2b-vae"
                                             : "cogvideox-5b-vae";
  if (starts("hunyuan") || starts("framepack")) {
    parts["vae"] = "hunyuan-video-vae";
    parts["text_encoder"] = "llama-3-8b-text";
    parts["text_encoder_2"] = "clip-l-text";
  }
  if (starts("hunyuan-video-1.5")) {
    parts["vae"] = "hunyuan-video-1.5-vae";
    parts["text_encoder"] = "qwen2.5-vl-7b-text";
    parts["text_encoder_2"] = "byt5-small-glyph-encoder";
    if (model.find("i2v") != model.npos) parts["image_encoder"] = "siglip-so400m-vision";
  }
  if (starts("framepack")) parts["image_encoder"] = "siglip-so400m-vision";
  if (starts("ltx-2")) {
    const bool is_first = starts("ltx-2-"), is_last = starts("ltx-2.5");
    parts["vae"] = is_first ? "ltx-2-19b-vae" : "ltx-2.3-22b-vae";
    parts["connectors"] = model + "-connectors";
    parts["text_encoder"] = is_last ? "gemma-4-12b-text" : "gemma-3-12b";
  }
  if (starts("wan")) {
    parts["vae"] = model == "wan-2.2-ti2v-5b" ? "wan-2.2-vae" : "wan-2.1-vae";
    parts["text_encoder"] = "umt5-xxl-encoder";
    if (model.ends_with("a14b")) parts["transformer_2"] = model + "-transformer-2";
    if (starts("wan-2.1-i2v") || starts("wan-2.1-flf2v")) parts["image_encoder"] = "clip-vit-h-vision";
  }
  return parts;
}

}  // namespace

void make_published_folder(const fs::path& folder, const std::string& model) {
  for (const auto& [part, manifest] : manifests_of(model))
    copy_json(reference / "manifests" / manifest / "config.json", folder / part / "config.json");
  const bool is_wan = model.starts_with("wan"), sees_pictures = fs::exists(folder / "image_encoder");
  if (sees_pictures) {
    const fs::path preprocessor = folder / (is_wan ? "image_processor" : "feature_extractor");
    fs::create_directories(preprocessor);
    write_file_atomically(preprocessor / "preprocessor_config.json", "{}", Existing::replace);
  }
  // The committed cases lack a 1.5 text-to-video model: use 5b's pipeline and the 1.5 I2V model's scheduler.
  const fs::path cases = reference / "cases" / "models";
  const bool is_text_1_5 = model == "cogvideox-1.5-5b";
  const auto starts = [&](const char* beginning) { return model.starts_with(beginning); };
  const std::string small = starts("mochi")       ? "mochi-1"
                            : starts("framepack") ? "framepack"
                            : starts("ltx-2-")    ? "ltx-2.0"
                            : starts("ltx-2.")    ? model.substr(0, model.find('-', 4))
                            : starts("ltx")       ? "ltx" + model.substr(std::string("ltx-video").size())
                            : starts("hunyuan-video-1.5")
                                ? "hunyuan-video-1.5-" + model.substr(model.find("p-") + 2)
                            : starts("wan-2.1") ? model.substr(0, model.find('-', 8))
                                                : model;
  copy_json(cases / (is_text_1_5 ? "cogvideox-5b" : small) / "model_index.json", folder / "model_index.json");
  copy_json(cases / (is_text_1_5 ? model + "-i2v" : small) / "scheduler" / "scheduler_config.json",
            folder / "scheduler" / "scheduler_config.json");
}

void make_small_model(const fs::path& folder, const SmallModel& model) {
  torch::manual_seed(3);
  make_published_folder(folder, "cogvideox-5b");
  json transformer = read_json(folder / "transformer" / "config.json");
  transformer["num_layers"] = model.layers;
  transformer["num_attention_heads"] = model.heads;
  transformer["text_embed_dim"] = text_width;
  write_component<families::CogVideoXTransformer, families::CogVideoXTransformerConfig>(
      folder / "transformer", transformer, "diffusion_pytorch_model.safetensors");
  json vae = read_json(folder / "vae" / "config.json");
  const int64_t width = model.vae_width;
  vae["block_out_channels"] = {width, 2 * width, 2 * width, 4 * width};
  vae["layers_per_block"] = 1;
  write_component<families::CogVideoXVae, families::CogVideoXVaeConfig>(
      folder / "vae", vae, "diffusion_pytorch_model.safetensors");
  const fs::path small = reference / "cases" / "models" / "cogvideox-5b";
  json encoder = read_json(small / "text_encoder" / "config.json");
  encoder["d_model"] = text_width;
  encoder["d_ff"] = 2 * text_width;
  write_component<encoders::T5Encoder, encoders::T5EncoderConfig>(folder / "text_encoder", encoder,
                                                                  "model.safetensors");
  fs::copy(small / "tokenizer", folder / "tokenizer",
           fs::copy_options::recursive | fs::copy_options::overwrite_existing);
}

planner::PlanRequest preset_request(run::RunSettings settings, const fs::path& model_folder,
                                    double card_gib) {
  constexpr double usable_share = 0.96;  // of a card
  planner::PlanRequest request;
  request.vram_bytes = static_cast<int64_t>(usable_share * card_gib * (int64_t{1} << 30));
  request.host_bytes = std::numeric_limits<int64_t>::max();
  settings.model_folder = model_folder;
  settings.cache = model_folder / "cache";
  settings.validation_prompts = {"a goat@@@" + settings.video_resolution_buckets.front()};
  if (settings.task == catalog::VideoTask::image_to_video) settings.validation_images = {"goat.png"};
  if (catalog::recognise_model({model_folder}).needs_last_frame)
    settings.validation_last_images = {"goat.png"};
  request.settings = std::move(settings);
  return request;
}

fs::path make_small_run(const fs::path& folder, const catalog::Bucket& size,
                        const std::vector<std::string>& settings) {
  std::string text =
      "schema = 1\n[run]\nname = \"small\"\ndevice = \"cpu\"\n[model]\nfamily = \"cogvideox\"\nfolder = "
      "\"model\"\n[data]\ndataset = \"dataset.jsonl\"\ncache = \"cache\"\ndataloader_num_workers = 0\n"
      "[training]\ntrain_steps = 2\nbatch_size = 1\nmixed_precision = \"fp32\"\n[lr_scheduler]\n"
      "lr_scheduler = \"constant\"\n";
  for (const std::string& each : settings) text = run::override_in_text(text, each);
  const fs::path file = folder / "run.toml";
  write_file_atomically(file, text, Existing::replace);
  const run::RunSettings run = run::read_run_file(file).settings;
  const auto encoding = engine_api::whole_encoding(engine_api::precompute_of(run, {}),
                                                   catalog::recognise_model(run::model_source(run)),
                                                   engine_api::Processor::cpu, {});
  const precompute::LatentCache cache(folder / "cache");
  const int64_t frames = (size.frames - 1) / 4 + 1;
  const auto add_text = [&](const std::string& caption) {
    const std::string key = dataset::caption_key(caption, encoding);
    cache.write(precompute::CacheKind::text, key, {{"embedding", torch::randn({226, text_width})}});
    return key;
  };
  const std::string empty = add_text("");
  dataset::DatasetManifest manifest;
  for (int64_t i = 0; i < 4; ++i) {
    dataset::DatasetSample sample;
    sample.id = "clip" + std::to_string(i) + "-0";
    sample.source = "/none.mp4";
    sample.content_hash = sample.caption = "clip " + std::to_string(i);
    sample.bucket = size;
    sample.source_out = sample.frame_count = size.frames;
    sample.crop = {0, 0, size.width, size.height};
    sample.keys = {dataset::clip_keys(sample, encoding).latents, add_text(sample.caption), "", empty};
    const auto latents = torch::randn({16, frames, size.height / 8, size.width / 8});
    cache.write(precompute::CacheKind::latents, sample.keys.latents,
                {{"mean", latents}, {"logvar", latents - 8}});
    manifest.push_back(std::move(sample));
  }
  dataset::write_dataset_manifest(folder / "dataset.jsonl", manifest, Existing::replace);
  return file;
}

}  // namespace fw::support
