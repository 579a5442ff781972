// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <QThread>
#include <cstring>

#include "ui/generate/generate_fixture.h"
#include "ui/support/user_input.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

/// From a prompt to a clip, its recipe and back.
class TestGeneratePage : public QObject, private GenerateFixture {
  Q_OBJECT

  void startWithEngine() {
    m_app.reset();
    m_app = std::make_unique<Application>();
    qputenv("FRAMEWRIGHT_ENGINE", engineLibrary());
    m_app->show();
    QTRY_VERIFY_WITH_TIMEOUT(m_app->bridge().engineState() == EngineBridge::State::ready, 60000);
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
    window().showPage(PageId::generate);
  }

  void askForSample(int64_t steps) {
    FormState wanted = form().state();
    wanted.request = {.model = FW_SOURCE_FOLDER "/resources/sample/model",
                      .prompt = "a red ball rolls to the left over a green floor",
                      .steps = steps,
                      .guidance_scale = 4.0,
                      .seed = 5,
                      .device = "cpu"};
    form().setState(wanted);
    QTRY_COMPARE(form().request().width, int64_t{96});
  }
  /// The values of a clip's latents: skips the header and its length.
  QByteArray latentsOf(int row) {
    const QString clip = history().clip(history().index(row))->file;
    QFile file(clip + QStringLiteral(".latents.safetensors"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QByteArray all = file.readAll();
    uint64_t header = 0;
    std::memcpy(&header, all.data(), sizeof header);
    return all.mid(static_cast<qsizetype>(sizeof header + header));
  }
  static int childProcesses() {
    int count = 0;
    const QByteArray parent = "PPid:\t" + QByteArray::number(QCoreApplication::applicationPid()) + '\n';
    for (const QString& process :
         QDir(QStringLiteral("/proc")).entryList({QStringLiteral("[0-9]*")}, QDir::Dirs)) {
      QFile status(QStringLiteral("/proc/%1/status").arg(process));
      if (status.open(QIODevice::ReadOnly) && status.readAll().contains(parent)) ++count;
    }
    return count;
  }

 private Q_SLOTS:
  void initTestCase() {
    prepareProcess();
    qputenv("MKL_CBWR", "COMPATIBLE");  // else MKL rounds by how rows are aligned
  }
  void init() { setUp(); }
  void cleanup() {
    m_app.reset();
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
  }

  void withoutTheEngineOneSentenceSaysSo() {
    m_app.reset();
    m_app = std::make_unique<Application>();
    m_app->show();
    QTRY_COMPARE_WITH_TIMEOUT(m_app->bridge().engineState(), EngineBridge::State::failed, 30000);
    window().showPage(PageId::generate);
    QVERIFY(!page().status().isEmpty());
    QVERIFY(!action("generate.run")->isEnabled());
    QVERIFY(!form().memory().fits() && !form().memory().verdict().isEmpty());
  }

  void aModelIsAFolderOrAFile() {
    const QStringList models{QStringLiteral(FW_SOURCE_FOLDER "/resources/sample/model"),
                             QStringLiteral(FW_SOURCE_FOLDER "/resources/sample/model/vae/"
                                                             "diffusion_pytorch_model.safetensors")};
    UserInput input(UserInput::Way::mouse, window());
    for (const QString& model : models) {
      auto* const browse = form().model().findChild<QPushButton*>();
      input.chooseModel(model, [&] { input.press(browse); });
      QCOMPARE(form().model().folder(), model);
    }
  }

  void theJobHasWhatTheFormSays() {
    fill(QStringLiteral("a boat\nat sea"));
    part<QPlainTextEdit>("generate.negative")->setPlainText(QStringLiteral("blur"));
    part<QSpinBox>("generate.steps")->setValue(25);
    part<QDoubleSpinBox>("generate.guidance")->setValue(4);
    part<QCheckBox>("generate.drawSeed")->setChecked(false);
    part<QDoubleSpinBox>("generate.seed")->setValue(4000000000.0);
    part<QSpinBox>("generate.clips")->setValue(2);
    choose(*form().clip().frames(), qlonglong{17});
    choose(*part<QComboBox>("generate.memoryMode"), QStringLiteral("least"));
    form().loras().add(QStringLiteral("/loras/one.safetensors"), 0.75);
    form().loras().add(QStringLiteral("/loras/two.safetensors"), 1, false);
    m_gate->open = true;
    action("generate.run")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(made().size(), size_t{2}, 20000);
    engine_api::GenerateRequest expected{.model = path("cogvideox-5b"),
                                         .prompt = "a boat\nat sea",
                                         .negative_prompt = "blur",
                                         .overwrite = true,
                                         .preview = true,
                                         .frames = 17,
                                         .height = 480,
                                         .width = 720,
                                         .steps = 25,
                                         .guidance_scale = 4.0};
    expected.options = {{"use_dynamic_cfg", false}};
    expected.loras = {{"/loras/one.safetensors", 0.75}};
    expected.memory = {
        .text_encoder = catalog::TextEncoderPlace::cpu, .streamed_blocks = allBlocks, .vae_tiling = true};
    for (size_t i = 0; i < 2; ++i) {
      expected.out = made()[i].out;
      expected.seed = 4000000000 + static_cast<int64_t>(i);
      QVERIFY(expected.out.string().starts_with(path("framewright/generated/")));
      QCOMPARE(text(made()[i]), text(expected));
    }
    QVERIFY(made()[0].out != made()[1].out);
  }

  void seedsAreDrawnAndTakenAgain() {
    fill();
    QVERIFY(!action("generate.lastSeed")->isEnabled());
    part<QSpinBox>("generate.clips")->setValue(3);
    m_gate->open = true;
    action("generate.run")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(made().size(), size_t{3}, 20000);
    std::set<int64_t> seeds;
    for (const auto& clip : made()) seeds.insert(clip.seed);
    QCOMPARE(seeds.size(), size_t{3});
    QVERIFY(*seeds.begin() >= 0);
    action("generate.lastSeed")->trigger();
    QCOMPARE(form().request().seed, made()[2].seed);
  }

  void aSecondClickQueuesAnother() {
    fill();
    action("generate.run")->trigger();
    QTRY_COMPARE(stateOf(0), JobState::running);
    action("generate.run")->trigger();
    QTRY_COMPARE(m_app->jobs().waitingCount(), 1);
    bool asked = false;
    answer(QStringLiteral("cancelJob"), &asked);
    action("generate.cancel")->trigger();
    QTRY_COMPARE(m_app->jobs().endedCount(), 1);
    answer(QStringLiteral("cancelJob"), &asked);
    action("generate.cancel")->trigger();
    QTRY_COMPARE(m_app->jobs().endedCount(), 2);
    QVERIFY(!action("generate.cancel")->isEnabled());
    QVERIFY(page().fault().isEmpty());
    // A cancelled clip leaves nothing.
    QTRY_COMPARE(QDir(history().folder()).entryList(QDir::Files).size(), 0);
  }

  void thePictureIsSeenWhileItIsMadeAndPlaysThen() {
    fill();
    action("generate.run")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(page().preview().frames().size(), size_t{3}, 20000);
    QVERIFY(page().showsPreview());
    QCOMPARE(page().preview().frames().front().pixelColor(3, 3), QColor(Qt::red));
    QTRY_VERIFY(action("generate.cancel")->isEnabled());
    shoot("running");
    m_gate->open = true;
    QTRY_VERIFY_WITH_TIMEOUT(!page().showsPreview() && page().player().isOpen(), 20000);
    QTRY_VERIFY(page().player().isPlaying());
    QTRY_COMPARE(history().rowCount(), 1);
    QTRY_VERIFY(history().clip(history().index(0))->isRead);
    QCOMPARE(page().history().grid()->currentIndex().row(), 0);
    QTRY_VERIFY(!QFile::exists(history().clip(history().index(0))->file + QStringLiteral(".preview.png")));
    shoot("made");
    shoot("made-large", {1920, 1080});
  }

  void anOlderClipStaysInViewWhileANewOneIsMade() {
    fill();
    m_gate->open = true;
    action("generate.run")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(history().rowCount(), 1, 20000);
    m_gate->open = false;
    action("generate.run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(page().showsPreview(), 20000);
    ClipGrid* const grid = page().history().grid();
    QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->visualRect(history().index(0)).center());
    QTRY_VERIFY(!page().showsPreview());
    QTRY_VERIFY(action("generate.follow")->isEnabled());
    action("generate.follow")->trigger();
    QVERIFY(page().showsPreview());
    m_gate->open = true;
    QTRY_COMPARE_WITH_TIMEOUT(history().rowCount(), 2, 20000);
  }

  void aRecipeFillsTheForm() {
    fill(QStringLiteral("a lighthouse"));
    part<QSpinBox>("generate.steps")->setValue(12);
    part<QDoubleSpinBox>("generate.guidance")->setValue(3.5);
    form().clip().width()->setValue(640);
    choose(*form().clip().frames(), qlonglong{9});
    form().loras().add(QStringLiteral("/loras/one.safetensors"), 0.5);
    choose(*part<QComboBox>("generate.memoryMode"), QStringLiteral("streamed"));
    choose(*part<QComboBox>("generate.attention"), static_cast<int>(catalog::AttentionForm::int8));
    m_gate->open = true;
    action("generate.run")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(history().rowCount(), 1, 20000);
    QTRY_VERIFY(history().clip(history().index(0))->isRead);
    QCOMPARE(made().front().attention, catalog::AttentionForm::int8);
    FormState other = form().state();
    other.request = {.model = other.request.model, .prompt = "other"};
    other.loras.clear();
    other.memoryMode = "automatic";
    form().setState(other);
    page().history().grid()->setCurrentIndex(history().index(0));
    QTRY_VERIFY(action("generate.useRecipe")->isEnabled());
    action("generate.useRecipe")->trigger();
    engine_api::GenerateRequest expected = made().front();
    expected.out.clear();
    expected.overwrite = expected.preview = false;
    QCOMPARE(text(form().request()), text(expected));
  }

  void formAndHistorySurviveARestart() {
    fill(QStringLiteral("a mill"));
    part<QSpinBox>("generate.steps")->setValue(17);
    choose(*form().clip().frames(), qlonglong{25});
    form().loras().add(QStringLiteral("/loras/off.safetensors"), 0.25, false);
    choose(*part<QComboBox>("generate.memoryMode"), QStringLiteral("least"));
    m_gate->open = true;
    action("generate.run")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(history().rowCount(), 1, 20000);
    const QByteArray state = text(form().state());
    m_app.reset();
    start();
    QTRY_VERIFY(form().model().model());
    QCOMPARE(text(form().state()), state);
    QCOMPARE(form().loras().count(), 1);
    QTRY_COMPARE(history().rowCount(), 1);
    QTRY_VERIFY(history().clip(history().index(0))->isRead);
    QCOMPARE(history().clip(history().index(0))->prompt(), QStringLiteral("a mill"));
    QVERIFY(!history().clip(history().index(0))->picture.isNull());
    QTRY_VERIFY(action("generate.lastSeed")->isEnabled());
  }

  void conditionsSurviveARecipeAndARestart() {
    chooseLtx("0.9.5");
    part<QPlainTextEdit>("generate.prompt")->setPlainText(QStringLiteral("a kite"));
    const QString red = makePicture("rot ä.png", Qt::red),
                  gone = m_folder->filePath(QStringLiteral("gone.mp4"));
    const std::vector<engine_api::ClipCondition> wanted{{toPath(red), 8, 0.25}, {toPath(gone), -1}};
    for (const auto& condition : wanted) conditions().add(condition);
    m_gate->open = true;
    action("generate.run")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(history().rowCount(), 1, 20000);
    QVERIFY(made().front().conditions == wanted);
    QTRY_VERIFY(history().clip(history().index(0))->isRead);
    conditions().setAll({});
    QVERIFY(form().request().conditions.empty());
    page().history().grid()->setCurrentIndex(history().index(0));
    QTRY_VERIFY(action("generate.useRecipe")->isEnabled());
    action("generate.useRecipe")->trigger();
    QVERIFY(form().request().conditions == wanted);
    m_app.reset();
    start();
    QTRY_VERIFY(form().model().model());
    QVERIFY(form().request().conditions == wanted);
  }

  void aProjectHasClipsOfItsOwn() {
    project::Project::create(path("project"));
    m_app->project().open(QString::fromStdString(path("project")));
    QTRY_VERIFY(m_app->project().isOpen());
    QCOMPARE(history().folder(), QString::fromStdString(path("project/generated")));
    fill();
    m_gate->open = true;
    action("generate.run")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(history().rowCount(), 1, 20000);
    m_app->project().close();
    QTRY_COMPARE(history().rowCount(), 0);
  }

  void whatFailsIsSaidHere() {
    fill(QStringLiteral("fail"));
    m_gate->open = true;
    action("generate.run")->trigger();
    QTRY_VERIFY2(page().fault().contains(QLatin1String("The file model is broken.")),
                 qPrintable(page().fault()));
    QVERIFY(page().fault().contains(QLatin1String("Copy model again.")));
    QVERIFY(!action("generate.decode")->isEnabled());
    QVERIFY(!page().showsPreview());
    shoot("failed");
    part<QPlainTextEdit>("generate.prompt")->setPlainText(QStringLiteral("a boat"));
    action("generate.run")->trigger();
    QVERIFY(page().fault().isEmpty());
  }

  void whatWasDenoisedCanBeDecodedAgain() {
    fill(QStringLiteral("fail late"));
    m_gate->open = true;
    action("generate.run")->trigger();
    QTRY_VERIFY(!page().fault().isEmpty());
    QVERIFY(action("generate.decode")->isEnabled());
    shoot("undecoded");
    action("generate.decode")->trigger();
    QVERIFY(page().fault().isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(history().rowCount(), 1, 20000);
    const engine_api::GenerateRequest clip = made().front();
    QCOMPARE(clip.latents.string(), clip.out.string() + ".latents.safetensors");
    QVERIFY(clip.memory.vae_tiling);
    QVERIFY(!action("generate.decode")->isEnabled());
  }

  void aBrokenClipIsListedAsSuch() {
    QDir().mkpath(history().folder());
    QFile file(history().folder() + QStringLiteral("/broken.mp4"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no clip") > 0);
    file.close();
    history().refresh();
    QTRY_COMPARE(history().rowCount(), 1);
    QTRY_VERIFY(history().clip(history().index(0))->isBroken);
    page().history().grid()->setCurrentIndex(history().index(0));
    QVERIFY(!action("generate.useRecipe")->isEnabled());
    QVERIFY(action("generate.remove")->isEnabled());
  }

  void aClipGoesToTheTrashWithWhatBelongsToIt() {
    QDir().mkpath(history().folder());
    for (const char* const name : {"/one.mp4", "/two.mp4"})
      writeClip((history().folder() + QLatin1String(name)).toStdString(), {{"prompt", name}});
    const QString gone = history().folder() + QStringLiteral("/one.mp4");
    QFile latents(gone + QStringLiteral(".latents.safetensors"));
    QVERIFY(latents.open(QIODevice::WriteOnly));
    latents.close();
    history().refresh();
    QTRY_COMPARE(history().rowCount(), 2);
    page().history().grid()->setCurrentIndex(history().indexOf(gone));
    for (const char* const answer : {"", "moveToTrash"}) {
      QTimer::singleShot(0, qApp, [answer] {
        QWidget* const question = QApplication::activeModalWidget();
        auto* const button = question->findChild<QPushButton*>(QLatin1String(answer));
        QLatin1String(answer).isEmpty() ? (void)question->close() : button->click();
      });
      action("generate.remove")->trigger();
      if (QLatin1String(answer).isEmpty()) QVERIFY(QFile::exists(gone));
    }
    QTRY_COMPARE(history().rowCount(), 1);
    QVERIFY(!QFile::exists(gone) && !latents.exists());
    QVERIFY2(page().fault().isEmpty(), qPrintable(page().fault()));
    QVERIFY(QDir(m_folder->filePath(QStringLiteral("Trash/files"))).exists(QStringLiteral("one.mp4")));
  }

  void aFullHistoryIsShown() {
    QDir().mkpath(history().folder());
    for (int i = 0; i < 12; ++i)
      writeClip(QStringLiteral("%1/clip-%2.mp4")
                    .arg(history().folder())
                    .arg(i, 2, 10, QLatin1Char('0'))
                    .toStdString(),
                {{"prompt", "clip " + std::to_string(i)}, {"seed", i}});
    history().refresh();
    QTRY_COMPARE(history().rowCount(), 12);
    QTRY_VERIFY_WITH_TIMEOUT(history().clip(history().index(11))->isRead, 20000);
    QVERIFY2(unnamedWidgets(page()).isEmpty(), qPrintable(unnamedWidgets(page()).join(QLatin1Char('\n'))));
    shoot("full");
  }

  /// First by two processes, then by one: with one guidance branch each the clips are bit-identical.
  void twoProcessesMakeTheClipOfOne() {
    if (engineLibrary().isEmpty()) QSKIP("built without the engine");
    if (QThread::idealThreadCount() < 2) QSKIP("Needs two cores.");
    startWithEngine();
    qputenv("FRAMEWRIGHT_ENGINE", engineLibrary());  // for the processes, too
    askForSample(4);
    auto& processes = *part<ProcessCount>("generate.processes");
    QTest::keyClick(&processes, Qt::Key_Down);
    QTRY_VERIFY2_WITH_TIMEOUT(form().memory().fits(), qPrintable(form().memory().verdict()), 60000);
    QCOMPARE(form().request().shared->world.size, int64_t{2});
    shoot("real-processes");
    int previews = 0;
    const auto counting = connect(&m_app->bridge(), &EngineBridge::eventsArrived, this, [&](auto events) {
      previews += static_cast<int>(std::ranges::count_if(events, [](const engine_api::Event& event) {
        return std::holds_alternative<engine_api::PreviewMade>(event.body);
      }));
    });
    action("generate.run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(history().rowCount() == 1 || !page().fault().isEmpty(), 120000);
    QVERIFY2(page().fault().isEmpty(), qPrintable(page().fault()));
    QCOMPARE(previews, 4);  // as reported by rank 0
    disconnect(counting);
    QTest::keyClick(&processes, Qt::Key_Up);
    QVERIFY(!form().request().shared);
    action("generate.run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(history().rowCount() == 2 || !page().fault().isEmpty(), 240000);
    QVERIFY2(page().fault().isEmpty(), qPrintable(page().fault()));
    const QByteArray shared = latentsOf(0), alone = latentsOf(1);
    QVERIFY(alone.size() > 1000);
    QVERIFY(shared == alone);
  }

  void cancellingEndsAllProcesses() {
    if (engineLibrary().isEmpty()) QSKIP("built without the engine");
    if (QThread::idealThreadCount() < 2) QSKIP("Needs two cores.");
    startWithEngine();
    qputenv("FRAMEWRIGHT_ENGINE", engineLibrary());  // for the processes, too
    askForSample(1000);
    QTest::keyClick(part<ProcessCount>("generate.processes"), Qt::Key_Down);
    QTRY_VERIFY2_WITH_TIMEOUT(form().memory().fits(), qPrintable(form().memory().verdict()), 60000);
    action("generate.run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(page().showsPreview() || !page().fault().isEmpty(), 120000);
    QVERIFY2(page().fault().isEmpty(), qPrintable(page().fault()));
    QCOMPARE(childProcesses(), 2);
    bool asked = false;
    answer(QStringLiteral("cancelJob"), &asked);
    action("generate.cancel")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(m_app->jobs().endedCount(), 1, 240000);
    QVERIFY(asked);
    QCOMPARE(stateOf(0), JobState::cancelled);
    QCOMPARE(childProcesses(), 0);
    QVERIFY2(page().fault().isEmpty(), qPrintable(page().fault()));
    QTRY_COMPARE_WITH_TIMEOUT(QDir(history().folder()).entryList(QDir::Files).size(), 0, 20000);
  }

  void theSampleModelMakesAClip() {
    if (engineLibrary().isEmpty()) QSKIP("built without the engine");
    startWithEngine();
    askForSample(qEnvironmentVariableIsSet("FW_SHOTS") ? 25 : 4);
    QTRY_VERIFY2_WITH_TIMEOUT(form().memory().fits(), qPrintable(form().memory().verdict()), 60000);
    shoot("real-planned");
    action("generate.run")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(page().showsPreview() && page().preview().frames().size() == 3, 120000);
    if (qEnvironmentVariableIsSet("FW_SHOTS")) QTest::qWait(1500);
    shoot("real-running");
    QTRY_COMPARE_WITH_TIMEOUT(history().rowCount(), 1, 120000);
    QVERIFY2(page().fault().isEmpty(), qPrintable(page().fault()));
    QTRY_VERIFY(page().player().isPlaying());
    QCOMPARE(page().player().cache().frames(), qint64{9});
    QTRY_VERIFY(history().clip(history().index(0))->isRead);
    const engine_api::GenerateRequest recipe = history().clip(history().index(0))->recipe.value().request;
    engine_api::GenerateRequest expected = form().request();
    expected.out = recipe.out;
    expected.preview = true;
    expected.fps = recipe.fps;  // the recipe has the model's default
    QCOMPARE(text(recipe), text(expected));
    shoot("real-made");
    shoot("real-made-large", {1920, 1080});
  }

  /// From end to start: sections of nine latent frames appear one after another, and with the last one the
  /// picture before them.
  void aClipOfSectionsGrowsInThePreview() {
    if (engineLibrary().isEmpty()) QSKIP("built without the engine");
    startWithEngine();
    FormState wanted = form().state();
    wanted.request = {.model = FW_SOURCE_FOLDER "/tests/reference/cases/models/framepack",
                      .prompt = "a panda dances",
                      .image = makePicture("first.png", Qt::darkGreen).toStdString(),
                      .frames = 181,
                      .height = 32,
                      .width = 48,
                      .steps = 4,
                      .guidance_scale = 1.0,
                      .seed = 5,
                      .device = "cpu"};
    form().setState(wanted);
    QTRY_VERIFY2_WITH_TIMEOUT(form().memory().fits(), qPrintable(form().memory().verdict()), 60000);
    QVERIFY(form().clip().frames()->currentText().contains(ClipCard::tr("%n sections", nullptr, 5)));
    action("generate.run")->trigger();
    std::vector<size_t> lengths;
    QTRY_VERIFY_WITH_TIMEOUT(
        [&] {
          const size_t length = page().preview().frames().size();
          if (length > 0 && (lengths.empty() || lengths.back() != length)) {
            lengths.push_back(length);
            if (lengths.size() == 3) shoot("sections");
          }
          return history().rowCount() == 1 || !page().fault().isEmpty();
        }(),
        240000);
    QVERIFY2(page().fault().isEmpty(), qPrintable(page().fault()));
    QVERIFY(lengths.size() > 1 && std::ranges::is_sorted(lengths));
    for (const size_t length : lengths) QVERIFY(length % 9 == 0 || length == 46);
    QTRY_VERIFY(page().player().isPlaying());
    QCOMPARE(page().player().cache().frames(), qint64{181});
    shoot("sections-made");
  }
};

QTEST_MAIN(TestGeneratePage)
#include "test_generate_page.moc"
