// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "adapters/lora_file.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

using namespace fw::adapters;
namespace fs = std::filesystem;

namespace {

using Tensors = std::map<std::string, torch::Tensor>;
using fw::model_files::ComfyReading;

constexpr int64_t width = 8, rank = 4;

/// Some layers of a family's transformer, by their published names.
LoraTarget target_of(const std::string& family) {
  static const std::map<std::string, std::vector<std::string>> layers{
      {"cogvideox", {"transformer_blocks.0.attn1.to_q", "transformer_blocks.1.attn1.to_out.0"}},
      {"ltx_video", {"transformer_blocks.0.attn1.to_q", "transformer_blocks.1.ff.net.0.proj"}},
      {"ltx2", {"transformer_blocks.0.attn1.to_q", "transformer_blocks.1.audio_attn1.to_k"}},
      {"mochi",
       {"transformer_blocks.0.attn1.to_q", "transformer_blocks.0.attn1.to_k",
        "transformer_blocks.0.attn1.to_v"}},
      {"wan",
       {"blocks.0.attn1.to_q", "blocks.0.attn2.to_k", "blocks.1.ffn.net.0.proj", "blocks.1.attn2.to_k"}},
      {"hunyuan_video",
       {"transformer_blocks.0.attn.to_q", "transformer_blocks.0.attn.to_k", "transformer_blocks.0.attn.to_v",
        "transformer_blocks.1.ff.net.0.proj"}},
      {"hunyuan_video_15",
       {"transformer_blocks.0.attn.to_q", "transformer_blocks.0.attn.to_k", "transformer_blocks.0.attn.to_v",
        "transformer_blocks.1.ff.net.0.proj"}}};
  LoraTarget target{.names = &fw::model_files::key_names(family)};
  for (const std::string& path : layers.at(family)) {
    target.outputs[path] = width;
    target.tensors[path + ".weight"] = {width, width};
    target.tensors[path + ".bias"] = {width};
  }
  return target;
}

/// A row of the table: one file as another program writes it.
struct File {
  const char *program, *family;
  std::vector<const char*> modules;  ///< with prefixes
  const char *A = ".lora_A.weight", *B = ".lora_B.weight";
  fw::safetensors::Metadata metadata = {};
  double alpha = 0;         ///< in tensors; 0: none
  double scale = 1;         ///< wanted
  int64_t comfy_reads = 0;  ///< how many modules ComfyUI loads
  bool comfy_scales = true;
  const char* config = nullptr;  ///< adapter_config.json
};

std::vector<File> files() {
  const char *down = ".lora_down.weight", *up = ".lora_up.weight";
  return {
      {.program = "finetrainers", .family = "wan", .modules = {"transformer.blocks.0.attn1.to_q"}},
      {.program = "diffusers, alpha in JSON",
       .family = "wan",
       .modules = {"transformer.blocks.0.attn1.to_q"},
       .metadata = {{"lora_adapter_metadata", R"({"transformer.r": 4, "transformer.lora_alpha": 2})"}},
       .scale = 0.5,
       .comfy_scales = false},
      {.program = "a network's object in JSON",
       .family = "wan",
       .modules = {"transformer.blocks.0.attn1.to_q"},
       .metadata = {{"lora_adapter_metadata", R"({"transformer": {"r": 4, "lora_alpha": 2}})"}},
       .scale = 0.5,
       .comfy_scales = false},
      {.program = "the second network of two",
       .family = "wan",
       .modules = {"transformer_2.blocks.0.attn1.to_q"},
       .metadata = {{"lora_adapter_metadata",
                     R"({"transformer.lora_alpha": 4, "transformer_2.lora_alpha": 8})"}},
       .scale = 2,
       .comfy_scales = false},
      {.program = "SimpleTuner",
       .family = "ltx_video",
       .modules = {"transformer.transformer_blocks.0.attn1.to_q"},
       .metadata = {{"transformer.lora_alpha", "16"}, {"transformer.r", "4"}},
       .scale = 4,
       .comfy_scales = false},
      {.program = "PEFT",
       .family = "wan",
       .modules = {"base_model.model.blocks.0.attn1.to_q"},
       .scale = 8,
       .comfy_scales = false,
       .config = R"({"r": 4, "lora_alpha": 32})"},
      {.program = "PEFT, alpha of one layer",
       .family = "wan",
       .modules = {"base_model.model.blocks.0.attn1.to_q"},
       .scale = 3,
       .comfy_scales = false,
       .config = R"({"r": 4, "lora_alpha": 4, "alpha_pattern": {"blocks\\.[0-3]\\.attn1\\..*": 12}})"},
      {.program = "PEFT, alpha of another layer",
       .family = "wan",
       .modules = {"base_model.model.blocks.0.attn1.to_q"},
       .config = R"({"r": 4, "lora_alpha": 4, "alpha_pattern": {"locks.0.attn1.to_q": 12, "attn2.*": 5}})"},
      {.program = "PEFT, rsLoRA",
       .family = "wan",
       .modules = {"base_model.model.blocks.0.attn1.to_q"},
       .scale = 2,
       .comfy_scales = false,
       .config = R"({"r": 4, "lora_alpha": 4, "use_rslora": true})"},
      {.program = "musubi-tuner",
       .family = "wan",
       .modules = {"lora_unet_blocks_0_self_attn_q", "lora_unet_blocks_1_ffn_0"},
       .A = down,
       .B = up,
       .alpha = 2,
       .scale = 0.5,
       .comfy_reads = 2},
      {.program = "musubi-tuner, fused",
       .family = "hunyuan_video",
       .modules = {"lora_unet_double_blocks_0_img_attn_qkv"},
       .A = down,
       .B = up,
       .alpha = 4,
       .comfy_reads = 1},
      // ComfyUI's module is img_mlp.0, and names with underscores are not translated.
      {.program = "musubi-tuner, feed-forward",
       .family = "hunyuan_video",
       .modules = {"lora_unet_double_blocks_1_img_mlp_fc1"},
       .A = down,
       .B = up,
       .alpha = 4},
      {.program = "diffusion-pipe",
       .family = "hunyuan_video",
       .modules = {"transformer.double_blocks.0.img_attn_qkv", "transformer.double_blocks.1.img_mlp.fc1"},
       .comfy_reads = 2},
      {.program = "diffusion-pipe, 1.5",
       .family = "hunyuan_video_15",
       .modules = {"diffusion_model.double_blocks.0.img_attn.qkv",
                   "diffusion_model.double_blocks.1.img_mlp.0"},
       .comfy_reads = 2},
      {.program = "diffusers' names, unfused",
       .family = "hunyuan_video",
       .modules = {"transformer.transformer_blocks.0.attn.to_q"}},
      {.program = "Genmo",
       .family = "mochi",
       .modules = {"blocks.0.attn.qkv_x"},
       .A = ".lora_A",
       .B = ".lora_B",
       .comfy_reads = 1},
      {.program = "ltx-trainer",
       .family = "ltx2",
       .modules = {"diffusion_model.transformer_blocks.0.attn1.to_q"},
       .comfy_reads = 1},
      {.program = "LTX's names without a prefix",
       .family = "ltx_video",
       .modules = {"transformer_blocks.0.attn1.to_q"},
       .comfy_reads = 1},
      {.program = "VideoX-Fun",
       .family = "wan",
       .modules = {"lora_unet__blocks_0_self_attn_q", "lora_unet__blocks_1_cross_attn_k"},
       .A = down,
       .B = up,
       .alpha = 2,
       .scale = 0.5},
      {.program = "VideoX-Fun, all layers",  // ComfyUI recognises it by the second name
       .family = "wan",
       .modules = {"lora_unet__blocks_0_self_attn_q", "lora_unet__blocks_0_cross_attn_k"},
       .A = down,
       .B = up,
       .alpha = 2,
       .scale = 0.5,
       .comfy_reads = 2},
      {.program = "DiffSynth",
       .family = "wan",
       .modules = {"blocks.0.self_attn.q", "blocks.1.ffn.0"},
       .A = ".lora_A.default.weight",
       .B = ".lora_B.default.weight"},
      {.program = "DiffSynth, a pipeline's module",
       .family = "wan",
       .modules = {"pipe.dit.blocks.0.self_attn.q"},
       .A = ".lora_A.default.weight",
       .B = ".lora_B.default.weight"},
      {.program = "LightX2V",
       .family = "wan",
       .modules = {"diffusion_model.blocks.0.self_attn.q"},
       .A = down,
       .B = up,
       .alpha = 8,
       .scale = 2,
       .comfy_reads = 1},
      {.program = "OneTrainer",
       .family = "hunyuan_video",
       .modules = {"lora_transformer_transformer_blocks_0_attn_to_q"},
       .A = down,
       .B = up,
       .alpha = 1,
       .scale = 0.25},
      {.program = "DDP of a compiled model of PEFT",
       .family = "cogvideox",
       .modules = {"module._orig_mod.base_model.model.transformer_blocks.0.attn1.to_q"}},
      {.program = "FSDP",
       .family = "cogvideox",
       .modules = {"_fsdp_wrapped_module.transformer_blocks.1._checkpoint_wrapped_module.attn1.to_out.0"}},
      {.program = "a named adapter",
       .family = "wan",
       .modules = {"transformer.blocks.0.attn1.to_q"},
       .A = ".lora_A.my_style.weight",
       .B = ".lora_B.my_style.weight"},
      {.program = "old diffusers",
       .family = "cogvideox",
       .modules = {"unet.transformer_blocks.0.attn1.processor.to_q_lora"},
       .A = ".down.weight",
       .B = ".up.weight"},
      {.program = "ComfyUI's names with an alpha",
       .family = "cogvideox",
       .modules = {"diffusion_model.blocks.0.q", "diffusion_model.blocks.1.attn_out"},
       .alpha = 12,
       .scale = 3,
       .comfy_reads = 2},
  };
}

std::string error_text(const std::function<void()>& work) {
  try {
    work();
  } catch (const fw::Error& error) {
    return error.fault().message();
  }
  return {};
}

}  // namespace

