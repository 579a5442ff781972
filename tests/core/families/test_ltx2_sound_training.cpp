// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <numbers>

#include "base/paths.h"
#include "core/families/two_updates.h"
#include "dataset/clip_keys.h"
#include "engine/loss_job.h"
#include "engine_api/clip_encoding.h"
#include "families/ltx2/mel.h"
#include "families/ltx2/sound.h"
#include "media/clip_reader.h"
#include "media/content_hash.h"
#include "media/sound_reader.h"
#include "media/writer.h"
#include "planner/planner.h"
#include "precompute/precompute.h"
#include "support/thread_world.h"
#include "support/tiny_run.h"
#include "support/training_context.h"
#include "training/learner.h"
#include "training/validation.h"

using namespace fw;
using namespace fw::families;
using torch::Tensor;
namespace fs = std::filesystem;

namespace {

const fs::path model_folder = FW_SOURCE_FOLDER "/tests/reference/cases/models/ltx-2.3";
const catalog::Bucket clip_size{9, 32, 64};
constexpr double clip_fps = 24;

/// A clip with a moving edge; with a tone of this frequency unless it is 0.
fs::path make_clip(const fs::path& file, double hertz) {
  media::WriterOptions options{.fps = {24, 1}};
  if (hertz > 0) {
    options.sound = {.rate = 48000, .channels = 2, .samples = std::vector<float>(2 * 48000)};
    for (size_t i = 0; i < options.sound.samples.size(); ++i)
      options.sound.samples[i] = static_cast<float>(
          0.3 * std::sin(2 * std::numbers::pi * hertz * static_cast<double>(i % 48000) / 48000));
  }
  media::ClipWriter writer(file, {64, 32}, options);
  for (int frame = 0; frame < 20; ++frame) {
    media::RgbImage image(64, 32);
    for (size_t i = 0; i < image.pixels.size(); ++i)
      image.pixels[i] = i / 3 % 64 < static_cast<size_t>(3 * frame) ? 220 : 40;
    writer.write(image);
  }
  writer.finish();
  return file;
}

/// Cuts of a clip.
dataset::DatasetManifest rows_of(const fs::path& video, const std::string& name, int64_t count) {
  dataset::DatasetManifest rows;
  for (int64_t i = 0; i < count; ++i) {
    dataset::DatasetSample row;
    row.id = name + std::to_string(i) + "-0";
    row.source = to_utf8(video);
    row.content_hash = media::content_hash(video);
    row.source_in = 2 * i;
    row.source_out = row.source_in + clip_size.frames;
    row.fps = clip_fps;
    row.frame_count = clip_size.frames;
    row.crop = {0, 0, clip_size.width, clip_size.height};
    row.bucket = clip_size;
    row.caption = name;
    rows.push_back(row);
  }
  return rows;
}

tensor::Checkpoint published() {
  return tensor::Checkpoint::open(FW_SOURCE_FOLDER "/tests/reference/sound/ltx2.safetensors");
}

/// The largest difference, as a share of the largest value.
double difference(const Tensor& a, const Tensor& b) {
  return ((a - b).abs().max() / b.abs().max()).item<double>();
}

run::RunSettings run_of() {
  run::RunSettings settings;
  settings.family = "ltx2";
  settings.model_folder = model_folder.string();
  settings.mixed_precision = "fp32";
  settings.own["model.ltx2.sound"] = true;
  return settings;
}

/// Keeps the sound and counts the frames of validation clips.
class HearingSink : public training::ClipSink {
 public:
  Tensor read_picture(const fs::path&, const catalog::Bucket&) override { return {}; }
  void write_clip(
      const fs::path&, double, const engine_api::ClipRecipe&,
      const std::function<void(const FrameSink& sink, const training::SoundSink& sound)>& make) override {
    make([this](const Tensor& made) { frames += made.size(0); },
         [this](const SoundWave& made) { sounds.push_back(made); });
  }
  std::vector<SoundWave> sounds;
  int64_t frames = 0;
};

}  // namespace

