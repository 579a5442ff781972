// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "engine/generate_params.h"
#include "inference/video_pipeline.h"
#include "media/content_hash.h"
#include "memory/block_placement.h"
#include "nn/linear.h"
#include "precompute/latent_cache.h"
#include "precompute/precompute.h"
#include "support/pretend_gpu/pretend_gpu.h"
#include "tensor/libtorch.h"

namespace {

using namespace fw;
using namespace fw::inference;
namespace fs = std::filesystem;
using enum encoders::TextEncoderPlace;

const fs::path models = fs::path(FW_SOURCE_FOLDER) / "tests/reference/cases/models";

struct Model {
  const char* name;
  catalog::Bucket size;
  bool image;
};
const std::vector<Model> all_models = {{"cogvideox-2b", {5, 32, 48}, false},
                                       {"cogvideox-5b", {5, 32, 48}, false},
                                       {"cogvideox-1.5-5b-i2v", {5, 32, 48}, true},
                                       {"ltx-0.9.1", {9, 64, 96}, false},
                                       {"ltx-0.9.5", {9, 64, 96}, true},
                                       {"framepack", {73, 32, 48}, true},
                                       {"hunyuan-video", {5, 32, 48}, false},
                                       {"mochi-1", {7, 32, 48}, false}};

struct Place {
  const char* name;
  Offload offload;
  encoders::TextEncoderPlace text_encoder;
  int64_t streamed_blocks;
};
const std::vector<Place> places = {{"all on the device", Offload::none, device, 0},
                                   {"one at a time", Offload::model, device, 0},
                                   {"one block streamed", Offload::none, streamed, 1},
                                   {"text on the CPU, all streamed", Offload::model, cpu, 100},
                                   {"all streamed", Offload::model, streamed, 100}};

bool all_of_it() {
  return std::getenv("FW_ALL_OF_IT") != nullptr;
}

int64_t bytes_on_device(int index) {
  return at::accelerator::getDeviceStats(static_cast<c10::DeviceIndex>(index)).allocated_bytes[0].current;
}

/// The first `count` devices.
std::vector<torch::Device> devices(int count, int first = 0) {
  std::vector<torch::Device> all;
  for (int i = 0; i < count; ++i) all.push_back(pretend_gpu::device((first + i) % 3));
  return all;
}

/// Two blocks, each a matrix of ones.
struct Block : nn::Module {
  nn::Linear linear{4, 4, nn::Bias::no, torch::TensorOptions()};
  Block() {
    add_child("linear", linear);
    linear.for_each_slot([](const std::string&, torch::Tensor& slot) { slot = torch::ones({4, 4}); });
  }
};
struct Network : nn::Module {
  nn::ModuleList<Block> blocks;
  Network() {
    for (int i = 0; i < 2; ++i) blocks.emplace_back();
    add_child("blocks", blocks);
  }
};

}  // namespace

