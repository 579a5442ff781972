// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <cstring>
#include <functional>

#include "support/made_up_cuda/process.h"

using fw::support::MadeUpRun;
using fw::support::MadeUpSettings;
using nlohmann::json;

namespace {

constexpr int blocks = 42;  // of CogVideoX-5b: launches per step depend on blocks, not on widths

/// Calls and launches for each of the `more` steps that the second run makes.
class PerStep {
 public:
  PerStep(const MadeUpRun& few, const MadeUpRun& many, int more)
      : few_(few.reports.at(0)), many_(many.reports.at(0)), more_(more) {}
  double calls(const char* call) const {
    return (count(many_["calls"], call) - count(few_["calls"], call)) / more_;
  }
  /// Kernels, and products and attention of CUDA's libraries.
  double launches() const {
    double sum = (total(many_["kernels"]) - total(few_["kernels"])) / more_;
    for (const char* call : {"cublasLtMatmul", "cublasGemmEx", "cublasGemmStridedBatchedEx", "cublasSgemm",
                             "cublasSgemmStridedBatched", "cudnnBackendExecute"})
      sum += calls(call);
    return sum;
  }
  /// Waits of the host for a card.
  double waits() const {
    return calls("cudaStreamSynchronize") + calls("cudaDeviceSynchronize") + calls("cudaEventSynchronize");
  }

 private:
  static double count(const json& all, const char* call) { return all.value(call, 0.0); }
  static double total(const json& all) {
    double found = 0;
    for (const auto& [name, number] : all.items()) found += number.get<double>();
    return found;
  }
  json few_, many_;
  int more_;
};

QByteArray read(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(bytes), bytes.size());
}

/// A growing file of tensors.
class Tensors {
 public:
  /// Adds each tensor of the file under the names that `names` returns for it.
  void add_from(const QString& path, const std::function<QStringList(const QString&)>& names) {
    const QByteArray bytes = read(path);
    uint64_t length = 0;
    std::memcpy(&length, bytes.constData(), sizeof length);
    const auto data = static_cast<qsizetype>(sizeof length + length);
    const json header = json::parse(bytes.mid(sizeof length, static_cast<qsizetype>(length)).toStdString());
    for (const auto& [name, tensor] : header.items()) {
      if (name == "__metadata__") continue;
      const auto begin = tensor["data_offsets"][0].get<qsizetype>(),
                 end = tensor["data_offsets"][1].get<qsizetype>();
      for (const QString& again : names(QString::fromStdString(name))) {
        const qsizetype at = data_.size();
        data_ += bytes.mid(data + begin, end - begin);
        header_[again.toStdString()] = {
            {"dtype", tensor["dtype"]}, {"shape", tensor["shape"]}, {"data_offsets", {at, data_.size()}}};
      }
    }
  }
  QByteArray bytes() const {
    const std::string text = header_.dump();
    const uint64_t length = text.size();
    QByteArray all(sizeof length, '\0');
    std::memcpy(all.data(), &length, sizeof length);
    return all + QByteArray::fromStdString(text) + data_;
  }

 private:
  json header_ = json::object();
  QByteArray data_;
};

/// Repeats the few blocks of a case's network.
void repeat_blocks(const QDir& from, const QDir& to) {
  json config = json::parse(read(from.filePath("config.json")).toStdString());
  const int there = config["num_layers"].get<int>();
  config["num_layers"] = blocks;
  write(to.filePath("config.json"), QByteArray::fromStdString(config.dump()));
  Tensors tensors;
  for (const QString& shard : from.entryList({"*.safetensors"}))
    tensors.add_from(from.filePath(shard), [&](const QString& name) {
      static const QRegularExpression in_block("^transformer_blocks\\.(\\d+)\\.(.*)$");
      const auto match = in_block.match(name);
      if (!match.hasMatch()) return QStringList{name};
      QStringList names;
      for (int block = match.captured(1).toInt(); block < blocks; block += there)
        names.push_back(QString("transformer_blocks.%1.%2").arg(block).arg(match.captured(2)));
      return names;
    });
  write(to.filePath("diffusion_pytorch_model.safetensors"), tensors.bytes());
}

}  // namespace

