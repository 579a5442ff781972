// SPDX-License-Identifier: Apache-2.0
#include "support/tiny_run.h"
#include "families/registry.h"
#include "tensor/libtorch.h"

#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "engine_api/clip_encoding.h"
#include "families/cogvideox/transformer.h"
#include "precompute/latent_cache.h"
#include "tensor/save.h"

namespace fw::support {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using precompute::CacheKind;

constexpr int64_t channels = 4;

void write_json(const fs::path& file, const json& value) {
  fs::create_directories(file.parent_path());
  write_file_atomically(file, value.dump(2), Existing::replace);
}

torch::Tensor random(torch::IntArrayRef shape, torch::Generator& generator, double scale = 1) {
  return torch::randn(shape, generator, torch::TensorOptions(torch::kFloat32)) * scale;
}

/// Gives random entries the names that the run's model would give them, if it has a VAE, so that the run
/// takes them for its own.
void name_entries(const run::RunSettings& settings) {
  dataset::DatasetManifest samples = dataset::read_dataset_manifest(settings.dataset);
  const catalog::ModelSource model = run::model_source(settings);
  const auto encoding =
      engine_api::whole_encoding(engine_api::precompute_of(settings, {}), catalog::recognise_model(model),
                                 engine_api::Processor::cpu, {});
  if (encoding.vae.empty()) return;
  const precompute::LatentCache cache(settings.cache);
  const auto rename = [&](CacheKind kind, std::string& key, const std::string& name) {
    if (key.empty() || key == name) return;
    std::error_code exists;
    fs::create_hard_link(cache.file(kind, key), cache.file(kind, name), exists);
    key = name;
  };
  for (dataset::DatasetSample& sample : samples) {
    if (fs::exists(sample.source)) return;  // encoded, or yet to be
    const dataset::CacheKeys keys = dataset::clip_keys(sample, encoding);
    rename(CacheKind::latents, sample.keys.latents, keys.latents);
    rename(CacheKind::image, sample.keys.image, keys.image);
    rename(CacheKind::text, sample.keys.text, dataset::caption_key(sample.caption, encoding));
    rename(CacheKind::text, sample.keys.empty_text, dataset::caption_key("", encoding));
  }
  dataset::write_dataset_manifest(settings.dataset, samples, Existing::replace);
}

json transformer_config(const TinyModel& options) {
  return {{"_class_name", "CogVideoXTransformer3DModel"},
          {"num_attention_heads", options.heads},
          {"attention_head_dim", 16},
          {"in_channels", options.image_to_video ? 2 * channels : channels},
          {"out_channels", channels},
          {"time_embed_dim", 24},
          {"text_embed_dim", TinyDataset{}.text_width},
          {"num_layers", options.layers},
          {"sample_width", 8},
          {"sample_height", 6},
          {"sample_frames", 9},
          {"patch_size", 2},
          {"patch_size_t", options.patch_size_t > 0 ? json(options.patch_size_t) : json(nullptr)},
          {"max_text_seq_length", TinyDataset{}.text_length},
          {"use_rotary_positional_embeddings", true}};
}

}  // namespace

void make_tiny_model(const fs::path& folder, const TinyModel& options) {
  const json config = transformer_config(options);
  write_json(folder / "transformer" / "config.json", config);
  write_json(folder / "scheduler" / "scheduler_config.json", {{"_class_name", "CogVideoXDDIMScheduler"},
                                                              {"num_train_timesteps", 1000},
                                                              {"beta_schedule", "scaled_linear"},
                                                              {"beta_start", 0.00085},
                                                              {"beta_end", 0.012},
                                                              {"prediction_type", "v_prediction"},
                                                              {"rescale_betas_zero_snr", true},
                                                              {"snr_shift_scale", 3.0},
                                                              {"timestep_spacing", "trailing"}});
  write_json(folder / "vae" / "config.json", {{"scaling_factor", 1.15258426}});
  write_json(folder / "model_index.json", {{"_class_name", "CogVideoXPipeline"}});
  families::CogVideoXTransformer model(families::CogVideoXTransformerConfig::from_json(config),
                                       torch::TensorOptions(torch::kMeta));
  auto generator = at::make_generator<at::CPUGeneratorImpl>(11);
  std::map<std::string, torch::Tensor> weights;
  model.for_each_slot([&](const std::string& name, torch::Tensor& slot) {
    const bool is_norm = slot.dim() == 1 && name.ends_with("weight");
    const double scale = is_norm ? 0.1 : 0.3 / std::sqrt(static_cast<double>(slot.size(-1)));
    weights[name] = random(slot.sizes(), generator, scale) + (is_norm ? 1 : 0);
  });
  tensor::save_tensors(folder / "transformer" / "diffusion_pytorch_model.safetensors", weights);
}

