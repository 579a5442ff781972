// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <filesystem>
#include <map>
#include <set>

#include "families/registry.h"
#include "tensor/libtorch.h"

using namespace fw;
using namespace fw::families;
using catalog::VideoTask;
using torch::Tensor;

namespace {

const std::filesystem::path models = FW_SOURCE_FOLDER "/tests/reference/cases/models";
constexpr int64_t window = 3;  ///< for models that see a part of the clip at a time

/// Records the inputs of a network's first block, what all blocks share, and the block's outputs; then
/// cancels.
nn::BlockRunner recorder(nn::Tensors& seen) {
  return [&seen](const nn::BlockCall& call) -> nn::Tensors {
    seen = call.inputs;
    for (const nn::Tensors& more : {call.shared, call.run()})
      seen.insert(seen.end(), more.begin(), more.end());
    throw Cancelled();
  };
}

bool same(const Tensor& a, const Tensor& b) {
  return a.defined() == b.defined() && (!a.defined() || (a.sizes() == b.sizes() && torch::equal(a, b)));
}

/// With section size and order if the model has sections.
run::RunSettings settings_of(const Family& family, VideoTask task, const std::string& order) {
  run::RunSettings settings;
  settings.family = family.spec().family;
  settings.model_folder = family.source().folder;
  settings.task = task;
  if (order.empty()) return settings;
  settings.own["model." + settings.family + ".latent_window_size"] = window;
  settings.own["model." + settings.family + ".sampling_type"] = order;
  return settings;
}

/// The smallest clip with this many latent frames, with the family's training settings for sampling.
SampleRequest request_of(const catalog::ModelSpec& spec, int64_t frames, const run::RunSettings& settings) {
  SampleRequest request;
  const int64_t side = spec.rules.size_multiple;
  request.size = spec.rules.any_size ? catalog::Bucket{0, 2 * side, 3 * side} : spec.native_size();
  request.size.frames = (frames - 1) * spec.latent.temporal_factor + 1;
  request.steps = 2;
  request.guidance_scale = 1;
  // UniPC begins at timestep 999, training at 1000.
  constexpr const char* euler = "FlowMatchEulerDiscreteScheduler";
  if (std::ranges::find(spec.samplers, euler) != spec.samplers.end()) request.sampler = euler;
  const std::string group = "model." + spec.family + ".";
  for (const catalog::Setting& setting : run::settings()) {
    if (!setting.key.starts_with(group)) continue;
    const std::string twin = "validation." + std::string(setting.key.substr(6));
    if (run::find_setting(twin) != nullptr) request.own[twin] = value_of(settings, setting);
  }
  return request;
}

TrainingBatch random_batch(const TrainingModel& model, const catalog::Bucket& size) {
  TrainingBatch batch = model.example_batch(size, 1);
  for (Tensor* x : {&batch.latents, &batch.text.embeds, &batch.text.pooled, &batch.text.second_embeds,
                    &batch.image_embeds})
    if (x->defined()) *x = torch::randn(x->sizes());
  for (const Tensor& mask : {batch.text.mask, batch.text.second_mask})
    if (mask.defined()) mask.zero_().narrow(1, 0, 3).fill_(1);
  return batch;
}

/// A clip's pictures: raw latents as in training, and the conditions that sampling makes of them.
struct Picture {
  std::unique_ptr<VideoVae> vae;
  Tensor latents;
  std::vector<LatentCondition> conditions;
};
/// Encoded once per model and length.
const Picture& picture_of(const Family& family, const catalog::Bucket& size) {
  const catalog::ModelSpec& spec = family.spec();
  static std::map<std::pair<std::string, int64_t>, Picture> pictures;
  Picture& picture = pictures[{spec.id, size.frames}];
  if (picture.vae) return picture;
  picture.vae = family.load_vae({});
  const Tensor video = torch::rand({1, 3, size.frames, size.height, size.width}) * 2 - 1;
  const auto frame = [&](int64_t i) { return (video.select(2, i) + 1) / 2; };
  std::vector<Condition> shown{{.pixels = frame(0)}};
  if (spec.needs_last_frame) shown.push_back({.pixels = frame(size.frames - 1), .frame_index = -1});
  const LatentPosterior first = picture.vae->encode(video.narrow(2, 0, 1), {});
  const Tensor noise = torch::randn(first.mean.sizes());
  bool drawn = false;
  SampleRequest request;
  request.size = size;
  picture.conditions = family.encode_conditions(*picture.vae, shown, request,
                                                [&](uint64_t, torch::IntArrayRef) {
                                                  drawn = true;
                                                  return noise;
                                                },
                                                torch::kFloat32, {});
  const auto entry = family.encode_pictures(*picture.vae, nullptr, video, {});
  const auto clip = entry.find("clip");
  picture.latents = clip != entry.end() ? clip->second.unsqueeze(0)
                    : drawn             ? first.sample(noise)
                                        : first.mean;
  return picture;
}

}  // namespace

