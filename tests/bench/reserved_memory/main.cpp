// SPDX-License-Identifier: Apache-2.0
//
// Compares the planner with LibTorch's own allocator, on a simulated card (tests/support/made_up_cuda) or a
// real one:
// bench_reserved_memory [NAME]
// Published networks with fewer blocks and without values, at common training sizes, two updates each. Prints
// planned and reserved memory; fails if they differ by more than 3 % and 300 MiB.
// tests/bench/reserved_memory/run.sh runs it over the simulated CUDA.
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include <ATen/DeviceAccelerator.h>
#include "base/atomic_file.h"
#include "base/error.h"
#include "cuda/part.h"
#include "encoders/t5_encoder.h"
#include "families/registry.h"
#include "planner/dry_run.h"
#include "planner/gpu_specs.h"
#include "planner/planner.h"
#include "run/run_file.h"
#include "support/plan_models.h"
#include "tensor/attention_kernels.h"
#include "tensor/device.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"
#include "training/learner.h"
#include "training/run_options.h"
#include "training/validation_clips.h"

namespace {

using namespace fw;
using nlohmann::json;
namespace fs = std::filesystem;
using Settings = std::vector<std::string>;

struct Row {
  const char* name;
  const char *model, *family;
  json config;  ///< applied to the transformer's
  const char* size;
  Settings settings;
};

const std::vector<Row>& rows() {
  const json cogvideox{{"num_layers", 6}}, ltx{{"num_layers", 8}}, mochi{{"num_layers", 4}};
  const json hunyuan{{"num_layers", 2}, {"num_single_layers", 4}, {"num_refiner_layers", 1}};
  const std::string full = "training.training_type=sft", streamed = "memory.streamed_blocks=100";
  const std::string eight_bits = "optimizer.optimizer=adamw_8bit", image = "training.task=image_to_video";
  static const std::vector<Row> all{
      {"CogVideoX-5b, LoRA", "cogvideox-5b", "cogvideox", cogvideox, "49x480x720", {}},
      {"CogVideoX-5b, LoRA, streamed", "cogvideox-5b", "cogvideox", cogvideox, "49x480x720", {streamed}},
      {"CogVideoX-5b, LoRA, offloaded",
       "cogvideox-5b",
       "cogvideox",
       cogvideox,
       "49x480x720",
       {"memory.activation_offload=true"}},
      {"CogVideoX-5b, LoRA, not checkpointed",
       "cogvideox-5b",
       "cogvideox",
       cogvideox,
       "25x256x384",
       {"training.gradient_checkpointing=false"}},
      {"CogVideoX-5b, full", "cogvideox-5b", "cogvideox", cogvideox, "49x480x720", {full, eight_bits}},
      {"CogVideoX-5b, LoRA, validation",
       "cogvideox-5b",
       "cogvideox",
       cogvideox,
       "49x480x720",
       {"validation.validation_prompts=[\"a boat\"]"}},
      {"LTX-Video, LoRA", "ltx-video-0.9.1", "ltx_video", ltx, "121x512x768", {}},
      {"LTX-Video, full", "ltx-video-0.9.1", "ltx_video", ltx, "121x512x768", {full}},
      {"HunyuanVideo, LoRA", "hunyuan-video", "hunyuan_video", hunyuan, "49x512x768", {}},
      {"HunyuanVideo, LoRA, streamed, offloaded",
       "hunyuan-video",
       "hunyuan_video",
       hunyuan,
       "49x512x768",
       {streamed, "memory.activation_offload=true"}},
      {"FramePack, LoRA", "framepack-i2v-hy", "framepack", hunyuan, "37x416x960", {image}},
      {"Mochi-1, LoRA", "mochi-1-preview", "mochi", mochi, "37x480x848", {}},
      {"Mochi-1, full, streamed",
       "mochi-1-preview",
       "mochi",
       mochi,
       "37x480x848",
       {full, eight_bits, streamed}},
  };
  return all;
}

/// A sparse file of the component's weights, all of them zero.
void write_sparse(const fs::path& file, nn::Module& network) {
  json header;
  int64_t end = 0;
  network.for_each_slot([&](const std::string& name, torch::Tensor& slot) {
    const int64_t begin = end;
    end += slot.numel() * 2;
    header[name] = {{"dtype", "BF16"}, {"shape", slot.sizes().vec()}, {"data_offsets", {begin, end}}};
  });
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  const uint64_t length = text.size();
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(&length), sizeof length)
      .write(text.data(), static_cast<std::streamsize>(text.size()));
  fs::resize_file(file, sizeof length + length + static_cast<uint64_t>(end));
}

