// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "catalog/catalog.h"
#include "workflow/encoded_samples.h"

using namespace fw;
using namespace fw::dataset;
namespace fs = std::filesystem;

/// Which of three samples still need encoding when some are encoded already.
class TestEncodedSamples : public QObject {
  Q_OBJECT

  using Processor = engine_api::Processor;

  std::unique_ptr<QTemporaryDir> m_folder;
  run::RunSettings m_settings;
  static constexpr catalog::Bucket bucket{9, 64, 96};

  fs::path root() const { return m_folder->path().toStdString(); }
  static DatasetSample sample(int number) {
    return {.id = "1-" + std::to_string(number),
            .source = "/clips/a.mp4",
            .content_hash = "hash",
            .source_out = 100,
            .first_frame = 9 * number,
            .frame_count = 9,
            .crop = {0, 0, 96, 64},
            .bucket = bucket,
            .caption = "a"};
  }
  fs::path copy_of_model(const char* name) const {
    const fs::path copy = root() / name;
    fs::copy(fs::path(FW_SOURCE_FOLDER) / "resources" / "sample" / "model", copy,
             fs::copy_options::recursive);
    return copy;
  }
  static ClipEncoding encoding(const run::RunSettings& settings, Processor processor) {
    return engine_api::clip_encoding(engine_api::precompute_of(settings, {}),
                                     catalog::recognise_model({settings.model_folder}), processor, {});
  }
  fs::path entry(const char* kind, const std::string& key) const {
    return root() / "cache" / kind / (key + ".safetensors");
  }
  /// As a job with these settings does, but from another project: with other names and captions.
  void encode(const run::RunSettings& settings, const std::vector<int>& numbers,
              Processor processor = Processor::cpu) const {
    for (const int number : numbers) {
      DatasetSample made = sample(number);
      made.id = "7-" + std::to_string(number);
      made.source = "/elsewhere/b.mp4";
      made.caption = "another caption";
      const CacheKeys keys = clip_keys(made, encoding(settings, processor));
      for (const auto& [kind, key] : {std::pair("latents", keys.latents), std::pair("image", keys.image)}) {
        if (key.empty()) continue;
        fs::create_directories(entry(kind, key).parent_path());
        std::ofstream(entry(kind, key)) << "x";
      }
    }
  }
  int64_t left(Processor processor = Processor::cpu) const {
    workflow::SamplesToEncode samples(m_settings.cache, encoding(m_settings, processor));
    for (const int number : {1, 2, 3}) samples.add(sample(number));
    samples.add(sample(3));  // encoded once
    return samples.pixels() / bucket.pixels();
  }

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", (root() / "home").c_str());
    m_settings = {.family = "cogvideox"};
    m_settings.model_folder = copy_of_model("model").string();
    m_settings.cache = (root() / "cache").string();
  }

  void what_anybody_has_encoded_is_there() {
    QCOMPARE(left(), int64_t{3});
    encode(m_settings, {1});
    QCOMPARE(left(), int64_t{2});
    run::RunSettings other = m_settings;  // the same networks in another place
    other.model_folder = copy_of_model("copy").string();
    encode(other, {1, 3});
    QCOMPARE(left(), int64_t{1});
    const CacheKeys gone = clip_keys(sample(3), encoding(m_settings, Processor::cpu));
    QVERIFY(fs::remove(entry("latents", gone.latents)));  // cleaned up
    QCOMPARE(left(), int64_t{2});
  }

  void what_is_encoded_ahead_is_what_a_run_uses() {
    m_settings.training_type = run::TrainingType::sft;
    const auto model = catalog::recognise_model({m_settings.model_folder});
    const auto key_of = [&](const engine_api::PrecomputeRequest& request) {
      return clip_keys(sample(1), engine_api::clip_encoding(request, model, Processor::gpu, {}));
    };
    const auto ahead = [&](const fs::path& folder) { return workflow::ahead_of(m_settings, model, folder); };
    m_settings.vae_tiling = !m_settings.vae_tiling;
    const CacheKeys keys = clip_keys(sample(1), encoding(m_settings, Processor::gpu));
    QCOMPARE(key_of(ahead(m_settings.model_folder)), keys);
    QVERIFY(ahead(m_settings.model_folder).cache == m_settings.cache);
    // A run of another model makes no difference.
    const fs::path other = copy_of_model("other");
    QVERIFY(!ahead(other).task);
    QCOMPARE(ahead(other).model, other);
    QVERIFY(key_of(ahead(other)) != keys);
    m_settings.vae_tiling = !m_settings.vae_tiling;
    QCOMPARE(key_of(ahead(other)), clip_keys(sample(1), encoding(m_settings, Processor::gpu)));
  }

  /// The parts that the run names, not those in the model's folder.
  void parts_that_lie_elsewhere_encode() {
    const fs::path elsewhere = copy_of_model("elsewhere");
    for (const char* const part : {"vae", "text_encoder"})
      std::ofstream(elsewhere / part / "config.json", std::ios::app) << "\n";  // different content
    const auto encoding = [](const run::RunSettings& settings) {
      const engine_api::PrecomputeRequest request = engine_api::precompute_of(settings, {});
      return engine_api::whole_encoding(request, catalog::recognise_model({settings.model_folder}),
                                        Processor::cpu, {});
    };
    const ClipEncoding usual = encoding(m_settings);
    run::RunSettings whole = m_settings;
    whole.model_folder = elsewhere.string();
    const ClipEncoding wanted = encoding(whole);
    QVERIFY(!usual.vae.empty() && !usual.text_encoders.empty());
    QVERIFY(wanted.vae != usual.vae && wanted.text_encoders != usual.text_encoders);
    run::assign(m_settings, *run::find_setting("model.parts.vae"), (elsewhere / "vae").string());
    QCOMPARE(encoding(m_settings).vae, wanted.vae);
    QCOMPARE(encoding(m_settings).text_encoders, usual.text_encoders);
    run::assign(m_settings, *run::find_setting("model.parts.text_encoder"),
                (elsewhere / "text_encoder").string());
    QCOMPARE(encoding(m_settings).text_encoders, wanted.text_encoders);
    const auto model = catalog::recognise_model({m_settings.model_folder});
    QVERIFY(workflow::ahead_of(m_settings, model, m_settings.model_folder).parts ==
            run::model_source(m_settings).parts);
  }

  void captions_are_counted_once_each() {
    const ClipEncoding encoding =
        engine_api::whole_encoding(engine_api::precompute_of(m_settings, {}),
                                   catalog::recognise_model({m_settings.model_folder}), Processor::cpu, {});
    const auto missing = [&] {
      workflow::SamplesToEncode samples(m_settings.cache, encoding);
      for (const auto& [number, caption] : {std::pair(1, "a"), {2, "b"}, {3, "a"}}) {
        DatasetSample one = sample(number);
        one.caption = caption;
        samples.add(one);
      }
      return std::tuple(samples.samples(), samples.clips(), samples.captions());
    };
    QVERIFY(missing() == std::tuple(3, 3, 2));
    fs::create_directories(root() / "cache" / "text");
    std::ofstream(entry("text", caption_key("a", encoding))) << "x";
    encode(m_settings, {2});
    QVERIFY(missing() == std::tuple(3, 2, 1));
  }

  /// A run encodes a list again if its keys differ from the run's.
  void a_list_is_encoded_as_the_run_wants_it() {
    const auto are_keys_right = [&](const run::RunSettings& encoded_by, Processor processor) {
      DatasetSample one = sample(1);
      one.keys = clip_keys(one, encoding(encoded_by, processor));
      workflow::SamplesToEncode samples(m_settings.cache, encoding(m_settings, Processor::cpu));
      samples.add(one);
      return samples.have_keys();
    };
    QVERIFY(are_keys_right(m_settings, Processor::cpu));
    QVERIFY(are_keys_right(m_settings, Processor::gpu));  // in another type, which is as good
    run::RunSettings other = m_settings;
    other.vae_tiling = true;
    QVERIFY(!are_keys_right(other, Processor::cpu));
    m_settings.encoding_dtype = catalog::Dtype::fp32;
    other = m_settings;
    other.encoding_dtype = catalog::Dtype::bf16;
    QVERIFY(!are_keys_right(other, Processor::cpu));
    workflow::SamplesToEncode bare(m_settings.cache, encoding(m_settings, Processor::cpu));
    bare.add(sample(1));
    QVERIFY(!bare.have_keys());
  }

  void a_count_that_is_stale_ends() {
    std::stop_source stop;
    workflow::SamplesToEncode samples(m_settings.cache, {}, stop.get_token());
    samples.add(sample(1));
    stop.request_stop();
    QVERIFY_THROWS_EXCEPTION(Cancelled, samples.add(sample(2)));
  }

  /// Another VAE, tiled latents or another type make other latents. How validation clips are decoded does not
  /// matter.
  void what_was_encoded_otherwise_is_not() {
    run::RunSettings tiled = m_settings;
    tiled.vae_tiling = true;
    encode(tiled, {1, 2, 3});
    QCOMPARE(left(), int64_t{3});
    m_settings.vae_tiling = true;
    m_settings.enable_tiling = !m_settings.enable_tiling;
    QCOMPARE(left(), int64_t{0});
    QCOMPARE(left(Processor::gpu), int64_t{3});
    encode(m_settings, {2}, Processor::gpu);
    QCOMPARE(left(Processor::gpu), int64_t{2});
    std::ofstream(fs::path(m_settings.model_folder) / "vae" / "config.json", std::ios::app) << "\n";
    QCOMPARE(left(), int64_t{3});
  }

  void a_clip_without_its_first_frame_is_not_encoded() {
    encode(m_settings, {1, 2, 3});
    ClipEncoding with_images = encoding(m_settings, Processor::cpu);
    with_images.first_frames = true;
    workflow::SamplesToEncode samples(m_settings.cache, with_images);
    samples.add(sample(1));
    QCOMPARE(samples.pixels(), bucket.pixels());
    const CacheKeys keys = clip_keys(sample(2), with_images);
    fs::create_directories(entry("image", keys.image).parent_path());
    std::ofstream(entry("image", keys.image)) << "x";
    samples.add(sample(2));
    QCOMPARE(samples.pixels(), bucket.pixels());
  }

  /// Whatever is in the cache: its networks are unknown.
  void networks_that_cannot_be_read_have_encoded_nothing() {
    encode(m_settings, {1, 2, 3});
    QCOMPARE(left(), int64_t{0});
    fs::remove(fs::path(m_settings.model_folder) / "vae" / "diffusion_pytorch_model.safetensors");
    QCOMPARE(left(), int64_t{3});
  }
};

QTEST_GUILESS_MAIN(TestEncodedSamples)
#include "test_encoded_samples.moc"
