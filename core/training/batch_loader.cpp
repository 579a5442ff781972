// SPDX-License-Identifier: Apache-2.0
#include "training/batch_loader.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "tensor/copy_stream.h"
#include "tensor/libtorch.h"
#include "training/run_options.h"

namespace fw::training {

namespace {

constexpr ErrorCode cache_entry{
    "training.cache_entry",
    FW_TEXT("errors", "The cached {kind} of sample {sample} cannot be used: {reason}."),
    FW_TEXT("errors", "Delete this sample's files from the cache and resume the run: it encodes them again."),
    Blame::input};
torch::Generator generator_for(uint64_t seed) {
  return at::make_generator<at::CPUGeneratorImpl>(seed);
}

/// Samples the posterior, mean + exp(logvar / 2) noise, or returns the stored sample.
torch::Tensor draw_latent(const precompute::CacheEntry& entry, torch::Generator& generator) {
  if (const auto* sample = precompute::find_tensor(entry, "sample")) return sample->to(torch::kFloat32);
  const auto mean = entry.at("mean").to(torch::kFloat32);
  const auto noise = torch::randn(mean.sizes(), generator, mean.options());
  return noise.mul_(entry.at("logvar").to(torch::kFloat32).mul_(0.5).exp_()).add_(mean);
}

/// Picks one of the noised images, if there are any.
precompute::CacheEntry draw_image(const precompute::CacheEntry& entry, torch::Generator& generator) {
  const int64_t count = precompute::image_count(entry);
  if (count == 1) return entry;
  const auto pick = torch::randint(1, count, {}, generator, torch::TensorOptions(torch::kInt64));
  return precompute::one_image(entry, pick.item<int64_t>());
}

void check_latent(const precompute::CacheEntry& entry, const char* kind, std::string_view sample) {
  const auto* mean = precompute::find_tensor(entry, "mean");
  const auto* logvar = precompute::find_tensor(entry, "logvar");
  const auto* drawn = precompute::find_tensor(entry, "sample");
  std::string reason;
  if (drawn == nullptr && (mean == nullptr || logvar == nullptr)) {
    reason = "it holds neither mean and logvar nor sample";
  } else if (const auto& tensor = drawn != nullptr ? *drawn : *mean; tensor.dim() != 4) {
    reason = "it is not of the shape [C, F, H, W]";
  }
  if (!reason.empty()) throw Error(cache_entry, {{"kind", kind}, {"sample", sample}, {"reason", reason}});
}

torch::Tensor stack(const std::vector<torch::Tensor>& parts, const char* kind, const std::string& sample) {
  for (const torch::Tensor& part : parts) {
    if (part.sizes() != parts.front().sizes()) {
      throw Error(cache_entry, {{"kind", kind},
                                {"sample", sample},
                                {"reason", "its shape differs from that of others in its bucket"}});
    }
  }
  return torch::stack(parts);
}

void check_text(const encoders::TextCondition& text, std::string_view sample) {
  if (text.embeds.defined() && text.embeds.dim() == 2) return;
  throw Error(
      cache_entry,
      {{"kind", "text"}, {"sample", sample}, {"reason", "it holds no embedding of the shape [L, D]"}});
}

encoders::TextCondition stack(const std::vector<encoders::TextCondition>& texts, const std::string& sample) {
  const auto part = [&](torch::Tensor encoders::TextCondition::*member) {
    std::vector<torch::Tensor> parts;
    for (const encoders::TextCondition& text : texts) parts.push_back(text.*member);
    return parts.front().defined() ? stack(parts, "text", sample) : torch::Tensor();
  };
  using Text = encoders::TextCondition;
  return {part(&Text::embeds), part(&Text::mask), part(&Text::pooled), part(&Text::second_embeds),
          part(&Text::second_mask)};
}

/// @return undefined if none differs from 1
torch::Tensor loss_weights(const SampleList& samples, const std::vector<size_t>& batch) {
  std::vector<float> weights;
  for (const size_t index : batch) weights.push_back(static_cast<float>(samples.loss_weight(index)));
  const bool differ = std::ranges::any_of(weights, [](float weight) { return weight != 1; });
  return differ ? torch::tensor(weights) : torch::Tensor();
}

}  // namespace

torch::Tensor sound_in(const precompute::CacheEntry& latents) {
  const torch::Tensor* const sound = precompute::find_tensor(latents, "sound");
  return sound != nullptr ? sound->to(torch::kFloat32) : torch::Tensor();
}

void add_sound(const std::vector<torch::Tensor>& sounds, families::TrainingBatch& batch,
               const std::string& sample) {
  if (!batch.text.second_embeds.defined())
    throw Error(cache_entry,
                {{"kind", "text"}, {"sample", sample}, {"reason", "it holds no embedding for the sound"}});
  const auto is_there = [](const torch::Tensor& sound) { return sound.defined(); };
  const auto first = std::ranges::find_if(sounds, is_there);
  if (first == sounds.end()) return;
  std::vector<torch::Tensor> all;
  std::vector<uint8_t> has;
  for (const torch::Tensor& sound : sounds) {
    has.push_back(sound.defined() ? 1 : 0);
    all.push_back(sound.defined() ? sound : torch::zeros_like(*first));
  }
  batch.sound_latents = stack(all, "sound", sample);
  if (!std::ranges::all_of(sounds, is_there))
    batch.has_sound = torch::tensor(has, torch::kUInt8).to(torch::kBool);
}

MicroBatch page_locked(MicroBatch micro, torch::Dtype dtype, torch::Device device) {
  if (device.is_cpu()) return micro;
  families::TrainingBatch& batch = micro.batch;
  for (torch::Tensor* const embeds :
       {&batch.text.embeds, &batch.text.pooled, &batch.text.second_embeds, &batch.image_embeds})
    if (embeds->defined()) *embeds = tensor::page_locked(embeds->to(dtype), device);
  for (torch::Tensor* const each :
       {&batch.latents, &batch.text.mask, &batch.text.second_mask, &batch.image_latents, &batch.sound_latents,
        &batch.has_sound, &micro.draw.noise, &micro.draw.timesteps, &micro.draw.sigmas,
        &micro.draw.first_frame_sigmas, &micro.draw.sound_noise})
    if (each->defined()) *each = tensor::page_locked(*each, device);
  return micro;
}

BatchLoader::BatchLoader(const run::RunSettings& settings, const dataset::DatasetManifest& samples,
                         const precompute::LatentCache& cache, const families::TrainingModel& model,
                         int64_t position, const distributed::World& world, torch::Device device)
    : settings_(settings),
      with_images_(run::needs_first_frames(settings)),
      with_sound_(run::wants_sound(settings)),
      samples_(samples),
      cache_(cache),
      model_(model),
      sampler_(samples, settings.batch_size, static_cast<uint64_t>(settings.seed)),
      world_(world),
      device_(device),
      position_(position),
      next_to_make_(position) {
  for (int64_t i = 0; i < settings.dataloader_num_workers; ++i) workers_.emplace_back([this] { work(); });
}

BatchLoader::~BatchLoader() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
}