void change(const fs::path& file, const json& changes) {
  json config = json::parse(read_file(file));
  config.update(changes);
  write_file_atomically(file, config.dump(), Existing::replace);
}

void make_model(const Row& row, const fs::path& folder, bool with_validation) {
  support::make_published_folder(folder, row.model);
  change(folder / "transformer" / "config.json", row.config);
  const tensor::DryRun dry_run(torch::kCUDA);
  const auto family = families::open_family({folder});
  const nn::ComponentOptions load{.dtype = torch::kBFloat16, .device = torch::kMeta};
  write_sparse(folder / "transformer" / "diffusion_pytorch_model.safetensors",
               *family->load_transformer(load));
  // The statistics of LTX-Video's latents are in its VAE's file.
  if (with_validation || std::string_view(row.family) == "ltx_video")
    write_sparse(folder / "vae" / "diffusion_pytorch_model.safetensors",
                 *family->load_vae(load, families::VaePart::whole));
  if (!with_validation) return;
  const fs::path encoder = folder / "text_encoder";
  change(encoder / "config.json", {{"num_layers", 2}});
  encoders::T5Encoder t5(
      encoders::T5EncoderConfig::from_json(json::parse(read_file(encoder / "config.json"))),
      torch::TensorOptions(torch::kMeta));
  write_sparse(encoder / "model.safetensors", t5);
  fs::copy(fs::path(FW_SOURCE_FOLDER) / "tests/reference/cases/models" / row.model / "tokenizer",
           folder / "tokenizer", fs::copy_options::recursive);
}

run::RunSettings settings_of(const Row& row, const fs::path& folder) {
  std::string text =
      "schema = 1\n[run]\nname = \"row\"\ndevice = \"cuda\"\n[model]\nfamily = \"" + std::string(row.family) +
      "\"\nfolder = \"" + (folder / "model").string() +
      "\"\n[data]\ndataset = \"none.jsonl\"\ncache = \"cache\"\nvideo_resolution_buckets = [\"" + row.size +
      "\"]\n[lora]\nrank = 64\nlora_alpha = 64.0\n";
  if (std::ranges::count(row.settings, "training.training_type=sft") > 0) text.resize(text.find("[lora]"));
  for (const std::string& each : row.settings) text = run::override_in_text(text, each);
  const run::RunFile file = run::parse_run_file(text, folder / "run.toml");
  if (!file.faults.empty()) throw Error(file.faults.front());
  return file.settings;
}

/// As the loader makes it.
training::MicroBatch micro_batch(const training::Learner& learner, const run::RunSettings& settings,
                                 const catalog::Bucket& size) {
  training::MicroBatch made;
  made.batch = learner.model->example_batch(size, settings.batch_size);
  made.batch.latents.zero_();
  if (made.batch.text.mask.defined()) made.batch.text.mask.fill_(1);
  made.draw = learner.model->draw(made.batch, at::make_generator<at::CPUGeneratorImpl>(uint64_t{0}));
  return training::page_locked(std::move(made), training::compute_dtype(settings), learner.device);
}

void validate(const run::RunSettings& settings, training::Learner& learner, const catalog::Bucket& size) {
  inference::VideoPipeline pipeline(training::validation_options(settings, learner.device), {});
  pipeline.lend_transformer(*learner.model, learner.runner);
  std::vector<inference::VideoRequest> requests;
  for (const auto& clip : training::plan_validation_clips(settings, size)) requests.push_back(clip.request);
  for (inference::VideoRequest& request : requests) request.steps = 3;
  pipeline.encode_prompts_of(requests, {});
  for (const inference::VideoRequest& request : requests) pipeline.generate(request, {});
}

