// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QDesktopServices>
#include <QDir>
#include <QLineEdit>
#include <QTabWidget>
#include <QUrl>
#include <algorithm>

#include "ui/models/export_dialog.h"
#include "ui/models/library_rows.h"
#include "ui/models/merge_dialog.h"
#include "ui/models/models_fixture.h"
#include "ui/shell/log_dock.h"
#include "ui/shell/log_model.h"
#include "ui/support/clip_walk.h"
#include "ui/support/menu_opener.h"
#include "ui/train/train_page.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;

/// The menus of models, LoRAs and folders, by mouse and by keyboard: each entry does what it says.
class TestModelsMenu : public ModelsTest {
  Q_OBJECT

  std::unique_ptr<UserInput> m_input;
  QString m_model;
  QStringList m_opened;  // in the file manager

  FlatTable& table(ModelsPage::Tab tab) { return *m_page->table(tab); }
  QModelIndex rowOf(ModelsPage::Tab tab, const QString& path) {
    const QAbstractItemModel& rows = *table(tab).model();
    for (int row = 0; row < rows.rowCount(); ++row)
      if (rows.index(row, 0).data(LibraryPathRole).toString() == path) return rows.index(row, 0);
    return {};
  }
  /// Whether no check or scan is running, which would replace the rows when done.
  bool isSettled() const {
    const ModelLibrary& library = m_page->library();
    const auto isChecked = [](const auto& row) { return row.checkedBy != 0; };
    return !library.isLooking() && std::ranges::none_of(library.models(), isChecked) &&
           std::ranges::none_of(library.loras(), isChecked);
  }
  /// Keys move to the row first; a right click selects it by itself.
  void choose(ModelsPage::Tab tab, const QString& path, const char* id, QStringList* entries = nullptr) {
    m_page->tabs()->setCurrentIndex(tab);
    QTRY_VERIFY(isSettled());
    const QModelIndex row = rowOf(tab, path);
    QVERIFY2(row.isValid(), qPrintable(path));
    if (menuOpener() != UserInput::Opener::rightClick) {
      // A closing menu returns the keyboard to the window.
      activate();
      table(tab).setFocus();
      QTRY_VERIFY(table(tab).hasFocus());
      key(Qt::Key_Home);
      for (int i = 0; i < row.row(); ++i) key(Qt::Key_Down);
    }
    m_input->contextCommand(table(tab), row, id, menuOpener(), entries);
  }

 public Q_SLOTS:
  void takeUrl(const QUrl& url) { m_opened << url.toLocalFile(); }

