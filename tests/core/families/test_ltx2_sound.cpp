// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include "adapters/lora_file.h"
#include "catalog/ltx2_sound_parts.h"
#include "core/families/two_updates.h"
#include "families/ltx2/objective.h"
#include "families/ltx2/sampling.h"
#include "families/ltx2/vocoder.h"

using namespace fw;
using namespace fw::families;
using torch::Tensor;

namespace {

std::filesystem::path model_folder(const std::string& model) {
  return std::filesystem::path(FW_SOURCE_FOLDER "/tests/reference/cases/models") / model;
}

run::RunSettings run_of(const std::string& model) {
  run::RunSettings settings;
  settings.family = "ltx2";
  settings.model_folder = model_folder(model).string();
  settings.target_modules = {"to_q", "to_v", "net.2"};
  settings.own["model.ltx2.sound"] = true;
  return settings;
}

/// Clips of 9 frames with sound.
TrainingBatch batch_of(const TrainingModel& model, int64_t samples) {
  TrainingBatch batch = model.example_batch({9, 32, 64}, samples);
  batch.latents = torch::randn(batch.latents.sizes());
  batch.text.embeds = torch::randn({samples, 7, batch.text.embeds.size(2)});
  batch.text.second_embeds = torch::randn({samples, 5, batch.text.second_embeds.size(2)});
  batch.sound_latents = torch::randn(batch.sound_latents.sizes());
  return batch;
}

double distance(const Tensor& a, const Tensor& b) {
  return (a - b).abs().max().item<double>();
}

NoiseSource noises() {
  return [](uint64_t stream, torch::IntArrayRef shape) {
    torch::manual_seed(stream + 1);
    return torch::randn(shape);
  };
}

/// A request for two steps and its texts.
SampleInput input_of(const Family& family, const catalog::Bucket& size) {
  SampleInput input;
  input.size = size;
  input.steps = 2;
  input.guidance_scale = 3;
  input.fps = 24;
  const auto config =
      Ltx2SoundTransformerConfig::from_json(read_json(family.source().part("transformer") / "config.json"));
  input.text.embeds = torch::randn({1, 6, config.text_width()});
  input.text.second_embeds = torch::randn({1, 6, config.audio_text_width()});
  input.negative = input.text.each([](const Tensor& x) { return x * 0.3; });
  return input;
}

Ltx2TransformerInput network_input(const Ltx2TransformerConfig& config, int64_t tokens) {
  Ltx2TransformerInput input;
  input.hidden_states = torch::randn({2, tokens, config.in_channels});
  input.encoder_hidden_states = torch::randn({2, 5, config.text_width()});
  input.timestep = torch::tensor({300.0F, 800.0F});
  return input;
}

}  // namespace

