// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <mutex>

#include "engine_api/results.h"
#include "ui/gallery/compare_view.h"
#include "ui/gallery/gallery_fixture.h"
#include "ui/gallery/grid_dialog.h"
#include "ui/gallery/recipe_panel.h"
#include "ui/state/file_path.h"

using namespace fw;
using namespace fw::ui;

/// One clip with many weights: asked for in a dialog, made by the queue, compared like a run's clips.
class TestCheckpointGrid : public QObject, GalleryFixture {
  Q_OBJECT

  std::mutex m_mutex;
  std::vector<engine_api::GenerateRequest> m_asked;

  /// Writes at once what is asked for.
  void addGenerator() {
    m_asked.clear();
    m_app->bridge().addKind({"generate", {}, [this](const nlohmann::json& params) {
                               engine_api::GenerateRequest request;
                               read_fields(params, request, "generate");
                               return engine_api::make_job([this, request](engine_api::JobContext&) {
                                 const std::lock_guard lock(m_mutex);
                                 m_asked.push_back(request);
                                 writeClip(toText(request.out), 9, 40 + 20 * static_cast<int>(m_asked.size()),
                                           {{"prompt", request.prompt}, {"seed", request.seed}});
                                 return engine_api::Outcome::finished(
                                     engine_api::GenerateResult{.out = request.out});
                               });
                             }});
  }
  /// Types into the dialog that a key opens, and presses its button.
  void askFor(const QString& strengths, const QString& seeds) {
    auto* const timer = new QTimer(qApp);
    connect(timer, &QTimer::timeout, timer, [=, this] {
      auto* const dialog = qobject_cast<GridDialog*>(QApplication::activeModalWidget());
      if (dialog == nullptr) return;
      timer->deleteLater();
      for (const auto& [field, text] :
           {std::pair(dialog->strengths(), QStringLiteral("1,x")), std::pair(dialog->seeds(), seeds)}) {
        field->selectAll();
        QTest::keyClicks(field, text);
      }
      QVERIFY(!dialog->start()->isEnabled());
      QVERIFY2(dialog->says().contains(QStringLiteral("“x” is not a strength")), qPrintable(dialog->says()));
      QTest::keyClick(dialog->strengths(), Qt::Key_Return);
      QVERIFY(dialog->isVisible());
      // The button has the focus for a while, and gives it back.
      dialog->strengths()->setText(strengths);
      dialog->start()->setFocus();
      dialog->strengths()->setFocus();
      dialog->strengths()->selectAll();
      QTest::keyClicks(dialog->strengths(), strengths);
      if (qEnvironmentVariableIsSet("FW_TEST_PICTURES"))
        dialog->grab().save(qEnvironmentVariable("FW_TEST_PICTURES") + QStringLiteral("/grid-dialog.png"));
      for (QWidget* const each : std::initializer_list<QWidget*>{dialog->seeds(), dialog->without()})
        QVERIFY2(isWholeInView(*each), qPrintable(each->accessibleName()));
      QTest::keyClick(dialog->strengths(), Qt::Key_Return);
      QVERIFY(!dialog->isVisible());
    });
    timer->start(10);
    QTest::keyClick(window().windowHandle(), Qt::Key_K, Qt::AltModifier | Qt::ShiftModifier);
  }
  /// No scroll area around it hides a part of it.
  static bool isWholeInView(const QWidget& widget) {
    return widget.isVisible() && widget.visibleRegion().boundingRect() == widget.rect();
  }
  bool isWhole() {
    const ClipMatrix& matrix = page().matrix();
    for (int row = 0; row < matrix.rowCount(); ++row) {
      for (int column = 0; column < matrix.columnCount(); ++column)
        if (matrix.clip(matrix.index(row, column)) == nullptr) return false;
    }
    return true;
  }
  /// Of a run's checkpoint and the model without it, with one seed.
  void makeGrid() {
    makeRun(QStringLiteral("q3"));
    m_app->runs().refresh();
    waitForClips(3, 2);
    QTRY_VERIFY(action("gallery.makeGrid").isEnabled());
    askFor(QStringLiteral("1"), QStringLiteral("7"));
    QTRY_COMPARE(page().matrix().rowCount(), 2);
    QTRY_VERIFY(isWhole());
  }

 private Q_SLOTS:
  void initTestCase() { setEnvironment(); }
  void init() {
    start();
    addGenerator();
    openProject();
  }
  void cleanup() { stop(); }

