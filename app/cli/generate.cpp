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
  CLI::App* command = app.add_subcommand("generate", "Generate a clip from text, or from text and a first frame");
  auto options = std::make_shared<Options>();
  command->add_option("--model", options->model, "Model folder (diffusers layout)")->required();
  command->add_option("--prompt", options->prompt, "What the clip should show")->required();
  command->add_option("--negative-prompt", options->negative_prompt, "What the clip should not show");
  command->add_option("--image", options->image, "First frame, for image-to-video models");
  command->add_option("--frames", options->frames, "Number of frames (default: the model's)");
  command->add_option("--height", options->height, "Height in pixels (default: the model's)");
  command->add_option("--width", options->width, "Width in pixels (default: the model's)");
  command->add_option("--steps", options->steps, "Denoising steps (default: the model's)");
  command->add_option("--guidance", options->guidance_scale,
                      "Classifier-free guidance; 1 or less turns it off (default: the model's)");
  command->add_option("--latents", options->latents,
                      "Only decode the .latents.safetensors file of an earlier clip");
  command->add_flag("--preview", options->preview,
                    "Write the current estimate to OUT.preview.png after each step");
  command->add_option("--option", options->own,
                      "KEY=VALUE for a setting that only the model's family has, from [validation.<family>] of run files; can be repeated");
  command->add_flag("--dynamic-cfg", options->dynamic_cfg)->group("");  // scripts from before --option
  command->add_option("--scheduler", options->scheduler,
                      "Sampler class, one of those that `model check` lists (default: the model's)");
  command->add_option("--seed", options->seed, "The same seed gives the same clip (default: random)");
  command->add_option("--lora", options->loras, "FILE or FILE:WEIGHT; can be repeated")
      ->delimiter(',');
  command->add_option("--offload", options->offload, "none or model (one component on the device at a time)");
  command->add_option("--text-encoder", options->text_encoder,
                      "Where prompts are encoded: device, stream (on the device, block by block) or cpu");
  command->add_option("--streamed-blocks", options->streamed_blocks,
                      "Transformer blocks kept in host memory and copied to the device in turn");
  command->add_flag("--vae-tiling", options->vae_tiling,
                    "Decode in tiles: much less memory, slightly different results at the seams");
  command->add_flag("--vae-slicing", options->vae_slicing, "Decode one clip of a batch at a time");
  command->add_option("--device", options->device, "auto, cpu or cuda:N");
  command->add_option("--dtype", options->dtype, "auto, bf16, fp16 or fp32");
  command->add_option("--fps", options->fps, "Frame rate of the written clip (default: the model's)");
  command->add_option(
      "--out", options->out,
      "clip.mp4, .gif, .webp (lossless), or a folder for PNG images (default: clip.mp4, or clip-2.mp4 and so on if that exists)");
  add_overwrite(*command, options->overwrite);
  command->callback([&session, options] {
    session.exit_code = run_engine_job(session, {"generate", options->prompt, params_of(*options)},
                                       text_only(session, text_only(session, print_result)));
  });
}

}  // namespace fw::cli
