// SPDX-License-Identifier: Apache-2.0
//
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "base/atomic_file.h"
#include "base/error.h"
#include "engine/precompute_job.h"
#include "engine_api/requests.h"
#include "engine_api/results.h"
#include "families/registry.h"
#include "jobs/engine_library.h"
#include "jobs/job_queue.h"
#include "media/content_hash.h"
#include "media/sample.h"
#include "precompute/latent_cache.h"
#include "precompute/precompute.h"
#include "precompute/precompute_plan.h"
#include "tensor/libtorch.h"

using namespace fw::encoders;
using namespace fw::families;
using namespace fw::precompute;
using fw::dataset::DatasetManifest;
using fw::dataset::DatasetSample;

namespace {

const std::filesystem::path model_folder =
    std::filesystem::path(FW_SOURCE_FOLDER) / "tests/reference/cases/models/cogvideox-2b";

/// The list is edited while its clips are encoded.
struct EditingContext : fw::engine_api::JobContext {
  std::function<void()> edit;
  fw::engine_api::JobId id() const override { return 1; }
  std::stop_token stop() const override { return {}; }
  std::optional<fw::engine_api::Request> take_request() override { return std::nullopt; }
  void publish(fw::engine_api::EventBody event) override {
    if (std::holds_alternative<fw::Progress>(event)) edit();
  }
};

}  // namespace

