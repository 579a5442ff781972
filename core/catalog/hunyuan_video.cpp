// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"
#include "catalog/catalog.h"
#include "catalog/model_config.h"
#include "catalog/tencent_names.h"

namespace fw::catalog {

namespace {

// Kong et al. 2024 and the model card: 720x1280 or 544x960 with 129 frames at 24 fps; sizes in multiples of
// 16, 4k+1 frames.
std::vector<ModelSpec> hunyuan_published() {
  ModelSpec model;
  model.id = "hunyuan-video";
  model.family = "hunyuan_video";
  model.tasks = {VideoTask::text_to_video};
  model.rules = {.model = "HunyuanVideo",
                 .size_multiple = 16,
                 .vae_frame_step = 4,
                 .frame_step = 4,
                 .max_n = 32,
                 .fps = 24,
                 .native_height = 720,
                 .native_width = 1280};
  model.native_frames = 129;
  model.latent = {.channels = 16, .spatial_factor = 8, .temporal_factor = 4, .patch_size = 2};
  model.transformer = {.width = 24 * 128, .blocks = 60};
  model.encoders = {{.kind = EncoderSpec::Kind::llama, .token_limit = 256},
                    {.kind = EncoderSpec::Kind::clip,
                     .part = "text_encoder_2",
                     .tokenizer = "tokenizer_2",
                     .token_limit = 77}};
  model.dtype = "bf16";
  model.steps = 50;
  model.guidance_scale = 1;
  model.embedded_guidance_scale = 6;
  model.samplers = {"FlowMatchEulerDiscreteScheduler"};
  return {model};
}

ModelSpec hunyuan_describe(const ModelSource& source) {
  const ModelConfig transformer(source.part("transformer") / "config.json");
  const ModelConfig vae(source.part("vae") / "config.json");
  ModelSpec model = *find_model("hunyuan-video");
  model.latent.channels = vae.get_size("latent_channels", model.latent.channels);
  model.latent.spatial_factor = vae.get_size("spatial_compression_ratio", model.latent.spatial_factor);
  model.latent.temporal_factor = vae.get_size("temporal_compression_ratio", model.latent.temporal_factor);
  model.latent.patch_size = transformer.get_size("patch_size", model.latent.patch_size);
  model.latent.patch_frames = transformer.get_size("patch_size_t", model.latent.patch_frames);
  model.transformer.width =
      transformer.get_size("num_attention_heads", 24) * transformer.get_size("attention_head_dim", 128);
  model.transformer.blocks =
      transformer.get<int64_t>("num_layers", 20) + transformer.get<int64_t>("num_single_layers", 40);
  model.rules.size_multiple = model.latent.spatial_factor * model.latent.patch_size;
  model.rules.vae_frame_step = model.rules.frame_step = model.latent.temporal_factor;
  return model;
}

// finetrainers' documentation: LoRA of rank 128, 49x512x768, bf16, with precomputed conditions 42.4 GiB, of
// which the weights take 23.9 and the LoRA with its optimizer 2.4.
std::optional<VramEstimate> hunyuan_estimate(std::string_view) {
  constexpr double gib = 1 << 30;
  return VramEstimate{26.3 * gib, 16.1 * gib / (49.0 * 512 * 768)};
}

// Tencent's own repository, which ComfyUI and musubi-tuner follow, compared with the checkpoint in diffusers
// layout.
const KeyNames& hunyuan_key_names() {
  static const KeyNames names{
      .blocks = {{"transformer_blocks",
                  "double_blocks",
                  {{"attn.to_q", "img_attn_qkv"},
                   {"attn.to_k", "img_attn_qkv"},
                   {"attn.to_v", "img_attn_qkv"},
                   {"attn.to_out.0", "img_attn_proj"},
                   {"attn.add_q_proj", "txt_attn_qkv"},
                   {"attn.add_k_proj", "txt_attn_qkv"},
                   {"attn.add_v_proj", "txt_attn_qkv"},
                   {"attn.to_add_out", "txt_attn_proj"},
                   {"attn.norm_q", "img_attn_q_norm"},
                   {"attn.norm_k", "img_attn_k_norm"},
                   {"attn.norm_added_q", "txt_attn_q_norm"},
                   {"attn.norm_added_k", "txt_attn_k_norm"},
                   {"norm1.linear", "img_mod.linear"},
                   {"norm1_context.linear", "txt_mod.linear"},
                   {"ff.net.0.proj", "img_mlp.fc1"},
                   {"ff.net.2", "img_mlp.fc2"},
                   {"ff_context.net.0.proj", "txt_mlp.fc1"},
                   {"ff_context.net.2", "txt_mlp.fc2"}}},
                 {"single_transformer_blocks",
                  "single_blocks",
                  {{"attn.to_q", "linear1"},
                   {"attn.to_k", "linear1"},
                   {"attn.to_v", "linear1"},
                   {"proj_mlp", "linear1"},
                   {"attn.norm_q", "q_norm"},
                   {"attn.norm_k", "k_norm"},
                   {"proj_out", "linear2"},
                   {"norm.linear", "modulation.linear"}}},
                 {"context_embedder.token_refiner.refiner_blocks",
                  "txt_in.individual_token_refiner.blocks",
                  {{"attn.to_q", "self_attn_qkv"},
                   {"attn.to_k", "self_attn_qkv"},
                   {"attn.to_v", "self_attn_qkv"},
                   {"attn.to_out.0", "self_attn_proj"},
                   {"ff.net.0.proj", "mlp.fc1"},
                   {"ff.net.2", "mlp.fc2"},
                   {"norm_out.linear", "adaLN_modulation.1"}}}},
      .outside = {{"x_embedder.proj", "img_in.proj"},
                  {"context_embedder.proj_in", "txt_in.input_embedder"},
                  {"context_embedder.time_text_embed.timestep_embedder.linear_1", "txt_in.t_embedder.mlp.0"},
                  {"context_embedder.time_text_embed.timestep_embedder.linear_2", "txt_in.t_embedder.mlp.2"},
                  {"context_embedder.time_text_embed.text_embedder.linear_1", "txt_in.c_embedder.linear_1"},
                  {"context_embedder.time_text_embed.text_embedder.linear_2", "txt_in.c_embedder.linear_2"},
                  {"time_text_embed.timestep_embedder.linear_1", "time_in.mlp.0"},
                  {"time_text_embed.timestep_embedder.linear_2", "time_in.mlp.2"},
                  {"time_text_embed.guidance_embedder.linear_1", "guidance_in.mlp.0"},
                  {"time_text_embed.guidance_embedder.linear_2", "guidance_in.mlp.2"},
                  {"time_text_embed.text_embedder.linear_1", "vector_in.in_layer"},
                  {"time_text_embed.text_embedder.linear_2", "vector_in.out_layer"},
                  {"norm_out.linear", "final_layer.adaLN_modulation.1", /*halves_swapped=*/true},
                  {"proj_out", "final_layer.linear"}},
      .full_width = {"attn.to_q", "attn.to_k", "attn.to_v", "attn.to_out.0", "attn.add_q_proj",
                     "attn.add_k_proj", "attn.add_v_proj", "attn.to_add_out", "ff.net.0.proj",
                     "ff_context.net.0.proj", "proj_mlp"},
      .kohya_has_other_names = true,
      .comfy = tencent_names_in_comfyui()};
  return names;
}

/// The transformer in one file, as published by Tencent and used with ComfyUI; everything else is next to it.
/// Values not determined by shapes are those of the published model.
std::optional<SingleFile> hunyuan_single_file(const safetensors::Header& header) {
  const StoredTransformer file(header, "img_in.proj");
  const int64_t width = file.size("img_in.proj", 0), patch = file.size("img_in.proj", 3),
                time = file.size("img_in.proj", 2);
  const int64_t head = file.size("double_blocks.0.img_attn_q_norm", 0);
  if (width == 0 || file.size("img_in.proj", 1) == 0 || time == 0 || patch == 0 ||
      file.size("img_in.proj", 4) != patch || head == 0 || file.size("vector_in.in_layer", 0) == 0)
    return std::nullopt;
  const int64_t mlp = file.size("double_blocks.0.img_mlp.fc1", 0), side = head * 7 / 32 * 2;
  nlohmann::json config{
      {"_class_name", "HunyuanVideoTransformer3DModel"},
      {"in_channels", file.size("img_in.proj", 1)},
      {"out_channels", file.size("final_layer.linear", 0) / (patch * patch * time)},
      {"num_attention_heads", width / head},
      {"attention_head_dim", head},
      {"num_layers", file.blocks("double_blocks.", ".img_attn_qkv")},
      {"num_single_layers", file.blocks("single_blocks.", ".linear1")},
      {"num_refiner_layers", file.blocks("txt_in.individual_token_refiner.blocks.", ".self_attn_qkv")},
      {"mlp_ratio", static_cast<double>(mlp) / static_cast<double>(width)},
      {"patch_size", patch},
      {"patch_size_t", time},
      {"guidance_embeds", file.size("guidance_in.mlp.0", 0) > 0},
      {"text_embed_dim", file.size("txt_in.input_embedder", 1)},
      {"pooled_projection_dim", file.size("vector_in.in_layer", 1)},
      {"rope_axes_dim", {head - 2 * side, side, side}}};
  return SingleFile{
      .pipeline_class = "HunyuanVideoPipeline",
      .components = {{"transformer", std::move(config), file.tensors(hunyuan_key_names(), width)}},
      .scheduler = {{"_class_name", "FlowMatchEulerDiscreteScheduler"}, {"shift", 7.0}}};
}

std::vector<Setting> hunyuan_settings() {
  return {
      {.key = "model.hunyuan_video.embedded_guidance_scale",
       .label = FW_TEXT("settings", "Guidance in training"),
       .standard = 1.0,
       .range = Range{0, 100},
       .explanation = FW_TEXT("settings",
                              "The guidance that the network is told of in training. Guidance was distilled "
                              "into it, so it takes the scale as a number; 1 is none.")},
      {.key = "validation.hunyuan_video.embedded_guidance_scale",
       .label = FW_TEXT("settings", "Embedded guidance"),
       .standard = 6.0,
       .range = Range{0, 100},
       .explanation = FW_TEXT("settings",
                              "How strictly clips follow the prompt: a number that the network takes, at no "
                              "cost. The guidance scale above 1 adds a second pass with the negative "
                              "prompt.")},
  };
}

// The model card of tencent/HunyuanVideo. Parameters: tests/reference/manifests.
std::vector<Download> hunyuan_downloads() {
  return {{"hunyuan-video",
           {{"hunyuanvideo-community/HunyuanVideo"}},
           {.name = "Tencent Hunyuan Community License",
            .address = "https://huggingface.co/tencent/HunyuanVideo/blob/main/LICENSE",
            .limits = FW_TEXT(
                "licences", "It does not apply in the European Union, the United Kingdom and South Korea.")},
           12'821'012'544 + 246'478'803 + 7'505'186'816 + 123'060'480}};
}

}  // namespace

ComfyLoader tencent_names_in_comfyui() {
  return {.modules = {{"txt_in.t_embedder.mlp.0", "txt_in.t_embedder.in_layer"},
                      {"txt_in.t_embedder.mlp.2", "txt_in.t_embedder.out_layer"},
                      {"txt_in.c_embedder.linear_1", "txt_in.c_embedder.in_layer"},
                      {"txt_in.c_embedder.linear_2", "txt_in.c_embedder.out_layer"},
                      {"_mod.linear", "_mod.lin"},
                      {"_attn_qkv", "_attn.qkv"},
                      {"mlp.fc1", "mlp.0"},
                      {"mlp.fc2", "mlp.2"},
                      {"_attn_proj", "_attn.proj"},
                      {".modulation.linear", ".modulation.lin"},
                      {"_in.mlp.2", "_in.out_layer"},
                      {"_in.mlp.0", "_in.in_layer"}},
          .in_loras = {{"_mod.lin", "_mod.linear"},
                       {"_attn.qkv", "_attn_qkv"},
                       {"_attn.proj", "_attn_proj"},
                       {"mlp.0", "mlp.fc1"},
                       {"mlp.2", "mlp.fc2"},
                       {".modulation.lin", ".modulation.linear"}}};
}

const Family& hunyuan_video() {
  static const Family family{
      .id = "hunyuan_video",
      .name = "HunyuanVideo",
      .pipeline_classes = {"HunyuanVideoPipeline"},
      .transformer_classes = {"HunyuanVideoTransformer3DModel"},
      .other_names = {"hunyuan", "hv"},
      .components = {{"vae", "diffusers", "AutoencoderKLHunyuanVideo"},
                     {"text_encoder", "transformers", "LlamaModel"},
                     {"tokenizer", "transformers", "LlamaTokenizerFast"},
                     {"text_encoder_2", "transformers", "CLIPTextModel"},
                     {"tokenizer_2", "transformers", "CLIPTokenizer"}},
      .published = hunyuan_published(),
      .describe = hunyuan_describe,
      .settings = hunyuan_settings,
      .read_single_file = hunyuan_single_file,
      .flow_matching = true,
      .defaults = {{"validation.guidance_scale", 1.0}, {"optimizer.clipping", std::string("micro_batch")}},
      .key_names = &hunyuan_key_names(),
      .lora_estimate = hunyuan_estimate,
      .downloads = hunyuan_downloads,
  };
  return family;
}

}  // namespace fw::catalog
