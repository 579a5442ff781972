// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <numeric>

#include "adapters/lora_file.h"
#include "base/atomic_file.h"
#include "core/families/two_updates.h"
#include "families/framepack/sampling.h"
#include "inference/video_pipeline.h"
#include "model_files/find_models.h"
#include "support/encoded_dataset.h"
#include "support/tiny_run.h"
#include "support/training_context.h"
#include "tensor/checkpoint.h"
#include "tensor/dry_run.h"
#include "tensor/memory_counter.h"
#include "tensor/save.h"
#include "training/validation.h"

using namespace fw;
using namespace fw::families;
using torch::Tensor;

namespace {

const std::filesystem::path model_folder = FW_SOURCE_FOLDER "/tests/reference/cases/models/framepack";

std::unique_ptr<Family> open() {
  return open_family({model_folder});
}

/// Clips of two sections. The last sample has a short text.
TrainingBatch batch_of(const TrainingModel& model, int64_t samples) {
  TrainingBatch batch = model.example_batch({73, 32, 48}, samples);
  batch.latents = torch::randn(batch.latents.sizes());
  batch.text.embeds = torch::randn(batch.text.embeds.sizes());
  batch.text.pooled = torch::randn(batch.text.pooled.sizes());
  batch.text.mask = torch::zeros(batch.text.mask.sizes(), torch::kInt64);
  batch.text.mask.narrow(1, 0, 9).fill_(1);
  batch.text.mask[samples - 1].narrow(0, 5, 4).zero_();
  batch.image_embeds = torch::randn(batch.image_embeds.sizes());
  return batch;
}

inference::VideoRequest request_of(const char* order) {
  torch::manual_seed(2);
  inference::VideoRequest request;
  request.prompt = "a panda";
  request.size = {37, 32, 48};
  request.steps = 2;
  request.guidance_scale = 3;
  request.conditions = {{.pixels = torch::rand({1, 3, 32, 48})}};
  request.own["validation.framepack.latent_window_size"] = int64_t{3};
  request.own["validation.framepack.sampling_type"] = std::string(order);
  return request;
}

/// Counts the frames of clips instead of writing them.
class CountingSink : public training::ClipSink {
 public:
  torch::Tensor read_picture(const std::filesystem::path&, const catalog::Bucket& size) override {
    return torch::rand({1, 3, size.height, size.width});
  }
  void write_clip(
      const std::filesystem::path&, double, const engine_api::ClipRecipe&,
      const std::function<void(const FrameSink& sink, const training::SoundSink& sound)>& make) override {
    make([this](const Tensor& frames) { parts.push_back(frames.size(0)); }, [](const SoundWave&) {});
  }
  std::vector<int64_t> parts;
};

}  // namespace

