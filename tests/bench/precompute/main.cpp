// SPDX-License-Identifier: Apache-2.0
//
// The cost of the cache in addition to the encoding itself, with a VAE and a text encoder of the published
// structure and random weights:
// bench_precompute [clips] [width of the VAE, 128 is the published one]
// Prints the seconds inside the networks, in storing, in waiting for decoded clips and in planning (all of
// one run), then the time of a second run, in which all entries exist.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "base/atomic_file.h"
#include "encoders/t5_encoder.h"
#include "families/cogvideox/vae.h"
#include "media/content_hash.h"
#include "media/writer.h"
#include "nn/load.h"
#include "precompute/precompute.h"
#include "precompute/precompute_plan.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

template <class Model, class Config>
void write_component(const fs::path& folder, const json& config, const char* file) {
  fs::create_directories(folder);
  fw::write_file_atomically(folder / "config.json", config.dump(1), fw::Existing::replace);
  Model model(Config::from_json(config), torch::TensorOptions(torch::kMeta));
  fw::nn::allocate_parameters(model, torch::kFloat32, torch::kCPU);
  std::map<std::string, torch::Tensor> tensors;
  model.for_each_slot([&](const std::string& name, torch::Tensor& slot) {
    const bool norm_weight =
        name.find("norm") != std::string::npos && slot.dim() == 1 && name.ends_with("weight");
    tensors[name] = norm_weight ? slot.fill_(1) : slot.normal_(0, 0.02);
  });
  fw::tensor::save_tensors(folder / file, tensors);
}

/// A CogVideoX-5b folder with a VAE of `width` channels and a small text encoder. The tokenizer is that of
/// the reference cases.
fs::path write_model(const fs::path& root, int64_t width) {
  const fs::path model = root / "model";
  const fs::path sample = fs::path(FW_SOURCE_FOLDER) / "tests/reference/cases/models/cogvideox-2b";
  fs::create_directories(model);
  for (const char* folder : {"tokenizer", "scheduler", "transformer"})
    fs::copy(sample / folder, model / folder);
  fs::copy(sample / "model_index.json", model / "model_index.json");
  const json vae{{"_class_name", "AutoencoderKLCogVideoX"},
                 {"block_out_channels", {width, 2 * width, 2 * width, 4 * width}},
                 {"latent_channels", 16},
                 {"layers_per_block", 3},
                 {"norm_num_groups", 32},
                 {"scaling_factor", 0.7}};
  write_component<fw::families::CogVideoXVae, fw::families::CogVideoXVaeConfig>(
      model / "vae", vae, "diffusion_pytorch_model.safetensors");
  json text = json::parse(fw::read_file(sample / "text_encoder/config.json"));
  text["d_model"] = 512;
  text["d_ff"] = 1024;
  text["num_layers"] = 6;
  write_component<fw::encoders::T5Encoder, fw::encoders::T5EncoderConfig>(model / "text_encoder", text,
                                                                          "model.safetensors");
  return model;
}

fw::dataset::DatasetManifest write_clips(const fs::path& root, int64_t count) {
  fw::dataset::DatasetManifest manifest;
  for (int64_t i = 0; i < count; ++i) {
    const fs::path file = root / ("clip" + std::to_string(i) + ".mp4");
    fw::media::ClipWriter writer(file, {384, 256}, {.fps = {8, 1}});
    for (int frame = 0; frame < 9; ++frame) {
      fw::media::RgbImage image(384, 256);
      const auto seed = static_cast<size_t>(i) + 3;
      for (size_t k = 0; k < image.pixels.size(); ++k) {
        image.pixels[k] = static_cast<uint8_t>((k * seed + static_cast<size_t>(frame) * 977) >> 7);
      }
      writer.write(image);
    }
    writer.finish();
    manifest.push_back({.id = std::to_string(i),
                        .source = file,
                        .content_hash = fw::media::content_hash(file),
                        .source_in = 0,
                        .source_out = 9,
                        .fps = 8,
                        .first_frame = 0,
                        .frame_count = 9,
                        .crop = {0, 0, 384, 256},
                        .bucket = {9, 128, 192},
                        .caption = "clip number " + std::to_string(i)});
  }
  return manifest;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  const int64_t clips = argc > 1 ? std::atoll(argv[1]) : 8;
  const int64_t width = argc > 2 ? std::atoll(argv[2]) : 128;
  const fs::path root = fs::temp_directory_path() / ("bench_precompute_" + std::to_string(::getpid()));
  fw::precompute::PrecomputeOptions options;
  options.model = {write_model(root, width)};
  options.cache_folder = root / "cache";
  options.dtype = torch::kFloat32;
  ::setenv("XDG_CACHE_HOME", root.c_str(), 1);
  const auto manifest = write_clips(root, clips);
  for (const char* run : {"first", "second"}) {
    const auto start = std::chrono::steady_clock::now();
    auto plan = fw::precompute::plan_precompute(manifest, options, {});
    const double plan_seconds = seconds_since(start);
    const auto result = fw::precompute::precompute(std::move(plan), options, [](const fw::Progress&) {}, {});
    const double cache_seconds = plan_seconds + result.store_seconds + result.wait_seconds;
    std::printf("%s run: %.2f s, networks %.2f s, planning %.3f s, storing %.3f s, waiting for clips %.3f s",
                run, seconds_since(start), result.encode_seconds, plan_seconds, result.store_seconds,
                result.wait_seconds);
    if (result.encode_seconds > 0)
      std::printf("; the cache step adds %.2f %%", 100 * cache_seconds / result.encode_seconds);
    std::printf("\n");
  }
  fs::remove_all(root);
  return 0;
}
