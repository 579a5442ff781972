// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <filesystem>
#include <set>

#include "base/atomic_file.h"
#include "base/error.h"
#include "config/flag_import.h"
#include "config/preset.h"
#include "config/run_file.h"
#include "config/settings_page.h"
#include "config/shell_script.h"

using namespace fw::config;
namespace fs = std::filesystem;

namespace {

const std::string minimal = R"(schema = 1
[model]
family = "cogvideox"
folder = "models/2b"
[data]
dataset = "dataset.jsonl"
cache = "/cache"
)";

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

RunFile parse(const std::string& text) {
  return parse_run_file(text, "/runs/a.toml");
}

/// The shell code between ```bash and ``` whose text holds `marker`, or all of it joined.
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

class TestRunConfig : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void declaration_is_consistent() {
    std::set<std::string_view> keys;
    for (const Setting& setting : settings()) {
      const std::string key(setting.key);
      QVERIFY2(keys.insert(setting.key).second, key.c_str());
      QVERIFY2(!setting.label.empty() && setting.explanation.ends_with('.'), key.c_str());
      for (const Condition& condition : setting.applies_to)
        QVERIFY2(find_setting(condition.key), key.c_str());
      if (setting.required) continue;
      // The default is within its own limits.
      const std::string line = key + " = " + to_toml(default_of(setting, "cogvideox"));
      const RunFile run = parse_run_file(line, "/a.toml", Extent::part);
      QVERIFY2(run.faults.empty(), messages(run.faults).c_str());
      QCOMPARE(run.given.size(), size_t(1));
    }
    QVERIFY(find_setting("lora.rank") && !find_setting("lora"));
  }

  void reads_values_and_resolves_paths() {
    const RunFile run =
        parse(minimal + "[optimizer]\nlr = 1\n[lora]\ntarget_modules = ['to_q', \"attn1.*\"]\n");
    QVERIFY2(run.faults.empty(), messages(run.faults).c_str());
    QCOMPARE(run.settings.lr, 1.0);  // a whole number serves as a number
    QCOMPARE(run.settings.target_modules, (std::vector<std::string>{"to_q", "attn1.*"}));
    QCOMPARE(run.settings.model_folder, std::string("/runs/models/2b"));
    QCOMPARE(run.settings.cache, std::string("/cache"));
    QCOMPARE(run.settings.output_dir, std::string("/runs/runs"));
    QCOMPARE(run.given.at("optimizer.lr").line, int64_t(9));
  }

  void reports_all_problems_at_once() {
    const RunFile run = parse(
        "schema = 1\n[model]\nfamily = 'cogvideoy'\nfolder = 3\n[training]\nlearning_rate = 1e-4\n"
        "batch_size = 0\n  train_steps = 1.5\n[data]\nvideo_resolution_buckets = ['49x480', '9x16x16']\n"
        "[validation]\nvalidation_prompts = ['a@@@b']\n[lora]\ntarget_modules = ['to_(q']\n[run]\ndevice = "
        "'gpu'\n"
        "[nonsense]\nx = 1\n");
    const std::string text = messages(run.faults);
    QCOMPARE(codes(run.faults),
             (std::vector<std::string>{"config.out_of_range", "config.wrong_type", "config.unknown_key",
                                       "config.out_of_range", "config.wrong_type", "config.bad_text",
                                       "config.bad_text", "config.bad_text", "config.bad_text",
                                       "config.unknown_key", "config.missing", "config.missing"}));
    QVERIFY2(
        text.find(
            "/runs/a.toml:6:1: there is no setting training.learning_rate. Did you mean optimizer.lr?") !=
            std::string::npos,
        text.c_str());
    QVERIFY2(
        text.find("a.toml:8:3: training.train_steps is a number, not a whole number") != std::string::npos,
        text.c_str());
    QVERIFY2(
        text.find("model.family cannot be \"cogvideoy\". It must be one of cogvideox") != std::string::npos,
        text.c_str());
  }

  void reports_every_syntax_error() {
    const RunFile run =
        parse("schema = 1\na = = 2\n[lora]\nrank = 8\nrank = 9\nb = \"open\n[optimizer]\nlr = 'x'\n");
    QCOMPARE(codes(run.faults), (std::vector<std::string>{"config.syntax", "config.syntax", "config.syntax",
                                                          "config.wrong_type"}));
    QCOMPARE(run.settings.rank, int64_t(8));
    QCOMPARE(run.faults[1].arguments.at("line"), std::string("5"));
    for (const std::string& odd :
         {std::string("\xff\xfe"), std::string("a = \"\"\"\nnever closed"), std::string(300, '['),
          std::string("a = 1979-13-45"), std::string("x\0y", 3)}) {
      QVERIFY(!parse(odd).faults.empty());
    }
  }

  void refuses_text_without_bounds_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    const auto many = [](const char* part, int count) { return QByteArray(part).repeated(count); };
    const QString deep = "run.toml:2:%1: tables and lists lie in one another more than 32 deep.";
    QTest::newRow("dotted key") << "#\n" + many("a.", 50'000) + "b = 1" << deep.arg(66);
    QTest::newRow("header") << "#\n[" + many("a.", 50'000) + "b]" << deep.arg(65);
    QTest::newRow("lists") << "#\na = " + many("[", 100'000) << deep.arg(37);
    QTest::newRow("tables") << "#\na = " + many("{a=", 100'000) << deep.arg(101);
    QTest::newRow("behind quotes") << "#\na = { b = \"\"\"x\"\"\"\", " + many("c.", 50'000) + "d = 1 }"
                                   << deep.arg(84);
    QTest::newRow("large") << many("# a comment that goes on and on\n", 40'000)
                           << "run.toml:1:1: it has more than 1048576 bytes.";
  }
  void refuses_text_without_bounds() {
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    const auto run = parse_run_file(text.toStdString(), "run.toml", Extent::part);
    QVERIFY(!run.faults.empty());
    QCOMPARE(QString::fromStdString(run.faults[0].message()), message);
    QCOMPARE(parse_preset(text.toStdString(), "run.toml").faults.front(), run.faults[0]);
  }

  void points_in_quotes_and_comments_are_no_depth() {
    const std::string points(1000, '.');
    const std::string text = "# " + points + std::string(100, '[') + "\n[run]\nname = \"\\\"[[" + points +
                             "\"\n[model]\nfolder = '''/" + points + "[[['''\n";
    const auto run = parse_run_file(text, "/run.toml", Extent::part);
    QVERIFY(run.faults.empty());
    QCOMPARE(run.settings.name, "\"[[" + points);
  }

  void an_expression_has_a_length() {
    const std::string text = "[lora]\ntarget_modules = [\"" + std::string(200'000, '(') + "\"]\n";
    const auto run = parse_run_file(text, "/run.toml", Extent::part);
    QCOMPARE(run.faults.size(), size_t{1});
    QCOMPARE(run.faults[0].code, std::string("config.bad_text"));
  }

  void keys_in_quotes_are_other_keys() {
    const auto run =
        parse_run_file("\"optimizer.lr\" = 1\n[optimizer]\nlr = 0.5\n", "/run.toml", Extent::part);
    QCOMPARE(run.faults.size(), size_t{1});
    QCOMPARE(run.faults[0].code, std::string("config.unknown_key"));
    QCOMPARE(run.settings.lr, 0.5);
  }

  void a_list_of_tables_is_not_edited() {
    for (const char* text : {"[[lora]]\n", "[[lora]]\nrank = 8\n"})
      QVERIFY_THROWS_EXCEPTION(fw::Error, set_in_text(text, "lora.rank", int64_t{16}));
  }

  void contradictions() {
    QCOMPARE(codes(parse(minimal + "[training]\ntrain_steps = 0\n").faults),
             (std::vector<std::string>{"config.no_end"}));
    QVERIFY(parse(minimal + "[training]\ntrain_steps = 0\ntrain_epochs = 3\n").faults.empty());
    QCOMPARE(
        codes(parse(minimal + "[training]\ntask = 'image_to_video'\n[validation]\nvalidation_prompts=['a']\n")
                  .faults),
        (std::vector<std::string>{"config.image_count"}));
    const RunFile run = parse(minimal + "[training]\ntraining_type = 'sft'\n[lora]\nrank = 4\n");
    QVERIFY(run.faults.empty());
    QCOMPARE(codes(run.notes), (std::vector<std::string>{"config.no_effect"}));
  }

  void nearest_keys() {
    QCOMPARE(nearest_key("lora.ranc"), std::string("lora.rank"));
    QCOMPARE(nearest_key("max_train_steps"), std::string("training.train_steps"));
    QCOMPARE(nearest_key("training.checkpoints_total_limit"), std::string("checkpoints.checkpointing_limit"));
    QCOMPARE(nearest_key("zzzzzzzzzzzz"), std::string());
  }

  void edits_keep_the_rest_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* before, const char* key, const char* value,
                        const char* after) { QTest::newRow(name) << before << key << value << after; };
    row("replace", "# top\n[lora]\nrank = 8   # mine\nlora_alpha = 1.0\n", "lora.rank", "16",
        "# top\n[lora]\nrank = 16   # mine\nlora_alpha = 1.0\n");
    row("last line without end", "[lora]\nrank = 8", "lora.rank", "16", "[lora]\nrank = 16");
    row("neighbour", "[lora]\n  rank = 8 # r\n\n# next\n[optimizer]\nlr = 1.0\n", "lora.lora_alpha", "4.0",
        "[lora]\n  rank = 8 # r\n  lora_alpha = 4.0\n\n# next\n[optimizer]\nlr = 1.0\n");
    row("neighbour at the end", "[lora]\nrank = 8", "lora.lora_alpha", "4.0",
        "[lora]\nrank = 8\nlora_alpha = 4.0\n");
    row("empty header", "[lora]\n[optimizer]\nlr = 1.0\n", "lora.rank", "4",
        "[lora]\nrank = 4\n[optimizer]\nlr = 1.0\n");
    row("new table", "schema = 1\n", "lora.rank", "4", "schema = 1\n\n[lora]\nrank = 4\n");
    row("empty text", "", "lora.rank", "4", "[lora]\nrank = 4\n");
    row("root key", "[lora]\nrank = 4\n", "schema", "1", "schema = 1\n[lora]\nrank = 4\n");
    row("inline", "lora = { rank = 8, lora_alpha = 1.0 } # c\n", "lora.rank", "16",
        "lora = { rank = 16, lora_alpha = 1.0 } # c\n");
    row("into inline", "lora = { rank = 8 }\n", "lora.lora_alpha", "2.0",
        "lora = { rank = 8, lora_alpha = 2.0 }\n");
    row("empty inline", "lora = {}\n", "lora.rank", "2", "lora = { rank = 2 }\n");
    row("dotted", "lora.rank = 8\n", "lora.lora_alpha", "2.0", "lora.rank = 8\nlora.lora_alpha = 2.0\n");
    row("non-ASCII before it", "[data]\nid_token = \"漢字Ä\" # ü\n", "data.id_token", "\"x\"",
        "[data]\nid_token = \"x\" # ü\n");
    row("multi-line list", "[lora]\ntarget_modules = [\n  \"a\", # first\n  \"b\",\n]\nrank = 1\n",
        "lora.target_modules", "[\"c\"]", "[lora]\ntarget_modules = [\"c\"]\nrank = 1\n");
    row("behind multi-line", "[lora]\ntarget_modules = [\n  \"a\"\n]\n[run]\nseed = 1\n", "lora.rank", "3",
        "[lora]\ntarget_modules = [\n  \"a\"\n]\nrank = 3\n[run]\nseed = 1\n");
    row("CRLF", "[lora]\r\nrank = 8\r\n", "lora.lora_alpha", "2.0",
        "[lora]\r\nrank = 8\r\nlora_alpha = 2.0\r\n");
    row("super table later", "[model.cogvideox]\nnoised_image_dropout = 0.1\n", "model.family",
        "\"cogvideox\"",
        "[model.cogvideox]\nnoised_image_dropout = 0.1\n\n[model]\nfamily = \"cogvideox\"\n");
  }
  void edits_keep_the_rest() {
    QFETCH(QString, before);
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, after);
    const Setting* setting = find_setting(key.toStdString());
    const RunFile holder =
        parse_run_file(key.toStdString() + " = " + value.toStdString(), "/a", Extent::part);
    const std::string edited =
        set_in_text(before.toStdString(), key.toStdString(), value_of(holder.settings, *setting));
    QCOMPARE(QString::fromStdString(edited), after);
    // Setting the same again changes nothing; taking it out leaves a file without it.
    QCOMPARE(set_in_text(edited, setting->key, value_of(holder.settings, *setting)), edited);
    const RunFile without = parse_run_file(remove_from_text(edited, setting->key), "/a", Extent::part);
    QVERIFY2(without.faults.empty(), messages(without.faults).c_str());
    QVERIFY(!without.given.contains(key.toStdString()));
  }

  void values_round_trip() {
    for (const Value& value : {Value(std::string("tab\t quote\" back\\ line\n bell\a 漢字")),
                               Value(std::vector<std::string>{"", "a,b", "]"})}) {
      const bool list = std::holds_alternative<std::vector<std::string>>(value);
      const char* key = list ? "validation.validation_prompts" : "data.id_token";
      const RunFile run = parse_run_file(set_in_text("", key, value), "/a", Extent::part);
      QVERIFY2(run.faults.empty(), messages(run.faults).c_str());
      QVERIFY(value_of(run.settings, *find_setting(key)) == value);
    }
    for (const double number : {1e-4, 0.1 + 0.2, 1e22, 3.0, 5e-324}) {
      const RunFile run = parse_run_file("optimizer.weight_decay = " + to_toml(number), "/a", Extent::part);
      QVERIFY(number > 10 || run.settings.weight_decay == number);
    }
  }

  void command_line_overrides() {
    QCOMPARE(override_in_text("", "data.id_token=BW STYLE"),
             std::string("[data]\nid_token = \"BW STYLE\"\n"));
    QCOMPARE(override_in_text("", "optimizer.lr = 2e-4"), std::string("[optimizer]\nlr = 2e-4\n"));
    QCOMPARE(override_in_text("", "lora.target_modules=[\"a\"]"),
             std::string("[lora]\ntarget_modules = [\"a\"]\n"));
    for (const char* wrong :
         {"optimizer.lr", "optimiser.lr=1", "optimizer.lr=fast", "lora.rank=1\nx=2", "lora.rank=1.5"}) {
      QVERIFY_EXCEPTION_THROWN(override_in_text("", wrong), fw::Error);
    }
  }

  void validation_prompt_sizes() {
    QCOMPARE(parse_validation_prompt("a@@@b@@@9x16x32")->text, std::string("a@@@b"));
    QCOMPARE(parse_validation_prompt("a@@@9x16x32")->size, std::optional(Bucket{9, 16, 32}));
    QVERIFY(!parse_validation_prompt("plain")->size);
    QVERIFY(!parse_validation_prompt("a@@@16x32"));
  }

  void shell_words() {
    const auto words = [](const std::string& script) {
      return read_shell_script(script).commands.back().words;
    };
    using Words = std::vector<std::string>;
    QCOMPARE(words("a 'b  c' \"d $X\" \\\n e\\ f # no"), (Words{"a", "b  c", "d ", "e f"}));
    QCOMPARE(words("X='1 2'; run $X \"$X\" ${X}3 '$X' \"\" ${Y:-z}"),
             (Words{"run", "1", "2", "1 2", "1", "23", "$X", "", "z"}));
    QCOMPARE(words("A=(--a 'b c' # note\n  --d)\nA+=(e)\nrun \"${A[@]}\" $A \"${none[@]}\""),
             (Words{"run", "--a", "b c", "--d", "e", "--a"}));
    QCOMPARE(words("P=\"--p \\\"x y's\\\"\"\ncmd=\"run $P\n --q 1\"\neval $cmd"),
             (Words{"run", "--p", "x y's", "--q", "1"}));
    QCOMPARE(words("for i in 1 2; do\n for j in \"x\"; do run $i$j > log 2>&1 & done; done"),
             (Words{"run", "1x"}));
    QCOMPARE(words("if [ \"$A\" == \"b\" ]; then\n run 1\nfi\ncat <<EOF\n--not this\nEOF\nrun 2"),
             (Words{"run", "2"}));
    const ShellScript noted = read_shell_script("for i in 1 2; do run $(date) $UNSET; done");
    QCOMPARE(noted.notes.size(), size_t(3));
    QCOMPARE(noted.commands.at(0).words, (Words{"run", "$(date)"}));
  }

  void shell_reader_has_bounds() {
    std::string doubling = "a=('' '')\n";
    for (int i = 0; i < 40; ++i) doubling += "a=(\"${a[@]}\" \"${a[@]}\")\n";
    const auto doubled = read_shell_script(doubling + "x \"${a[@]}\"\n");
    QCOMPARE(doubled.commands.size(), size_t{1});
    QVERIFY(doubled.commands[0].words.size() < 100'000);
    QCOMPARE(doubled.notes.front().kind, ShellNote::Kind::too_long);

    std::string open = "x ";
    for (int i = 0; i < 300'000; ++i) open += "${";
    std::string unset;
    for (int i = 0; i < 100'000; ++i) unset += "x $v" + std::to_string(i) + "\n";
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(read_shell_script(open).commands.size(), size_t{1});
    QCOMPARE(read_shell_script(unset).commands.size(), size_t{100'000});
    QVERIFY2(timer.elapsed() < 5'000, "the time grows with the square of the script");

    std::string sizes;
    for (int i = 0; i < 2'000; ++i) sizes += " 16";
    const auto flags = import_flags("python train.py --lr 1 --frame_buckets" + sizes + " --height_buckets" +
                                        sizes + " --width_buckets" + sizes,
                                    "a.sh");
    QVERIFY(flags.toml.size() < 10'000);
  }

  void shell_reader_survives_anything() {
    std::string bomb = "a=xxxxxxxxxx\n";
    for (int i = 0; i < 60; ++i) bomb += "a=\"$a$a\"\n";
    for (const std::string& odd :
         {bomb + "run $a", std::string("a='"), std::string("\""), std::string("`"), std::string("$("),
          std::string("${"), std::string("a=("), std::string("A='eval \"$A\"; eval \"$A\"'; eval \"$A\""),
          std::string("<<"), std::string("\\"), std::string("a=(;)"), std::string("\0\xff", 2),
          std::string(1000, '(')}) {
      read_shell_script(odd);
    }
  }

  void imports_flags() {
    const std::string script = fw::read_file(FW_SOURCE_FOLDER "/tests/core/config/launch_script.sh");
    const ImportedFlags imported = import_flags(script, "train.sh");
    const RunFile run = parse_run_file(imported.toml, "/a.toml", Extent::part);
    QVERIFY2(run.faults.empty() && run.notes.empty(), messages(run.faults).c_str());
    const RunSettings& s = run.settings;
    QCOMPARE(s.family, std::string("cogvideox"));
    QCOMPARE(s.training_type + " " + s.task, std::string("lora image_to_video"));
    QCOMPARE(s.video_resolution_buckets, (std::vector<std::string>{"17x480x720", "49x480x720"}));
    QCOMPARE(s.validation_prompts, (std::vector<std::string>{"A goat's dance@@@49x480x720", "a panda"}));
    QCOMPARE(s.validation_images.size(), size_t(2));
    QCOMPARE(s.rank, int64_t(32));
    QCOMPARE(s.lora_alpha, 16.0);
    QCOMPARE(s.lr, 1e-3);
    QCOMPARE(s.optimizer + " " + s.lr_scheduler + " " + s.mixed_precision,
             std::string("adamw_8bit cosine fp32"));
    QCOMPARE(s.checkpointing_limit, int64_t(3));
    // Not said in the script: that trainer's own defaults.
    QCOMPARE(s.batch_size, int64_t(4));
    QCOMPARE(s.gradient_checkpointing, false);
    QCOMPARE(s.lr_warmup_steps, int64_t(500));
    QCOMPARE(codes(imported.unmapped),
             (std::vector<std::string>{"config.script_note", "config.flag_other_means", "config.bad_flag",
                                       "config.unknown_flag"}));
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
    row("--optimizer adamw --use_torchao --use_cpu_offload_optimizer --offload_gradients", "adamw",
        "yes yes");
  }
  void imports_optimizer_flags() {
    QFETCH(QString, flags);
    const ImportedFlags imported = import_flags("python train.py " + flags.toStdString(), "train.sh");
    const RunSettings s = parse_run_file(imported.toml, "/a.toml", Extent::part).settings;
    QTEST(QString::fromStdString(s.optimizer), "optimizer");
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
    const char* const several = "config.several_devices";
    const char* const unknown = "config.unknown_devices";
    row("python", "");
    row("CUDA_VISIBLE_DEVICES=0,1 python", "");
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
    row("accelerate launch --num_processes 1 --gradient_clipping 0.5", "config.launcher_flag");
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

  void what_a_script_does_not_say_is_what_its_trainer_does_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("course");  // steps, epochs, batch size, precision
    QTest::addColumn<QString>("codes");
    const auto row = [](const char* command, const char* course, const char* codes = "") {
      QTest::newRow(command) << command << course << codes;
    };
    row("python train.py --rank 4 --data_root d", "0 1 1 bf16", "config.flag_other_means");
    row("python train.py --rank 4 --dataset_config d", "1000 0 1 bf16", "config.flag_other_means");
    row("python train.py --rank 4 --train_steps 7", "7 0 1 bf16");
    row("python train.py --rank 4 --train_epochs 3 --batch_size 2", "0 3 2 bf16");
    row("python cogvideox_text_to_video_lora.py --rank 4", "0 1 4 bf16", "config.not_said");
    row("python cogvideox_text_to_video_lora.py --max_train_steps 9 --mixed_precision fp16", "9 0 4 fp16");
    row("accelerate launch --num_processes 1 --mixed_precision fp16 cogvideox_text_to_video_lora.py --rank 4",
        "0 1 4 fp16");
    row("torchrun --nproc_per_node 4 train.py --dp_degree 2 --train_steps 7", "7 0 1 bf16",
        "config.several_devices config.flag_other_means");
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

  void imports_published_scripts_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("marker");
    QTest::addColumn<int>("prompts");
    QTest::newRow("finetrainers ltx") << "001_1643ecf379f6aed8.txt"
                                      << "model_name ltx_video" << 3;
    QTest::newRow("finetrainers hunyuan") << "001_1643ecf379f6aed8.txt"
                                          << "model_name hunyuan_video" << 8;
    QTest::newRow("cogvideox-factory") << "002_575e76171c85d6a1.txt"
                                       << "" << 2;
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
      QVERIFY2(fault.code != "config.unknown_flag", fault.message().c_str());
    if (factory) {
      QCOMPARE(run.settings.train_steps, int64_t(3000));
      QCOMPARE(run.settings.lr_scheduler, std::string("cosine_with_restarts"));
      QCOMPARE(run.settings.video_resolution_buckets, (std::vector<std::string>{"49x480x720"}));
    } else {
      QCOMPARE(run.settings.caption_dropout_p, 0.05);
      QVERIFY(run.settings.family.empty());  // said in the list: this version does not train it
      QVERIFY(messages(imported.unmapped).find("--model_name") != std::string::npos);
    }
  }

  void reference_page_is_up_to_date() {
    const char* file = FW_SOURCE_FOLDER "/resources/help/settings.md";
    const std::string now = settings_page();
    if (qEnvironmentVariableIsSet("FW_WRITE_SETTINGS_PAGE"))
      fw::write_file_atomically(file, now, fw::Existing::replace);
    QVERIFY2(fw::read_file(file) == now,
             "resources/help/settings.md is stale: run test_run_config with FW_WRITE_SETTINGS_PAGE=1");
    QVERIFY(settings_help().find("lora.rank  (64; whole number, from 1 to 4096)") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestRunConfig)
#include "test_run_config.moc"
