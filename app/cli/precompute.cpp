// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "base/paths.h"
#include "cli/job_runner.h"
#include "engine_api/results.h"

namespace fw::cli {

namespace {

void print_report(const engine_api::PrecomputeReport& report) {
  std::printf("%lld samples ready: %lld clips and %lld captions encoded, %lld entries already there.\n",
              static_cast<long long>(report.samples), static_cast<long long>(report.latents_made),
              static_cast<long long>(report.texts_made), static_cast<long long>(report.entries_present));
}

}  // namespace

void add_precompute(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("precompute", "Encode a dataset's clips and captions into the cache, once");
  auto request = std::make_shared<engine_api::PrecomputeRequest>();
  request->image_noise = true;
  command->add_option("dataset", request->dataset, "dataset.jsonl as written by `dataset buckets --write`")
      ->required();
  command->add_option("--model", request->model, "Model folder (diffusers layout)")->required();
  add_parts(*command, request->parts);
  command->add_option("--cache", request->cache, "Cache folder (default: the user's cache)");
  command->add_option("--out", request->out,
                      "Output file for the dataset with its cache keys (default: replaces the input)");
  add_overwrite(*command, request->overwrite);
  command->add_option("--device", request->device, "auto, cpu or cuda:N");
  add_choice(*command, "--dtype", request->dtype,
             "auto (bf16 on a GPU, fp32 on the CPU), bf16, fp16 or fp32");
  add_choice(
      *command, "--task", request->task,
      "Task, for a model with several (default: the model's); image_to_video also encodes first frames");
  add_choice(*command, "--stored", request->stored,
             "posterior: draw new samples during training; sample: one fixed draw, half the size");
  add_choice(*command, "--text-encoder", request->text_encoder,
             "Where captions are encoded: device, stream (on the device, block by block) or cpu");
  command->add_flag("--vae-tiling", request->vae_tiling,
                    "Encode in tiles: less memory, slightly different results at the seams");
  command->add_flag("--sound", request->sound,
                    "Also encode the clips' sound, for models that are trained on it");
  command->add_flag("--verify", request->verify,
                    "Read every existing entry and compare its checksum, instead of reading headers only");
  command->add_flag_callback(
      "--clean-first-frames", [request] { request->image_noise = false; },
      "Only the clean first frame, for models that are trained on noised ones as well");
  command->add_option("--decode-threads", request->decode_threads, "Threads that decode clips in advance");
  command->callback([&session, request] {
    if (request->cache.empty()) request->cache = cache_folder() / "latents";
    session.exit_code =
        run_engine_job(session, job_of(*request, "Precompute"), text_only(session, &print_report));
  });
}

}  // namespace fw::cli
