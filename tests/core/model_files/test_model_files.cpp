// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "model_files/find_models.h"
#include "safetensors/writer.h"

using namespace fw;
using namespace fw::model_files;
namespace fs = std::filesystem;

namespace {

const fs::path models = fs::path(FW_SOURCE_FOLDER) / "tests" / "reference" / "cases" / "models";

void write_tensors(const fs::path& file, std::vector<safetensors::TensorInfo> tensors,
                   const safetensors::Metadata& metadata = {}) {
  fs::create_directories(file.parent_path());
  safetensors::Writer writer(file, std::move(tensors), metadata);
  for (const safetensors::TensorInfo& tensor : writer.tensors()) {
    std::vector<std::byte> bytes(tensor.bytes());
    // 2.5 for alphas.
    if (tensor.name.ends_with(".alpha")) {
      const float value = 2.5F;
      std::memcpy(bytes.data(), &value, sizeof value);
    }
    writer.append(bytes);
  }
  writer.commit();
}

safetensors::TensorInfo tensor(const std::string& name, std::vector<int64_t> shape,
                               safetensors::Dtype dtype = safetensors::Dtype::f32) {
  return {name, dtype, std::move(shape)};
}

std::string messages(const ModelReport& report) {
  std::string text;
  for (const Fault& fault : report.faults) text += fault.message() + "\n";
  for (const ComponentReport& component : report.components) {
    for (const Fault& fault : component.faults) text += fault.message() + "\n";
  }
  return text;
}

}  // namespace

