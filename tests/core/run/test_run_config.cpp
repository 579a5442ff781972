// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <filesystem>
#include <set>

#include "base/atomic_file.h"
#include "base/error.h"
#include "run/preset.h"
#include "run/run_file.h"
#include "run/settings_page.h"

using namespace fw::catalog;
using namespace fw::run;
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
    QCOMPARE(run.settings.lr, 1.0);  // an integer is accepted as a number
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
    QCOMPARE(
        codes(run.faults),
        (std::vector<std::string>{"run.out_of_range", "run.wrong_type", "run.unknown_key", "run.out_of_range",
                                  "run.wrong_type", "run.bad_text", "run.bad_text", "run.bad_text",
                                  "run.bad_text", "run.unknown_key", "run.missing", "run.missing"}));
    const auto has = [&](const std::map<std::string, std::string>& arguments) {
      return std::ranges::any_of(run.faults, [&](const fw::Fault& fault) {
        return std::ranges::all_of(arguments, [&](const auto& each) {
          const auto found = fault.arguments.find(each.first);
          return found != fault.arguments.end() && found->second == each.second;
        });
      });
    };
    QVERIFY(has({{"file", "/runs/a.toml"},
                 {"line", "6"},
                 {"column", "1"},
                 {"key", "training.learning_rate"},
                 {"nearest", "optimizer.lr"}}));
    QVERIFY(has({{"line", "8"}, {"column", "3"}, {"key", "training.train_steps"}, {"given", "a number"}}));
    QVERIFY(has({{"key", "model.family"}, {"value", "\"cogvideoy\""}}));
  }

  void a_number_that_is_too_large_is_told_so_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("limits");
    QTest::newRow("seed") << "[run]\nseed = 9223372036854775807\n"
                          << "at most 9007199254740991";
    QTest::newRow("count") << "[training]\ntrain_steps = 9000000000\n"
                           << "at most 1000000000";
    QTest::newRow("below") << "[run]\nseed = -1\n"
                           << "from 0 to 9007199254740991";
  }
  void a_number_that_is_too_large_is_told_so() {
    QFETCH(QString, text);
    QFETCH(QString, limits);
    const RunFile run = parse("schema = 1\n" + text.toStdString());
    QCOMPARE(codes(run.faults).front(), std::string("run.out_of_range"));
    QCOMPARE(run.faults.front().arguments.at("limits"), limits.toStdString());
  }

  void names_the_limits_of_a_number_that_cannot_be_set() {
    try {
      override_in_text(minimal, "run.seed=9223372036854775808");
      QFAIL("not refused");
    } catch (const fw::Error& error) {
      QCOMPARE(error.fault().arguments.at("reason"),
               std::string("run.seed is a whole number, from 0 to 9007199254740991"));
    }
  }

  void reports_every_syntax_error() {
    const RunFile run =
        parse("schema = 1\na = = 2\n[lora]\nrank = 8\nrank = 9\nb = \"open\n[optimizer]\nlr = 'x'\n");
    QCOMPARE(codes(run.faults),
             (std::vector<std::string>{"run.syntax", "run.syntax", "run.syntax", "run.wrong_type"}));
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
    QCOMPARE(run.faults[0].code, std::string("run.bad_text"));
  }

  void keys_in_quotes_are_other_keys() {
    const auto run =
        parse_run_file("\"optimizer.lr\" = 1\n[optimizer]\nlr = 0.5\n", "/run.toml", Extent::part);
    QCOMPARE(run.faults.size(), size_t{1});
    QCOMPARE(run.faults[0].code, std::string("run.unknown_key"));
    QCOMPARE(run.settings.lr, 0.5);
  }

  void a_list_of_tables_is_not_edited() {
    for (const char* text : {"[[lora]]\n", "[[lora]]\nrank = 8\n"})
      QVERIFY_THROWS_EXCEPTION(fw::Error, set_in_text(text, "lora.rank", int64_t{16}));
  }

  void contradictions() {
    QCOMPARE(codes(parse(minimal + "[training]\ntrain_steps = 0\n").faults),
             (std::vector<std::string>{"run.no_end"}));
    QVERIFY(parse(minimal + "[training]\ntrain_steps = 0\ntrain_epochs = 3\n").faults.empty());
    QCOMPARE(
        codes(parse(minimal + "[training]\ntask = 'image_to_video'\n[validation]\nvalidation_prompts=['a']\n")
                  .faults),
        (std::vector<std::string>{"run.image_count"}));
    const std::string quantized = minimal + "[memory]\nquantization = 'nf4'\n";
    QVERIFY(parse(quantized).faults.empty());
    QCOMPARE(codes(parse(quantized + "[training]\ntraining_type = 'sft'\n").faults),
             (std::vector<std::string>{"run.quantized_training"}));
    const RunFile run = parse(minimal + "[training]\ntraining_type = 'sft'\n[lora]\nrank = 4\n");
    QVERIFY(run.faults.empty());
    QCOMPARE(codes(run.notes), (std::vector<std::string>{"run.no_effect"}));
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
    // Setting the same value again changes nothing; removing it leaves a file without it.
    QCOMPARE(set_in_text(edited, setting->key, value_of(holder.settings, *setting)), edited);
    const RunFile without = parse_run_file(remove_from_text(edited, setting->key), "/a", Extent::part);
    QVERIFY2(without.faults.empty(), messages(without.faults).c_str());
    QVERIFY(!without.given.contains(key.toStdString()));
  }

  void keys_of_before_are_still_read() {
    const std::string old = minimal + "[validation]\nuse_dynamic_cfg = true  # mine\n";
    const std::string key = "validation.cogvideox.use_dynamic_cfg";
    const RunFile run = parse(old);
    QVERIFY2(run.faults.empty() && run.notes.empty(), messages(run.faults).c_str());
    QVERIFY(own_value<bool>(run.settings, key));
    QCOMPARE(run.given.at(key).line, int64_t{9});
    // The line is edited in place, whichever of the two names is used.
    const std::string off = minimal + "[validation]\nuse_dynamic_cfg = false  # mine\n";
    QCOMPARE(set_in_text(old, key, false), off);
    QCOMPARE(override_in_text(old, "validation.use_dynamic_cfg=false"), off);
    QCOMPARE(remove_from_text(old, key), minimal + "[validation]\n");
    QCOMPARE(apply_preset(minimal, "[validation]\nuse_dynamic_cfg = true\n"),
             set_in_text(minimal, key, true));
  }

  void the_task_follows_from_the_model() {
    const ModelSpec& made_for_images = *find_model("cogvideox-5b-i2v");
    const auto read = [&](const std::string& text) {
      return parse_run_file(minimal + text, "/a.toml", Extent::whole, &made_for_images);
    };
    QVERIFY(parse(minimal).settings.task == VideoTask::text_to_video);
    QVERIFY(read("").settings.task == VideoTask::image_to_video);
    QVERIFY(read("[training]\ntask = 'image_to_video'\n").faults.empty());
    QCOMPARE(codes(read("[training]\ntask = 'text_to_video'\n").faults),
             (std::vector<std::string>{"run.wrong_task"}));
    QCOMPARE(codes(read("[validation]\nvalidation_prompts = ['a']\n").faults),
             (std::vector<std::string>{"run.image_count"}));
    const std::string one_clip = "[validation]\nvalidation_prompts = ['a']\nvalidation_images = ['b.png']\n";
    QVERIFY(read(one_clip).faults.empty() && read(one_clip).notes.empty());
    ModelSpec between_images = made_for_images;
    between_images.needs_last_frame = true;
    for (const auto& [last, codes_of_last] :
         {std::pair("", std::vector<std::string>{"run.image_count"}),
          {"validation_last_images = ['c.png']\n", {}},
          {"validation_last_images = ['c.png', 'd.png']\n", {"run.image_count"}}})
      QCOMPARE(
          codes(parse_run_file(minimal + one_clip + last, "/a.toml", Extent::whole, &between_images).faults),
          codes_of_last);
    QVERIFY(read("[model.cogvideox]\nnoised_image_dropout = 0.1\n").notes.empty());
    ModelSpec both = made_for_images;
    both.tasks = {VideoTask::image_to_video, VideoTask::text_to_video};
    QVERIFY(parse_run_file(minimal + "[validation]\nvalidation_prompts = ['a']\n", "/a.toml", Extent::whole,
                           &both)
                .faults.empty());
    ModelSpec other = made_for_images;
    other.family = "other";
    QCOMPARE(codes(parse_run_file(minimal, "/a.toml", Extent::whole, &other).faults),
             (std::vector<std::string>{"run.wrong_family"}));
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