  void aClipIsMadeWithEachCheckpointStrengthAndSeed() {
    RunFolder run = makeRun(QStringLiteral("q3"));
    run.checkpoint(100);
    run.write(QStringLiteral("checkpoints/step-00000100/pytorch_lora_weights.safetensors"), {});
    run.flush();
    m_app->runs().refresh();
    waitForClips(3, 2);
    QTRY_VERIFY(action("gallery.makeGrid").isEnabled());
    const QString prompt = page().chosenClip()->prompt;
    askFor(QStringLiteral("0.5 1"), QStringLiteral("1 22"));
    // Without the LoRA, then two checkpoints at two strengths.
    QTRY_COMPARE(page().matrix().rowCount(), 5);
    QCOMPARE(page().matrix().columnCount(), 2);
    QTRY_VERIFY(isWhole());
    keepPicture("gallery-grid");
    QCOMPARE(page().matrix().headerData(0, Qt::Vertical).toString(), QStringLiteral("Without LoRA"));
    QCOMPARE(page().matrix().headerData(1, Qt::Vertical).toString(), QStringLiteral("Step 100 × 0.5"));
    QCOMPARE(page().matrix().headerData(4, Qt::Vertical).toString(), QStringLiteral("Step 200"));
    QCOMPARE(m_asked.size(), size_t{10});
    QVERIFY(m_asked[0].loras.empty());
    const engine_api::GenerateRequest& third = m_asked[2];
    QCOMPARE(QString::fromStdString(third.prompt), prompt);
    QCOMPARE(third.seed, int64_t{1});
    QCOMPARE(third.loras.front().weight, 0.5);
    QVERIFY(toText(third.loras.front().file).contains(QLatin1String("step-00000100")));
    QCOMPARE(third.width, int64_t{size.width});
    // It is compared with the one without a LoRA of the same seed.
    grid().setCurrentIndex(page().matrix().index(4, 1));
    QTRY_COMPARE(page().chosenClip()->seed, 22);
    QVERIFY(page().standard()->step == 0 && page().standard()->seed == 22);
    // With its strength it goes to the Generate page.
    grid().setCurrentIndex(page().matrix().index(1, 0));
    QTRY_VERIFY(page().recipe()->generation().has_value());
    QTRY_COMPARE(page().recipe()->generation()->loras.front().weight, 0.5);
    QVERIFY(!action("gallery.makeGrid").isEnabled());
  }

  void strengthsAreReadAsPeopleWriteThem_data() {
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QList<double>>("strengths");
    QTest::addColumn<QString>("wrong");
    const QLocale english(QLocale::English), german(QLocale::German);
    const QList<double> three{0.5, 1, 1.5};
    QTest::newRow("commas") << english << "0.5, 1, 1.5" << three << "";
    QTest::newRow("commas alone") << english << "0.5,1,1.5" << three << "";
    QTest::newRow("spaces") << english << " 0.5 1  1.5 " << three << "";
    QTest::newRow("semicolons") << english << "0.5;1; 1.5;" << three << "";
    QTest::newRow("one decimal comma") << english << "0,5" << QList<double>{0.5} << "";
    QTest::newRow("whole numbers") << english << "1,2" << QList<double>{1, 2} << "";
    QTest::newRow("twice the same") << english << "1, 1.0" << QList<double>{1} << "";
    QTest::newRow("German") << german << "0,5; 1; 1,5" << three << "";
    QTest::newRow("German commas") << german << "0,5, 1, 1,5" << three << "";
    QTest::newRow("German spaces") << german << "0,5 1 1,5" << three << "";
    QTest::newRow("points in German") << german << "0.5,1,1.5" << three << "";
    QTest::newRow("a word") << english << "0.5, strong" << QList<double>{0.5} << "“strong”";
    QTest::newRow("too strong") << english << "0.5, 5" << QList<double>{0.5} << "“5”";
    QTest::newRow("none") << english << " , " << QList<double>{} << "at least one strength";
  }
  void strengthsAreReadAsPeopleWriteThem() {
    QFETCH(QLocale, locale);
    QFETCH(QString, typed);
    QFETCH(QList<double>, strengths);
    QFETCH(QString, wrong);
    QLocale::setDefault(locale);
    GridDialog dialog(QStringLiteral("/run"), {.seed = 1}, {{100, QStringLiteral("/run/lora")}});
    dialog.strengths()->setText(typed);
    QList<double> found;
    for (const CheckpointGrid::Row& row : dialog.grid().rows)
      if (!row.lora.empty()) found << row.strength;
    QLocale::setDefault(QLocale::English);
    QCOMPARE(found, strengths);
    QCOMPARE(dialog.start()->isEnabled(), wrong.isEmpty());
    QVERIFY2(dialog.says().contains(wrong), qPrintable(dialog.says()));
    if (strengths.size() == 3)
      QCOMPARE(dialog.says(),
               QStringLiteral("1 checkpoint × 3 strengths × 1 seed, and 1 clip of the base model."));
  }

  void anASpeaksTheLanguageOfTheWindow() {
    makeGrid();
    window().activateWindow();  // as a window manager would, after the dialog
    QVERIFY(QTest::qWaitForWindowActive(&window()));
    grid().setFocus();
    grid().setCurrentIndex(page().matrix().index(0, 0));
    QTest::keyClick(&grid(), Qt::Key_A, Qt::ControlModifier | Qt::AltModifier);
    page().runBox()->setFocus();
    QTest::keyClick(page().runBox(), Qt::Key_Home);  // the run, which has other clips than its grid
    waitForClips(3, 2);
    const auto noteOfA = [this] { return compare().viewA()->accessibleName(); };
    QVERIFY2(noteOfA().contains(QLatin1String("Without LoRA")), qPrintable(noteOfA()));
    const MainWindow* const before = &window();
    m_app->settings().setLanguage(QStringLiteral("de"));
    Q_EMIT window().languageChanged();
    QTRY_VERIFY(m_app->window() != before);
    waitForClips(3, 2);
    QVERIFY2(noteOfA().contains(QLatin1String("Ohne LoRA")), qPrintable(noteOfA()));
  }

  void gridsComeBackWithTheirProject() {
    makeGrid();
    const QString folder = page().runBox()->currentData().toString();
    m_app->project().close();
    QTRY_COMPARE(page().runBox()->count(), 0);
    m_app->project().open(project());
    QTRY_COMPARE(page().runBox()->count(), 2);
    page().runBox()->setCurrentIndex(page().runBox()->findData(folder));
    Q_EMIT page().runBox()->activated(1);
    QTRY_COMPARE(page().matrix().rowCount(), 2);
    QVERIFY(isWhole());
  }
};

QTEST_MAIN(TestCheckpointGrid)
#include "test_checkpoint_grid.moc"
