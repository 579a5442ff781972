// SPDX-License-Identifier: Apache-2.0
#include <torch/torch.h>

#include <QtTest>

#include "families/cogvideox/sampling.h"
#include "inference/vae_memory.h"
#include "nn/load.h"
#include "tensor/memory_counter.h"

using namespace fw::families;
using namespace fw::inference;
using fw::families::VaeTiling;

namespace {

/// The published VAE, narrower: the sums depend on the channels' proportions.
fw::families::CogVideoXVaeConfig narrow_config() {
  fw::families::CogVideoXVaeConfig config;
  config.block_out_channels = {8, 16, 16, 32};
  config.norm_num_groups = 4;
  return config;
}

}  // namespace

class TestVaeMemory : public QObject {
  Q_OBJECT

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
    const auto config = narrow_config();
    fw::families::CogVideoXVae vae(config, torch::TensorOptions(torch::kMeta));
    fw::nn::allocate_parameters(vae, torch::kFloat32, torch::kCPU);
    vae.for_each_slot([](const std::string&, torch::Tensor& slot) { slot.fill_(0.01); });
    fw::families::VaeOptions options;
    if (tiled) options.tiling = VaeTiling{48, 80, 1.0 / 6, 1.0 / 5};
    const auto latents = torch::zeros({1, frames, config.latent_channels, height, width});
    const fw::tensor::MemoryCounter memory;
    decode_latents(vae, latents, 0, torch::kFloat32, options);
    const int64_t counted = memory.peak_of_all().total();
    const DecodeJob job{{frames, 0, height, width}};
    const int64_t forecast = decode_bytes(config, job, options.tiling);
    QVERIFY2(std::abs(static_cast<double>(forecast) / static_cast<double>(counted) - 1) < 0.03,
             qPrintable(QString("%1 forecast, %2 counted").arg(forecast).arg(counted)));
  }

  void tiles_follow_from_the_memory_at_hand() {
    const fw::families::CogVideoXVaeConfig config;  // as published
    const DecodeJob job{{13, 0, 60, 90}, torch::kBFloat16, torch::kCUDA};
    const VaeTiling standard{240, 360, 1.0 / 6, 1.0 / 5};
    const auto fit = [&](double gib, std::optional<VaeTiling> wanted) {
      return fit_decoding(config, job, wanted, static_cast<uint64_t>(gib * (1 << 30)));
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
      if (gib > 0.5) QVERIFY2(smaller.bytes <= gib * (1 << 30), qPrintable(QString::number(gib)));
      before = height;
    }
    QCOMPARE(before, int64_t(48));  // nothing fits: the smallest
  }
};

QTEST_GUILESS_MAIN(TestVaeMemory)
#include "test_vae_memory.moc"