/// Apart from the generator, whose draws are then the same for any number of captions.
std::string_view BatchLoader::draw_text(int64_t position, size_t slot, size_t index) const {
  const size_t texts = samples_.texts(index);
  if (texts == 1) return samples_.text(index, 0);
  const uint64_t of_batch =
      mix_seed(~static_cast<uint64_t>(settings_.seed), static_cast<uint64_t>(position) + 1);
  return samples_.text(index, mix_seed(of_batch, slot) % texts);
}

MicroBatch BatchLoader::make(int64_t position) const {
  const torch::NoGradGuard no_grad;
  auto generator =
      generator_for(mix_seed(static_cast<uint64_t>(settings_.seed), static_cast<uint64_t>(position) + 1));
  MicroBatch micro;
  micro.position = position;
  std::vector<torch::Tensor> latents, images, embeds, sounds;
  std::vector<encoders::TextCondition> texts;
  const std::vector<size_t> batch = sampler_.batch(position);
  for (size_t slot = 0; slot < batch.size(); ++slot) {
    const size_t index = batch[slot];
    const SampleList::Sample sample = samples_[index];
    const auto latent = cache_.read(precompute::CacheKind::latents, sample.latents);
    check_latent(latent, "latents", sample.id);
    latents.push_back(draw_latent(latent, generator));
    const auto drawn = torch::rand({}, generator, torch::TensorOptions(torch::kFloat64));
    const double dropout = samples_.caption_dropout(index).value_or(settings_.caption_dropout_p);
    const std::string_view text =
        drawn.item<double>() < dropout ? sample.empty_text : draw_text(position, slot, index);
    texts.push_back(precompute::text_of(cache_.read(precompute::CacheKind::text, text)));
    check_text(texts.back(), sample.id);
    if (with_sound_) sounds.push_back(sound_in(latent));
    if (with_images_) {
      const auto image = cache_.read(precompute::CacheKind::image, sample.image);
      const torch::Tensor* const embedding = precompute::find_tensor(image, "embedding");
      if (embedding != nullptr) embeds.push_back(*embedding);
      if (const torch::Tensor* const clip = precompute::find_tensor(image, "clip")) {
        images.push_back(clip->to(torch::kFloat32));
      } else if (embedding == nullptr) {
        check_latent(image, "first frame", sample.id);
        images.push_back(draw_latent(draw_image(image, generator), generator));
      }
    }
    micro.sample_ids.emplace_back(sample.id);
    micro.batch.fps = sample.fps;  // the same for its whole bucket
  }
  micro.loss_weights = loss_weights(samples_, batch);
  micro.batch.latents = stack(latents, "latents", micro.sample_ids.front());
  micro.batch.text = stack(texts, micro.sample_ids.front());
  if (with_sound_) add_sound(sounds, micro.batch, micro.sample_ids.front());
  const auto stacked = [&](const std::vector<torch::Tensor>& parts) {
    return parts.empty() ? torch::Tensor() : stack(parts, "first frame", micro.sample_ids.front());
  };
  micro.batch.image_latents = stacked(images);
  micro.batch.image_embeds = stacked(embeds);
  micro.draw = model_.draw(micro.batch, generator);
  return page_locked(std::move(micro), compute_dtype(settings_), device_);
}

