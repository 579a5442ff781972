// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "base/atomic_file.h"
#include "core/project/test_clip.h"
#include "media/image.h"

namespace {

/// @param language  "sh" or "toml"
QStringList blocks_of(const QString& name, const char* language) {
  const QString page =
      QString::fromStdString(fw::read_file(FW_SOURCE_FOLDER "/resources/help/" + name.toStdString()));
  QStringList blocks;
  const QRegularExpression fence(QString("```%1\n(.*?)```").arg(language),
                                 QRegularExpression::DotMatchesEverythingOption);
  for (auto found = fence.globalMatch(page); found.hasNext();) blocks << found.next().captured(1);
  return blocks;
}

/// The same commands for the models of the reference cases.
QString made_small(QString commands) {
  return commands
      .replace("17x512x768 49x512x768 61x512x768 129x512x768", "17x64x96 49x64x96 61x64x96 129x64x96")
      .replace("49x512x768", "17x64x96")
      .replace("--frames 49 --height 512 --width 768", "--frames 17 --height 64 --width 96 --steps 2")
      .replace("@24:", "@8:")
      .replace("--frames 61 --height 320 --width 512", "--frames 5 --height 64 --width 96 --steps 2")
      .replace("73x640x640", "37x32x48")
      .replace("--frames 145 --height 640 --width 640", "--frames 37 --height 32 --width 48 --steps 2")
      .replace("37x480x848", "7x64x96")
      .replace("--frames 85 --height 480 --width 848", "--frames 7 --height 64 --width 96 --steps 2")
      .replace("--prompt 'the wave breaks'",
               "--prompt 'the wave breaks' --frames 9 --height 48 --width 64 --steps 2")
      .replace("--prompt 'a red bicycle in the rain'",
               "--prompt 'a red bicycle in the rain' --frames 5 --height 64 --width 96 --steps 2")
      .replace("49x480x720", "5x64x96")
      .replace("--frames 25 ", "--frames 5 ")
      .replace("clip myproject 12 --in 24 --out 120 --crop 0 60 1280 600",
               "clip myproject 2 --in 2 --out 56 --crop 0 8 96 48")
      .replace(QRegularExpression("train run.toml(?=\\s)"), "train run.toml --set training.train_steps=2")
      .replace("--extend 500", "--extend 2")
      .replace("runs/RUN/checkpoints/step-00000500", "$(ls -d runs/*/checkpoints/* | head -n 1)")
      .replace("runs/RUN", "$(dirname \"$(ls -t runs/*/result/*.safetensors | head -n 1)\")/..");
}

/// A folder in which to run the commands of a help page.
class Reader {
 public:
  std::filesystem::path root() const { return folder_.path().toStdString(); }
  /// @param name  its published name
  void add_model(const std::filesystem::path& name, const char* reference) const {
    create_directories((root() / name).parent_path());
    std::filesystem::create_directory_symlink(
        std::filesystem::path(FW_SOURCE_FOLDER "/tests/reference/cases/models") / reference, root() / name);
  }
  void write(const char* name, const std::string& text) const {
    fw::write_file_atomically(root() / name, text, fw::Existing::refuse);
  }
  /// The dataset of finetrainers' quick starts.
  /// @param frames  of each clip
  void add_cakify(const std::vector<int>& frames) const {
    std::string videos, prompts;
    for (const int count : frames) {
      const std::string video = "videos/" + std::to_string(count) + ".mp4";
      make_test_clip(root() / "cakify" / video, count, count, {96, 64});
      videos += video + "\n";
      prompts += "a cake of " + std::to_string(count) + " layers\n";
    }
    write("cakify/videos.txt", videos);
    write("cakify/prompts.txt", prompts);
  }
  void type(const QString& commands) const {
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", FW_BUILD_FOLDER "/bin:" + folder_.path() + ":" + environment.value("PATH"));
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
      environment.insert(name, folder_.path());
    QProcess shell;
    shell.setWorkingDirectory(folder_.path());
    shell.setProcessEnvironment(environment);
    shell.setProcessChannelMode(QProcess::MergedChannels);
    const QString latest = "for result in runs/*/result; do ln -sfn $result result; done\n";
    shell.start("bash", {"-eu", "-c", latest + made_small(commands)});
    QVERIFY(shell.waitForFinished(300'000));
    const QByteArray output = shell.readAll();
    QVERIFY2(shell.exitCode() == 0, made_small(commands).toUtf8() + output.right(500));
  }
  /// @param without  skips blocks that contain it
  void type_commands(const char* page, qsizetype count, const QStringList& without = {}) const {
    QStringList blocks = blocks_of(page, "sh");
    for (const QString& word : without)
      blocks.removeIf([&](const QString& block) { return block.contains(word); });
    QCOMPARE(blocks.size(), count);
    static const QRegularExpression download("(?m)^framewright-cli (model|dataset) fetch .*$");
    for (QString& block : blocks) type(block.remove(download));
  }

 private:
  QTemporaryDir folder_;
};

}  // namespace

/// The commands of the help pages work, in the order of each page. Not run: commands that need a network
/// (test_runtime and test_hub have servers of their own) and `sample` (test_sample).
class TestHelpCommands : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_quick_start_of_another_trainer() {
    const Reader reader;
    const std::filesystem::path root = reader.root();
    reader.add_model("Lightricks/LTX-Video", "ltx-0.9.0");
    reader.add_model("Lightricks/LTX-Video-0.9.5", "ltx-0.9.5");
    reader.add_cakify({20, 21, 22});
    // The page's launch script with smaller sizes and fewer steps.
    reader.write("train.sh", fw::read_file(FW_SOURCE_FOLDER "/tests/app/quick_start.sh"));
    make_test_clip(root / "middle.mp4", 4, 8, {96, 64});
    for (const char* picture : {"first.png", "last.png"})
      fw::media::write_image(root / picture, fw::media::RgbImage(96, 64));
    reader.type_commands("ltx_video.md", 3);
    QVERIFY(std::filesystem::exists(root / "output.mp4") && std::filesystem::exists(root / "kite.mp4"));
  }

