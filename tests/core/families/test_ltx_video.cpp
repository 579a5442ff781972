// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/families/two_updates.h"
#include "families/ltx_video/sampling.h"
#include "families/ltx_video/vae.h"
#include "inference/video_pipeline.h"
#include "model_files/find_models.h"
#include "model_files/lora_keys.h"
#include "tensor/checkpoint.h"
#include "tensor/dry_run.h"
#include "tensor/save.h"

using namespace fw;
using namespace fw::families;
using torch::Tensor;

namespace {

std::filesystem::path model_folder(const char* version) {
  return std::filesystem::path(FW_SOURCE_FOLDER "/tests/reference/cases/models") /
         (std::string("ltx-") + version);
}

std::unique_ptr<Family> open(const char* version) {
  return open_family({model_folder(version)});
}

NoiseSource noise_of(uint64_t seed) {
  return [seed](uint64_t stream, torch::IntArrayRef shape) {
    return tensor::draw_normal(shape, at::make_generator<at::CPUGeneratorImpl>(seed * 1000003 + stream));
  };
}

/// Renames a diffusers name by a table of prefixes; of two matches the longer wins.
using Names = std::vector<std::pair<std::string, std::string>>;
std::string original_name(std::string name, const Names& beginnings, const Names& inside) {
  for (const auto& [ours, theirs] : beginnings) {
    if (!name.starts_with(ours)) continue;
    name = theirs + name.substr(ours.size());
    break;
  }
  for (const auto& [ours, theirs] : inside)
    if (const size_t at = name.find(ours); at != std::string::npos) name.replace(at, ours.size(), theirs);
  return name;
}

/// One list of the blocks and the layers between them, in the order of the original code.
Names listed(const std::string& prefix, const std::vector<std::string>& places, const std::string& list) {
  Names names;
  for (size_t i = 0; i < places.size(); ++i)
    names.emplace_back(prefix + places[i] + ".", prefix + list + "." + std::to_string(i) + ".");
  std::ranges::sort(names, [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  return names;
}

Names vae_beginnings(const std::string& version) {
  const auto stages = [](const std::string& list, const std::vector<std::string>& parts) {
    std::vector<std::string> places;
    for (const std::string& part : parts) places.push_back(part[0] == 'm' ? part : list + part);
    return places;
  };
  const bool old = version == "0.9.0", newest = version == "0.9.5";
  Names names =
      listed("encoder.",
             newest ? stages("down_blocks.", {"0", "0.downsamplers.0", "1", "1.downsamplers.0", "2",
                                              "2.downsamplers.0", "3", "3.downsamplers.0", "mid_block"})
                    : stages("down_blocks.", {"0", "0.downsamplers.0", "0.conv_out", "1", "1.downsamplers.0",
                                              "1.conv_out", "2", "2.downsamplers.0", "3", "mid_block"}),
             "down_blocks");
  const Names decoder =
      listed("decoder.",
             old ? stages("up_blocks.", {"mid_block", "0", "1.upsamplers.0", "1", "2.conv_in",
                                         "2.upsamplers.0", "2", "3.conv_in", "3.upsamplers.0", "3"})
                 : stages("up_blocks.",
                          {"mid_block", "0.upsamplers.0", "0", "1.upsamplers.0", "1", "2.upsamplers.0", "2"}),
             "up_blocks");
  names.insert(names.end(), decoder.begin(), decoder.end());
  names.insert(names.end(), {{"decoder.time_embedder.", "decoder.last_time_embedder."},
                             {"decoder.scale_shift_table", "decoder.last_scale_shift_table"},
                             {"latents_mean", "per_channel_statistics.mean-of-means"},
                             {"latents_std", "per_channel_statistics.std-of-means"}});
  return names;
}

/// The tiny model in the layout of Lightricks' published ones: transformer and VAE in one file.
void write_original_file(const std::filesystem::path& file, const char* version) {
  std::map<std::string, Tensor> tensors;
  const auto add = [&](const char* component, const std::string& prefix, const Names& beginnings,
                       const Names& inside) {
    const auto stored = tensor::Checkpoint::open(model_folder(version) / component);
    for (const std::string& name : stored.names())
      tensors[prefix + original_name(name, beginnings, inside)] = stored.read(name);
  };
  add("transformer", "model.diffusion_model.",
      {{"proj_in.", "patchify_proj."}, {"time_embed.", "adaln_single."}},
      {{".norm_q.", ".q_norm."}, {".norm_k.", ".k_norm."}});
  add("vae", "vae.", vae_beginnings(version),
      {{"conv_shortcut.conv.", "conv_shortcut."}, {"norm3.", "norm3.norm."}, {"resnets.", "res_blocks."}});
  tensors["vae.per_channel_statistics.mean-of-stds"] = torch::ones({8});
  const auto config = read_json(model_folder(version) / "transformer" / "config.json");
  const nlohmann::json own{{"transformer", {{"attention_head_dim", config.at("attention_head_dim")}}}};
  tensor::save_tensors(file, tensors, {{"config", own.dump()}});
}

void expect_same_weights(nn::Module& a, nn::Module& b) {
  std::map<std::string, Tensor> weights;
  a.for_each_slot([&](const std::string& name, Tensor& slot) { weights[name] = slot; });
  b.for_each_slot([&](const std::string& name, Tensor& slot) {
    QVERIFY2(weights.contains(name) && same(weights[name], slot), name.c_str());
    weights.erase(name);
  });
  QVERIFY(weights.empty());
}

TrainingBatch batch_of(const TrainingModel& model, int64_t samples) {
  TrainingBatch batch = model.example_batch({17, 64, 32}, samples);
  batch.latents = torch::randn(batch.latents.sizes());
  batch.text.embeds = torch::randn(batch.text.embeds.sizes());
  batch.text.mask = torch::ones(batch.text.mask.sizes(), torch::kInt64);
  return batch;
}

std::unique_ptr<TrainingModel> training_model(run::RunSettings settings) {
  settings.family = "ltx_video";
  return open("0.9.0")->load_training_model(settings, {});
}

std::unique_ptr<TrainingModel> with_first_frames(double share) {
  return training_model({.own = {{"model.ltx_video.first_frame_conditioning", share}}});
}

}  // namespace

class TestLtxVideo : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    // Otherwise MKL's rounding depends on the alignment of weights, which differs when they are streamed.
    qputenv("MKL_CBWR", "COMPATIBLE");
    torch::set_num_threads(1);
  }

