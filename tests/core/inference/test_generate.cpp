// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <QtTest>

#include "base/atomic_file.h"
#include "engine/model_check.h"
#include "inference/latent_preview.h"
#include "inference/video_pipeline.h"
#include "support/live_bytes.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace {

using namespace fw::encoders;
using namespace fw::inference;
using namespace fw::engine;
using Path = std::filesystem::path;

const Path models = Path(FW_SOURCE_FOLDER) / "tests/reference/cases/models";

std::string code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const fw::Error& error) {
    return error.fault().code;
  }
  return "nothing";
}

VideoRequest small_request() {
  VideoRequest request;
  request.prompt = "a panda";
  request.size = {5, 32, 48};
  request.steps = 2;
  request.seed = 3;
  return request;
}

}  // namespace

class TestGenerate : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { torch::set_num_threads(1); }
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    root_ = Path(folder_->path().toStdString());
    qputenv("XDG_CACHE_HOME", folder_->path().toUtf8());
  }

  void offload_changes_no_number() {
    std::vector<torch::Tensor> clips;
    using enum TextEncoderPlace;
    for (const auto& [offload, place, blocks] : {std::tuple(Offload::none, device, 0),
                                                 {Offload::none, streamed, 1},
                                                 {Offload::model, cpu, 2},
                                                 {Offload::model, streamed, 100}}) {
      PipelineOptions options;
      options.model = {models / "cogvideox-5b"};
      options.offload = offload;
      options.text_encoder = place;
      options.streamed_blocks = blocks;
      VideoPipeline pipeline(options, {});
      clips.push_back(pipeline.generate(small_request(), {}));
      QVERIFY(clips.front().equal(clips.back()));
      QVERIFY(pipeline.generate(small_request(), {}).equal(clips.back()));
    }
    QCOMPARE(clips[0].sizes(), torch::IntArrayRef({5, 32, 48, 3}));
  }

  void what_is_unloaded_gives_its_memory_back() {
    std::map<Offload, int64_t> during, after;
    int64_t weights = 0;
    for (const char* component : {"text_encoder", "transformer", "vae"})
      for (const auto& file : std::filesystem::directory_iterator(models / "cogvideox-5b" / component))
        if (file.path().extension() == ".safetensors") weights += static_cast<int64_t>(file.file_size());
    for (const Offload offload : {Offload::none, Offload::model}) {
      PipelineOptions options;
      options.model = {models / "cogvideox-5b"};
      options.offload = offload;
      options.dtype = torch::kBFloat16;  // stored in fp32: converted weights are not memory-mapped
      VideoPipeline pipeline(options, {});
      fw::support::LiveBytes memory;
      VideoObserver observer;
      observer.on_latents = [&](const torch::Tensor&) { during[offload] = memory.now(); };
      pipeline.generate(small_request(), observer);
      after[offload] = memory.now();
    }
    // All three are in memory at the end, or none; before decoding all but the VAE, or none.
    QVERIFY(after[Offload::none] > weights / 2 * 0.9 && after[Offload::model] < weights / 2 * 0.1);
    QVERIFY(during[Offload::model] < weights / 2 * 0.2);
  }

  void a_clip_that_does_not_fit_is_decoded_in_tiles_and_this_is_said() {
    std::vector<std::string> warnings;
    VideoObserver observer;
    observer.on_warning = [&](const std::string& text) { warnings.push_back(text); };
    PipelineOptions options;
    options.model = {models / "cogvideox-5b"};
    for (const uint64_t bytes : {uint64_t{1} << 40, uint64_t{1} << 10}) {
      options.vae_bytes = bytes;
      const torch::Tensor clip = VideoPipeline(options, {}).generate(small_request(), observer);
      QCOMPARE(clip.sizes(), torch::IntArrayRef({5, 32, 48, 3}));
      QCOMPARE(warnings.size(), size_t(bytes == 1 << 10 ? 1 : 0));
    }
  }

  void seeds_and_loras_matter_and_repeat() {
    PipelineOptions options;
    options.model = {models / "cogvideox-5b"};
    VideoPipeline pipeline(options, {});
    VideoRequest request = small_request();
    const torch::Tensor first = pipeline.generate(request, {});
    QVERIFY(first.equal(pipeline.generate(request, {})));
    request.seed = 4;
    QVERIFY(!first.equal(pipeline.generate(request, {})));
    const Path lora = models / "cogvideox-5b/lora/pytorch_lora_weights.safetensors";
    const auto with_loras = [&](std::vector<LoraChoice> loras) {
      options.loras = std::move(loras);
      return VideoPipeline(options, {}).generate(small_request(), {});
    };
    const torch::Tensor whole = with_loras({{lora, 0.6}});
    QVERIFY(!first.equal(whole));
    // Several LoRAs with weights add up.
    QVERIFY(torch::allclose(whole, with_loras({{lora, 0.5}, {lora, 0.1}}), 1e-4, 1e-4));
    QVERIFY(torch::allclose(first, with_loras({{lora, 0}}), 1e-6, 1e-6));
  }

  void cancelling_stops_between_blocks() {
    std::stop_source stop;
    PipelineOptions options;
    options.model = {models / "cogvideox-2b"};
    VideoPipeline pipeline(options, stop.get_token());
    VideoObserver observer;
    size_t steps = 0;
    observer.on_step = [&](int64_t, const torch::Tensor&) {
      ++steps;
      stop.request_stop();
    };
    QVERIFY_EXCEPTION_THROWN(pipeline.generate(small_request(), observer), fw::Cancelled);
    QCOMPARE(steps, size_t{1});
  }

  void latents_come_before_decoding_and_previews_fit() {
    PipelineOptions options;
    options.model = {models / "cogvideox-1.5-5b-i2v"};
    VideoPipeline pipeline(options, {});
    VideoRequest request = small_request();
    request.size = {9, 32, 48};
    QVERIFY(!pipeline.check(request).empty());  // no image
    request.conditions = {{.pixels = torch::rand({1, 3, 32, 48})}};
    std::optional<LatentPreview> preview;
    torch::Tensor latents;
    VideoObserver observer;
    observer.on_vae = [&](fw::families::VideoVae& vae) {
      preview = LatentPreview::load_or_fit(vae, torch::kFloat32, torch::kCPU, "test");
    };
    observer.on_step = [&](int64_t, const torch::Tensor& clean) {
      const torch::Tensor picture = preview->render(clean[0]);
      QCOMPARE(picture.sizes(), torch::IntArrayRef({3, 4, 6, 3}));
      QCOMPARE(picture.scalar_type(), torch::kUInt8);
    };
    observer.on_latents = [&](const torch::Tensor& value) { latents = value; };
    pipeline.generate(request, observer);
    QCOMPARE(latents.sizes(), torch::IntArrayRef({1, 4, 3, 4, 6}));
    QVERIFY(std::filesystem::exists(root_ / "framewright/preview/test.safetensors"));
  }

  // Colours that are a linear function of the latents are reproduced exactly; a broken file is recreated.
  void preview_map_is_the_least_squares_fit() {
    const torch::Tensor map = torch::randn({4, 3}) * 0.1;
    const torch::Tensor latents = torch::randn({500, 4});
    const auto preview = LatentPreview::fit(latents, latents.matmul(map) + 0.5, {.factor = 0.7});
    const torch::Tensor frames = torch::randn({2, 4, 5, 6});
    const torch::Tensor want = (frames.movedim(1, -1).matmul(map) + 0.5).clamp(0, 1) * 255;
    const torch::Tensor got = preview.render((frames * 0.7).transpose(0, 1)).to(torch::kFloat32);
    QVERIFY((got - want).abs().max().item<float>() <= 0.51F);
  }

  void sound_models_pass_the_check_data() {
    QTest::addColumn<QString>("model");
    for (const char* model : {"cogvideox-2b", "cogvideox-5b", "cogvideox-5b-i2v", "cogvideox-1.5-5b-i2v"}) {
      QTest::newRow(model) << model;
    }
  }
  void sound_models_pass_the_check() {
    QFETCH(QString, model);
    const ModelReport report = check_model({models / model.toStdString()});
    QVERIFY(report.sound());
    QCOMPARE(report.facts->id, model.toStdString());
    QCOMPARE(report.components.size(), size_t{5});
    QCOMPARE(std::ranges::find(report.components, "transformer", &ComponentReport::name)->dtypes,
             std::string("fp32"));
  }

  void the_check_finds_every_fault() {
    std::filesystem::copy(models / "cogvideox-2b", root_ / "m", std::filesystem::copy_options::recursive);
    const Path config = root_ / "m/transformer/config.json";
    nlohmann::json json = nlohmann::json::parse(fw::read_file(config));
    json["num_layers"] = json["num_layers"].get<int>() + 1;
    json["time_embed_dim"] = json["time_embed_dim"].get<int>() + 8;
    fw::write_file_atomically(config, json.dump(), fw::Existing::replace);
    std::filesystem::remove(root_ / "m/tokenizer/spiece.model");
    std::filesystem::resize_file(root_ / "m/vae/diffusion_pytorch_model.safetensors", 1000);
    const ModelReport report = check_model({root_ / "m"});
    QVERIFY(!report.sound());
    std::set<std::string> codes;
    for (const ComponentReport& component : report.components) {
      for (const fw::Fault& fault : component.faults) codes.insert(fault.code);
    }
    QCOMPARE(codes, (std::set<std::string>{"engine.tensor_missing", "engine.tensor_shape",
                                           "safetensors.header_cut", "text.no_tokenizer"}));
    QCOMPARE(code_of([&] { check_model({root_ / "absent"}); }), std::string("engine.folder_missing"));
  }

  void one_fault_for_all_weights_of_one_kind_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("code");
    QTest::newRow("scales") << "scales"
                            << "safetensors.quantized";
    QTest::newRow("whole numbers") << "whole"
                                   << "nn.mismatch";
    QTest::newRow("not a number") << "nan"
                                  << "nn.weight_not_finite";
    QTest::newRow("infinite, in fp8") << "fp8"
                                      << "nn.weight_not_finite";
  }
  void one_fault_for_all_weights_of_one_kind() {
    QFETCH(QString, change);
    QFETCH(QString, code);
    std::filesystem::copy(models / "cogvideox-2b", root_ / "m", std::filesystem::copy_options::recursive);
    const Path file = root_ / "m/transformer/diffusion_pytorch_model.safetensors";
    const auto whole = fw::tensor::Checkpoint::open(models / "cogvideox-2b/transformer");
    std::map<std::string, torch::Tensor> weights;
    for (const std::string& name : whole.names()) weights[name] = whole.read(name);
    const std::string q = "transformer_blocks.1.attn1.to_q.weight";
    if (change == "scales") {
      weights[q] = weights[q].to(torch::kFloat8_e4m3fn);
      weights["scaled_fp8"] = torch::zeros({2});
    }
    if (change == "whole") weights[q] = weights[q].to(torch::kInt8);
    if (change == "nan") weights[q][0][0] = std::nan("");
    if (change == "fp8") {
      weights[q][0][0] = std::nan("");
      weights[q] = weights[q].to(torch::kFloat8_e4m3fn);
    }
    fw::tensor::save_tensors(file, weights, {}, fw::Existing::replace);
    const ModelReport report = check_model({root_ / "m"});
    const auto part = std::ranges::find(report.components, "transformer", &ComponentReport::name);
    QCOMPARE(part->faults.size(), size_t{1});
    QCOMPARE(part->faults.front().code, code.toStdString());
    // No clip is generated.
    VideoPipeline pipeline({.model = {root_ / "m"}}, {});
    QCOMPARE(code_of([&] { pipeline.generate(small_request(), {}); }), code.toStdString());
  }

  void prompts_beyond_the_limit_are_told() {
    VideoPipeline pipeline({.model = {models / "cogvideox-2b"}}, {});
    VideoRequest request = small_request();
    request.prompt = "one two three four five six seven eight nine ten eleven twelve thirteen red";
    request.negative_prompt = "one";
    request.guidance_scale = 6;
    std::vector<std::string> warnings;
    VideoObserver observer;
    observer.on_warning = [&](const std::string& text) { warnings.push_back(text); };
    pipeline.encode_prompts_of({request}, observer);
    QCOMPARE(warnings.size(), size_t{1});
    QVERIFY2(warnings.front().starts_with("The prompt has ") && warnings.front().ends_with("red”"),
             warnings.front().c_str());
    std::swap(request.prompt, request.negative_prompt);
    pipeline.encode_prompts_of({request}, observer);
    QCOMPARE(warnings.size(), size_t{2});
    QVERIFY2(warnings.back().starts_with("The negative prompt has "), warnings.back().c_str());
    request.guidance_scale = 1;  // it is not used
    pipeline.encode_prompts_of({request}, observer);
    QCOMPARE(warnings.size(), size_t{2});
  }

  void manifests() {
    const Path config = models / "cogvideox-2b/vae/config.json";
    const Path manifest = root_ / "manifest.json";
    const auto write = [&](const nlohmann::json& json) {
      fw::write_file_atomically(manifest, json.dump(), fw::Existing::replace);
    };
    write({{"class", "AutoencoderKLCogVideoX"}, {"parameters", {{"other.weight", {1, 2}}}}});
    const ComponentReport report = check_manifest(config, manifest);
    QVERIFY(report.parameters > 0);
    QVERIFY(report.faults.size() > 100);
    for (const nlohmann::json& bad :
         {nlohmann::json::array(), nlohmann::json::object(), nlohmann::json{{"parameters", {{"a", {-1}}}}}}) {
      write(bad);
      QCOMPARE(code_of([&] { check_manifest(config, manifest); }), std::string("engine.bad_manifest"));
    }
    write({{"class", "SomethingElse"}, {"parameters", nlohmann::json::object()}});
    QCOMPARE(code_of([&] { check_manifest(config, manifest); }), std::string("families.unknown_network"));
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  Path root_;
};

QTEST_GUILESS_MAIN(TestGenerate)
#include "test_generate.moc"
