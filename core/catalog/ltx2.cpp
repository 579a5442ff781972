// SPDX-License-Identifier: Apache-2.0
#include "catalog/catalog.h"
#include "catalog/ltx2_parts.h"
#include "catalog/model_config.h"

namespace fw::catalog {

namespace {

// The makers' own default.
constexpr const char* ltx2_negative_prompt =
    "blurry, out of focus, overexposed, underexposed, low contrast, washed out colors, excessive "
    "noise, grainy texture, poor lighting, flickering, motion blur, distorted proportions, "
    "unnatural skin tones, deformed facial features, asymmetrical face, missing facial features, "
    "extra limbs, disfigured hands, wrong hand count, artifacts around text, inconsistent "
    "perspective, camera shake, incorrect depth of field, background too sharp, background "
    "clutter, distracting reflections, harsh shadows, inconsistent lighting direction, color "
    "banding, cartoonish rendering, 3D CGI look, unrealistic materials, uncanny valley effect, "
    "incorrect ethnicity, wrong gender, exaggerated expressions, wrong gaze direction, mismatched"
    " lip sync, silent or muted audio, distorted voice, robotic voice, echo, background noise, "
    "off-sync audio, incorrect dialogue, added dialogue, repetitive speech, jittery movement, "
    "awkward pauses, incorrect timing, unnatural transitions, inconsistent framing, tilted "
    "camera, flat lighting, inconsistent tone, cinematic oversaturation, stylized filters, or AI "
    "artifacts.";

// From the makers' repository and the model cards: sizes in multiples of 32, 8k+1 frames up to 20 seconds,
// 24 frames per second.
ModelSpec ltx2_version(std::string id, std::string name) {
  using enum VideoTask;
  ModelSpec model;
  model.id = std::move(id);
  model.family = "ltx2";
  model.tasks = {text_to_video, image_to_video};
  model.rules = {.model = std::move(name),
                 .size_multiple = 32,
                 .vae_frame_step = 8,
                 .frame_step = 8,
                 .max_n = 60,
                 .fps = 24,
                 .native_height = 512,
                 .native_width = 768};
  model.native_frames = 121;
  model.latent = {.channels = 128, .spatial_factor = 32, .temporal_factor = 8, .patch_size = 1};
  model.transformer = {.width = 32 * 128, .blocks = 48};
  model.encoders = {{.kind = EncoderSpec::Kind::gemma, .token_limit = 1024}};
  model.conditions_at_any_frame = true;
  model.dtype = "bf16";
  model.steps = 30;
  model.guidance_scale = 3;
  model.samplers = {"FlowMatchEulerDiscreteScheduler"};
  model.negative_prompt = ltx2_negative_prompt;
  return model;
}

std::vector<ModelSpec> ltx2_published() {
  std::vector<ModelSpec> models{ltx2_version("ltx-2-19b", "LTX-2 19B"),
                                ltx2_version("ltx-2.3-22b", "LTX-2.3 22B"),
                                ltx2_version("ltx-2.5-22b", "LTX-2.5 22B")};
  models.front().steps = 40;
  return models;
}

std::string_view ltx2_version_of(const ModelConfig& transformer) {
  if (!transformer.get("cross_attn_mod", false)) return "ltx-2-19b";
  return transformer.get("ff_bias", true) ? "ltx-2.3-22b" : "ltx-2.5-22b";
}

ModelSpec ltx2_describe(const ModelSource& source) {
  const ModelConfig transformer(source.part("transformer") / "config.json");
  const ModelConfig vae(source.part("vae") / "config.json");
  ModelSpec model = *find_model(ltx2_version_of(transformer));
  model.latent.channels = vae.get_size("latent_channels", model.latent.channels);
  model.latent.spatial_factor = vae.get_size("spatial_compression_ratio", model.latent.spatial_factor);
  model.latent.temporal_factor = vae.get_size("temporal_compression_ratio", model.latent.temporal_factor);
  model.transformer.width =
      transformer.get_size("num_attention_heads", 32) * transformer.get_size("attention_head_dim", 128);
  model.transformer.blocks = transformer.get_size("num_layers", 48);
  model.rules.size_multiple = model.latent.spatial_factor;
  model.rules.vae_frame_step = model.rules.frame_step = model.latent.temporal_factor;
  return model;
}

// musubi-tuner's LTX-2 branch, 2.3: a LoRA of rank 16 on nf4 weights, about 10 GB, peaks at 19 GB; without
// quantization the weights take 38 GB.
std::optional<VramEstimate> ltx2_estimate(std::string_view) {
  constexpr double gib = 1 << 30;
  return VramEstimate{39.0 * gib, 8.0 * gib / (49.0 * 832 * 480)};
}

std::vector<Setting> ltx2_training_settings() {
  return {
      {.key = "model.ltx2.first_frame_conditioning",
       .label = FW_TEXT("settings", "Given first frames"),
       .standard = 0.1,
       .range = Range{0, 1},
       .explanation =
           FW_TEXT("settings",
                   "Share of the samples whose first frame is given without noise and has no loss, "
                   "so that the model also learns to continue from an image. For image to video, "
                   "the makers use 0.5.")},
      {.key = "model.ltx2.timesteps",
       .label = FW_TEXT("settings", "Timestep draws"),
       .standard = std::string("stretched"),
       .choices = {"stretched", "legacy", "uniform"},
       .explanation =
           FW_TEXT("settings",
                   "How noise levels are drawn. All shift them by the number of tokens but "
                   "uniform. stretched, as in the makers' trainer, also spreads them over the whole "
                   "range; legacy, as in its first release, does not.")},
      {.key = "model.ltx2.timestep_spread",
       .label = FW_TEXT("settings", "Timestep spread"),
       .standard = 1.0,
       .range = Range{0, 10, true},
       .explanation = FW_TEXT("settings",
                              "Standard deviation of the normal distribution from which noise levels are "
                              "drawn.")},
  };
}

std::vector<Setting> ltx2_sound_training_settings() {
  return {
      {.key = "model.ltx2.sound",
       .label = FW_TEXT("settings", "Train on sound"),
       .standard = false,
       .explanation = FW_TEXT(
           "settings",
           "Trains video and sound together, on the sound of the clips. The sound's half of the network "
           "takes memory and time. Off: the clips are trained as silent video.")},
      {.key = "model.ltx2.missing_sound",
       .label = FW_TEXT("settings", "Clips without sound"),
       .standard = std::string("absent"),
       .choices = {"absent", "zeros", "noise"},
       .explanation = FW_TEXT(
           "settings",
           "What the sound's half of the network gets for a clip without sound, which has no sound loss. "
           "absent: "
           "nothing if no clip of the batch has sound, as in the makers' trainer; otherwise as zeros. zeros: "
           "silence with noise, as in SimpleTuner. noise: noise alone, as in ai-toolkit.")},
      {.key = "model.ltx2.sound_loss_weight",
       .label = FW_TEXT("settings", "Weight of the sound's loss"),
       .standard = 1.0,
       .range = Range{0, 100},
       .explanation =
           FW_TEXT("settings", "The sound's loss is multiplied by this and added to the video's.")},
      {.key = "model.ltx2.crossing_times",
       .label = FW_TEXT("settings", "Noise levels between video and sound"),
       .standard = std::string("original"),
       .choices = {"original", "own", "other"},
       .explanation = FW_TEXT(
           "settings",
           "Which noise level controls the attention between video and sound if a first frame is given. "
           "original: both, as in the makers' trainer. own: each half's own, as in its first release. other: "
           "the "
           "other half's, as in diffusers and ai-toolkit.")},
  };
}

std::vector<Setting> ltx2_sound_settings() {
  return {
      {.key = "validation.ltx2.sound",
       .label = FW_TEXT("settings", "Sound"),
       .standard = true,
       .explanation = FW_TEXT(
           "settings",
           "Makes clips with sound, if the model has the components audio_vae and vocoder. Only an MP4 "
           "file can have it. "
           "Validation clips of a run have it if the run trains on it.")},
      {.key = "validation.ltx2.sound_guidance_scale",
       .label = FW_TEXT("settings", "Guidance of the sound"),
       .standard = 7.0,
       .range = Range{1, 100},
       .explanation =
           FW_TEXT("settings",
                   "How closely the sound follows the prompt. Off, as for the video, if guidance is off.")},
      {.key = "validation.ltx2.modality_scale",
       .label = FW_TEXT("settings", "Guidance between video and sound"),
       .standard = 3.0,
       .range = Range{1, 100},
       .explanation =
           FW_TEXT("settings",
                   "Guides away from a prediction in which video and sound do not know of each other; 1 "
                   "saves this pass in each step. Distilled models do without.")},
  };
}

std::vector<Setting> ltx2_sampling_settings() {
  return {
      {.key = "validation.ltx2.guidance_rescale",
       .label = FW_TEXT("settings", "Guidance rescale"),
       .standard = 0.7,
       .range = Range{0, 1},
       .explanation = FW_TEXT("settings",
                              "Brings the contrast that guidance adds back towards that of the prediction "
                              "with the prompt alone; 0 leaves it.")},
      {.key = "validation.ltx2.skip_scale",
       .label = FW_TEXT("settings", "Skipped-block guidance"),
       .standard = 1.0,
       .range = Range{0, 10},
       .explanation =
           FW_TEXT("settings",
                   "Guides away from a prediction in which one block does not attend; 0 saves this "
                   "third pass in each step. Distilled models do without.")},
      {.key = "validation.ltx2.skipped_blocks",
       .label = FW_TEXT("settings", "Skipped blocks"),
       .standard = std::vector<std::string>(),
       .explanation = FW_TEXT("settings",
                              "Numbers of these blocks, from 0. Empty uses the makers': 29 for LTX-2, 28 for "
                              "later versions.")},
      {.key = "validation.ltx2.sigmas",
       .label = FW_TEXT("settings", "Noise levels"),
       .standard = std::vector<std::string>(),
       .explanation = FW_TEXT("settings",
                              "Noise levels of the denoising steps, from 1 down; they replace the number of "
                              "steps. Distilled models need 1, 0.99375, 0.9875, 0.98125, 0.975, 0.909375, "
                              "0.725, 0.421875.")},
      {.key = "validation.ltx2.schedule",
       .label = FW_TEXT("settings", "Shift of the steps"),
       .standard = std::string("clip"),
       .choices = {"clip", "original"},
       .explanation = FW_TEXT("settings",
                              "Larger clips get more of their steps at high noise: by their own size, as in "
                              "diffusers, or always by that of 4096 tokens, as in the makers' own code.")},
      {.key = "validation.ltx2.upsampler",
       .label = FW_TEXT("settings", "Upsampler"),
       .standard = std::string(),
       .explanation =
           FW_TEXT("settings",
                   "Component of the model, such as latent_upsampler, for making clips in two "
                   "stages: at half the height and width, then, upsampled, at the full size. Empty "
                   "makes them in one stage.")},
      {.key = "validation.ltx2.stage_2_sigmas",
       .label = FW_TEXT("settings", "Noise levels of the second stage"),
       .standard = std::vector<std::string>{"0.909375", "0.725", "0.421875"},
       .explanation =
           FW_TEXT("settings",
                   "Noise levels of the steps after upsampling. They are for a distilled model, or "
                   "one with the distilled LoRA.")},
  };
}

std::vector<Setting> ltx2_settings() {
  std::vector<Setting> settings = ltx2_training_settings();
  for (const auto& more : {ltx2_sound_training_settings(), ltx2_sampling_settings(), ltx2_sound_settings()})
    settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

// The model cards; LTX-2.5 is published in single files only. Parameters: tests/reference/manifests.
std::vector<Download> ltx2_downloads() {
  constexpr int64_t encoder = 12'187'325'040;
  return {{"ltx-2-19b", {{"Lightricks/LTX-2"}}, {}, 18'876'174'592 + 1'431'475'200 + 1'222'479'601 + encoder},
          {"ltx-2.3-22b",
           {{"dg845/LTX-2.3-Diffusers"}},
           {},
           18'988'838'144 + 3'172'227'584 + 726'105'969 + encoder}};
}

}  // namespace

const Family& ltx2() {
  static const Family family{
      .id = "ltx2",
      .name = "LTX-2",
      .pipeline_classes = {"LTX2Pipeline", "LTX2ImageToVideoPipeline", "LTX2ConditionPipeline"},
      .transformer_classes = {"LTX2VideoTransformer3DModel"},
      .other_names = {"ltx-2", "ltx-video-2"},
      .components = {{"vae", "diffusers", "AutoencoderKLLTX2Video"},
                     {"audio_vae", "diffusers", "AutoencoderKLLTX2Audio"},
                     {"vocoder", "ltx2", "LTX2Vocoder"},
                     {"connectors", "ltx2", "LTX2TextConnectors"},
                     {"text_encoder", "transformers", "Gemma3ForConditionalGeneration"},
                     {"tokenizer", "transformers", "GemmaTokenizerFast"}},
      .published = ltx2_published(),
      .describe = ltx2_describe,
      .settings = ltx2_settings,
      .read_single_file = ltx2_single_file,
      .read_component_file = ltx2_part,
      .sound_training = "model.ltx2.sound",
      .sound_part = "audio_vae",
      .defaults = {{"validation.guidance_scale", 3.0}},
      .key_names = &ltx2_key_names(),
      .lora_estimate = ltx2_estimate,
      .downloads = ltx2_downloads,
  };
  return family;
}

}  // namespace fw::catalog