/// LoRA files with the names, alphas and kinds of other programs.
class TestLoraFiles : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;
  fs::path file(const char* name = "adapter_model.safetensors") const {
    return fs::path(folder_->path().toStdString()) / name;
  }

  /// Matrices for each module; a fused one has the rows of its layers.
  static Tensors tensors_of(const File& file) {
    Tensors tensors;
    for (const std::string module : file.modules) {
      const bool is_fused = module.ends_with("qkv") || module.ends_with("qkv_x");
      tensors[module + file.A] = torch::randn({rank, width});
      tensors[module + file.B] = torch::randn({is_fused ? 3 * width : width, rank});
      if (file.alpha != 0) tensors[module + ".alpha"] = torch::scalar_tensor(file.alpha);
    }
    return tensors;
  }

  void write(const File& made) const {
    fw::tensor::save_tensors(file(), tensors_of(made), made.metadata);
    if (made.config != nullptr)
      fw::write_file_atomically(file("adapter_config.json"), made.config, fw::Existing::refuse);
  }

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    torch::manual_seed(3);
  }

  void files_of_other_programs_data() {
    QTest::addColumn<int>("number");
    int number = 0;
    for (const File& made : files()) QTest::newRow(made.program) << number++;
  }
  void files_of_other_programs() {
    QFETCH(int, number);
    const File made = files()[static_cast<size_t>(number)];
    write(made);
    LoraTarget target = target_of(made.family);
    const bool is_second = std::string_view(made.modules.front()).starts_with("transformer_2.");
    target.part = is_second ? "transformer_2" : "transformer";
    const LoraFile read = load_lora(file(), target);
    const Tensors tensors = tensors_of(made);
    QVERIFY(read.lora.modules.size() >= made.modules.size());
    for (const auto& [path, module] : read.lora.modules)
      QVERIFY2(std::abs(module.scale() - made.scale) < 1e-9, qPrintable(QString::number(module.scale())));
    QVERIFY(read.comfyui.has_model);
    QCOMPARE(read.comfyui.all, static_cast<int64_t>(made.modules.size()));
    QCOMPARE(read.comfyui.read, made.comfy_reads);
    QCOMPARE(!read.comfyui.ignores_alpha, made.comfy_scales);
    if (made.comfy_reads < read.comfyui.all)
      QVERIFY2(tensors.contains(read.comfyui.first_unread), read.comfyui.first_unread.c_str());
    // Written for ComfyUI it is the same LoRA, and ComfyUI reads all of it.
    save_lora(file("comfyui.safetensors"), read.lora, LoraFormat::comfyui, target);
    target.part.clear();
    const LoraFile again = load_lora(file("comfyui.safetensors"), target);
    QVERIFY2(again.comfyui.is_complete(), again.comfyui.first_unread.c_str());
    for (const auto& [path, module] : read.lora.modules)
      QVERIFY2(torch::allclose(weight_change(again.lora.modules.at(path)), weight_change(module)),
               path.c_str());
  }

  void comfyui_knows_only_its_own_changes() {
    Tensors tensors;
    const std::string q = "diffusion_model.blocks.0.self_attn.q";
    tensors[q + ".diff"] = torch::randn({width, width});
    tensors[q + ".diff_b"] = torch::randn({width});
    tensors[q + ".lora_A.weight"] = torch::randn({rank, width});
    tensors[q + ".lora_B.weight"] = torch::randn({width, rank});
    tensors["blocks.1.ffn.0.diff"] = torch::randn({width, width});
    fw::tensor::save_tensors(file(), tensors);
    const LoraFile read = load_lora(file(), target_of("wan"));
    QCOMPARE(read.lora.changes.size(), size_t{3});
    QCOMPARE(read.comfyui.read, int64_t{3});
    QCOMPARE(read.comfyui.all, int64_t{4});
    QCOMPARE(read.comfyui.first_unread, std::string("blocks.1.ffn.0.diff"));
  }

  void a_family_that_comfyui_does_not_have() {
    fw::tensor::save_tensors(file(), {{"x.lora_A.weight", torch::randn({rank, width})},
                                      {"x.lora_B.weight", torch::randn({width, rank})}});
    const LoraTarget target{.outputs = {{"x", width}}, .names = &fw::model_files::key_names("framepack")};
    QVERIFY(!load_lora(file(), target).comfyui.has_model);
  }

  void other_kinds_are_named_once_data() {
    QTest::addColumn<QStringList>("endings");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* words, QStringList endings) { QTest::newRow(words) << endings << words; };
    row("LoHa of a convolution", {"hada_t1", "hada_t2", "hada_w1_a", "hada_w1_b", "alpha"});
    row("not have all matrices of a LoKr", {"lokr_w1", "lokr_w2_a", "alpha"});
    row("tensors of a LoRA and of a LoHa", {"lora_down.weight", "lora_up.weight", "alpha", "hada_w1_a"});
    row("not a column", {"lora_down.weight", "lora_up.weight", "alpha", "dora_scale"});
    row("OFT", {"oft_blocks", "alpha"});
    row("Tucker", {"lora_mid.weight", "lora_down.weight", "lora_up.weight", "alpha"});
    row("biases", {"lora_A.weight", "lora_B.weight", "lora_B.bias"});
  }
  void other_kinds_are_named_once() {
    QFETCH(QStringList, endings);
    QFETCH(QString, words);
    Tensors tensors;
    for (int block = 0; block < 8; ++block)
      for (const QString& ending : endings)
        tensors["lora_unet_blocks_" + std::to_string(block) + "_self_attn_q." + ending.toStdString()] =
            ending == "alpha" ? torch::scalar_tensor(1.0) : torch::ones({width, width});
    fw::tensor::save_tensors(file(), tensors);
    const QString message = QString::fromStdString(error_text([&] { load_lora(file(), target_of("wan")); }));
    QVERIFY2(message.contains(words) && !message.contains(';'), qPrintable(message));
  }

  void a_convolution_is_named_once() {
    fw::tensor::save_tensors(file(),
                             {{"transformer.patch_embedding.lora_A.weight", torch::ones({4, 4, 1, 2, 2})},
                              {"transformer.patch_embedding.lora_B.weight", torch::ones({8, 4, 1, 1, 1})}});
    const QString message = QString::fromStdString(error_text([&] { load_lora(file(), target_of("wan")); }));
    QVERIFY2(message.contains("convolution (and 1 more)") && !message.contains(';'), qPrintable(message));
  }
};

QTEST_GUILESS_MAIN(TestLoraFiles)
#include "test_lora_files.moc"
