// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>

#include "base/error.h"
#include "engine_api/clip_recipe.h"
#include "engine_api/commands.h"
#include "engine_api/plan.h"
#include "engine_api/requests.h"
#include "engine_api/results.h"

using namespace fw::engine_api;
using nlohmann::json;

namespace {

template <typename T>
T back(const T& value) {
  return json::parse(json(value).dump()).get<T>();
}

GenerateRequest some_clip() {
  GenerateRequest request{.model = "/models/ä", .prompt = "a fox", .seed = 7, .device = "cuda:1"};
  request.parts = {{"vae", "/models/ö/vae"}};
  request.options = {{"flag", true}, {"steps", int64_t{3}}, {"x", 6.0}, {"typed", std::string("4")}};
  request.conditions = {{"/ö@2.png"}, {"/b.mp4", -1, 0.25}};
  request.loras = {{"/loras/a.safetensors", 0.5}};
  request.memory = {fw::catalog::Offload::none, fw::catalog::TextEncoderPlace::streamed, 12, true};
  request.dtype = fw::catalog::Dtype::fp16;
  request.attention = fw::catalog::AttentionForm::int8;
  return request;
}

std::string refusal(const json& params) {
  try {
    params.get<GenerateRequest>();
    return {};
  } catch (const fw::Error& error) {
    return error.fault().code + " " + error.fault().arguments.at("key");
  }
}

}  // namespace

