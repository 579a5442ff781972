// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "adapters/lora_file.h"
#include "core/families/two_updates.h"
#include "families/hunyuan_video/sampling.h"
#include "inference/video_pipeline.h"
#include "tensor/checkpoint.h"
#include "tensor/dry_run.h"
#include "tensor/save.h"

using namespace fw;
using namespace fw::families;
using torch::Tensor;

namespace {

const std::filesystem::path model_folder = FW_SOURCE_FOLDER "/tests/reference/cases/models/hunyuan-video";

std::unique_ptr<Family> open() {
  return open_family({model_folder});
}

/// The tiny transformer in the layout of Tencent's published one, which ComfyUI's files have with a prefix.
void write_original_file(const std::filesystem::path& file, const std::string& prefix) {
  const auto stored = tensor::Checkpoint::open(model_folder / "transformer");
  std::map<std::string, Tensor> tensors;
  std::string block, other;
  const auto put = [&](const std::string& name, const std::vector<std::string>& published) {
    for (const char* kind : {".weight", ".bias"}) {
      std::vector<Tensor> rows;
      for (const std::string& part : published)
        if (stored.contains(block + part + kind)) rows.push_back(stored.read(block + part + kind));
      if (!rows.empty()) tensors[prefix + other + name + kind] = torch::cat(rows);
    }
  };
  for (int i = 0; i < 2; ++i) {
    block = "transformer_blocks." + std::to_string(i) + ".";
    other = "double_blocks." + std::to_string(i) + ".";
    put("img_attn_qkv", {"attn.to_q", "attn.to_k", "attn.to_v"});
    put("txt_attn_qkv", {"attn.add_q_proj", "attn.add_k_proj", "attn.add_v_proj"});
    for (const auto& [name, published] :
         std::map<std::string, std::string>{{"img_attn_q_norm", "attn.norm_q"},
                                            {"img_attn_k_norm", "attn.norm_k"},
                                            {"txt_attn_q_norm", "attn.norm_added_q"},
                                            {"txt_attn_k_norm", "attn.norm_added_k"},
                                            {"img_attn_proj", "attn.to_out.0"},
                                            {"txt_attn_proj", "attn.to_add_out"},
                                            {"img_mod.linear", "norm1.linear"},
                                            {"txt_mod.linear", "norm1_context.linear"},
                                            {"img_mlp.fc1", "ff.net.0.proj"},
                                            {"img_mlp.fc2", "ff.net.2"},
                                            {"txt_mlp.fc1", "ff_context.net.0.proj"},
                                            {"txt_mlp.fc2", "ff_context.net.2"}})
      put(name, {published});
    block = "single_" + block;
    other = "single_blocks." + std::to_string(i) + ".";
    put("linear1", {"attn.to_q", "attn.to_k", "attn.to_v", "proj_mlp"});
    for (const auto& [name, published] :
         std::map<std::string, std::string>{{"linear2", "proj_out"},
                                            {"q_norm", "attn.norm_q"},
                                            {"k_norm", "attn.norm_k"},
                                            {"modulation.linear", "norm.linear"}})
      put(name, {published});
    block = "context_embedder.token_refiner.refiner_blocks." + std::to_string(i) + ".";
    other = "txt_in.individual_token_refiner.blocks." + std::to_string(i) + ".";
    put("self_attn_qkv", {"attn.to_q", "attn.to_k", "attn.to_v"});
    for (const auto& [name, published] :
         std::map<std::string, std::string>{{"self_attn_proj", "attn.to_out.0"},
                                            {"mlp.fc1", "ff.net.0.proj"},
                                            {"mlp.fc2", "ff.net.2"},
                                            {"adaLN_modulation.1", "norm_out.linear"},
                                            {"norm1", "norm1"},
                                            {"norm2", "norm2"}})
      put(name, {published});
  }
  block = other = "";
  const std::string text = "context_embedder.time_text_embed.", time = "time_text_embed.";
  for (const auto& [name, published] :
       std::map<std::string, std::string>{{"img_in.proj", "x_embedder.proj"},
                                          {"txt_in.input_embedder", "context_embedder.proj_in"},
                                          {"txt_in.t_embedder.mlp.0", text + "timestep_embedder.linear_1"},
                                          {"txt_in.t_embedder.mlp.2", text + "timestep_embedder.linear_2"},
                                          {"txt_in.c_embedder.linear_1", text + "text_embedder.linear_1"},
                                          {"txt_in.c_embedder.linear_2", text + "text_embedder.linear_2"},
                                          {"time_in.mlp.0", time + "timestep_embedder.linear_1"},
                                          {"time_in.mlp.2", time + "timestep_embedder.linear_2"},
                                          {"guidance_in.mlp.0", time + "guidance_embedder.linear_1"},
                                          {"guidance_in.mlp.2", time + "guidance_embedder.linear_2"},
                                          {"vector_in.in_layer", time + "text_embedder.linear_1"},
                                          {"vector_in.out_layer", time + "text_embedder.linear_2"},
                                          {"final_layer.linear", "proj_out"},
                                          {"final_layer.adaLN_modulation.1", "norm_out.linear"}})
    put(name, {published});
  for (const char* kind : {".weight", ".bias"}) {  // first the shift, then the scale
    Tensor& rows = tensors.at(prefix + "final_layer.adaLN_modulation.1" + kind);
    rows = torch::cat({rows.chunk(2)[1], rows.chunk(2)[0]});
  }
  tensor::save_tensors(file, tensors);
}

/// The last sample has a short text.
TrainingBatch batch_of(const TrainingModel& model, int64_t samples) {
  TrainingBatch batch = model.example_batch({9, 32, 48}, samples);
  batch.latents = torch::randn(batch.latents.sizes());
  batch.text.embeds = torch::randn(batch.text.embeds.sizes());
  batch.text.pooled = torch::randn(batch.text.pooled.sizes());
  batch.text.mask = torch::zeros(batch.text.mask.sizes(), torch::kInt64);
  batch.text.mask.narrow(1, 0, 9).fill_(1);
  batch.text.mask[samples - 1].narrow(0, 5, 4).zero_();
  return batch;
}

}  // namespace