class TestLtx2Sound : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    qputenv("MKL_CBWR", "COMPATIBLE");
    torch::set_num_threads(1);
    qputenv("XDG_DATA_HOME", home_.filePath("data").toUtf8());
  }

  void a_clip_has_25_tokens_a_second() {
    QCOMPARE(ltx2_sound_tokens(121, 24, 25), int64_t{126});
    QCOMPARE(ltx2_sound_tokens(1, 24, 25), int64_t{1});
    QCOMPARE(ltx2_sound_tokens(1, 60, 25), int64_t{1});  // never none
    QCOMPARE(ltx2_sound_tokens(3, 30, 25), int64_t{2});  // 2.5: to the even number
  }

  /// With sound, the network has exactly the published tensors.
  void published_networks_have_sound_data() { video_alone_needs_no_sound_data(); }
  void published_networks_have_sound() {
    QFETCH(const QString, model);
    const std::map<std::string, std::string> published{
        {"ltx-2.0", "ltx-2-19b"}, {"ltx-2.3", "ltx-2.3-22b"}, {"ltx-2.5", "ltx-2.5-22b"}};
    const auto folder = std::filesystem::path(FW_SOURCE_FOLDER "/tests/reference/manifests") /
                        (published.at(model.toStdString()) + "-transformer");
    const auto manifest = read_json(folder / "manifest.json");
    Ltx2Transformer network(Ltx2SoundTransformerConfig::from_json(read_json(folder / "config.json")),
                            torch::TensorOptions(torch::kMeta));
    const auto wanted = manifest.at("parameters").get<std::map<std::string, nn::Shape>>();
    QCOMPARE(nn::compare(network, wanted).lines(), std::vector<std::string>());
    QCOMPARE(network.parameter_count(), manifest.at("total_parameters").get<int64_t>());
  }

  /// The network without sound is the same as before there was any: no weights, and the same bits.
  void video_alone_needs_no_sound_data() {
    QTest::addColumn<QString>("model");
    for (const char* model : {"ltx-2.0", "ltx-2.3", "ltx-2.5"}) QTest::newRow(model) << model;
  }
  void video_alone_needs_no_sound() {
    QFETCH(const QString, model);
    const torch::NoGradGuard no_grad;
    const auto family = open_family({model_folder(model.toStdString())});
    const auto plain = family->load_transformer({});
    family->use_sound(true);
    const auto both = family->load_transformer({});
    plain->for_each_slot([&](const std::string& name, const Tensor& slot) {
      QVERIFY2(name.find("audio") == std::string::npos && name.find("a2v") == std::string::npos,
               name.c_str());
      Tensor other;
      both->for_each_slot([&](const std::string& own, const Tensor& found) {
        if (own == name) other = found;
      });
      QVERIFY2(other.defined() && torch::equal(slot, other), name.c_str());
    });
    QVERIFY(both->parameter_count() > plain->parameter_count());
    auto& video = dynamic_cast<Ltx2Transformer&>(*plain);
    auto& sounding = dynamic_cast<Ltx2Transformer&>(*both);
    torch::manual_seed(4);
    Ltx2TransformerInput input = network_input(video.config(), 6);
    const Tensor bounds = ltx2_bounds(3, 1, 2, 24);
    const Tensor alone = video.forward(input, ltx2_rotary_of(video.config(), bounds, 0, torch::kCPU)).video;
    const auto without = sounding.forward(input, ltx2_rotary_of(sounding.config(), bounds, 0, torch::kCPU));
    QVERIFY(same(alone, without.video) && !without.sound.defined());
    const Ltx2TransformerConfig& config = sounding.config();
    input.sound = ltx2_sound_input(torch::randn({2, 7, config.audio_in_channels}), input.timestep,
                                   torch::randn({2, 4, config.audio_text_width()}), torch::kFloat32);
    const Ltx2Rotary rotary = ltx2_rotary_of(config, bounds, 7, torch::kCPU);
    const Tensor crossed = sounding.forward(input, rotary).video;
    QVERIFY(distance(crossed, alone) > 1e-4);
    input.sound.apart = true;
    const Ltx2Velocity apart = sounding.forward(input, rotary);
    QVERIFY(distance(apart.video, alone) < 1e-5);
    QCOMPARE(apart.sound.sizes(), (torch::IntArrayRef{2, 7, config.audio_out_channels}));
  }

  void autoencoder_takes_any_length_data() {
    QTest::addColumn<int>("frames");
    for (const int frames : {1, 2, 4, 5, 9, 30}) QTest::addRow("%d", frames) << frames;
  }
  void autoencoder_takes_any_length() {
    QFETCH(const int, frames);
    const torch::NoGradGuard no_grad;
    const auto vae =
        nn::load_component<Ltx2AudioVae, Ltx2AudioVaeConfig>(model_folder("ltx-2.3") / "audio_vae", {});
    const Tensor mel = torch::randn({1, 2, frames, vae->config().mel_bins});
    const auto posterior = vae->encode(mel);
    const int64_t latents = (frames + 3) / 4;
    QCOMPARE(posterior.mean.sizes(), (torch::IntArrayRef{1, 2, latents, 4}));
    QCOMPARE(vae->decode(posterior.mean).sizes(), (torch::IntArrayRef{1, 2, 4 * latents - 3, 16}));
    // Causal: what comes later does not change what is there.
    if (frames <= 4) return;
    const auto first = vae->encode(mel.narrow(2, 0, 5));
    QVERIFY(distance(first.mean, posterior.mean.narrow(2, 0, 2)) < 1e-5);
    const Tensor packed = ltx2_pack_sound(posterior.mean);
    QCOMPARE(packed.size(2), vae->scale().mean.size(0));
    QVERIFY(same(ltx2_unpack_sound(packed, 2), posterior.mean));
    QVERIFY(distance(vae->scale().to_vae(vae->scale().to_model(packed)), packed) < 1e-5);
  }

  void vocoders_take_any_length_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<int>("frames");
    for (const char* model : {"ltx-2.0", "ltx-2.3"})
      for (const int frames : {1, 3, 10}) QTest::addRow("%s, %d", model, frames) << model << frames;
  }
  void vocoders_take_any_length() {
    QFETCH(const QString, model);
    QFETCH(const int, frames);
    const torch::NoGradGuard no_grad;
    const auto vocoder =
        nn::load_component<Ltx2Vocoder, Ltx2VocoderConfig>(model_folder(model.toStdString()) / "vocoder", {});
    const Ltx2VocoderConfig& config = vocoder->config();
    const Tensor wave = vocoder->forward(torch::randn({1, 2, frames, config.generator.in_channels / 2}));
    const int64_t ratio = config.extension ? config.output_rate / config.input_rate : 1;
    QCOMPARE(wave.sizes(), (torch::IntArrayRef{1, 2, frames * config.generator.factor() * ratio}));
    QVERIFY(wave.abs().max().item<float>() <= 1 && wave.isfinite().all().item<bool>());
  }

  /// A number of samples that the second generator's hop does not divide.
  void a_waveform_need_not_be_whole_hops() {
    const torch::NoGradGuard no_grad;
    auto json = read_json(model_folder("ltx-2.3") / "vocoder/config.json");
    json["hop_length"] = 8;  // of 16 samples a frame of the first generator
    json["bwe_upsample_factors"] = {2, 4, 3};
    json["bwe_upsample_kernel_sizes"] = {4, 8, 5};
    json["upsample_factors"] = {2, 2, 3};
    json["upsample_kernel_sizes"] = {4, 4, 5};
    Ltx2Vocoder vocoder(Ltx2VocoderConfig::from_json(json), torch::TensorOptions());
    torch::manual_seed(1);
    vocoder.for_each_slot([](const std::string&, Tensor& slot) { slot.normal_(0, 0.1); });
    const Tensor wave = vocoder.forward(torch::randn({1, 2, 5, 16}));
    QCOMPARE(wave.size(2), int64_t{5 * 12 * 3});
    QVERIFY(wave.isfinite().all().item<bool>());
  }

  void clips_get_sound() {
    const torch::NoGradGuard no_grad;
    const auto family = open_family({model_folder("ltx-2.3")});
    SampleInput input = input_of(*family, {17, 32, 32});
    QVERIFY(family->makes_sound(input, nullptr));
    SampleInput picture = input;
    picture.size.frames = 1;
    QVERIFY(!family->makes_sound(picture, nullptr));
    const auto silent_network = family->load_transformer({});
    QVERIFY(!family->makes_sound(input, silent_network.get()));
    family->use_sound(true);
    const auto network = family->load_transformer({});
    QVERIFY(family->makes_sound(input, network.get()));
    SampleHooks hooks;
    hooks.noise = noises();
    Tensor tokens;
    int calls = 0;
    hooks.on_sound = [&](int64_t step, const Tensor& made) {
      QCOMPARE(step, int64_t{calls++});
      tokens = made;
    };
    const Tensor clip = family->denoise(*network, input, torch::kFloat32, hooks);
    QCOMPARE(calls, 2);
    QCOMPARE(tokens.sizes(), (torch::IntArrayRef{1, 18, 8}));
    const SoundWave wave = family->decode_sound(tokens, {});
    QCOMPARE(wave.rate, int64_t{48000});
    QCOMPARE(wave.samples.sizes(), (torch::IntArrayRef{1, 2, (4 * 18 - 3) * 16 * 3}));
    // The sound's guidance is its own, and that between the streams changes both.
    const auto other = [&](const char* key, double value) {
      SampleInput changed = input;
      changed.own[key] = value;
      return std::pair(family->denoise(*network, changed, torch::kFloat32, hooks), tokens);
    };
    const Tensor first = tokens;
    calls = 0;
    const auto [video, sound] = other("validation.ltx2.modality_scale", 1.0);
    QVERIFY(distance(video, clip) > 1e-4 && distance(sound, first) > 1e-4);
    input.own["validation.ltx2.sound"] = false;
    QVERIFY(!family->makes_sound(input, nullptr));
  }

  void a_second_stage_goes_on_with_the_sound() {
    const torch::NoGradGuard no_grad;
    const auto family = open_family({model_folder("ltx-2.0")});
    family->use_sound(true);
    const auto network = family->load_transformer({});
    SampleInput input = input_of(*family, {9, 128, 128});
    input.own["validation.ltx2.upsampler"] = std::string("latent_upsampler");
    SampleHooks hooks;
    hooks.noise = noises();
    std::vector<Tensor> sounds;
    MadeSections made;
    hooks.on_sound = [&](int64_t, const Tensor& tokens) { sounds.push_back(tokens); };
    hooks.on_section = [&](const MadeSections& done) { made = done; };
    const Tensor whole = family->denoise(*network, input, torch::kFloat32, hooks);
    QCOMPARE(sounds.size(), size_t{5});
    QVERIFY(same(made.sound, sounds[1]));
    const Tensor last = sounds.back();
    hooks.made = made;
    sounds.clear();
    QVERIFY(same(family->denoise(*network, input, torch::kFloat32, hooks), whole));
    QVERIFY(sounds.size() == 3 && same(sounds.back(), last));
  }

  void saving_memory_changes_no_number_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<bool>("is_lora");
    for (const char* model : {"ltx-2.0", "ltx-2.3", "ltx-2.5"}) QTest::newRow(model) << model << true;
    QTest::newRow("all weights") << "ltx-2.3" << false;
  }
  void saving_memory_changes_no_number() {
    QFETCH(const QString, model);
    QFETCH(const bool, is_lora);
    run::RunSettings settings = run_of(model.toStdString());
    settings.own["model.ltx2.first_frame_conditioning"] = 0.5;
    settings.training_type = is_lora ? run::TrainingType::lora : run::TrainingType::sft;
    compare_memory_modes(settings, {1, 2}, batch_of);
  }

  void clips_without_sound_have_no_loss_of_it() {
    torch::manual_seed(9);
    const auto model = load_training_model(run_of("ltx-2.3"));
    TrainingBatch batch = batch_of(*model, 2);
    const TrainingDraw draw = model->draw_at(batch, 0.6, seeded(2));
    const Tensor all = model->losses(batch, draw, {});
    batch.has_sound = torch::tensor({1, 0}, torch::kUInt8).to(torch::kBool);
    const Tensor some = model->losses(batch, draw, {});
    QVERIFY(distance(some[0], all[0]) < 1e-5);
    QVERIFY(some[1].item<float>() < all[1].item<float>() - 0.1F);
    batch.sound_latents[1].normal_(0, 5);  // its contents do not matter
    QVERIFY(same(model->losses(batch, draw, {}), some));

    TrainingBatch none = batch;
    none.sound_latents = none.has_sound = Tensor();
    run::RunSettings silent = run_of("ltx-2.3");
    silent.own["model.ltx2.sound"] = false;
    const auto video = load_training_model(silent);
    QVERIFY(same(model->losses(none, draw, {}), video->losses(none, draw, {})));
    // With another convention, the video sees tokens of noise instead.
    run::RunSettings noisy = run_of("ltx-2.3");
    noisy.own["model.ltx2.missing_sound"] = std::string("noise");
    QVERIFY(distance(load_training_model(noisy)->losses(none, draw, {}), video->losses(none, draw, {})) >
            1e-5);
  }

  void the_sounds_loss_is_weighted() {
    torch::manual_seed(9);
    run::RunSettings settings = run_of("ltx-2.0");
    const auto once = load_training_model(settings);
    const TrainingBatch batch = batch_of(*once, 2);
    const TrainingDraw draw = once->draw_at(batch, 0.4, seeded(2));
    const auto losses = [&](double weight) {
      settings.own["model.ltx2.sound_loss_weight"] = weight;
      return load_training_model(settings)->losses(batch, draw, {});
    };
    const Tensor none = losses(0), one = losses(1), three = losses(3);
    QVERIFY(one[0].item<float>() > none[0].item<float>());
    QVERIFY(distance(none + 3 * (one - none), three) < 1e-4);
  }

  /// Runs without sound draw what they drew before there was any.
  void sound_changes_no_other_draw() {
    const auto with = load_training_model(run_of("ltx-2.3"));
    run::RunSettings settings = run_of("ltx-2.3");
    settings.own["model.ltx2.sound"] = false;
    const auto without = load_training_model(settings);
    const TrainingBatch batch = batch_of(*with, 3);
    const TrainingDraw both = with->draw(batch, seeded(6)), video = without->draw(batch, seeded(6));
    QVERIFY(same(both.noise, video.noise) && same(both.sigmas, video.sigmas));
    QVERIFY(both.sound_noise.defined() && !video.sound_noise.defined());
  }

  void loras_of_sound_are_read_with_it() {
    const auto file = model_folder("ltx-2.3") / "lora_every/ltx_trainer.safetensors";
    const auto family = open_family({model_folder("ltx-2.3")});
    const auto modules_of_sound = [&] {
      const auto network = family->load_transformer({});
      int count = 0;
      for (const auto& [path, module] :
           adapters::load_lora(file, adapters::lora_target(*network, "ltx2")).lora.modules)
        count += path.find("audio") != std::string::npos ? 1 : 0;
      return count;
    };
    QCOMPARE(modules_of_sound(), 0);
    family->use_sound(true);
    QCOMPARE(modules_of_sound(), 2 * 4 * 4);  // blocks, attentions, layers
  }

  void a_combined_file_has_the_sound() {
    const auto family = open_family({model_folder("ltx-2.0") / "single/combined_bf16.safetensors"}),
               folder = open_family({model_folder("ltx-2.0")});
    QVERIFY(ltx2_has_sound(family->source()));
    const auto config = [](const Family& from, const char* part) {
      return read_json(from.source().part(part) / "config.json");
    };
    const auto vae = Ltx2AudioVaeConfig::from_json(config(*family, "audio_vae")),
               own = Ltx2AudioVaeConfig::from_json(config(*folder, "audio_vae"));
    QVERIFY(vae.base_channels == own.base_channels && vae.ch_mult == own.ch_mult &&
            vae.num_res_blocks == own.num_res_blocks && vae.mel_bins == own.mel_bins);
    const auto vocoder = Ltx2VocoderConfig::from_json(config(*family, "vocoder")).generator,
               small = Ltx2VocoderConfig::from_json(config(*folder, "vocoder")).generator;
    QCOMPARE(vocoder.resnet_dilations, small.resnet_dilations);
    QCOMPARE(vocoder.upsample_kernel_sizes, small.upsample_kernel_sizes);
    QVERIFY(!vocoder.is_periodic && vocoder.final_bias);
    family->use_sound(true);
    const auto network = family->load_transformer({});
    QVERIFY(network->find<nn::Linear>("transformer_blocks.1.audio_to_video_attn.to_v") != nullptr);
  }

  /// What no shape determines is in the makers' files.
  void a_file_says_how_its_vocoder_upsamples() {
    const catalog::Ltx2Shapes shapes{{"vocoder.conv_in.weight", {16, 32, 7}},
                                     {"vocoder.upsamplers.0.weight", {16, 8, 4}},
                                     {"vocoder.upsamplers.1.weight", {8, 4, 8}},
                                     {"bwe_generator.conv_in.weight", {16, 32, 7}},
                                     {"bwe_generator.upsamplers.0.weight", {16, 8, 4}}};
    const nlohmann::json said{
        {"vocoder", {{"upsample_rates", {2, 4}}}},
        {"bwe", {{"upsample_rates", {3}}, {"hop_length", 20}, {"output_sampling_rate", 44100}}}};
    const auto config = catalog::ltx2_vocoder_config(shapes, said);
    QCOMPARE(config.at("upsample_factors"), nlohmann::json({2, 4}));
    QCOMPARE(config.at("bwe_upsample_factors"), nlohmann::json({3}));
    QVERIFY(config.at("hop_length") == 20 && config.at("output_sampling_rate") == 44100);
    QCOMPARE(catalog::ltx2_vocoder_config(shapes, {}).at("upsample_factors"), nlohmann::json({5, 2}));
    QCOMPARE(
        catalog::ltx2_vocoder_name("vocoder.bwe_generator.resblocks.3.acts1.0.downsample.lowpass.filter"),
        std::string("bwe_generator.resnets.3.acts1.0.downsample.filter"));
    QCOMPARE(catalog::ltx2_audio_vae_name("audio_vae.per_channel_statistics.mean-of-means"),
             std::string("latents_mean"));
    QVERIFY(catalog::ltx2_audio_vae_name("vae.encoder.conv_in.conv.weight").empty());
  }

 private:
  QTemporaryDir home_;
};

QTEST_GUILESS_MAIN(TestLtx2Sound)
#include "test_ltx2_sound.moc"
