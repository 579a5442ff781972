// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "interchange/flag_import.h"
#include "interchange/launch_config.h"
#include "interchange/loop_import.h"
#include "run/run_file.h"

using namespace fw::catalog;
using namespace fw::run;
using namespace fw::interchange;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> codes(const std::vector<fw::Fault>& faults) {
  std::vector<std::string> out;
  for (const fw::Fault& fault : faults) out.push_back(fault.code);
  return out;
}

std::string messages(const std::vector<fw::Fault>& faults) {
  std::string out;
  for (const fw::Fault& fault : faults) out += fault.full_message() + "\n";
  return out;
}

/// The shell code between ```bash and ``` that contains `marker`, or all of it joined.
std::string shell_blocks(const std::string& markdown, const std::string& marker) {
  std::string all;
  for (size_t at = markdown.find("```bash"); at != std::string::npos; at = markdown.find("```bash", at + 7)) {
    const size_t end = markdown.find("```", at + 7);
    const std::string block = markdown.substr(at + 7, end - at - 7);
    if (!marker.empty() && block.find(marker) != std::string::npos) return block;
    all += block;
    at = end;
  }
  return marker.empty() ? all : std::string();
}

}  // namespace

/// Launch scripts of other trainers: parsing, and conversion to a run file.
class TestFlagImport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void imports_flags() {
    const std::string script = fw::read_file(FW_SOURCE_FOLDER "/tests/core/interchange/launch_script.sh");
    const ImportedFlags imported = import_flags(script, "train.sh");
    const RunFile run = parse_run_file(imported.toml, "/a.toml", Extent::part);
    QVERIFY2(run.faults.empty() && run.notes.empty(), messages(run.faults).c_str());
    const RunSettings& s = run.settings;
    QCOMPARE(s.family, std::string("cogvideox"));
    QVERIFY(s.training_type == TrainingType::lora && s.task == VideoTask::image_to_video);
    QCOMPARE(s.video_resolution_buckets, (std::vector<std::string>{"17x480x720", "49x480x720"}));
    QCOMPARE(s.validation_prompts, (std::vector<std::string>{"A goat's dance@@@49x480x720", "a panda"}));
    QCOMPARE(s.validation_images.size(), size_t(2));
    QCOMPARE(s.rank, int64_t(32));
    QCOMPARE(s.lora_alpha, 16.0);
    QCOMPARE(s.lr, 1e-3);
    QCOMPARE(std::string(fw::name_of(s.optimizer)) + " " + s.lr_scheduler + " " + s.mixed_precision,
             std::string("adamw_8bit cosine fp32"));
    QCOMPARE(s.checkpointing_limit, int64_t(3));
    // Not in the script: that trainer's own defaults.
    QCOMPARE(s.batch_size, int64_t(4));
    QCOMPARE(s.gradient_checkpointing, false);
    QCOMPARE(s.lr_warmup_steps, int64_t(500));
    QCOMPARE(codes(imported.unmapped),
             (std::vector<std::string>{"interchange.script_note", "interchange.flag_other_means",
                                       "interchange.bad_flag", "interchange.unknown_flag"}));
    QVERIFY_EXCEPTION_THROWN(import_flags("echo --rank 4", "x.sh"), fw::Error);
  }

  void imports_optimizer_flags_data() {
    QTest::addColumn<QString>("flags");
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<QString>("offload");
    const auto row = [](const char* flags, const char* optimizer, const char* offload) {
      QTest::newRow(flags) << flags << optimizer << offload;
    };
    row("--optimizer adamw --use_8bit", "adamw_8bit", "no no");
    row("--use_8bit_bnb", "adam_8bit", "no no");
    row("--optimizer adamw --use_8bit false", "adamw", "no no");
    row("--optimizer AdamW-bnb-8bit", "adamw_8bit", "no no");
    row("--optimizer adam-bnb", "adam", "no no");
    row("--optimizer adamw8bit", "adamw_8bit", "no no");
    row("--optimizer adamw --use_4bit", "adamw_4bit", "no no");
    row("--optimizer galore_adamw", "galore", "no no");
    row("--optimizer Prodigy", "prodigy", "no no");
    row("--optimizer CAME --use_8bit false", "came", "no no");
    row("--optimizer AdamWScheduleFree", "adamw_schedule_free", "no no");
    row("--optimizer adamw --use_torchao --use_cpu_offload_optimizer --offload_gradients", "adamw",
        "yes yes");
  }
  void imports_optimizer_flags() {
    QFETCH(QString, flags);
    const ImportedFlags imported = import_flags("python train.py " + flags.toStdString(), "train.sh");
    const RunSettings s = parse_run_file(imported.toml, "/a.toml", Extent::part).settings;
    QTEST(QString::fromStdString(std::string(fw::name_of(s.optimizer))), "optimizer");
    const auto word = [](bool set) { return set ? QString("yes") : QString("no"); };
    QTEST(word(s.optimizer_offload) + " " + word(s.offload_gradients), "offload");
  }

  void words_before_the_script_are_told_data() {
    QTest::addColumn<QString>("launcher");
    QTest::addColumn<QString>("codes");
    QTest::addColumn<QString>("steps");
    const auto row = [](const char* launcher, const char* codes, const char* steps = "") {
      QTest::newRow(launcher) << launcher << codes << steps;
    };
    const char* const several = "interchange.several_devices";
    const char* const unknown = "interchange.unknown_devices";
    row("python", "");
    row("CUDA_VISIBLE_DEVICES=0,1 python", "");
    row("export NCCL_P2P_DISABLE=1; TORCH_LOGS=all python", "interchange.environment");
    row("accelerate launch --gpu_ids 0", "");
    row("accelerate launch --gpu_ids 0,1", several, "6");
    row("accelerate launch --gpu_ids 0,1,2 --num_processes 2", several, "6");
    row("accelerate launch --num_processes=4 --mixed_precision bf16", several, "12");
    row("accelerate launch --config_file a.yaml --gpu_ids 0", "");
    row("accelerate launch --config_file a.yaml --gpu_ids 0,1", unknown);
    row("accelerate launch", unknown);
    row("CUDA_VISIBLE_DEVICES=3 accelerate launch", "");
    row("export CUDA_VISIBLE_DEVICES=0,1; accelerate launch --main_process_port 0", several, "6");
    row("torchrun --standalone --nproc-per-node=8", several, "24");
    row("torchrun --nproc_per_node 2 --nnodes 2", several, "12");
    row("torchrun --nproc_per_node gpu", unknown);
    row("env CUDA_VISIBLE_DEVICES=0,1 python -m torch.distributed.run --nproc_per_node gpu", several, "6");
    row("torchrun --nnodes 1:4 --nproc_per_node 1", unknown);
    row("deepspeed --include localhost:0,1", several, "6");
    row("accelerate launch --num_processes 1 --gradient_clipping 0.5", "interchange.launcher_flag");
  }
  void words_before_the_script_are_told() {
    QFETCH(QString, launcher);
    QFETCH(QString, steps);
    const ImportedFlags imported = import_flags(
        launcher.toStdString() + " train.py --rank 4 --gradient_accumulation_steps 3", "train.sh");
    QStringList told;
    for (const fw::Fault& fault : imported.unmapped) {
      told << QString::fromStdString(fault.code);
      if (!steps.isEmpty()) QCOMPARE(fault.arguments.at("steps"), steps.toStdString());
    }
    QTEST(told.join(' '), "codes");
  }

  /// As written by `accelerate config`, and DeepSpeed's own.
  void configuration_files_of_launchers_count_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>(
        "wanted");  // accumulation, norm, precision, optimizer offload, streamed blocks, ZeRO
    QTest::addColumn<QString>("told");
    const QString yaml =
        "compute_environment: LOCAL_MACHINE\ndebug: false\ndeepspeed_config:\n  gradient_accumulation_steps: "
        "2\n  gradient_clipping: 0.5  # of the norm\n  offload_optimizer_device: cpu\n"
        "  offload_param_device: none\n  zero_stage: 2\n  zero3_init_flag: false\ndistributed_type: "
        "DEEPSPEED\n"
        "mixed_precision: 'no'\nnum_machines: 1\nnum_processes: 4\n";
    const QString json =
        "{\"bf16\": {\"enabled\": true}, \"gradient_clipping\": \"auto\", \"zero_optimization\": {\"stage\": "
        "0, "
        "\"offload_param\": {\"device\": \"cpu\"}, \"overlap_comm\": true}, \"amp\": {\"opt_level\": "
        "\"O1\"}}";
    const char* const accelerate = "accelerate launch --config_file a.yaml train.py --rank 4";
    QTest::newRow("accelerate") << accelerate << yaml << "2 0.5 fp32 1 0 2"
                                << "interchange.several_devices steps 8";
    QTest::newRow("the command counts")
        << accelerate + QString(" --max_grad_norm 2 --mixed_precision bf16") << yaml << "2 2 bf16 1 0 2"
        << "interchange.several_devices steps 8";
    QTest::newRow("FSDP") << accelerate << "num_processes: 1\nfsdp_config:\n  fsdp_offload_params: true\n"
                          << "1 1 bf16 0 0 0"
                          << "interchange.config_key fsdp_config.fsdp_offload_params";
    QTest::newRow("DeepSpeed") << "deepspeed --num_gpus 1 train.py --rank 4 --deepspeed_config a.yaml" << json
                               << "1 1 bf16 0 1000 0"
                               << "interchange.config_key amp.opt_level";
    QTest::newRow("of accelerate") << "accelerate launch --num_processes 1 --deepspeed_config_file=a.yaml "
                                      "train.py --rank 4"
                                   << json << "1 1 bf16 0 1000 0"
                                   << "interchange.config_key amp.opt_level";
    QTest::newRow("a mesh") << accelerate
                            << "num_processes: 4\nuse_parallelism_config: true\nparallelism_config:\n"
                               "  parallelism_config_cp_size: 2\n  parallelism_config_dp_shard_size: 1\n"
                               "  parallelism_config_sp_size: 2\n  parallelism_config_tp_size: 1\n"
                            << "1 1 bf16 0 0 0, 2 x 2 a sample"
                            << "";
    QTest::newRow("tokens of DeepSpeed")
        << "deepspeed --num_gpus 4 train.py --rank 4 --deepspeed_config a.yaml"
        << "{\"sequence_parallel_size\": 2}"
        << "1 1 bf16 0 0 0, 2 x 1 a sample"
        << "interchange.several_devices steps 2";
    QTest::newRow("too many") << accelerate
                              << "num_processes: 1\nparallelism_config:\n  parallelism_config_sp_size: 0\n"
                              << "1 1 bf16 0 0 0"
                              << "interchange.config_key parallelism_config.parallelism_config_sp_size";
    QTest::newRow("no text") << accelerate << QString::fromLatin1("\0: [{\n:::\n - -", 14) << "1 1 bf16 0 0 0"
                             << "interchange.unread_config  interchange.unknown_devices ";
  }
  void configuration_files_of_launchers_count() {
    QFETCH(QString, command);
    QFETCH(QString, config);
    const auto named = [&](const std::string& name) {
      return name == "a.yaml" ? std::optional(config.toStdString()) : std::nullopt;
    };
    const ImportedFlags imported = import_flags(command.toStdString(), "train.sh", named);
    const RunSettings s = parse_run_file(imported.toml, "/a.toml", Extent::part).settings;
    const bool shares = s.ulysses * s.ring > 1;
    QTEST(QString("%1 %2 %3 %4 %5 %6%7")
              .arg(s.gradient_accumulation_steps)
              .arg(s.max_grad_norm)
              .arg(QString::fromStdString(s.mixed_precision))
              .arg(s.optimizer_offload)
              .arg(s.streamed_blocks)
              .arg(s.zero_stage)
              .arg(shares ? QString(", %1 x %2 a sample").arg(s.ulysses).arg(s.ring) : QString()),
          "wanted");
    QStringList told;
    for (const fw::Fault& fault : imported.unmapped) {
      const auto& said = fault.arguments;
      told << QString::fromStdString(fault.code + " " +
                                     (said.contains("steps") ? "steps " + said.at("steps")
                                      : said.contains("key") ? said.at("key")
                                                             : ""));
    }
    QTEST(told.join(' '), "told");
  }

  void a_named_file_lies_beside_the_script_or_above() {
    const QTemporaryDir place;
    const std::filesystem::path root = place.path().toStdString();
    std::filesystem::create_directories(root / "examples" / "ltx");
    std::filesystem::create_directories(root / "configs");
    fw::write_file_atomically(root / "configs" / "a.yaml", "num_processes: 2\n", fw::Existing::refuse);
    const auto script = root / "examples" / "ltx" / "train.sh";
    QCOMPARE(read_named(script, "configs/a.yaml").value_or(""), std::string("num_processes: 2\n"));
    QVERIFY(!read_named(script, "configs/b.yaml") && !read_named(script, "configs"));
  }

  void what_a_script_does_not_say_is_what_its_trainer_does_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("course");  // steps, epochs, batch size, precision
    QTest::addColumn<QString>("codes");
    const auto row = [](const char* command, const char* course, const char* codes = "") {
      QTest::newRow(command) << command << course << codes;
    };
    row("python train.py --rank 4 --data_root d", "0 1 1 bf16", "interchange.flag_other_means");
    row("python train.py --rank 4 --dataset_config d", "1000 0 1 bf16", "interchange.flag_other_means");
    row("python train.py --rank 4 --train_steps 7", "7 0 1 bf16");
    row("python train.py --rank 4 --train_epochs 3 --batch_size 2", "0 3 2 bf16");
    row("python cogvideox_text_to_video_lora.py --rank 4", "0 1 4 bf16", "interchange.not_said");
    row("python cogvideox_text_to_video_lora.py --max_train_steps 9 --mixed_precision fp16", "9 0 4 fp16");
    row("accelerate launch --num_processes 1 --mixed_precision fp16 cogvideox_text_to_video_lora.py --rank 4",
        "0 1 4 fp16");
    row("torchrun --nproc_per_node 4 train.py --dp_degree 2 --train_steps 7", "7 0 1 bf16",
        "interchange.several_devices interchange.flag_other_means");
    row("python my_tuner.py --lr 1 --train_epochs 3", "0 3 1 bf16", "interchange.unknown_trainer");
    row("python caption.py --seed 7 --batch_size 16\npython training/prepare_dataset.py --batch_size 8\n"
        "python train.py --train_steps 7",
        "7 0 1 bf16");
    row("python train.py --train_steps 7 \\\n # more\n --batch_size 4 \\\n\n --seed 1\n", "7 0 1 bf16",
        "interchange.stray_flags interchange.stray_flags");
    row("python train.py --train_steps 7 --validation_prompts prompts.txt", "7 0 1 bf16",
        "interchange.bad_flag");
    row("python train.py --train_steps 7 --id_token ,", "7 0 1 bf16", "interchange.bad_flag");
  }
  void what_a_script_does_not_say_is_what_its_trainer_does() {
    QFETCH(QString, command);
    QFETCH(QString, codes);
    const ImportedFlags imported = import_flags(command.toStdString(), "train.sh");
    const RunSettings s = parse_run_file(imported.toml, "/a.toml", Extent::part).settings;
    const QString course = QString("%1 %2 %3 %4").arg(s.train_steps).arg(s.train_epochs).arg(s.batch_size);
    QTEST(course.arg(QString::fromStdString(s.mixed_precision)), "course");
    QStringList told;
    for (const fw::Fault& fault : imported.unmapped) told << QString::fromStdString(fault.code);
    QCOMPARE(told.join(' '), codes);
  }

  void scripts_of_other_trainers_are_named_data() {
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("word");
    const auto row = [](const char* title, const char* script, const char* code, const char* word) {
      QTest::newRow(title) << script << code << word;
    };
    const char* const unread = "interchange.trainer_unread";
    row("sd-scripts", "accelerate launch train_network.py --network_module=networks.lora --learning_rate=1",
        unread, "sd-scripts");
    row("diffusion-pipe", "deepspeed --num_gpus=1 train.py --deepspeed --config c.toml", unread,
        "diffusion-pipe");
    row("its TOML", "epochs = 5\nmicro_batch_size_per_gpu = 1\n", "run.foreign_run", "diffusion-pipe");
    row("only a captioner", "python caption.py --seed 7", "interchange.no_training_command", "a.sh");
    row("flags after a comment",
        "accelerate launch train.py \\\n ### Model ###\n  --model_path m \\\n\n  --seed 1",
        "interchange.stray_flags", "line 3");
  }
  void scripts_of_other_trainers_are_named() {
    QFETCH(QString, script);
    QFETCH(QString, code);
    QFETCH(QString, word);
    try {
      import_flags(script.toStdString(), "a.sh");
      QFAIL("it was read");
    } catch (const fw::Error& error) {
      QCOMPARE(QString::fromStdString(error.fault().code), code);
      QVERIFY2(QString::fromStdString(error.fault().message()).contains(word), error.what());
    }
  }

  void what_finetrainers_does_otherwise_is_written_data() {
    QTest::addColumn<QString>("flags");
    QTest::addColumn<QString>("wanted");  // clipping, first frames
    QTest::addColumn<QString>("codes");
    const auto row = [](const char* flags, const char* wanted, const char* codes = "") {
      QTest::newRow(flags) << flags << wanted << codes;
    };
    row("--model_name ltx_video --train_steps 7", "update 0");
    row("--model_name ltx_video --train_steps 7 --gradient_accumulation_steps 2", "update 0");
    row("--model_name ltx_video --train_steps 7 --dataset_config d", "update 0.1",
        "interchange.flag_other_means");
    row("--model_name ltx_video --train_steps 7 --dataset_config d --gradient_accumulation_steps 2",
        "micro_batch 0.1", "interchange.flag_other_means");
    row("--model_name hunyuan_video --train_steps 7", "update -");
    row("--model_name ltx_video --train_steps 7 --flow_resolution_shifting", "update 0",
        "interchange.flag_works_here");
  }
  void what_finetrainers_does_otherwise_is_written() {
    QFETCH(QString, flags);
    const ImportedFlags imported = import_flags("python train.py " + flags.toStdString(), "train.sh");
    const RunFile run = parse_run_file(imported.toml, "/a.toml", Extent::part);
    QVERIFY2(run.faults.empty() && run.notes.empty(), messages(run.faults).c_str());
    const std::string key = "model.ltx_video.first_frame_conditioning";
    const QString share = flags.contains("ltx_video")
                              ? QString::number(std::get<double>(value_of(run.settings, *find_setting(key))))
                              : QString("-");
    QVERIFY(flags.contains("ltx_video") || !run.given.contains(key));
    QTEST(QString::fromStdString(run.settings.clipping) + " " + share, "wanted");
    QStringList told;
    for (const fw::Fault& fault : imported.unmapped) told << QString::fromStdString(fault.code);
    QTEST(told.join(' '), "codes");
  }

  void flags_of_diffusers_own_trainer_are_mapped() {
    const ImportedFlags imported = import_flags(
        "python train_cogvideox_lora.py --mixed_precision bf16 --adam_beta1 0.8 --adam_beta2 0.7 "
        "--adam_epsilon 1e-7 --adam_weight_decay 0.3",
        "train.sh");
    QCOMPARE(messages(imported.unmapped), std::string());
    const RunSettings s = parse_run_file(imported.toml, "/a.toml", Extent::part).settings;
    QCOMPARE(s.beta1, 0.8);
    QCOMPARE(s.beta2, 0.7);
    QCOMPARE(s.epsilon, 1e-7);
    QCOMPARE(s.weight_decay, 0.3);
  }

  void a_launcher_s_missing_file_is_told() {
    const auto none = [](const std::string&) { return std::optional<std::string>(); };
    const ImportedFlags imported =
        import_flags("accelerate launch --config_file a.yaml --num_processes 1 train.py --train_steps 1",
                     "train.sh", none);
    QCOMPARE(codes(imported.unmapped), std::vector<std::string>{"interchange.config_missing"});
    QVERIFY(messages(imported.unmapped).find("a.yaml") != std::string::npos);
  }

  /// Its script has no family's name: it is in its own folder.
  void imports_a_mochi_script() {
    const ImportedFlags imported = import_flags(
        "cmd=\"accelerate launch --gpu_ids 2 text_to_video_lora.py \\\n"
        "  --pretrained_model_name_or_path genmo/mochi-1-preview --data_root d --id_token BW_STYLE \\\n"
        "  --height_buckets 480 --width_buckets 848 --frame_buckets 85 --load_tensors --rank 64 --lora_alpha "
        "64 \\\n"
        "  --mixed_precision bf16 --max_num_frames 85 --train_batch_size 1 --max_train_steps 10 \\\n"
        "  --gradient_checkpointing --learning_rate 1e-5 --lr_scheduler constant --enable_slicing "
        "--enable_tiling \\\n"
        "  --optimizer adamw --use_8bit --beta1 0.9 --beta2 0.95 --beta3 0.99 --weight_decay 0.001 "
        "--nccl_timeout 9\"\n"
        "eval $cmd",
        "train.sh");
    const RunFile run = parse_run_file(imported.toml, "/a.toml", Extent::part);
    QVERIFY2(run.faults.empty(), messages(run.faults).c_str());
    QCOMPARE(run.settings.family, std::string("mochi"));
    QCOMPARE(run.settings.video_resolution_buckets, (std::vector<std::string>{"85x480x848"}));
    QCOMPARE(run.settings.train_steps, int64_t(10));
    QCOMPARE(run.settings.lr, 1e-5);
    QCOMPARE(run.settings.caption_dropout_p, 0.0);
    for (const fw::Fault& fault : imported.unmapped)
      QVERIFY2(fault.code != "interchange.unknown_flag", fault.message().c_str());
  }

  void imports_published_scripts_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("marker");
    QTest::addColumn<int>("prompts");
    QTest::addColumn<QString>("family");
    QTest::newRow("finetrainers ltx") << "001_1643ecf379f6aed8.txt"
                                      << "model_name ltx_video" << 3 << "ltx_video";
    QTest::newRow("finetrainers hunyuan") << "001_1643ecf379f6aed8.txt"
                                          << "model_name hunyuan_video" << 8 << "hunyuan_video";
    QTest::newRow("cogvideox-factory") << "002_575e76171c85d6a1.txt"
                                       << "" << 2 << "cogvideox";
  }
  void imports_published_scripts() {
    const fs::path seeds = fs::path(FW_SOURCE_FOLDER) / "../shared/seeds";
    if (!fs::exists(seeds)) QSKIP("the published launch scripts are not beside this checkout");
    QFETCH(QString, file);
    QFETCH(QString, marker);
    QFETCH(int, prompts);
    std::string script = shell_blocks(fw::read_file(seeds / file.toStdString()), marker.toStdString());
    QVERIFY(!script.empty());
    const bool factory = marker.isEmpty();
    if (factory) {  // the README shows its script in pieces, one of them in a fence without a language
      const std::string text = fw::read_file(seeds / file.toStdString());
      const size_t begin = text.find("for learning_rate in");
      script =
          "LEARNING_RATES=(\"1e-4\" "
          "\"1e-3\")\nLR_SCHEDULES=(\"cosine_with_restarts\")\nOPTIMIZERS=(\"adamw\" \"adam\")\n"
          "MAX_TRAIN_STEPS=(\"3000\")\nDATA_ROOT=/d\n" +
          text.substr(begin, text.find("```", begin) - begin);
    }
    const ImportedFlags imported = import_flags(script, "train.sh");
    const RunFile run = parse_run_file(imported.toml, "/a.toml", Extent::part);
    QVERIFY2(run.faults.empty(), messages(run.faults).c_str());
    QCOMPARE(run.settings.validation_prompts.size(), size_t(prompts));
    QCOMPARE(run.settings.rank, int64_t(128));
    QCOMPARE(run.settings.mixed_precision, std::string("bf16"));
    QCOMPARE(run.settings.id_token.empty(), false);
    QVERIFY(run.settings.gradient_checkpointing && run.settings.enable_tiling);
    for (const fw::Fault& fault : imported.unmapped)
      QVERIFY2(fault.code != "interchange.unknown_flag", fault.message().c_str());
    if (factory) {
      // Its loops are a sweep; those over one value are none.
      const std::vector<SweepAxis> loops = import_loops(script, "train.sh");
      QCOMPARE(loops.size(), size_t{2});
      QCOMPARE(loops[0].keys, std::vector<std::string>{"optimizer.lr"});
      QCOMPARE(loops[0].steps, (std::vector<std::vector<std::string>>{{"1e-4"}, {"0.001"}}));
      QCOMPARE(loops[1].keys, std::vector<std::string>{"optimizer.optimizer"});
      QCOMPARE(loops[1].steps, (std::vector<std::vector<std::string>>{{"adamw"}, {"adam"}}));
      QCOMPARE(run.settings.train_steps, int64_t(3000));
      QCOMPARE(run.settings.lr_scheduler, std::string("cosine_with_restarts"));
      QCOMPARE(run.settings.video_resolution_buckets, (std::vector<std::string>{"49x480x720"}));
    } else {
      QCOMPARE(run.settings.caption_dropout_p, 0.05);
    }
    QTEST(QString::fromStdString(run.settings.family), "family");
    if (run.settings.family == "ltx_video") {
      QVERIFY(run.settings.flow_resolution_shifting);
      QCOMPARE(run.settings.video_resolution_buckets, (std::vector<std::string>{"49x512x768"}));
      QCOMPARE(run.settings.lr, 1e-5);
      QCOMPARE(run.settings.train_steps, int64_t(1200));
    }
    if (run.settings.family == "hunyuan_video") {
      QCOMPARE(run.settings.video_resolution_buckets,
               (std::vector<std::string>{"17x512x768", "49x512x768", "61x512x768", "129x512x768"}));
      QCOMPARE(run.settings.lr_scheduler, std::string("constant_with_warmup"));
      QVERIFY(run.settings.validation_prompts.back().ends_with("@@@61x512x768"));
    }
  }
};

QTEST_GUILESS_MAIN(TestFlagImport)
#include "test_flag_import.moc"