 private Q_SLOTS:
  void initTestCase() {
    isolate();
    QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "takeUrl");
  }
  void initTestCase_data() { addMenuOpeners(); }
  void init() {
    m_opened.clear();
    m_params = {};
    open();
    activate();
    addKind("model_check",
            {{"sound", true}, {"faults", nlohmann::json::array()}, {"components", nlohmann::json::array()}});
    addKind("lora", engine_api::LoraReport{});
    m_model = copyModel("cogvideox-2b", QStringLiteral("models/whole"));
    add(path(QStringLiteral("models")));
    m_input = menuInput(window());
  }
  void cleanup() { m_app.reset(); }

  void ofAModel() {
    constexpr auto tab = ModelsPage::ModelsTab;
    WeightsChoice weights;
    connect(&m_app->navigator(), &Navigator::weightsRequested, this,
            [&](const WeightsChoice& wanted) { weights = wanted; });
    QStringList entries;
    choose(tab, m_model, "models.generate", &entries);
    QVERIFY(weights.model == m_model.toStdString() && !weights.loras);
    QCOMPARE(entries, (QStringList{QStringLiteral("models.train"), QStringLiteral("models.generate"),
                                   QStringLiteral("models.check"), QStringLiteral("models.reveal"),
                                   QStringLiteral("models.remove")}));
    window().showPage(PageId::models);
    choose(tab, m_model, "models.check");
    QTRY_VERIFY(!m_params.is_null());
    QCOMPARE(m_params.get<engine_api::ModelCheckRequest>().folder.string(), m_model.toStdString());
    choose(tab, m_model, "models.reveal");
    QTRY_COMPARE(m_opened, QStringList{QFileInfo(m_model).absolutePath()});
    choose(tab, m_model, "models.train");
    QVERIFY(pageOf<TrainPage>().isVisible());
    QCOMPARE(m_app->settings().lastModelFolder(), m_model);
    window().showPage(PageId::models);
    choose(tab, m_model, "models.remove");
    QVERIFY(!rowOf(tab, m_model).isValid() && fs::exists(m_model.toStdString()));
  }

  void ofALora() {
    constexpr auto tab = ModelsPage::LorasTab;
    const QString lora = loraOf(m_model);
    WeightsChoice weights;
    connect(&m_app->navigator(), &Navigator::weightsRequested, this,
            [&](const WeightsChoice& wanted) { weights = wanted; });
    QStringList entries;
    choose(tab, lora, "models.generate", &entries);
    QVERIFY(weights.loras == std::vector<engine_api::LoraChoice>{{lora.toStdString()}});
    QCOMPARE(entries, (QStringList{QStringLiteral("models.generate"), QStringLiteral("models.export"),
                                   QStringLiteral("models.merge"), QStringLiteral("models.check"),
                                   QStringLiteral("models.rename"), QStringLiteral("models.reveal"),
                                   QStringLiteral("models.remove")}));
    window().showPage(PageId::models);
    choose(tab, lora, "models.check");
    QTRY_VERIFY(!m_params.is_null());
    QVERIFY(m_params.get<engine_api::LoraRequest>().work == engine_api::LoraWork::check);
    m_input->inDialog([&] { choose(tab, lora, "models.merge"); },
                      [this](QDialog& dialog) {
                        QVERIFY(dynamic_cast<LoraMergeDialog*>(&dialog) != nullptr);
                        keepPictureOf(dialog, QStringLiteral("lora-merge"));
                        QCOMPARE(clippedTexts(dialog) + strayMnemonics(dialog), QStringList());
                        QTest::keyClick(&dialog, Qt::Key_Escape);
                      });
    choose(tab, lora, "models.reveal");
    QTRY_COMPARE(m_opened, QStringList{QFileInfo(lora).absolutePath()});
    m_input->inDialog([&] { choose(tab, lora, "models.rename"); },
                      [&](QDialog& dialog) {
                        m_input->fill(dialog.findChild<QLineEdit*>(), QStringLiteral("katze"));
                        m_input->key(QKeySequence(Qt::Key_Return));
                      });
    const QString renamed = m_model + QStringLiteral("/lora/katze.safetensors");
    QTRY_VERIFY(rowOf(tab, renamed).isValid());
    QVERIFY(fs::exists(renamed.toStdString()) && !fs::exists(lora.toStdString()));
    choose(tab, renamed, "models.remove");
    QVERIFY(!rowOf(tab, renamed).isValid() && fs::exists(renamed.toStdString()));
  }

  /// Two checkpoints of one run are selected and merged: each row shows its step.
  void checkpointsOfOneRun() {
    const QString run = path(QStringLiteral("models/runs/fox"));
    QStringList files;
    for (const int step : {100, 200}) {
      const QString folder = run + QStringLiteral("/checkpoints/step-%1").arg(step, 8, 10, QLatin1Char('0'));
      QVERIFY(QDir().mkpath(folder));
      files << folder + QStringLiteral("/pytorch_lora_weights.safetensors");
      QVERIFY(QFile::copy(loraOf(m_model), files.last()));
    }
    QFile runFile(run + QStringLiteral("/run.toml"));
    QVERIFY(runFile.open(QIODevice::WriteOnly) && runFile.write("schema = 1\n") > 0);
    runFile.close();
    action("models.refresh")->trigger();
    m_page->tabs()->setCurrentIndex(ModelsPage::LorasTab);
    QTRY_VERIFY(isSettled() && rowOf(ModelsPage::LorasTab, files[1]).isValid());
    FlatTable& loras = table(ModelsPage::LorasTab);
    for (const QString& file : files) {
      const QPoint place = loras.visualRect(rowOf(ModelsPage::LorasTab, file)).center();
      QTest::mouseClick(loras.viewport(), Qt::LeftButton,
                        file == files[0] ? Qt::NoModifier : Qt::ControlModifier, place);
    }
    QCOMPARE(loras.selectionModel()->selectedRows().size(), 2);
    action("models.refresh")->trigger();
    QTRY_VERIFY(isSettled());
    QCOMPARE(loras.selectionModel()->selectedRows().size(), 2);  // also after the rows were replaced
    QVERIFY(!action("models.export")->isEnabled());
    m_input->inDialog(
        [&] { m_input->command("models.merge"); },
        [&](QDialog& dialog) {
          keepPictureOf(dialog, QStringLiteral("lora-merge-run"));
          QStringList chosen;
          for (const auto* const box : dialog.findChildren<QCheckBox*>())
            if (box->isVisible() && box->isChecked()) chosen << box->accessibleName();
          QCOMPARE(chosen, (QStringList{QStringLiteral("fox, step 100"), QStringLiteral("fox, step 200")}));
          QTest::keyClick(&dialog, Qt::Key_Escape);
        });
  }

  /// A message's button jumps to its line in the log.
  void aFailedRenameIsInTheLog() {
    const QString lora = loraOf(m_model);
    QVERIFY(QFile::copy(lora, m_model + QStringLiteral("/lora/taken.safetensors")));
    action("models.refresh")->trigger();
    m_input->inDialog([&] { choose(ModelsPage::LorasTab, lora, "models.rename"); },
                      [&](QDialog& dialog) {
                        m_input->fill(dialog.findChild<QLineEdit*>(), QStringLiteral("taken"));
                        m_input->key(QKeySequence(Qt::Key_Return));
                      });
    QTRY_VERIFY(m_page->messages()->holds("base.file_exists"));
    const auto isLogged = [](const QString& line) {
      return line.contains(QLatin1String("taken.safetensors")) &&
             line.contains(QLatin1String("[base.file_exists]"));
    };
    const LogModel& log = m_app->log();
    QTRY_VERIFY(log.rowCount() > 0 && isLogged(log.lineText(log.rowCount() - 1)));
    for (auto* const button : m_page->messages()->findChildren<QPushButton*>())
      if (button->accessibleName() == QLatin1String("Show in log")) m_input->press(button);
    QTRY_COMPARE(window().logDock().table()->selectionModel()->selectedRows().size(), 1);
    QVERIFY(isLogged(window().logDock().textToCopy()));
  }

  /// Replacing an existing file asks first; Escape keeps it.
  void aLoraIsExportedOverNothingUnasked() {
    QFile there(path(QStringLiteral("there.safetensors")));
    QVERIFY(there.open(QIODevice::WriteOnly));
    there.close();
    for (const bool replaces : {false, true})
      m_input->inDialog(
          [&] { choose(ModelsPage::LorasTab, loraOf(m_model), "models.export"); },
          [&](QDialog& dialog) {
            auto& exports = dynamic_cast<LoraExportDialog&>(dialog);
            exports.target()->setText(there.fileName());
            keepPictureOf(dialog, QStringLiteral("lora-export"));
            QTimer::singleShot(0, &dialog, [replaces] {
              QWidget* const question = QApplication::activeModalWidget();
              auto* const yes = question->findChild<QPushButton*>(QStringLiteral("replaceFile"));
              replaces ? QTest::mouseClick(yes, Qt::LeftButton) : QTest::keyClick(question, Qt::Key_Escape);
            });
            QTest::keyClick(exports.target(), Qt::Key_Return);
            QCOMPARE(dialog.isVisible(), !replaces);
            if (!replaces) QTest::keyClick(&dialog, Qt::Key_Escape);
          });
    QTRY_VERIFY(!m_params.is_null());
    QTRY_COMPARE(m_app->jobs().rowCount(), 1);  // the confirmed one
    const auto request = m_params.get<engine_api::LoraRequest>();
    QVERIFY(request.overwrite && request.work == engine_api::LoraWork::convert);
    QCOMPARE(request.out.string(), there.fileName().toStdString());
  }

  void ofAFolder() {
    constexpr auto tab = ModelsPage::FoldersTab;
    const QString folder = path(QStringLiteral("models"));
    QStringList entries;
    choose(tab, folder, "models.reveal", &entries);
    QTRY_COMPARE(m_opened, QStringList{QFileInfo(folder).absolutePath()});
    QCOMPARE(entries, (QStringList{QStringLiteral("models.reveal"), QStringLiteral("models.remove")}));
    choose(tab, folder, "models.remove");
    QCOMPARE(m_app->settings().modelFolders(), QStringList());
    QVERIFY(fs::exists(m_model.toStdString()));
  }
};

QTEST_MAIN(TestModelsMenu)
#include "test_models_menu.moc"
