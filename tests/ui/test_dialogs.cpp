// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QMessageBox>
#include <QTest>

#include "support/project_changes.h"
#include "ui/generate/history_panel.h"
#include "ui/models/export_dialog.h"
#include "ui/models/models_page.h"
#include "ui/support/dataset_test.h"
#include "ui/support/dialog_walk.h"
#include "ui/support/run_folders.h"
#include "ui/train/runs_view.h"
#include "ui/train/train_page.h"
#include "ui/widgets/clip_grid.h"
#include "ui/widgets/flat_table.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

namespace {

bool destroys(const QIcon& icon) {
  static const QStringList icons{QStringLiteral("trash"), QStringLiteral("cancel"), QStringLiteral("remove")};
  return icons.contains(icon.name());
}

/// @param asker  the command that opened the dialog; null: none
bool destroys(const QAbstractButton& button, const QAction* asker) {
  if (destroys(button.icon())) return true;
  auto* const own = const_cast<QAbstractButton*>(&button);
  if (const auto* const question = qobject_cast<const QMessageBox*>(button.window())) {
    // Whatever its role, in a command's confirmation every button except "no" destroys.
    const QMessageBox::ButtonRole role = question->buttonRole(own);
    return role == QMessageBox::DestructiveRole ||
           (asker != nullptr && destroys(asker->icon()) && role != QMessageBox::RejectRole);
  }
  const auto* const box = qobject_cast<const QDialogButtonBox*>(button.parentWidget());
  return box != nullptr && box->buttonRole(own) == QDialogButtonBox::DestructiveRole;
}

/// Harm that Return or Space would immediately do in a newly opened dialog.
QStringList hasty(const QWidget& dialog, const QAction* asker = nullptr) {
  QStringList found;
  for (const auto* const button : dialog.findChildren<QAbstractButton*>()) {
    const auto* const push = qobject_cast<const QPushButton*>(button);
    const bool isDefault = push != nullptr && push->isDefault() && push->isVisible();
    const QString what = dialog.windowTitle() + QLatin1String(": ") + button->text();
    if (destroys(*button, asker) && (isDefault || button->hasFocus())) found << what;
    if (isDefault && button->text().endsWith(QChar(0x2026))) found << what;  // asks for more
  }
  return found;
}

/// The risky default of the question that the dialog asks on Return.
QStringList hastyBehind(QWidget& dialog) {
  QStringList found{QStringLiteral("no question")};
  QTimer poll;
  QObject::connect(&poll, &QTimer::timeout, &poll, [&] {
    QWidget* const question = QApplication::activeModalWidget();
    if (question == nullptr || question == &dialog || !question->isActiveWindow()) return;
    poll.stop();
    found = hasty(*question);
    QTest::keyClick(question->windowHandle(), Qt::Key_Return);
  });
  poll.start(10);
  QTest::keyClick(dialog.windowHandle(), Qt::Key_Return);
  return found;
}

}  // namespace

/// No dialog starts with a control that loses or abandons work: checks each dialog that a command opens.
class TestDialogs : public DatasetTest {
  Q_OBJECT

  RunsView& runs() { return pageOf<RunsView>(); }
  QString generated() const { return project() + QStringLiteral("/generated/one.mp4"); }

  static void write(const QString& file) {
    QVERIFY(QDir().mkpath(QFileInfo(file).path()));
    QFile made(file);
    QVERIFY(made.open(QIODevice::WriteOnly) && made.write("x") == 1);
  }
  void chooseLora() {
    const QString model = path(QStringLiteral("model"));
    std::filesystem::copy(FW_SOURCE_FOLDER "/tests/reference/cases/models/cogvideox-2b", model.toStdString(),
                          std::filesystem::copy_options::recursive);
    m_app->bridge().addKind({std::string(engine_api::LoraRequest::kind), {}, [](const nlohmann::json&) {
                               return engine_api::make_job(
                                   [](engine_api::JobContext&) { return engine_api::Outcome::finished({}); });
                             }});
    auto& models = pageOf<ModelsPage>();
    models.library().add({model});
    QTRY_VERIFY(!models.library().isLooking());
    models.choose(ModelsPage::LorasTab, model + QStringLiteral("/lora/pytorch_lora_weights.safetensors"));
    QTRY_VERIFY(action("models.export")->isEnabled());
  }

