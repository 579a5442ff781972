// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "base/atomic_file.h"
#include "core/project/test_clip.h"
#include "engine_api/clip_recipe.h"
#include "engine_api/plan.h"
#include "engine_api/requests.h"
#include "engine_api/results.h"
#include "jobs/engine_library.h"
#include "jobs/job_queue.h"
#include "media/image.h"
#include "media/probe.h"
#include "media/sample.h"

using namespace fw::engine_api;
using namespace fw::jobs;
namespace fs = std::filesystem;

namespace {

constexpr int frames = 17, side = 64;

std::string model(const std::string& name) {
  return FW_SOURCE_FOLDER "/tests/reference/cases/models/" + name;
}

std::vector<uint8_t> pixels(const fs::path& clip) {
  return fw::media::read_sample(clip, {.frames = frames, .size = {side, side}}).rgb;
}

}  // namespace

/// Clips conditioned on pictures and other clips, through the queue.
class TestGenerateJob : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<JobQueue> queue_;
  int made_ = 0;
  fs::path path(const std::string& name) const { return fs::path(folder_.path().toStdString()) / name; }

  GenerateRequest request(std::vector<ClipCondition> conditions, const std::string& name = "ltx-0.9.5") {
    return {.model = model(name),
            .prompt = "a kite",
            .conditions = std::move(conditions),
            .out = path("clip-" + std::to_string(++made_) + ".mp4"),
            .frames = frames,
            .height = side,
            .width = side,
            .steps = 2,
            .seed = 5,
            .device = "cpu",
            .dtype = fw::catalog::Dtype::fp32};
  }
  template <typename Request>
  JobInfo done(const Request& request) {
    const JobId job = queue_->submit(job_of(request, "")).job;
    queue_->wait(job);
    return *queue_->job(job);
  }
  std::string refusal(const GenerateRequest& request) {
    const JobInfo info = done(request);
    return info.fault ? info.fault->code : std::string();
  }
  std::vector<uint8_t> clip_of(const GenerateRequest& request) {
    const JobInfo info = done(request);
    if (info.fault) qWarning("%s", info.fault->full_message().c_str());
    return info.fault ? std::vector<uint8_t>() : pixels(request.out);
  }

 private Q_SLOTS:
  void initTestCase() {
    queue_ = std::make_unique<JobQueue>();
    add_engine_kinds(*queue_, *open_engine());
    fw::media::RgbImage picture(40, 30);
    for (size_t i = 0; i < picture.pixels.size(); ++i) picture.pixels[i] = static_cast<uint8_t>(i * 7);
    fw::media::write_image(path("pic@2.png"), picture);
    make_test_clip(path("waves.mp4"), 3, 9);  // 9 frames at 24 fps are 9 at 25, too
    make_test_clip(path("long.mp4"), 3, 24);  // one second
    fw::write_file_atomically(path("notes.png"), "no picture", fw::Existing::refuse);
  }

  void conditions_count() {
    const fs::path picture = path("pic@2.png"), waves = path("waves.mp4");
    const auto plain = clip_of(request({}));
    QVERIFY(!plain.empty());
    const auto first = clip_of(request({{picture}}));
    QVERIFY(first != plain);
    GenerateRequest short_form = request({});
    short_form.image = picture;
    QVERIFY(clip_of(short_form) == first);
    QVERIFY(clip_of(request({{picture, 0, 0.5}})) != first);
    const auto later = clip_of(request({{picture, 8}}));
    QVERIFY(!later.empty() && later != first && later != plain);
    QVERIFY(clip_of(request({{picture, -1}})) == clip_of(request({{picture, frames - 1}})));
    // A condition clip at the end of the generated one, together with a picture.
    QVERIFY(clip_of(request({{picture}, {waves, -1}})) == clip_of(request({{picture}, {waves, 8}})));
  }

  void a_clip_has_sound_if_it_is_wanted() {
    const GenerateRequest sounding = request({}, "ltx-2.3");
    const auto pictures = clip_of(sounding);
    QVERIFY(!pictures.empty());
    const auto info = fw::media::probe(sounding.out);
    QVERIFY(info.audio.has_value());
    QCOMPARE(info.audio->sample_rate_hz, 48000);
    const auto recipe = parse_recipe(info.metadata.at("comment"));
    QVERIFY(recipe.has_value() && std::get<bool>(recipe->request.options.at("sound")));
    // The latents keep it for a second decoding.
    fs::path latents = sounding.out;
    latents += ".latents.safetensors";
    GenerateRequest again = request({}, "ltx-2.3");
    again.latents = latents;
    QVERIFY(clip_of(again) == pictures);
    QCOMPARE(fw::media::probe(again.out).audio->sample_rate_hz, 48000);
    GenerateRequest silent = request({}, "ltx-2.3");
    silent.options = {{"sound", false}};
    const auto without = clip_of(silent);
    QVERIFY(!without.empty() && without != pictures);
    QVERIFY(!fw::media::probe(silent.out).audio.has_value());
  }

  void a_video_counts_at_the_rate_of_the_clip() {
    GenerateRequest slow = request({{path("long.mp4"), -1}});
    slow.fps = 9;  // 9 frames of the second: they fit together with a picture
    QCOMPARE(refusal(slow), std::string());
    slow = request({{path("long.mp4"), 0}});
    slow.fps = 60;
    QCOMPARE(refusal(slow), std::string("inference.condition_outside"));
  }

  void the_recipe_states_them() {
    const GenerateRequest asked = request({{path("pic@2.png"), 8, 0.75}});
    QCOMPARE(refusal(asked), std::string());
    const auto recipe = parse_recipe(fw::media::probe(asked.out).metadata.at("comment"));
    QVERIFY(recipe && recipe->request.conditions == asked.conditions);
    QCOMPARE(recipe->request.fps, 25.0);
  }

  void parts_may_lie_elsewhere() {
    const GenerateRequest whole = request({});
    GenerateRequest apart = request({});
    const fs::path folder = path("apart"), elsewhere = path("elsewhere");
    fs::copy(whole.model, folder, fs::copy_options::recursive);
    fs::create_directories(elsewhere);
    for (const char* const part : {"vae", "text_encoder", "tokenizer"})
      fs::rename(folder / part, elsewhere / part);
    apart.model = folder;
    apart.parts = {{"vae", elsewhere / "vae"}, {"text_encoder", elsewhere / "text_encoder"}};
    const auto pixels = clip_of(whole);
    QVERIFY(!pixels.empty() && clip_of(apart) == pixels);
    const auto recipe = parse_recipe(fw::media::probe(apart.out).metadata.at("comment"));
    QVERIFY(recipe && recipe->request.parts == apart.parts);
  }

  void what_cannot_be_is_refused() {
    const fs::path picture = path("pic@2.png");
    QCOMPARE(refusal(request({{path("gone.png")}})), std::string("media.unreadable"));
    QCOMPARE(refusal(request({{path("notes.png")}})), std::string("media.not_media"));
    QCOMPARE(refusal(request({{picture, frames}})), std::string("inference.condition_outside"));
    QCOMPARE(refusal(request({{picture, -2}})), std::string("inference.condition_outside"));
    QCOMPARE(refusal(request({{path("waves.mp4"), 9}})), std::string("inference.condition_outside"));
    QCOMPARE(refusal(request({{picture, 0, 1.5}})), std::string("inference.bad_strength"));
    QCOMPARE(refusal(request({{picture, 0, -0.1}})), std::string("inference.bad_strength"));
    QCOMPARE(refusal(request({{picture, 99, 2}})), std::string("engine.bad_request"));
    QCOMPARE(refusal(request({{picture, 8}}, "ltx-0.9.0")), std::string("inference.first_frame_only"));
    QCOMPARE(refusal(request({{path("waves.mp4")}}, "ltx-0.9.0")), std::string("inference.first_frame_only"));
    QCOMPARE(refusal(request({{picture}}, "cogvideox-5b")), std::string("inference.image_unused"));
    GenerateRequest over_itself = request({{path("waves.mp4")}});
    over_itself.out = path("waves.mp4");
    over_itself.overwrite = true;
    QCOMPARE(refusal(over_itself), std::string("base.target_is_source"));
  }

  void a_plan_knows_them() {
    const auto peak = [&](std::vector<ClipCondition> conditions) {
      const JobInfo info = done(PlanRequest{.generation = request(std::move(conditions))});
      if (info.fault) qWarning("%s", info.fault->full_message().c_str());
      return info.fault ? int64_t{0} : info.result.get<RunPlan>().device_peak_bytes();
    };
    const int64_t plain = peak({});
    QVERIFY(plain > 0);
    QVERIFY(peak({{path("waves.mp4"), 8}}) >= plain);
    QVERIFY(done(PlanRequest{.generation = request({{path("gone.png")}})}).fault);
  }
};

QTEST_GUILESS_MAIN(TestGenerateJob)
#include "test_generate_job.moc"
