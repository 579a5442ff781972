// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include "adapters/lora_file.h"
#include "core/families/two_updates.h"
#include "encoders/gemma.h"
#include "families/ltx2/objective.h"
#include "families/ltx2/sampling.h"
#include "families/ltx2/vae_config.h"
#include "model_files/lora_keys.h"
#include "tensor/checkpoint.h"
#include "tensor/save.h"
#include "text/tokenizer.h"
#include "training/learner.h"
#include "training/result.h"

using namespace fw;
using namespace fw::families;
using torch::Tensor;

namespace {

using Texts = std::vector<std::string>;

std::filesystem::path model_folder(const std::string& model) {
  return std::filesystem::path(FW_SOURCE_FOLDER "/tests/reference/cases/models") / model;
}

run::RunSettings run_of(const std::string& model) {
  run::RunSettings settings;
  settings.family = "ltx2";
  settings.model_folder = model_folder(model).string();
  settings.target_modules = {"to_q", "to_v", "net.2"};
  return settings;
}

TrainingBatch batch_of(const TrainingModel& model, int64_t samples) {
  TrainingBatch batch = model.example_batch({9, 32, 64}, samples);
  batch.latents = torch::randn(batch.latents.sizes());
  batch.text.embeds = torch::randn({samples, 7, batch.text.embeds.size(2)});
  return batch;
}

double distance(const Tensor& a, const Tensor& b) {
  return (a - b).abs().max().item<double>();
}

/// A request for two steps without guidance, and its text.
SampleInput input_of(const Family& family) {
  SampleInput input;
  input.size = {17, 64, 64};
  input.steps = 2;
  input.guidance_scale = 1;
  input.fps = 24;
  input.own["validation.ltx2.skip_scale"] = 0.0;
  const auto config = read_json(family.source().part("transformer") / "config.json");
  const bool projects = config.at("use_prompt_embeddings");
  input.text.embeds =
      torch::randn({1, 6, config.at(projects ? "caption_channels" : "cross_attention_dim").get<int64_t>()});
  return input;
}

NoiseSource noises() {
  return [](uint64_t stream, torch::IntArrayRef shape) {
    torch::manual_seed(stream + 1);
    return torch::randn(shape);
  };
}

}  // namespace