class TestFramePack : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    // Otherwise MKL's rounding depends on the alignment of weights, which differs when they are streamed.
    qputenv("MKL_CBWR", "COMPATIBLE");
    torch::set_num_threads(1);
  }

  void text_alone_trains_nothing() {
    run::RunSettings settings;
    settings.family = "framepack";
    settings.model_folder = model_folder.string();
    try {
      load_training_model(settings, {});
      QFAIL("a task that it does not do");
    } catch (const Error& error) {
      QCOMPARE(error.fault().code, std::string("families.wrong_task"));
    }
  }

  void the_folder_states_its_sizes() {
    const catalog::ModelSpec spec = open()->spec();
    QCOMPARE(spec.id, std::string("framepack-i2v-hy"));
    QCOMPARE(spec.rules.size_multiple, int64_t{16});
    QCOMPARE(spec.transformer.blocks, int64_t{3});
    QVERIFY(spec.can(catalog::VideoTask::image_to_video) && !spec.can(catalog::VideoTask::text_to_video));
    for (const int64_t frames : {37, 73, 145, 3601})
      QVERIFY(catalog::check_video_size(spec, {frames, 640, 640}).empty());
    for (const int64_t frames : {1, 49}) {
      const auto faults = catalog::check_video_size(spec, {frames, 640, 640});
      QCOMPARE(faults.size(), size_t{1});
      QCOMPARE(faults[0].code, std::string("catalog.size_frames"));
      QCOMPARE(catalog::check_buckets({{{frames, 640, 640}}}, spec.rules).errors.size(), size_t{1});
    }
    QVERIFY(!catalog::check_video_size(spec, {37, 648, 640}).empty());
  }

  /// As published: the transformer, HunyuanVideo's components, and the image encoder.
  void three_downloads_are_one_model() {
    const QTemporaryDir place;
    const std::filesystem::path root = place.path().toStdString();
    const auto link = [&](const char* part, const std::filesystem::path& target) {
      std::filesystem::create_directories(target.parent_path());
      std::filesystem::create_directory_symlink(model_folder / part, target);
    };
    link("transformer", root / "FramePackI2V_HY");
    for (const char* part :
         {"vae", "scheduler", "text_encoder", "text_encoder_2", "tokenizer", "tokenizer_2"})
      link(part, root / "HunyuanVideo" / part);
    for (const char* part : {"image_encoder", "feature_extractor"})
      link(part, root / "flux_redux_bfl" / part);
    const catalog::ModelSource beside{root / "FramePackI2V_HY"},
        named{root / "HunyuanVideo",
              {{"transformer", root / "FramePackI2V_HY"},
               {"image_encoder", root / "flux_redux_bfl" / "image_encoder"}}};
    for (const catalog::ModelSource& source : {beside, named}) {
      const auto family = open_family(source);
      QCOMPARE(family->spec(), open()->spec());
      QVERIFY(family->load_transformer({}) && family->load_vae({}));
      QCOMPARE(family->load_image_encoder({})->encode(torch::rand({1, 3, 32, 48})).sizes().vec(),
               (std::vector<int64_t>{1, 16, 18}));
      QVERIFY(family->load_text_encoders(encoders::TextEncoderPlace::device, 1, {})
                  ->encode({"a"})
                  .pooled.defined());
    }
  }

  /// Neighbouring parts of another model are never used.
  void components_are_of_the_family() {
    const QTemporaryDir place;
    const std::filesystem::path root = place.path().toStdString(), transformer = root / "FramePackI2V_HY";
    const auto link = [&](const std::filesystem::path& model, const char* name) {
      std::filesystem::create_directory_symlink(model, root / name);
    };
    link(model_folder / "transformer", "FramePackI2V_HY");
    link(model_folder.parent_path() / "cogvideox-2b", "A");
    std::filesystem::create_directories(root / "B" / "vae");
    write_file_atomically(root / "B" / "vae" / "config.json", "{", Existing::refuse);
    const catalog::ModelSource source{transformer};
    for (const char* part : {"vae", "scheduler", "text_encoder", "tokenizer", "image_encoder"}) {
      try {
        source.part(part);
        QFAIL(part);
      } catch (const Error& error) {
        QCOMPARE(error.fault().code, std::string("catalog.part_missing"));
      }
    }
    const auto missing = [&] {
      std::vector<std::string> names;
      for (const auto& component : model_files::look_at_model(source).components)
        if (!component.faults.empty()) names.push_back(component.name);
      return names;
    };
    QCOMPARE(missing().size(), size_t{8});
    link(model_folder.parent_path() / "hunyuan-video", "HunyuanVideo");
    QCOMPARE(missing(), (std::vector<std::string>{"feature_extractor", "image_encoder"}));
    QCOMPARE(source.part("scheduler"), root / "HunyuanVideo" / "scheduler");
    link(model_folder, "flux_redux_bfl");
    QVERIFY(missing().empty());
    QCOMPARE(source.part("vae"), root / "HunyuanVideo" / "vae");
    const auto found = model_files::find_models(root).models;
    QCOMPARE(found.size(), size_t{4});
    QCOMPARE(found[1].name, std::string("FramePackI2V_HY"));
    QVERIFY(found[1].report.sound());
  }

  void a_transformer_in_one_file_is_the_same_model() {
    const QTemporaryDir place;
    qputenv("XDG_DATA_HOME", place.filePath("data").toUtf8());
    const std::filesystem::path file = place.filePath("framepack.safetensors").toStdString();
    const auto whole = open();
    std::map<std::string, Tensor> weights;
    whole->load_transformer({})->for_each_slot(
        [&](const std::string& name, Tensor& slot) { weights[name] = slot; });
    tensor::save_tensors(file, weights);
    for (const auto& part : std::filesystem::directory_iterator(model_folder))
      if (part.is_directory())
        std::filesystem::create_directory_symlink(part.path(), file.parent_path() / part.path().filename());
    const auto single = open_family({file});
    QCOMPARE(single->spec(), whole->spec());
    QVERIFY(model_files::look_at_model({file}).sound());
    single->load_transformer({})->for_each_slot([&](const std::string& name, Tensor& slot) {
      QVERIFY2(weights.contains(name) && same(weights[name], slot), name.c_str());
      weights.erase(name);
    });
    QVERIFY(weights.empty());
    QVERIFY(single->load_vae({}) && single->load_image_encoder({}));
  }

  void sections_stand_where_they_are_made() {
    using Places = std::vector<double>;
    // Of five sections: 0, 1, 2, 2 and 3 windows after the picture.
    const double windows[] = {0, 1, 2, 2, 3};
    for (int64_t section = 0; section < 5; ++section) {
      const auto places = framepack_places(FramePackOrder::inverted, 2, section, 5);
      const double start = 1 + 2 * windows[section];
      QCOMPARE(places.window, (Places{start, start + 1}));
      QCOMPARE(places.clean, (Places{0, start + 2}));
      QCOMPARE(places.history_2x, (Places{start + 3, start + 4}));
      QCOMPARE(places.history_4x.back(), start + 20);
    }
    QCOMPARE(framepack_places(FramePackOrder::inverted, 2, 3, 4).window, (Places{7, 8}));
    const auto forward = framepack_places(FramePackOrder::vanilla, 2, 7, 8);
    QCOMPARE(forward.window, (Places{20, 21}));
    QCOMPARE(forward.clean, (Places{0, 19}));
  }

  /// The nearest frames have the finest patches; missing ones are 0.
  void a_history_is_seen_from_its_near_end() {
    const Tensor start = torch::full({1, 1, 1, 1, 1}, -1.F);
    const Tensor frames = torch::arange(1, 31, torch::kFloat32).view({1, 1, -1, 1, 1});
    const auto list = [](const Tensor& t) {
      const Tensor flat = t.flatten().contiguous();
      return std::vector<float>(flat.const_data_ptr<float>(), flat.const_data_ptr<float>() + flat.numel());
    };
    const auto behind = framepack_history(FramePackOrder::inverted, start, frames);
    QCOMPARE(list(behind.clean), (std::vector<float>{-1, 1}));
    QCOMPARE(list(behind.history_2x), (std::vector<float>{2, 3}));
    QCOMPARE(list(behind.history_4x).back(), 19.F);
    const auto before = framepack_history(FramePackOrder::vanilla, start, frames);
    QCOMPARE(list(before.clean), (std::vector<float>{-1, 30}));
    QCOMPARE(list(before.history_2x), (std::vector<float>{28, 29}));
    QCOMPARE(list(before.history_4x).front(), 12.F);
    const auto few = framepack_history(FramePackOrder::vanilla, start, frames.narrow(2, 0, 2));
    QCOMPARE(list(few.clean), (std::vector<float>{-1, 2}));
    QCOMPARE(list(few.history_2x), (std::vector<float>{0, 1}));
    const auto none = framepack_history(FramePackOrder::inverted, start, {});
    QCOMPARE(list(none.clean), (std::vector<float>{-1, 0}));
  }

  void what_saves_memory_changes_no_number_of_training_data() {
    QTest::addColumn<bool>("lora");
    QTest::newRow("lora") << true;
    QTest::newRow("sft") << false;
  }
  void what_saves_memory_changes_no_number_of_training() {
    QFETCH(bool, lora);
    run::RunSettings settings{.training_type = lora ? run::TrainingType::lora : run::TrainingType::sft};
    settings.family = "framepack";
    settings.task = catalog::VideoTask::image_to_video;
    settings.model_folder = model_folder.string();
    compare_memory_modes(settings, {0, 2, 4}, batch_of);
  }

  void what_saves_memory_changes_no_clip_data() {
    QTest::addColumn<QString>("order");
    QTest::newRow("from the end") << "inverted_anti_drifting";
    QTest::newRow("from the start") << "vanilla";
  }
  void what_saves_memory_changes_no_clip() {
    QFETCH(QString, order);
    std::vector<Tensor> clips;
    for (const int64_t streamed : {0, 1, 4}) {
      inference::PipelineOptions options;
      options.model = {model_folder};
      options.offload = streamed == 0 ? inference::Offload::none : inference::Offload::model;
      options.text_encoder =
          streamed == 4 ? encoders::TextEncoderPlace::streamed : encoders::TextEncoderPlace::device;
      options.streamed_blocks = streamed;
      clips.push_back(
          inference::VideoPipeline(options, {}).generate(request_of(order.toUtf8().constData()), {}));
      QVERIFY(same(clips.front(), clips.back()));
    }
    QCOMPARE(clips.front().size(0), int64_t{37});
  }

  /// Three sections of three latent frames after the picture's.
  void a_clip_grows_section_by_section() {
    for (const auto& [order, frames] :
         {std::pair("inverted_anti_drifting", std::vector<int64_t>{3, 3, 6, 6, 10, 10}),
          {"vanilla", std::vector<int64_t>{4, 4, 7, 7, 10, 10}}}) {
      std::vector<int64_t> seen;
      inference::VideoObserver observer;
      observer.on_step = [&](int64_t, const Tensor& clean) { seen.push_back(clean.size(2)); };
      inference::VideoPipeline pipeline({.model = {model_folder}}, {});
      pipeline.generate(request_of(order), observer);
      QCOMPARE(seen, frames);
    }
  }

  /// Each saved section equals that of an uninterrupted clip.
  void a_clip_goes_on_from_its_sections() {
    for (const char* order : {"inverted_anti_drifting", "vanilla"}) {
      std::vector<MadeSections> made;
      inference::VideoObserver observer;
      observer.on_section = [&](const MadeSections& there) { made.push_back(there); };
      inference::VideoPipeline pipeline({.model = {model_folder}}, {});
      const Tensor clip = pipeline.generate(request_of(order), observer);
      QCOMPARE(made.size(), size_t{2});
      for (const MadeSections& there : made) {
        int steps = 0;
        const inference::VideoObserver later{.on_step = [&](int64_t, const Tensor&) { ++steps; },
                                             .made = there};
        QVERIFY(same(pipeline.generate(request_of(order), later), clip));
        QCOMPARE(steps, 2 * (3 - static_cast<int>(there.count)));
      }
    }
  }

  void frames_are_handed_over_as_they_are_made() {
    for (const char* order : {"inverted_anti_drifting", "vanilla"}) {
      inference::VideoPipeline pipeline({.model = {model_folder}}, {});
      std::vector<Tensor> parts;
      pipeline.generate(request_of(order), {}, [&](const Tensor& frames) { parts.push_back(frames); });
      for (const Tensor& frames : parts) QVERIFY(frames.size(0) <= 24);  // of two sections of 12
      QVERIFY(parts.size() > 3);
      QVERIFY(same(torch::cat(parts), pipeline.generate(request_of(order), {})));
    }
  }

  void a_last_picture_needs_sections_from_the_end() {
    inference::VideoPipeline pipeline({.model = {model_folder}}, {});
    inference::VideoRequest request = request_of("inverted_anti_drifting");
    const Tensor without = pipeline.generate(request, {});
    request.conditions.push_back({.pixels = torch::rand({1, 3, 32, 48}), .frame_index = -1});
    QVERIFY(pipeline.check(request).empty());
    QVERIFY(!same(pipeline.generate(request, {}), without));
    request.own["validation.framepack.sampling_type"] = std::string("vanilla");
    try {
      pipeline.generate(request, {});
      QFAIL("a last picture was left out");
    } catch (const Error& error) {
      QCOMPARE(error.fault().code, std::string("families.last_picture_unused"));
    }
  }

  void clips_are_whole_sections() {
    const inference::VideoPipeline pipeline({.model = {model_folder}}, {});
    inference::VideoRequest request = request_of("vanilla");
    QVERIFY(pipeline.check(request).empty());
    for (const auto& [frames, nearest] : {std::pair(21, "37"), {41, "37, 73"}}) {
      request.size.frames = frames;
      QCOMPARE(pipeline.check(request).front().arguments.at("nearest"), std::string(nearest));
    }
    request = request_of("vanilla");
    request.own["validation.framepack.latent_window_size"] = int64_t{4};
    QCOMPARE(pipeline.check(request).size(), size_t{1});
    request.conditions.clear();
    QCOMPARE(pipeline.check(request).size(), size_t{2});
  }

  void memory_does_not_grow_with_the_clip() {
    const auto family = open();
    const auto bytes_of = [&](int64_t sections) {
      const tensor::DryRun dry_run(torch::kCUDA);
      const auto transformer = family->load_transformer({.device = torch::kMeta});
      const auto vae = family->load_vae({.device = torch::kMeta}, VaePart::decoder);
      const auto empty = [](torch::IntArrayRef shape) { return torch::empty(shape, torch::kMeta); };
      const auto noise = [&](uint64_t, torch::IntArrayRef shape) { return empty(shape); };
      SampleInput input;
      input.size = {36 * sections + 1, 32, 48};
      input.steps = 2;
      input.guidance_scale = 1;
      input.text = {empty({1, 8, 24}), empty({1, 8}), empty({1, 16})};
      input.image.latents = {{empty({1, 4, 1, 4, 6})}};
      input.image.embeds = empty({1, 16, 18});
      Tensor latents;
      int64_t sampling = 0;
      {
        const tensor::MemoryCounter memory;
        latents = family->denoise(*transformer, input, torch::kFloat32, {.noise = noise});
        sampling = memory.peak(tensor::Placement::device).total();
      }
      const tensor::MemoryCounter memory;
      const auto to_file = [](const Tensor&) {};
      family->decode_to(to_file, *vae, latents.to(torch::kMeta), input, noise, torch::kFloat32, {});
      return std::pair(sampling, memory.peak_of_all().total());
    };
    const auto few = bytes_of(4), many = bytes_of(20);
    QCOMPARE(many.first, few.first);
    QCOMPARE(many.second, few.second);
  }

  /// Of the frames that two windows decode to, those of the second wait for the third.
  void a_validation_clip_is_handed_over_while_it_is_decoded() {
    const QTemporaryDir place;
    const std::filesystem::path root = place.path().toStdString();
    support::make_encoded_dataset(root, model_folder, {37, 32, 48}, 2);
    const run::RunPaths run = support::make_tiny_run(
        root, {"model.family=framepack", "model.folder=" + model_folder.string(),
               "training.task=image_to_video", "training.train_steps=1", "validation.validation_steps=1",
               "validation.num_inference_steps=1", "validation.validation_prompts=[\"a panda@@@145x32x48\"]",
               "validation.validation_images=[\"first.png\"]"});
    CountingSink sink;
    support::TestContext context;
    const auto maker = [&](const training::RunPlan& plan, const std::stop_token& stop) {
      return training::make_validator(plan, sink, stop);
    };
    training::Trainer(run, std::nullopt, maker).run(context);
    QCOMPARE(std::accumulate(sink.parts.begin(), sink.parts.end(), int64_t{0}), int64_t{145});
    QVERIFY(std::ranges::max(sink.parts) <= 73);
  }

  void draws_repeat() {
    const auto model = open()->load_training_model({}, {});
    const TrainingBatch batch = batch_of(*model, 2);
    std::set<int64_t> sections;
    for (uint64_t seed = 0; seed < 16; ++seed) {
      const TrainingDraw draw = model->draw(batch, seeded(seed)), again = model->draw(batch, seeded(seed));
      QVERIFY(same(draw.noise, again.noise) && same(draw.sigmas, again.sigmas) &&
              draw.section == again.section);
      QCOMPARE(draw.noise.size(2), int64_t{9});
      sections.insert(draw.section);
    }
    QCOMPARE(sections, (std::set<int64_t>{0, 1}));
  }

  /// With diffusers' names in both formats.
  void loras_of_other_programs() {
    const auto network = open()->load_transformer({});
    auto generator = seeded(5);
    adapters::Lora lora = adapters::make_lora(
        *network, adapters::match_linears(*network, {"to_q", "proj_mlp"}), 3, 6, torch::kCPU, generator);
    for (auto& [path, module] : lora.modules) module.B = torch::randn(module.B.sizes());
    const adapters::LoraTarget target = adapters::lora_target(*network, "framepack");
    const QTemporaryDir folder;
    for (const auto& [format, key] :
         {std::pair(model_files::LoraFormat::kohya, "lora_unet_transformer_blocks_0_attn_to_q."),
          {model_files::LoraFormat::diffusers, "transformer.transformer_blocks.0.attn.to_q."}}) {
      const std::filesystem::path file = folder.filePath(key).toStdString();
      adapters::save_lora(file, lora, format, target);
      const auto names = tensor::Checkpoint::open(file).names();
      QVERIFY(std::ranges::any_of(names, [&](const std::string& name) { return name.starts_with(key); }));
      const adapters::LoraFile read = adapters::load_lora(file, target);
      QCOMPARE(read.lora.modules.size(), lora.modules.size());
    }
  }
};

QTEST_GUILESS_MAIN(TestFramePack)
#include "test_framepack.moc"
