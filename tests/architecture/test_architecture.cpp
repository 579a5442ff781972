// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <functional>

#include "architecture/rules.h"

using namespace fw::architecture;
using Rule = std::function<std::vector<Violation>(const SourceTree&)>;

namespace {

struct NamedRule {
  const char* name;
  Rule check;
};

const std::vector<NamedRule> rules{{"includes", check_includes}, {"modules", check_modules},
                                   {"window", check_window},     {"casts", check_casts},
                                   {"licences", check_licences}, {"top level", check_top_level},
                                   {"lengths", check_lengths},   {"hosts", check_hosts},
                                   {"writers", check_writers},   {"families", check_families}};

QString all_of(const std::vector<Violation>& violations) {
  QString text;
  for (const auto& violation : violations) text += "\n  " + QString::fromStdString(violation.text());
  return text;
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

const std::string apache = "// SPDX-License-Identifier: Apache-2.0\n";
const std::string gpl = "// SPDX-License-Identifier: GPL-3.0-or-later\n";
const std::string gpl_list = "# SPDX-License-Identifier: GPL-3.0-or-later\n";
const std::string apache_list = "# SPDX-License-Identifier: Apache-2.0\n";

/// A small project that breaks no rule.
void write_sample(const std::filesystem::path& root) {
  for (const char* name :
       {"CMakeLists.txt", "app/CMakeLists.txt", "installers/run.sh", "tests/CMakeLists.txt"})
    write(root / name, apache_list);
  for (const char* name : {"CMakePresets.json", "README.md", "CONTRIBUTING.md", "LICENSE",
                           "docs/decisions.md", "resources/a.svg", "translations/a.ts"})
    write(root / name, "text\n");
  write(root / ".gitignore", "/build*/\n__pycache__\n");
  write(root / "build/core/bad.cpp", "#include <QWidget>\n");  // ignored
  write(root / "ui/CMakeLists.txt", gpl_list);
  write(root / "ui/theme/CMakeLists.txt", gpl_list + "fw_ui_module(theme SOURCES icons.cpp)\n");
  write(root / "ui/shell/CMakeLists.txt", gpl_list + "fw_ui_module(shell SOURCES window.cpp NEEDS theme)\n");
  write(root / "ui/shell/window.cpp", gpl +
                                          "#include <QMainWindow>\n#include \"ui/theme/icons.h\"\n"
                                          "#include \"ui/shell/window.h\"\n#include \"engine_api/job.h\"\n");
  write(root / "app/main.cpp", gpl + "#include <QApplication>\n#include \"ui/shell/window.h\"\n");
  write(root / "app/cli.cpp", apache + "#include <CLI/CLI.hpp>\n#include \"base/log.h\"\n");
  write(root / "core/CMakeLists.txt", apache_list);
  const auto module = [&](const std::string& name, const std::string& rest) {
    write(root / "core" / name / "CMakeLists.txt",
          apache_list + "fw_module(" + name + "\n  SOURCES a.cpp\n  " + rest + ")\n");
  };
  module("base", "LIBS spdlog::spdlog");
  module("media", "NEEDS base LIBS av");
  module("catalog", "NEEDS base  # and nothing else");
  module("engine_api", "NEEDS base");
  module("tensor", "NEEDS base TORCH");
  module("nn", "NEEDS tensor TORCH");
  module("families", "NEEDS nn\n  TORCH");
  module("engine", "NEEDS families engine_api\n  base TORCH");
  write(root / "core/base/log.h", apache + "#include <string>\n");
  write(root / "core/media/probe.cpp",
        apache + "extern \"C\" {\n#include <libavformat/avformat.h>\n}\n#include \"base/log.h\"\n");
  write(root / "core/families/ltx_video/vae.cpp",
        apache +
            "#include <torch/types.h>\n#include \"families/ltx_video/vae.h\"\n#include "
            "\"families/vae_tiling.h\"\n#include \"base/log.h\"\n");
  write(root / "core/families/hunyuan_video/vae.h", apache + "class HunyuanVideoVae;\n");
  write(root / "core/families/framepack/vae.cpp", apache + "#include \"families/hunyuan_video/vae.h\"\n");
  write(root / "core/families/registry.cpp", apache + "#include \"families/ltx_video/vae.h\"\n");
}

}  // namespace

class TestArchitecture : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void project_breaks_no_rule_data() {
    QTest::addColumn<int>("rule");
    for (size_t i = 0; i < rules.size(); ++i) QTest::newRow(rules[i].name) << static_cast<int>(i);
  }
  void project_breaks_no_rule() {
    QFETCH(int, rule);
    static const SourceTree tree = read_source_tree(FW_SOURCE_FOLDER);
    QVERIFY2(tree.files.size() > 50, "the project's files were not found");
    QVERIFY(tree.modules.contains("base"));
    const auto found = rules[static_cast<size_t>(rule)].check(tree);
    QVERIFY2(found.empty(), qPrintable(all_of(found)));
  }

