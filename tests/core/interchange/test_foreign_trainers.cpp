// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <set>

#include "interchange/config_import.h"
#include "interchange/config_text.h"
#include "interchange/flag_import.h"
#include "run/run_file.h"

using namespace fw::interchange;
using namespace fw::run;

namespace {

std::string messages(const std::vector<fw::Fault>& faults) {
  std::string all;
  for (const fw::Fault& fault : faults) all += fault.full_message() + "\n";
  return all;
}

/// Each "key = value" as the run file has it; "key -": it is not set.
QStringList differences(const ImportedFlags& imported, const QStringList& wanted) {
  const RunFile run = parse_run_file(imported.toml, "/a.toml", Extent::part);
  QStringList wrong;
  if (!run.faults.empty()) wrong << QString::fromStdString(messages(run.faults));
  for (const QString& line : wanted) {
    const std::string key = line.section(' ', 0, 0).toStdString();
    const fw::catalog::Setting* const setting = find_setting(key);
    if (setting == nullptr)
      wrong << "no setting " + line;
    else if (line.section(' ', 1) == "-")
      wrong << (run.given.contains(key) ? QStringList{line} : QStringList{});
    else if (const std::string value = to_toml(value_of(run.settings, *setting));
             line.section(" = ", 1) != QString::fromStdString(value))
      wrong << line + ", but it is " + QString::fromStdString(value);
  }
  return wrong;
}

const std::vector<const ForeignTrainer*>& trainers() {
  static const std::vector<const ForeignTrainer*> all{&musubi_tuner(),   &finetune_trainer(), &videox_fun(),
                                                      &diffusion_pipe(), &simple_tuner(),     &one_trainer(),
                                                      &ai_toolkit()};
  return all;
}

struct Example {
  const char* file;
  const char* text;
  QStringList wanted;
  QStringList told;  ///< words of the faults
};

}  // namespace

/// Scripts and configuration files of other trainers: each key becomes a setting or is named.
class TestForeignTrainers : public QObject {
  Q_OBJECT