  void its_quick_start_of_hunyuan_video() {
    const Reader reader;
    reader.add_model("tencent/HunyuanVideo", "hunyuan-video");
    reader.add_cakify({17, 49, 61, 129});
    QString script = QString::fromStdString(fw::read_file(FW_SOURCE_FOLDER "/tests/app/quick_start.sh"));
    script.replace("ltx_video", "hunyuan_video").replace("Lightricks/LTX-Video", "tencent/HunyuanVideo");
    script.remove("--flow_resolution_shifting ")
        .remove("$validation_cmd ")
        .replace("--train_steps 2", "--train_steps 4")
        .replace("buckets 17x64x96", "buckets 17x64x96 49x64x96 61x64x96 129x64x96");
    reader.write("train.sh", script.toStdString());
    reader.type_commands("hunyuan_video.md", 2);
    QVERIFY(std::filesystem::exists(reader.root() / "output.mp4"));
  }

  void the_page_about_mochi() {
    const Reader reader;
    reader.add_model("genmo/mochi-1-preview", "mochi-1");
    for (const int number : {1, 2}) {
      const std::string clip = "clips/" + std::to_string(number);
      make_test_clip(reader.root() / (clip + ".mp4"), number, 20, {96, 64});
      reader.write((clip + ".txt").c_str(), "a panda");
    }
    reader.write("train.sh",
                 "accelerate launch text_to_video_lora.py --data_root d --output_dir runs --rank 4 "
                 "--pretrained_model_name_or_path genmo/mochi-1-preview --lora_alpha 4 --max_train_steps 2 "
                 "--height_buckets 64 --width_buckets 96 --frame_buckets 7 --mixed_precision bf16 "
                 "--learning_rate 1e-4 --optimizer adamw --caption_dropout 0.1");
    reader.type_commands("mochi.md", 2);
    QVERIFY(std::filesystem::exists(reader.root() / "panda.mp4"));
  }

