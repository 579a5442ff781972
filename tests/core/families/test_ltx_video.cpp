// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "families/ltx_video/sampling.h"
#include "families/registry.h"
#include "run/run_settings.h"
#include "tensor/dry_run.h"

using namespace fw;
using namespace fw::families;
using torch::Tensor;

namespace {

std::filesystem::path model_folder(const char* version) {
  return std::filesystem::path(FW_SOURCE_FOLDER "/tests/reference/cases/models") /
         (std::string("ltx-") + version);
}

std::unique_ptr<Family> open(const char* version) {
  return open_family({model_folder(version)});
}

NoiseSource noise_of(uint64_t seed) {
  return [seed](uint64_t stream, torch::IntArrayRef shape) {
    return tensor::draw_normal(shape, at::make_generator<at::CPUGeneratorImpl>(seed * 1000003 + stream));
  };
}

bool same(const Tensor& a, const Tensor& b) {
  return a.sizes() == b.sizes() && torch::equal(a, b);
}

TrainingBatch batch_of(const TrainingModel& model, int64_t samples) {
  TrainingBatch batch = model.example_batch({17, 64, 32}, samples);
  batch.latents = torch::randn(batch.latents.sizes());
  batch.text.embeds = torch::randn(batch.text.embeds.sizes());
  batch.text.mask = torch::ones(batch.text.mask.sizes(), torch::kInt64);
  return batch;
}

std::unique_ptr<TrainingModel> training_model(run::RunSettings settings) {
  settings.family = "ltx_video";
  return open("0.9.0")->load_training_model(settings, {});
}

std::unique_ptr<TrainingModel> with_first_frames(double share) {
  return training_model({.own = {{"model.ltx_video.first_frame_conditioning", share}}});
}

}  // namespace

class TestLtxVideo : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void versions_are_told_apart_by_their_vae() {
    for (const char* version : {"0.9.0", "0.9.1", "0.9.5"}) {
      const auto family = open(version);
      QCOMPARE(family->spec().id, std::string("ltx-video-") + version);
      QCOMPARE(family->spec().latent.spatial_factor, int64_t{32});
      QCOMPARE(family->spec().latent.temporal_factor, int64_t{8});
      QCOMPARE(family->spec().conditions_at_any_frame, std::string(version) == "0.9.5");
    }
  }

  void what_a_model_cannot_take_is_said() {
    const Condition first{.pixels = torch::zeros({1, 3, 32, 32})};
    const auto faults = [](const char* version, const std::vector<Condition>& conditions) {
      SampleRequest request;
      request.size = {17, 32, 32};
      return open(version)->check(request, conditions).size();
    };
    const Condition later{first.pixels, 8, 0.5}, outside{torch::zeros({17, 3, 32, 32}), 8, 1},
        too_strong{first.pixels, 0, 1.5};
    QCOMPARE(faults("0.9.0", {first}), size_t{0});
    QCOMPARE(faults("0.9.0", {later}), size_t{1});
    QCOMPARE(faults("0.9.0", {first, first}), size_t{1});
    QCOMPARE(faults("0.9.5", {first, later}), size_t{0});
    QCOMPARE(faults("0.9.5", {outside}), size_t{1});
    QCOMPARE(faults("0.9.5", {too_strong}), size_t{1});
  }

  /// A picture of full strength is in the result as it was encoded; the same seed gives the same latents.
  void a_first_frame_stays() {
    const auto family = open("0.9.0");
    const auto vae = family->load_vae({});
    const auto transformer = family->load_transformer({});
    SampleInput input;
    input.size = {17, 32, 64};
    input.steps = 2;
    input.guidance_scale = 3;
    input.text = {torch::randn({1, 6, 32}), torch::ones({1, 6}, torch::kInt64), {}};
    input.negative = {torch::randn({1, 6, 32}), torch::ones({1, 6}, torch::kInt64), {}};
    input.image.latents = family->encode_conditions(*vae, {{.pixels = torch::rand({1, 3, 32, 64})}},
                                                    noise_of(1), torch::kFloat32, {});
    SampleHooks hooks;
    hooks.noise = noise_of(1);
    const Tensor latents = family->denoise(*transformer, input, torch::kFloat32, hooks);
    QCOMPARE(latents.sizes().vec(), (std::vector<int64_t>{1, 8, 3, 1, 2}));
    QVERIFY(same(latents.narrow(2, 0, 1), input.image.latents.front().latents));
    QVERIFY(same(latents, family->denoise(*transformer, input, torch::kFloat32, hooks)));
    const Tensor clip = family->decode(*vae, latents, input, hooks.noise, torch::kFloat32, {});
    QCOMPARE(clip.sizes().vec(), (std::vector<int64_t>{1, 17, 32, 64, 3}));
  }

  /// All of a micro-batch's chance comes from the generator, and only a share has a first frame of its own.
  void draws_repeat() {
    const auto always = with_first_frames(1);
    const auto never = with_first_frames(0);
    const TrainingBatch batch = batch_of(*always, 3);
    const auto seeded = [] { return at::make_generator<at::CPUGeneratorImpl>(uint64_t{7}); };
    const TrainingDraw draw = always->draw(batch, seeded()), again = always->draw(batch, seeded());
    QVERIFY(same(draw.noise, again.noise) && same(draw.sigmas, again.sigmas));
    QVERIFY(same(draw.first_frame_sigmas, again.first_frame_sigmas));
    QVERIFY((draw.first_frame_sigmas <= draw.sigmas).all().item<bool>());
    QVERIFY((draw.first_frame_sigmas <= 0.25).all().item<bool>());
    QVERIFY(!never->draw(batch, seeded()).first_frame_sigmas.defined());
    QVERIFY(same(never->draw(batch, seeded()).noise, draw.noise));
    QCOMPARE(never->losses(batch, draw, {}).sizes().vec(), std::vector<int64_t>{3});
  }

  void schemes_change_which_noise_is_trained() {
    const auto mean_sigma = [](const run::RunSettings& settings) {
      const auto model = training_model(settings);
      const TrainingBatch batch = batch_of(*model, 2000);
      return model->draw(batch, at::make_generator<at::CPUGeneratorImpl>(uint64_t{3}))
          .sigmas.mean()
          .item<double>();
    };
    const double even = mean_sigma({});
    QVERIFY(std::abs(even - 0.5) < 0.02);
    QVERIFY(mean_sigma({.flow_shift = 3}) > even + 0.1);
    const run::RunSettings cleaner{.flow_weighting = catalog::FlowWeighting::logit_normal,
                                   .flow_logit_mean = 1};
    QVERIFY(mean_sigma(cleaner) < even - 0.1);
  }
};

QTEST_GUILESS_MAIN(TestLtxVideo)
#include "test_ltx_video.moc"