  void sample_breaks_no_rule() {
    QTemporaryDir folder;
    write_sample(folder.path().toStdString());
    const SourceTree tree = read_source_tree(folder.path().toStdString());
    for (const auto& rule : rules) {
      const auto found = rule.check(tree);
      QVERIFY2(found.empty(), qPrintable(rule.name + all_of(found)));
    }
  }

  void broken_rule_is_found_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* file, const std::string& text, const char* expected) {
      QTest::newRow(name) << file << QString::fromStdString(text) << expected;
    };
    const auto source = [&](const char* name, const char* file, const char* include, const char* expected) {
      row(name, file,
          (std::string(file).starts_with("ui/") || std::string(file) == "app/main.cpp" ? gpl : apache) +
              "#include " + include + "\n",
          expected);
    };
    source("Qt in core", "core/base/a.h", "<QString>", "core knows no Qt");
    source("Qt module in core", "core/engine/a.cpp", "<QtCore/QString>", "core knows no Qt");
    source("Torch in media", "core/media/a.cpp", "<torch/torch.h>", "core/media knows no Torch");
    source("ATen in engine_api", "core/engine_api/a.h", "  <ATen/ATen.h>", "core/engine_api knows no Torch");
    source("not stated", "core/catalog/a.cpp", "\"media/probe.h\"",
           "catalog does not state that it needs media");
    source("not stated, in <>", "core/catalog/a.cpp", "<media/probe.h>",
           "catalog does not state that it needs media");
    source("upwards", "core/base/a.cpp", "\"engine/job.h\"", "base does not state that it needs engine");
    source("ui from core", "core/engine/a.cpp", "\"ui/window.h\"", "\"folder/header.h\"");
    source("without folder", "core/base/a.cpp", "\"log.h\"", "\"folder/header.h\"");
    source("../", "core/media/a.cpp", "\"../base/log.h\"", "../");
    source("../ in a test", "tests/core/a.cpp", "\"../support/a.h\"", "../");
    source("a family another", "core/families/cogvideox/vae.cpp", "\"families/ltx_video/vae.h\"",
           "a family's folder includes no other family's");
    source("a family one that builds on it", "core/families/hunyuan_video/vae.cpp",
           "\"families/framepack/vae.h\"", "a family's folder includes no other family's");
    source("a family in what is shared", "core/families/a.h", "\"families/ltx_video/vae.h\"",
           "only core/families/registry.cpp includes a family");
    source("a family above families", "core/engine/a.cpp", "\"families/ltx_video/vae.h\"",
           "only core/families/registry.cpp includes a family");
    source("FFmpeg outside media", "core/catalog/a.cpp", "<libavutil/avutil.h>", "only core/media");
    source("all of LibTorch", "core/nn/a.h", "<torch/torch.h>", "tensor/libtorch.h has what is used");
    source("CUDA in the engine", "core/tensor/a.cpp", "<c10/cuda/CUDAGuard.h>", "only core/cuda/library.cpp");
    source("unknown folder", "core/stuff/a.cpp", "<string>", "not in the house's plan");
    source("Torch in ui", "ui/a.cpp", "<torch/torch.h>", "know no Torch");
    source("engine in ui", "ui/a.cpp", "\"engine/job.h\"", "may not see core/engine");
    source("nn in the window", "app/main.cpp", "\"nn/linear.h\"", "may not see core/nn");
    source("a family in a command", "app/cli/a.cpp", "\"families/ltx_video/vae.h\"",
           "may not see core/families");
    source("Qt in a command", "app/cli/a.cpp", "<QString>", "the command line program knows no Qt");
    const auto module = [&](const char* name, const char* file, const char* call, const char* expected) {
      row(name, file, apache_list + call + "\n", expected);
    };
    module("by a variable", "core/tensor/CMakeLists.txt",
           "set(needs base)\nif(X)\n  list(APPEND needs nn)\nendif()\nfw_module(tensor TORCH SOURCES a.cpp "
           "NEEDS ${needs})",
           "tensor may not need nn, which lies above it");
    module("above", "core/tensor/CMakeLists.txt", "fw_module(tensor SOURCES a.cpp NEEDS base families TORCH)",
           "lies above it");
    module("sideways", "core/media/CMakeLists.txt", "fw_module(media SOURCES a.cpp NEEDS base catalog)",
           "media may not need catalog");
    module("circle", "core/nn/CMakeLists.txt",
           "fw_module(nn SOURCES a.cpp NEEDS kernels TORCH)\nfw_module(kernels NEEDS nn TORCH)", "a circle");
    module("no TORCH", "core/nn/CMakeLists.txt", "fw_module(nn SOURCES a.cpp NEEDS tensor)",
           "must say TORCH");
    module("TORCH in base", "core/base/CMakeLists.txt", "fw_module(base SOURCES a.cpp TORCH)",
           "base may not link Torch");
    module("unplanned", "core/misc/CMakeLists.txt", "fw_module(misc SOURCES a.cpp)",
           "core/misc is not in the house's plan");
    row("file beside the folders", "ui/window.cpp", gpl, "ui is not in the window's plan");
    row("unstated folder", "ui/theme/a.cpp", gpl + "#include \"ui/shell/window.h\"\n",
        "ui/theme does not state that it needs ui/shell");
    row("page of another page", "ui/train/CMakeLists.txt", gpl_list + "fw_ui_module(train NEEDS dataset)\n",
        "ui/train may not need ui/dataset");
    row("window without a folder", "ui/shell/a.cpp", gpl + "#include \"ui/icons.h\"\n",
        "an include of the window is");
    row("cast without Q_OBJECT", "ui/shell/a.cpp",
        gpl + "class Bar : public QWidget {\n public:\n};\nauto* a = parent->findChild<Bar*>();\n",
        "Bar has no Q_OBJECT");
    row("no licence", "core/base/a.cpp", "int a;\n", "expected SPDX-License-Identifier: Apache-2.0");
    row("wrong licence", "ui/a.cpp", apache, "expected SPDX-License-Identifier: GPL-3.0-or-later");
    row("empty file", "core/base/a.h", "", "expected SPDX");
    row("script", "installers/a.sh", "#!/bin/sh\nset -e\n", "expected SPDX");
    row("stray file", "notes.txt", "\n", "does not belong");
    row("long file", "core/base/a.cpp", apache + std::string(500, '\n'), "longer than 500 lines");
    row("long command", "app/cli/a.cpp", apache + std::string(150, '\n'), "longer than 150 lines");
    for (const char* line : {"std::ofstream(path) << text;", "std::FILE* f = std::fopen(path, \"wb\");",
                             "int f = ::open(path, O_WRONLY);", "std::filesystem::copy_file(a, b);",
                             "fs::rename(a, b);", "fs::remove_all(a);", "  ::unlink(a);",
                             "fs::create_symlink(a, b);", "::mkstemp(name);", "avio_open(&io, url, flags);"})
      row(line, "core/media/a.cpp", apache + line + "\n",
          "core/media/a.cpp:2: goes around base/atomic_file.h");
    for (const char* line : {"QSaveFile out(path);", "file.open(QIODevice::WriteOnly);",
                             "QFile::remove(path);", "image.save(path);", "QFile::moveToTrash(path);"})
      row(line, "ui/window.cpp", gpl + line + "\n", "ui/window.cpp:2: goes around base/atomic_file.h");
    for (const char* line : {"if (family == \"ltx_video\")", "// as LTX-Video has it", "class LtxVideoLoss;"})
      row(line, "core/engine/a.cpp", apache + line + "\n", "core/engine/a.cpp:2: names the family ltx_video");
    row("needless exception", "core/base/atomic_file.cpp", apache,
        "no longer needs its exception for rename");
    row("registry", "README.md",
        "See https://pypi"
        ".org/project/torch.\n",
        "host of a package registry");
  }
  void broken_rule_is_found() {
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    write_sample(root);
    write(root / file.toStdString(), text.toStdString());
    std::vector<Violation> found;
    const SourceTree tree = read_source_tree(root);
    for (const auto& rule : rules)
      for (auto& violation : rule.check(tree)) found.push_back(std::move(violation));
    const QString all = all_of(found);
    QVERIFY2(all.contains(expected), qPrintable("expected “" + expected + "” among:" + all));
    QVERIFY2(all.contains(file.section('/', 0, 1)), qPrintable(all));
  }

  void only_tracked_files_count() {
    QTemporaryDir folder;
    const std::filesystem::path root = std::filesystem::path(folder.path().toStdString()) / "it's a clone";
    write_sample(root);
    write(root / "core/base/gone.h", apache);
    QProcess git;
    git.setWorkingDirectory(QString::fromStdString(root.string()));
    for (const QStringList& arguments : {QStringList{"init", "-q"}, QStringList{"add", "-A"}}) {
      git.start("git", arguments);
      QVERIFY(git.waitForFinished() && git.exitCode() == 0);
    }
    const size_t tracked = read_source_tree(root).files.size();
    std::filesystem::remove(root / "core/base/gone.h");
    write(root / "framewright-sample/sample.json", "{}\n");
    write(root / "core/base/mine.h", "no licence\n");
    const SourceTree tree = read_source_tree(root);
    QCOMPARE(tree.files.size(), tracked - 1);
    for (const auto& rule : rules) QVERIFY2(rule.check(tree).empty(), rule.name);
  }

  void missing_part_is_found() {
    QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    write_sample(root);
    std::filesystem::remove(root / "LICENSE");
    const auto found = check_top_level(read_source_tree(root));
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].file, std::string("LICENSE"));
  }
};

QTEST_GUILESS_MAIN(TestArchitecture)
#include "test_architecture.moc"