class TestRequests : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void requests_survive_json() {
    QVERIFY(back(some_clip()) == some_clip());
    const TrainRequest train{
        .extend = 3, .fit = true, .branch_from = "/runs/1", .branch_id = "x", .settings = {"a=1"}};
    QVERIFY(back(train) == train);
    const PlanRequest plan{.run_file = "/run.toml", .text = "", .fit = true, .generation = some_clip()};
    QVERIFY(back(plan) == plan);
    QVERIFY(back(PlanRequest()) == PlanRequest());
    const PrecomputeRequest precompute{.dataset = "a",
                                       .model = "b",
                                       .parts = {{"vae", "v"}},
                                       .cache = "c",
                                       .task = fw::catalog::VideoTask::image_to_video,
                                       .stored = fw::catalog::StoredLatents::sample};
    QVERIFY(back(precompute) == precompute);
    const LoraRequest lora{.work = LoraWork::fuse, .model = "m", .loras = {{"a"}, {"b", 2}}, .out = "o"};
    QVERIFY(back(lora) == lora);
    const LossRequest loss{
        .dataset = "a", .model = "b", .parts = {{"vae", "v"}}, .cache = "c", .seed = 18446744073709551615u};
    QVERIFY(back(loss) == loss);
    QVERIFY(back(ParityRequest{.cases = {"x"}}).cases.size() == 1);
    QVERIFY(back(DeviceCheckRequest{{"cpu"}}).devices.size() == 1);
    QVERIFY(back(ModelCheckRequest{.folder = "m"}).folder == "m");
  }

  void jobs_that_earlier_versions_kept_are_read() {
    const auto train = json::parse(R"({"run": "/runs/1", "resume": "latest", "expected_seconds": 60.5})")
                           .get<TrainRequest>();
    QVERIFY(train == TrainRequest{.run = "/runs/1"});
    const auto clip = json::parse(R"({"model": "m", "dynamic_cfg": true, "scheduler": "CogVideoXDPMScheduler",
      "offload": "model", "text_encoder": "stream", "streamed_blocks": 3, "loras": [{"file": "a"}]})")
                          .get<GenerateRequest>();
    QCOMPARE(clip.sampler, std::string("CogVideoXDPMScheduler"));
    QVERIFY(clip.options == (fw::catalog::OwnValues{{"dynamic_cfg", true}}));
    QCOMPARE(clip.memory.streamed_blocks, int64_t{3});
    QCOMPARE(clip.loras.at(0).weight, 1.0);
  }

  void what_no_job_understands_is_refused() {
    QCOMPARE(refusal({{"model", "m"}, {"guidance", 6}}), std::string("base.unknown_key guidance"));
    QCOMPARE(refusal({{"prompt", "p"}}), std::string("base.missing_key model"));
    QCOMPARE(refusal({{"model", "m"}, {"offload", "block"}}),
             std::string("base.bad_choice generate.offload"));
    QCOMPARE(refusal({{"model", "m"}, {"quantization", "int3"}}),
             std::string("base.bad_choice generate.quantization"));
    QCOMPARE(refusal({{"model", "m"}, {"loras", {{{"file", 1}}}}}),
             std::string("base.wrong_type generate.loras[0].file"));
    QCOMPARE(refusal({{"model", "m"}, {"conditions", {{{"file", "a"}, {"at", 3}}}}}),
             std::string("base.unknown_key at"));
    QCOMPARE(refusal({{"model", "m"}, {"conditions", {{{"frame", 8}}}}}),
             std::string("base.missing_key file"));
    QCOMPARE(refusal({{"model", "m"}, {"conditions", {{{"file", "a"}, {"frame", 1.5}}}}}),
             std::string("base.wrong_type generate.conditions[0].frame"));
    QCOMPARE(refusal(some_clip()), std::string());
  }

  void recipes_of_all_versions_are_read() {
    ClipRecipe recipe{some_clip(), "cogvideox-2b", "/runs/1", 500};
    QVERIFY(parse_recipe(format_recipe(recipe)) == recipe);
    // Clips are shared: they must not reveal who made them, or in which home folder.
    const QByteArray home = qgetenv("HOME");
    qputenv("HOME", "/home/anna");
    ClipRecipe mine{recipe.request, "cogvideox-2b", "/home/anna/films/runs/1", 500};
    mine.request.model = "/home/anna/models/cog";
    mine.request.parts = {{"vae", "/home/anna/vae"}};
    mine.request.prompt = "/home/anna/ at the beginning";
    mine.request.conditions.front().file = "/home/anna/a.png";
    mine.request.loras.front().file = "/home/anna/l.safetensors";
    for (auto* const path : {&mine.request.image, &mine.request.latents, &mine.request.out})
      *path = "/home/anna/x";
    std::string text = format_recipe(mine);
    QVERIFY(parse_recipe(text) == mine);
    QCOMPARE(QString::fromStdString(text).count("anna"), 1);
    qputenv("HOME", "/home/ben");
    QCOMPARE(parse_recipe(text)->request.model, std::filesystem::path("/home/ben/models/cog"));
    qputenv("HOME", home);
    // An earlier version's validation clip, completed by what is known of its run.
    const ClipRecipe known{.request = {.model = "gone", .prompt = "?", .steps = 50, .guidance_scale = 6}};
    const auto read = parse_recipe(
        R"({"model": "/m", "model_id": "x", "run": "/r", "run_step": 3, "prompt": "a fox", "frames": 9,
            "height": 32, "width": "48", "guidance_scale": 4.5, "dynamic_cfg": true, "seed": 42, "colour": "red"})",
        known);
    QVERIFY(read && read->request.model == "/m" && read->run_step == 3 && read->request.steps == 50);
    QCOMPARE(read->request.guidance_scale, 4.5);
    QCOMPARE(read->request.width, int64_t{0});
    QVERIFY(read->request.options.contains("dynamic_cfg"));
    for (const char* text : {"", "A comment", "[1]", R"({"a": {"model": "m"}})"})
      QVERIFY(!parse_recipe(text));
  }

  void a_plan_survives_json_and_tells_what_follows_from_it() {
    RunPlan plan{.device = "cuda", .size = "49x480x720"};
    PhasePlan training{.name = "training", .overhead_bytes = 10, .all_places_bytes = 400, .host_bytes = 50};
    training.device.by_role[static_cast<size_t>(fw::MemoryRole::weights)] = 100;
    training.pinned.by_role[static_cast<size_t>(fw::MemoryRole::optimizer_state)] = 50;
    plan.phases = {{.name = "clips", .overhead_bytes = 5}, training};
    QVERIFY(!plan.fits() && json(plan).at("fits").is_null());
    plan.device_limit_bytes = 110;
    plan.host_free_bytes = 50;
    plan.step_times = {{"RTX 4090", 2.5, true}};
    const json written = plan;
    QCOMPARE(written.at("device_peak_bytes"), json(110));
    QCOMPARE(written.at("fits"), json(true));
    QCOMPARE(written.at("phases").at(1).at("device").at("parts"), json({{"weights", 100}}));
    QCOMPARE(json(written.get<RunPlan>()), written);
    plan.device = "cpu";
    QCOMPARE(plan.device_peak_bytes(), int64_t{400});
    QVERIFY(plan.fits() == false);
    const RunFit fit{{true, {{"memory.streamed_blocks", "16"}}, 110, 200, 42, 0.04}, plan};
    QCOMPARE(json(back(fit)), json(fit));
    QCOMPARE(fit.verdict.changes.at(0).assignment(), std::string("memory.streamed_blocks=16"));
  }

  void results_survive_json() {
    const json paused = TrainResult{"/runs/1", 5, {}};
    QVERIFY(!paused.contains("result") && !paused.get<TrainResult>().result);
    ParityReport report;
    report.cases = {{"a.safetensors", "vae", CaseStatus::passed, {{"out", 0.1, 0.2, 0.3, {}}}, {}},
                    {"b.safetensors", "rope", CaseStatus::refused, {}, {}}};
    const json written = report;
    QCOMPARE(written.at("refused"), json(1));
    QCOMPARE(json(written.get<ParityReport>()), written);
    const LossReport loss{std::nan(""), {500}, {0.5}, {{"1-0", {0.5}}}};
    QVERIFY(std::isnan(back(loss).mean) && back(loss).samples.at(0).id == "1-0");
    const json unsound =
        LoraReport{{fw::Fault()}, fw::model_files::LoraFormat::kohya, 3, {"DoRA"}, {4}, {8}, ""};
    QCOMPARE(unsound.at("sound"), json(false));
    QVERIFY(!unsound.get<LoraReport>().sound());
    QCOMPARE(unsound.get<LoraReport>().kinds, std::vector<std::string>{"DoRA"});
  }

  void the_run_of_a_job_is_known() {
    QCOMPARE(trained_run(job_of(TrainRequest{.run = "/runs/1"}, "fox")).string(), std::string("/runs/1"));
    QVERIFY(trained_run({"precompute", "", {{"run", "/runs/1"}}}).empty());
    QVERIFY(trained_run({"train", "", {{"run", 3}}}).empty());
  }
};

QTEST_APPLESS_MAIN(TestRequests)
#include "test_requests.moc"
