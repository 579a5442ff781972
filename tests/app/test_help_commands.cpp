// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "base/atomic_file.h"
#include "core/project/test_clip.h"
#include "media/image.h"

namespace {

QStringList command_blocks(const QString& page) {
  QStringList blocks;
  static const QRegularExpression fence("```sh\n(.*?)```", QRegularExpression::DotMatchesEverythingOption);
  for (auto found = fence.globalMatch(page); found.hasNext();) blocks << found.next().captured(1);
  return blocks;
}

/// The same commands for the models of the reference cases.
QString made_small(QString commands) {
  return commands.replace("49x512x768", "17x64x96")
      .replace("--frames 49 --height 512 --width 768", "--frames 17 --height 64 --width 96 --steps 2")
      .replace("@24:", "@8:");
}

}  // namespace

/// What a help page tells to type works, in the order of the page.
class TestHelpCommands : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void the_quick_start_of_another_trainer() {
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    const std::filesystem::path models = FW_SOURCE_FOLDER "/tests/reference/cases/models";
    std::filesystem::create_directories(root / "Lightricks");
    std::filesystem::create_directory_symlink(models / "ltx-0.9.0", root / "Lightricks/LTX-Video");
    std::filesystem::create_directory_symlink(models / "ltx-0.9.5", root / "Lightricks/LTX-Video-0.9.5");
    for (const int number : {1, 2, 3})
      make_test_clip(root / "cakify/videos" / (std::to_string(number) + ".mp4"), number, 20, {96, 64});
    const auto write = [&](const char* name, const std::string& text) {
      fw::write_file_atomically(root / name, text, fw::Existing::refuse);
    };
    write("cakify/videos.txt", "videos/1.mp4\nvideos/2.mp4\nvideos/3.mp4\n");
    write("cakify/prompts.txt", "a cake\nanother cake\na knife\n");
    // The launch script that the page speaks of, with its sizes and steps made small.
    write("train.sh", fw::read_file(FW_SOURCE_FOLDER "/tests/app/quick_start.sh"));
    make_test_clip(root / "middle.mp4", 4, 8, {96, 64});
    for (const char* picture : {"first.png", "last.png"})
      fw::media::write_image(root / picture, fw::media::RgbImage(96, 64));
    const std::string page = fw::read_file(FW_SOURCE_FOLDER "/resources/help/ltx_video.md");
    const QStringList blocks = command_blocks(QString::fromStdString(page));
    QCOMPARE(blocks.size(), 3);
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", FW_BUILD_FOLDER "/bin:" + environment.value("PATH"));
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
      environment.insert(name, folder.path());
    for (const QString& block : blocks) {
      QProcess shell;
      shell.setWorkingDirectory(folder.path());
      shell.setProcessEnvironment(environment);
      shell.setProcessChannelMode(QProcess::MergedChannels);
      const QString latest = "if [ -d runs ]; then ln -sfn runs/*/result result; fi\n";
      shell.start("bash", {"-eu", "-c", latest + made_small(block)});
      QVERIFY(shell.waitForFinished(300'000));
      QVERIFY2(shell.exitCode() == 0, shell.readAll());
    }
    QVERIFY(std::filesystem::exists(root / "output.mp4") && std::filesystem::exists(root / "kite.mp4"));
  }
};

QTEST_GUILESS_MAIN(TestHelpCommands)
#include "test_help_commands.moc"
