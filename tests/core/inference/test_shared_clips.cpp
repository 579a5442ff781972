// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <atomic>
#include <mutex>

#include "families/vae_tiling.h"
#include "inference/video_pipeline.h"
#include "support/thread_world.h"
#include "tensor/libtorch.h"

using namespace fw;
using torch::Tensor;

namespace {

/// A small model of a family and a clip of it.
struct Model {
  const char* folder;
  catalog::Bucket size;
  bool with_picture = false;
};

const std::vector<Model> models = {
    {"cogvideox-5b", {9, 48, 64}},
    {"cogvideox-5b-i2v", {9, 48, 64}, true},
    {"ltx-0.9.5", {9, 32, 64}, true},
    {"hunyuan-video", {5, 32, 48}},
    {"framepack", {37, 32, 48}, true},
    {"mochi-1", {7, 32, 48}},
    {"hunyuan-video-1.5-i2v", {5, 32, 48}, true},
};

inference::VideoRequest request_of(const Model& model, double guidance_scale) {
  inference::VideoRequest request;
  request.prompt = "a panda eats bamboo";
  request.negative_prompt = "noise";
  request.size = model.size;
  request.steps = 2;
  request.seed = 3;
  request.guidance_scale = guidance_scale;
  if (std::string(model.folder) == "framepack")
    request.own["validation.framepack.latent_window_size"] = int64_t{3};
  // Ranks in threads would draw from the process's generator concurrently.
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(2);
  if (model.with_picture)
    request.conditions = {{.pixels = torch::rand({1, 3, model.size.height, model.size.width}, generator)}};
  return request;
}

struct Made {
  Tensor latents, frames;
};

/// @param mesh  nullptr: a single process
Made make(const Model& model, double guidance_scale, bool tiles,
          std::shared_ptr<const distributed::Mesh> mesh) {
  inference::PipelineOptions options;
  options.model = {std::string(FW_SOURCE_FOLDER "/tests/reference/cases/models/") + model.folder};
  options.vae_tiling = tiles;
  inference::VideoPipeline pipeline(options, {});
  if (mesh) pipeline.share_with(std::move(mesh));
  Made made;
  inference::VideoObserver observer;
  observer.on_latents = [&](const Tensor& latents) { made.latents = latents; };
  std::vector<Tensor> parts;
  pipeline.generate(request_of(model, guidance_scale), observer,
                    [&](const Tensor& frames) { parts.push_back(frames); });
  if (!parts.empty()) made.frames = torch::cat(parts);
  return made;
}

double distance(const Tensor& a, const Tensor& b) {
  return ((a - b).abs().max() / b.abs().max()).item<double>();
}

struct Division {
  const char* name;
  launch::MeshShape shape;
};

const std::vector<Division> divisions = {
    {"guidance apart", {.guidance = 2}},
    {"ulysses of 2", {.ulysses = 2}},
    {"ring of 2", {.ring = 2}},
    {"ulysses of 3", {.ulysses = 3}},
    {"guidance apart, ulysses of 2", {.guidance = 2, .ulysses = 2}},
    {"ring of 2, ulysses of 2", {.ring = 2, .ulysses = 2}},
    {"ring of 3", {.ring = 3}},
};

}  // namespace

