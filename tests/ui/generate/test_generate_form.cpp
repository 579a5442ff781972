// SPDX-License-Identifier: GPL-3.0-or-later
#include <QMenu>
#include <QTest>
#include <QTimer>

#include "ui/generate/generate_fixture.h"
#include "ui/plan/memory_bars.h"
#include "ui/support/run_folders.h"

using namespace fw;
using namespace fw::ui;
using engine_api::JobState;

/// The options, messages and forecasts of the clip form.
class TestGenerateForm : public QObject, private GenerateFixture {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { prepareProcess(); }
  void init() { setUp(); }
  void cleanup() { m_app.reset(); }

  void whatIsMissingIsSaid() {
    QVERIFY(!action("generate.run")->isEnabled());
    const QString noPrompt = page().status();  // the sample model is always known
    QVERIFY(!noPrompt.isEmpty());
    form().model().setFolder({});
    QTRY_VERIFY(page().status() != noPrompt && !page().status().isEmpty());
    const QString noModel = page().status();
    QVERIFY2(unnamedWidgets(page()).isEmpty(), qPrintable(unnamedWidgets(page()).join(QLatin1Char('\n'))));
    shoot("empty");
    form().model().setFolder(m_folder->path());
    QTRY_VERIFY2(page().status() != noModel && page().status() != noPrompt, qPrintable(page().status()));
    chooseModel();
    QTRY_COMPARE(page().status(), noPrompt);
    chooseModel("cogvideox-5b-i2v");
    part<QPlainTextEdit>("generate.prompt")->setPlainText(QStringLiteral("a boat"));
    QVERIFY(!action("generate.run")->isEnabled());
    QVERIFY2(page().status() != noPrompt && !page().status().isEmpty(), qPrintable(page().status()));
    part<QLineEdit>("generate.image")->setText(QStringLiteral("/tmp/first.png"));
    QVERIFY(action("generate.run")->isEnabled());
    QCOMPARE(form().request().image.string(), std::string("/tmp/first.png"));
    chooseModel();
    QVERIFY(!part<QLineEdit>("generate.image")->isEnabled());
    QVERIFY(form().request().image.empty());
  }

  /// Until another model is chosen.
  void partsOfTheModelAreKept() {
    chooseModel();
    engine_api::GenerateRequest request = form().request();
    request.parts = {{"vae", "/other/vae"}};
    form().setRequest(request);
    QCOMPARE(toText(form().request().model), toText(request.model));
    QVERIFY(form().request().parts == request.parts);
    QVERIFY(form().state().request.parts == request.parts);
    form().setWeights({request.model, {}, std::nullopt});
    QVERIFY(form().request().parts.empty());
    form().setWeights({request.model, request.parts, std::nullopt});
    QVERIFY(form().request().parts == request.parts);
    chooseModel("cogvideox-5b-i2v");
    QVERIFY(form().request().parts.empty());
  }

  void everythingOfferedIsLegal_data() {
    QTest::addColumn<QString>("model");
    for (const catalog::ModelSpec& facts : catalog::published_models())
      QTest::newRow(facts.id.c_str()) << QString::fromStdString(facts.id);
  }

  void everythingOfferedIsLegal() {
    QFETCH(QString, model);
    const catalog::ModelSpec& facts = *catalog::find_model(model.toStdString());
    const auto frames = legalFrames(facts);
    const auto pictures = usualPictures(facts);
    QCOMPARE(frames.front(), facts.native_frames);
    QCOMPARE(pictures.front(),
             QSize(static_cast<int>(facts.rules.native_width), static_cast<int>(facts.rules.native_height)));
    QVERIFY(frames.size() > 5);
    QCOMPARE(pictures.size() > 1, facts.rules.any_size);
    for (const int64_t count : frames) {
      for (const QSize& picture : pictures)
        QVERIFY(catalog::check_video_size(facts, {count, picture.height(), picture.width()}).empty());
    }
  }

  void lengthsAreCountedInSections() {
    ClipCard card;
    card.setModel(*catalog::find_model("framepack-i2v-hy"));
    const QComboBox& frames = *card.frames();
    QCOMPARE(frames.findData(qlonglong{1}), -1);
    for (const int sections : {1, 4, 100}) {
      const QString text = frames.itemText(frames.findData(qlonglong{36 * sections + 1}));
      QVERIFY(text.contains(ClipCard::tr("%n sections", nullptr, sections)));
    }
    card.setModel(*catalog::find_model("cogvideox-5b"));
    QVERIFY(frames.findData(qlonglong{1}) >= 0);
    QVERIFY(!frames.itemText(0).contains(ClipCard::tr("%n sections", nullptr, 12)));
  }

