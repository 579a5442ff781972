// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/error.h"
#include "families/wan/vae.h"
#include "nn/load.h"

using namespace fw;
using namespace fw::families;
using torch::Tensor;

namespace {

nlohmann::json config_of(bool is_residual) {
  const std::vector<double> mean{0.5, -1, 0.25, 2}, deviation{1, 2, 0.5, 1.5};
  nlohmann::json config{{"base_dim", 4},
                        {"dim_mult", {1, 2, 2, 2}},
                        {"num_res_blocks", 1},
                        {"z_dim", 4},
                        {"latents_mean", mean},
                        {"latents_std", deviation},
                        {"patch_size", nullptr},
                        {"decoder_base_dim", nullptr},
                        {"attn_scales", nlohmann::json::array()}};
  if (is_residual)
    config.update({{"is_residual", true},
                   {"patch_size", 2},
                   {"decoder_base_dim", 6},
                   {"in_channels", 12},
                   {"out_channels", 12},
                   {"scale_factor_spatial", 16}});
  return config;
}

std::unique_ptr<WanVae> random_vae(bool is_residual) {
  auto vae = std::make_unique<WanVae>(WanVaeConfig::from_json(config_of(is_residual)), torch::kFloat32);
  vae->for_each_slot([](const std::string& name, Tensor& slot) {
    const double deviation =
        name.ends_with("gamma") ? 0 : 1 / std::sqrt(double(slot.numel()) / double(slot.size(0)));
    slot.normal_(name.ends_with("gamma") ? 1 : 0, deviation);
  });
  return vae;
}

double difference(const Tensor& a, const Tensor& b) {
  return (a - b).abs().max().item<double>();
}

std::string problems_of(const nlohmann::json& config) {
  try {
    WanVaeConfig::from_json(config);
    return "";
  } catch (const Error& error) {
    return error.fault().arguments.at("problems");
  }
}

}  // namespace

