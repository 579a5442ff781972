// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "base/paths.h"
#include "cli/job_runner.h"

namespace fw::cli {

namespace {

struct Options {
  std::string dataset, model, cache, device = "auto", dtype = "auto", task;
  std::vector<std::string> loras;
  int64_t timesteps = 8, noises = 4;
  uint64_t seed = 0;
};

void print_result(const nlohmann::json& result) {
  std::printf("timestep  loss\n");
  for (size_t i = 0; i < result.at("timesteps").size(); ++i) {
    std::printf("%8lld  %.5f\n", result.at("timesteps").at(i).get<long long>(),
                result.at("by_timestep").at(i).get<double>());
  }
  std::printf("    mean  %.5f of %zu samples\n", result.at("mean").get<double>(),
              result.at("samples").size());
}

}  // namespace

void add_loss(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "loss",
      "Measure the loss on a precomputed dataset at fixed timesteps and with fixed noise, to compare checkpoints");
  auto options = std::make_shared<Options>();
  command->add_option("dataset", options->dataset, "dataset.jsonl as written by precompute")->required();
  command->add_option("--model", options->model, "Model folder (diffusers layout)")->required();
  command->add_option("--cache", options->cache, "Cache folder (default: the user's cache)");
  command->add_option("--lora", options->loras, "FILE or FILE:WEIGHT; can be repeated");
  command->add_option("--timesteps", options->timesteps, "Number of timesteps: the middles of as many equal parts of the schedule")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--noises", options->noises, "Noise samples per timestep")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Seed of the noise")->capture_default_str();
  command->add_option("--task", options->task, "Task, for a model with several (default: the model's)");
  command->add_option("--device", options->device, "auto, cpu or cuda:N");
  command->add_option("--dtype", options->dtype, "auto (bf16 on a GPU, fp32 on the CPU), bf16, fp16 or fp32");
  command->callback([&session, options] {
    const std::string cache = options->cache.empty() ? to_utf8(cache_folder() / "latents") : options->cache;
    auto loras = nlohmann::json::array();
    for (const std::string& lora : options->loras) loras.push_back(lora_param(lora));
    session.exit_code = run_engine_job(session,
                                       {"loss",
                                        "Loss",
                                        {{"dataset", options->dataset},
                                         {"model", options->model},
                                         {"cache", cache},
                                         {"loras", loras},
                                         {"timesteps", options->timesteps},
                                         {"noises", options->noises},
                                         {"seed", options->seed},
                                         {"task", options->task},
                                         {"device", options->device},
                                         {"dtype", options->dtype}}},
                                       text_only(session, print_result));
  });
}

}  // namespace fw::cli