  void noIllegalSizeCanBeTyped() {
    fill();
    MultipleSpinBox* const width = form().clip().width();
    for (const char* const typed : {"701", "9", "0", "99999", "711", "4095"}) {
      width->selectAll();
      QTest::keyClicks(width, QLatin1String(typed));
      const int64_t value = form().request().width;
      QVERIFY2(value % 16 == 0 && value >= 16, typed);
      QTest::keyClick(width, Qt::Key_Return);
      QCOMPARE(form().request().width % 16, int64_t{0});
    }
    width->selectAll();
    QTest::keyClicks(width, QStringLiteral("701"));
    QTest::keyClick(width, Qt::Key_Return);
    QCOMPARE(width->text(), QStringLiteral("704"));
    QCOMPARE(form().request().width, int64_t{704});
    QVERIFY(form().clip().picture()->currentText().contains(QLatin1String("704")));
    QVERIFY(!form().clip().frames()->isEditable() && !form().clip().picture()->isEditable());
    // Requests from other pages are no exception.
    engine_api::GenerateRequest asked = form().request();
    asked.frames = 50;
    asked.height = 470;
    form().setRequest(asked);
    QCOMPARE(form().request().frames, int64_t{49});
    QCOMPARE(form().request().height, int64_t{480});
    chooseModel("cogvideox-5b-i2v");
    QCOMPARE(form().request().width, int64_t{720});
    QVERIFY(!form().clip().width()->isEnabled());
  }

  void anotherPageFillsTheForm() {
    fill();
    window().showPage(PageId::start);
    part<QSpinBox>("generate.steps")->setValue(31);
    engine_api::GenerateRequest wanted = form().request();
    wanted.prompt = "a kite";
    wanted.seed = 7;
    wanted.options = {{"use_dynamic_cfg", true}};
    wanted.loras = {{"/loras/k.safetensors"}};
    Q_EMIT m_app->navigator().generationRequested(wanted);
    QVERIFY(page().isVisible());
    QVERIFY(form().request() == wanted);
    window().showPage(PageId::start);
    wanted.loras = {{"/loras/l.safetensors", 0.5}};
    Q_EMIT m_app->navigator().weightsRequested({.loras = wanted.loras});
    QVERIFY(page().isVisible());
    QVERIFY(form().request() == wanted);  // everything else stays
  }

