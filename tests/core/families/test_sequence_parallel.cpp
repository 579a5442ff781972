// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <mutex>

#include "families/registry.h"
#include "memory/checkpointing.h"
#include "nn/sequence_split.h"
#include "support/thread_world.h"
#include "tensor/libtorch.h"

using namespace fw;
using namespace fw::families;
using torch::Tensor;

namespace {

/// A small model of a family and a matching clip.
struct Model {
  const char *family, *folder;
  catalog::Bucket size;
  bool image_to_video = false;
};

const std::vector<Model> models = {
    {"cogvideox", "cogvideox-2b", {9, 48, 64}},
    {"cogvideox", "cogvideox-5b", {9, 48, 64}},
    {"cogvideox", "cogvideox-5b-i2v", {9, 48, 64}, true},
    {"cogvideox", "cogvideox-1.5-5b-i2v", {17, 160, 160}, true},
    {"ltx_video", "ltx-0.9.0", {17, 64, 32}},
    {"ltx2", "ltx-2.3", {17, 64, 32}},
    {"hunyuan_video", "hunyuan-video", {9, 32, 48}},
    {"framepack", "framepack", {73, 32, 48}, true},
    {"hunyuan_video_15", "hunyuan-video-1.5-i2v", {9, 32, 48}, true},
    {"mochi", "mochi-1", {13, 32, 48}},
};

run::RunSettings settings_of(const Model& model) {
  run::RunSettings settings;
  settings.family = model.family;
  settings.task =
      model.image_to_video ? catalog::VideoTask::image_to_video : catalog::VideoTask::text_to_video;
  settings.model_folder = std::string(FW_SOURCE_FOLDER "/tests/reference/cases/models/") + model.folder;
  settings.training_type = run::TrainingType::sft;
  settings.mixed_precision = "fp32";
  return settings;
}

/// Two samples; the second one has a short text.
TrainingBatch batch_of(const TrainingModel& model, const catalog::Bucket& size) {
  torch::manual_seed(3);
  TrainingBatch batch = model.example_batch(size, 2);
  for (Tensor* values : {&batch.latents, &batch.text.embeds, &batch.text.pooled, &batch.text.second_embeds,
                         &batch.image_latents, &batch.image_embeds})
    if (values->defined()) *values = torch::randn(values->sizes());
  for (Tensor* mask : {&batch.text.mask, &batch.text.second_mask}) {
    if (!mask->defined()) continue;
    *mask = torch::zeros(mask->sizes(), torch::kInt64);
    mask->narrow(1, 0, 9).fill_(1);
    (*mask)[1].narrow(0, 5, 4).zero_();
  }
  return batch;
}

struct Numbers {
  Tensor losses, gradients;    ///< of all weights concatenated
  std::vector<int64_t> sizes;  ///< of the weights
};

Numbers numbers(const run::RunSettings& settings, const TrainingBatch& batch,
                const memory::BlockMemory& memory, const std::shared_ptr<const nn::SequenceSplit>& split) {
  const auto model = load_training_model(settings, {});
  VideoTransformer& network = model->transformer();
  network.share_tokens(split);
  std::vector<Tensor> weights;
  network.for_each_parameter(
      [&](const std::string&, Tensor& slot) { weights.push_back(slot.requires_grad_(true)); });
  const auto runner = memory::run_blocks(memory);
  const Tensor losses =
      model->losses(batch, model->draw(batch, at::make_generator<at::CPUGeneratorImpl>(uint64_t{5})), runner);
  losses.mean().backward();
  std::vector<Tensor> gradients;
  std::vector<int64_t> sizes;
  for (const Tensor& weight : weights) {
    gradients.push_back((weight.grad().defined() ? weight.grad() : torch::zeros_like(weight)).flatten());
    sizes.push_back(weight.numel());
  }
  return {losses.detach(), torch::cat(gradients), sizes};
}

double distance(const Tensor& a, const Tensor& b) {
  return ((a - b).abs().max() / b.abs().max()).item<double>();
}

/// Of the worst weight, relative to its largest gradient; for small ones to a hundredth of the overall
/// largest.
double worst(const Numbers& got, const Numbers& wanted) {
  const double least = wanted.gradients.abs().max().item<double>() / 100;
  const auto a = got.gradients.split_with_sizes(wanted.sizes);
  const auto b = wanted.gradients.split_with_sizes(wanted.sizes);
  double worst = 0;
  for (size_t i = 0; i < a.size(); ++i)
    worst = std::max(
        worst, (a[i] - b[i]).abs().max().item<double>() / std::max(b[i].abs().max().item<double>(), least));
  return worst;
}

}  // namespace

/// Several processes that share each sample's tokens give the result of one.
class TestSequenceParallel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    qputenv("TORCH_FR_BUFFER_SIZE", "0");  // a map of all groups of a process, without a lock
    // Otherwise MKL's rounding depends on the alignment of rows. Its COMPATIBLE mode loses twice as much
    // precision as this one.
    qputenv("MKL_CBWR", "AVX2,STRICT");
    torch::set_num_threads(1);
  }

  void losses_and_gradients_are_those_of_one_process_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("ring");
    QTest::addColumn<int>("ulysses");
    QTest::addColumn<bool>("checkpointing");
    for (size_t i = 0; i < models.size(); ++i)
      for (const auto& [ring, ulysses, checkpointing] :
           {std::tuple(1, 2, true), {2, 1, false}, {1, 3, false}, {3, 1, true}, {2, 2, true}})
        QTest::addRow("%s, ring %d, ulysses %d%s", models[i].folder, ring, ulysses,
                      checkpointing ? ", checkpointed" : "")
            << static_cast<int>(i) << ring << ulysses << checkpointing;
  }
  void losses_and_gradients_are_those_of_one_process() {
    QFETCH(int, index);
    QFETCH(int, ring);
    QFETCH(int, ulysses);
    QFETCH(bool, checkpointing);
    const memory::BlockMemory memory{.checkpoint_interval = checkpointing, .keep_attention = ulysses > 1};
    const Model& model = models[static_cast<size_t>(index)];
    const run::RunSettings settings = settings_of(model);
    const TrainingBatch batch = batch_of(*load_training_model(settings, {}), model.size);
    const Numbers wanted = numbers(settings, batch, {}, nullptr);
    QVERIFY(wanted.gradients.abs().max().item<double>() > 0);
    std::mutex mutex;
    std::vector<Numbers> got;
    const launch::MeshShape shape{.ring = ring, .ulysses = ulysses};
    const auto faults = support::ThreadWorld().run(shape.size(), [&](distributed::Ranks& ranks) {
      const auto split = std::make_shared<nn::SequenceSplit>(distributed::Mesh::make(ranks, shape));
      Numbers own = numbers(settings, batch, memory, split);
      own.gradients = ranks.all_gather(own.gradients).view({ranks.size, -1}).sum(0);
      const std::lock_guard lock(mutex);
      got.push_back(own);
    });
    for (const Fault& fault : faults) QCOMPARE(QString::fromStdString(fault.full_message()), QString());
    for (const Numbers& own : got) {
      const double losses = distance(own.losses, wanted.losses);
      const double gradients = worst(own, wanted);
      const QByteArray text =
          "losses " + QByteArray::number(losses) + " gradients " + QByteArray::number(gradients);
      QVERIFY2(torch::equal(own.losses, got.front().losses), text);
      QVERIFY2(losses < 1e-6 && gradients < 2e-6, text);
    }
  }
};

QTEST_GUILESS_MAIN(TestSequenceParallel)
#include "test_sequence_parallel.moc"