class TestPrecompute : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path root_;

  std::filesystem::path make_clip(const char* name, const char* source) {
    const std::filesystem::path file = root_ / name;
    QProcess ffmpeg;
    ffmpeg.start("ffmpeg", {"-loglevel", "error", "-y", "-f", "lavfi", "-i", source, "-frames:v", "20",
                            "-pix_fmt", "yuv420p", QString::fromStdString(file.string())});
    ffmpeg.waitForFinished();
    return file;
  }

  DatasetSample row(const std::filesystem::path& file, std::string id, std::string caption) {
    return {.id = std::move(id),
            .source = file,
            .content_hash = std::filesystem::exists(file) ? fw::media::content_hash(file) : "none",
            .source_in = 0,
            .source_out = 20,
            .fps = 8,
            .first_frame = 0,
            .frame_count = 5,
            .crop = {0, 0, 64, 48},
            .bucket = {5, 48, 64},
            .caption = std::move(caption)};
  }

  DatasetManifest two_rows() {
    return {row(root_ / "a.mp4", "1-0", "a red ball"), row(root_ / "b.mp4", "2-0", "ein Würfel")};
  }

  fw::engine_api::PrecomputeRequest request_for(const std::filesystem::path& dataset,
                                                const char* cache) const {
    return {.dataset = dataset, .model = model_folder, .cache = root_ / cache, .device = "cpu"};
  }

  PrecomputeOptions options(const char* cache) {
    PrecomputeOptions options;
    options.model = {model_folder};
    options.cache_folder = root_ / cache;
    options.dtype = torch::kFloat32;
    return options;
  }

  static PrecomputeResult run(DatasetManifest manifest, const PrecomputeOptions& options) {
    return precompute(plan_precompute(std::move(manifest), options, {}), options, [](const fw::Progress&) {},
                      {});
  }

 private Q_SLOTS:
  void initTestCase() {
    root_ = folder_.path().toStdString();
    qputenv("XDG_CACHE_HOME", (root_ / "home").c_str());
    QVERIFY(std::filesystem::exists(make_clip("a.mp4", "testsrc=size=64x48:rate=8")));
    QVERIFY(std::filesystem::exists(make_clip("b.mp4", "testsrc2=size=64x48:rate=8")));
  }

  void entries_are_what_the_networks_say() {
    const auto result = run(two_rows(), options("entries"));
    QCOMPARE(result.latents_made, int64_t{2});
    QCOMPARE(result.texts_made, int64_t{3});  // the empty prompt too
    const LatentCache cache(root_ / "entries");
    const auto model = open_family({model_folder});
    const auto vae = model->load_vae({});
    fw::media::SampleSpec spec;
    spec.cut = {0, 20, 8};
    spec.frames = 5;
    spec.size = {64, 48};
    const auto sample = fw::media::read_sample(root_ / "b.mp4", spec);
    auto video = torch::from_blob(const_cast<uint8_t*>(sample.rgb.data()), {1, 5, 48, 64, 3}, torch::kUInt8);
    video = video.permute({0, 4, 1, 2, 3}).to(torch::kFloat32) / 127.5 - 1;
    const torch::NoGradGuard no_grad;
    const auto posterior = vae->encode(video, {});
    const auto entry = cache.read(CacheKind::latents, result.manifest[1].keys.latents);
    QVERIFY(torch::allclose(entry.at("mean"), posterior.mean[0], 0, 1e-6));
    QVERIFY(torch::allclose(entry.at("logvar"), posterior.logvar[0], 0, 1e-5));
    const auto encoders = model->load_text_encoders(TextEncoderPlace::device, 2, {});
    const auto text = encoders->encode({"ein Würfel", ""}).embeds;
    const auto& keys = result.manifest[1].keys;
    QVERIFY(torch::allclose(cache.read(CacheKind::text, keys.text).at("embedding"), text[0], 0, 1e-5));
    QVERIFY(torch::allclose(cache.read(CacheKind::text, keys.empty_text).at("embedding"), text[1], 0, 1e-5));
  }

  void only_what_changed_is_made_again() {
    const auto choice = options("changes");
    const auto first = run(two_rows(), choice);
    const auto again = run(two_rows(), choice);
    QCOMPARE(again.latents_made + again.texts_made, int64_t{0});
    QCOMPARE(again.manifest, first.manifest);
    auto manifest = two_rows();
    manifest[0].caption = "a blue ball";
    const auto caption = run(manifest, choice);
    QCOMPARE(caption.texts_made, int64_t{1});
    QCOMPARE(caption.latents_made, int64_t{0});
    manifest[1].first_frame = 3;
    const auto cut = run(manifest, choice);
    QCOMPARE(cut.texts_made, int64_t{0});
    QCOMPARE(cut.latents_made, int64_t{1});
    // A damaged entry is detected by its checksum and recreated.
    const auto file = LatentCache(choice.cache_folder).file(CacheKind::latents, cut.manifest[1].keys.latents);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 4);
    const auto mended = run(manifest, choice);
    QCOMPARE(mended.latents_made, int64_t{1});
    QVERIFY(LatentCache(choice.cache_folder).is_whole(CacheKind::latents, cut.manifest[1].keys.latents));
  }

  void image_to_video_keeps_the_first_frame() {
    auto choice = options("images");
    choice.first_frames = true;
    const auto result = run(two_rows(), choice);
    const auto image = LatentCache(choice.cache_folder).read(CacheKind::image, result.manifest[0].keys.image);
    QCOMPARE(image.at("mean").sizes().vec(), (std::vector<int64_t>{4, 1, 6, 8}));
  }

  void noised_first_frames_stand_behind_the_clean_one() {
    auto choice = options("noised");
    choice.first_frames = true;
    const auto clean = run(two_rows(), choice).manifest[0].keys;
    choice.image_noise = true;
    const auto result = run(two_rows(), choice);
    const auto keys = result.manifest[0].keys;
    QVERIFY(keys.latents == clean.latents && keys.text == clean.text && keys.image != clean.image);
    const LatentCache cache(choice.cache_folder);
    const auto images = cache.read(CacheKind::image, keys.image),
               plain = cache.read(CacheKind::image, clean.image);
    QCOMPARE(image_count(images), 1 + noised_images);
    QCOMPARE(image_count(plain), int64_t{1});
    QVERIFY(torch::equal(one_image(images, 0).at("mean"), plain.at("mean")));
    double farthest = 0;
    for (int64_t i = 1; i <= noised_images; ++i) {
      const auto other = one_image(images, i).at("mean");
      QVERIFY(!torch::equal(other, one_image(images, i - 1).at("mean")));
      farthest = std::max(farthest, (other - plain.at("mean")).abs().max().item<double>());
    }
    QVERIFY(farthest > 0);
    // The noise depends on the clip: recreated, it is the same.
    choice.cache_folder = root_ / "noised again";
    const auto again = run(two_rows(), choice).manifest[0].keys.image;
    QCOMPARE(again, keys.image);
    QVERIFY(torch::equal(LatentCache(choice.cache_folder).read(CacheKind::image, again).at("mean"),
                         images.at("mean")));
  }

  void one_draw_is_the_same_each_time() {
    auto choice = options("draw1");
    choice.stored = StoredLatents::sample;
    const auto first = run(two_rows(), choice);
    const auto key = first.manifest[0].keys.latents;
    const auto a = LatentCache(choice.cache_folder).read(CacheKind::latents, key).at("sample");
    choice.cache_folder = root_ / "draw2";
    run(two_rows(), choice);
    QVERIFY(torch::equal(a, LatentCache(choice.cache_folder).read(CacheKind::latents, key).at("sample")));
  }

  void bad_clips_are_reported_and_the_others_made() {
    std::ofstream(root_ / "text.mp4") << "not a video";
    auto manifest = two_rows();
    manifest.insert(manifest.begin(), row(root_ / "missing.mp4", "3-0", "x"));
    manifest.push_back(row(root_ / "text.mp4", "4-0", "y"));
    auto too_short = row(root_ / "a.mp4", "5-0", "z");
    too_short.frame_count = too_short.bucket.frames = 21;
    manifest.push_back(too_short);
    const auto result = run(manifest, options("bad"));
    QCOMPARE(result.problems.size(), size_t{3});
    // Every row stays; failed ones can be recognised by their missing keys.
    QCOMPARE(result.rows_failed, int64_t{3});
    QCOMPARE(result.manifest.size(), manifest.size());
    for (size_t i = 0; i < manifest.size(); ++i) {
      QCOMPARE(result.manifest[i].id, manifest[i].id);
      QCOMPARE(result.manifest[i].keys == fw::dataset::CacheKeys(), i != 1 && i != 2);
    }
    QVERIFY(result.problems[0].message().find("missing.mp4") != std::string::npos);
  }

  // Its latents would be stored under the previous pictures' key.
  void a_changed_source_is_refused_and_an_old_manifest_is_believed_by_its_content() {
    const auto file = make_clip("changing.mp4", "testsrc=size=64x48:rate=8");
    auto imported = row(file, "1-0", "x");
    const auto stamp = fw::media::file_stamp(file);
    imported.source_bytes = stamp->bytes;
    imported.source_modified_ms = stamp->modified_ms;
    auto old = row(file, "2-0", "x");
    old.first_frame = 1;
    QCOMPARE(run({imported, old}, options("before")).problems.size(), size_t{0});
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(3));
    QCOMPARE(run({imported, old}, options("touched")).problems.size(), size_t{0});
    make_clip("changing.mp4", "testsrc2=size=64x48:rate=8");
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(6));
    const auto result = run({imported, old, row(root_ / "b.mp4", "3-0", "x")}, options("after"));
    QCOMPARE(result.problems.size(), size_t{2});
    for (const auto& problem : result.problems) QCOMPARE(problem.code, std::string("media.source_changed"));
    QCOMPARE(result.latents_made, int64_t{1});
    const LatentCache cache(root_ / "after");
    for (const auto& sample : plan_precompute({imported, old}, options("after"), {}).manifest)
      QVERIFY(!cache.is_whole(CacheKind::latents, sample.keys.latents));
  }

  void impossible_numbers_are_problems_of_their_rows() {
    auto fast = row(root_ / "a.mp4", "1-0", "x");
    fast.fps = 1e15;
    auto far = row(root_ / "a.mp4", "2-0", "x");
    far.first_frame = int64_t{1} << 53;
    const auto result = run({fast, far, row(root_ / "b.mp4", "3-0", "x")}, options("impossible"));
    QCOMPARE(result.problems.size(), size_t{2});
    QCOMPARE(result.latents_made, int64_t{1});
  }

  void a_full_disk_is_foreseen() {
    auto manifest = two_rows();
    manifest[0].bucket = {1'000'001, 48'000, 64'000};
    try {
      plan_precompute(manifest, options("full"), {});
      QFAIL("no error");
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().code, std::string("precompute.cache_full"));
    }
  }

  void the_job_writes_the_manifest() {
    const auto dataset = root_ / "dataset.jsonl";
    fw::dataset::write_dataset_manifest(dataset, two_rows(), fw::Existing::refuse);
    fw::jobs::JobQueue queue;
    fw::jobs::add_engine_kinds(queue, *fw::jobs::open_engine());
    const auto job = queue.submit(job_of(request_for(dataset, "job"), "")).job;
    queue.wait(job);
    QCOMPARE(queue.job(job)->state, fw::engine_api::JobState::finished);
    QCOMPARE(queue.job(job)->result.get<fw::engine_api::PrecomputeReport>().latents_made, int64_t(2));
    QVERIFY(!fw::dataset::read_dataset_manifest(dataset)[1].keys.empty_text.empty());
  }

  void the_job_keeps_a_list_that_was_edited_meanwhile() {
    const auto dataset = root_ / "edited.jsonl";
    fw::dataset::write_dataset_manifest(dataset, two_rows(), fw::Existing::refuse);
    const DatasetManifest edited{two_rows().back()};
    EditingContext context;
    context.edit = [&] { fw::dataset::write_dataset_manifest(dataset, edited, fw::Existing::replace); };
    std::string code;
    try {
      fw::engine::run_precompute(request_for(dataset, "edited"), context);
    } catch (const fw::Error& error) {
      code = error.fault().code;
    }
    QCOMPARE(code, std::string("engine.list_changed"));
    QVERIFY(fw::dataset::read_dataset_manifest(dataset) == edited);
  }

  /// A folder without them works as well, and their entries are named after them.
  void the_job_encodes_with_parts_that_lie_elsewhere() {
    namespace fs = std::filesystem;
    const fs::path folder = root_ / "model", elsewhere = root_ / "elsewhere";
    fs::copy(model_folder, folder, fs::copy_options::recursive);
    fs::create_directories(elsewhere);
    for (const char* const part : {"vae", "text_encoder", "tokenizer"})
      fs::rename(folder / part, elsewhere / part);
    const auto whole = root_ / "whole_model.jsonl", parts = root_ / "parts.jsonl";
    for (const auto& file : {whole, parts})
      fw::dataset::write_dataset_manifest(file, two_rows(), fw::Existing::refuse);
    fw::jobs::JobQueue queue;
    fw::jobs::add_engine_kinds(queue, *fw::jobs::open_engine());
    fw::engine_api::PrecomputeRequest request = request_for(whole, "whole_model");
    const auto encode = [&] {
      const auto job = queue.submit(job_of(request, "")).job;
      queue.wait(job);
      QVERIFY2(!queue.job(job)->fault, queue.job(job)->fault.value_or(fw::Fault()).code.c_str());
    };
    encode();
    request = request_for(parts, "parts");
    request.model = folder;
    request.parts = {{"vae", elsewhere / "vae"}, {"text_encoder", elsewhere / "text_encoder"}};
    encode();
    QVERIFY(fw::dataset::read_dataset_manifest(parts) == fw::dataset::read_dataset_manifest(whole));
    fw::write_file_atomically(elsewhere / "vae" / "config.json",
                              fw::read_file(elsewhere / "vae" / "config.json") + "\n", fw::Existing::replace);
    encode();
    const auto before = fw::dataset::read_dataset_manifest(whole)[0].keys,
               after = fw::dataset::read_dataset_manifest(parts)[0].keys;
    QVERIFY(after.latents != before.latents && after.text == before.text);
  }

  void the_job_keeps_the_list_when_the_drive_is_gone_and_replaces_no_other_file() {
    const auto dataset = root_ / "gone.jsonl", taken = root_ / "taken.jsonl";
    auto rows = two_rows();
    for (auto& row : rows) row.source = root_ / "unmounted" / std::filesystem::path(row.source).filename();
    fw::dataset::write_dataset_manifest(dataset, rows, fw::Existing::refuse);
    fw::write_file_atomically(taken, "mine", fw::Existing::refuse);
    fw::jobs::JobQueue queue;
    fw::jobs::add_engine_kinds(queue, *fw::jobs::open_engine());
    fw::engine_api::PrecomputeRequest request = request_for(dataset, "gone");
    const auto fault_of = [&](const fw::engine_api::PrecomputeRequest& wanted) {
      const auto job = queue.submit(job_of(wanted, "")).job;
      queue.wait(job);
      return queue.job(job)->fault.value_or(fw::Fault()).code;
    };
    QCOMPARE(fault_of(request), std::string("engine.rows_failed"));
    QVERIFY(fw::dataset::read_dataset_manifest(dataset) == rows);
    request.out = taken;
    QCOMPARE(fault_of(request), std::string("base.file_exists"));
    QCOMPARE(fw::read_file(taken), std::string("mine"));
    const auto whole = root_ / "whole.jsonl";
    fw::dataset::write_dataset_manifest(whole, two_rows(), fw::Existing::refuse);
    const std::string clip = fw::read_file(two_rows()[0].source);
    request = request_for(whole, "gone");
    request.out = two_rows()[0].source;
    request.overwrite = true;
    QCOMPARE(fault_of(request), std::string("base.target_is_source"));
    QVERIFY(fw::read_file(two_rows()[0].source) == clip);
  }
};

QTEST_GUILESS_MAIN(TestPrecompute)
#include "test_precompute.moc"
