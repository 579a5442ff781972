// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "families/cogvideox/vae.h"
#include "families/registry.h"
#include "inference/vae_memory.h"
#include "nn/load.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"

using namespace fw::families;
using namespace fw::inference;

/// With CogVideoX's VAE.
class TestVaeMemory : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  /// @param vae  its config.json
  std::unique_ptr<Family> model_with(const nlohmann::json& vae) const {
    const std::filesystem::path folder = folder_.path().toStdString();
    std::filesystem::create_directories(folder / "vae");
    fw::write_file_atomically(folder / "vae/config.json", vae.dump(), fw::Existing::replace);
    return find_entry("cogvideox")->open(*fw::catalog::find_model("cogvideox-5b"), {folder});
  }

 private Q_SLOTS:
  void the_forecast_is_what_decoding_takes_data() {
    QTest::addColumn<int>("frames");
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("tiled");
    QTest::newRow("one frame") << 1 << 12 << 10 << false;
    QTest::newRow("whole") << 3 << 12 << 10 << false;
    QTest::newRow("long") << 7 << 6 << 10 << false;
    QTest::newRow("tiled") << 3 << 12 << 15 << true;
  }
  void the_forecast_is_what_decoding_takes() {
    QFETCH(int, frames);
    QFETCH(int, height);
    QFETCH(int, width);
    QFETCH(bool, tiled);
    // The published VAE, narrower: the sums depend on the proportions of the channels.
    const nlohmann::json config{{"block_out_channels", {8, 16, 16, 32}}, {"norm_num_groups", 4}};
    const auto model = model_with(config);
    CogVideoXVae vae(CogVideoXVaeConfig::from_json(config), torch::TensorOptions(torch::kMeta));
    fw::nn::allocate_parameters(vae, torch::kFloat32, torch::kCPU);
    vae.for_each_slot([](const std::string&, torch::Tensor& slot) { slot.fill_(0.01); });
    VaeOptions options;
    if (tiled) options.tiling = VaeTiling{48, 80, 1.0 / 6, 1.0 / 5};
    const auto latents = torch::zeros({1, vae.latent_channels(), frames, height, width});
    const fw::tensor::MemoryCounter memory;
    model->decode(vae, latents, {}, {}, torch::kFloat32, options);
    const int64_t counted = memory.peak_of_all().total();
    const int64_t forecast = decode_need(*model, {{}, latents.sizes().vec()}, options.tiling).bytes;
    QVERIFY2(std::abs(static_cast<double>(forecast) / static_cast<double>(counted) - 1) < 0.03,
             qPrintable(QString("%1 forecast, %2 counted").arg(forecast).arg(counted)));
  }

  void tensors_that_a_gpu_cannot_index_are_tiled() {
    const auto model = model_with(nlohmann::json::object());
    DecodeJob job{{}, {1, 16, 13, 96, 170}, torch::kBFloat16, torch::kCUDA};  // as in 1.5
    const uint64_t plenty = uint64_t{1} << 50;
    const VaeFit on_gpu = fit_decoding(*model, job, {}, plenty);
    QVERIFY(on_gpu.tiling && !on_gpu.as_wanted && !on_gpu.need.too_large);
    job.device = torch::kCPU;
    QVERIFY(fit_decoding(*model, job, {}, plenty).as_wanted);
    job.device = torch::kCUDA;
    job.latents = {1, 16, 13, 60, 90};
    QVERIFY(fit_decoding(*model, job, {}, plenty).as_wanted);
  }

  void tiles_follow_from_the_memory_at_hand() {
    const auto model = model_with(nlohmann::json::object());  // as published
    const DecodeJob job{{}, {1, 16, 13, 60, 90}, torch::kBFloat16, torch::kCUDA};
    const VaeTiling standard{240, 360, 1.0 / 6, 1.0 / 5};
    const auto fit = [&](double gib, std::optional<VaeTiling> wanted) {
      return fit_decoding(*model, job, wanted, static_cast<uint64_t>(gib * (1 << 30)));
    };
    QVERIFY(fit(80, {}).as_wanted && !fit(80, {}).tiling);
    QVERIFY(fit(80, standard).as_wanted);
    QCOMPARE(fit(80, standard).tiling->tile_sample_min_height, int64_t(240));
    int64_t before = 1 << 20;
    for (const double gib : {8.0, 2.0, 1.0, 0.001}) {
      const VaeFit smaller = fit(gib, {});
      QVERIFY(!smaller.as_wanted && smaller.tiling);
      const auto [height, width] =
          std::pair(smaller.tiling->tile_sample_min_height, smaller.tiling->tile_sample_min_width);
      QVERIFY(height <= before && height % 48 == 0 && width % 40 == 0);
      if (gib > 0.5) QVERIFY2(smaller.need.bytes <= gib * (1 << 30), qPrintable(QString::number(gib)));
      before = height;
    }
    QCOMPARE(before, int64_t(48));  // nothing fits: the smallest
  }
};

QTEST_GUILESS_MAIN(TestVaeMemory)
#include "test_vae_memory.moc"