  void versions_are_told_apart_by_their_vae() {
    for (const char* version : {"0.9.0", "0.9.1", "0.9.5"}) {
      const auto family = open(version);
      QCOMPARE(family->spec().id, std::string("ltx-video-") + version);
      QCOMPARE(family->spec().latent.spatial_factor, int64_t{32});
      QCOMPARE(family->spec().latent.temporal_factor, int64_t{8});
      QCOMPARE(family->spec().conditions_at_any_frame, std::string(version) == "0.9.5");
    }
  }

  /// The file with only the text encoder next to it is the same model as the folder.
  void a_model_in_one_file_is_the_same_model() {
    for (const char* version : {"0.9.0", "0.9.1", "0.9.5"}) {
      const QTemporaryDir place;
      qputenv("XDG_DATA_HOME", place.filePath("data").toUtf8());
      const std::filesystem::path file = place.filePath("models/ltx.safetensors").toStdString();
      std::filesystem::create_directory(file.parent_path());
      write_original_file(file, version);
      for (const char* part : {"text_encoder", "tokenizer"})
        std::filesystem::create_directory_symlink(model_folder(version) / part, file.parent_path() / part);
      const auto whole = open(version), single = open_family({file});
      QCOMPARE(single->spec(), whole->spec());
      for (const auto& where : {file, file.parent_path()}) {
        const auto found = model_files::find_models(where).models;
        QVERIFY(found.size() == 1 && found.front().folder == file && found.front().report.sound());
        QCOMPARE(found.front().name, std::string("ltx"));
      }
      expect_same_weights(*whole->load_transformer({}), *single->load_transformer({}));
      const auto vae = whole->load_vae({}), other = single->load_vae({});
      expect_same_weights(*vae, *other);
      VaeOptions options;
      uint64_t noises = 0;
      options.injected_noise = [&](torch::IntArrayRef shape) {
        ++noises;
        return torch::ones(shape);
      };
      const Tensor latents = torch::rand({1, 8, 2, 1, 1}), time = torch::full({1}, 0.05);
      QVERIFY(same(vae->decode(latents, time, options), other->decode(latents, time, options)));
      QCOMPARE(2 * dynamic_cast<const LtxVae&>(*vae).noises_of_a_tile(), noises);
      const Tensor clip = torch::rand({1, 3, 9, 32, 32});
      QVERIFY(same(vae->encode(clip, {}).mean, other->encode(clip, {}).mean));
      QVERIFY(single->load_text_encoders(encoders::TextEncoderPlace::device, 1, {})
                  ->encode({"a"})
                  .embeds.defined());
    }
  }

  void loras_are_named_as_other_programs_name_them() {
    using namespace fw::model_files;
    const auto transformer = open("0.9.0")->load_transformer({});
    const std::vector<std::string> paths = adapters::linear_paths(*transformer);
    QVERIFY(paths.size() > 20);
    const catalog::KeyNames& names = key_names("ltx_video");
    const ModuleNames modules(paths, names);
    for (const auto& [format, word] : choices_of(LoraFormat{})) {
      for (const std::string& path : paths) {
        const auto key = parse_lora_key(key_of(path, format, names) + ".lora_A.weight");
        const auto* meaning = key ? modules.find(key->module) : nullptr;
        QVERIFY2(meaning != nullptr && meaning->paths == std::vector{path}, path.c_str());
      }
    }
    QCOMPARE(key_of("proj_in", LoraFormat::comfyui, names), std::string("diffusion_model.patchify_proj"));
    QCOMPARE(key_of("transformer_blocks.1.attn2.to_out.0", LoraFormat::kohya, names),
             std::string("lora_unet_transformer_blocks_1_attn2_to_out_0"));
  }

