// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineEdit>
#include <QPointer>
#include <QTabWidget>
#include <QWheelEvent>

#include "ui/models/export_dialog.h"
#include "ui/models/library_details.h"
#include "ui/models/library_rows.h"
#include "ui/models/models_fixture.h"
#include "ui/support/run_folders.h"
#include "ui/support/user_input.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;

/// The user's actions on the Models page keep their target while folders are scanned.
class TestModelsLive : public ModelsTest {
  Q_OBJECT

  std::unique_ptr<UserInput> m_input;
  std::unique_ptr<RunFolder> m_run;
  QString m_model;

  FlatTable& loras() { return *m_page->table(ModelsPage::LorasTab); }
  static QString pathAt(const QModelIndex& index) {
    return index.siblingAtColumn(0).data(LibraryPathRole).toString();
  }
  bool isListed(const QString& lora) { return m_page->library().lora(lora) != nullptr; }
  /// @return its LoRA, which is the model's
  QString addCheckpoint(int step) {
    m_run->checkpoint(step);
    const QString lora =
        m_run->path() + QStringLiteral("/checkpoints/step-%1/pytorch_lora_weights.safetensors")
                            .arg(step, 8, 10, QLatin1Char('0'));
    if (!QFile::copy(loraOf(m_model), lora)) return {};
    m_run->flush();
    return lora;
  }
  /// A project with a run in progress. @return the LoRA of its first checkpoint
  QString openRun() {
    m_app->project().create(path(QStringLiteral("Cats")));
    if (!QTest::qWaitFor([this] { return m_app->project().isOpen(); })) return {};
    m_run = std::make_unique<RunFolder>(m_app->project().folder(), QStringLiteral("katzen"), 1000);
    m_run->write(QStringLiteral("run.toml"), QStringLiteral("schema = 1\n[run]\nname = \"katzen\"\n[model]\n"
                                                            "family = \"cogvideox\"\nfolder = \"%1\"\n")
                                                 .arg(m_model));
    window().showPage(PageId::models);
    return addCheckpoint(50);
  }
  /// By keyboard only.
  void walkTo(const QString& lora) {
    m_page->tabs()->setCurrentIndex(ModelsPage::LorasTab);
    m_input->focus(&loras());
    key(Qt::Key_Home);
    for (int row = 0; row < loras().model()->rowCount() && pathAt(loras().currentIndex()) != lora; ++row)
      key(Qt::Key_Down);
    QCOMPARE(pathAt(loras().currentIndex()), lora);
  }
  /// @return the previous name
  QString rename(const QString& name) {
    QString before;
    m_input->inDialog([this] { key(Qt::Key_F2); },
                      [&](QDialog& dialog) {
                        auto* const line = dialog.findChild<QLineEdit*>();
                        before = line->text();
                        m_input->fill(line, name);
                        m_input->key(QKeySequence(Qt::Key_Return));
                      });
    return before;
  }
  QString neighbour(const char* name) const {
    return m_model + QStringLiteral("/lora/") + QLatin1String(name);
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    open();
    window().resize(1280, 800);
    activate();
    m_input = std::make_unique<UserInput>(UserInput::Way::keyboard, window());
    m_model = copyModel("cogvideox-2b", QStringLiteral("models/whole"));
  }
  void cleanup() {
    m_app.reset();
    m_run.reset();
  }

  void anExportGoesOnWhileCheckpointsArrive() {
    addKind("lora", engine_api::LoraFiles{{"mine.safetensors"}});
    const QString lora = openRun();
    QTRY_VERIFY(isListed(lora) && !m_page->library().isLooking());
    const QString name = m_page->library().lora(lora)->name;
    walkTo(lora);
    QTRY_VERIFY(action("models.export")->isEnabled());
    m_input->inDialog([this] { m_input->command("models.export"); },
                      [&](QDialog& dialog) {
                        m_input->fill(dynamic_cast<LoraExportDialog&>(dialog).target(),
                                      path(QStringLiteral("mine")));
                        for (int step = 100; step <= 500; step += 100) {
                          const QString later = addCheckpoint(step);
                          m_input->await(QStringLiteral("it is listed"), [&] { return isListed(later); });
                        }
                        m_input->key(QKeySequence(Qt::Key_Return));
                      });
    QTRY_VERIFY(!m_params.is_null());
    QCOMPARE(QString::fromStdString(m_app->bridge().jobs()[0].spec.title),
             name + QStringLiteral(", step 50"));
    QCOMPARE(m_params.get<engine_api::LoraRequest>().loras.front().file.string(), lora.toStdString());
  }

  void aRenamedLoraStaysChosen() {
    const QString lora = loraOf(m_model);
    QVERIFY(QFile::copy(lora, neighbour("aaa.safetensors")));  // the first row
    add(path(QStringLiteral("models")));
    walkTo(lora);
    QVERIFY(loras().currentIndex().row() > 0);
    rename(QStringLiteral("zebra"));
    QTRY_VERIFY(isListed(neighbour("zebra.safetensors")));
    waitUntilLooked();
    QCOMPARE(pathAt(loras().currentIndex()), neighbour("zebra.safetensors"));
    // The next command applies to it, too. A rejected one changes nothing.
    QCOMPARE(rename(QStringLiteral("aaa")), QStringLiteral("zebra.safetensors"));
    QTRY_VERIFY(m_page->messages()->holds("base.file_exists"));
    m_input->focus(&loras());
    key(Qt::Key_F5);
    waitUntilLooked();
    QCOMPARE(pathAt(loras().currentIndex()), neighbour("zebra.safetensors"));
  }

  /// Each checkpoint rebuilds the lists.
  void aCheckpointMovesNothing() {
    for (int i = 0; i < 40; ++i)
      QVERIFY(
          QFile::copy(loraOf(m_model), neighbour(qPrintable(QStringLiteral("no %1.safetensors").arg(i)))));
    const QString first = openRun();
    add(path(QStringLiteral("models")));
    QTRY_VERIFY(isListed(first) && !m_page->library().isLooking());
    m_page->choose(ModelsPage::LorasTab, first);
    QVERIFY(loras().currentIndex().row() < 5);  // others appear above the visible ones
    const QPointF middle = loras().viewport()->rect().center();
    for (int turns = 0; turns < 5; ++turns) {
      QWheelEvent wheel(middle, loras().viewport()->mapToGlobal(middle), {}, {0, -120}, Qt::NoButton,
                        Qt::NoModifier, Qt::NoScrollPhase, false);
      QApplication::sendEvent(loras().viewport(), &wheel);
    }
    const auto top = [this] { return pathAt(loras().indexAt({0, 0})); };
    const QString before = top();
    QVERIFY(loras().indexAt({0, 0}).row() > loras().currentIndex().row());
    const QPointer details = m_page->details()->widget();
    for (int step = 100; step <= 300; step += 100) {
      const QString later = addCheckpoint(step);
      QTRY_VERIFY(isListed(later) && !m_page->library().isLooking());
    }
    QCOMPARE(top(), before);
    QCOMPARE(pathAt(loras().currentIndex()), first);
    QVERIFY(details != nullptr && m_page->details()->widget() == details);
  }

  void aScanForgetsNoRename() {
    add(path(QStringLiteral("models")));
    m_page->library().look();
    m_page->library().rename(loraOf(m_model), QStringLiteral("zebra.safetensors"));
    m_page->library().look();
    QTRY_VERIFY(isListed(neighbour("zebra.safetensors")));
  }
};

QTEST_MAIN(TestModelsLive)
#include "test_models_live.moc"
