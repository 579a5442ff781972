// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "engine_api/clip_recipe.h"
#include "engine_api/requests.h"
#include "jobs/engine_library.h"
#include "jobs/job_queue.h"
#include "media/probe.h"
#include "media/sample.h"
#include "run/run_folder.h"
#include "support/tiny_run.h"
#include "tensor/checkpoint.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

using namespace fw::engine_api;
using namespace fw::jobs;
namespace run = fw::run;
namespace fs = std::filesystem;

namespace {

const fs::path model = FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-5b";
const fs::path lora_file = model / "lora/pytorch_lora_weights.safetensors";

std::map<std::string, torch::Tensor> tensors_of(const fs::path& file) {
  const auto stored = fw::tensor::Checkpoint::open(file);
  std::map<std::string, torch::Tensor> tensors;
  for (const std::string& name : stored.names())
    tensors[name] = stored.load(name, torch::kFloat32, torch::kCPU);
  return tensors;
}

std::vector<uint8_t> pixels(const fs::path& clip) {
  fw::media::SampleSpec spec;
  spec.cut = {0, 5, 0};
  spec.frames = 5;
  spec.size = {48, 32};
  return fw::media::read_sample(clip, spec).rgb;
}

std::string log_of(const run::RunPaths& run) {
  std::string log;
  run::read_run_events(run, 0, [&](const run::RunEvent& event) {
    if (event.event == "log") log += event.json.at("text").get<std::string>();
  });
  return log;
}

}  // namespace

/// LoRAs that a run has on its network only while it generates validation clips.
class TestPreviewLoras : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<JobQueue> queue_;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }
  run::RunPaths make_run(const std::vector<std::string>& settings) const {
    std::vector<std::string> all = {"model.folder=" + model.string(),
                                    "training.train_steps=2",
                                    "optimizer.lr=0.05",
                                    "validation.validation_steps=1",
                                    "validation.num_inference_steps=2",
                                    "validation.validation_prompts=[\"a panda@@@5x32x48\"]"};
    all.insert(all.end(), settings.begin(), settings.end());
    return fw::support::make_tiny_run(path(""), all);
  }
  JobInfo train(const run::RunPaths& run) {
    const JobId job = queue_->submit(job_of(TrainRequest{.run = run.folder}, "")).job;
    queue_->wait(job);
    return *queue_->job(job);
  }
  std::string preview(const fs::path& file) const {
    return "validation.preview_loras=[\"" + file.string() + "\"]";
  }
  /// The published file, and changes of a bias and of a norm in every block.
  fs::path write_lora(const std::string& name) const {
    auto tensors = tensors_of(lora_file);
    for (const char* const block :
         {"transformer.transformer_blocks.0.", "transformer.transformer_blocks.1."}) {
      tensors[std::string(block) + "attn1.to_q.diff_b"] = torch::full({48}, 0.5);
      tensors[std::string(block) + "norm1.norm.diff"] = torch::full({48}, 0.25);
    }
    fw::tensor::save_tensors(path(name), tensors, {}, fw::Existing::own);
    return path(name);
  }

 private Q_SLOTS:
  void initTestCase() {
    fw::support::make_tiny_dataset(path(""), 4, {.text_length = 10, .text_width = 32});
    queue_ = std::make_unique<JobQueue>();
    add_engine_kinds(*queue_, *open_engine());
  }

  void training_is_the_same_with_them_and_clips_are_not_data() {
    QTest::addColumn<QString>("memory");
    QTest::newRow("resident") << "memory.streamed_blocks=0";
    QTest::newRow("streamed") << "memory.streamed_blocks=2";
    QTest::newRow("full fine-tune") << "training.training_type=sft";
  }
  void training_is_the_same_with_them_and_clips_are_not() {
    QFETCH(QString, memory);
    const fs::path file = write_lora("preview.safetensors");
    const run::RunPaths without = make_run({memory.toStdString()}),
                        with = make_run({memory.toStdString(), preview(file)}),
                        half = make_run(
                            {memory.toStdString(), preview(file), "validation.preview_lora_strength=0.5"});
    for (const run::RunPaths* const run : {&without, &with, &half}) {
      const JobInfo info = train(*run);
      QVERIFY2(info.state == JobState::finished, info.fault ? info.fault->full_message().c_str() : "");
    }
    const fs::path result = memory.contains("sft") ? "transformer/diffusion_pytorch_model.safetensors"
                                                   : "pytorch_lora_weights.safetensors";
    const auto plain = tensors_of(without.result() / result), trained = tensors_of(with.result() / result);
    QCOMPARE(trained.size(), plain.size());
    for (const auto& [name, tensor] : plain) QVERIFY2(torch::equal(trained.at(name), tensor), name.c_str());
    for (const int step : {1, 2}) {
      const auto clip = [&](const run::RunPaths& run) { return pixels(run.samples(step) / "0-0.mp4"); };
      QVERIFY(clip(without) != clip(with));
      QVERIFY(clip(half) != clip(with));
    }
    const auto recipe = parse_recipe(fw::media::probe(half.samples(1) / "0-0.mp4").metadata.at("comment"));
    QVERIFY(recipe && (recipe->request.loras == std::vector<LoraChoice>{{file, 0.5}}));
  }

  void one_that_does_not_fit_is_refused_before_the_first_step() {
    const fs::path other = path("other.safetensors");
    fw::tensor::save_tensors(other,
                             {{"transformer.blocks.0.to_q.lora_A.weight", torch::ones({2, 32})},
                              {"transformer.blocks.0.to_q.lora_B.weight", torch::ones({32, 2})}},
                             {}, fw::Existing::own);
    for (const fs::path& file : {other, path("missing.safetensors")}) {
      const run::RunPaths run = make_run({preview(file)});
      const JobInfo info = train(run);
      QCOMPARE(info.fault.value().code, std::string("training.bad_preview_lora"));
      QVERIFY(info.fault->full_message().find(file.filename().string()) != std::string::npos);
      QVERIFY(!fs::exists(run.events()));
    }
  }

  void one_that_is_gone_costs_the_clips_and_no_training() {
    const fs::path file = write_lora("gone.safetensors");
    const run::RunPaths run = make_run({preview(file)});
    const JobId job = queue_->submit(job_of(TrainRequest{.run = run.folder}, "")).job;
    queue_->wait(job);
    QVERIFY(fs::exists(run.samples(2) / "0-0.mp4"));
    fs::remove(file);
    QVERIFY(!queue_->send({Verb::extend, job, {}, 1}).fault);
    queue_->wait(job);
    const JobInfo info = *queue_->job(job);
    QVERIFY2(info.state == JobState::finished, info.fault ? info.fault->full_message().c_str() : "");
    QVERIFY(!fs::exists(run.samples(3) / "0-0.mp4"));
    const std::string log = log_of(run);
    QVERIFY2(log.find("Validation clips are left out") != std::string::npos &&
                 log.find("gone.safetensors") != std::string::npos,
             log.c_str());
  }
};

QTEST_GUILESS_MAIN(TestPreviewLoras)
#include "test_preview_loras.moc"