class TestHunyuanVideo : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    // Otherwise MKL's rounding depends on the alignment of weights, which differs when they are streamed.
    qputenv("MKL_CBWR", "COMPATIBLE");
    torch::set_num_threads(1);
  }

  void the_folder_states_its_sizes() {
    const catalog::ModelSpec spec = open()->spec();
    QCOMPARE(spec.id, std::string("hunyuan-video"));
    QCOMPARE(spec.rules.size_multiple, int64_t{16});
    QCOMPARE(spec.transformer.blocks, int64_t{4});
    for (const int64_t frames : {17, 49, 61, 129})
      QVERIFY(catalog::check_video_size(spec, {frames, 512, 768}).empty());
    QVERIFY(!catalog::check_video_size(spec, {50, 512, 768}).empty());
    QVERIFY(!catalog::check_video_size(spec, {49, 520, 768}).empty());
  }

  /// The file, with the other components next to it, is the same model as the folder.
  void a_transformer_in_one_file_is_the_same_model() {
    for (const char* prefix : {"", "model.diffusion_model."}) {
      const QTemporaryDir place;
      qputenv("XDG_DATA_HOME", place.filePath("data").toUtf8());
      const std::filesystem::path file = place.filePath("hunyuan.safetensors").toStdString();
      write_original_file(file, prefix);
      for (const char* part : {"vae", "text_encoder", "text_encoder_2", "tokenizer", "tokenizer_2"})
        std::filesystem::create_directory_symlink(model_folder / part, file.parent_path() / part);
      const auto whole = open(), single = open_family({file});
      QCOMPARE(single->spec(), whole->spec());
      for (const torch::Dtype dtype : {torch::kFloat32, torch::kBFloat16}) {
        std::map<std::string, Tensor> weights;
        whole->load_transformer({.dtype = dtype})->for_each_slot([&](const std::string& name, Tensor& slot) {
          weights[name] = slot;
        });
        single->load_transformer({.dtype = dtype})->for_each_slot([&](const std::string& name, Tensor& slot) {
          QVERIFY2(weights.contains(name) && same(weights[name], slot), name.c_str());
          weights.erase(name);
        });
        QVERIFY(weights.empty());
      }
      QVERIFY(single->load_text_encoders(encoders::TextEncoderPlace::device, 1, {})
                  ->encode({"a"})
                  .pooled.defined());
      QVERIFY(single->load_vae({}) != nullptr);
    }
  }

  /// Text beyond the used tokens changes nothing, whether a batch has one length or several.
  void text_that_does_not_count_changes_nothing() {
    const auto network = open()->load_transformer({});
    auto& transformer = dynamic_cast<HunyuanTransformer&>(*network);
    const torch::NoGradGuard no_grad;
    torch::manual_seed(1);
    HunyuanTransformerInput input;
    input.hidden_states = torch::randn({2, 4, 3, 4, 6});
    input.timestep = torch::full({2}, 300.F);
    input.encoder_hidden_states = torch::randn({2, 9, 32});
    input.pooled_projections = torch::randn({2, 24});
    input.guidance = torch::full({2}, 6000.F);
    const auto rotary = hunyuan_rotary(transformer.config(), 3, 4, 6, 9, torch::kCPU);
    for (const std::vector<int64_t>& lengths : {std::vector<int64_t>{5, 5}, {5, 9}, {0, 0}}) {
      input.encoder_attention_mask = torch::zeros({2, 9}, torch::kInt64);
      for (int64_t i = 0; i < 2; ++i)
        input.encoder_attention_mask[i]
            .narrow(0, 0, std::max<int64_t>(1, lengths[static_cast<size_t>(i)]))
            .fill_(1);
      input.text_lengths = lengths;
      const Tensor before = transformer.forward(input, rotary);
      HunyuanTransformerInput other = input;
      other.encoder_hidden_states = input.encoder_hidden_states.clone();
      other.encoder_hidden_states[0].narrow(0, 5, 4).fill_(3);
      QVERIFY(same(transformer.forward(other, rotary)[0], before[0]));
      QVERIFY(before.isfinite().all().item<bool>());
    }
  }

  void what_saves_memory_changes_no_number_of_training_data() {
    QTest::addColumn<bool>("lora");
    QTest::newRow("lora") << true;
    QTest::newRow("sft") << false;
  }
  void what_saves_memory_changes_no_number_of_training() {
    QFETCH(bool, lora);
    run::RunSettings settings{.training_type = lora ? run::TrainingType::lora : run::TrainingType::sft};
    settings.family = "hunyuan_video";
    settings.model_folder = model_folder.string();
    compare_memory_modes(settings, {0, 2, 5}, batch_of);
  }

  void what_saves_memory_changes_no_clip() {
    inference::VideoRequest request;
    request.prompt = "a panda";
    request.size = {5, 32, 48};
    request.steps = 2;
    request.guidance_scale = 3;
    std::vector<Tensor> clips;
    for (const int64_t streamed : {0, 1, 5}) {
      inference::PipelineOptions options;
      options.model = {model_folder};
      options.offload = streamed == 0 ? inference::Offload::none : inference::Offload::model;
      options.text_encoder =
          streamed == 5 ? encoders::TextEncoderPlace::streamed : encoders::TextEncoderPlace::device;
      options.streamed_blocks = streamed;
      clips.push_back(inference::VideoPipeline(options, {}).generate(request, {}));
      QVERIFY(same(clips.front(), clips.back()));
    }
    QCOMPARE(clips.front().size(0), int64_t{5});
  }

  void draws_repeat() {
    const auto model = open()->load_training_model({}, {});
    const TrainingBatch batch = batch_of(*model, 2000);
    const TrainingDraw draw = model->draw(batch, seeded(7)), again = model->draw(batch, seeded(7));
    QVERIFY(same(draw.noise, again.noise) && same(draw.sigmas, again.sigmas));
    QVERIFY(std::abs(draw.sigmas.mean().item<double>() - 0.5) < 0.02);
  }

  /// Fused matrices of other programs, with all of their parts or some.
  void loras_of_other_programs_data() {
    QTest::addColumn<QStringList>("targets");
    QTest::addColumn<bool>("comfyui");
    QTest::addColumn<QString>("key");
    const QStringList attention{"to_q", "to_k", "to_v", "to_out.0"};
    QTest::newRow("ComfyUI, qkv") << attention << true << "diffusion_model.double_blocks.1.img_attn_qkv";
    QTest::newRow("ComfyUI, qkv and mlp") << attention << true << "diffusion_model.single_blocks.0.linear1";
    QTest::newRow("ComfyUI, all") << QStringList{"to_q",     "to_k",       "to_v",
                                                 "proj_mlp", "add_q_proj", "norm_out.linear"}
                                  << true << "diffusion_model.final_layer.adaLN_modulation.1";
    QTest::newRow("musubi-tuner") << attention << false << "lora_unet_single_blocks_1_linear1";
    QTest::newRow("musubi-tuner, refiner")
        << attention << false << "lora_unet_txt_in_individual_token_refiner_blocks_0_self_attn_qkv";
  }
  void loras_of_other_programs() {
    QFETCH(QStringList, targets);
    QFETCH(bool, comfyui);
    QFETCH(QString, key);
    const auto network = open()->load_transformer({});
    std::vector<std::string> patterns;
    for (const QString& target : targets) patterns.push_back(target.toStdString());
    auto generator = seeded(5);
    adapters::Lora lora = adapters::make_lora(*network, adapters::match_linears(*network, patterns), 3, 6,
                                              torch::kCPU, generator);
    for (auto& [path, module] : lora.modules) module.B = torch::randn(module.B.sizes());
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("lora.safetensors").toStdString();
    const adapters::LoraTarget target = adapters::lora_target(*network, "hunyuan_video");
    const auto format = comfyui ? model_files::LoraFormat::comfyui : model_files::LoraFormat::kohya;
    adapters::save_lora(file, lora, format, target);
    const auto names = tensor::Checkpoint::open(file).names();
    QVERIFY(std::ranges::any_of(
        names, [&](const std::string& name) { return name.starts_with(key.toStdString() + "."); }));
    const adapters::LoraFile read = adapters::load_lora(file, target);
    QCOMPARE(read.format, format);
    for (const auto& [path, module] : lora.modules) {
      const auto found = read.lora.modules.find(path);
      QVERIFY2(found != read.lora.modules.end(), path.c_str());
      const Tensor want = module.B.matmul(module.A) * module.scale();
      const Tensor got = found->second.B.matmul(found->second.A) * found->second.scale();
      QVERIFY2(torch::allclose(got, want, 1e-5, 1e-5), path.c_str());
    }
    for (const auto& [path, module] : read.lora.modules)
      QVERIFY(lora.modules.contains(path) || module.B.abs().max().item<double>() == 0);
  }
};

QTEST_GUILESS_MAIN(TestHunyuanVideo)
#include "test_hunyuan_video.moc"
