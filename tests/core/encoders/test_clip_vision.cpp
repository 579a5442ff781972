// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/error.h"
#include "encoders/clip_vision.h"

using namespace fw;
using namespace fw::encoders;
using torch::Tensor;

namespace {

const std::filesystem::path model_folder = FW_SOURCE_FOLDER "/tests/reference/cases/models/wan-2.1-i2v";

ClipImageEncoder encoder(const nn::ComponentOptions& options = {}) {
  return ClipImageEncoder(model_folder / "image_encoder", model_folder / "image_processor", options);
}

}  // namespace

/// Covers CLIP's image encoder beyond the reference cases.
class TestClipVision : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { torch::set_num_threads(1); }
  void init() { torch::manual_seed(2); }

  /// The last layer is not computed.
  void pictures_become_states_before_the_last_layer() {
    const Tensor pictures = torch::rand({2, 3, 40, 57});
    const Tensor states = encoder().encode(pictures);
    QCOMPARE(states.sizes().vec(), (std::vector<int64_t>{2, 17, 20}));
    const torch::NoGradGuard no_grad;
    const auto network = nn::load_component<ClipVision, ClipVisionConfig>(model_folder / "image_encoder", {});
    const auto processing = ClipPreprocessing::from_json(
        read_json(model_folder / "image_processor" / "preprocessor_config.json"));
    size_t layers = 0;
    const auto count = [&](const nn::BlockCall& call) {
      ++layers;
      return call.run();
    };
    QVERIFY(torch::equal(states, network->forward(processing.cropped(pictures), 1, count)));
    QCOMPARE(layers, size_t{2});
    QVERIFY(!torch::equal(states, network->forward(processing.cropped(pictures), 0)));
  }

  void odd_sizes_are_cut_in_the_middle_data() {
    QTest::addColumn<int>("height");
    QTest::addColumn<int>("width");
    for (const auto& [height, width] :
         std::vector<std::pair<int, int>>{{32, 32}, {33, 32}, {31, 77}, {200, 33}, {1, 1}, {7, 5}})
      QTest::addRow("%dx%d", height, width) << height << width;
  }
  void odd_sizes_are_cut_in_the_middle() {
    QFETCH(int, height);
    QFETCH(int, width);
    const ClipPreprocessing p{.shortest_edge = 32, .side = 32};
    const Tensor grey = torch::full({1, 3, height, width}, 128.0 / 255);
    const Tensor mean = torch::tensor(p.image_mean, torch::kFloat32),
                 std = torch::tensor(p.image_std, torch::kFloat32);
    const Tensor want = ((128.0 / 255 - mean) / std).view({1, 3, 1, 1}).expand({1, 3, 32, 32});
    QVERIFY(torch::allclose(p.cropped(grey), want, 0, 1e-5));
    QVERIFY(torch::allclose(p.squeezed(grey), want, 0, 1e-5));
  }

  void configs_are_refused_with_all_their_problems() {
    const auto refused = [](const auto& read) -> std::string {
      try {
        read();
        return "";
      } catch (const Error& error) {
        return error.fault().arguments.at("problems");
      }
    };
    const std::string config = refused([] {
      ClipVisionConfig::from_json({{"hidden_act", "relu"}, {"hidden_size", 30}, {"num_attention_heads", 4}});
    });
    QVERIFY(config.find("hidden_act") != config.npos && config.find("num_attention_heads") != config.npos);
    QVERIFY(!refused([] { ClipVisionConfig::from_json(3); }).empty());
    const std::string processing = refused([] {
      ClipPreprocessing::from_json(
          {{"size", {{"shortest_edge", 8}}}, {"crop_size", 9}, {"image_std", {1, 2}}});
    });
    QVERIFY(processing.find("crop_size") != processing.npos &&
            processing.find("image_std") != processing.npos);
    QVERIFY(!refused([] { ClipPreprocessing::from_json(3); }).empty());
    QVERIFY(refused([] { ClipPreprocessing::from_json(nlohmann::json::object()); }).empty());
  }
};

QTEST_GUILESS_MAIN(TestClipVision)
#include "test_clip_vision.moc"