/// Clips that several processes generate together.
class TestSharedClips : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    qputenv("TORCH_FR_BUFFER_SIZE", "0");  // a map of all groups of a process, without a lock
    qputenv("MKL_CBWR", "COMPATIBLE");     // else MKL rounds by how rows are aligned
    torch::set_num_threads(1);
  }

  void a_shared_clip_is_that_of_one_process_data() {
    QTest::addColumn<int>("model");
    QTest::addColumn<int>("division");
    for (size_t m = 0; m < models.size(); ++m)
      for (size_t d = 0; d < divisions.size(); ++d)
        QTest::addRow("%s, %s", models[m].folder, divisions[d].name)
            << static_cast<int>(m) << static_cast<int>(d);
  }
  void a_shared_clip_is_that_of_one_process() {
    QFETCH(int, model);
    QFETCH(int, division);
    const Model& of = models[static_cast<size_t>(model)];
    const auto& [name, shape] = divisions[static_cast<size_t>(division)];
    // The small VAE's tiles do not cover a picture when encoding.
    const bool tiles = division % 2 == 0 && !of.with_picture;
    const Made wanted = make(of, 3, tiles, nullptr);
    std::mutex mutex;
    std::vector<Made> got(static_cast<size_t>(shape.size()));
    const auto faults = support::ThreadWorld().run(shape.size(), [&](distributed::Ranks& ranks) {
      Made own = make(of, 3, tiles, distributed::Mesh::make(ranks, shape));
      const std::lock_guard lock(mutex);
      got[static_cast<size_t>(ranks.rank)] = own;
    });
    for (const Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    // The first one has the clip, the others nothing.
    for (size_t rank = 1; rank < got.size(); ++rank)
      QVERIFY(!got[rank].latents.defined() && !got[rank].frames.defined());
    const Made& made = got.front();
    QCOMPARE(made.frames.sizes(), wanted.frames.sizes());
    const double latents = distance(made.latents, wanted.latents);
    QVERIFY2(latents < 1e-5, QByteArray::number(latents));
    QVERIFY(distance(made.frames, wanted.frames) < 1e-4);
    // Products of fewer rows may round differently: compare bits only if all have as many rows as before.
    if (shape.sequence() > 1) return;
    QVERIFY2(torch::equal(made.latents, wanted.latents), QByteArray::number(latents));
    QVERIFY(torch::equal(made.frames, wanted.frames));
  }

  void tiles_are_shared_out_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<bool>("fails");
    for (const int ranks : {2, 3, 4}) QTest::addRow("%d", ranks) << ranks << false;
    QTest::newRow("one runs out of memory") << 3 << true;
  }
  void tiles_are_shared_out() {
    QFETCH(int, ranks);
    QFETCH(bool, fails);
    torch::manual_seed(4);
    const Tensor x = torch::rand({1, 2, 1, 40, 37}), kernel = torch::rand({2, 2, 1, 3, 3});
    const families::TilePlan plan = families::plane_tiles({.tile_sample_min_height = 16,
                                                           .tile_sample_min_width = 16,
                                                           .tile_sample_stride_height = 12,
                                                           .tile_sample_stride_width = 10},
                                                          1, 1);
    // Each tile has its own noise, by number.
    const auto network = [&](const Tensor& tile, int& number) {
      return torch::conv3d(tile, kernel, {}, 1, {0, 1, 1}) + number++;
    };
    int serial = 0;
    const Tensor wanted =
        families::run_in_tiles(x, plan, {}, [&](const Tensor& tile) { return network(tile, serial); });
    std::atomic<int> same = 0, computed = 0, out_of_memory = 0;
    const auto faults = support::ThreadWorld().run(ranks, [&](distributed::Ranks& world) {
      families::VaeOptions options;
      int number = 0;
      options.skip_noise = [&] { ++number; };
      options.tile_ranks = distributed::Mesh::make(world, {.ulysses = ranks})->sample;
      try {
        same += torch::equal(wanted, families::run_in_tiles(x, plan, options, [&](const Tensor& tile) {
                               TORCH_CHECK_WITH(OutOfMemoryError, !fails || world.rank != 1, "out of memory");
                               ++computed;
                               return network(tile, number);
                             }));
      } catch (const c10::OutOfMemoryError&) {
        ++out_of_memory;
      }
    });
    for (const Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    QCOMPARE(same.load(), fails ? 0 : ranks);
    QCOMPARE(out_of_memory.load(), fails ? ranks : 0);
    if (!fails) QCOMPARE(computed.load(), 4 * 4);  // each of them once
  }

  /// Without guidance a group of two lacks branches to divide.
  void a_clip_without_guidance_is_shared_all_the_same() {
    const Made wanted = make(models.front(), 1, false, nullptr);
    Made made;
    const auto faults = support::ThreadWorld().run(2, [&](distributed::Ranks& ranks) {
      const Made own = make(models.front(), 1, false, distributed::Mesh::make(ranks, {.guidance = 2}));
      if (ranks.rank == 0) made = own;
    });
    for (const Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    QVERIFY(torch::equal(made.frames, wanted.frames));
  }
};

QTEST_GUILESS_MAIN(TestSharedClips)
#include "test_shared_clips.moc"
