// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "base/paths.h"
#include "cli/job_runner.h"
#include "engine_api/results.h"

namespace fw::cli {

namespace {

void print_report(const engine_api::LossReport& report) {
  std::printf("timestep  loss\n");
  for (size_t i = 0; i < report.timesteps.size(); ++i)
    std::printf("%8lld  %.5f\n", static_cast<long long>(report.timesteps[i]), report.by_timestep[i]);
  std::printf("    mean  %.5f of %zu samples\n", report.mean, report.samples.size());
}

}  // namespace

void add_loss(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("loss",
                                         "Measure the loss on a precomputed dataset at fixed timesteps and "
                                         "with fixed noise, to compare checkpoints");
  auto request = std::make_shared<engine_api::LossRequest>();
  command->add_option("dataset", request->dataset, "dataset.jsonl as written by precompute")->required();
  command->add_option("--model", request->model, "Model folder (diffusers layout)")->required();
  add_parts(*command, request->parts);
  command->add_option("--cache", request->cache, "Cache folder (default: the user's cache)");
  add_loras(*command, "--lora", request->loras, "FILE or FILE:WEIGHT; can be repeated");
  command
      ->add_option("--timesteps", request->timesteps,
                   "Number of timesteps: the middles of as many equal parts of the schedule")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_option("--noises", request->noises, "Noise samples per timestep")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", request->seed, "Seed of the noise")->capture_default_str();
  add_choice(*command, "--task", request->task, "Task, for a model with several (default: the model's)");
  command->add_flag("--sound", request->sound, "The dataset was precomputed with --sound");
  command->add_option("--device", request->device, "auto, cpu or cuda:N");
  add_choice(*command, "--dtype", request->dtype,
             "auto (bf16 on a GPU, fp32 on the CPU), bf16, fp16 or fp32");
  command->callback([&session, request] {
    if (request->cache.empty()) request->cache = cache_folder() / "latents";
    session.exit_code = run_engine_job(session, job_of(*request, "Loss"), text_only(session, &print_report));
  });
}

}  // namespace fw::cli