class TestModelFiles : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;
  fs::path path(const std::string& name) const { return fs::path(folder_->path().toStdString()) / name; }
  fs::path copy(const char* model, const std::string& name) const {
    fs::create_directories(path(name).parent_path());
    fs::copy(models / model, path(name), fs::copy_options::recursive);
    return path(name);
  }

 private Q_SLOTS:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void names_modules_alike_in_every_format_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("block");
    QTest::addColumn<QString>("name");
    QTest::newRow("diffusers") << "transformer.transformer_blocks.12.attn1.to_out.0.lora_A.weight" << 12
                               << "attn1.to_out.0";
    QTest::newRow("comfyui") << "diffusion_model.blocks.12.attn_out.lora_A.weight" << 12 << "attn1.to_out.0";
    QTest::newRow("kohya") << "lora_unet_transformer_blocks_12_attn1_to_out_0.lora_down.weight" << 12
                           << "attn1.to_out.0";
    QTest::newRow("kohya of comfyui") << "lora_unet_blocks_3_ff_proj.lora_up.weight" << 3 << "ff.net.0.proj";
    QTest::newRow("outside") << "transformer.time_embedding.linear_1.lora_A.weight" << -1
                             << "time_embedding.linear_1";
    QTest::newRow("outside, comfyui")
        << "diffusion_model.time_embedding_linear_2.lora_A.weight" << -1 << "time_embedding.linear_2";
    QTest::newRow("another family, outside, comfyui")
        << "diffusion_model.patchify_proj.lora_A.weight" << -1 << "proj_in";
    QTest::newRow("another family, outside, comfyui, deep")
        << "diffusion_model.adaln_single.emb.timestep_embedder.linear_1.lora_A.weight" << -1
        << "time_embed.emb.timestep_embedder.linear_1";
    for (const char* wrapped :
         {"module.transformer_blocks.12.attn1.to_out.0.lora_A.weight",
          "transformer._orig_mod.transformer_blocks.12.attn1.to_out.0.lora_A.weight",
          "_fsdp_wrapped_module.transformer_blocks.12._checkpoint_wrapped_module.attn1.to_out.0.lora_A."
          "weight",
          "model.diffusion_model.transformer_blocks.12.attn1.to_out.0.lora_A.weight",
          "pipe.dit.transformer_blocks.12.attn1.to_out.0.lora_A.default.weight",
          "base_model.model.transformer.transformer_blocks.12.attn1.to_out.0.lora_A.weight",
          "transformer.transformer_blocks.12.attn1.to_out.0.lora_A.my_style.weight",
          "unet.transformer_blocks.12.attn1.to_out.0.lora.down.weight",
          "unet.transformer_blocks.12.attn1.to_out.0.lora_linear_layer.down.weight",
          "transformer.transformer_blocks.12.attn1.processor.to_out_lora.down.weight",
          "lora_unet__transformer_blocks_12_attn1_to_out_0.lora_down.weight",
          "lycoris_transformer_blocks_12_attn1_to_out_0.lora_down.weight"})
      QTest::newRow(wrapped) << wrapped << 12 << "attn1.to_out.0";
    QTest::newRow("no number") << "transformer.transformer_blocks.norm.lora_A.weight" << -1
                               << "transformer_blocks.norm";
  }
  void names_modules_alike_in_every_format() {
    QFETCH(QString, key);
    QFETCH(int, block);
    QFETCH(QString, name);
    const auto parsed = parse_lora_key(key.toStdString());
    QVERIFY(parsed);
    const std::vector<LoraKey> keys{*parsed};
    const ModulePlace place = place_of(*parsed, guess_key_names(keys));
    QCOMPARE(place.list.empty() ? -1 : int(place.block), block);
    QCOMPARE(QString::fromStdString(place.names.front()), name);
  }

  // As in HunyuanVideo's original repository: two lists of blocks, fused matrices.
  void names_of_fused_matrices() {
    const fw::catalog::KeyNames names{
        .blocks = {{"transformer_blocks",
                    "double_blocks",
                    {{"attn.to_q", "img_attn_qkv"},
                     {"attn.to_k", "img_attn_qkv"},
                     {"attn.to_v", "img_attn_qkv"},
                     {"attn.to_out.0", "img_attn_proj"}}},
                   {"single_transformer_blocks",
                    "single_blocks",
                    {{"attn.to_q", "linear1"}, {"proj_mlp", "linear1"}, {"proj_out", "linear2"}}}},
        .kohya_has_other_names = true};
    const std::vector<std::string> qkv{"transformer_blocks.7.attn.to_q", "transformer_blocks.7.attn.to_k",
                                       "transformer_blocks.7.attn.to_v"};
    std::vector<std::string> paths = qkv;
    paths.insert(paths.begin(),
                 {"single_transformer_blocks.7.proj_mlp", "single_transformer_blocks.7.attn.to_q",
                  "single_transformer_blocks.7.norm.linear"});
    const ModuleNames modules(paths, names);
    QVERIFY(modules.find("double_blocks.7.img_attn_qkv")->paths == qkv);
    QVERIFY(modules.find("double_blocks_7_img_attn_qkv")->paths == qkv);
    QVERIFY((modules.find("single_blocks.7.linear1")->paths ==
             std::vector<std::string>{"single_transformer_blocks.7.attn.to_q",
                                      "single_transformer_blocks.7.proj_mlp"}));
    QVERIFY(modules.find("single_transformer_blocks_7_norm_linear")->paths.size() == 1);
    QVERIFY(modules.find("single_blocks.7.norm.linear")->is_other_name);
    QCOMPARE(modules.find("double_blocks.8.img_attn_qkv"), nullptr);
    QCOMPARE(key_of(qkv[1], LoraFormat::comfyui, names),
             std::string("diffusion_model.double_blocks.7.img_attn_qkv"));
    QCOMPARE(key_of(qkv[1], LoraFormat::kohya, names), std::string("lora_unet_double_blocks_7_img_attn_qkv"));
    const auto key = parse_lora_key("lora_unet_single_blocks_39_linear1.lora_down.weight");
    const ModulePlace place = place_of(*key, names);
    QCOMPARE(place.list, std::string_view("single_transformer_blocks"));
    QCOMPARE(place.block, int64_t{39});
    QVERIFY((place.names == std::vector<std::string>{"attn.to_q", "proj_mlp"}));
  }

  void reads_a_lora_by_its_header() {
    const auto with = read_lora_info(models / "cogvideox-2b" / "lora" / "pytorch_lora_weights.safetensors");
    const auto without =
        read_lora_info(models / "cogvideox-2b" / "lora_no_metadata" / "pytorch_lora_weights.safetensors");
    QVERIFY(with && without);
    QVERIFY(with->rank > 0 && with->modules > 0);
    QCOMPARE(with->rank, without->rank);
    QCOMPARE(with->targets, without->targets);
    QVERIFY(with->is_alpha_said && !without->is_alpha_said);
    QCOMPARE(without->alpha, double(without->rank));
    QVERIFY(with->targets.contains("attn1.to_q"));
    fw::catalog::TransformerSize narrower = look_at_model({models / "cogvideox-2b"}).transformer();
    QVERIFY(with->fits(narrower));
    narrower.width /= 2;
    QVERIFY(!with->fits(narrower));
  }

  void reads_alpha_wherever_it_is() {
    const std::string key = "diffusion_model.blocks.1.q";
    const std::vector<safetensors::TensorInfo> pair{tensor(key + ".lora_A.weight", {4, 16}),
                                                    tensor(key + ".lora_B.weight", {16, 4})};
    auto own = pair;
    own.push_back(tensor(key + ".alpha", {}));
    write_tensors(path("own.safetensors"), own);
    const auto info = read_lora_info(path("own.safetensors"));
    QVERIFY(info && info->is_alpha_said);
    QCOMPARE(info->alpha, 2.5);
    QCOMPARE(info->rank, 4);
    QCOMPARE(info->format, LoraFormat::comfyui);
    QCOMPARE(info->made_for, (fw::catalog::TransformerSize{16, 2}));
    write_tensors(path("ss.safetensors"), pair, {{"ss_network_alpha", "3"}, {"ss_steps", "70"}});
    QCOMPARE(read_lora_info(path("ss.safetensors"))->alpha, 4.0);  // as kohya's scripts read it
    QCOMPARE(read_lora_info(path("ss.safetensors"))->step, std::optional<int64_t>(70));
    // Half precision: 0x4100 is 2.5.
    auto half = pair;
    half.push_back(tensor(key + ".alpha", {}, safetensors::Dtype::f16));
    safetensors::Writer writer(path("half.safetensors"), half);
    for (const auto& each : writer.tensors()) {
      std::vector<std::byte> bytes(each.bytes());
      if (each.name.ends_with(".alpha")) bytes = {std::byte{0x00}, std::byte{0x41}};
      writer.append(bytes);
    }
    writer.commit();
    QCOMPARE(read_lora_info(path("half.safetensors"))->alpha, 2.5);
  }

  void reads_alpha_of_the_metadata_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<double>("alpha");
    const auto row = [](const char* key, const char* value, double alpha) {
      QTest::addRow("%s: %s", key, value) << key << value << alpha;
    };
    row("lora_alpha", "1", 1);
    row("transformer.lora_alpha", "1.5", 1.5);
    row("alpha", "8", 8);
    row("network_alpha", "-2", -2);
    row("lora_alpha", "None", 4);
    row("text_encoder.lora_alpha", "1", 4);
    row("lora_adapter_metadata", R"({"lora_alpha": 2})", 2);
    row("lora_adapter_metadata",
        R"({"transformer.lora_alpha": 2, "transformer.alpha_pattern": {"blocks.1.q": 3}})", 3);
    row("lora_adapter_metadata", R"({"transformer.lora_alpha": null})", 4);
    row("lora_adapter_metadata", R"({"alpha_pattern": {"bl.*q": 3}})", 3);
    row("lora_adapter_metadata", R"({"alpha_pattern": {"locks.*q": 3}})", 4);
    row("lora_adapter_metadata", R"({"lora_alpha": 3, "use_rslora": true})", 6);
    row("kwargs", R"({"qkv_proj_lora_alpha": 6, "out_proj_lora_alpha": 2})", 2);
    // 0: rejected
    row("lora_alpha", "much", 0);
    row("lora_alpha", "nan", 0);
    row("lora_alpha", "1e39", 0);
    row("kwargs", R"({"qkv_proj_lora_alpha": 6, "out_proj_lora_alpha": "2"})", 0);
    for (const char* json :
         {"[1]", "no JSON", R"({"lora_alpha": "2"})", R"({"alpha_pattern": [3]})", R"({"alpha_pattern": 1})",
          R"({"alpha_pattern": {"q": []}})", R"({"alpha_pattern": {"*q": 3}})", R"({"use_dora": true})"})
      row("lora_adapter_metadata", json, 0);
  }
  void reads_alpha_of_the_metadata() {
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(double, alpha);
    const std::string module = "diffusion_model.blocks.1.q";
    write_tensors(path("x.safetensors"),
                  {tensor(module + ".lora_A.weight", {4, 16}), tensor(module + ".lora_B.weight", {16, 4})},
                  {{key.toStdString(), value.toStdString()}});
    if (alpha != 0) {
      QCOMPARE(read_lora_info(path("x.safetensors"))->alpha, alpha);
      return;
    }
    // A rejected file does not end a search.
    const FoundFiles found = find_models(path(""));
    QCOMPARE(found.loras.size(), size_t(1));
    QCOMPARE(found.loras.front().fault->code, std::string("model_files.bad_lora"));
  }

  void reads_the_configuration_of_peft_beside_its_file() {
    const std::vector<safetensors::TensorInfo> pair{
        tensor("base_model.model.blocks.1.q.lora_A.weight", {4, 16}),
        tensor("base_model.model.blocks.1.q.lora_B.weight", {16, 4})};
    for (const char* name : {"adapter_model.safetensors", "other.safetensors"})
      write_tensors(path(name), pair);
    write_file_atomically(path("adapter_config.json"), R"({"r": 4, "lora_alpha": 32})", Existing::refuse);
    QCOMPARE(read_lora_info(path("adapter_model.safetensors"))->alpha, 32.0);
    QCOMPARE(read_lora_info(path("other.safetensors"))->alpha, 4.0);
  }

  void names_what_it_does_not_read_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* key, const char* words) { QTest::newRow(key) << key << words; };
    row("lora_unet_blocks_0_q.hada_w1_a", "LoHa");
    row("lycoris_blocks_0_q.lokr_w1", "LoKr");
    row("lora_unet_blocks_0_q.dora_scale", "magnitude");
    row("transformer.blocks.0.q.lora_magnitude_vector.default.weight", "magnitude");
    row("lora_unet_blocks_0_q.hada_t1", "LoHa of a convolution");
    row("lora_unet_blocks_0_q.oft_blocks", "OFT");
    row("transformer.blocks.0.q.lora_B.bias", "bias");
    row("diffusion_model.blocks.0.norm1.w_norm", "norms");
    row("lora_te_text_model_q.lora_down.weight", "text encoder");
    row("text_encoder_2.text_model.q.lora_A.weight", "text encoder");
    row("text_encoders.t5xxl.transformer.q.lora_A.weight", "text encoder");
    row("transformer.blocks.0.conv.lora_A.weight", "convolution");
    row("transformer.blocks.0.q.lora_A.other.weight", "several adapters");
    row("transformer.blocks.0.q.lora_C.weight", "unknown kind");
  }
  void names_what_it_does_not_read() {
    QFETCH(QString, key);
    QFETCH(QString, words);
    const bool is_convolution = words == "convolution";
    std::vector<safetensors::TensorInfo> tensors{
        tensor("transformer.blocks.1.q.lora_A.weight", {4, 16}),
        tensor("transformer.blocks.1.q.lora_B.weight", {16, 4}),
        tensor(key.toStdString(),
               is_convolution ? std::vector<int64_t>{4, 16, 1, 1} : std::vector<int64_t>{4, 16})};
    write_tensors(path("x.safetensors"), tensors);
    QString message;
    try {
      read_lora_info(path("x.safetensors"));
    } catch (const Error& error) {
      message = QString::fromStdString(error.fault().message());
    }
    QVERIFY2(message.contains(words) && !message.contains('\n'), qPrintable(message));
  }

  void one_line_for_keys_of_one_kind() {
    std::vector<safetensors::TensorInfo> tensors;
    for (int block = 0; block < 30; ++block)
      tensors.push_back(tensor("lora_unet_blocks_" + std::to_string(block) + "_q.oft_blocks", {4, 16}));
    write_tensors(path("x.safetensors"), tensors);
    try {
      read_lora_info(path("x.safetensors"));
      QFAIL("not refused");
    } catch (const Error& error) {
      QCOMPARE(error.fault().arguments.at("problems"),
               std::string("lora_unet_blocks_0_q.oft_blocks is not supported: OFT (and 29 more)"));
    }
  }

  void tells_other_files_from_loras() {
    write_tensors(path("weights.safetensors"), {tensor("proj_out.weight", {2, 2})});
    QVERIFY(!read_lora_info(path("weights.safetensors")));
    write_tensors(path("encoder.safetensors"), {tensor("lora_te_text_model_q.lora_down.weight", {2, 2}),
                                                tensor("lora_unet_blocks_0_q.lora_down.weight", {2, 2})});
    QVERIFY_EXCEPTION_THROWN(read_lora_info(path("encoder.safetensors")), Error);
    write_file_atomically(path("page.safetensors"), "<html>not found</html>", Existing::replace);
    QVERIFY_EXCEPTION_THROWN(read_lora_info(path("page.safetensors")), Error);
  }

  void a_whole_model_is_whole() {
    for (const char* name : {"cogvideox-2b", "cogvideox-5b-i2v"}) {
      const ModelReport report = look_at_model({models / name});
      QVERIFY2(report.sound(), messages(report).c_str());
      QCOMPARE(report.facts->id, std::string(name));
      QCOMPARE(report.components.size(), size_t(5));
      QVERIFY(report.bytes() > 1000);
      // To JSON and back, as in a job's result.
      const nlohmann::json json = report;
      const auto back = json.get<ModelReport>();
      QCOMPARE(back.components.size(), report.components.size());
      QCOMPARE(back.bytes(), report.bytes());
    }
  }

  void says_what_is_missing_data() {
    QTest::addColumn<QString>("gone");
    QTest::addColumn<QString>("words");
    QTest::newRow("a component") << "vae"
                                 << "The component “vae” is missing.";
    QTest::newRow("a configuration") << "transformer/config.json"
                                     << "transformer: config.json is missing.";
    QTest::newRow("weights") << "text_encoder/model.safetensors"
                             << "The model is incomplete: text_encoder has no weights (.safetensors).";
    QTest::newRow("the tokenizer's model") << "tokenizer/spiece.model"
                                           << "tokenizer: spiece.model is missing.";
    QTest::newRow("the scheduler's file") << "scheduler/scheduler_config.json"
                                          << "scheduler: scheduler_config.json is missing.";
  }
  void says_what_is_missing() {
    QFETCH(QString, gone);
    QFETCH(QString, words);
    const fs::path model = copy("cogvideox-2b", "model");
    fs::remove_all(model / gone.toStdString());
    const ModelReport report = look_at_model({model});
    QVERIFY(!report.sound());
    const QString told = QString::fromStdString(messages(report));
    QVERIFY2(told.contains(words), qPrintable(told));
    QCOMPARE(told.count(QLatin1Char('\n')), 1);  // once
  }

  void names_quantized_weights() {
    const fs::path model = copy("cogvideox-2b", "model"), part = model / "transformer";
    fs::remove(part / "diffusion_pytorch_model.safetensors");
    write_tensors(part / "diffusion_pytorch_model.safetensors",
                  {tensor("proj_out.weight", {2, 2}, safetensors::Dtype::f8_e4m3),
                   tensor("proj_out.scale_weight", {2})});  // for each row
    const QString told = QString::fromStdString(messages(look_at_model({model})));
    QVERIFY2(told.contains("fp8 with scales") && told.count('\n') == 1, qPrintable(told));
  }

  /// One sentence lists all components without weights. Other missing files do not matter.
  void weights_that_are_missing_are_named_together() {
    const fs::path model = copy("cogvideox-2b", "model");
    const auto told = [&] {
      const auto fault = missing_weights(look_at_model({model}));
      return fault ? QString::fromStdString(fault->message()) : QString();
    };
    fs::remove(model / "tokenizer" / "spiece.model");
    QCOMPARE(told(), QString());
    fs::remove(model / "transformer" / "diffusion_pytorch_model.safetensors");
    QCOMPARE(told(), QString("The model is incomplete: transformer has no weights (.safetensors)."));
    fs::remove_all(model / "text_encoder");
    QCOMPARE(told(),
             QString("The model is incomplete: text_encoder, transformer have no weights (.safetensors)."));
  }

  void counts_missing_shards() {
    const fs::path model = copy("cogvideox-2b", "model"), part = model / "transformer";
    fs::remove(part / "diffusion_pytorch_model.safetensors");
    nlohmann::json map;
    for (int i = 1; i <= 4; ++i) {
      const std::string shard = "diffusion_pytorch_model-0000" + std::to_string(i) + "-of-00004.safetensors";
      map["tensor" + std::to_string(i)] = shard;
      if (i != 2) write_tensors(part / shard, {tensor("tensor" + std::to_string(i), {2})});
    }
    write_file_atomically(part / "diffusion_pytorch_model.safetensors.index.json",
                          nlohmann::json{{"weight_map", map}}.dump(), Existing::replace);
    QCOMPARE(messages(look_at_model({model})), std::string("transformer: shard 2 of 4 is missing.\n"));
  }

  void a_broken_file_is_told_and_the_search_goes_on() {
    copy("cogvideox-2b", "a/broken");
    write_file_atomically(path("a/broken/model_index.json"), "{", Existing::replace);
    copy("cogvideox-5b", "a/wrong type");
    write_file_atomically(path("a/wrong type/vae/config.json"), "[1, 2]", Existing::replace);
    copy("cogvideox-2b", "b/Wölfe 狼");
    write_file_atomically(path("b/cut.safetensors"), std::string("\x40\0\0\0\0\0\0\0{\"a", 11),
                          Existing::replace);
    const FoundFiles found = find_models(path(""));
    QVERIFY(!found.fault);
    QCOMPARE(found.models.size(), size_t(3));
    QVERIFY(!found.models[0].report.sound() && !found.models[1].report.sound());
    QVERIFY(found.models[2].report.sound());
    QCOMPARE(found.models[2].name, std::string("Wölfe 狼"));
    // Each model folder contains two LoRAs.
    QCOMPARE(std::ranges::count_if(found.loras, [](const FoundLora& lora) { return lora.info.has_value(); }),
             6);
    const auto cut =
        std::ranges::find_if(found.loras, [](const FoundLora& lora) { return lora.fault.has_value(); });
    QVERIFY(cut != found.loras.end());
    QVERIFY(cut->fault->message().find("cut short") != std::string::npos);
  }

  void runs_are_told_with_their_loras() {
    const fs::path lora = models / "cogvideox-2b" / "lora" / "pytorch_lora_weights.safetensors";
    const fs::path run = path("runs/cats-1");
    for (const char* place : {"checkpoints/step-00000500", "result", "result/ema"}) {
      fs::create_directories(run / place);
      fs::copy_file(lora, run / place / "pytorch_lora_weights.safetensors");
    }
    write_file_atomically(run / "checkpoints/step-00000500/checkpoint.json", "{}", Existing::replace);
    write_tensors(run / "checkpoints/step-00000500/optimizer.safetensors", {tensor("m", {2})});
    write_file_atomically(run / "run.toml", "schema = 1\n[model]\nfolder = \"/models/cogvideox-2b\"\n",
                          Existing::replace);
    const FoundFiles found = find_models(path("runs"));
    QCOMPARE(found.loras.size(), size_t(3));
    QCOMPARE(found.other_files, 0);  // the optimizer's state is not one
    for (const FoundLora& each : found.loras) {
      QCOMPARE(each.run, run);
      QCOMPARE(each.run_name, std::string("cats-1"));
      QCOMPARE(to_utf8(each.base), std::string("/models/cogvideox-2b"));
    }
    QCOMPARE(found.loras.front().step, std::optional<int64_t>(500));
    QCOMPARE(to_utf8(model_of_run(run)), std::string("/models/cogvideox-2b"));
    QVERIFY(model_of_run(path("nowhere")).empty());
  }

  void a_file_beside_a_run_is_none_of_it() {
    const fs::path lora = models / "cogvideox-2b" / "lora" / "pytorch_lora_weights.safetensors";
    write_file_atomically(path("run.toml"), "schema = 1\n", Existing::replace);
    fs::create_directories(path("exported"));
    fs::copy_file(lora, path("exported/cat.safetensors"));
    const FoundFiles found = find_models(path("exported"));
    QCOMPARE(found.loras.size(), size_t(1));
    QVERIFY(found.loras.front().run.empty());
  }

  void links_are_followed_and_never_in_circles() {
    copy("cogvideox-2b", "store/models--THUDM--CogVideoX-2b/snapshots/0123abc");
    fs::create_directory(path("list"));
    fs::create_directory_symlink(path("store"), path("list/store"));
    fs::create_directory_symlink(path("list"), path("store/back"));
    const FoundFiles found = find_models(path("list"));
    QCOMPARE(found.models.size(), size_t(1));
    QCOMPARE(found.models.front().name, std::string("CogVideoX-2b"));
  }

  void a_folder_that_is_gone_is_a_fault() {
    const FoundFiles found = find_models(path("gone"));
    QVERIFY(found.fault && found.models.empty());
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(find_models(models, stop.get_token()), Cancelled);
  }
};

QTEST_APPLESS_MAIN(TestModelFiles)
#include "test_model_files.moc"