/// Generating and precomputing on a device: no violation of its rules, and the CPU's results.
class TestDeviceJobs : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path root_;
  std::map<std::pair<std::string, bool>, torch::Tensor> on_cpu_;  // with and without tiles
  std::map<std::string, torch::Tensor> on_one_device_;

  static torch::Tensor clip(const Model& model, PipelineOptions options, const VideoObserver& observer = {}) {
    options.model = {models / model.name};
    options.loras = {{models / model.name / "lora/pytorch_lora_weights.safetensors", 0.5}};
    VideoRequest request;
    request.prompt = "a panda";
    request.size = model.size;
    request.steps = 2;
    request.seed = 3;
    if (model.image) {
      families::Condition first;
      torch::manual_seed(1);
      first.pixels = torch::rand({1, 3, model.size.height, model.size.width});
      request.conditions = {first};
    }
    return VideoPipeline(options, {}).generate(request, observer);
  }

  dataset::DatasetSample row() const {
    return {.id = "1-0",
            .source = root_ / "a.mp4",
            .content_hash = media::content_hash(root_ / "a.mp4"),
            .source_out = 20,
            .fps = 8,
            .frame_count = 9,
            .crop = {0, 0, 96, 64},
            .bucket = {9, 64, 96},
            .caption = "a red ball"};
  }

  precompute::CacheEntry latents(precompute::PrecomputeOptions options, const std::string& cache) const {
    options.cache_folder = root_ / cache;
    options.dtype = torch::kFloat32;
    const auto result = precompute::precompute(precompute::plan_precompute({row()}, options, {}), options,
                                               [](const Progress&) {}, {});
    const precompute::LatentCache made(options.cache_folder);
    auto entry = made.read(precompute::CacheKind::latents, result.manifest[0].keys.latents);
    for (const auto& [name, tensor] : made.read(precompute::CacheKind::text, result.manifest[0].keys.text))
      entry["text." + name] = tensor;
    return entry;
  }

 private Q_SLOTS:
  void initTestCase() {
    torch::set_num_threads(1);
    root_ = folder_.path().toStdString();
    qputenv("XDG_CACHE_HOME", (root_ / "home").c_str());
    QProcess ffmpeg;
    ffmpeg.start("ffmpeg", {"-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=96x64:rate=8",
                            "-frames:v", "20", "-pix_fmt", "yuv420p", folder_.filePath("a.mp4")});
    QVERIFY(ffmpeg.waitForFinished() && fs::exists(root_ / "a.mp4"));
    pretend_gpu::begin();
  }

  void clips_are_those_of_the_cpu_data() {
    QTest::addColumn<int>("model");
    QTest::addColumn<int>("place");
    for (size_t m = 0; m < all_models.size(); ++m)
      for (size_t p = 0; p < places.size(); ++p)
        if (all_of_it() || p % 2 == m % 2)
          QTest::addRow("%s, %s", all_models[m].name, places[p].name)
              << static_cast<int>(m) << static_cast<int>(p);
  }
  void clips_are_those_of_the_cpu() {
    QFETCH(int, model);
    QFETCH(int, place);
    const Model& chosen = all_models[static_cast<size_t>(model)];
    const Place& where = places[static_cast<size_t>(place)];
    const bool tiled = place == 1;
    torch::Tensor& wanted = on_cpu_[{chosen.name, tiled}];
    if (!wanted.defined()) wanted = clip(chosen, {.vae_tiling = tiled});
    for (uint64_t seed = 0; seed < (all_of_it() ? 20 : 1); ++seed) {
      const int index = place % 2;
      pretend_gpu::begin({.seed = seed});
      const torch::Tensor got = clip(chosen, {.device = pretend_gpu::device(index),
                                              .offload = where.offload,
                                              .text_encoder = where.text_encoder,
                                              .streamed_blocks = where.streamed_blocks,
                                              .vae_tiling = tiled});
      const auto faults = pretend_gpu::end();
      QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
      QCOMPARE(bytes_on_device(index), 0);
      QCOMPARE(got.sizes(), wanted.sizes());
      QVERIFY((got.to(torch::kFloat32) - wanted.to(torch::kFloat32)).abs().max().item<float>() <= 1.0 / 255);
    }
  }

  void clips_of_a_placed_model_are_those_of_one_device_data() {
    QTest::addColumn<int>("model");
    QTest::addColumn<int>("count");
    for (size_t m = 0; m < all_models.size(); ++m)
      for (int count = 1; count <= 3; ++count)
        QTest::addRow("%s, %d", all_models[m].name, count) << static_cast<int>(m) << count;
  }
  void clips_of_a_placed_model_are_those_of_one_device() {
    QFETCH(int, model);
    QFETCH(int, count);
    const Model& chosen = all_models[static_cast<size_t>(model)];
    const int home = model % 3;
    torch::Tensor& wanted = on_one_device_[chosen.name];
    for (uint64_t seed = 0; seed < (all_of_it() ? 20 : 1); ++seed) {
      pretend_gpu::begin({.seed = seed});
      if (!wanted.defined()) wanted = clip(chosen, {.device = pretend_gpu::device(home)});
      pretend_gpu::forget_peaks();
      int64_t most = 0;  // number of devices in use while blocks ran
      VideoObserver observer;
      observer.on_step = [&](int64_t, const torch::Tensor&) {
        int64_t used = 0;
        for (int i = 0; i < 3; ++i) used += bytes_on_device(i) > 0 ? 1 : 0;
        most = std::max(most, used);
      };
      const torch::Tensor got = clip(chosen,
                                     {.device = pretend_gpu::device(home),
                                      .devices = devices(count, home),
                                      .offload = model % 2 == 0 ? Offload::model : Offload::none},
                                     observer);
      const auto faults = pretend_gpu::end();
      QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
      for (int i = 0; i < 3; ++i) QCOMPARE(bytes_on_device(i), 0);
      QCOMPARE(most, count);
      QVERIFY(torch::equal(got, wanted));
    }
  }

  void clips_say_where_attention_stayed_exact() {
    const Model& chosen = all_models.front();
    std::vector<std::string> warnings, notes;
    VideoObserver observer;
    observer.on_warning = [&](const std::string& text) { warnings.push_back(text); };
    observer.on_low_bit = [&](const std::string& text) { notes.push_back(text); };
    const torch::Tensor wanted = clip(chosen, {});
    QVERIFY(torch::equal(clip(chosen, {.attention = catalog::AttentionForm::int8}, observer), wanted));
    QCOMPARE(warnings.size(), size_t(1));
    QVERIFY(warnings[0].find("needs an NVIDIA GPU") != std::string::npos);
    QVERIFY(notes.empty());
    pretend_gpu::begin();
    clip(chosen, {.device = pretend_gpu::device(), .attention = catalog::AttentionForm::int8}, observer);
    QVERIFY(pretend_gpu::end().empty());
    QCOMPARE(warnings.size(), size_t(1));
    QCOMPARE(notes.size(), size_t(1));  // for both steps together
    QVERIFY2(notes[0].find("supports heads of 64 and 128 channels") != std::string::npos, notes[0].c_str());
  }

  void tensors_that_stay_behind_are_found() {
    pretend_gpu::begin();
    Network network;
    const torch::NoGradGuard no_grad;
    const nn::BlockRunner runner = memory::place_blocks(network, {"blocks"}, devices(2));
    const torch::Tensor x = torch::ones({1, 4}).to(pretend_gpu::device()), beside = x + 1;
    const auto pass = [&](const torch::Tensor& captured, const torch::Tensor& shared) {
      torch::Tensor y = x;
      for (size_t i = 0; i < 2; ++i) {
        const auto run = [&block = network.blocks[i], captured](const nn::Tensors& in) {
          return nn::Tensors{block.linear.forward(in[0]) + (captured.defined() ? captured : in[1])};
        };
        y = nn::run_block(runner, {i, network.blocks[i], {y}, run, {shared}}).front();
      }
      return y;
    };
    const torch::Tensor y = pass({}, beside);
    QVERIFY(y.device() == pretend_gpu::device());
    QVERIFY(torch::equal(y.cpu(), torch::full({1, 4}, (4 + 2) * 4 + 2)));
    QVERIFY_EXCEPTION_THROWN(pass(beside, {}), c10::Error);
    pretend_gpu::end();
  }

  void a_model_that_all_devices_together_cannot_hold_is_refused() {
    pretend_gpu::begin({.memory_bytes = 63});
    Network network;
    try {
      memory::place_blocks(network, {"blocks"}, devices(3));
      QFAIL("placed");
    } catch (const Error& error) {
      QCOMPARE(error.fault().code, std::string("memory.too_large_for_devices"));
    }
    network.for_each_slot([](const std::string&, torch::Tensor& slot) { QVERIFY(slot.is_cpu()); });
    pretend_gpu::end();
  }

  void blocks_are_balanced_by_what_is_free_data() {
    QTest::addColumn<QList<int64_t>>("blocks");
    QTest::addColumn<int64_t>("outside");
    QTest::addColumn<QList<int64_t>>("free");
    QTest::addColumn<QList<int>>("wanted");  // none: they do not fit
    using Bytes = QList<int64_t>;
    const auto row = [](const char* name, const Bytes& blocks, int64_t outside, const Bytes& free,
                        const QList<int>& wanted) {
      QTest::newRow(name) << blocks << outside << free << wanted;
    };
    row("one device", {3, 3}, 2, {8}, {0, 0});
    row("too large for one", {3, 3}, 3, {8}, {});
    row("evenly", {2, 2, 2, 2}, 0, {6, 6}, {0, 0, 1, 1});
    row("less where the rest is", {2, 2, 2, 2}, 4, {9, 9}, {0, 1, 1, 1});
    row("by what is free", {2, 2, 2, 2}, 0, {8, 4}, {0, 0, 0, 1});
    row("no border without need", {2, 2}, 0, {20, 4}, {0, 0});
    row("past a device that is full", {4, 4}, 0, {9, 1, 9}, {0, 2});
    row("large last block", {1, 1, 6}, 0, {5, 7}, {0, 0, 1});
    row("in one order only", {6, 1, 1}, 0, {5, 7}, {});
  }
  void blocks_are_balanced_by_what_is_free() {
    QFETCH(QList<int64_t>, blocks);
    QFETCH(int64_t, outside);
    QFETCH(QList<int64_t>, free);
    QFETCH(QList<int>, wanted);
    const auto found =
        memory::balance_blocks({{blocks.begin(), blocks.end()}, outside}, {free.begin(), free.end()});
    QCOMPARE(found.has_value(), !wanted.isEmpty());
    if (found)
      QVERIFY(std::ranges::equal(*found, wanted, [](size_t a, int b) { return static_cast<int>(a) == b; }));
  }

  void a_balanced_device_map_takes_all_devices() {
    pretend_gpu::begin();
    engine_api::GenerateRequest request{.model = models / "cogvideox-2b",
                                        .memory = {.device_map = catalog::DeviceMap::balanced},
                                        .device = pretend_gpu::device(1).str()};
    const std::vector<torch::Device> wanted{pretend_gpu::device(1), pretend_gpu::device(0),
                                            pretend_gpu::device(2)};
    QVERIFY(engine::generation_options(request).devices == wanted);
    const auto refused = [&] {
      try {
        engine::generation_options(request);
      } catch (const Error& error) {
        return error.fault().code;
      }
      return std::string();
    };
    request.memory.streamed_blocks = 1;
    QCOMPARE(refused(), std::string("engine.balanced_and_streamed"));
    request.memory.streamed_blocks = 0;
    request.device = "cpu";
    QCOMPARE(refused(), std::string("engine.balanced_needs_gpu"));
  }

  void decoding_that_runs_out_of_memory_takes_tiles() {
    pretend_gpu::begin();
    int warnings = 0;
    bool has_begun = false;
    VideoObserver observer;
    observer.on_progress = [&](const Progress& progress) {
      if (progress.phase == "decoding" && !std::exchange(has_begun, true)) pretend_gpu::fail_allocation(40);
    };
    observer.on_warning = [&](const std::string&) { ++warnings; };
    const Model model{"cogvideox-5b", {5, 96, 128}, false};  // large enough for tiles
    const torch::Tensor got =
        clip(model, {.device = pretend_gpu::device(), .offload = Offload::model}, observer);
    const auto faults = pretend_gpu::end();
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    QCOMPARE(bytes_on_device(0), 0);
    QCOMPARE(warnings, 1);
    const torch::Tensor wanted = clip(model, {.vae_tiling = true});
    QCOMPARE(got.sizes(), wanted.sizes());
    QVERIFY((got.to(torch::kFloat32) - wanted.to(torch::kFloat32)).abs().max().item<float>() <= 1.0 / 255);
  }

  void the_cache_is_that_of_the_cpu_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("text_encoder");
    for (const char* model : {"cogvideox-5b-i2v", "ltx-0.9.1", "framepack"})
      for (const auto place : {device, cpu, streamed})
        QTest::addRow("%s, %d", model, static_cast<int>(place)) << model << static_cast<int>(place);
  }
  void the_cache_is_that_of_the_cpu() {
    QFETCH(QString, model);
    QFETCH(int, text_encoder);
    precompute::PrecomputeOptions options;
    options.model = {models / model.toStdString()};
    options.text_encoder = static_cast<encoders::TextEncoderPlace>(text_encoder);
    const std::string name = QTest::currentDataTag();
    const auto wanted = latents(options, name + " cpu");
    pretend_gpu::begin();
    options.device = pretend_gpu::device(1);
    const auto got = latents(options, name);
    const auto faults = pretend_gpu::end();
    QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
    QCOMPARE(bytes_on_device(1), 0);
    QCOMPARE(got.size(), wanted.size());
    for (const auto& [key, tensor] : wanted)
      QVERIFY2(torch::allclose(got.at(key), tensor, 1e-4, 1e-4), key.c_str());
  }
};

QTEST_GUILESS_MAIN(TestDeviceJobs)
#include "test_device_jobs.moc"
