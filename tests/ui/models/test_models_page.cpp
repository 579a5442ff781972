// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QDragEnterEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTreeView>

#include "ui/models/export_dialog.h"
#include "ui/models/library_details.h"
#include "ui/models/library_rows.h"
#include "ui/models/merge_dialog.h"
#include "ui/models/models_fixture.h"
#include "ui/state/fault_text.h"
#include "ui/support/access_walk.h"
#include "ui/support/run_folders.h"
#include "ui/train/train_page.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/flat_table.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;

/// The Models page with intact and broken models and LoRAs.
class TestModelsPage : public ModelsTest {
  Q_OBJECT

  void write(const QString& name, const QByteArray& bytes) {
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
  }
  QString cellOf(ModelsPage::Tab tab, const QString& rowPath, int column) const {
    const QAbstractItemModel* const rows = m_page->table(tab)->model();
    for (int row = 0; row < rows->rowCount(); ++row) {
      if (rows->index(row, 0).data(LibraryPathRole).toString() == rowPath)
        return rows->index(row, column).data().toString();
    }
    return QStringLiteral("no such row");
  }
  /// "sound", its problems' codes, or "not listed".
  QString modelState(const QString& path) const {
    const LibraryModel* const model = m_page->library().model(path);
    if (model == nullptr) return QStringLiteral("not listed");
    QStringList codes;
    for (const Fault& fault : model->report.faults) codes << QString::fromStdString(fault.code);
    for (const auto& component : model->report.components)
      for (const Fault& fault : component.faults) codes << QString::fromStdString(fault.code);
    return codes.isEmpty() ? QStringLiteral("sound") : codes.join(QLatin1Char(' '));
  }
  int rowCount(ModelsPage::Tab tab) const { return m_page->table(tab)->model()->rowCount(); }

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { open(); }
  void cleanup() { m_app.reset(); }

  void withoutFoldersTheSampleModelIsThere() {
    QVERIFY(!m_page->isEmpty());
    QCOMPARE(rowCount(ModelsPage::ModelsTab), 1);
    QCOMPARE(modelState(sampleModelFolder()), QStringLiteral("sound"));
    QCOMPARE(cellOf(ModelsPage::ModelsTab, sampleModelFolder(), ModelFamily), QStringLiteral("CogVideoX"));
    QVERIFY(m_page->details()->text().contains(QLatin1String("text to video")));
    QCOMPARE(rowCount(ModelsPage::LorasTab), 0);
    QCOMPARE(unnamedWidgets(*m_page).join(u'\n'), QString());
    keepPicture(QStringLiteral("models-sample"));
  }

  void emptyPageSaysWhatToDo() {
    m_page->choose(ModelsPage::ModelsTab, sampleModelFolder());
    action("models.remove")->trigger();
    QVERIFY(m_page->isEmpty());
    QVERIFY(fs::exists(sampleModelFolder().toStdString()));  // only hidden from the list
    QVERIFY(m_page->empty()->sentence().contains(QLatin1String("model_index.json")));
    keepPicture(QStringLiteral("models-empty"));
    // It can be shown again.
    QVERIFY(action("models.showRemoved")->isEnabled());
    action("models.showRemoved")->trigger();
    QVERIFY(!m_page->isEmpty());
    QVERIFY(!action("models.showRemoved")->isEnabled());
  }

  void aFullPage() {
    const QString whole = copyModel("cogvideox-2b", QStringLiteral("Modelle/Wölfe 狼"));
    const QString image = copyModel("cogvideox-5b-i2v", QStringLiteral("Modelle/cut down 5b"));
    add(path(QStringLiteral("Modelle")));
    QCOMPARE(rowCount(ModelsPage::ModelsTab), 3);
    QCOMPARE(rowCount(ModelsPage::LorasTab), 4);
    QCOMPARE(cellOf(ModelsPage::ModelsTab, whole, ModelName), QStringLiteral("Wölfe 狼"));
    QCOMPARE(modelState(whole), QStringLiteral("sound"));
    QCOMPARE(cellOf(ModelsPage::ModelsTab, image, ModelVariant), QStringLiteral("5b-I2V"));
    m_page->choose(ModelsPage::LorasTab, loraOf(whole));
    const QString text = m_page->details()->text();
    QVERIFY2(text.contains(QLatin1String("diffusers")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("Wölfe 狼")), qPrintable(text));  // it fits
    keepPicture(QStringLiteral("models-loras"));
    // It survives a restart.
    QCOMPARE(m_app->settings().modelFolders(), QStringList{path(QStringLiteral("Modelle"))});
    // A filter shows the rows containing the text, including the selected one.
    m_page->tabs()->setCurrentIndex(ModelsPage::ModelsTab);
    QTest::keyClicks(m_page->filter(), QStringLiteral("i2v"));
    QCOMPARE(rowCount(ModelsPage::ModelsTab), 1);
    QVERIFY(m_page->details()->text().contains(QLatin1String("image to video")));
    m_page->filter()->setText(QStringLiteral("nothing has this"));
    QCOMPARE(rowCount(ModelsPage::ModelsTab), 0);
    QVERIFY(!action("models.train")->isEnabled());
  }