class TestLtx2 : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    // Otherwise MKL's rounding depends on the alignment of weights, which streaming changes.
    qputenv("MKL_CBWR", "COMPATIBLE");
    torch::set_num_threads(1);
    qputenv("XDG_DATA_HOME", home_.filePath("data").toUtf8());
  }

  void versions_are_told_apart() {
    for (const auto& [folder, id] : std::map<std::string, std::string>{
             {"ltx-2.0", "ltx-2-19b"}, {"ltx-2.3", "ltx-2.3-22b"}, {"ltx-2.5", "ltx-2.5-22b"}}) {
      const auto spec = open_family({model_folder(folder)})->spec();
      QCOMPARE(spec.id, id);
      QCOMPARE(spec.rules.vae_frame_step, int64_t{8});
    }
  }

  /// Whole and without configurations, as published; the earlier family has files with the same names.
  void a_combined_file_is_a_model() {
    const auto file = model_folder("ltx-2.0") / "single/combined_bf16.safetensors";
    const auto family = open_family({file}), folder = open_family({model_folder("ltx-2.0")});
    QCOMPARE(family->spec().id, folder->spec().id);
    QCOMPARE(family->spec().transformer, folder->spec().transformer);
    const auto own = [](const Family& from, const char* part) {
      return read_json(from.source().part(part) / "config.json");
    };
    const auto transformer = Ltx2TransformerConfig::from_json(own(*family, "transformer"));
    QCOMPARE(transformer.num_attention_heads, int64_t{2});
    QVERIFY(transformer.projects_captions && !transformer.gated_attention && transformer.ff_bias);
    QCOMPARE(Ltx2VaeConfig::from_json(own(*family, "vae")).block_out_channels,
             Ltx2VaeConfig::from_json(own(*folder, "vae")).block_out_channels);
    const auto network = family->load_transformer({});
    QVERIFY(network->find<nn::Linear>("transformer_blocks.1.attn2.to_v") != nullptr);
    QVERIFY(family->load_vae({}) != nullptr);
  }

  void a_transformer_file_of_a_later_version_says_what_it_is() {
    const auto file = model_folder("ltx-2.3") / "single/transformer_bf16.safetensors";
    const catalog::ModelSource source{file, {{"vae", model_folder("ltx-2.3") / "vae"}}};
    const auto config =
        Ltx2TransformerConfig::from_json(read_json(source.part("transformer") / "config.json"));
    QVERIFY(config.gated_attention && config.modulates_text && !config.projects_captions);
    QCOMPARE(open_family(source)->spec().id, std::string("ltx-2.3-22b"));
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

  void draws_stay_in_their_range() {
    auto generator = seeded(3);
    const Tensor normal = at::randn({4000}, generator, torch::TensorOptions()),
                 uniform = at::rand({4000}, generator, torch::TensorOptions()),
                 choice = at::rand({4000}, generator, torch::TensorOptions());
    for (const auto of :
         {Ltx2Timesteps::Of::stretched, Ltx2Timesteps::Of::legacy, Ltx2Timesteps::Of::uniform}) {
      Ltx2Timesteps timesteps;
      timesteps.of = of;
      const Tensor few = timesteps.sigmas(normal, uniform, choice, 256),
                   many = timesteps.sigmas(normal, uniform, choice, 6144);
      for (const Tensor& sigmas : {few, many})
        QVERIFY(sigmas.min().item<float>() >= 0 && sigmas.max().item<float>() <= 1);
      QCOMPARE(distance(few, many) > 0, of != Ltx2Timesteps::Of::uniform);
      if (of != Ltx2Timesteps::Of::uniform) QVERIFY(few.mean().item<float>() < many.mean().item<float>());
    }
    Ltx2Timesteps stretched, legacy;
    legacy.of = Ltx2Timesteps::Of::legacy;
    // Few tokens hardly ever get the least noise before it is stretched.
    QVERIFY(stretched.sigmas(normal, uniform, choice, 6144).min().item<float>() <
            legacy.sigmas(normal, uniform, choice, 6144).min().item<float>());
  }

  void a_share_of_the_samples_has_a_given_first_frame() {
    run::RunSettings settings = run_of("ltx-2.3");
    settings.own["model.ltx2.first_frame_conditioning"] = 0.25;
    const auto model = load_training_model(settings);
    const TrainingBatch batch = batch_of(*model, 400);
    const TrainingDraw draw = model->draw(batch, seeded(1));
    const auto given = draw.first_frame_sigmas.eq(0).sum().item<int64_t>();
    QVERIFY2(given > 60 && given < 140, std::to_string(given).c_str());
    QVERIFY(same(draw.first_frame_sigmas.masked_select(draw.first_frame_sigmas > 0),
                 draw.sigmas.masked_select(draw.first_frame_sigmas > 0)));
    TrainingBatch picture = batch;
    picture.latents = batch.latents.narrow(2, 0, 1);
    QVERIFY(!model->draw(picture, seeded(1)).first_frame_sigmas.defined());
  }

  /// The loss leaves out a given first frame, so its contents do not change the loss.
  void a_given_frame_has_no_loss() {
    const auto model = load_training_model(run_of("ltx-2.0"));
    const TrainingBatch batch = batch_of(*model, 2);
    TrainingDraw draw = model->draw_at(batch, 0.6, seeded(2));
    const Tensor plain = model->losses(batch, draw, {});
    draw.first_frame_sigmas = torch::tensor({0.0F, 0.6F});
    const Tensor held = model->losses(batch, draw, {});
    QVERIFY(held[0].item<float>() != plain[0].item<float>());
    QVERIFY(distance(held[1], plain[1]) < 1e-5);
    TrainingDraw other = draw;
    other.noise = draw.noise.clone();
    other.noise.select(0, 0).select(1, 0).normal_();
    QVERIFY(same(model->losses(batch, other, {})[0], held[0]));
  }

  void a_kept_picture_stays_as_it_is() {
    const auto family = open_family({model_folder("ltx-2.3")});
    const auto network = family->load_transformer({});
    SampleInput input = input_of(*family);
    const Tensor first = torch::randn({1, 8, 1, 2, 2}), last = torch::randn({1, 8, 1, 2, 2});
    input.image.latents = {{first, 0, 1.0}, {last, -1, 0.7}};
    std::vector<int64_t> tokens;
    SampleHooks hooks;
    hooks.noise = noises();
    hooks.on_step = [&](int64_t, const Tensor& x, const Tensor& clean) {
      tokens.push_back(x.size(1));
      QCOMPARE(clean.sizes(), (torch::IntArrayRef{1, 8, 3, 2, 2}));
    };
    const Tensor clip = family->denoise(*network, input, torch::kFloat32, hooks);
    QVERIFY(distance(clip.narrow(2, 0, 1), first) < 1e-5);
    QCOMPARE(tokens, (std::vector<int64_t>{16, 16}));  // 12 of the clip, 4 of its last picture
    input.image.latents.pop_back();
    hooks.on_step = {};
    QVERIFY(distance(family->denoise(*network, input, torch::kFloat32, hooks).narrow(2, 1, 2),
                     clip.narrow(2, 1, 2)) > 1e-4);
  }

  /// Reflection has no meaning there; tiles end in such rows.
  void a_single_row_of_latents_is_decoded() {
    const auto vae = open_family({model_folder("ltx-2.0")})->load_vae({});
    const Tensor video = vae->decode(torch::randn({1, 8, 2, 1, 3}), {}, {});
    QCOMPARE(video.sizes(), (torch::IntArrayRef{1, 3, 9, 32, 96}));
    QVERIFY(same(vae->decode(torch::zeros({1, 8, 2, 1, 3}), {}, {}),
                 vae->decode(torch::zeros({1, 8, 2, 1, 3}), {}, {})));
    QVERIFY(video.isfinite().all().item<bool>());
  }

  void two_stages_continue_from_the_first() {
    const auto family = open_family({model_folder("ltx-2.0")});
    const auto network = family->load_transformer({});
    SampleInput input = input_of(*family);
    input.size = {9, 128, 128};
    input.own["validation.ltx2.upsampler"] = std::string("latent_upsampler");
    QCOMPARE(family->steps_of(input), int64_t{5});
    QVERIFY(family->check(input).empty());
    SampleHooks hooks;
    hooks.noise = noises();
    MadeSections made;
    int calls = 0;
    hooks.on_section = [&](const MadeSections& done) { made = done; };
    hooks.on_step = [&](int64_t step, const Tensor&, const Tensor&) { QCOMPARE(step, int64_t{calls++}); };
    const Tensor whole = family->denoise(*network, input, torch::kFloat32, hooks);
    QCOMPARE(calls, 5);
    QCOMPARE(whole.sizes(), (torch::IntArrayRef{1, 8, 2, 4, 4}));
    QCOMPARE(made.count, int64_t{1});
    hooks.made = made;
    calls = 2;
    QVERIFY(same(family->denoise(*network, input, torch::kFloat32, hooks), whole));
    input.size = {9, 96, 128};
    QCOMPARE(family->check(input).size(), size_t{1});
  }

  void wrong_lists_are_reported() {
    const auto family = open_family({model_folder("ltx-2.3")});
    SampleInput input = input_of(*family);
    for (const Texts& wrong : {Texts{"1", "0.5x"}, Texts{"0.5", "0.9"}, Texts{"2"}, Texts{"0"}, Texts{""}}) {
      input.own["validation.ltx2.sigmas"] = wrong;
      QCOMPARE(family->check(input).size(), size_t{1});
    }
    input.own["validation.ltx2.sigmas"] = Texts{"1", "0.5"};
    QVERIFY(family->check(input).empty());
  }

  void loras_have_the_makers_names() {
    const auto& names = model_files::key_names("ltx2");
    const std::string path = "transformer_blocks.3.attn1.to_out.0";
    QCOMPARE(model_files::key_of(path, model_files::LoraFormat::comfyui, names), "diffusion_model." + path);
    QCOMPARE(model_files::other_name("time_embed.emb.timestep_embedder.linear_1", names).name,
             std::string("adaln_single.emb.timestep_embedder.linear_1"));
    QCOMPARE(model_files::other_name("prompt_adaln.linear", names).name,
             std::string("prompt_adaln_single.linear"));
  }

  void modules_of_sound_in_a_lora_are_not_read() {
    const auto network = open_family({model_folder("ltx-2.3")})->load_transformer({});
    const auto target = adapters::lora_target(*network, "ltx2");
    const auto all = model_folder("ltx-2.3") / "lora_every/ltx_trainer.safetensors";
    QVERIFY(std::filesystem::exists(all));
    const auto lora = adapters::load_lora(all, target).lora;
    QVERIFY(lora.modules.contains("transformer_blocks.0.attn1.to_q"));
    for (const auto& [path, module] : lora.modules) QVERIFY(path.find("audio") == std::string::npos);
    const auto alone = std::filesystem::path(home_.filePath("sound.safetensors").toStdString());
    const std::string layer = "diffusion_model.transformer_blocks.0.audio_attn1.to_q";
    tensor::save_tensors(alone, {{layer + ".lora_A.weight", torch::ones({2, 18})},
                                 {layer + ".lora_B.weight", torch::ones({18, 2})}});
    QVERIFY_THROWS_EXCEPTION(Error, adapters::load_lora(alone, target));
  }

  void a_fine_tune_keeps_the_weights_of_sound() {
    run::RunSettings settings = run_of("ltx-2.5");
    settings.training_type = run::TrainingType::sft;
    settings.mixed_precision = "fp32";
    const training::Learner learner(settings, {});
    const run::RunPaths run(std::filesystem::path(home_.filePath("run").toStdString()));
    std::filesystem::create_directories(run.result().parent_path());
    training::write_result(run, settings, learner, 1, [](const Tensor&) {});
    const auto before = tensor::Checkpoint::open(model_folder("ltx-2.5") / "transformer"),
               after = tensor::Checkpoint::open(run.result() / "transformer");
    QCOMPARE(after.names(), before.names());
    const std::string of_sound = "transformer_blocks.1.audio_ff.net.0.proj.weight";
    QVERIFY(torch::equal(after.read(of_sound), before.read(of_sound)));
    QCOMPARE(open_family({run.result()})->spec().id, std::string("ltx-2.5-22b"));
  }

  void gemma_sees_only_words() {
    const torch::NoGradGuard no_grad;
    const auto folder = model_folder("ltx-2.0") / "text_encoder";
    const auto gemma = nn::load_component<encoders::Gemma, encoders::GemmaConfig>(folder, {});
    const auto states = [&](const Tensor& ids, const Tensor& mask) {
      std::vector<Tensor> all;
      gemma->forward(ids, mask, [&](int64_t, const Tensor& state) { all.push_back(state); });
      return torch::stack(all, -1);
    };
    const Tensor ids = torch::randint(3, 700, {1, 9}, torch::kInt64);
    Tensor mask = torch::ones({1, 9}, torch::kInt64), other = ids.clone();
    mask.narrow(1, 0, 4).zero_();
    other.narrow(1, 0, 4).fill_(5);
    const Tensor first = states(ids, mask);
    QVERIFY(same(first, states(other, mask)));
    QVERIFY(first.narrow(1, 0, 4).eq(0).all().item<bool>());
    QVERIFY(!first.narrow(1, 4, 5).eq(0).any().item<bool>());
  }

  void gemmas_tokenizer_says_what_fits() {
    const auto tokenizer = text::open_tokenizer(model_folder("ltx-2.5") / "tokenizer");
    const std::string prompt = "  the young woman";
    const auto whole = tokenizer->count(prompt, 100);
    QCOMPARE(whole.kept_bytes, prompt.size());
    const auto row = tokenizer->encode(prompt, whole.tokens + 2);
    QCOMPARE(row.mask.front(), int64_t{0});
    QCOMPARE(row.ids[2], int64_t{2});  // the start token, which the file does not ask for
    QCOMPARE(std::ranges::count(row.mask, 1), whole.tokens);
    const auto cut = tokenizer->count(prompt, 3);
    QVERIFY(cut.tokens == whole.tokens && cut.kept_bytes > 2 && cut.kept_bytes < prompt.size());
  }

 private:
  QTemporaryDir home_;
};

QTEST_GUILESS_MAIN(TestLtx2)
#include "test_ltx2.moc"
