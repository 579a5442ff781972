// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDialogButtonBox>
#include <QMessageBox>
#include <QTest>

#include "support/project_changes.h"
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

bool destroys(const QAbstractButton& button) {
  static const QStringList icons{QStringLiteral("trash"), QStringLiteral("cancel"), QStringLiteral("remove")};
  if (icons.contains(button.icon().name())) return true;
  if (const auto* const question = qobject_cast<const QMessageBox*>(button.window()))
    return question->buttonRole(const_cast<QAbstractButton*>(&button)) == QMessageBox::DestructiveRole;
  const auto* const box = qobject_cast<const QDialogButtonBox*>(button.parentWidget());
  return box != nullptr &&
         box->buttonRole(const_cast<QAbstractButton*>(&button)) == QDialogButtonBox::DestructiveRole;
}

/// What Return or Space would do at once in a dialog that has just opened, and may not.
QStringList hasty(const QWidget& dialog) {
  QStringList found;
  for (const auto* const button : dialog.findChildren<QAbstractButton*>()) {
    const auto* const push = qobject_cast<const QPushButton*>(button);
    const bool isDefault = push != nullptr && push->isDefault() && push->isVisible();
    const QString what = dialog.windowTitle() + QLatin1String(": ") + button->text();
    if (destroys(*button) && (isDefault || button->hasFocus())) found << what;
    if (isDefault && button->text().endsWith(QChar(0x2026))) found << what;  // asks for more
  }
  return found;
}

}  // namespace

/// No dialog begins with a control that loses work, or with one that leads away from it: each one that a
/// command opens.
class TestDialogs : public DatasetTest {
  Q_OBJECT

  RunsView& runs() { return pageOf<RunsView>(); }

  /// A project with clips and two runs, one of them chosen, and a job that runs.
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
    const QStringList without = walkDialogs(window().actions().actions(), opened,
                                            [&](const QAction&, QWidget& dialog) { found << hasty(dialog); });
    QCOMPARE(without, QStringList());
    QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    for (const char* const id :
         {"project.new", "app.settings", "dataset.addFiles", "dataset.import", "caption.replace",
          "caption.captioner", "clip.splitEvery", "train.savePreset", "train.compareRuns", "train.renameRun",
          "train.noteRun", "train.deleteRun", "jobs.cancelRunning"})
      QVERIFY2(opened.contains(QLatin1String(id)), id);
    // Return has answered each question, and nothing is lost.
    QVERIFY(m_app->jobs().activeJob() != nullptr);
    QCOMPARE(m_app->runs().rowCount(), 2);
    QCOMPARE(rows().size(), size_t{3});
  }
};

QTEST_MAIN(TestDialogs)
#include "test_dialogs.moc"