 private:
  static std::vector<std::pair<const char*, Example>> examples() {
    return {
        {"CogVideo",
         {"a.sh",
          "accelerate launch --num_processes 1 train.py --model_path /m --model_name cogvideox-5b-i2v "
          "--model_type i2v "
          "--training_type lora --train_resolution 49x480x720 --train_epochs 3 --do_validation true "
          "--validation_dir v --validation_prompts p.txt --validation_steps 40",
          {"model.family = \"cogvideox\"",
           "model.folder = \"/m\"",
           "training.task = \"image_to_video\"",
           "data.video_resolution_buckets = [\"49x480x720\"]",
           "training.train_steps = 0",
           "training.train_epochs = 3",
           "training.mixed_precision = \"fp32\"",
           "optimizer.optimizer = \"adamw\"",
           "optimizer.lr = 2e-5",
           "lora.rank = 128",
           "lora.lora_alpha = 64.0",
           "lr_scheduler.lr_scheduler = \"constant_with_warmup\"",
           "lr_scheduler.lr_warmup_steps = 100",
           "training.gradient_checkpointing = true",
           "validation.enable_tiling = true",
           "validation.enable_slicing = true",
           "validation.validation_steps = 40",
           "validation.validation_prompts = [\"a red kite\", \"a second, with a comma\"]",
           "checkpoints.checkpointing_steps = 200",
           "checkpoints.checkpointing_limit = 10"},
          {}}},
        {"CogVideo counts steps and validates nothing",
         {"a.sh",
          "accelerate launch --num_processes 1 train.py --model_path /m --model_name cogvideox1.5-t2v "
          "--model_type t2v "
          "--training_type sft --train_resolution 81x768x1360 --train_steps 70 --train_epochs 9 "
          "--validation_prompts p.txt",
          {"training.training_type = \"sft\"", "training.train_steps = 70", "training.train_epochs = 0",
           "validation.validation_prompts -", "lora.rank -"},
          {"--validation_prompts"}}},
        {"VideoX-Fun",
         {"a.sh",
          "accelerate launch --num_processes 1 --mixed_precision=bf16 scripts/wan2.1/train_lora.py "
          "--pretrained_model_name_or_path=m --train_data_meta=d.json --video_sample_n_frames=81 "
          "--num_train_epochs=7 --adam_weight_decay=3e-2 --adam_epsilon=1e-10 --use_8bit_adam --rank=32 "
          "--network_alpha=16 --train_mode=i2v --uniform_sampling --target_name=\"q,k\"",
          {"model.family = \"wan\"", "training.training_type = \"lora\"", "training.train_steps = 0",
           "training.train_epochs = 7", "training.batch_size = 16", "training.task = \"image_to_video\"",
           "optimizer.optimizer = \"adamw_8bit\"", "optimizer.weight_decay = 0.03",
           "optimizer.epsilon = 1e-10", "optimizer.beta2 = 0.999", "lora.rank = 32", "lora.lora_alpha = 16.0",
           "lr_scheduler.lr_scheduler = \"constant\"", "flow.weighting_scheme = \"none\"",
           "data.caption_dropout_p = 0.1"},
          {"--train_data_meta", "--video_sample_n_frames", "--target_name q,k"}}},
        {"musubi-tuner",
         {"a.sh",
          "accelerate launch --num_processes 1 --mixed_precision bf16 src/musubi_tuner/hv_train_network.py "
          "--dit /d.safetensors "
          "--vae /v.pt --text_encoder1 /t1 --text_encoder2 t2 --network_module networks.lora --network_dim 8 "
          "--max_train_epochs 16 --optimizer_type AdamW8bit --optimizer_args weight_decay=0.1 "
          "\"betas=0.8, 0.9\" eps=1e-7 --timestep_sampling shift --discrete_flow_shift 7.0 --sigmoid_scale "
          "1.5 "
          "--blocks_to_swap 12 --fp8_base --guidance_scale 6 --save_every_n_epochs 2 --sample_every_n_epochs "
          "4 "
          "--network_args loraplus_lr_ratio=4",
          {"model.family = \"hunyuan_video\"",
           "model.parts.transformer = \"/d.safetensors\"",
           "model.parts.vae = \"/v.pt\"",
           "model.parts.text_encoder = \"/t1\"",
           "training.train_steps = 0",
           "training.train_epochs = 16",
           "checkpoints.checkpointing_epochs = 2",
           "validation.validation_epochs = 4",
           "lora.rank = 8",
           "lora.lora_alpha = 1.0",
           "optimizer.optimizer = \"adamw_8bit\"",
           "optimizer.weight_decay = 0.1",
           "optimizer.beta1 = 0.8",
           "optimizer.beta2 = 0.9",
           "optimizer.epsilon = 1e-7",
           "optimizer.lr = 2e-6",
           "flow.weighting_scheme = \"logit_normal\"",
           "flow.logit_std = 1.5",
           "flow.shift = 7.0",
           "memory.streamed_blocks = 12",
           "memory.quantization = \"fp8\"",
           "model.hunyuan_video.embedded_guidance_scale = 6.0",
           "lr_scheduler.lr_scheduler = \"constant\"",
           "training.gradient_checkpointing = false"},
          {"--text_encoder2 t2", "--network_args loraplus_lr_ratio=4", "model.folder"}}},
        {"musubi-tuner, other models and timesteps",
         {"a.sh",
          "accelerate launch --num_processes 1 src/musubi_tuner/wan_train_network.py --task i2v-14B --dit d "
          "--t5 t --clip /c "
          "--network_module networks.lora_wan --max_train_steps 5 --timestep_sampling qwen_shift "
          "--min_timestep 100 --max_timestep 900 --optimizer_type sophia",
          {"model.family = \"wan\"", "training.task = \"image_to_video\"", "training.train_steps = 5",
           "model.wan.min_timestep = 100.0", "model.wan.max_timestep = 900.0",
           "model.wan.timesteps = \"musubi-tuner\"", "model.parts.image_encoder = \"/c\""},
          {"--timestep_sampling qwen_shift", "--optimizer_type sophia: not a valid value"}}},
        {"diffusion-pipe",
         {"a.toml",
          "output_dir = '/o'\ndataset = 'd.toml'\nmax_steps = 500\nepochs = 1000\nmicro_batch_size_per_gpu = "
          "2\n"
          "activation_checkpointing = true\nwarmup_steps = 0\nsave_every_n_steps = 50\n"
          "[model]\ntype = 'wan'\nckpt_path = '/c'\ntransformer_path = '/t'\nllm_path = '/l'\n"
          "dtype = 'bfloat16'\ntransformer_dtype = 'float8'\nmin_t = 0.1\n"
          "[adapter]\ntype = 'lora'\nrank = 24\ndtype = 'bfloat16'\n"
          "[optimizer]\ntype = 'AdamW8bitKahan'\nlr = 3e-5\nbetas = [0.85, 0.98]\nstabilize = false\n",
          {"model.family = \"wan\"", "model.parts.transformer = \"/t\"", "model.parts.text_encoder = \"/l\"",
           "training.train_steps = 500", "training.batch_size = 2", "training.training_type = \"lora\"",
           "lora.rank = 24", "lora.lora_alpha = 24.0", "optimizer.optimizer = \"adamw_8bit\"",
           "optimizer.beta1 = 0.85", "optimizer.beta2 = 0.98", "optimizer.lr = 3e-5",
           "lr_scheduler.lr_scheduler = \"constant\"", "memory.quantization = \"fp8\"",
           "checkpoints.checkpointing_steps = 50", "flow.weighting_scheme = \"logit_normal\"",
           "model.wan.timesteps = \"diffusion-pipe\"",
           "data.video_resolution_buckets = [\"33x512x768\", \"1x704x960\"]"},
          {"model.ckpt_path = /c", "epochs = 1000", "stabilize = false", "dataset = d.toml"}}},
        {"diffusion-pipe, full fine-tune",
         {"a.toml",
          "epochs = 3\npipeline_stages = 2\nwarmup_steps = 10\nsave_every_n_epochs = "
          "2\nactivation_checkpointing = 'unsloth'\n"
          "[model]\ntype = 'ltx-video'\ndiffusers_path = '/d'\ndtype = 'bfloat16'\n"
          "timestep_sample_method = 'uniform'\nfirst_frame_conditioning_p = 0.5\n"
          "[optimizer]\ntype = 'adamw_optimi'\nlr = 1e-5\n",
          {"training.training_type = \"sft\"", "training.train_steps = 0", "training.train_epochs = 3",
           "checkpoints.checkpointing_epochs = 2", "model.folder = \"/d\"",
           "lr_scheduler.lr_scheduler = \"constant_with_warmup\"", "lr_scheduler.lr_warmup_steps = 10",
           "memory.activation_offload = true", "flow.weighting_scheme = \"none\"",
           "model.ltx_video.first_frame_conditioning = 0.5", "optimizer.beta2 = 0.99",
           "optimizer.weight_decay = 0.0", "optimizer.epsilon = 1e-6"},
          {"pipeline_stages = 2"}}},
        {"diffusion-pipe, another adapter and model",
         {"a.toml",
          "epochs = 3\nmicro_batch_size_per_gpu = [[512, 4], [1024, 1]]\n[model]\ntype = 'sdxl'\n"
          "dtype = 'bfloat16'\n[adapter]\ntype = 'lokr'\nrank = 4\n[optimizer]\ntype = 'automagic'\n",
          {"model.family -", "training.batch_size -", "optimizer.optimizer -"},
          {"model.type = sdxl: not a valid value", "adapter.type = lokr", "automagic", "[512,4]",
           "does not say which"}}},
        {"SimpleTuner",
         {"config.json",
          R"({"--model_family": "ltxvideo", "--model_type": "lora", "--data_backend_config": "b.json",
              "--max_train_steps": "300", "--num_train_epochs": 0, "--optimizer": "bnb-adamw8bit",
              "--learning_rate": "8e-5", "--train_batch_size": 2, "--lora_rank": 48, "use_ema": "true",
              "--flow_use_uniform_schedule": true, "--validation_prompt": "a kite, red", "--hub_token": "SECRET",
              "--base_model_precision": "int8-quanto", "--checkpointing_steps": 25, "--lora_type": "lycoris"})",
          {"model.family = \"ltx_video\"", "training.training_type = \"lora\"", "training.train_steps = 300",
           "optimizer.optimizer = \"adamw_8bit\"", "optimizer.lr = 8e-5", "training.batch_size = 2",
           "lora.rank = 48", "lora.lora_alpha = 48.0", "ema.ema_decay = 0.995", "flow.shift = 3.0",
           "flow.weighting_scheme = \"none\"", "validation.validation_prompts = [\"a kite, red\"]",
           "memory.quantization = \"int8\"", "checkpoints.checkpointing_steps = 25",
           "optimizer.max_grad_norm = 2.0"},
          {"hub_token", "lora_type = lycoris", "data_backend_config = b.json"}}},
        {"SimpleTuner's name of a newer model",
         {"config.json",
          R"({"model_family": "hunyuanvideo", "model_type": "full", "num_train_epochs": 4})",
          {"model.family = \"hunyuan_video_15\"", "training.training_type = \"sft\"",
           "training.train_steps = 0", "training.train_epochs = 4", "optimizer.lr = 4e-7"},
          {}}},
        {"OneTrainer",
         {"a.json",
          R"({"training_method": "LORA", "model_type": "HUNYUAN_VIDEO", "base_model_name": "/m", "epochs": 12,
              "gradient_checkpointing": "OFF", "learning_rate_warmup_steps": 0.0, "ema": "GPU", "ema_decay": 0.99,
              "timestep_distribution": "LOGIT_NORMAL", "noising_bias": 0.5, "noising_weight": 0.25,
              "optimizer": {"optimizer": "ADAMW_8BIT", "beta1": 0.8, "eps": 1e-7, "min_8bit_size": 4096},
              "lora_rank": 8, "layer_filter": "attn,ff.net", "save_every": 40, "save_every_unit": "STEP",
              "sample_after": 10, "sample_after_unit": "MINUTE", "transformer": {"weight_dtype": "NFLOAT_4"},
              "text_encoder": {"train": false}, "future_key": 3, "custom_learning_rate_scheduler": null})",
          {"model.family = \"hunyuan_video\"", "model.folder = \"/m\"", "training.train_epochs = 12",
           "training.gradient_checkpointing = false", "lr_scheduler.lr_scheduler = \"constant\"",
           "ema.ema_decay = 0.99", "flow.logit_mean = 0.5", "flow.logit_std = 1.25",
           "optimizer.optimizer = \"adamw_8bit\"", "optimizer.beta1 = 0.8", "optimizer.epsilon = 1e-7",
           "lora.rank = 8", "lora.lora_alpha = 1.0", "checkpoints.checkpointing_steps = 40",
           "lora.target_modules = [\".*attn.*\", \".*ff\\\\.net.*\"]", "memory.quantization = \"nf4\"",
           "training.mixed_precision = \"fp16\"", "validation.validation_steps -"},
          {"sample_after = 10", "min_8bit_size = 4096", "text_encoder.train = false",
           "No setting corresponds to future_key = 3"}}},
        {"ai-toolkit",
         {"a.yaml",
          "job: extension\nconfig:\n  name: \"kite_v1\"\n  process:\n    - type: 'sd_trainer'\n"
          "      training_folder: /out  # here\n      trigger_word: \"k1te\"\n      network:\n        type: "
          "lora\n"
          "        linear: 16\n        linear_alpha: 8\n      datasets:\n        - folder_path: /a\n"
          "          caption_dropout_rate: 0.1\n          resolution: [ 480, 640 ]\n        - folder_path: "
          "/b\n"
          "          caption_dropout_rate: 0.1\n      train:\n        steps: 900\n        lr: 2e-4\n"
          "        optimizer: adamw8bit\n        optimizer_params:\n          weight_decay: 0.05\n"
          "        dtype: bf16\n        timestep_type: linear\n        ema_config:\n          use_ema: true\n"
          "          ema_decay: 0.9\n      model:\n        name_or_path: /models/x\n        arch: wan22_14b\n"
          "        quantize: true\n        qtype: int8\n      sample:\n        sample_every: 30\n        "
          "width: 832\n"
          "        height: 480\n        num_frames: 41\n        prompts:\n          - 'a kite: red'\n"
          "          - \"it's windy\"\n",
          {"run.name = \"kite_v1\"", "run.output_dir = \"/out\"", "data.id_token = \"k1te\"",
           "lora.rank = 16", "lora.lora_alpha = 8.0", "data.caption_dropout_p = 0.1",
           "training.train_steps = 900", "optimizer.lr = 2e-4", "optimizer.optimizer = \"adamw_8bit\"",
           "optimizer.weight_decay = 0.05", "optimizer.epsilon = 1e-6", "training.mixed_precision = \"bf16\"",
           "flow.weighting_scheme = \"none\"", "ema.ema_decay = 0.9", "model.family = \"wan\"",
           "model.folder = \"/models/x\"", "memory.quantization = \"int8\"",
           "validation.validation_steps = 30",
           "validation.validation_prompts = [\"a kite: red@@@41x480x832\", \"it's windy@@@41x480x832\"]"},
          {"datasets.folder_path = /a", "datasets.folder_path = /b", "datasets.resolution = 480, 640"}}},
        {"finetrainers' validation file and datasets",
         {"a.sh",
          "python train.py --model_name ltx_video --train_steps 7 --dataset_config d.json "
          "--validation_dataset_file val.json",
          {"validation.validation_prompts = [\"TOK one@@@49x512x768\", \"TOK two\"]",
           "validation.validation_images -", "validation.num_inference_steps = 30", "data.id_token = \"TOK\"",
           "data.video_resolution_buckets = [\"25x256x384\", \"49x512x768\"]"},
          {}}},
        {"finetrainers' validation file that differs by clip",
         {"a.sh",
          "python train.py --model_name ltx_video --train_steps 7 --validation_dataset_file val.csv",
          {"validation.validation_prompts = [\"a, b\", \"c\"]",
           "validation.validation_images = [\"/1.png\", \"/2.png\"]", "validation.num_inference_steps -"},
          {"num_inference_steps 20 40"}}},
    };
  }

  static std::optional<std::string> named(const std::string& name) {
    const std::map<std::string, std::string> files{
        {"v/p.txt", "a red kite\r\n\na second, with a comma\n"},
        {"d.toml",
         "resolutions = [512]\nsize_buckets = [[768, 512, 33], [960, 704, 1]]\n[[directory]]\npath = '/d'\n"},
        {"d.json", R"({"datasets": [{"data_root": "/d", "id_token": "TOK",
                       "video_resolution_buckets": [[49, 512, 768]]},
                      {"data_root": "/e", "id_token": "TOK", "video_resolution_buckets": [[25, 256, 384]]}]})"},
        {"val.json", R"({"data": [{"caption": "TOK one", "num_frames": 49, "height": 512, "width": 768,
                                   "num_inference_steps": 30, "image_path": null},
                                  {"caption": "TOK two", "num_inference_steps": 30}]})"},
        {"val.csv", "caption,image_path,num_inference_steps\n\"a, b\",/1.png,20\nc,/2.png,40\n"}};
    const auto found = files.find(name);
    return found == files.end() ? std::nullopt : std::optional(found->second);
  }

 private Q_SLOTS:
  void examples_are_converted_data() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const auto& [title, example] : examples()) QTest::newRow(title) << index++;
  }
  void examples_are_converted() {
    QFETCH(int, index);
    const Example example = examples()[static_cast<size_t>(index)].second;
    const ImportedFlags imported = import_flags(example.text, example.file, named);
    QCOMPARE(differences(imported, example.wanted).join("\n"), QString());
    const std::string told = messages(imported.unmapped);
    for (const QString& words : example.told)
      QVERIFY2(QString::fromStdString(told).contains(words),
               (words.toStdString() + " is not in\n" + told).c_str());
    QVERIFY2(told.find("SECRET") == std::string::npos, told.c_str());
    QVERIFY2(told.find('{') == std::string::npos, told.c_str());
  }

  /// Whatever a file contains, each of its keys becomes a setting or is named: an invented key is unknown in
  /// any place, and every known key alone changes the run file or is reported.
  void no_key_is_lost_data() {
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < trainers().size(); ++i)
      QTest::newRow(std::string(trainers()[i]->name).c_str()) << static_cast<int>(i);
  }
  void no_key_is_lost() {
    QFETCH(int, index);
    const ForeignTrainer& trainer = *trainers()[static_cast<size_t>(index)];
    const auto converted = [&](const ForeignKey& key) {
      RunMapping mapping("f", RunMapping::Style::keys, {});
      mapping.keys() = {key};
      trainer.combine(mapping);
      mapping.map_by(trainer);
      return mapping.finish({}, trainer.name);
    };
    const ImportedFlags none = converted({"unheard_of", {"5"}});
    QVERIFY(messages(none.unmapped).find("unheard_of = 5") != std::string::npos);
    for (const KeyRule& rule : trainer.rules) {
      const std::string name = rule.key.ends_with('*')
                                   ? std::string(rule.key.substr(0, rule.key.size() - 1)) + "x"
                                   : std::string(rule.key);
      const ImportedFlags alone = converted({name, {"0.625"}});
      const bool is_told =
          messages(alone.unmapped).find(name.substr(name.rfind('.') + 1)) != std::string::npos;
      // Nothing follows from a switch whose owner is off.
      static const std::set<std::string> switched{
          "ema_decay",     "use_ema",     "validation_dir", "do_validation", "fp8_base",        "fp8_scaled",
          "sigmoid_scale", "model.qtype", "save_every",     "use_8bit_adam", "uniform_sampling"};
      QVERIFY2(is_told || alone.toml != none.toml || switched.contains(name),
               (name + " is lost:\n" + alone.toml + messages(alone.unmapped)).c_str());
    }
  }

  void tables_name_settings_that_exist() {
    for (const ForeignTrainer* trainer : trainers()) {
      std::set<std::string_view> keys;
      for (const KeyRule& rule : trainer->rules) {
        QVERIFY2(keys.insert(rule.key).second, std::string(rule.key).c_str());
        QVERIFY2(rule.setting.empty() != rule.advice.empty(), std::string(rule.key).c_str());
        QVERIFY2(rule.setting.empty() || find_setting(rule.setting) != nullptr,
                 std::string(rule.setting).c_str());
      }
      for (const auto& [key, value] : trainer->defaults) {
        const fw::catalog::Setting* const setting = find_setting(key);
        QVERIFY2(setting != nullptr, key.c_str());
        QVERIFY2(value_of(RunSettings{}, *setting).index() == value.index(), key.c_str());
      }
    }
  }

  void other_files_are_refused_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::newRow("a run file") << "a.toml" << QByteArray("schema = 1\n[run]\nseed = 1\n")
                                << "interchange.unknown_config";
    QTest::newRow("a dataset") << "a.toml" << QByteArray("[[directory]]\npath = '/d'\nnum_repeats = 5\n")
                               << "run.foreign_dataset";
    QTest::newRow("sd-scripts") << "a.toml" << QByteArray("[[datasets]]\nimage_dir = '/d'\n")
                                << "run.foreign_config";
    QTest::newRow("cut off") << "a.toml" << QByteArray("epochs = 1\npipeline_stages = 1\n[model\n")
                             << "interchange.unread_config";
    QTest::newRow("cut off JSON") << "a.json" << QByteArray("{\"training_method\": 1, \"model_type\": ")
                                  << "interchange.unread_config";
    QTest::newRow("a list") << "a.json" << QByteArray("[{\"training_method\": 1, \"model_type\": 2}]")
                            << "interchange.unread_config";
  }
  void other_files_are_refused() {
    QFETCH(QString, file);
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    try {
      import_flags(text.toStdString(), file.toStdString());
      QFAIL("it was read");
    } catch (const fw::Error& error) {
      QCOMPARE(QString::fromStdString(error.fault().code), code);
    }
  }

  void models_are_known_by_other_names_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("family");
    for (const auto& [name, family] :
         std::vector<std::pair<const char*, const char*>>{{"hunyuan-video", "hunyuan_video"},
                                                          {"HUNYUAN_VIDEO", "hunyuan_video"},
                                                          {"hunyuan_video_15", "hunyuan_video_15"},
                                                          {"HunyuanVideo-1.5", "hunyuan_video_15"},
                                                          {"wan21", "wan"},
                                                          {"wan22_14b", "wan"},
                                                          {"Wan2.2-T2V-A14B", "wan"},
                                                          {"ltx-video", "ltx_video"},
                                                          {"ltxvideo", "ltx_video"},
                                                          {"ltxvideo2", "ltx2"},
                                                          {"ltx2.3", "ltx2"},
                                                          {"LTX-Video-0.9.5", "ltx_video"},
                                                          {"cogvideox1.5-t2v", "cogvideox"},
                                                          {"mochi-1-preview", "mochi"},
                                                          {"flux", ""},
                                                          {"sdxl", ""},
                                                          {"", ""}})
      QTest::newRow(name) << name << family;
  }
  void models_are_known_by_other_names() {
    QFETCH(QString, name);
    QFETCH(QString, family);
    const fw::catalog::Family* const found = family_named(name.toStdString());
    QCOMPARE(found == nullptr ? QString() : QString::fromStdString(std::string(found->id)), family);
  }
};

QTEST_GUILESS_MAIN(TestForeignTrainers)
#include "test_foreign_trainers.moc"