/// How often the program calls and waits for a card, and which cards each command finds, over a CUDA with
/// simulated cards.
class TestMadeUpLaunches : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString run_;

  MadeUpRun run(const QString& program, const QStringList& arguments, const MadeUpSettings& machine = {}) {
    return fw::support::run_over_made_up_cuda(program, arguments, machine, folder_.filePath("report.jsonl"));
  }
  MadeUpRun cli(const QStringList& arguments, const MadeUpSettings& machine = {}) {
    return run("framewright-cli", arguments, machine);
  }
  MadeUpRun train(int steps, const MadeUpSettings& machine = {}) {
    return cli({"train", run_, "--json", "--set", "training.train_steps=" + QString::number(steps), "--set",
                "run.output_dir=" + folder_.filePath("runs")},
               machine);
  }
  MadeUpRun clip(int steps, int frames = 9, const QString& sampler = "CogVideoXDDIMScheduler") {
    return cli({"generate",
                "--model",
                folder_.filePath("clip-model"),
                "--device",
                "cuda",
                "--prompt",
                "a",
                "--frames",
                QString::number(frames),
                "--height",
                "48",
                "--width",
                "64",
                "--seed",
                "1",
                "--steps",
                QString::number(steps),
                "--scheduler",
                sampler,
                "--out",
                folder_.filePath("clip.mp4"),
                "--overwrite"});
  }

 private Q_SLOTS:
  /// A model for clips, and one without VAE and text encoder for runs, which would encode with these.
  void initTestCase() {
    const QString from = QStringLiteral(FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-5b");
    const QDir models(folder_.path());
    for (const char* model : {"clip-model", "run-model"}) {
      const QString to = models.filePath(model);
      QVERIFY(models.mkpath(to + "/transformer") && models.mkpath(to + "/vae"));
      repeat_blocks(QDir(from + "/transformer"), QDir(to + "/transformer"));
      QVERIFY(QFile::copy(from + "/model_index.json", to + "/model_index.json"));
      QVERIFY(QFile::copy(from + "/vae/config.json", to + "/vae/config.json"));
      QVERIFY(QFile::link(from + "/scheduler", to + "/scheduler"));
      QVERIFY(models.mkpath(to + "/text_encoder"));
      QVERIFY(QFile::copy(from + "/text_encoder/config.json", to + "/text_encoder/config.json"));
    }
    for (const QString component : {"vae", "text_encoder"})
      for (const QString& file : QDir(from + "/" + component).entryList({"*.safetensors*"}))
        QVERIFY(QFile::link(from + "/" + component + "/" + file,
                            models.filePath("clip-model/" + component + "/" + file)));
    QVERIFY(QFile::link(from + "/tokenizer", models.filePath("clip-model/tokenizer")));
    const MadeUpRun made =
        run("make_random_run", {folder_.filePath("run-model"), folder_.filePath("run"), "3", "6", "8",
                                "training.training_type=lora", "lora.rank=64", "lora.lora_alpha=64.0",
                                "training.mixed_precision=bf16", "run.device=cuda"});
    QVERIFY2(made.exit_code == 0, qPrintable(made.error));
    run_ = folder_.filePath("run/run.toml");
  }

  void a_lora_step_waits_for_nothing() {
    const MadeUpRun few = train(3), many = train(9);
    QVERIFY2(few.exit_code == 0 && many.exit_code == 0, qPrintable(few.error + many.out.right(1000)));
    const PerStep step(few, many, 6);
    QCOMPARE(step.calls("cudaStreamSynchronize") + step.calls("cudaDeviceSynchronize"), 0.0);
    QVERIFY(step.calls("cudaEventSynchronize") <= 1);  // of the previous step, for its loss
    QVERIFY2(step.launches() > 3000 && step.launches() <= 3444, qPrintable(QString::number(step.launches())));
    QVERIFY2(many.reports.at(0)["refused_launches"].empty(),
             many.reports[0]["refused_launches"].dump().c_str());
  }

  // To find out whether its latents are finite.
  void a_denoising_step_waits_once_data() {
    QTest::addColumn<int>("most");
    QTest::newRow("CogVideoXDDIMScheduler") << 1316;
    QTest::newRow("CogVideoXDPMScheduler") << 1320;  // with noise in each step
  }
  void a_denoising_step_waits_once() {
    QFETCH(int, most);
    const char* const sampler = QTest::currentDataTag();
    const MadeUpRun few = clip(2, 9, sampler), many = clip(6, 9, sampler);
    QVERIFY2(few.exit_code == 0 && many.exit_code == 0, qPrintable(few.error + many.error));
    const PerStep step(few, many, 4);
    QVERIFY2(step.waits() <= 1, qPrintable(QString::number(step.waits())));
    QVERIFY2(step.launches() > 1000 && step.launches() <= most, qPrintable(QString::number(step.launches())));
  }

  // The decoder's norms repeat latent frames; formerly each uploaded an index, with a wait.
  void decoding_more_frames_waits_no_more_often() {
    const MadeUpRun few = clip(1, 17), many = clip(1, 25);
    QVERIFY2(few.exit_code == 0 && many.exit_code == 0, qPrintable(few.error + many.error));
    QVERIFY(many.calls("cudnnBackendExecute") > few.calls("cudnnBackendExecute") + 10);  // convolutions
    const double waits = PerStep(few, many, 1).waits();
    QVERIFY2(waits <= 1, qPrintable(QString::number(waits)));
  }

  void cudnn_without_a_plan_for_the_backward_pass_leaves_it_to_others() {
    const MadeUpSettings hopper{{"MADE_UP_CAPABILITY", "9.0"}};
    MadeUpSettings forward_only = hopper;
    forward_only["MADE_UP_CUDNN_PLANS"] = "forward";
    const MadeUpRun whole = train(3, hopper), half = train(3, forward_only);
    QVERIFY2(whole.exit_code == 0, qPrintable(whole.out.right(1000)));
    QVERIFY(whole.calls("cudnnBackendExecute") > 3 * 2 * blocks);  // both directions
    QVERIFY2(half.exit_code == 0, qPrintable(half.out.right(1000)));
    QVERIFY(half.calls("cudnnBackendExecute") > 0);
    QCOMPARE(half.error.count("cuDNN cannot compute attention here"), 1);
  }

  // Kernels compute nothing here, as if they were all wrong.
  void wrong_kernels_are_found() {
    const MadeUpRun ran = run("bench_kernel_check", {"cuda", "BFloat16"});
    QVERIFY2(ran.exit_code == 1, qPrintable(ran.error));
    QStringList right;
    const QStringList lines = ran.out.split('\n', Qt::SkipEmptyParts);
    QVERIFY2(lines.size() >= 10, qPrintable(ran.out));
    for (const QString& line : lines) {
      const json kernel = json::parse(line.toStdString());
      if (kernel["bad"].get<int>() == 0) right.push_back(line);
    }
    QVERIFY2(right.empty(), qPrintable(right.join('\n')));
    QVERIFY2(ran.reports.at(0)["refused_launches"].empty(),
             ran.reports[0]["refused_launches"].dump().c_str());
  }

  void libtorch_does_not_warn_of_a_context() {
    const MadeUpRun ran = train(1);
    QVERIFY2(ran.exit_code == 0, qPrintable(ran.out.right(1000)));
    QVERIFY2(!ran.error.contains("no current CUDA context") && !ran.out.contains("no current CUDA context"),
             qPrintable(ran.error));
  }

  void every_command_answers_for_any_number_of_cards_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("without");  // its output without a card; none: it works as usual
    QTest::addColumn<bool>("computes");    // on a card that computes nothing: it reports wrong values
    const QStringList generate{"generate", "--model",  "MODEL", "--prompt",   "a",  "--steps",
                               "1",        "--frames", "9",     "--height",   "48", "--width",
                               "64",       "--out",    "OUT",   "--overwrite"};
    QTest::newRow("info") << QStringList{"info"} << "" << false;
    QTest::newRow("bench device") << QStringList{"bench", "device", "--device", "cuda"}
                                  << "This computer has no device “cuda”" << true;
    QTest::newRow("plan") << QStringList{"plan", "RUN"} << "" << false;
    QTest::newRow("plan --fit") << QStringList{"plan", "RUN", "--fit"} << "There is no GPU" << false;
    QTest::newRow("plan --vram") << QStringList{"plan", "RUN", "--vram", "24GiB"} << "" << false;
    QTest::newRow("generate --fit") << generate + QStringList{"--fit"} << "" << false;
    QTest::newRow("generate balanced")
        << generate + QStringList{"--device-map", "balanced"} << "balanced" << false;
    QTest::newRow("train") << QStringList{"train", "RUN", "--set", "training.train_steps=1"}
                           << "This computer has no device “cuda”" << false;
  }
  void every_command_answers_for_any_number_of_cards() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, without);
    QFETCH(bool, computes);
    arguments.replaceInStrings(QRegularExpression("^RUN$"), run_);
    arguments.replaceInStrings(QRegularExpression("^MODEL$"), folder_.filePath("clip-model"));
    arguments.replaceInStrings(QRegularExpression("^OUT$"), folder_.filePath("clip.mp4"));
    for (const char* cards : {"0", "1", "3"}) {
      const MadeUpRun ran = cli(arguments, {{"MADE_UP_CARDS", cards}});
      const QString all = cards + (": " + ran.out + ran.error);
      QVERIFY2(!ran.error.contains("This is a bug"), qPrintable(all));
      if (cards[0] == '0' && !without.isEmpty()) {
        QVERIFY2(ran.exit_code == 2 && ran.error.contains(without), qPrintable(all));
        QVERIFY2(ran.error.count("error: ") == 1, qPrintable(all));
      } else if (computes) {
        QVERIFY2(ran.exit_code == 1 && ran.error.contains("gives wrong results"), qPrintable(all));
      } else {
        QVERIFY2(ran.exit_code == 0 && !ran.out.isEmpty(), qPrintable(all));
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestMadeUpLaunches)
#include "test_made_up_launches.moc"
