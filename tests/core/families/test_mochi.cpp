// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "adapters/lora_file.h"
#include "core/families/two_updates.h"
#include "families/mochi/transformer.h"
#include "inference/video_pipeline.h"
#include "model_files/lora_keys.h"
#include "tensor/checkpoint.h"
#include "tensor/dry_run.h"
#include "tensor/save.h"

using namespace fw;
using namespace fw::families;
using torch::Tensor;

namespace {

const std::filesystem::path model_folder = FW_SOURCE_FOLDER "/tests/reference/cases/models/mochi-1";

std::unique_ptr<Family> open() {
  return open_family({model_folder});
}

bool is_fused(const std::string& path) {
  return std::ranges::any_of(std::vector{".to_q", ".to_k", ".to_v", "add_q_proj", "add_k_proj", "add_v_proj"},
                             [&](const char* end) { return path.ends_with(end); }) &&
         path.starts_with("transformer_blocks");
}

/// The tiny transformer in the layout of Genmo's published one, which ComfyUI's files have with a prefix.
void write_original_file(const std::filesystem::path& file, const std::string& prefix) {
  const auto stored = tensor::Checkpoint::open(model_folder / "transformer");
  std::map<std::string, Tensor> tensors{{prefix + "pos_frequencies", stored.read("pos_frequencies")}};
  const auto put = [&](const std::string& name, const std::vector<std::string>& published, bool swapped) {
    for (const char* kind : {".weight", ".bias"}) {
      std::vector<Tensor> rows;
      for (const std::string& part : published)
        if (stored.contains(part + kind)) rows.push_back(stored.read(part + kind));
      if (rows.empty()) continue;
      const Tensor all = torch::cat(rows);
      tensors[prefix + name + kind] = swapped ? torch::cat({all.chunk(2)[1], all.chunk(2)[0]}) : all;
    }
  };
  for (int i = 0; i < 3; ++i) {
    const std::string other = "blocks." + std::to_string(i) + ".";
    const std::string block = "transformer_blocks." + std::to_string(i) + ".", attention = block + "attn1.";
    put(other + "mod_x", {block + "norm1.linear"}, false);
    put(other + "mod_y", {block + "norm1_context.linear", block + "norm1_context.linear_1"}, false);
    put(other + "attn.qkv_x", {attention + "to_q", attention + "to_k", attention + "to_v"}, false);
    put(other + "attn.qkv_y", {attention + "add_q_proj", attention + "add_k_proj", attention + "add_v_proj"},
        false);
    put(other + "attn.q_norm_x", {attention + "norm_q"}, false);
    put(other + "attn.k_norm_x", {attention + "norm_k"}, false);
    put(other + "attn.q_norm_y", {attention + "norm_added_q"}, false);
    put(other + "attn.k_norm_y", {attention + "norm_added_k"}, false);
    put(other + "attn.proj_x", {attention + "to_out.0"}, false);
    put(other + "attn.proj_y", {attention + "to_add_out"}, false);
    put(other + "mlp_x.w1", {block + "ff.net.0.proj"}, true);  // the gated half first, then its gate
    put(other + "mlp_x.w2", {block + "ff.net.2"}, false);
    put(other + "mlp_y.w1", {block + "ff_context.net.0.proj"}, true);
    put(other + "mlp_y.w2", {block + "ff_context.net.2"}, false);
  }
  put("x_embedder.proj", {"patch_embed.proj"}, false);
  put("t_embedder.mlp.0", {"time_embed.timestep_embedder.linear_1"}, false);
  put("t_embedder.mlp.2", {"time_embed.timestep_embedder.linear_2"}, false);
  put("t5_y_embedder.to_kv", {"time_embed.pooler.to_kv"}, false);
  put("t5_y_embedder.to_q", {"time_embed.pooler.to_q"}, false);
  put("t5_y_embedder.to_out", {"time_embed.pooler.to_out"}, false);
  put("t5_yproj", {"time_embed.caption_proj"}, false);
  put("final_layer.mod", {"norm_out.linear"}, true);  // first the shift, then the scale
  put("final_layer.linear", {"proj_out"}, false);
  tensor::save_tensors(file, tensors);
}

/// Two samples; the second one has a short text.
TrainingBatch batch_of(const TrainingModel& model, int64_t samples) {
  TrainingBatch batch = model.example_batch({13, 32, 48}, samples);
  batch.latents = torch::randn(batch.latents.sizes());
  batch.text.embeds = torch::randn(batch.text.embeds.sizes());
  batch.text.mask = torch::ones(batch.text.mask.sizes(), torch::kInt64);
  batch.text.mask[samples - 1].narrow(0, 5, batch.text.mask.size(1) - 5).zero_();
  return batch;
}

}  // namespace

