// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include "adapters/lora_file.h"
#include "adapters/merge.h"
#include "core/families/two_updates.h"
#include "families/wan/objective.h"
#include "families/wan/samplers.h"
#include "model_files/lora_keys.h"
#include "tensor/checkpoint.h"
#include "tensor/save.h"
#include "training/learner.h"

using namespace fw;
using namespace fw::families;
using torch::Tensor;

namespace {

std::filesystem::path model_folder(const std::string& model) {
  return std::filesystem::path(FW_SOURCE_FOLDER "/tests/reference/cases/models") / model;
}

std::unique_ptr<Family> open(const std::string& model) {
  return open_family({model_folder(model)});
}

/// Tiny, with heads whose dimensions for frames, rows and columns are 6, 4 and 4.
WanTransformerConfig tiny_config() {
  WanTransformerConfig config;
  config.num_attention_heads = 2;
  config.attention_head_dim = 14;
  config.in_channels = config.out_channels = 4;
  config.text_dim = 8;
  config.freq_dim = 16;
  config.ffn_dim = 24;
  config.num_layers = 2;
  return config;
}

std::unique_ptr<WanTransformer> tiny_network() {
  torch::manual_seed(7);
  auto network = std::make_unique<WanTransformer>(tiny_config(), torch::TensorOptions());
  network->for_each_slot([](const std::string&, Tensor& slot) { slot = torch::randn(slot.sizes()) * 0.2; });
  return network;
}

WanTransformerInput tiny_input(int64_t frames) {
  WanTransformerInput input;
  input.hidden_states = torch::randn({2, 4, frames, 4, 6});
  input.timestep = torch::tensor({700.0F, 3.0F});
  input.encoder_hidden_states = torch::randn({2, 5, 8});
  return input;
}

double distance(const Tensor& a, const Tensor& b) {
  return (a - b).abs().max().item<double>();
}

std::unique_ptr<schedulers::Sampler> solver(const std::string& name, int64_t steps, double shift,
                                            schedulers::SigmaSpacing spacing) {
  const nlohmann::json config{{"_class_name", name},
                              {"prediction_type", "flow_prediction"},
                              {"use_flow_sigmas", true},
                              {"flow_shift", shift}};
  return make_sampler(config, {.steps = steps, .spacing = spacing});
}

run::RunSettings run_of(const std::string& model) {
  run::RunSettings settings;
  settings.family = "wan";
  settings.model_folder = model_folder(model).string();
  settings.target_modules = {"to_q", "to_v", "net.2"};
  return settings;
}

TrainingBatch batch_of(const TrainingModel& model, int64_t samples) {
  TrainingBatch batch = model.example_batch({9, 32, 64}, samples);
  for (Tensor* const each : {&batch.latents, &batch.text.embeds, &batch.image_latents, &batch.image_embeds})
    if (each->defined()) *each = torch::randn(each->sizes());
  return batch;
}

}  // namespace

