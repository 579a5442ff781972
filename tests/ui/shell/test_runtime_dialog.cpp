// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>

#include "base/atomic_file.h"
#include "core/runtime/package_server.h"
#include "download/checksum.h"
#include "runtime/installed.h"
#include "ui/shell/runtime_dialog.h"
#include "ui/start/system_card.h"
#include "ui/state/runtime_installer.h"
#include "ui/support/clip_walk.h"
#include "ui/support/window_test.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/wrap_label.h"

using namespace fw;
using namespace fw::ui;
namespace fs = std::filesystem;

/// The window of a package without LibTorch, and a package index on this computer.
class TestRuntimeDialog : public WindowTest {
  Q_OBJECT

  std::unique_ptr<PackageServer> m_server;
  runtime::PinList m_pins;

  RuntimeInstaller& installer() { return *m_app->findChild<RuntimeInstaller*>(); }
  fs::path root() const { return m_folder->path().toStdString(); }
  RuntimeDialog* openDialog() {
    action("engine.install")->trigger();
    return window().findChild<RuntimeDialog*>();
  }
  /// Nothing in it is squashed.
  static bool hasRoom(const RuntimeDialog& dialog) {
    return dialog.height() >= dialog.layout()->totalHeightForWidth(dialog.width()) &&
           clippedTexts(dialog).isEmpty();
  }
  void addWheel(const std::string& content) {
    fw::write_file_atomically(root() / "wheel", content, Existing::replace);
    const std::string sha256 = download::sha256_of(root() / "wheel");
    m_server->add_wheel("torch", "torch-2.11.0-cp311-cp311-manylinux_2_28_x86_64.whl", content, sha256);
    m_pins = runtime::parse_pins("torch==2.11.0 --hash=sha256:" + sha256 + "  # 1 MB, 1 MB unpacked\n");
    m_pins.id = runtime::pins_of(runtime::Flavour::cpu).id;  // pretends to be the real one
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }

  void init() {
    makeFolder();
    for (const char* name : {"PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS"}) qunsetenv(name);
    qputenv("PIP_CONFIG_FILE", "/dev/null");
    m_server = std::make_unique<PackageServer>();
    fs::create_directories(root() / "engines");
    fw::write_file_atomically(root() / "engines/libframewright-engine-package.so", "no library",
                              Existing::replace);
    qputenv("FRAMEWRIGHT_ENGINE", (m_folder->path() + QStringLiteral("/engines")).toUtf8());
    restart();
    QTRY_COMPARE_WITH_TIMEOUT(m_app->bridge().engineState(), EngineBridge::State::failed, 30000);
  }

  void cleanup() { m_app.reset(); }

  void theWindowOffersToInstallIt() {
    QVERIFY(window().messages().holds("jobs.runtime_missing"));
    QVERIFY(action("engine.install")->isEnabled());
    auto* const card = window().findChild<SystemCard*>();
    const auto buttons = card->findChildren<QPushButton*>();
    QCOMPARE(buttons.size(), 1);
    QTest::mouseClick(buttons.first(), Qt::LeftButton);
    auto* const dialog = window().findChild<RuntimeDialog*>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QVERIFY(!dialog->isModal());  // clips and captions stay usable
    QVERIFY(!dialog->findChild<QProgressBar*>()->isVisible());
    keepPictureOf(*dialog, QStringLiteral("runtime"));
  }

  void whatIsInstalledOpensTheEngine() {
    addWheel(make_wheel(root(), {{"torch/lib/libtorch_cpu.so", "no library either"}}));
    RuntimeDialog* const dialog = openDialog();
    QSignalSpy states(&m_app->bridge(), &EngineBridge::engineStateChanged);
    installer().install(runtime::Flavour::cpu, QString::fromStdString(m_server->index()), m_pins);
    QVERIFY(dialog->findChild<QProgressBar*>()->isVisible());
    auto* const install = dialog->findChild<QPushButton*>(QStringLiteral("installRuntime"));
    QVERIFY(!install->isEnabled());
    QTRY_VERIFY2(hasRoom(*dialog), qPrintable(clippedTexts(*dialog).join(u'\n')));
    QTRY_COMPARE_WITH_TIMEOUT(installer().state(), RuntimeInstaller::State::done, 20000);
    QTRY_VERIFY2(hasRoom(*dialog), qPrintable(clippedTexts(*dialog).join(u'\n')));
    const auto choices = dialog->findChildren<QRadioButton*>();  // CUDA, CPU
    choices[1]->setChecked(true);
    QVERIFY(!install->isEnabled());  // it is installed
    choices[0]->setChecked(true);
    QVERIFY(install->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(states.count(), 2, 20000);  // opening, and its result
    QVERIFY(!window().messages().holds("jobs.runtime_missing"));
    QVERIFY2(window().messages().holds("jobs.libtorch_broken"), qPrintable(window().messages().text()));
  }

  void stoppedItGoesOnLater() {
    std::string noise(200'000, '\0');
    for (size_t i = 0; i < noise.size(); ++i) noise[i] = static_cast<char>(i * 7919 >> 3);
    addWheel(make_wheel(root(), {{"torch/lib/libtorch_cpu.so", noise}}));
    m_server->holds = true;
    RuntimeDialog* const dialog = openDialog();
    installer().install(runtime::Flavour::cpu, QString::fromStdString(m_server->index()), m_pins);
    QTRY_VERIFY_WITH_TIMEOUT(!m_server->wheels_asked().empty(), 20000);
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("cancelRuntime")), Qt::LeftButton);
    QCOMPARE(installer().state(), RuntimeInstaller::State::idle);
    m_server->holds = false;
    installer().install(runtime::Flavour::cpu, QString::fromStdString(m_server->index()), m_pins);
    QTRY_COMPARE_WITH_TIMEOUT(installer().state(), RuntimeInstaller::State::done, 20000);
    QVERIFY(runtime::installed());
  }

  void whatFailsIsSaid() {
    RuntimeDialog* const dialog = openDialog();
    dialog->findChild<QLineEdit*>()->setText(QString::fromStdString(m_server->index()));
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("installRuntime")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(installer().state(), RuntimeInstaller::State::failed, 20000);
    const auto* const says = dialog->findChild<WrapLabel*>(QStringLiteral("runtimeSays"));
    QVERIFY2(says->text().contains(QLatin1String("torch 2.11.0")), qPrintable(says->text()));
    QTRY_VERIFY2(hasRoom(*dialog), qPrintable(clippedTexts(*dialog).join(u'\n')));
    QVERIFY(dialog->findChild<QPushButton*>(QStringLiteral("installRuntime"))->isEnabled());
  }
};

QTEST_MAIN(TestRuntimeDialog)
#include "test_runtime_dialog.moc"