void BatchLoader::work() {
  std::unique_lock lock(mutex_);
  const int64_t ahead = most_ahead(settings_) * world_.data_size();
  for (;;) {
    changed_.wait(lock, [&] { return stopping_ || next_to_make_ < position_ + ahead; });
    if (stopping_) return;
    const int64_t position = std::exchange(next_to_make_, next_to_make_ + world_.data_size());
    lock.unlock();
    Made made;
    try {
      made = make(world_.own_position(position));
    } catch (...) {
      made = std::current_exception();
    }
    lock.lock();
    made_.emplace(position, std::move(made));
    changed_.notify_all();
  }
}

std::optional<MicroBatch> BatchLoader::last(int64_t computing, Rest rest) {
  const int64_t position = position_;
  std::optional<MicroBatch> micro;
  if (world_.data_rank() < computing || rest == Rest::have_one_too) micro = next();
  const std::lock_guard lock(mutex_);
  position_ = next_to_make_ = position + computing;
  made_.clear();
  changed_.notify_all();
  return micro;
}

MicroBatch BatchLoader::next() {
  if (workers_.empty()) {
    MicroBatch micro = make(world_.own_position(position_));
    position_ += world_.data_size();
    return micro;
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return made_.contains(position_); });
  Made made = std::move(made_.extract(position_).mapped());
  made_.erase(made_.begin(), made_.lower_bound(position_));  // loaded again after a failure
  if (auto* error = std::get_if<std::exception_ptr>(&made)) {
    next_to_make_ = position_;
    made_.clear();
    changed_.notify_all();
    std::rethrow_exception(*error);
  }
  position_ += world_.data_size();
  changed_.notify_all();
  return std::move(std::get<MicroBatch>(made));
}

}  // namespace fw::training
