// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>

#include "base/units.h"
#include "cli/job_runner.h"

namespace fw::cli {

namespace {

struct Options {
  std::string model, latents, prompt, negative_prompt, image, scheduler, out,
      offload = "model", text_encoder = "device", device = "auto", dtype = "auto";
  std::vector<std::string> loras, own;
  int64_t frames = 0, streamed_blocks = 0, height = 0, width = 0, steps = 0, seed = -1;
  double guidance_scale = -1, fps = 0;
  bool overwrite = false, preview = false, dynamic_cfg = false, vae_tiling = false, vae_slicing = false;
};

nlohmann::json params_of(const Options& options) {
  auto loras = nlohmann::json::array();
  for (const std::string& lora : options.loras) loras.push_back(lora_param(lora));
  auto own = nlohmann::json::object();
  if (options.dynamic_cfg) own["use_dynamic_cfg"] = true;
  for (const std::string& option : options.own) {
    const size_t equals = option.find('=');
    if (equals == std::string::npos) throw CLI::ValidationError("--option", "write " + option + "=VALUE");
    own[option.substr(0, equals)] = option.substr(equals + 1);
  }
  return {{"model", options.model},
          {"latents", options.latents},
          {"prompt", options.prompt},
          {"negative_prompt", options.negative_prompt},
          {"image", options.image},
          {"out", options.out},
          {"overwrite", options.overwrite},
          {"frames", options.frames},
          {"height", options.height},
          {"width", options.width},
          {"steps", options.steps},
          {"guidance_scale", options.guidance_scale},
          {"options", own},
          {"preview", options.preview},
          {"scheduler", options.scheduler},
          {"seed", options.seed},
          {"fps", options.fps},
          {"loras", loras},
          {"offload", options.offload},
          {"text_encoder", options.text_encoder},
          {"streamed_blocks", options.streamed_blocks},
          {"vae_tiling", options.vae_tiling},
          {"vae_slicing", options.vae_slicing},
          {"device", options.device},
          {"dtype", options.dtype}};
}

void print_result(const nlohmann::json& result) {
  std::printf("%s, seed %llu, %s\n", result.at("out").get<std::string>().c_str(),
              result.at("seed").get<unsigned long long>(), format_duration(result.at("seconds")).c_str());
}

}  // namespace

void add_generate(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("generate", "Make a clip from text, or from text and a first image");
  auto options = std::make_shared<Options>();
  command->add_option("--model", options->model, "Model folder (diffusers layout)")->required();
  command->add_option("--prompt", options->prompt, "What the clip shows")->required();
  command->add_option("--negative-prompt", options->negative_prompt, "What it shall not show");
  command->add_option("--image", options->image, "First frame, for image-to-video models");
  command->add_option("--frames", options->frames, "Frames; the model's own number when not given");
  command->add_option("--height", options->height, "Pixels; the model's own when not given");
  command->add_option("--width", options->width, "Pixels; the model's own when not given");
  command->add_option("--steps", options->steps, "Denoising steps; the model's own when not given");
  command->add_option("--guidance", options->guidance_scale,
                      "Classifier-free guidance; the model's own when not given, none at 1 and below");
  command->add_option("--latents", options->latents,
                      "Only decode: a .latents.safetensors that an earlier clip left");
  command->add_flag("--preview", options->preview,
                    "Show the current estimate after each step in OUT.preview.png");
  command->add_option("--option", options->own,
                      "KEY=VALUE of what only the model's family has: a setting [validation.<family>] of run "
                      "files; several times for several");
  command->add_flag("--dynamic-cfg", options->dynamic_cfg)->group("");  // scripts from before --option
  command->add_option("--scheduler", options->scheduler,
                      "Class of a sampler that fits the model, as `model check` lists them; the model's own "
                      "when not given");
  command->add_option("--seed", options->seed, "The same seed gives the same clip; drawn when not given");
  command->add_option("--lora", options->loras, "FILE or FILE:WEIGHT; several times for several")
      ->delimiter(',');
  command->add_option("--offload", options->offload, "none or model (one component on the device at a time)");
  command->add_option("--text-encoder", options->text_encoder,
                      "Where prompts are encoded: device, stream (there, block by block) or cpu");
  command->add_option("--streamed-blocks", options->streamed_blocks,
                      "Blocks of the transformer that stay in host memory and come to the device in turn");
  command->add_flag("--vae-tiling", options->vae_tiling,
                    "Decode in tiles: much less memory, other numbers at the seams");
  command->add_flag("--vae-slicing", options->vae_slicing, "Decode one clip of a batch at a time");
  command->add_option("--device", options->device, "auto, cpu or cuda:N");
  command->add_option("--dtype", options->dtype, "auto, bf16, fp16 or fp32");
  command->add_option("--fps", options->fps, "Of the written clip; the model's own when not given");
  command->add_option(
      "--out", options->out,
      "clip.mp4, .gif, .webp (lossless), or a folder for PNG pictures; clip.mp4, or clip-2.mp4 and so on "
      "where that is taken, when not given");
  add_overwrite(*command, options->overwrite);
  command->callback([&session, options] {
    session.exit_code = run_engine_job(session, {"generate", options->prompt, params_of(*options)},
                                       text_only(session, text_only(session, print_result)));
  });
}

}  // namespace fw::cli