std::unique_ptr<families::TrainingModel> load_tiny_model(const fs::path& folder, const TinyModel& options) {
  run::RunSettings settings;
  settings.family = "cogvideox";
  settings.model_folder = folder.string();
  if (options.image_to_video) settings.task = catalog::VideoTask::image_to_video;
  return families::load_training_model(settings);
}

void make_tiny_dataset(const fs::path& folder, int64_t count, const TinyDataset& options) {
  const precompute::LatentCache cache(folder / "cache");
  auto generator = at::make_generator<at::CPUGeneratorImpl>(12);
  const auto posterior = [&](const std::vector<int64_t>& shape) {
    return precompute::CacheEntry{{"mean", random(shape, generator)},
                                  {"logvar", random(shape, generator, 0.1) - 6}};
  };
  const auto text = [&] {
    return precompute::CacheEntry{
        {"embedding", random({options.text_length, options.text_width}, generator)}};
  };
  cache.write(CacheKind::text, "empty", text());
  dataset::DatasetManifest manifest;
  for (int64_t i = 0; i < count; ++i) {
    const bool wide = i % 3 == 0;
    dataset::DatasetSample sample;
    sample.id = "clip" + std::to_string(i) + "-0";
    sample.source = "/none.mp4";
    sample.content_hash = sample.caption = "clip " + std::to_string(i);
    sample.bucket = {options.frames, 32, wide ? 64 : 48};
    sample.source_out = sample.frame_count = sample.bucket.frames;
    sample.crop = {0, 0, sample.bucket.width, sample.bucket.height};
    const std::string key = "k" + std::to_string(i);
    sample.keys = {key, key, options.image_to_video ? key : "", "empty"};
    const int64_t width = sample.bucket.width / 8;
    cache.write(CacheKind::latents, key, posterior({channels, (options.frames - 1) / 4 + 1, 4, width}));
    cache.write(CacheKind::text, key, text());
    if (options.image_to_video) cache.write(CacheKind::image, key, posterior({channels, 1, 4, width}));
    manifest.push_back(std::move(sample));
  }
  dataset::write_dataset_manifest(folder / "dataset.jsonl", manifest, Existing::replace);
}

std::string tiny_run_text(const std::vector<std::string>& settings) {
  std::string text =
      "schema = 1\n[run]\nname = \"tiny\"\ndevice = \"cpu\"\ncpu_threads = 1\n"
      "[model]\nfamily = \"cogvideox\"\nfolder = \"model\"\n[data]\ndataset = \"dataset.jsonl\"\ncache = "
      "\"cache\"\n"
      "[training]\ntrain_steps = 6\nbatch_size = 2\nmixed_precision = \"fp32\"\n[optimizer]\nlr = 1e-2\n"
      "[lr_scheduler]\nlr_scheduler = \"constant\"\n[checkpoints]\ncheckpointing_steps = 2\n";
  const bool sft =
      std::find(settings.begin(), settings.end(), "training.training_type=sft") != settings.end();
  if (!sft) text += "[lora]\nrank = 4\nlora_alpha = 4.0\n";
  for (const std::string& each : settings) text = run::override_in_text(text, each);
  return text;
}

run::RunPaths make_tiny_run(const fs::path& folder, const std::vector<std::string>& settings) {
  const run::RunFile file = run::parse_run_file(tiny_run_text(settings), folder / "run.toml");
  if (!file.faults.empty()) throw Error(file.faults.front());
  name_entries(file.settings);
  return run::create_run(file);
}

}  // namespace fw::support