  /// A project with clips, including a generated one, two runs and a LoRA, one of each selected, and a
  /// running job.
  void prepare() {
    {
      auto made = project::Project::create(project().toStdString());
      add_test_clips(made, 3);
    }
    for (const char* const name : {"one", "two"}) {
      RunFolder run(project(), QLatin1String(name), 5);
      for (int step = 1; step <= 5; ++step) run.metrics(step, {{QStringLiteral("loss"), 1.0 / step}});
      run.checkpoint(5);
      run.flush();
    }
    write(generated());
    m_app->project().open(project());
    QTRY_VERIFY(m_app->project().isOpen());
    window().showPage(PageId::dataset);
    QTRY_COMPARE(browser().model()->rowCount(), 3);
    browser().showClip(browser().model()->idAt(0));
    m_app->bridge().submit({"train", "LoRA", {}});
    QTRY_VERIFY(m_app->jobs().activeJob() != nullptr);
    QTRY_COMPARE(m_app->runs().rowCount(), 2);
    runs().table()->setCurrentIndex(runs().table()->model()->index(0, 0));
    QTRY_VERIFY(action("train.renameRun")->isEnabled());
    pageOf<HistoryPanel>().select(generated());
    QTRY_VERIFY(action("generate.remove")->isEnabled());
    chooseLora();
  }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { openWithoutEngine(); }
  void cleanup() {
    m_gate->open = true;
    m_app.reset();
  }

  void theWalkFindsWhatIsHasty() {
    QMessageBox question;
    QPushButton* const end = question.addButton(QStringLiteral("End"), QMessageBox::DestructiveRole);
    QPushButton* const keep = question.addButton(QStringLiteral("Keep"), QMessageBox::RejectRole);
    for (QPushButton* const first : {end, keep}) {
      question.setDefaultButton(first);
      question.show();
      QVERIFY(QTest::qWaitForWindowExposed(&question));
      QCOMPARE(hasty(question).size(), first == end ? 1 : 0);
      question.hide();
    }
  }

  void noDialogBeginsWithALoss() {
    prepare();
    std::set<QString> opened;
    QStringList found;
    const QStringList without =
        walkDialogs(window().actions().actions(), opened, [&](const QAction& command, QWidget& dialog) {
          found << hasty(dialog, &command);
          if (const auto* const exporting = qobject_cast<const LoraExportDialog*>(&dialog)) {
            write(exporting->target()->text());  // replaced only after confirmation
            found << hastyBehind(dialog);
          }
        });
    QCOMPARE(without, QStringList());
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    for (const char* const id :
         {"project.new", "app.settings", "dataset.addFiles", "dataset.import", "caption.replace",
          "caption.captioner", "clip.splitEvery", "train.savePreset", "train.compareRuns", "train.renameRun",
          "train.noteRun", "train.deleteRun", "jobs.cancelRunning", "generate.remove", "models.export"})
      QVERIFY2(opened.contains(QLatin1String(id)), id);
    // Return has answered each question, and nothing is lost.
    QVERIFY(m_app->jobs().activeJob() != nullptr);
    QCOMPARE(m_app->runs().rowCount(), 2);
    QCOMPARE(rows().size(), size_t{3});
    QVERIFY(QFile::exists(generated()));
    QCOMPARE(m_app->jobs().rowCount(), 1);  // no file was replaced
  }
};

QTEST_MAIN(TestDialogs)
#include "test_dialogs.moc"
