// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "base/units.h"
#include "cli/clip_options.h"
#include "cli/job_runner.h"
#include "engine_api/plan.h"
#include "engine_api/results.h"
#include "launch/world_spec.h"

namespace fw::cli {

namespace {

void print_result(const engine_api::GenerateResult& result) {
  std::printf("%s, seed %llu, %s\n", result.out.c_str(), static_cast<unsigned long long>(result.seed),
              format_duration(result.seconds).c_str());
}

/// Finds the fastest way that fits; returns an exit code if there is none.
std::optional<int> fit(const Session& session, engine_api::GenerateRequest& request) {
  const auto take = [&](const engine_api::ClipFit& fit) {
    request.memory = fit.memory;
    if (!session.json)
      std::fprintf(
          stderr, "%lld of %lld blocks streamed, text encoder: %s%s%s: %s of %s\n",
          static_cast<long long>(fit.memory.streamed_blocks), static_cast<long long>(fit.plan.block_count),
          name_of(fit.memory.text_encoder).data(), fit.memory.vae_tiling ? ", decoded in tiles" : "",
          fit.plan.cards.empty() ? "" : (", over " + std::to_string(fit.plan.cards.size()) + " GPUs").c_str(),
          format_bytes(static_cast<uint64_t>(fit.plan.device_peak_bytes())).c_str(),
          format_bytes(static_cast<uint64_t>(fit.plan.device_limit_bytes)).c_str());
    return fit.fits ? exit_done : exit_failed;
  };
  const int code =
      run_engine_job(session, job_of(engine_api::PlanRequest{.fit = true, .generation = request}, "Plan"),
                     on_result<engine_api::ClipFit>(take));
  return code == exit_done ? std::nullopt : std::optional(code);
}

}  // namespace

void add_generate(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("generate", "Generate a clip from text, or from text and a first frame");
  auto request = std::make_shared<engine_api::GenerateRequest>();
  auto fits = std::make_shared<bool>(false);
  auto mesh = std::make_shared<launch::ClipMesh>();
  auto* const model = command->add_option("--model", request->model, "Model folder (diffusers layout)");
  add_parts(*command, request->parts);
  auto* const prompt = command->add_option("--prompt", request->prompt, "What the clip should show");
  for (CLI::Option* const needed : {model, prompt}) needed->required();
  command->add_option("--negative-prompt", request->negative_prompt, "What the clip should not show");
  command->add_option("--image", request->image, "First frame, for image-to-video models");
  command->add_option_function<std::vector<std::string>>(
      "--condition",
      [request](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) request->conditions.push_back(parse_condition(text));
      },
      "FILE, FILE@FRAME or FILE@FRAME:STRENGTH: an image or video that the clip shows from that frame on (at "
      "its end: -1), with a strength from 0 to 1; can be repeated");
  const auto add_count = [&](const char* flag, int64_t& value, int64_t most, const char* help) {
    command->add_option(flag, value, help)->check(CLI::Range(int64_t{1}, most));
  };
  add_count("--frames", request->frames, 65536, "Number of frames (default: the model's)");
  add_count("--height", request->height, 65536, "Height in pixels (default: the model's)");
  add_count("--width", request->width, 65536, "Width in pixels (default: the model's)");
  add_count("--steps", request->steps, 1000, "Denoising steps (default: the model's)");
  command
      ->add_option("--guidance", request->guidance_scale,
                   "Classifier-free guidance; 1 or less turns it off (default: the model's)")
      ->check(number_from(0, 100));
  command->add_option("--latents", request->latents,
                      "Only decode the .latents.safetensors file of an earlier clip");
  command->add_flag("--preview", request->preview,
                    "Write the current estimate to OUT.preview.png after each step");
  add_pairs(*command, "--option", request->options,
            "KEY=VALUE for a setting that only the model's family has, from [validation.<family>] of run "
            "files; can be repeated");
  command->add_flag_callback("--dynamic-cfg", [request] { request->options.emplace("dynamic_cfg", true); })
      ->group("");  // for scripts from before --option
  command->add_option("--scheduler", request->sampler,
                      "Sampler class, one of those that `model check` lists (default: the model's)");
  add_seed(*command, request->seed);
  add_loras(*command, "--lora", request->loras, "FILE or FILE:WEIGHT; can be repeated")->delimiter(',');
  add_choice(*command, "--offload", request->memory.offload,
             "none or model (one component on the device at a time)");
  add_choice(*command, "--text-encoder", request->memory.text_encoder,
             "Where prompts are encoded: device, stream (on the device, block by block) or cpu");
  command
      ->add_option("--streamed-blocks", request->memory.streamed_blocks,
                   "Transformer blocks kept in host memory and copied to the device in turn")
      ->check(CLI::NonNegativeNumber);
  add_choice(*command, "--device-map", request->memory.device_map,
             "none, or balanced: the transformer's blocks are placed over all GPUs, for a model that none of "
             "them holds");
  command->add_flag("--vae-tiling", request->memory.vae_tiling,
                    "Decode in tiles: much less memory, slightly different results at the seams");
  command->add_flag("--vae-slicing", request->vae_slicing, "Decode one clip of a batch at a time");
  command->add_flag("--fit", *fits, "Choose these for the fastest way that fits into free memory");
  command->add_option("--device", request->device, "auto, cpu or cuda:N");
  add_mesh(*command, *mesh);
  add_choice(*command, "--dtype", request->dtype, "auto, bf16, fp16 or fp32");
  add_choice(*command, "--quantization", request->quantization,
             "Keep the transformer's weights in fewer bits: none, fp8, int8 or nf4");
  add_choice(*command, "--attention", request->attention,
             "exact, or int8: close to it, and used where it is faster; NVIDIA cards from compute capability "
             "8.0 on");
  command->add_option("--fps", request->fps, "Frame rate of the written clip (default: the model's)")
      ->check(number_from(0.1, 1000));
  command->add_option("--out", request->out,
                      "clip.mp4, .gif, .webp (lossless), or a folder for PNG images (default: clip.mp4, or "
                      "clip-2.mp4 and so on if that exists)");
  add_overwrite(*command, request->overwrite);
  auto commands = std::make_shared<bool>(false);
  command->add_flag("--commands", *commands)->group("");  // these two are for the window
  command
      ->add_option_function<std::string>("--request",
                                         [=](const std::string& text) {
                                           *request =
                                               nlohmann::json::parse(text).get<engine_api::GenerateRequest>();
                                           *mesh = request->shared.value_or(engine_api::ClipRanks{}).mesh;
                                           request->shared.reset();
                                           for (CLI::Option* const there : {model, prompt})
                                             there->required(false);
                                         })
      ->group("");
  command->callback([&session, request, fits, mesh, commands] {
    const launch::WorldSpec world = launch::world_from(launch::process_environment());
    if (world.size > 1 || *mesh != launch::ClipMesh{}) request->shared = {*mesh, world};
    if (world.rank > 0) {
      session.exit_code = follow_engine_job(job_of(*request, "rank " + std::to_string(world.rank)));
      return;
    }
    if (const auto code = *fits ? fit(session, *request) : std::nullopt) {
      session.exit_code = *code;
      return;
    }
    session.exit_code = run_engine_job(session, job_of(*request, request->prompt),
                                       text_only(session, &print_result), Commands(*commands));
  });
}

}  // namespace fw::cli