struct Reserved {
  int64_t allocated = 0, reserved = 0;
};

Reserved run(const run::RunSettings& settings, const catalog::Bucket& size) {
  const torch::Device device = tensor::parse_device("cuda:0");
  const tensor::AttentionKernels kernels(tensor::attention_order_on(device), device);
  training::Learner learner(settings, {.device = device});
  for (int64_t step = 0; step < 2; ++step) {
    learner.optimizer_step.begin(1, step);
    learner.run_micro_batch(micro_batch(learner, settings, size));
    learner.weights.finish_gradients();
    learner.optimizer_step.update(step, /*losses_finite=*/true);
  }
  if (!settings.validation_prompts.empty()) validate(settings, learner, size);
  const auto stats = at::accelerator::getDeviceStats(0);
  return {stats.allocated_bytes[0].peak, stats.reserved_bytes[0].peak};
}

/// @return  whether the plan is right
bool measure(const Row& row, const fs::path& folder) {
  make_model(row, folder / "model", row.settings.size() == 1 && row.settings[0].starts_with("validation"));
  const run::RunSettings settings = settings_of(row, folder);
  planner::PlanRequest request{settings, int64_t{80} << 30, "RTX 4090"};
  request.with_precompute = false;
  const planner::RunPlan plan = planner::plan_run(request, {});
  int64_t tensors = 0;
  for (const planner::PhasePlan& phase : plan.phases) tensors = std::max(tensors, phase.device.total());
  const int64_t planned = plan.device_peak_bytes() - planner::cuda_overhead().context_bytes;
  const Reserved got = run(settings, *catalog::parse_bucket(row.size));
  constexpr double mib = 1 << 20;
  const auto off = static_cast<double>(planned - got.reserved);
  std::printf("| %s | %.0f | %.0f | %+.1f %% | %.0f | %.0f | %+.0f MiB, %+.1f %% |\n", row.name,
              static_cast<double>(tensors) / mib, static_cast<double>(got.allocated) / mib,
              100 * (static_cast<double>(tensors) / static_cast<double>(got.allocated) - 1),
              static_cast<double>(planned) / mib, static_cast<double>(got.reserved) / mib, off / mib,
              100 * off / static_cast<double>(got.reserved));
  std::fflush(stdout);
  return std::abs(off) <= std::max(300 * mib, 0.03 * static_cast<double>(got.reserved));
}

/// In a separate process with its own allocator.
bool measure_alone(const Row& row) {
  const pid_t child = ::fork();
  if (child != 0) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }
  char folder[] = "/tmp/reserved-memory-XXXXXX";
  int result = 1;
  try {
    if (::mkdtemp(folder) != nullptr && measure(row, folder)) result = 0;
  } catch (const Error& error) {
    std::printf("| %s | %s |\n", row.name, error.fault().full_message().c_str());
  } catch (const std::exception& error) {
    std::printf("| %s | %s |\n", row.name, error.what());
  }
  std::fflush(stdout);
  fs::remove_all(folder);
  ::_exit(result);
}

}  // namespace

int main(int argc, char** argv) {
  ::setenv("PYTORCH_ALLOC_CONF", "expandable_segments:True", 0);  // as the engine sets it
  if (cuda::part() == nullptr) {
    std::fprintf(stderr, "there is no CUDA\n");
    return 2;
  }
  std::puts(
      "| run | planned tensors, MiB | allocated | difference | planned without context | reserved | "
      "difference |");
  std::puts("|---|---|---|---|---|---|---|");
  std::fflush(stdout);
  bool all = true;
  for (const Row& row : rows())
    if (argc < 2 || std::string(row.name) == argv[1]) all = measure_alone(row) && all;
  return all ? 0 : 1;
}
