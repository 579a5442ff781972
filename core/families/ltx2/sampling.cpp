// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/sampling.h"

#include <algorithm>
#include <charconv>

#include "families/ltx_video/sampling.h"
#include "tensor/copy_stream.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::families {

namespace {

using torch::Tensor;

constexpr ErrorCode no_half_size{
    "families.ltx2_no_half_size",
    FW_TEXT("errors", "The first of two stages cannot make a clip for {height} x {width} pixels."),
    FW_TEXT("errors", "Choose a height and width that are multiples of {multiple}, or one stage."),
    Blame::input};

constexpr ErrorCode bad_list{
    "families.ltx2_bad_list", FW_TEXT("errors", "“{text}” in {setting} is not what the setting lists."),
    FW_TEXT("errors", "Give noise levels from 1 down to above 0, and blocks by their numbers from 0."),
    Blame::input};

constexpr int64_t ltx2_latent_pixels = 32, ltx2_latent_frames = 8;

/// The network's tokens, one row per token.
struct Ltx2Tokens {
  Tensor x;       // [B, S + X, C]
  Tensor kept;    // [B, S + X]: share of a token that is given, 0 to 1
  Tensor given;   // [B, S + X, C]: its content
  Tensor bounds;  // [3, S + X, 2]
};

/// The guidance of a stream.
struct Ltx2Guidance {
  double scale = 1;     // classifier-free guidance
  double skip = 0;      // away from a pass with skipped blocks
  double modality = 1;  // away from a pass in which the streams do not see each other
  double rescale = 0;   // towards the contrast of the pass with the prompt
};

/// One stage of sampling.
struct Ltx2Stage {
  catalog::LatentSize size;
  std::vector<float> sigmas;  // and the final 0
  Ltx2Guidance guidance, of_sound;
  std::set<int64_t> skipped_blocks;
  int64_t first_step = 0;
};

/// A whole text as a number. @throws fw::Error families.ltx2_bad_list
template <class Number>
Number number_in(const std::string& text, std::string_view setting, Number most) {
  Number number = -1;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error == std::errc() && end == last && number >= 0 && number <= most) return number;
  throw Error(bad_list, {{"text", text}, {"setting", std::string(setting)}});
}