  /// A picture at full strength appears unchanged in the result; the same seed gives the same latents.
  void a_first_frame_stays() {
    const auto family = open("0.9.0");
    const auto vae = family->load_vae({});
    const auto transformer = family->load_transformer({});
    SampleInput input;
    input.size = {17, 32, 64};
    input.steps = 2;
    input.guidance_scale = 3;
    input.text = {torch::randn({1, 6, 32}), torch::ones({1, 6}, torch::kInt64), {}};
    input.negative = {torch::randn({1, 6, 32}), torch::ones({1, 6}, torch::kInt64), {}};
    input.image.latents = family->encode_conditions(*vae, {{.pixels = torch::rand({1, 3, 32, 64})}}, input,
                                                    noise_of(1), torch::kFloat32, {});
    SampleHooks hooks;
    hooks.noise = noise_of(1);
    const Tensor latents = family->denoise(*transformer, input, torch::kFloat32, hooks);
    QCOMPARE(latents.sizes().vec(), (std::vector<int64_t>{1, 8, 3, 1, 2}));
    QVERIFY(same(latents.narrow(2, 0, 1), input.image.latents.front().latents));
    QVERIFY(same(latents, family->denoise(*transformer, input, torch::kFloat32, hooks)));
    const Tensor clip = family->decode(*vae, latents, input, hooks.noise, torch::kFloat32, {});
    QCOMPARE(clip.sizes().vec(), (std::vector<int64_t>{1, 17, 32, 64, 3}));
  }

  void what_saves_memory_changes_no_number_of_training_data() {
    QTest::addColumn<bool>("lora");
    QTest::newRow("lora") << true;
    QTest::newRow("sft") << false;
  }
  void what_saves_memory_changes_no_number_of_training() {
    QFETCH(bool, lora);
    run::RunSettings settings{.training_type = lora ? run::TrainingType::lora : run::TrainingType::sft};
    settings.family = "ltx_video";
    settings.model_folder = model_folder("0.9.0").string();
    compare_memory_modes(settings, {0, 1, 2}, batch_of);
  }

  void what_saves_memory_changes_no_clip() {
    inference::VideoRequest request;
    request.prompt = "a panda";
    request.size = {9, 32, 64};
    request.steps = 2;
    request.guidance_scale = 3;
    for (const char* version : {"0.9.1", "0.9.5"}) {
      for (const bool with_picture : {false, true}) {
        if (with_picture) request.conditions = {{.pixels = torch::full({1, 3, 32, 64}, 0.5)}};
        std::vector<Tensor> clips;
        for (const int64_t streamed : {0, 1, 2}) {
          inference::PipelineOptions options;
          options.model = {model_folder(version)};
          options.offload = streamed == 0 ? inference::Offload::none : inference::Offload::model;
          options.streamed_blocks = streamed;
          clips.push_back(inference::VideoPipeline(options, {}).generate(request, {}));
          QVERIFY(same(clips.front(), clips.back()));
        }
      }
      request.conditions.clear();
    }
  }

  /// All randomness of a micro-batch comes from the generator, and only a share has a separate first frame.
  void draws_repeat() {
    const auto always = with_first_frames(1);
    const auto never = with_first_frames(0);
    const TrainingBatch batch = batch_of(*always, 3);

    const TrainingDraw draw = always->draw(batch, seeded(7)), again = always->draw(batch, seeded(7));
    QVERIFY(same(draw.noise, again.noise) && same(draw.sigmas, again.sigmas));
    QVERIFY(same(draw.first_frame_sigmas, again.first_frame_sigmas));
    QVERIFY((draw.first_frame_sigmas <= draw.sigmas).all().item<bool>());
    QVERIFY((draw.first_frame_sigmas <= 0.25).all().item<bool>());
    QVERIFY(!never->draw(batch, seeded(7)).first_frame_sigmas.defined());
    QVERIFY(same(never->draw(batch, seeded(7)).noise, draw.noise));
    QCOMPARE(never->losses(batch, draw, {}).sizes().vec(), std::vector<int64_t>{3});
  }

  void schemes_change_which_noise_is_trained() {
    const auto mean_sigma = [](const run::RunSettings& settings) {
      const auto model = training_model(settings);
      const TrainingBatch batch = batch_of(*model, 2000);
      return model->draw(batch, at::make_generator<at::CPUGeneratorImpl>(uint64_t{3}))
          .sigmas.mean()
          .item<double>();
    };
    const double even = mean_sigma({});
    QVERIFY(std::abs(even - 0.5) < 0.02);
    QVERIFY(mean_sigma({.flow_shift = 3}) > even + 0.1);
    const run::RunSettings cleaner{.flow_weighting = catalog::FlowWeighting::logit_normal,
                                   .flow_logit_mean = 1};
    QVERIFY(mean_sigma(cleaner) < even - 0.1);
  }
};

QTEST_GUILESS_MAIN(TestLtxVideo)
#include "test_ltx_video.moc"
