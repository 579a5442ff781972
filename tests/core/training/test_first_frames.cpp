// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <set>

#include "support/tiny_run.h"
#include "tensor/libtorch.h"
#include "training/batch_loader.h"
#include "training/eval_loss.h"

using namespace fw::training;
namespace fs = std::filesystem;
namespace dataset = fw::dataset;
namespace run = fw::run;

/// Which of a clip's first frames training and held-out loss use.
class TestFirstFrames : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

 private Q_SLOTS:
  void training_draws_noised_first_frames_and_measures_with_the_clean_one() {
    fw::support::make_tiny_model(path("i2v/model"), {.image_to_video = true});
    fw::support::make_tiny_dataset(path("i2v"), 2, {.image_to_video = true});
    const auto run =
        fw::support::make_tiny_run(path("i2v"), {"training.task=image_to_video", "training.batch_size=1",
                                                 "model.cogvideox.noised_image_dropout=0.0"});
    const auto settings = run::read_run_file(run.run_file()).settings;
    const auto model = fw::support::load_tiny_model(path("i2v/model"), {.image_to_video = true});
    const fw::precompute::LatentCache cache(settings.cache);
    auto manifest = dataset::read_dataset_manifest(run.dataset());
    manifest.resize(1);
    const auto size =
        cache.read(fw::precompute::CacheKind::image, manifest[0].keys.image).at("mean").sizes().vec();
    const auto image_of = [&](int64_t number) {
      return torch::full({size[0], 1, size[2], size[3]}, static_cast<double>(number));
    };
    std::vector<torch::Tensor> images;
    for (int64_t i = 0; i < 4; ++i) images.push_back(image_of(i));
    cache.write(fw::precompute::CacheKind::image, "noised", {{"sample", torch::cat(images, 1)}});
    cache.write(fw::precompute::CacheKind::image, "clean", {{"sample", image_of(0)}});
    const LossGrid grid{.timesteps = 1, .noises = 1, .first_frames = true};
    std::vector<double> losses;
    for (const char* key : {"noised", "clean"}) {
      manifest[0].keys.image = key;
      losses.push_back(eval_loss(*model, manifest, cache, grid).mean);
      std::set<double> drawn;
      BatchLoader loader(settings, manifest, cache, *model, 0);
      for (int i = 0; i < 40; ++i) {
        const torch::Tensor image = loader.next().batch.image_latents;
        QCOMPARE(image.size(2), int64_t(1));
        drawn.insert(image.max().item<double>());
      }
      QCOMPARE(drawn, key == std::string("clean") ? std::set<double>{0} : (std::set<double>{1, 2, 3}));
    }
    QCOMPARE(losses[0], losses[1]);
  }
};

QTEST_GUILESS_MAIN(TestFirstFrames)
#include "test_first_frames.moc"