std::set<int64_t> blocks_of(const SampleRequest& request, int64_t own) {
  constexpr const char* key = "validation.ltx2.skipped_blocks";
  std::set<int64_t> blocks;
  for (const auto& text : request.own_value<std::vector<std::string>>(key))
    blocks.insert(number_in<int64_t>(text, key, 1'000));
  if (blocks.empty()) blocks.insert(own);
  return blocks;
}

/// Whether a condition was encoded for clips of this size.
bool fits(const LatentCondition& condition, const catalog::LatentSize& size) {
  return condition.latents.size(3) == size.height && condition.latents.size(4) == size.width;
}

bool has_conditions(const SampleInput& input, const catalog::LatentSize& size) {
  return std::ranges::any_of(input.image.latents, [&](const auto& each) { return fits(each, size); });
}

/// The initial tokens: conditions in the clip and behind it, with noise by their strength.
/// @param clip     noise, [B, C, F, h, w]
/// @param base     latents of the stage before, or undefined
/// @param loudest  noise level of the first step
Ltx2Tokens ltx2_first_tokens(const SampleInput& input, const Tensor& clip, const Tensor& base,
                             const catalog::LatentSize& size, double loudest, const NoiseSource& noise) {
  const int64_t batch = clip.size(0), plane = size.height * size.width;
  std::vector<Tensor> x{ltx_pack(clip)};
  std::vector<Tensor> given{base.defined() ? ltx_pack(base).clone() : torch::zeros_like(x[0])};
  std::vector<Tensor> kept{torch::zeros({batch, x[0].size(1)}, clip.options())};
  std::vector<Tensor> bounds{ltx2_bounds(size.frames, size.height, size.width, input.fps)};
  uint64_t number = 0;
  for (const LatentCondition& condition : input.image.latents) {
    if (!fits(condition, size)) continue;
    const uint64_t stream = ltx2_noise::condition + number++;
    const int64_t frames = condition.latents.size(2), pixel_frames = (frames - 1) * ltx2_latent_frames + 1;
    const int64_t start =
        condition.frame_index < 0 ? input.size.frames - pixel_frames : condition.frame_index;
    const Tensor tokens = ltx_pack(condition.latents).to(clip.device()).expand({batch, -1, -1});
    if (start == 0) {
      const int64_t count = std::min(frames, size.frames) * plane;
      given[0].narrow(1, 0, count).copy_(tokens.narrow(1, 0, count));
      kept[0].narrow(1, 0, count).fill_(condition.strength);
      continue;
    }
    x.push_back(noise(stream, tokens.sizes()));
    given.push_back(tokens);
    kept.push_back(torch::full({batch, tokens.size(1)}, condition.strength, clip.options()));
    bounds.push_back(ltx2_condition_bounds(frames, size.height, size.width, start, pixel_frames, input.fps));
  }
  Ltx2Tokens tokens{torch::cat(x, 1), torch::cat(kept, 1), torch::cat(given, 1), torch::cat(bounds, 1)};
  if (!base.defined() && !has_conditions(input, size)) return tokens;
  const Tensor loud = (1 - tokens.kept).unsqueeze(-1) * loudest;
  tokens.x = tokens.x * loud + tokens.given * (1 - loud);
  return tokens;
}

/// Prediction of clean tokens, ltx2_rescaled by the share `rescale` to the standard deviation of the pass
/// with the prompt (Lin et al. 2023, section 3.4).
Tensor ltx2_rescaled(const Tensor& clean, const Tensor& with, double rescale) {
  if (rescale == 0) return clean;
  const auto deviation = [](const Tensor& t) { return t.std({1, 2}, /*unbiased=*/true, /*keepdim=*/true); };
  return clean * (rescale * deviation(with) / deviation(clean) + (1 - rescale));
}

/// Tokens of both streams, or the network's predictions of them. `sound` is undefined without sound.
struct Ltx2Streams {
  Tensor video;  // [B, S + X, C]
  Tensor sound;  // [B, A, C]

  /// For one exchange between processes.
  Tensor joined() const {
    return sound.defined() ? torch::cat({video.flatten(1), sound.flatten(1)}, 1) : video;
  }
  Ltx2Streams parts_of(const Tensor& both) const {
    if (!both.defined() || !sound.defined()) return {both, {}};
    const auto parts = both.split_with_sizes({video[0].numel(), sound[0].numel()}, 1);
    return {parts[0].view(video.sizes()), parts[1].view(sound.sizes())};
  }
};

class Ltx2Sampler {
 public:
  Ltx2Sampler(Ltx2Transformer& transformer, const SampleInput& input, torch::Dtype dtype,
              const SampleHooks& hooks)
      : transformer_(transformer), input_(input), dtype_(dtype), hooks_(hooks) {}

  /// Runs a stage. @param noise, base  as in ltx2_first_tokens() @param sound  noisy tokens, which the result
  /// replaces; undefined: none @return  [B, C, F, h, w]
  Tensor run(const Ltx2Stage& stage, const Tensor& noise, const Tensor& base, Tensor& sound) const {
    Ltx2Tokens tokens =
        ltx2_first_tokens(input_, noise, base, stage.size, stage.sigmas.front(), hooks_.noise);
    const auto rotary = ltx2_rotary_of(transformer_.config(), tokens.bounds,
                                       sound.defined() ? sound.size(1) : 0, tokens.x.device());
    const int64_t own = stage.size.frames * stage.size.height * stage.size.width;
    const bool has_given = has_conditions(input_, stage.size);
    Tensor& x = tokens.x;
    for (size_t i = 0; i + 1 < stage.sigmas.size(); ++i) {
      const double sigma = stage.sigmas[i], next = stage.sigmas[i + 1];
      const Tensor all = torch::full({x.size(0)}, sigma * 1000, x.options());
      const Step step{{x, sound}, has_given ? all.unsqueeze(1) * (1 - tokens.kept) : all, all, sigma, rotary};
      Ltx2Streams clean = predicted(stage, step);
      if (has_given) clean.video = torch::lerp(clean.video, tokens.given, tokens.kept.unsqueeze(-1));
      x = x + (next - sigma) * (x - clean.video) / sigma;
      const auto number = stage.first_step + static_cast<int64_t>(i);
      if (sound.defined()) {
        sound = sound + (next - sigma) * (sound - clean.sound) / sigma;
        if (hooks_.on_sound) hooks_.on_sound(number, sound);
      }
      if (hooks_.on_step) hooks_.on_step(number, x, ltx_unpack(clean.video.narrow(1, 0, own), stage.size));
    }
    return ltx_unpack(x.narrow(1, 0, own), stage.size);
  }

 private:
  struct Step {
    Ltx2Streams noisy;
    Tensor times, all;  // of the video's tokens, of the sample
    double sigma;
    const Ltx2Rotary& rotary;
  };

  /// The clean tokens that one pass predicts.
  Ltx2Streams clean_of(const Step& step, const encoders::TextCondition& text,
                       const std::set<int64_t>& skipped, bool apart) const {
    auto input = ltx2_input(step.noisy.video, step.times, step.all, text.embeds, dtype_);
    input.skipped_blocks = skipped;
    if (step.noisy.sound.defined())
      input.sound = ltx2_sound_input(step.noisy.sound, step.all, text.second_embeds, dtype_);
    input.sound.apart = apart;
    const Ltx2Velocity v = transformer_.forward(input, step.rotary, hooks_.block_runner);
    const auto clean = [&](const Tensor& noisy, const Tensor& velocity) {
      return noisy.defined() ? noisy - step.sigma * velocity.to(torch::kFloat32) : noisy;
    };
    return {clean(step.noisy.video, v.video), clean(step.noisy.sound, v.sound)};
  }

  /// The guided prediction of a step's clean tokens.
  Ltx2Streams predicted(const Ltx2Stage& stage, const Step& step) const {
    const Ltx2Guidance &g = stage.guidance, &of_sound = stage.of_sound;
    const bool has_sound = step.noisy.sound.defined();
    const Guidance guidance(g.scale > 1, hooks_.guidance);
    const GuidanceBranches branches = guidance.branches(
        [&](bool with) { return clean_of(step, with ? input_.text : input_.negative, {}, false).joined(); });
    const Ltx2Streams with = step.noisy.parts_of(branches.with),
                      without = step.noisy.parts_of(branches.without);
    Ltx2Streams clean{
        GuidanceBranches{without.video, with.video}.guided(g.scale),
        has_sound ? GuidanceBranches{without.sound, with.sound}.guided(of_sound.scale) : Tensor()};
    const auto away_from = [&](const Ltx2Streams& other, double weight, double sound_weight) {
      clean.video = clean.video + weight * (with.video - other.video);
      if (has_sound) clean.sound = clean.sound + sound_weight * (with.sound - other.sound);
    };
    if (g.skip > 0 || (has_sound && of_sound.skip > 0))
      away_from(clean_of(step, input_.text, stage.skipped_blocks, false), g.skip, of_sound.skip);
    if (has_sound && (g.modality > 1 || of_sound.modality > 1))
      away_from(clean_of(step, input_.text, {}, true), g.modality - 1, of_sound.modality - 1);
    clean.video = ltx2_rescaled(clean.video, with.video, g.rescale);
    if (has_sound) clean.sound = ltx2_rescaled(clean.sound, with.sound, of_sound.rescale);
    return clean;
  }

  Ltx2Transformer& transformer_;
  const SampleInput& input_;
  torch::Dtype dtype_;
  const SampleHooks& hooks_;
};

/// Tokens of conditions that are not at the clip's start.
int64_t appended_tokens(const SampleInput& input, const catalog::LatentSize& size) {
  int64_t count = 0;
  for (const LatentCondition& condition : input.image.latents)
    if (fits(condition, size) && condition.frame_index != 0)
      count += condition.latents.size(2) * size.height * size.width;
  return count;
}

/// The noise levels of a clip that is made in one stage, or of the first of two.
std::vector<float> first_sigmas(const SampleInput& input, schedulers::FlowMatchConfig scheduler,
                                const catalog::LatentSize& size) {
  const auto given = ltx2_given_sigmas(input, "validation.ltx2.sigmas");
  int64_t tokens = size.frames * size.height * size.width + appended_tokens(input, size);
  if (input.own_value<std::string>("validation.ltx2.schedule") == "original")
    tokens = scheduler.max_image_seq_len;
  if (!given.empty()) {  // as they are
    scheduler = {};
    return schedulers::FlowMatchEuler(scheduler, given).sigmas();
  }
  const auto spaced = schedulers::spaced_sigmas(schedulers::SigmaSpacing::linear, input.steps, scheduler);
  return schedulers::FlowMatchEuler(scheduler, spaced, scheduler.mu(tokens)).sigmas();
}

}  // namespace

std::vector<float> ltx2_given_sigmas(const SampleRequest& request, std::string_view key) {
  std::vector<float> sigmas;
  for (const auto& text : request.own_value<std::vector<std::string>>(key)) {
    const auto sigma = number_in<float>(text, key, sigmas.empty() ? 1 : sigmas.back());
    if (sigma == 0) throw Error(bad_list, {{"text", text}, {"setting", std::string(key)}});
    sigmas.push_back(sigma);
  }
  return sigmas;
}

Ltx2TransformerInput ltx2_input(const Tensor& x, const Tensor& timesteps, const Tensor& sigmas,
                                const Tensor& text, torch::Dtype dtype) {
  Ltx2TransformerInput input;
  input.hidden_states = x.to(dtype);
  input.encoder_hidden_states = tensor::upload(text.to(dtype), x.device());
  input.timestep = timesteps;
  input.sigma = sigmas;
  return input;
}

std::vector<catalog::Bucket> ltx2_stages(const catalog::Bucket& size, const Ltx2UpsamplerConfig* upsampler) {
  if (upsampler == nullptr) return {size};
  const int64_t multiple = ltx2_latent_pixels * upsampler->up;
  if (size.height % multiple != 0 || size.width % multiple != 0)
    throw Error(no_half_size, {{"height", size.height}, {"width", size.width}, {"multiple", multiple}});
  const auto first = [&](int64_t side) { return side / upsampler->up * upsampler->down; };
  return {{size.frames, first(size.height), first(size.width)}, size};
}

std::vector<LatentCondition> ltx2_encode_conditions(VideoVae& vae, const catalog::ModelSpec& spec,
                                                    const std::vector<catalog::Bucket>& stages,
                                                    const std::vector<Condition>& conditions,
                                                    torch::Dtype dtype, const VaeOptions& options) {
  const tensor::PhaseScope phase(tensor::Phase::video_encoding);
  const int64_t step = spec.latent.temporal_factor;
  std::vector<LatentCondition> encoded;
  for (const catalog::Bucket& size : stages) {
    for (const Condition& condition : conditions) {
      Tensor frames = condition.pixels.narrow(0, 0, (condition.pixels.size(0) - 1) / step * step + 1);
      if (frames.size(2) != size.height || frames.size(3) != size.width)
        frames = torch::adaptive_avg_pool2d(frames, {size.height, size.width});
      const Tensor clip = (frames * 2 - 1).transpose(0, 1).unsqueeze(0);
      // The mean of the posterior, never a sample.
      const Tensor mean = vae.encode(clip.to(dtype), options).mean.to(torch::kFloat32);
      encoded.push_back({vae.latent_scale().to_model(mean), condition.frame_index, condition.strength});
    }
  }
  return encoded;
}

Ltx2SoundInput ltx2_sound_input(const Tensor& x, const Tensor& sigmas, const Tensor& text,
                                torch::Dtype dtype) {
  Ltx2SoundInput input;
  input.hidden_states = x.to(dtype);
  input.encoder_hidden_states = tensor::upload(text.to(dtype), x.device());
  input.timestep = input.sigma = sigmas;
  return input;
}

namespace {

/// The guidance of the only stage, or of the first of two.
void set_guidance(Ltx2Stage& stage, const SampleInput& input, int64_t skipped_block) {
  stage.guidance = {.scale = input.guidance_scale,
                    .skip = input.own_value<double>("validation.ltx2.skip_scale"),
                    .modality = input.own_value<double>("validation.ltx2.modality_scale"),
                    .rescale = input.own_value<double>("validation.ltx2.guidance_rescale")};
  stage.of_sound = stage.guidance;
  stage.of_sound.scale = input.own_value<double>("validation.ltx2.sound_guidance_scale");
  stage.skipped_blocks = blocks_of(input, skipped_block);
}

}  // namespace

Tensor ltx2_denoise(Ltx2Transformer& transformer, const Ltx2Sampling& how, const Ltx2Upsampler* upsampler,
                    const catalog::ModelSpec& spec, const SampleInput& request, torch::Dtype dtype,
                    const SampleHooks& hooks) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::denoising);
  SampleInput input = request;
  if (input.fps <= 0) input.fps = spec.rules.fps;
  const auto sizes = ltx2_stages(input.size, upsampler != nullptr ? &upsampler->config() : nullptr);
  const Ltx2Sampler sampler(transformer, input, dtype, hooks);
  const int64_t batch = input.text.embeds.size(0);
  const auto noise_of_sound = [&](uint64_t stream) {
    if (how.sound_channels == 0) return Tensor();
    const Ltx2TransformerConfig& config = transformer.config();
    const int64_t count = ltx2_sound_tokens(input.size.frames, input.fps, config.audio_latent_rate());
    return ltx2_pack_sound(hooks.noise(
        stream, {batch, how.sound_channels, count, config.audio_in_channels / how.sound_channels}));
  };
  Ltx2Stage stage{.size = catalog::latent_size(spec, sizes.front()), .sigmas = {}};
  stage.sigmas = first_sigmas(input, how.scheduler, stage.size);
  set_guidance(stage, input, how.skipped_block);
  Tensor latents, sound;
  if (hooks.made.count == 0) {
    const Tensor noise = hooks.noise(noise_stream::latents, {batch, spec.latent.channels, stage.size.frames,
                                                             stage.size.height, stage.size.width});
    sound = noise_of_sound(ltx2_noise::sound);
    latents = sampler.run(stage, noise, {}, sound);
    if (upsampler == nullptr) return latents;
    // In the type of the upsampler's weights.
    const Tensor raw = how.scale.to_vae(latents).to(dtype);
    latents = how.scale.to_model(upsampler->forward(raw).to(torch::kFloat32));
    if (hooks.on_section)
      hooks.on_section({1, latents.to(torch::kCPU), sound.defined() ? sound.to(torch::kCPU) : sound});
  } else {
    latents = tensor::upload(hooks.made.latents, how.scale.mean.device());
    if (how.sound_channels > 0) sound = tensor::upload(hooks.made.sound, how.scale.mean.device());
  }
  const auto steps = static_cast<int64_t>(stage.sigmas.size()) - 1;
  Ltx2Stage second{.size = catalog::latent_size(spec, sizes.back()),
                   .sigmas = ltx2_given_sigmas(input, "validation.ltx2.stage_2_sigmas"),
                   .first_step = steps};
  if (sound.defined())
    sound = torch::lerp(sound, noise_of_sound(ltx2_noise::second_stage_sound), second.sigmas.front());
  second.sigmas.push_back(0);
  return sampler.run(second, hooks.noise(ltx2_noise::second_stage, latents.sizes()), latents, sound);
}

}  // namespace fw::families