class TestWan : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    // Otherwise MKL's rounding depends on the alignment of weights, which streaming changes.
    qputenv("MKL_CBWR", "COMPATIBLE");
    torch::set_num_threads(1);
  }

  void variants_are_told_apart() {
    for (const auto& [folder, id] :
         std::map<std::string, std::string>{{"wan-2.1-t2v", "wan-2.1-t2v-1.3b"},
                                            {"wan-2.1-i2v", "wan-2.1-i2v-14b-480p"},
                                            {"wan-2.1-flf2v", "wan-2.1-flf2v-14b-720p"},
                                            {"wan-2.2-t2v-a14b", "wan-2.2-t2v-a14b"},
                                            {"wan-2.2-i2v-a14b", "wan-2.2-i2v-a14b"},
                                            {"wan-2.2-ti2v-5b", "wan-2.2-ti2v-5b"}}) {
      const auto spec = open(folder)->spec();
      QCOMPARE(spec.id, id);
      QCOMPARE(spec.latent.temporal_factor, int64_t{4});
      QCOMPARE(spec.rules.size_multiple, id == "wan-2.2-ti2v-5b" ? int64_t{32} : int64_t{16});
    }
  }

  void a_first_frame_has_a_time_of_its_own() {
    const torch::NoGradGuard no_grad;
    const auto network = tiny_network();
    for (const int64_t frames : {1, 3}) {
      WanTransformerInput input = tiny_input(frames);
      const auto rotary = wan_rotary(network->config(), frames, 4, 6, torch::kCPU);
      const Tensor plain = network->forward(input, rotary);
      input.first_frame_timestep = torch::zeros({2});
      const Tensor two_times = network->forward(input, rotary);
      QVERIFY(distance(two_times, plain) > 1e-3);
      const Tensor rest = input.timestep.unsqueeze(1).expand({2, (frames - 1) * 6});
      input.timestep = torch::cat({torch::zeros({2, 6}), rest}, 1);
      input.first_frame_timestep = Tensor();
      QVERIFY(distance(network->forward(input, rotary), two_times) < 1e-5);
    }
  }

  void equal_times_of_all_tokens_are_one_time() {
    const torch::NoGradGuard no_grad;
    const auto network = tiny_network();
    WanTransformerInput input = tiny_input(2);
    const auto rotary = wan_rotary(network->config(), 2, 4, 6, torch::kCPU);
    const Tensor one = network->forward(input, rotary);
    input.timestep = input.timestep.unsqueeze(1).expand({2, 12});
    QVERIFY(distance(network->forward(input, rotary), one) < 1e-5);
  }

  void time_is_embedded_in_float32() {
    WanTransformer network(tiny_config(), torch::TensorOptions(torch::kMeta).dtype(torch::kBFloat16));
    network.for_each_slot([](const std::string& name, const Tensor& slot) {
      const bool of_time = name.starts_with("condition_embedder.time_embedder.");
      QCOMPARE(slot.scalar_type(), of_time ? torch::kFloat32 : torch::kBFloat16);
    });
  }

  void one_network_at_a_time_is_where_it_computes() {
    WanExperts experts(tiny_network(), tiny_network(), torch::Device(torch::kMeta));
    const auto on_device = [&](const std::string& name) {
      bool there = false;
      experts.for_each_slot([&](const std::string& slot, const Tensor& tensor) {
        if (slot == name) there = tensor.is_meta();
      });
      return there;
    };
    QVERIFY(!on_device("proj_out.weight") && !on_device("transformer_2.proj_out.weight"));
    experts.at(WanExperts::Expert::low);
    QVERIFY(!on_device("proj_out.weight") && on_device("transformer_2.proj_out.weight"));
    experts.at(WanExperts::Expert::high);
    QVERIFY(on_device("proj_out.weight") && !on_device("transformer_2.proj_out.weight"));
    experts.rest();
    QVERIFY(!on_device("proj_out.weight") && !on_device("transformer_2.proj_out.weight"));
  }

  void the_border_belongs_to_high_noise() {
    WanExperts experts(tiny_network(), tiny_network(), std::nullopt);
    const auto* const high = &experts.at(WanExperts::Expert::high);
    QCOMPARE(&wan_network_at(experts, 875, 0.875), high);
    QVERIFY(&wan_network_at(experts, 874, 0.875) != high);
    const auto alone = tiny_network();
    QCOMPARE(&wan_network_at(*alone, 3, 0.875), alone.get());
  }

  /// Every solver follows a straight flow to its end, whatever the number of steps and their spacing.
  void solvers_follow_a_straight_flow() {
    const Tensor noise = torch::randn({2, 3, 4}), clean = torch::randn({2, 3, 4});
    for (const char* name : {"UniPCMultistepScheduler", "DPMSolverMultistepScheduler"}) {
      for (const auto spacing :
           {schedulers::SigmaSpacing::training_range, schedulers::SigmaSpacing::original}) {
        for (const int64_t steps : {1, 2, 3, 7, 50}) {
          const auto sampler = solver(name, steps, 5, spacing);
          QCOMPARE(sampler->timesteps().size(), static_cast<size_t>(steps));
          const double first = sampler->flow_sigmas().front();
          Tensor x = (1 - first) * clean + first * noise;
          for (size_t i = 0; i < static_cast<size_t>(steps); ++i) {
            QCOMPARE(sampler->timesteps()[i], std::trunc(sampler->flow_sigmas()[i] * 1000));
            const auto step = sampler->step(i, noise - clean, x, {});
            QVERIFY(distance(step.pred_original, clean) < 1e-4);
            x = step.sample;
          }
          QVERIFY2(distance(x, clean) < 1e-4, name);
        }
      }
    }
  }

  void unknown_solvers_are_refused() {
    const nlohmann::json flow{{"prediction_type", "flow_prediction"}, {"use_flow_sigmas", true}};
    for (const auto& [key, value] : std::map<std::string, nlohmann::json>{{"solver_type", "bh1"},
                                                                          {"prediction_type", "epsilon"},
                                                                          {"use_karras_sigmas", true},
                                                                          {"solver_order", 4},
                                                                          {"flow_shift", 0}}) {
      nlohmann::json config = flow;
      config["_class_name"] = "UniPCMultistepScheduler";
      config[key] = value;
      QVERIFY_THROWS_EXCEPTION(Error, make_sampler(config, {.steps = 4}));
    }
  }

  void draws_stay_in_their_range() {
    auto generator = seeded(3);
    for (const char* trainer : {"finetrainers", "musubi-tuner", "diffusion-pipe"}) {
      for (const bool drops : {true, false}) {
        FlowTimesteps timesteps = wan_timesteps(trainer);
        timesteps.least = 0.3;
        timesteps.most = 0.6;
        timesteps.drops = drops;
        timesteps.flow.weighting = catalog::FlowWeighting::logit_normal;
        const Tensor sigmas = timesteps.draw(500, 0, generator);
        QCOMPARE(sigmas.size(0), int64_t{500});
        QVERIFY(sigmas.min().item<float>() >= 0.3F && sigmas.max().item<float>() <= 0.6F + 1e-6F);
      }
      const FlowTimesteps all = wan_timesteps(trainer);
      for (int i = 0; i < 20; ++i) {
        const Tensor high = all.of_sigmas(all.draw(4, 0.5, generator)) >= 500;
        QVERIFY(high.all().item<bool>() || !high.any().item<bool>());
      }
    }
  }

  /// Each expert is trained at the noise levels at which a clip with the same settings uses it.
  void a_border_of_the_run_divides_its_training_data() {
    QTest::addColumn<double>("setting");
    QTest::addColumn<double>("border");
    QTest::newRow("the model's own") << 0.0 << 0.875;
    QTest::newRow("the run's") << 0.4 << 0.4;
  }
  void a_border_of_the_run_divides_its_training() {
    QFETCH(double, setting);
    QFETCH(double, border);
    run::RunSettings settings = run_of("wan-2.2-t2v-a14b");
    settings.own["validation.wan.boundary_ratio"] = setting;
    const auto family = open("wan-2.2-t2v-a14b");
    const auto draws = [&](const char* expert) {
      settings.own["model.wan.expert"] = std::string(expert);
      const auto model = family->load_training_model(settings, {});
      TrainingBatch batch;
      batch.latents = torch::zeros({400, 16, 1, 2, 2});
      return model->draw(batch, seeded(5)).sigmas;
    };
    QVERIFY(draws("low").max().item<double>() <= border + 1e-6);
    QVERIFY(draws("low").max().item<double>() > border - 0.1);
    QVERIFY(draws("high").min().item<double>() >= border - 1e-6);
    QVERIFY(draws("high").min().item<double>() < border + 0.1);
  }

  void masks_mark_the_frames_that_are_given() {
    const Tensor latents = torch::randn({1, 6, 3, 2, 2});
    const Tensor first = wan_picture_channels(latents, false), both = wan_picture_channels(latents, true);
    QVERIFY(same(first.narrow(1, 4, 6), latents));
    QVERIFY(same(first.narrow(1, 0, 4).sum({0, 1, 3, 4}), torch::tensor({16.0F, 0.0F, 0.0F})));
    QCOMPARE((both - first).sum().item<float>(), 4.0F);
    QCOMPARE(both.select(2, 2).select(1, 3).sum().item<float>(), 4.0F);
  }

  void saving_memory_changes_no_number_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("expert");
    QTest::newRow("text") << "wan-2.1-t2v"
                          << "high";
    QTest::newRow("pictures") << "wan-2.1-i2v"
                              << "high";
    QTest::newRow("first frame") << "wan-2.2-ti2v-5b"
                                 << "high";
    QTest::newRow("low noise") << "wan-2.2-i2v-a14b"
                               << "low";
    QTest::newRow("each network") << "wan-2.2-t2v-a14b"
                                  << "each";
  }
  void saving_memory_changes_no_number() {
    QFETCH(const QString, model);
    QFETCH(const QString, expert);
    run::RunSettings settings = run_of(model.toStdString());
    settings.own["model.wan.expert"] = expert.toStdString();
    if (!model.contains("t2v-")) settings.task = catalog::VideoTask::image_to_video;
    if (model == "wan-2.1-t2v") settings.task = catalog::VideoTask::text_to_video;
    compare_memory_modes(settings, {1, 2, 100}, batch_of);
  }

  void a_shared_lora_has_the_modules_of_one_network_data() {
    QTest::addColumn<QString>("expert");
    QTest::addColumn<int>("networks");
    QTest::newRow("each") << "each" << 2;
    QTest::newRow("shared") << "shared" << 1;
  }
  void a_shared_lora_has_the_modules_of_one_network() {
    QFETCH(const QString, expert);
    QFETCH(const int, networks);
    run::RunSettings settings = run_of("wan-2.2-t2v-a14b");
    settings.own["model.wan.expert"] = expert.toStdString();
    const training::Learner learner(settings, {});
    const auto& modules = learner.weights.lora().modules;
    const auto second = std::ranges::count_if(
        modules, [](const auto& each) { return each.first.starts_with("transformer_2."); });
    QVERIFY(!modules.empty());
    QCOMPARE(second, networks == 2 ? std::ssize(modules) / 2 : 0);
  }

  void an_empty_range_of_timesteps_is_refused() {
    for (const auto& [expert, least, most] : {std::tuple("low", 900.0, 1000.0),
                                              {"high", 0.0, 800.0},
                                              {"each", 500.0, 500.0},
                                              {"each", 500.2, 500.8}}) {
      run::RunSettings settings = run_of("wan-2.2-t2v-a14b");
      settings.own["model.wan.expert"] = std::string(expert);
      settings.own["model.wan.min_timestep"] = least;
      settings.own["model.wan.max_timestep"] = most;
      QVERIFY_THROWS_EXCEPTION(Error, load_training_model(settings));
    }
  }

  void a_full_fine_tune_trains_one_network() {
    run::RunSettings settings = run_of("wan-2.2-t2v-a14b");
    settings.training_type = run::TrainingType::sft;
    settings.own["model.wan.expert"] = std::string("each");
    QVERIFY_THROWS_EXCEPTION(Error, load_training_model(settings));
    settings.own["model.wan.expert"] = std::string("low");
    QCOMPARE(load_training_model(settings)->part(), std::string("transformer_2"));
  }

  void changes_of_whole_tensors_are_read_written_and_merged() {
    const torch::NoGradGuard no_grad;
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    const auto network = tiny_network();
    const auto target = adapters::lora_target(*network, "wan");
    adapters::Lora lora = adapters::make_lora(*network, {"blocks.0.attn1.to_q"}, 2, 2, torch::kCPU,
                                              at::make_generator<at::CPUGeneratorImpl>(1));
    lora.modules.at("blocks.0.attn1.to_q").B.fill_(0.1);
    const std::vector<std::pair<std::string, std::string>> changed{
        {"blocks.1.attn2.to_q.bias", "blocks.1.cross_attn.q.diff_b"},
        {"blocks.0.norm2.weight", "blocks.0.norm3.diff"},
        {"blocks.0.scale_shift_table", "blocks.0.diff_m"},
        {"scale_shift_table", "head.diff_m"},
        {"patch_embedding.weight", "patch_embedding.diff"}};
    for (const auto& [name, key] : changed) lora.changes[name] = torch::randn(target.tensors.at(name));

    for (const auto format : {adapters::LoraFormat::comfyui, adapters::LoraFormat::kohya}) {
      const auto file = root / "lora.safetensors";
      adapters::save_lora(file, lora, format, target, {}, Existing::replace);
      if (format == adapters::LoraFormat::comfyui)
        for (const auto& [name, key] : changed)
          QVERIFY2(tensor::Checkpoint::open(file).contains("diffusion_model." + key), key.c_str());
      const adapters::Lora read = adapters::load_lora(file, target).lora;
      QCOMPARE(read.modules.size(), size_t{1});
      QCOMPARE(read.changes.size(), changed.size());
      for (const auto& [name, key] : changed)
        QVERIFY2(same(read.changes.at(name), lora.changes.at(name)), key.c_str());
    }
    QVERIFY_THROWS_EXCEPTION(
        Error, adapters::save_lora(root / "x.safetensors", lora, adapters::LoraFormat::diffusers, target));

    // Two LoRAs change weights alike when merged into a checkpoint and when fused and attached.
    std::map<std::string, Tensor> weights;
    network->for_each_slot(
        [&](const std::string& name, const Tensor& slot) { weights[name] = slot.clone(); });
    std::filesystem::create_directories(root / "transformer");
    tensor::save_tensors(root / "transformer" / "diffusion_pytorch_model.safetensors", weights);
    adapters::merge(*network, root / "transformer", {{lora, 0.5}, {lora, 0.25}}, root / "merged");
    const auto merged = tensor::Checkpoint::open(root / "merged");
    adapters::attach(*network, adapters::fuse({{lora, 0.5}, {lora, 0.25}}), 1);
    network->for_each_slot([&](const std::string& name, const Tensor& slot) {
      if (!lora.changes.contains(name)) return;
      QVERIFY(distance(slot, weights.at(name) + 0.75 * lora.changes.at(name)) < 1e-5);
      QVERIFY2(distance(slot, merged.load(name, torch::kFloat32, torch::kCPU)) < 1e-5, name.c_str());
    });

    lora.changes["blocks.0.norm2.weight"] = torch::ones({3});
    QVERIFY_THROWS_EXCEPTION(Error, adapters::attach(*network, lora));
    lora.changes = {{"nowhere.weight", torch::ones({3})}};
    QVERIFY_THROWS_EXCEPTION(Error, adapters::attach(*network, lora));
  }

  void a_file_with_two_networks_is_read_by_part() {
    const torch::NoGradGuard no_grad;
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    const auto network = tiny_network();
    const std::string path = "blocks.0.attn1.to_q", second = "transformer_2." + path;
    adapters::Lora pair =
        adapters::make_lora(*network, {path}, 2, 4, torch::kCPU, at::make_generator<at::CPUGeneratorImpl>(1));
    pair.modules[second] =
        adapters::make_lora(*network, {path}, 3, 6, torch::kCPU, at::make_generator<at::CPUGeneratorImpl>(2))
            .modules.at(path);
    adapters::save_lora(root / "pair.safetensors", pair, adapters::LoraFormat::diffusers);
    QVERIFY(adapters::names_two_networks(root / "pair.safetensors"));
    auto target = adapters::lora_target(*network, "wan");
    for (const auto& [part, own] : {std::pair("transformer", path), {"transformer_2", second}}) {
      target.part = part;
      const adapters::Lora read = adapters::load_lora(root / "pair.safetensors", target).lora;
      QCOMPARE(read.modules.size(), size_t{1});
      QVERIFY(same(read.modules.at(path).A, pair.modules.at(own).A));
      QCOMPARE(read.modules.at(path).alpha, pair.modules.at(own).alpha);
      // A file for one network is read whole, whichever network it is for.
      adapters::save_lora(root / "one.safetensors", read, adapters::LoraFormat::comfyui, target, {},
                          Existing::replace);
      QVERIFY(!adapters::names_two_networks(root / "one.safetensors"));
      QCOMPARE(adapters::load_lora(root / "one.safetensors", target).lora.modules.size(), size_t{1});
    }
  }

  void keys_of_loras_name_the_second_network() {
    using model_files::LoraFormat;
    const auto& names = model_files::key_names("wan");
    const std::string path = "blocks.3.attn2.to_out.0";
    QCOMPARE(model_files::key_of(path, LoraFormat::diffusers, names), "transformer." + path);
    QCOMPARE(model_files::key_of("transformer_2." + path, LoraFormat::diffusers, names),
             "transformer_2." + path);
    QCOMPARE(model_files::key_of(path, LoraFormat::comfyui, names),
             std::string("diffusion_model.blocks.3.cross_attn.o"));
    QCOMPARE(model_files::key_of(path, LoraFormat::kohya, names),
             std::string("lora_unet_blocks_3_cross_attn_o"));
  }
};

QTEST_GUILESS_MAIN(TestWan)
#include "test_wan.moc"
