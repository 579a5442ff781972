// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include "adapters/lora_file.h"
#include "catalog/hunyuan_video_15_parts.h"
#include "catalog/wan_parts.h"
#include "core/families/two_updates.h"
#include "encoders/qwen_byt5_text_encoders.h"
#include "families/hunyuan_video_15/objective.h"
#include "families/hunyuan_video_15/pictures.h"
#include "families/hunyuan_video_15/sampling.h"
#include "families/hunyuan_video_15/vae.h"
#include "model_files/lora_keys.h"
#include "model_files/model_report.h"
#include "precompute/latent_cache.h"
#include "safetensors/file.h"
#include "tensor/checkpoint.h"

using namespace fw;
using namespace fw::families;
using torch::Tensor;

namespace {

constexpr const char* text_model = "hunyuan-video-1.5-t2v";
constexpr const char* picture_model = "hunyuan-video-1.5-i2v";
constexpr const char* step_model = "hunyuan-video-1.5-i2v-step-distilled";

std::filesystem::path model_folder(const std::string& model) {
  return std::filesystem::path(FW_SOURCE_FOLDER "/tests/reference/cases/models") / model;
}

std::unique_ptr<Family> open(const std::string& model) {
  return open_family({model_folder(model)});
}

double distance(const Tensor& a, const Tensor& b) {
  return (a - b).abs().max().item<double>();
}

run::RunSettings run_of(const std::string& model) {
  run::RunSettings settings;
  settings.family = "hunyuan_video_15";
  settings.model_folder = model_folder(model).string();
  settings.target_modules = {"to_q", "add_k_proj", "net.2"};
  if (model != text_model) settings.task = catalog::VideoTask::image_to_video;
  return settings;
}

/// The last sample has a short text and no glyphs.
TrainingBatch batch_of(const TrainingModel& model, int64_t samples) {
  TrainingBatch batch = model.example_batch({9, 32, 48}, samples);
  for (Tensor* const each :
       {&batch.latents, &batch.text.embeds, &batch.text.second_embeds, &batch.image_embeds})
    if (each->defined()) *each = torch::randn(each->sizes());
  for (Tensor* const mask : {&batch.text.mask, &batch.text.second_mask}) {
    *mask = torch::zeros(mask->sizes(), torch::kInt64);
    mask->narrow(1, 0, 9).fill_(1);
  }
  batch.text.mask[samples - 1].narrow(0, 5, 4).zero_();
  batch.text.second_mask[samples - 1].zero_();
  return batch;
}

/// Noisy latents of two frames, and texts of 5 and 3 tokens with 4 and 0 glyphs.
struct Example {
  explicit Example(const Hunyuan15TransformerConfig& config) {
    x = torch::randn({2, config.in_channels, 2, 3, 2});
    text.embeds = torch::randn({2, 8, config.text_embed_dim});
    text.mask = torch::tensor({{1, 1, 1, 1, 1, 0, 0, 0}, {1, 1, 1, 0, 0, 0, 0, 0}}, torch::kInt64);
    text.second_embeds = torch::randn({2, 6, config.text_embed_2_dim});
    text.second_mask = torch::tensor({{1, 1, 1, 1, 0, 0}, {0, 0, 0, 0, 0, 0}}, torch::kInt64);
  }
  Tensor run(Hunyuan15Transformer& network, const encoders::TextCondition& with, const Tensor& image = {},
             int64_t first = 0, int64_t samples = 2) const {
    const auto part = [&](const Tensor& t) { return t.narrow(0, first, samples); };
    auto input =
        hunyuan15_input(with.each(part), image.defined() ? part(image) : image, torch::kCPU, torch::kFloat32);
    input.hidden_states = part(x);
    input.timestep = part(torch::tensor({700.0F, 30.5F}));
    return network.forward(input, hunyuan_rotary(network.config(), 2, 3, 2, 0, torch::kCPU));
  }
  Tensor x;
  encoders::TextCondition text;
};

std::unique_ptr<Hunyuan15Transformer> load(const std::string& model) {
  return hunyuan15_load_transformer({model_folder(model)}, {});
}

}  // namespace