  void whatAnEarlierVersionRememberedIsTaken() {
    chooseModel();
    m_app->settings().setGenerateForm(R"({"model": ")" + QByteArray::fromStdString(path("cogvideox-5b")) +
                                      R"(", "prompt": "a mill", "steps": 17, "dynamic_cfg": true, "fps": "x",
        "scheduler": "CogVideoXDPMScheduler", "loras": [{"file": "/l.safetensors", "weight": 0.5, "on": false}],
        "memory_mode": "least", "clips": 3, "no longer known": 1})");
    m_app.reset();
    start();
    QTRY_VERIFY(form().model().model());
    const FormState state = form().state();
    QCOMPARE(state.request.prompt, std::string("a mill"));
    QCOMPARE(state.request.steps, int64_t{17});
    QCOMPARE(state.request.sampler, std::string("CogVideoXDPMScheduler"));
    QVERIFY(state.request.options.at("use_dynamic_cfg") == catalog::Value(true));
    QVERIFY(state.loras.size() == 1 && !state.loras[0].on && state.loras[0].weight == 0.5);
    QCOMPARE(state.memoryMode, std::string("least"));
    QCOMPARE(state.clips, 3);
  }

  void lorasAreDroppedAndWeighed() {
    LoraList& loras = form().loras();
    QVERIFY(!drop({QStringLiteral("/l/readme.md")}));
    QVERIFY(drop({QStringLiteral("/l/a.safetensors"), QStringLiteral("/l/readme.md")}));
    QCOMPARE(loras.count(), 1);
    auto* const weight = loras.findChild<QDoubleSpinBox*>();
    auto* const slider = loras.findChild<QAbstractSlider*>();
    slider->setValue(50);
    QCOMPARE(loras.loras().at(0).weight, 0.5);
    weight->setValue(3);  // beyond the slider
    QCOMPARE(loras.loras().at(0).weight, 3.0);
    loras.findChild<QCheckBox*>()->setChecked(false);
    QVERIFY(loras.loras().empty());
    // The row's menu and its button are one command.
    auto* const remove = loras.findChild<QToolButton*>();
    QVERIFY(remove->parentWidget()->actions().contains(remove->defaultAction()));
    QCOMPARE(remove->parentWidget()->contextMenuPolicy(), Qt::CustomContextMenu);
    remove->click();
    QCOMPARE(loras.count(), 0);
  }

  /// A wide window gives more room to the prompt, not only to the result.
  void thePromptIsAsWideAsTheWindowAllows() {
    const auto* const prompt = form().findChild<QPlainTextEdit*>(QStringLiteral("generate.prompt"));
    QWidget* const window = m_app->window();
    window->resize(1280, 800);
    QTRY_COMPARE(window->width(), 1280);
    QTest::qWait(50);
    const int narrow = prompt->width();
    window->resize(1920, 1080);
    QTRY_VERIFY(prompt->width() > narrow + 150);
  }

  void lorasArePickedFromTheProjectsRuns() {
    auto* const button = form().loras().findChild<QPushButton*>(QStringLiteral("loraFromRun"));
    QVERIFY(!button->isVisibleTo(&page()));
    const QString project = m_folder->filePath(QStringLiteral("Cats"));
    m_app->project().create(project);
    QTRY_VERIFY(m_app->project().isOpen());
    window().showPage(PageId::generate);
    QTRY_VERIFY(button->isVisibleTo(&page()));
    RunFolder run(project, QStringLiteral("q3"), 200);
    for (const int step : {100, 200}) {
      run.checkpoint(step);
      const QString folder = QStringLiteral("checkpoints/step-%1").arg(step, 8, 10, QLatin1Char('0'));
      run.write(folder + QStringLiteral("/pytorch_lora_weights.safetensors"), {});
    }
    QTimer::singleShot(50, button, [button] {
      QMenu* const steps = button->menu()->actions().first()->menu();
      QCOMPARE(steps->title(), QStringLiteral("q3"));
      QCOMPARE(steps->actions().size(), 2);
      steps->actions().last()->trigger();
      button->menu()->close();
    });
    QTest::mouseClick(button, Qt::LeftButton);  // the menu has its own event loop
    QCOMPARE(form().loras().count(), 1);
    QVERIFY(toText(form().loras().loras().front().file).contains(QLatin1String("step-00000100")));
  }

  void imagesAndVideosStandAtTheirFrames() {
    const QString red = makePicture("red@2 & more.png", Qt::red), blue = makePicture("blue.jpg", Qt::blue);
    const QString video = m_folder->filePath(QStringLiteral("clip.mp4"));
    writeClip(video.toStdString(), {});
    chooseModel();
    QVERIFY(!drop({red}));  // a text-only model
    chooseLtx("0.9.0");
    QVERIFY(conditions().isHidden());
    QVERIFY(drop({red}));
    QCOMPARE(part<QLineEdit>("generate.image")->text(), red);
    part<QLineEdit>("generate.image")->clear();
    chooseLtx("0.9.5");
    part<QPlainTextEdit>("generate.prompt")->setPlainText(QStringLiteral("a boat"));
    QVERIFY(!conditions().isHidden());
    QVERIFY(drop({red, m_folder->filePath(QStringLiteral("notes.txt"))}));
    QVERIFY(drop({blue, video}));
    QCOMPARE(conditions().count(), 3);
    const auto frames = conditions().findChildren<QSpinBox*>();
    const auto strengths = conditions().findChildren<QDoubleSpinBox*>();
    frames[1]->selectAll();
    QTest::keyClicks(frames[1], QStringLiteral("16"));
    strengths[1]->selectAll();
    QTest::keyClicks(strengths[1], QLocale().toString(0.5));
    QTest::keyClick(strengths[1], Qt::Key_Return);
    using engine_api::ClipCondition;
    const std::vector<ClipCondition> expected{{toPath(red)}, {toPath(blue), 16, 0.5}, {toPath(video), -1}};
    QVERIFY(form().request().conditions == expected);
    QVERIFY(action("generate.run")->isEnabled());
    const auto pictures = [this] {
      int shown = 0;
      for (const QLabel* const label : conditions().findChildren<QLabel*>())
        shown += !label->pixmap(Qt::ReturnByValue).isNull();
      return shown;
    };
    QTRY_COMPARE(pictures(), 3);
    QVERIFY2(unnamedWidgets(page()).isEmpty(), qPrintable(unnamedWidgets(page()).join(QLatin1Char('\n'))));
    shoot("conditions");
    choose(*form().clip().frames(), qlonglong{9});
    QVERIFY(!action("generate.run")->isEnabled());
    QVERIFY(page().status().contains(QLatin1String("blue.jpg")));
    shoot("condition-outside");
    choose(*form().clip().frames(), qlonglong{17});
    QVERIFY(action("generate.run")->isEnabled());
    // Another model uses none; they return with this one.
    chooseLtx("0.9.0");
    QVERIFY(form().request().conditions.empty());
    chooseLtx("0.9.5");
    QVERIFY(form().request().conditions == expected);
    QTest::mouseClick(conditions().findChildren<QToolButton*>().at(1), Qt::LeftButton);
    QVERIFY(form().request().conditions == (std::vector<ClipCondition>{expected[0], expected[2]}));
  }

  void severalProcessesMakeTheClip() {
    auto& processes = *part<ProcessCount>("generate.processes");
    addPlanner();
    fill();
    const auto barBytes = [this] {
      const auto& phases = form().memory().findChild<MemoryBars*>()->phases();
      return phases.empty() ? uint64_t{0} : phases.front().bytes;
    };
    QTRY_VERIFY_WITH_TIMEOUT(barBytes() > 0, 20000);
    const uint64_t ofOne = barBytes();
    processes.offer(3, /*onGpu=*/false);
    QVERIFY(!form().request().shared);
    processes.setCurrentIndex(1);
    QCOMPARE(form().request().shared->world.size, int64_t{2});
    QTRY_COMPARE_WITH_TIMEOUT(barBytes(), 2 * ofOne, 20000);  // both need this much memory
    // The gain is shown below; on the CPU it is unknown.
    const auto says = [this](const char* words) {
      return std::ranges::any_of(form().memory().findChildren<WrapLabel*>(), [&](const WrapLabel* label) {
        return label->isVisible() && label->text().contains(QLatin1String(words));
      });
    };
    QVERIFY(says("each of them holds the model"));
    // The choice survives fewer offers and recipes, which do not contain how the work was divided.
    processes.offer(1, false);
    QVERIFY(!form().request().shared);
    processes.offer(3, false);
    QCOMPARE(form().request().shared->world.size, int64_t{2});
    form().setRequest({.model = form().request().model, .prompt = "another"});
    QCOMPARE(form().request().shared->world.size, int64_t{2});
    const FormState state = form().state();
    processes.setCurrentIndex(0);
    QVERIFY(!form().request().shared && !says("each of them holds the model"));
    form().setState(state);
    QCOMPARE(form().request().shared->world.size, int64_t{2});
    // Choosing one GPU means one process.
    auto& device = *part<QComboBox>("generate.device");
    device.addItem(QStringLiteral("cuda:0"), QStringLiteral("cuda:0"));
    choose(device, QStringLiteral("cuda:0"));
    QVERIFY(!form().request().shared && !processes.isVisible());
    choose(device, QStringLiteral("cpu"));
  }

  void whatGpusBringIsSaid() {
    addPlanner();
    SharedForecast forecast(m_app->bridge());
    forecast.askForGpus({.model = "m"}, 4, {});
    QVERIFY2(forecast.text().contains(QLatin1String("different kinds")), qPrintable(forecast.text()));
    forecast.askForGpus({.model = "m"}, 4, QStringLiteral("NVIDIA L40"));
    QTRY_VERIFY2_WITH_TIMEOUT(forecast.text().contains(QLatin1String("guidance 2 x ulysses 2: 1.92 times")),
                              qPrintable(forecast.text()), 20000);
    for (const char* const words : {"50 % of a step", "1:39", "14.0 GiB on each GPU", "assumed link speeds",
                                    "guidance 2, 2 of 4 cards"})
      QVERIFY2(forecast.text().contains(QLatin1String(words)), qPrintable(forecast.text()));
    forecast.clear();
    QVERIFY(forecast.text().isEmpty());
  }

  void theAutomaticModeIsTheFastestThatFits() {
    addPlanner();
    fill();
    QTRY_VERIFY2_WITH_TIMEOUT(form().memory().verdict().contains(QLatin1String("5 of 10 blocks streamed")),
                              qPrintable(form().memory().verdict()), 20000);
    QVERIFY(form().memory().fits());
    QCOMPARE(form().request().memory.streamed_blocks, int64_t{5});
    QCOMPARE(form().request().memory.text_encoder, catalog::TextEncoderPlace::streamed);
    shoot("planned");
    if (qEnvironmentVariableIsSet("FW_SHOTS")) {
      auto* const bar = part<QScrollArea>("generate.form")->verticalScrollBar();
      for (const int tenth : {4, 7, 10}) {
        bar->setValue(bar->maximum() * tenth / 10);
        shoot(qPrintable(QStringLiteral("form-%1").arg(tenth)));
      }
    }
    choose(*part<QComboBox>("generate.memoryMode"), QStringLiteral("components"));
    QTRY_VERIFY2_WITH_TIMEOUT(!form().memory().fits(), qPrintable(form().memory().verdict()), 20000);
    QCOMPARE(form().request().memory.streamed_blocks, int64_t{0});
  }
};

QTEST_MAIN(TestGenerateForm)
#include "test_generate_form.moc"