  void sortsByValues() {
    copyModel("cogvideox-2b", QStringLiteral("m/b"));
    add(path(QStringLiteral("m")));
    FlatTable* const table = m_page->table(ModelsPage::ModelsTab);
    for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
      table->sortByColumn(ModelBytes, order);
      const auto at = [&](int row) {
        return table->model()->index(row, ModelBytes).data(LibrarySortRole).toULongLong();
      };
      QVERIFY(order == Qt::AscendingOrder ? at(0) < at(1) : at(0) > at(1));
    }
  }

  void brokenFilesAreToldInTheirRows() {
    const QString part = copyModel("cogvideox-2b", QStringLiteral("m/part"));
    fs::remove_all((part + QStringLiteral("/vae")).toStdString());
    const QString broken = copyModel("cogvideox-2b", QStringLiteral("m/broken"));
    write(QStringLiteral("m/broken/model_index.json"), "{");
    const QString wrong = copyModel("cogvideox-2b", QStringLiteral("m/wrong"));
    write(QStringLiteral("m/wrong/transformer/config.json"), "[]");
    write(QStringLiteral("m/cut.safetensors"), QByteArray("\x40\0\0\0\0\0\0\0{\"a", 11));
    write(QStringLiteral("m/page.safetensors"), "<html>no such file</html>");
    const QString good = copyModel("cogvideox-2b", QStringLiteral("m/zzz good"));
    add(path(QStringLiteral("m")));
    QCOMPARE(modelState(part), QStringLiteral("model_files.component_missing"));
    const auto cell = [&](const QString& model) { return cellOf(ModelsPage::ModelsTab, model, ModelState); };
    QVERIFY(cell(part).contains(QLatin1String("vae")));
    QVERIFY(cell(broken).contains(QLatin1String("model_index.json")));
    QVERIFY(cell(wrong).contains(QLatin1String("config.json")));
    QCOMPARE(modelState(good), QStringLiteral("sound"));
    const auto loraState = [&](const char* name) {
      return cellOf(ModelsPage::LorasTab, path(QLatin1String(name)), LoraState);
    };
    const LibraryLora* const cut = m_page->library().lora(path(QStringLiteral("m/cut.safetensors")));
    QVERIFY(cut != nullptr && cut->found.fault && cut->found.fault->code == "safetensors.header_cut");
    QCOMPARE(loraState("m/cut.safetensors"), faultText(*cut->found.fault));
    QVERIFY(!loraState("m/page.safetensors").isEmpty());
    m_page->choose(ModelsPage::ModelsTab, part);
    const std::vector<Fault> faults = faultsOf(m_page->library().model(part)->report);
    QVERIFY(m_page->details()->text().contains(faultHint(faults.front())));
    QVERIFY(!action("models.train")->isEnabled() && !action("models.generate")->isEnabled());
    keepPicture(QStringLiteral("models-broken"));
    m_page->choose(ModelsPage::LorasTab, path(QStringLiteral("m/cut.safetensors")));
    QVERIFY(!action("models.generate")->isEnabled() && !action("models.export")->isEnabled());
  }

  void aFolderThatVanishesIsTold() {
    const QString model = copyModel("cogvideox-2b", QStringLiteral("gone/model"));
    const QString folder = path(QStringLiteral("gone"));
    add(folder);
    QCOMPARE(rowCount(ModelsPage::ModelsTab), 2);
    fs::remove_all(folder.toStdString());
    action("models.refresh")->trigger();
    waitUntilLooked();
    QCOMPARE(rowCount(ModelsPage::ModelsTab), 1);
    const auto row = std::ranges::find(m_page->library().folders(), folder, &LibraryFolder::path);
    QVERIFY(row->found.fault && row->found.fault->code == "model_files.folder_gone");
    QCOMPARE(cellOf(ModelsPage::FoldersTab, folder, FolderState), faultText(*row->found.fault));
    m_page->choose(ModelsPage::FoldersTab, folder);
    keepPicture(QStringLiteral("models-folders"));
    action("models.remove")->trigger();
    QCOMPARE(m_app->settings().modelFolders(), QStringList());
    QCOMPARE(cellOf(ModelsPage::FoldersTab, folder, 0), QStringLiteral("no such row"));
  }

  void foldersAreDropped() {
    const QString model = copyModel("cogvideox-2b", QStringLiteral("dropped"));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(model)});
    QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_page, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_page, &drop);
    waitUntilLooked();
    QCOMPARE(modelState(model), QStringLiteral("sound"));
    // A model that is its own folder is hidden with it, and shown with it.
    m_page->choose(ModelsPage::ModelsTab, model);
    action("models.remove")->trigger();
    QCOMPARE(modelState(model), QStringLiteral("not listed"));
    add(model);
    QCOMPARE(modelState(model), QStringLiteral("sound"));
  }

  /// A transformer, another model's text encoders and VAE, and an image encoder, each as downloaded.
  void threeDownloadsAreOneModel() {
#ifndef FW_ENGINE_LIBRARY
    QSKIP("built without the engine");
#else
    m_app.reset();
    m_app = std::make_unique<Application>();
    qputenv("FRAMEWRIGHT_ENGINE", FW_ENGINE_LIBRARY);
    m_app->show();
    QTRY_VERIFY_WITH_TIMEOUT(m_app->bridge().engineState() == EngineBridge::State::ready, 60000);
    qputenv("FRAMEWRIGHT_ENGINE", "/nonexistent/engine.so");
    m_page = m_app->window()->findChild<ModelsPage*>();
    window().showPage(PageId::models);
    const QString model = path(QStringLiteral("m/FramePackI2V_HY"));
    const auto download = [&](const char* part, const QString& to) {
      const fs::path target(path(to).toStdString());
      fs::create_directories(target.parent_path());
      fs::copy(reference("framepack") / part, target, fs::copy_options::recursive);
    };
    const auto missing = [&] {
      QStringList names;
      for (const auto& component : m_page->library().model(model)->report.components)
        if (!component.faults.empty()) names << QString::fromStdString(component.name);
      return names.join(QLatin1Char(' '));
    };
    download("transformer", QStringLiteral("m/FramePackI2V_HY"));
    add(path(QStringLiteral("m")));
    m_page->choose(ModelsPage::ModelsTab, model);
    QVERIFY(cellOf(ModelsPage::ModelsTab, model, ModelState).contains(QLatin1String("FramePackI2V_HY")));
    QVERIFY(m_page->details()->text().contains(QLatin1String("[model.parts]")));
    QVERIFY(!action("models.train")->isEnabled() && !action("models.generate")->isEnabled());
    keepPicture(QStringLiteral("models-one-of-three"));
    for (const char* part :
         {"vae", "scheduler", "text_encoder", "text_encoder_2", "tokenizer", "tokenizer_2"})
      download(part, QStringLiteral("m/HunyuanVideo/") + QLatin1String(part));
    action("models.refresh")->trigger();
    waitUntilLooked();
    QCOMPARE(missing(), QStringLiteral("feature_extractor image_encoder"));
    for (const char* part : {"image_encoder", "feature_extractor"})
      download(part, QStringLiteral("m/flux_redux_bfl/") + QLatin1String(part));
    action("models.refresh")->trigger();
    waitUntilLooked();
    QCOMPARE(modelState(model), QStringLiteral("sound"));
    QCOMPARE(rowCount(ModelsPage::ModelsTab), 2);  // with the sample: two of the downloads are not models
    QCOMPARE(cellOf(ModelsPage::ModelsTab, model, ModelFamily), QStringLiteral("FramePack"));
    m_page->choose(ModelsPage::ModelsTab, model);
    QVERIFY(action("models.train")->isEnabled() && action("models.generate")->isEnabled());
    // The engine reads each part's weights from its own folder.
    const auto lastJob = [&] {
      return m_app->jobs().job(m_app->jobs().index(m_app->jobs().rowCount() - 1, 0));
    };
    const auto check = [&] {
      const int before = m_app->jobs().endedCount();
      action("models.check")->trigger();
      QTRY_COMPARE_WITH_TIMEOUT(m_app->jobs().endedCount(), before + 1, 60000);
    };
    check();
    QCOMPARE(lastJob()->state, engine_api::JobState::finished);
    QCOMPARE(modelState(model), QStringLiteral("sound"));
    QCOMPARE(m_page->library().model(model)->report.components.size(), size_t{9});
    keepPicture(QStringLiteral("models-three-downloads"));
    const fs::path weights(
        path(QStringLiteral("m/flux_redux_bfl/image_encoder/model.safetensors")).toStdString());
    fs::resize_file(weights, fs::file_size(weights) - 8);
    check();
    QVERIFY(missing() == QLatin1String("image_encoder"));
    keepPicture(QStringLiteral("models-damaged-download"));
#endif
  }

  void theEngineChecksAModel() {
    addKind("model_check", {{"sound", false},
                            {"faults", nlohmann::json::array()},
                            {"components",
                             {{{"name", "transformer"},
                               {"class", "CogVideoXTransformer3DModel"},
                               {"dtypes", "bf16"},
                               {"parameters", 7},
                               {"bytes", 14},
                               {"faults", {Fault(fake::broken_file, {{"file", "proj_out"}})}}}}}});
    m_page->choose(ModelsPage::ModelsTab, sampleModelFolder());
    QVERIFY(action("models.check")->isEnabled());
    action("models.check")->trigger();
    QTRY_COMPARE(modelState(sampleModelFolder()), QStringLiteral("test.broken_file"));
    QTRY_VERIFY(!m_params.is_null());  // it arrives separately from the queue's thread
    QCOMPARE(m_params.get<engine_api::ModelCheckRequest>().folder.string(),
             sampleModelFolder().toStdString());
    QVERIFY(m_page->details()->text().contains(QLatin1String("Copy proj_out again.")));
    QVERIFY(!action("models.train")->isEnabled());
  }

  void withoutTheEngineNothingIsCheckedOrExported() {
    const QString model = copyModel("cogvideox-2b", QStringLiteral("model"));
    add(model);
    m_page->choose(ModelsPage::LorasTab, loraOf(model));
    QVERIFY(!action("models.check")->isEnabled() && !action("models.export")->isEnabled());
    QVERIFY(action("models.generate")->isEnabled() && action("models.reveal")->isEnabled());
  }

  void exportAsksTheEngine() {
    const QString model = copyModel("cogvideox-2b", QStringLiteral("model"));
    const QString lora = loraOf(model);
    add(model);
    LoraExportDialog dialog(*m_page->library().lora(lora), m_page->library(), m_folder->path());
    QCOMPARE(unnamedWidgets(dialog).join(u'\n'), QString());
    QCOMPARE(dialog.target()->text(), path(QStringLiteral("lora-comfyui.safetensors")));
    dialog.format()->setCurrentIndex(1);
    QCOMPARE(dialog.target()->text(), path(QStringLiteral("lora-kohya.safetensors")));
    // A typed name is kept; an extension is added.
    dialog.target()->setText(path(QStringLiteral("other")));
    dialog.format()->setCurrentIndex(0);
    engine_api::LoraRequest wanted{.work = engine_api::LoraWork::convert,
                                   .model = model.toStdString(),
                                   .loras = {{lora.toStdString()}},
                                   .out = path(QStringLiteral("other.safetensors")).toStdString(),
                                   .format = model_files::LoraFormat::comfyui};
    QVERIFY(dialog.request() == wanted);
    auto* const button = [&] {
      for (QPushButton* const each : dialog.findChildren<QPushButton*>())
        if (each->accessibleName() == QLatin1String("Export")) return each;
      return static_cast<QPushButton*>(nullptr);
    }();
    QVERIFY(button != nullptr && button->isEnabled());
    // Never over itself, and over another file only after confirmation.
    dialog.target()->setText(lora);
    QVERIFY(!button->isEnabled());
    write(QStringLiteral("other.safetensors"), "x");
    dialog.target()->setText(path(QStringLiteral("other.safetensors")));
    dialog.show();
    for (const bool replace : {false, true}) {
      QTimer::singleShot(0, &dialog, [replace] {
        QWidget* const question = QApplication::activeModalWidget();
        auto* const yes = question->findChild<QPushButton*>(QStringLiteral("replaceFile"));
        replace ? yes->click() : QTest::keyClick(question, Qt::Key_Escape);
      });
      QTest::keyClick(dialog.target(), Qt::Key_Return);  // of all buttons it presses the export button
      QCOMPARE(dialog.isVisible(), !replace);
    }
    wanted.overwrite = true;
    addKind("lora", engine_api::LoraFiles{{"other.safetensors"}});
    m_page->library().exportLora(dialog.request(), QStringLiteral("Export"));
    QTRY_COMPARE(m_params.dump(), nlohmann::json(wanted).dump());
  }

  void mergingAsksTheEngine() {
    const QString model = copyModel("cogvideox-2b", QStringLiteral("model"));
    const QString lora = loraOf(model);
    add(model);
    const QString second = QFileInfo(lora).dir().filePath(QStringLiteral("second.safetensors"));
    QVERIFY(QFile::copy(lora, second));
    m_page->library().look();
    QTRY_VERIFY(m_page->library().lora(second) != nullptr);
    LoraMergeDialog dialog({m_page->library().lora(lora)}, m_page->library(), m_folder->path());
    QCOMPARE(unnamedWidgets(dialog).join(u'\n'), QString());
    dialog.show();
    engine_api::LoraRequest wanted{.work = engine_api::LoraWork::fuse,
                                   .model = model.toStdString(),
                                   .loras = {},
                                   .out = path(QStringLiteral("lora-merged.safetensors")).toStdString()};
    for (auto* const box : dialog.findChildren<QCheckBox*>()) {
      if (!box->isVisible()) continue;  // of another model
      QCOMPARE(box->isChecked(), box->toolTip() == lora);
      box->setChecked(true);
      const double strength = box->toolTip() == lora ? 1 : 0.25;
      box->parentWidget()->findChild<QDoubleSpinBox*>()->setValue(strength);
      wanted.loras.push_back({box->toolTip().toStdString(), strength});
    }
    QVERIFY(wanted.loras.size() >= 2 && dialog.merge()->isEnabled() && dialog.request() == wanted);
    dialog.work()->setCurrentIndex(1);
    wanted.work = engine_api::LoraWork::merge;
    wanted.out = path(QStringLiteral("lora-model")).toStdString();
    QVERIFY(dialog.request() == wanted);
    dialog.target()->setText(model);  // never over anything
    QVERIFY(!dialog.merge()->isEnabled());
  }

  void renamesAFile() {
    const QString model = copyModel("cogvideox-2b", QStringLiteral("model"));
    add(model);
    m_page->library().rename(loraOf(model), QStringLiteral("katze.safetensors"));
    const QString renamed = model + QStringLiteral("/lora/katze.safetensors");
    QTRY_COMPARE(cellOf(ModelsPage::LorasTab, renamed, LoraName), QStringLiteral("katze"));
    write(QStringLiteral("model/lora/taken.safetensors"), "x");
    m_page->library().rename(renamed, QStringLiteral("taken.safetensors"));
    QTRY_VERIFY(m_page->messages()->count() == 1);
    QVERIFY(m_page->messages()->holds("base.file_exists"));
    QVERIFY(m_page->messages()->text().contains(QLatin1String("taken.safetensors")));
    QVERIFY(fs::exists(renamed.toStdString()));
  }

  void modelsAndLorasGoToOtherPages() {
    const QString model = copyModel("cogvideox-2b", QStringLiteral("model"));
    add(model);
    WeightsChoice weights;
    connect(&m_app->navigator(), &Navigator::weightsRequested, this,
            [&](const WeightsChoice& wanted) { weights = wanted; });
    m_page->choose(ModelsPage::ModelsTab, model);
    action("models.generate")->trigger();
    QVERIFY(weights.model == model.toStdString() && !weights.loras);
    m_page->choose(ModelsPage::LorasTab, loraOf(model));
    action("models.generate")->trigger();
    QVERIFY(weights.model == model.toStdString());
    QVERIFY(weights.loras == std::vector<engine_api::LoraChoice>{{loraOf(model).toStdString()}});
    // Train, even if the project is opened only then.
    m_page->choose(ModelsPage::ModelsTab, model);
    action("models.train")->trigger();
    auto* const train = m_app->window()->findChild<TrainPage*>();
    QVERIFY(train->isVisible());
    m_app->project().create(path(QStringLiteral("Cats")));
    QTRY_COMPARE(train->draft().run().settings.model_folder, model.toStdString());
    m_app->window()->showPage(PageId::models);
    m_page->choose(ModelsPage::ModelsTab, sampleModelFolder());
    action("models.train")->trigger();
    QCOMPARE(train->draft().run().settings.model_folder, sampleModelFolder().toStdString());
  }

  void aRunInANamedFolderOffersItsModel() {
    const QString model = copyModel("cogvideox-2b", QStringLiteral("elsewhere/model"));
    RunFolder run(path(QStringLiteral("others")), QStringLiteral("hunde"), 100);
    run.write(QStringLiteral("run.toml"),
              QStringLiteral("schema = 1\n[model]\nfamily = \"cogvideox\"\nfolder = \"%1\"\n").arg(model));
    const QString lora = run.path() + QStringLiteral("/result/pytorch_lora_weights.safetensors");
    QVERIFY(QDir().mkpath(run.path() + QStringLiteral("/result")));
    QVERIFY(QFile::copy(loraOf(model), lora));
    add(path(QStringLiteral("others")));
    QCOMPARE(cellOf(ModelsPage::LorasTab, lora, LoraName), QStringLiteral("hunde, result"));
    QCOMPARE(cellOf(ModelsPage::LorasTab, lora, LoraBase), QStringLiteral("model"));
    QCOMPARE(modelState(model), QStringLiteral("sound"));
    QCOMPARE(m_page->library().modelsFor(*m_page->library().lora(lora)).front()->path, model);
  }

  void runsOfTheProjectAreThere() {
    const QString model = copyModel("cogvideox-2b", QStringLiteral("elsewhere/model"));
    m_app->project().create(path(QStringLiteral("Cats")));
    QTRY_VERIFY(m_app->project().isOpen());
    window().showPage(PageId::models);  // a new project opens on its clips
    RunFolder run(m_app->project().folder(), QStringLiteral("katzen"), 100);
    run.write(QStringLiteral("run.toml"), QStringLiteral("schema = 1\n[run]\nname = \"katzen\"\n[model]\n"
                                                         "family = \"cogvideox\"\nfolder = \"%1\"\n")
                                              .arg(model));
    run.checkpoint(50);
    run.flush();
    const QString lora =
        run.path() + QStringLiteral("/checkpoints/step-00000050/pytorch_lora_weights.safetensors");
    QVERIFY(QFile::copy(loraOf(model), lora));
    QTRY_COMPARE(cellOf(ModelsPage::LorasTab, lora, LoraStep), QStringLiteral("50"));
    QVERIFY(cellOf(ModelsPage::LorasTab, lora, LoraName).startsWith(QLatin1String("katzen")));
    // The model that the run was trained on is listed automatically.
    QTRY_COMPARE(modelState(model), QStringLiteral("sound"));
    QCOMPARE(cellOf(ModelsPage::LorasTab, lora, LoraBase), QStringLiteral("model"));
    QCOMPARE(m_app->settings().modelFolders(), QStringList());
    m_page->choose(ModelsPage::LorasTab, lora);
    QVERIFY(!action("models.rename")->isEnabled());  // resuming the run needs its name
    // A new checkpoint appears automatically.
    run.checkpoint(100);
    run.flush();
    const QString later =
        run.path() + QStringLiteral("/checkpoints/step-00000100/pytorch_lora_weights.safetensors");
    QVERIFY(QFile::copy(loraOf(model), later));
    QTRY_COMPARE(cellOf(ModelsPage::LorasTab, later, LoraStep), QStringLiteral("100"));
    m_app->project().close();
    QTRY_COMPARE(rowCount(ModelsPage::LorasTab), 0);
  }
};

QTEST_MAIN(TestModelsPage)
#include "test_models_page.moc"