class TestHunyuanVideo15 : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    // Otherwise MKL's rounding depends on the alignment of weights, which streaming changes.
    qputenv("MKL_CBWR", "COMPATIBLE");
    torch::set_num_threads(1);
  }
  void init() { torch::manual_seed(4); }

  void variants_are_told_apart() {
    const auto text = open(text_model)->spec(), picture = open(picture_model)->spec(),
               steps = open(step_model)->spec();
    QVERIFY(text.can(catalog::VideoTask::text_to_video) && !text.image_encoder() && !text.keeps_first_frame);
    QVERIFY(picture.can(catalog::VideoTask::image_to_video) && picture.image_encoder());
    QVERIFY(picture.keeps_first_frame);
    QCOMPARE(steps.id, std::string("hunyuan-video-1.5-480p-i2v-step-distilled"));
    QCOMPARE(steps.guidance_scale, 1.0);  // the folder's
    QCOMPARE(text.rules.size_multiple, int64_t{16});
    QVERIFY(model_files::look_at_model({model_folder(picture_model)}).sound());
  }

  void padding_acts_nowhere() {
    const torch::NoGradGuard no_grad;
    const auto network = load(text_model);
    const Example example(network->config());
    const Tensor both = example.run(*network, example.text);
    for (const int64_t sample : {0, 1})
      QVERIFY(distance(example.run(*network, example.text, {}, sample, 1), both.narrow(0, sample, 1)) < 1e-5);
    encoders::TextCondition other = example.text;
    other.embeds = other.embeds + 3 * (1 - other.mask).unsqueeze(2);
    other.second_embeds = other.second_embeds + 3 * (1 - other.second_mask).unsqueeze(2);
    QVERIFY(distance(example.run(*network, other), both) < 1e-5);
    other = example.text;
    other.second_mask = torch::zeros_like(other.second_mask);
    const Tensor without = example.run(*network, other);
    QVERIFY(distance(without[0], both[0]) > 1e-4);
    QVERIFY(distance(without[1], both[1]) < 1e-5);
  }

  void a_picture_of_zeros_is_none() {
    const torch::NoGradGuard no_grad;
    const auto network = load(picture_model);
    const Example example(network->config());
    Tensor image = torch::zeros({2, 4, network->config().image_embed_dim});
    const Tensor none = example.run(*network, example.text);
    QVERIFY(same(example.run(*network, example.text, image), none));
    image[0].fill_(0.5);  // now the other sample's zeros take part, too
    const Tensor one = example.run(*network, example.text, image);
    QVERIFY(distance(one[0], none[0]) > 1e-4 && distance(one[1], none[1]) > 1e-4);
  }

  void the_end_of_a_step_is_embedded_if_the_network_takes_it() {
    const torch::NoGradGuard no_grad;
    for (const auto& [model, takes] : {std::pair(picture_model, false), {step_model, true}}) {
      const auto network = load(model);
      const Example example(network->config());
      auto input = hunyuan15_input(example.text, {}, torch::kCPU, torch::kFloat32);
      input.hidden_states = example.x;
      input.timestep = torch::tensor({700.0F, 30.5F});
      const auto rotary = hunyuan_rotary(network->config(), 2, 3, 2, 0, torch::kCPU);
      const Tensor plain = network->forward(input, rotary);
      input.timestep_r = torch::tensor({400.0F, 0.0F});
      QCOMPARE(distance(network->forward(input, rotary), plain) > 1e-4, takes);
    }
  }

  void quoted_texts_are_glyphs() {
    using encoders::glyph_text, encoders::GlyphRules;
    QCOMPARE(glyph_text("a sign “B”, \"A\" and \"B\""), std::string("Text \"B\". Text \"A\". "));
    QCOMPARE(glyph_text("a sign “B”, \"A\" and \"B\"", GlyphRules::musubi),
             std::string("Text \"A\". Text \"B\". Text \"B\". "));
    QCOMPARE(glyph_text("\"\" is empty"), std::string("Text \"\". "));
    for (const char* none : {"", "a panda", "a \"broken\nline\"", "“open", "6\" wide"})
      QCOMPARE(glyph_text(none), std::string());
  }

  void a_prompt_without_quotes_has_no_glyphs() {
    const auto encoders =
        open(text_model)->load_text_encoders(encoders::TextEncoderPlace::device, 2, nn::ComponentOptions{});
    const auto text = encoders->encode({"a sign \"A\"", "a panda"});
    QCOMPARE(text.second_mask.size(1), int64_t{256});
    QVERIFY(text.second_mask[0].sum().item<int64_t>() > 9);
    QCOMPARE(text.second_mask[1].sum().item<int64_t>(), int64_t{0});
    QCOMPARE(text.second_embeds[1].abs().max().item<float>(), 0.0F);
    QCOMPARE(text.embeds.size(1), text.mask.size(1));
  }

  void the_cache_keeps_glyphs() {
    encoders::TextCondition text;
    text.embeds = torch::randn({1, 4, 3});
    text.mask = torch::ones({1, 4}, torch::kInt64);
    text.second_embeds = torch::randn({1, 5, 2});
    text.second_mask = torch::tensor({{1, 1, 0, 0, 0}}, torch::kInt64);
    const auto read = precompute::text_of(precompute::text_entry(text));
    QVERIFY(same(read.embeds, text.embeds[0]) && same(read.mask, text.mask[0]));
    QVERIFY(same(read.second_embeds, text.second_embeds[0]) && same(read.second_mask, text.second_mask[0]));
    QVERIFY(!read.pooled.defined());
  }

  void the_condition_is_the_first_frame_and_a_mask() {
    const Tensor x = torch::randn({2, 4, 3, 2, 2}), first = torch::randn({2, 4, 1, 2, 2});
    QCOMPARE(hunyuan15_condition(x, {}).abs().max().item<float>(), 0.0F);
    const Tensor condition = hunyuan15_condition(x, first);
    QCOMPARE(condition.sizes().vec(), (std::vector<int64_t>{2, 5, 3, 2, 2}));
    QVERIFY(same(condition.narrow(1, 0, 4).narrow(2, 0, 1), first));
    QCOMPARE(condition.narrow(2, 1, 2).abs().max().item<float>(), 0.0F);
    QCOMPARE(condition.select(1, 4).sum().item<float>(), 8.0F);
  }

  void sizes_are_those_of_the_published_pipelines() {
    using Size = std::array<int64_t, 2>;
    QCOMPARE(hunyuan15_size(640, 9, 16), (Size{480, 848}));
    QCOMPARE(hunyuan15_size(960, 9, 16), (Size{720, 1280}));
    QCOMPARE(hunyuan15_size(640, 16, 9), (Size{848, 480}));
    QCOMPARE(hunyuan15_size(960, 16, 9), (Size{1264, 720}));
    QCOMPARE(hunyuan15_size(640, 1, 1), (Size{640, 640}));
  }

  void pictures_are_covered_and_cut() {
    const Tensor ramp = torch::arange(64).view({1, 1, 1, 64}).expand({1, 3, 16, 64}) / 64.0;
    const Tensor cut = hunyuan15_cropped(ramp, 16, 32);
    QCOMPARE(cut.sizes().vec(), (std::vector<int64_t>{1, 3, 16, 32}));
    QVERIFY(distance(cut, ramp.narrow(3, 16, 32)) <= 0.5 / 255 + 1e-6);
    const Tensor small = hunyuan15_cropped(ramp, 8, 32);
    QVERIFY(distance(small.mean(), ramp.mean()) < 0.02);
  }

  /// So a clip's own first latent is its picture's.
  void the_first_frame_is_encoded_like_a_picture() {
    const torch::NoGradGuard no_grad;
    const auto vae = open(text_model)->load_vae({});
    const Tensor video = torch::rand({1, 3, 9, 32, 48}) * 2 - 1;
    const Tensor mean = vae->encode(video, {}).mean;
    QCOMPARE(mean.size(2), int64_t{3});
    QVERIFY(distance(vae->encode(video.narrow(2, 0, 1), {}).mean, mean.narrow(2, 0, 1)) < 1e-5);
    const Tensor frames = vae->decode(mean, {}, {});
    QCOMPARE(frames.sizes().vec(), video.sizes().vec());
    QVERIFY(distance(vae->decode(mean.narrow(2, 0, 2), {}, {}), frames.narrow(2, 0, 5)) < 1e-4);
  }

  void draws_follow_the_trainer() {
    auto generator = seeded(3);
    FlowTimesteps timesteps = hunyuan15_timesteps("musubi-tuner");
    timesteps.least = 0.3;
    timesteps.most = 0.6;
    const Tensor sigmas = timesteps.draw(500, 0, generator);
    QVERIFY(sigmas.min().item<float>() >= 0.3F && sigmas.max().item<float>() <= 0.6F + 1e-6F);
    QVERIFY(same(timesteps.of_sigmas(sigmas), sigmas * 1000 + 1));
    QVERIFY(same(hunyuan15_timesteps("tencent").of_sigmas(sigmas), sigmas * 1000));
    FlowTimesteps narrow = hunyuan15_timesteps("tencent");
    narrow.flow.weighting = catalog::FlowWeighting::logit_normal;
    narrow.flow.logit_std = 0.01;
    QVERIFY((narrow.draw(200, 0, generator) - 0.5).abs().max().item<float>() < 0.05F);
    narrow.uniform_share = 0.3;
    const double far =
        ((narrow.draw(4000, 0, generator) - 0.5).abs() > 0.05F).to(torch::kFloat32).mean().item<double>();
    QVERIFY2(std::abs(far - 0.3 * 0.9) < 0.03, std::to_string(far).c_str());
    narrow.least = narrow.most = 0.5;
    QVERIFY_THROWS_EXCEPTION(Error, narrow.check_range());
  }

  void a_dropped_picture_is_not_seen() {
    const torch::NoGradGuard no_grad;
    const auto model = load_training_model(run_of(picture_model));
    TrainingBatch batch = batch_of(*model, 1);
    TrainingDraw draw = model->draw_at(batch, 0.5, seeded(1));
    const Tensor with = model->losses(batch, draw, {});
    draw.image_dropped = true;
    const Tensor dropped = model->losses(batch, draw, {});
    QVERIFY(distance(with, dropped) > 1e-5);
    batch.image_embeds = torch::randn(batch.image_embeds.sizes());
    QVERIFY(same(model->losses(batch, draw, {}), dropped));
  }

  void saving_memory_changes_no_number_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<bool>("lora");
    QTest::newRow("text") << text_model << true;
    QTest::newRow("picture") << picture_model << true;
    QTest::newRow("all weights") << picture_model << false;
  }
  void saving_memory_changes_no_number() {
    QFETCH(const QString, model);
    QFETCH(const bool, lora);
    run::RunSettings settings = run_of(model.toStdString());
    settings.training_type = lora ? run::TrainingType::lora : run::TrainingType::sft;
    compare_memory_modes(settings, {1, 2, 100}, batch_of);
  }

  void loras_have_the_names_of_other_programs() {
    using model_files::LoraFormat;
    const auto& names = model_files::key_names("hunyuan_video_15");
    const auto key = [&](const char* path, LoraFormat format) {
      return model_files::key_of(path, format, names);
    };
    QCOMPARE(key("transformer_blocks.7.attn.add_k_proj", LoraFormat::kohya),
             std::string("lora_unet_double_blocks_7_txt_attn_k"));
    QCOMPARE(key("transformer_blocks.7.attn.add_k_proj", LoraFormat::comfyui),
             std::string("diffusion_model.double_blocks.7.txt_attn.qkv"));
    QCOMPARE(key("transformer_blocks.7.ff.net.0.proj", LoraFormat::kohya),
             std::string("lora_unet_double_blocks_7_img_mlp_fc1"));
    QCOMPARE(key("transformer_blocks.7.norm1.linear", LoraFormat::comfyui),
             std::string("diffusion_model.double_blocks.7.img_mod.lin"));
    QCOMPARE(key("proj_out", LoraFormat::comfyui), std::string("diffusion_model.final_layer.linear"));
  }

  void loras_survive_every_format() {
    const torch::NoGradGuard no_grad;
    const QTemporaryDir folder;
    const auto network = load(text_model);
    const auto target = adapters::lora_target(*network, "hunyuan_video_15");
    adapters::Lora lora =
        adapters::make_lora(*network,
                            {"transformer_blocks.0.attn.to_q", "transformer_blocks.0.attn.to_v",
                             "transformer_blocks.1.ff_context.net.2", "norm_out.linear",
                             "context_embedder.token_refiner.refiner_blocks.0.attn.to_k"},
                            2, 6, torch::kCPU, seeded(1));
    for (auto& [path, module] : lora.modules) module.B = torch::randn(module.B.sizes());
    for (const auto format :
         {adapters::LoraFormat::diffusers, adapters::LoraFormat::comfyui, adapters::LoraFormat::kohya}) {
      const std::filesystem::path file = folder.filePath("lora.safetensors").toStdString();
      adapters::save_lora(file, lora, format, target, {}, Existing::replace);
      const adapters::Lora read = adapters::load_lora(file, target).lora;
      for (const auto& [path, module] : lora.modules)
        QVERIFY2(
            distance(adapters::weight_change(read.modules.at(path)), adapters::weight_change(module)) < 1e-5,
            path.c_str());
    }
  }

  /// Components in one file are read without a folder that describes them.
  void files_of_components_describe_themselves() {
    const std::filesystem::path files = model_folder(text_model) / "single";
    const auto part = [&](const char* file, const char* name) {
      return catalog::hunyuan_15_part(safetensors::File(files / file).header(), name, nlohmann::json());
    };
    const auto vae = part("vae_fp16.safetensors", "vae");
    QVERIFY(vae.has_value());
    const nlohmann::json published = read_json(model_folder(text_model) / "vae" / "config.json");
    for (const char* key : {"latent_channels", "block_out_channels", "layers_per_block", "scaling_factor"})
      QVERIFY2(vae->config.at(key) == published.at(key), key);
    const auto byt5 = part("byt5_encoder_fp16.safetensors", "text_encoder_2");
    QVERIFY(byt5.has_value());
    const nlohmann::json glyphs = read_json(model_folder(text_model) / "text_encoder_2" / "config.json");
    for (const char* key : {"d_model", "d_kv", "d_ff", "num_layers", "num_heads", "vocab_size"})
      QVERIFY2(byt5->config.at(key) == glyphs.at(key), key);
    const auto qwen = part("qwen_bf16.safetensors", "text_encoder");
    QVERIFY(qwen.has_value());
    const nlohmann::json language = read_json(model_folder(text_model) / "text_encoder" / "config.json");
    for (const char* key : {"hidden_size", "intermediate_size", "num_hidden_layers", "vocab_size"})
      QVERIFY2(qwen->config.at(key) == language.at(key), key);
    QVERIFY(!qwen->tensors.contains("lm_head.weight"));
    const std::filesystem::path sigclip = model_folder(picture_model) / "single" / "sigclip_fp16.safetensors";
    const auto read = [&](auto family_part) {
      return family_part(safetensors::File(sigclip).header(), "image_encoder", nlohmann::json());
    };
    QVERIFY(read(catalog::hunyuan_15_part)->config.at("num_hidden_layers") == 2);
    QVERIFY(!read(catalog::wan_part));
    for (const char* other : {"byt5_glyph_fp16.safetensors", "comfy_fp16.safetensors"})
      QVERIFY2(!part(other, "vae") && !part(other, "text_encoder") && !part(other, "image_encoder"), other);
  }

  void a_transformer_in_one_file_is_the_same_model() {
    const QTemporaryDir place;
    qputenv("XDG_DATA_HOME", place.filePath("data").toUtf8());
    const auto folder = model_folder(text_model);
    for (const char* name : {"original_bf16", "comfy_fp16", "fp8_scaled"}) {
      const std::filesystem::path file = folder / "single" / (std::string(name) + ".safetensors");
      const auto family = open_family({folder, {{"transformer", file}}});
      QCOMPARE(family->spec(), open(text_model)->spec());
      QVERIFY(family->load_transformer({})->block_count() > 0);
    }
  }
};

QTEST_GUILESS_MAIN(TestHunyuanVideo15)
#include "test_hunyuan_video_15.moc"