class TestLtx2SoundTraining : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path at(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

  /// Three clips with sound, two without.
  dataset::DatasetManifest rows() const {
    dataset::DatasetManifest rows = rows_of(at("tone.mp4"), "tone", 3);
    std::ranges::move(rows_of(at("silent.mp4"), "silent", 2), std::back_inserter(rows));
    return rows;
  }

  precompute::PrecomputeResult encode(const std::string& sound) const {
    precompute::PrecomputeOptions options;
    options.model = {model_folder};
    options.cache_folder = at("cache");
    options.dtype = torch::kFloat32;
    options.first_frames = true;
    options.sound = sound;
    return precompute::precompute(precompute::plan_precompute(rows(), options, {}), options,
                                  [](const Progress&) {}, {});
  }

  run::RunPaths make_run(std::vector<std::string> settings) const {
    settings.insert(settings.begin(),
                    {"model.family=ltx2", "model.folder=" + to_utf8(model_folder), "model.ltx2.sound=true",
                     "lora.target_modules=['to_q', 'to_v']", "model.ltx2.first_frame_conditioning=0.3"});
    return support::make_tiny_run(at("."), settings);
  }

 private Q_SLOTS:
  void initTestCase() {
    qputenv("MKL_CBWR", "COMPATIBLE");
    qputenv("XDG_DATA_HOME", folder_.filePath("data").toUtf8());
    torch::set_num_threads(1);
    make_clip(at("tone.mp4"), 440);
    make_clip(at("silent.mp4"), 0);
  }

  void spectrograms_equal_torchaudios_data() {
    QTest::addColumn<int>("bins");
    for (const int bins : {16, 64}) QTest::addRow("%d bins", bins) << bins;
  }
  void spectrograms_equal_torchaudios() {
    QFETCH(const int, bins);
    Ltx2AudioVaeConfig config;
    config.mel_bins = bins;
    const auto file = published();
    const Tensor wave = file.load("wave", torch::kFloat32, torch::kCPU).unsqueeze(0);
    const Tensor wanted = file.load("mel." + std::to_string(bins), torch::kFloat32, torch::kCPU);
    const Tensor mel = ltx2_mel(wave, config)[0];
    QCOMPARE(mel.sizes(), wanted.sizes());
    const double most = (mel - wanted).abs().max().item<double>();
    QVERIFY2(most < 1e-4, std::to_string(most).c_str());
    const Tensor silent = ltx2_mel(torch::zeros({1, 1, 2000}), config);
    QVERIFY((silent - std::log(1e-5)).abs().max().item<double>() < 1e-5);
  }

  void latents_equal_diffusers() {
    const auto family = open_family({model_folder});
    family->use_sound(true);
    const auto encoder = family->load_sound_encoder({});
    QCOMPARE(encoder->rate(), int64_t{16000});
    const auto file = published();
    const Tensor wave = file.load("wave", torch::kFloat32, torch::kCPU);
    const Tensor wanted = file.load("sound_latents", torch::kFloat32, torch::kCPU);
    const double seconds = static_cast<double>(wave.size(1)) / 16000;  // 5.2 latents; the sixth is behind it
    const Tensor latents = encoder->encode(wave, seconds);
    QCOMPARE(latents.sizes(), (torch::IntArrayRef{2, 5, 4}));
    QVERIFY(difference(latents, wanted.narrow(1, 0, 5)) < 1e-4);
    const Tensor longer = encoder->encode(wave, 0.28);  // the last one is repeated
    QCOMPARE(longer.size(1), int64_t{7});
    QVERIFY(difference(longer.narrow(1, 0, 6), wanted) < 1e-4 && same(longer[0][6], longer[0][5]));
    QCOMPARE(encoder->encode(torch::rand({2, 300}), 300 / 16000.0).sizes(), (torch::IntArrayRef{2, 1, 4}));
  }

  /// Losses and gradients of all weights.
  void a_step_equals_diffusers() {
    run::RunSettings settings = run_of();
    settings.own["model.ltx2.sound_loss_weight"] = 0.5;
    settings.own["model.ltx2.missing_sound"] = std::string("zeros");
    settings.own["model.ltx2.crossing_times"] = std::string("other");
    const auto model = load_training_model(settings);
    const auto file = published();
    const auto of = [&](const std::string& name) {
      return file.load("step." + name, torch::kFloat32, torch::kCPU);
    };
    TrainingBatch batch{.latents = of("latents"), .fps = clip_fps, .sound_latents = of("sound_latents")};
    batch.text.embeds = of("text");
    batch.text.second_embeds = of("sound_text");
    batch.has_sound = torch::tensor({1, 0}, torch::kUInt8).to(torch::kBool);
    const TrainingDraw draw{.noise = of("noise"),
                            .timesteps = of("sigmas") * 1000,
                            .sigmas = of("sigmas"),
                            .first_frame_sigmas = of("first"),
                            .sound_noise = of("sound_noise")};
    std::map<std::string, Tensor> weights;
    model->transformer().for_each_parameter([&](const std::string& name, Tensor& slot) {
      slot = slot.detach().requires_grad_(true);
      weights[name] = slot;
    });
    const Tensor losses = model->losses(batch, draw, {});
    QVERIFY(difference(losses.detach(), of("losses")) < 1e-5);
    QVERIFY(difference(model->sound_losses(), of("sound_losses")) < 1e-5);
    QCOMPARE(model->sound_losses()[1].item<float>(), 0.0F);
    losses.mean().backward();
    const auto names = nlohmann::json::parse(file.metadata().at("names")).get<std::vector<std::string>>();
    const Tensor norms = of("norms");
    const double largest = norms.max().item<double>();
    for (size_t i = 0; i < names.size(); ++i) {
      QVERIFY2(weights.contains(names[i]) && weights.at(names[i]).grad().defined(), names[i].c_str());
      const double wanted = norms[static_cast<int64_t>(i)].item<double>(),
                   norm = weights.at(names[i]).grad().norm().item<double>();
      QVERIFY2(std::abs(norm - wanted) < 1e-4 * wanted + 1e-6 * largest, names[i].c_str());
      if (file.contains("step.gradient." + names[i]))
        QVERIFY2(difference(weights.at(names[i]).grad(), of("gradient." + names[i])) < 1e-4,
                 names[i].c_str());
    }
    for (const auto& [name, weight] : weights)
      QVERIFY2(!weight.grad().defined() || std::ranges::find(names, name) != names.end(), name.c_str());
  }

  void entries_have_the_sound_of_their_frames() {
    using precompute::CacheKind;
    const auto silent = encode(""), heard = encode("audio_vae");
    QCOMPARE(silent.latents_made, int64_t{5});
    QCOMPARE(heard.latents_made, int64_t{5});
    QCOMPARE(heard.texts_made, int64_t{3});
    QCOMPARE(encode("audio_vae").latents_made, int64_t{0});
    const precompute::LatentCache cache(at("cache"));
    const auto family = open_family({model_folder});
    family->use_sound(true);
    const auto encoder = family->load_sound_encoder({});
    for (size_t i = 0; i < heard.manifest.size(); ++i) {
      const dataset::CacheKeys &with = heard.manifest[i].keys, &without = silent.manifest[i].keys;
      QVERIFY(with.latents != without.latents && with.text != without.text && with.image == without.image);
      auto entry = cache.read(CacheKind::latents, with.latents);
      const auto found = entry.extract("sound");
      QVERIFY(support::same(entry, cache.read(CacheKind::latents, without.latents)));
      QVERIFY(cache.read(CacheKind::text, with.text).contains("second_embedding"));
      QVERIFY(!cache.read(CacheKind::text, without.text).contains("second_embedding"));
      QCOMPARE(!found.empty(), i < 3);
      if (found.empty()) continue;
      const double seconds = static_cast<double>(clip_size.frames) / clip_fps;
      const media::SoundSpec spec{static_cast<double>(2 * i) / clip_fps, seconds, seconds, 16000};
      const auto sound =
          media::read_sound(at("tone.mp4"), media::ClipReader(at("tone.mp4")).index(), spec).value();
      const Tensor wave = torch::from_blob(const_cast<float*>(sound.samples.data()), {2, 6000});
      QVERIFY(same(found.mapped(), encoder->encode(wave, seconds)));
      QCOMPARE(found.mapped().sizes(), (torch::IntArrayRef{2, 9, 4}));
    }
  }

  void entries_without_sound_are_told_apart() {
    const auto silent = encode(""), heard = encode("audio_vae");
    const auto encoding_of = [&](bool sound) {
      const engine_api::PrecomputeRequest request{
          .model = model_folder, .dtype = catalog::Dtype::fp32, .sound = sound};
      return engine_api::whole_encoding(request, catalog::recognise_model({model_folder}),
                                        engine_api::Processor::cpu, {});
    };
    const dataset::ClipEncoding wanted = encoding_of(true);
    QCOMPARE(dataset::differences(silent.manifest[0], wanted), std::string("no sound"));
    QCOMPARE(dataset::differences(heard.manifest[0], wanted), std::string());
    QCOMPARE(dataset::differences(silent.manifest[0], encoding_of(false)), std::string());
  }

  void batches_mix_clips_with_and_without_sound() {
    const auto made = encode("audio_vae");
    run::RunSettings settings = run_of();
    settings.batch_size = 5;
    const auto model = load_training_model(settings);
    const precompute::LatentCache cache(at("cache"));
    training::BatchLoader loader(settings, made.manifest, cache, *model, 0);
    const training::MicroBatch micro = loader.next();
    QCOMPARE(micro.batch.sound_latents.sizes(), (torch::IntArrayRef{5, 2, 9, 4}));
    for (int64_t i = 0; i < 5; ++i)
      QCOMPARE(micro.batch.has_sound[i].item<bool>(),
               micro.sample_ids[static_cast<size_t>(i)].starts_with("tone"));
    // The same clips without their sound: the video's losses do not depend on how its batch is stored.
    QCOMPARE(model->losses(micro.batch, micro.draw, {}).size(0), int64_t{5});
    const Tensor of_sound = model->sound_losses();
    QVERIFY(torch::equal(of_sound > 0, micro.batch.has_sound));
    settings.own["model.ltx2.sound"] = false;
    training::BatchLoader video(settings, made.manifest, cache, *model, 0);
    QVERIFY(!video.next().batch.sound_latents.defined());
    dataset::DatasetManifest silent = encode("").manifest;
    silent.erase(silent.begin(), silent.begin() + 3);
    settings.own["model.ltx2.sound"] = true;
    settings.batch_size = 2;
    training::BatchLoader wrong(settings, silent, cache, *model, 0);
    QCOMPARE(support::error_code([&] { wrong.next(); }), std::string("training.cache_entry"));
  }

  /// Before the weights are loaded and the clips encoded.
  void tokens_cannot_be_split() {
    run::RunSettings settings = run_of();
    settings.ulysses = 2;
    QCOMPARE(support::error_code([&] { load_training_model(settings); }),
             std::string("families.ltx2_sound_split"));
  }

  void the_loss_of_a_dataset_with_sound_is_measured() {
    dataset::write_dataset_manifest(at("heard.jsonl"), encode("audio_vae").manifest, Existing::replace);
    engine_api::LossRequest request{
        .dataset = at("heard.jsonl"), .model = model_folder, .cache = at("cache"), .sound = true};
    support::TestContext context;
    QCOMPARE(engine::run_loss(request, context).result.at("samples").size(), size_t{5});
    request.sound = false;
    QCOMPARE(support::error_code([&] { engine::run_loss(request, context); }),
             std::string("engine.other_entries"));
  }

  void runs_learn_and_resume_data() {
    QTest::addColumn<QStringList>("settings");
    QTest::newRow("LoRA") << QStringList{};
    QTest::newRow("all weights") << QStringList{"training.training_type=sft", "optimizer.lr=1e-3"};
    QTest::newRow("LoRA, noise for silent clips") << QStringList{
        "model.ltx2.missing_sound=noise", "training.gradient_checkpointing=true", "memory.streamed_blocks=1"};
  }
  void runs_learn_and_resume() {
    QFETCH(const QStringList, settings);
    const auto made = encode("audio_vae");
    dataset::write_dataset_manifest(at("dataset.jsonl"), made.manifest, Existing::replace);
    std::vector<std::string> chosen{"training.train_steps=40", "checkpoints.checkpointing_steps=20"};
    for (const QString& each : settings) chosen.push_back(each.toStdString());
    const auto unbroken = make_run(chosen), broken = make_run(chosen);
    support::TestContext whole;
    QCOMPARE(support::train(unbroken, whole).state, engine_api::JobState::finished);
    const auto mean_of = [&](const char* series, int64_t from, int64_t to) {
      double sum = 0, count = 0;
      for (const auto& [step, value] : whole.metrics[series])
        if (step > from && step <= to) sum += value, count += 1;
      return count > 0 ? sum / count : 0;
    };
    QVERIFY2(mean_of("loss", 30, 40) < mean_of("loss", 0, 10), "the loss");
    QVERIFY2(mean_of("loss_sound", 30, 40) < mean_of("loss_sound", 0, 10), "the sound's loss");
    for (const int64_t stop_at : {7, 99}) {
      support::TestContext part;
      part.on_step = [&](int64_t step) {
        if (step == stop_at) part.requests.push_back({engine_api::Verb::pause});
      };
      support::train(broken, part);
    }
    const auto weights = [](const run::RunPaths& run) {
      const bool is_lora = fs::exists(run.checkpoint(40) / training::lora_file_name);
      return support::tensors_of(run.checkpoint(40) /
                                 (is_lora ? training::lora_file_name : training::trained_file_name));
    };
    const auto trained = weights(unbroken);
    QVERIFY(support::same(trained, weights(broken)));
    QVERIFY(std::ranges::any_of(
        trained, [](const auto& each) { return each.first.find("audio_to_video") != std::string::npos; }));
  }

  void validation_clips_have_sound() {
    const auto made = encode("audio_vae");
    dataset::write_dataset_manifest(at("dataset.jsonl"), made.manifest, Existing::replace);
    const auto clips_of = [&](const char* sound) {
      const auto run = make_run({"training.train_steps=1", "validation.validation_prompts=['a tone']",
                                 "validation.validation_steps=1", "validation.num_inference_steps=1", sound});
      HearingSink sink;
      support::TestContext context;
      const auto maker = [&](const training::RunPlan& plan, const std::stop_token& stop) {
        return training::make_validator(plan, sink, stop);
      };
      training::Trainer(run, std::nullopt, maker).run(context);
      return sink;
    };
    const HearingSink heard = clips_of("validation.ltx2.sound=true");
    QVERIFY(heard.frames > 0 && !heard.sounds.empty());
    QCOMPARE(heard.sounds.front().rate, int64_t{48000});
    QVERIFY(heard.sounds.front().samples.isfinite().all().item<bool>());
    QVERIFY(clips_of("validation.ltx2.sound=false").sounds.empty());
  }

  void plans_count_the_sound() {
    const auto plan_of = [&](bool sound) {
      run::RunSettings settings = run_of();
      settings.own["model.ltx2.sound"] = sound;
      settings.dataset = to_utf8(at("none.jsonl"));
      settings.cache = settings.output_dir = to_utf8(at("."));
      settings.device = "cpu";
      settings.video_resolution_buckets = {catalog::to_string(clip_size)};
      settings.validation_prompts = {"a tone"};
      settings.num_inference_steps = 2;
      training::Learner learner(settings, {});
      const planner::RunPlan plan = planner::plan_run({settings, {}, {}}, {});
      if (plan.trained_parameters != learner.weights.element_count()) throw std::runtime_error("parameters");
      return plan;
    };
    const planner::RunPlan both = plan_of(true), video = plan_of(false);
    QVERIFY(both.trained_parameters > video.trained_parameters);
    QCOMPARE(both.phases.size(), video.phases.size());
    for (size_t i = 0; i < both.phases.size(); ++i)
      QVERIFY2(both.device_bytes(both.phases[i]) >= video.device_bytes(video.phases[i]) &&
                   both.phases[i].work.flops() > video.phases[i].work.flops(),
               both.phases[i].name.c_str());
    QVERIFY(both.device_bytes(planner::training_of(both)) > video.device_bytes(planner::training_of(video)));
  }

  /// Two processes, one of whose micro-batches has no sound.
  void ranks_have_the_bits_of_one_process_data() {
    QTest::addColumn<int>("zero_stage");
    QTest::addColumn<bool>("is_lora");
    for (const int stage : {0, 2, 3}) QTest::addRow("all weights, ZeRO %d", stage) << stage << false;
    QTest::newRow("LoRA") << 0 << true;
    QTest::newRow("LoRA, ZeRO 3") << 3 << true;
  }
  void ranks_have_the_bits_of_one_process() {
    QFETCH(const int, zero_stage);
    QFETCH(const bool, is_lora);
    run::RunSettings settings = run_of();
    settings.training_type = is_lora ? run::TrainingType::lora : run::TrainingType::sft;
    settings.target_modules = {"to_q", "to_v"};
    settings.zero_stage = zero_stage;
    settings.lr = 1e-3;
    settings.lr_scheduler = "constant";
    const auto micro_batch = [&](TrainingModel& model, int64_t position) {
      torch::Generator generator = seeded(static_cast<uint64_t>(position) + 40);
      const auto draw = [&](torch::IntArrayRef sizes) { return torch::randn(sizes, generator); };
      training::MicroBatch micro{.position = position, .batch = model.example_batch(clip_size, 1)};
      TrainingBatch& batch = micro.batch;
      batch.latents = draw(batch.latents.sizes());
      batch.text.embeds = draw({1, 7, batch.text.embeds.size(2)});
      batch.text.second_embeds = draw({1, 7, batch.text.second_embeds.size(2)});
      batch.sound_latents = position % 2 == 0 ? draw(batch.sound_latents.sizes()) : Tensor();
      micro.draw = model.draw(batch, generator);
      micro.sample_ids = {"a"};
      return micro;
    };
    const auto train = [&](const distributed::World& world) {
      training::Learner learner(settings, {.total_steps = 3, .world = world});
      std::vector<Tensor> numbers;
      for (int64_t step = 0; step < 3; ++step) {
        learner.optimizer_step.begin(2, step);
        for (int64_t round = 0; round < world.rounds(2); ++round)
          learner.run_micro_batch(
              micro_batch(*learner.model, 2 * step + round * world.data_size() + world.data_rank()));
        learner.weights.finish_gradients();
        learner.optimizer_step.update(step, true);
      }
      learner.on_first([&](const memory::BlockStreamer::Load& load) {
        if (is_lora) return;
        learner.model->transformer().for_each_parameter([&](const std::string&, Tensor& slot) {
          load(slot);
          numbers.push_back(slot.detach().clone());
        });
      });
      if (is_lora)
        for (const optim::Parameter& weight : learner.weights.weights())
          numbers.push_back(weight.tensor.detach().clone());
      return numbers;
    };
    const std::vector<Tensor> alone = train({});
    std::vector<std::vector<Tensor>> of_ranks(2);
    const auto faults = support::ThreadWorld().run(2, [&](distributed::Ranks& ranks) {
      of_ranks[static_cast<size_t>(ranks.rank)] = train(support::world_of(ranks));
    });
    for (const Fault& fault : faults) QCOMPARE(fault.message(), std::string());
    QVERIFY(!alone.empty());
    QVERIFY(std::ranges::equal(of_ranks[0], alone, same));
    if (is_lora) QVERIFY(std::ranges::equal(of_ranks[1], alone, same));
  }
};

QTEST_GUILESS_MAIN(TestLtx2SoundTraining)
#include "test_ltx2_sound_training.moc"