/// Covers Wan's autoencoders beyond the reference cases.
class TestWanVae : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { torch::set_num_threads(1); }
  void init() { torch::manual_seed(4); }

  void both_kinds() {
    QTest::addColumn<bool>("is_residual");
    QTest::newRow("2.1") << false;
    QTest::newRow("2.2") << true;
  }

  /// Each frame is the same in a shorter clip, however the frames are divided into pieces.
  void later_frames_change_nothing_data() { both_kinds(); }
  void later_frames_change_nothing() {
    QFETCH(bool, is_residual);
    const auto vae = random_vae(is_residual);
    const int64_t factor = vae->config().spatial_factor();
    for (const auto& [rows, columns] : std::vector<std::pair<int64_t, int64_t>>{{1, 1}, {3, 2}}) {
      const Tensor video = torch::rand({1, 3, 41, rows * factor, columns * factor}) * 2 - 1;
      const Tensor latents = vae->encode(video, {}).mean;
      QCOMPARE(latents.sizes().vec(), (std::vector<int64_t>{1, 4, 11, rows, columns}));
      const Tensor clip = vae->decode(latents, {}, {});
      QCOMPARE(clip.sizes(), video.sizes());
      for (const int64_t frames : {1, 2, 6, 10}) {
        const int64_t shown = 4 * (frames - 1) + 1;
        // With one or two further frames that yield no latent.
        const Tensor part =
            vae->encode(video.narrow(2, 0, std::min<int64_t>(shown + frames % 4, 41)), {}).mean;
        QVERIFY(difference(part, latents.narrow(2, 0, frames)) < 1e-5);
        const Tensor made = vae->decode(latents.narrow(2, 0, frames), {}, {});
        QVERIFY(difference(made, clip.narrow(2, 0, shown)) < 1e-5);
      }
    }
  }

  /// Frames so large that the outermost level processes one at a time (2.2: two).
  void large_frames_go_one_by_one_data() { both_kinds(); }
  void large_frames_go_one_by_one() {
    QFETCH(bool, is_residual);
    const auto vae = random_vae(is_residual);
    const int64_t width = is_residual ? 64 : 32;
    const Tensor column = torch::rand({1, 3, 5, 16, width}) * 2 - 1;
    const auto blocks_of = [&](const Tensor& video) {
      int blocks = 0;
      vae->encode(video, {.on_block = [&] { ++blocks; }});
      return blocks;
    };
    const int few = blocks_of(column), many = blocks_of(column.repeat({1, 1, 1, 1, 900'000 / width / 16}));
    QVERIFY2(many > few, qPrintable(QString("%1 %2").arg(few).arg(many)));
    const Tensor large = torch::rand({1, 3, 5, 16, 900'000 / 16 / width * width}) * 2 - 1;
    const Tensor latents = vae->encode(large, {}).mean;
    QVERIFY(difference(vae->encode(large.narrow(2, 0, 1), {}).mean, latents.narrow(2, 0, 1)) < 1e-5);
  }

  void slices_and_cancelling_leave_nothing_behind_data() { both_kinds(); }
  void slices_and_cancelling_leave_nothing_behind() {
    QFETCH(bool, is_residual);
    const auto vae = random_vae(is_residual);
    const Tensor z = torch::randn({2, 4, 3, 2, 3});
    const Tensor whole = vae->decode(z, {}, {});
    QVERIFY(whole.abs().max().item<double>() <= 1);
    QVERIFY(difference(whole, vae->decode(z, {}, {.slicing = true})) < 1e-5);
    const Tensor mean = vae->encode(whole, {}).mean;
    QVERIFY(difference(mean, vae->encode(whole, {.slicing = true}).mean) < 1e-5);
    int blocks = 0;
    const VaeOptions cancelled{.on_block = [&] {
      if (++blocks == 9) throw Cancelled();
    }};
    QVERIFY_EXCEPTION_THROWN(vae->decode(z, {}, cancelled), Cancelled);
    QVERIFY(torch::equal(whole, vae->decode(z, {}, {})));
  }

  /// A clip no larger than one tile is not tiled.
  void small_clips_go_in_one_piece_data() { both_kinds(); }
  void small_clips_go_in_one_piece() {
    QFETCH(bool, is_residual);
    const auto vae = random_vae(is_residual);
    const Tensor video = torch::rand({1, 3, 5, 64, 96}) * 2 - 1;
    const auto tiling = vae->default_tiling();
    const Tensor latents = vae->encode(video, {}).mean;
    QVERIFY(torch::equal(vae->encode(video, {.tiling = tiling}).mean, latents));
    QVERIFY(torch::equal(vae->decode(latents, {}, {.tiling = tiling}), vae->decode(latents, {}, {})));
    for (VaeTiling small : vae->smaller_tilings()) {
      const Tensor z = torch::randn({1, 4, 2, 300 / vae->config().spatial_factor(), 20});
      const Tensor tiled = vae->decode(z, {}, {.tiling = small});
      QCOMPARE(tiled.sizes(), vae->decode(z, {}, {}).sizes());
      QCOMPARE(vae->encode(tiled, {.tiling = small}).mean.sizes(), z.sizes());
    }
  }

  void latents_are_scaled_channel_by_channel() {
    const auto vae = random_vae(false);
    const LatentScale scale = vae->latent_scale();
    const Tensor z = torch::randn({1, 4, 2, 3, 3}), scaled = scale.to_model(z);
    QVERIFY(difference(scaled.select(1, 1), (z.select(1, 1) + 1) / 2) < 1e-6);
    QVERIFY(difference(scale.to_vae(scaled), z) < 1e-6);
  }

  void configs_are_refused_with_all_their_problems() {
    QCOMPARE(problems_of(config_of(false)), std::string());
    QCOMPARE(problems_of(config_of(true)), std::string());
    for (const auto& [key, value] : std::map<std::string, nlohmann::json>{{"latents_mean", {1, 2}},
                                                                          {"temperal_downsample", {true}},
                                                                          {"in_channels", 5},
                                                                          {"attn_scales", {0.5}},
                                                                          {"scale_factor_spatial", 32},
                                                                          {"dim_mult", {1, 2, 3, 5}}}) {
      nlohmann::json config = config_of(true);
      config[key] = value;
      const std::string found = problems_of(config);
      QVERIFY2(found.find(key) != std::string::npos, found.c_str());
    }
    QVERIFY(!problems_of(3).empty());
  }
};

QTEST_GUILESS_MAIN(TestWanVae)
#include "test_wan_vae.moc"