  void the_pages_about_a_run() {
    const Reader reader;
    reader.add_model("CogVideoX-5b", "cogvideox-5b");
    reader.add_model("CogVideoX-5b-I2V", "cogvideox-5b-i2v");
    for (const int number : {1, 2, 3}) {
      const std::string clip = "clips/" + std::to_string(number);
      make_test_clip(reader.root() / (clip + ".mp4"), number, 60, {96, 64});
      if (number < 3) reader.write((clip + ".txt").c_str(), "a red ball");
    }
    fw::media::write_image(reader.root() / "first.png", fw::media::RgbImage(64, 48));
    reader.write("my-captioner", "#!/bin/sh\necho 'a ball that rolls'\n");
    permissions(reader.root() / "my-captioner", std::filesystem::perms::owner_all);
    reader.type_commands("command_line.md", 1, {"runtime"});
    reader.type_commands("train.md", 5);
    reader.type_commands("monitor.md", 2);
    reader.type(
        "for name in my-lora style motion; do cp runs/RUN/result/*.safetensors $name.safetensors; done");
    reader.type_commands("models.md", 4);
    reader.type("rm clip.mp4*");
    reader.type_commands("generate.md", 1);
    reader.type_commands("many_cards.md", 3);
    QString script = QString::fromStdString(fw::read_file(FW_SOURCE_FOLDER "/tests/app/quick_start.sh"));
    script.replace("ltx_video", "cogvideox")
        .replace("Lightricks/LTX-Video", "CogVideoX-5b")
        .replace("17x64x96", "17x48x64");
    script.remove("--flow_resolution_shifting ").remove("$validation_cmd ");
    reader.write("train.sh", script.toStdString());
    reader.type("rm run.toml");
    reader.write("dataset.toml",
                 "[general]\nresolution = [96, 64]\ncaption_extension = \".txt\"\n"
                 "[[datasets]]\nvideo_directory = \"clips\"\n");
    reader.type_commands("moving_over.md", 3);
    reader.type("rm run12.toml");
    // Not the resume after an out-of-memory error, nor tiles, which so small a VAE does not support.
    reader.type_commands("memory.md", 2, {"--resume latest", "--vae-tiling"});
  }

  void the_page_about_the_dataset() {
    const Reader reader;
    reader.add_model("CogVideoX-5b", "cogvideox-5b");
    reader.add_cakify({60, 61});
    reader.write("cakify/my-prompts.txt", "a cake\nanother cake\n");
    make_test_clip(reader.root() / "clips/1.mp4", 1, 60, {96, 64});
    make_test_clip(reader.root() / "videos/2.mp4", 2, 60, {96, 64});
    create_directory(reader.root() / "data");
    reader.write("data/metadata.csv", "file_name,text\n2.mp4,a wave\n");
    reader.type_commands("dataset.md", 5);
  }

  /// With its model in the folders of the three downloads.
  void the_page_about_framepack() {
    const Reader reader;
    reader.add_model("models/FramePackI2V_HY", "framepack/transformer");
    for (const char* name : {"models/HunyuanVideo", "models/flux_redux_bfl"})
      reader.add_model(name, "framepack");
    for (const int number : {1, 2}) {
      const std::string clip = "clips/" + std::to_string(number);
      make_test_clip(reader.root() / (clip + ".mp4"), number, 60, {96, 64});
      reader.write((clip + ".txt").c_str(), "a panda");
    }
    fw::media::write_image(reader.root() / "first.png", fw::media::RgbImage(48, 32));
    const QString run = made_small(blocks_of("framepack.md", "toml").value(0));
    reader.write("framepack.toml", run.toStdString() + "[training]\ntrain_steps = 2\n");
    reader.type_commands("framepack.md", 2);
    QVERIFY(std::filesystem::exists(reader.root() / "panda.mp4"));
  }
};

QTEST_GUILESS_MAIN(TestHelpCommands)
#include "test_help_commands.moc"
