// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>

#include "base/paths.h"
#include "base/units.h"
#include "cli/job_runner.h"

namespace fw::cli {

namespace {

struct Options {
  std::string dataset, model, cache, out, device = "auto", dtype = "auto", task, stored = "posterior",
                                          text_encoder = "device";
  bool clean_first_frames = false;
  bool overwrite = false, vae_tiling = false, verify = false;
  int64_t decode_threads = 2;
};

void print_result(const nlohmann::json& result) {
  std::printf("%lld samples ready: %lld clips and %lld captions encoded, %lld entries already there.\n",
              result.at("samples").get<long long>(), result.at("latents_made").get<long long>(),
              result.at("texts_made").get<long long>(), result.at("entries_present").get<long long>());
}

}  // namespace

void add_precompute(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("precompute", "Encode a dataset's clips and captions into the cache, once");
  auto options = std::make_shared<Options>();
  command->add_option("dataset", options->dataset, "dataset.jsonl as written by `dataset buckets --write`")
      ->required();
  command->add_option("--model", options->model, "Model folder (diffusers layout)")->required();
  command->add_option("--cache", options->cache, "Cache folder (default: the user's cache)");
  command->add_option("--out", options->out,
                      "Output file for the dataset with its cache keys (default: replaces the input)");
  add_overwrite(*command, options->overwrite);
  command->add_option("--device", options->device, "auto, cpu or cuda:N");
  command->add_option("--dtype", options->dtype, "auto (bf16 on a GPU, fp32 on the CPU), bf16, fp16 or fp32");
  command->add_option("--task", options->task, "Of a model with several tasks; else its own");
  command->add_option("--stored", options->stored,
                      "posterior: draw new samples during training; sample: one fixed draw, half the size");
  command->add_option("--text-encoder", options->text_encoder,
                      "Where captions are encoded: device, stream (on the device, block by block) or cpu");
  command->add_flag("--vae-tiling", options->vae_tiling,
                    "Encode in tiles: less memory, slightly different results at the seams");
  command->add_flag(
      "--verify", options->verify,
      "Read every existing entry and compare its checksum, instead of reading headers only");
  command->add_flag("--clean-first-frames", options->clean_first_frames,
                    "Only the clean first frame, for models that are trained on noised ones as well");
  command->add_option("--decode-threads", options->decode_threads, "Threads that decode clips in advance");
  command->callback([&session, options] {
    const std::string cache = options->cache.empty() ? to_utf8(cache_folder() / "latents") : options->cache;
    session.exit_code = run_engine_job(session,
                                       {"precompute",
                                        "Precompute",
                                        {{"dataset", options->dataset},
                                         {"model", options->model},
                                         {"cache", cache},
                                         {"out", options->out},
                                         {"overwrite", options->overwrite},
                                         {"device", options->device},
                                         {"dtype", options->dtype},
                                         {"task", options->task},
                                         {"stored", options->stored},
                                         {"text_encoder", options->text_encoder},
                                         {"vae_tiling", options->vae_tiling},
                                         {"image_noise", !options->clean_first_frames},
                                         {"verify", options->verify},
                                         {"decode_threads", options->decode_threads}}},
                                       text_only(session, print_result));
  });
}

}  // namespace fw::cli