class TestMochi : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    // Otherwise MKL's rounding depends on the alignment of weights, which differs when they are streamed.
    qputenv("MKL_CBWR", "COMPATIBLE");
    torch::set_num_threads(1);
  }

  void the_folder_states_its_sizes() {
    const catalog::ModelSpec spec = open()->spec();
    QCOMPARE(spec.id, std::string("mochi-1-preview"));
    QCOMPARE(spec.rules.size_multiple, int64_t{16});
    QCOMPARE(spec.rules.vae_frame_step, int64_t{6});
    QCOMPARE(spec.token_limit(), int64_t{24});
    QVERIFY(catalog::check_video_size(spec, {37, 480, 848}).empty());
    QVERIFY(!catalog::check_video_size(spec, {38, 480, 848}).empty());
    QVERIFY(!catalog::check_video_size(spec, {37, 488, 848}).empty());
  }

  /// The file, with the other components next to it, is the same model as the folder.
  void a_transformer_in_one_file_is_the_same_model() {
    for (const char* prefix : {"", "model.diffusion_model."}) {
      const QTemporaryDir place;
      qputenv("XDG_DATA_HOME", place.filePath("data").toUtf8());
      const std::filesystem::path file = place.filePath("mochi.safetensors").toStdString();
      write_original_file(file, prefix);
      for (const char* part : {"vae", "text_encoder", "tokenizer"})
        std::filesystem::create_directory_symlink(model_folder / part, file.parent_path() / part);
      const auto whole = open(), single = open_family({file});
      QCOMPARE(single->spec().latent, whole->spec().latent);
      QCOMPARE(single->spec().transformer, whole->spec().transformer);
      QCOMPARE(single->spec().token_limit(), int64_t{256});  // not determined by any shape
      std::map<std::string, Tensor> weights;
      whole->load_transformer({})->for_each_slot(
          [&](const std::string& name, Tensor& slot) { weights[name] = slot; });
      single->load_transformer({})->for_each_slot([&](const std::string& name, Tensor& slot) {
        QVERIFY2(weights.contains(name) && same(weights[name], slot), name.c_str());
        weights.erase(name);
      });
      QVERIFY(weights.empty());
      QVERIFY(single->load_vae({}) != nullptr);
      // As in the published model.
      const auto text = single->load_text_encoders(encoders::TextEncoderPlace::device, 1, {});
      QCOMPARE(text->encode({""}).mask.sum().item<int>(), 0);
    }
  }

  /// Also as a part of a model in another folder.
  void a_part_may_be_such_a_file() {
    const QTemporaryDir place;
    qputenv("XDG_DATA_HOME", place.filePath("data").toUtf8());
    const std::filesystem::path root = place.path().toStdString(), file = root / "mochi.safetensors",
                                other = root / "encoder.safetensors";
    write_original_file(file, "");
    tensor::save_tensors(other, {{"shared.weight", torch::zeros({4, 4})}});
    const auto whole = open()->load_transformer({});
    const auto apart = open_family({model_folder, {{"transformer", file}}})->load_transformer({});
    std::map<std::string, Tensor> weights;
    whole->for_each_slot([&](const std::string& name, Tensor& slot) { weights[name] = slot; });
    apart->for_each_slot([&](const std::string& name, Tensor& slot) {
      QVERIFY2(same(weights.at(name), slot), name.c_str());
      weights.erase(name);
    });
    QVERIFY(weights.empty());
    for (const auto& [part, held] : std::map{std::pair{"vae", file}, {"text_encoder", other}}) {
      std::string code;
      try {
        catalog::ModelSource{model_folder, {{part, held}}}.part(part);
      } catch (const Error& error) {
        code = error.fault().code;
      }
      QCOMPARE(code, std::string("catalog.part_not_in_file"));
    }
  }

  void positions_fill_a_plane_of_fixed_area() {
    const Tensor positions = mochi_positions(2, 3, 4);
    QCOMPARE(positions.sizes().vec(), (std::vector<int64_t>{24, 3}));
    QCOMPARE(positions[11][0].item<float>(), 0.F);
    QCOMPARE(positions[12][0].item<float>(), 1.F);
    const Tensor row = positions.narrow(0, 0, 4).select(1, 2);
    const double cell = 192 / std::sqrt(12.0);
    QVERIFY(torch::allclose(row, torch::tensor({-1.5, -0.5, 0.5, 1.5}).to(torch::kFloat32) * cell));
  }

  /// Masked tokens change nothing.
  void masked_text_does_not_count() {
    const auto network = open()->load_transformer({});
    auto& transformer = dynamic_cast<MochiTransformer&>(*network);
    const torch::NoGradGuard no_grad;
    torch::manual_seed(1);
    MochiTransformerInput input{torch::randn({1, 12, 2, 4, 6}), torch::randn({1, 7, 32}),
                                torch::tensor({{1, 1, 0, 1, 0, 0, 0}}), torch::full({1}, 300.F)};
    const Tensor before = transformer.forward(input);
    input.encoder_hidden_states = input.encoder_hidden_states.clone();
    input.encoder_hidden_states.select(1, 2).fill_(9);
    QVERIFY(same(transformer.forward(input), before));
    input.encoder_hidden_states.select(1, 3).fill_(9);
    QVERIFY(!same(transformer.forward(input), before));
    input.encoder_attention_mask = torch::zeros({1, 7}, torch::kInt64);
    QVERIFY(transformer.forward(input).isfinite().all().item<bool>());
  }

  void an_empty_prompt_is_no_text_where_the_model_says_so() {
    const QTemporaryDir place;
    const std::filesystem::path folder = place.filePath("m").toStdString();
    std::filesystem::copy(model_folder, folder, std::filesystem::copy_options::recursive);
    const auto mask_of_empty = [&](const char* says) {
      nlohmann::json index = read_json(model_folder / "model_index.json");
      index["force_zeros_for_empty_prompt"] = std::string(says) == "yes";
      QFile file(place.filePath("m/model_index.json"));
      file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
      if (!file.open(QFile::WriteOnly)) return -1;
      file.write(index.dump().c_str());
      file.close();
      const auto text = open_family({folder})->load_text_encoders(encoders::TextEncoderPlace::device, 2, {});
      const auto condition = text->encode({"a cat", ""});
      return condition.mask[0].sum().item<int>() > 1 ? condition.mask[1].sum().item<int>() : -1;
    };
    QCOMPARE(mask_of_empty("no"), 1);  // the end token
    QCOMPARE(mask_of_empty("yes"), 0);
  }

  void loras_are_named_as_other_programs_name_them() {
    using namespace fw::model_files;
    const auto transformer = open()->load_transformer({});
    const std::vector<std::string> paths = adapters::linear_paths(*transformer);
    const catalog::KeyNames& names = key_names("mochi");
    const ModuleNames modules(paths, names);
    for (const auto& [format, word] : choices_of(LoraFormat{})) {
      for (const std::string& path : paths) {
        const auto key = parse_lora_key(key_of(path, format, names) + ".lora_A.weight");
        const auto* meaning = key ? modules.find(key->module) : nullptr;
        QVERIFY2(meaning != nullptr && std::ranges::count(meaning->paths, path) == 1, path.c_str());
        QCOMPARE(meaning->paths.size() == 3, format == LoraFormat::comfyui && is_fused(path));
      }
    }
    QCOMPARE(key_of("transformer_blocks.2.attn1.to_k", LoraFormat::comfyui, names),
             std::string("diffusion_model.blocks.2.attn.qkv_x"));
  }

  /// As Genmo's trainer writes them: fused layers, its own suffixes, an alpha for each of two kinds.
  void genmos_loras_are_read() {
    const auto transformer = open()->load_transformer({});
    const QTemporaryDir place;
    const std::filesystem::path file = place.filePath("model_200.lora.safetensors").toStdString();
    const Tensor A = torch::randn({2, 32}), B = torch::randn({96, 2});
    tensor::save_tensors(file,
                         {{"blocks.0.attn.qkv_x.lora_A", A},
                          {"blocks.0.attn.qkv_x.lora_B", B},
                          {"blocks.0.attn.proj_x.lora_A", A},
                          {"blocks.0.attn.proj_x.lora_B", B.narrow(0, 0, 32).contiguous()}},
                         {{"kwargs", R"({"qkv_proj_lora_alpha": 8, "out_proj_lora_alpha": 4})"}});
    const auto lora = adapters::load_lora(file, adapters::lora_target(*transformer, "mochi")).lora;
    QCOMPARE(lora.modules.size(), size_t{4});
    const auto& v = lora.modules.at("transformer_blocks.0.attn1.to_v");
    QVERIFY(same(v.A, A) && same(v.B, B.narrow(0, 64, 32)));
    QCOMPARE(v.alpha, 8.0);
    QCOMPARE(lora.modules.at("transformer_blocks.0.attn1.to_out.0").alpha, 4.0);
  }

  /// Value and gate of the feed-forward layer are swapped there.
  void loras_written_for_comfyui_come_back() {
    const auto transformer = open()->load_transformer({});
    const QTemporaryDir place;
    const std::filesystem::path file = place.filePath("lora.safetensors").toStdString();
    auto generator = seeded(3);
    adapters::Lora lora = adapters::make_lora(
        *transformer, adapters::match_linears(*transformer, {"to_q", "to_v", "ff.net.0.proj"}), 2, 4,
        torch::kCPU, generator);
    for (auto& [path, module] : lora.modules) module.B = torch::randn(module.B.sizes());
    const auto target = adapters::lora_target(*transformer, "mochi");
    adapters::save_lora(file, lora, model_files::LoraFormat::comfyui, target, {}, Existing::refuse);
    const auto back = adapters::load_lora(file, target).lora;
    for (const auto& [path, module] : lora.modules) {
      const auto& other = back.modules.at(path);
      QVERIFY2(torch::allclose(torch::matmul(module.B, module.A) * module.scale(),
                               torch::matmul(other.B, other.A) * other.scale(), 1e-5, 1e-6),
               path.c_str());
    }
    const auto stored = tensor::Checkpoint::open(file);
    const Tensor rows = stored.read("diffusion_model.blocks.0.mlp_x.w1.lora_B.weight");
    QVERIFY(
        same(rows, lora.modules.at("transformer_blocks.0.ff.net.0.proj").B.roll({rows.size(0) / 2}, {0})));
  }

  void what_saves_memory_changes_no_number_of_training_data() {
    QTest::addColumn<bool>("lora");
    QTest::newRow("lora") << true;
    QTest::newRow("sft") << false;
  }
  void what_saves_memory_changes_no_number_of_training() {
    QFETCH(bool, lora);
    run::RunSettings settings{.training_type = lora ? run::TrainingType::lora : run::TrainingType::sft};
    settings.family = "mochi";
    settings.model_folder = model_folder.string();
    compare_memory_modes(settings, {0, 2, 3}, batch_of);
  }

  void what_saves_memory_changes_no_clip() {
    inference::VideoRequest request;
    request.prompt = "a panda";
    request.size = {7, 32, 48};
    request.steps = 2;
    request.guidance_scale = 4.5;
    std::vector<Tensor> clips;
    for (const int64_t streamed : {0, 1, 3}) {
      inference::PipelineOptions options;
      options.model = {model_folder};
      options.offload = streamed == 0 ? inference::Offload::none : inference::Offload::model;
      options.streamed_blocks = streamed;
      clips.push_back(inference::VideoPipeline(options, {}).generate(request, {}));
      QVERIFY(same(clips.front(), clips.back()));
    }
    QCOMPARE(clips.front().size(0), int64_t{7});
  }

  /// Noise shares are uniform, and all randomness of a micro-batch comes from the generator.
  void draws_repeat() {
    const auto model = open()->load_training_model({}, {});
    const TrainingBatch batch = batch_of(*model, 2000);
    const TrainingDraw draw = model->draw(batch, seeded(7)), again = model->draw(batch, seeded(7));
    QVERIFY(same(draw.noise, again.noise) && same(draw.sigmas, again.sigmas));
    QVERIFY(std::abs(draw.sigmas.mean().item<double>() - 0.5) < 0.02);
    QVERIFY(draw.sigmas.min().item<double>() < 0.01 && draw.sigmas.max().item<double>() > 0.99);
    const Tensor thousandths = draw.sigmas * 1000;
    QVERIFY(!torch::allclose(thousandths, thousandths.round(), 0, 0.01));
  }
};

QTEST_GUILESS_MAIN(TestMochi)
#include "test_mochi.moc"