/// The network gets the same input in training as in sampling.
class TestNetworkInput : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { torch::set_num_threads(1); }

  void training_sees_what_sampling_sees_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<VideoTask>("task");
    QTest::addColumn<int>("frames");     // latent ones
    QTest::addColumn<QString>("order");  // of sections, for models that have them
    QTest::addColumn<int>("made");       // sections before the compared one
    QTest::addColumn<int>("compared");   // number of recorded tensors; 0: all
    std::set<std::string> families;
    for (const auto& folder : std::filesystem::directory_iterator(models)) {
      const catalog::ModelSpec spec = open_family({folder.path()})->spec();
      families.insert(spec.family);
      const auto add = [&](VideoTask task, int64_t frames, const char* order, int made) {
        // finetrainers gives all tokens the clip's time, including those of a noise-free first frame.
        const bool has_one_time =
            spec.family == "ltx_video" && task == VideoTask::image_to_video && !spec.conditions_at_any_frame;
        const int compared = has_one_time ? 1 : 0;
        const std::string name = folder.path().filename();
        QTest::addRow("%s, %s, %d frames %s %d", name.c_str(), name_of(task).data(), int(frames), order, made)
            << QString::fromStdString(name) << task << int(frames) << order << made << compared;
      };
      for (const VideoTask task : spec.tasks) {
        if (spec.latent.window_frames == 0) {
          for (const int64_t frames : {4, 5}) add(task, frames, "", 0);
        } else {
          for (const char* order : {"inverted_anti_drifting", "vanilla"})
            for (const int made : {0, 1}) add(task, 1 + (1 + made) * window, order, made);
        }
      }
    }
    for (const catalog::Family* family : catalog::families())
      QVERIFY2(families.contains(std::string(family->id)), family->id.data());
  }
  void training_sees_what_sampling_sees() {
    QFETCH(QString, model);
    QFETCH(VideoTask, task);
    QFETCH(int, frames);
    QFETCH(QString, order);
    QFETCH(int, made);
    QFETCH(int, compared);
    const torch::NoGradGuard no_grad;
    torch::manual_seed(1);
    const auto family = open_family({models / model.toStdString()});
    const run::RunSettings settings = settings_of(*family, task, order.toStdString());
    const auto training = load_training_model(settings);
    SampleInput input{request_of(family->spec(), frames, settings), {}, {}, {}};
    TrainingBatch batch = random_batch(*training, input.size);
    TrainingDraw draw = training->draw_at(batch, 1, at::make_generator<at::CPUGeneratorImpl>(1));
    const bool has_sections = !order.isEmpty();
    if (task == VideoTask::image_to_video) {
      const Picture& picture = picture_of(*family, input.size);
      input.image = {picture.conditions, batch.image_embeds};
      if (batch.image_latents.defined())
        batch.image_latents = picture.latents;
      else
        batch.latents.narrow(2, 0, 1).copy_(picture.latents);
      if (!batch.image_latents.defined() && !has_sections) draw.first_frame_sigmas = torch::zeros({1});
    }
    input.text = batch.text;
    input.fps = batch.fps;

    nn::Tensors trained, sampled;
    SampleHooks hooks;
    hooks.block_runner = recorder(sampled);
    // Conditions may have their own noise.
    hooks.noise = [&](uint64_t, torch::IntArrayRef shape) {
      return draw.noise.sizes() == shape ? draw.noise : torch::zeros(shape);
    };
    if (has_sections) {
      const bool forward = order == "vanilla";
      draw.section = forward ? made : 0;
      const Tensor seen =
          forward ? batch.latents.slice(2, 0, 1 + made * window) : batch.latents.slice(2, 1 + window, frames);
      const LatentScale scale = picture_of(*family, input.size).vae->latent_scale();
      if (made > 0) hooks.made = {made, scale.to_model(seen)};
    }
    QVERIFY_THROWS_EXCEPTION(Cancelled, training->losses(batch, draw, recorder(trained)));
    QVERIFY_THROWS_EXCEPTION(Cancelled,
                             family->denoise(training->transformer(), input, torch::kFloat32, hooks));
    QCOMPARE(trained.size(), sampled.size());
    for (size_t i = 0; i < (compared > 0 ? size_t(compared) : trained.size()); ++i)
      QVERIFY2(same(trained[i], sampled[i]), std::to_string(i).c_str());
  }
};

QTEST_GUILESS_MAIN(TestNetworkInput)
#include "test_network_input.moc"
