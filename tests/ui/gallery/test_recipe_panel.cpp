// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QDir>
#include <QFile>

#include "ui/gallery/gallery_fixture.h"
#include "ui/gallery/recipe_panel.h"

using namespace fw;
using namespace fw::ui;

class TestRecipePanel : public QObject, private GalleryFixture {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { setEnvironment(); }
  void init() { start(); }
  void cleanup() { stop(); }

  void recipeGoesToGenerate() {
    openProject();
    const RunFolder run = makeRun(QStringLiteral("cats"));
    waitForClips(3, 2);
    Wanted wanted;
    listen(wanted);
    const std::string lora =
        (run.path() + QStringLiteral("/checkpoints/step-00000200/pytorch_lora_weights.safetensors"))
            .toStdString();
    QTRY_VERIFY(action("gallery.generate").isEnabled());
    action("gallery.generate").trigger();
    QCOMPARE(wanted.request.prompt, std::string("0-0"));
    QCOMPARE(wanted.request.seed, int64_t{1});
    QCOMPARE(wanted.request.steps, int64_t{7});
    QCOMPARE(wanted.request.guidance_scale, 4.5);
    QCOMPARE(wanted.request.frames, int64_t{9});
    QCOMPARE(wanted.request.width, int64_t{96});
    const std::vector<engine_api::LoraChoice> theLora{{lora}};
    const engine_api::LoraChoice preview{"/loras/fast.safetensors", 0.5};
    const std::vector<engine_api::LoraChoice> both{{lora}, preview};
    QVERIFY(wanted.request.loras == both);
    QVERIFY(window().pages()[static_cast<size_t>(window().placeOf(PageId::generate))]->isVisible());
    action("gallery.useCheckpoint").trigger();
    QVERIFY(wanted.weights.loras == theLora);
    action("gallery.copyRecipe").trigger();
    QVERIFY2(QGuiApplication::clipboard()->text().contains(QLatin1String("Denoising steps: 7")),
             qPrintable(QGuiApplication::clipboard()->text()));
    QVERIFY(QGuiApplication::clipboard()->text().contains(
        QLatin1String("Preview LoRA: /loras/fast.safetensors, strength 0.5")));
    // A step with a deleted checkpoint, and the one before training, offer no weights.
    grid().setCurrentIndex(page().matrix().index(1, 0));
    QVERIFY(!action("gallery.useCheckpoint").isEnabled());
    QVERIFY2(page().recipe()->whyNot().contains(QLatin1String("not kept")),
             qPrintable(page().recipe()->whyNot()));
    grid().setCurrentIndex(page().matrix().index(0, 0));
    QVERIFY(!action("gallery.useCheckpoint").isEnabled());
    QVERIFY(page().recipe()->whyNot().contains(QLatin1String("Before training")));
    QTRY_VERIFY(action("gallery.generate").isEnabled());
    action("gallery.generate").trigger();
    QVERIFY(wanted.request.loras == std::vector{preview});
  }

  void theRecipeHasThePartsOfTheModel() {
    openProject();
    RunFolder run = makeRun(QStringLiteral("cats"));
    run.write(QStringLiteral("run.toml"),
              "schema = 1\n[run]\nname = \"cats\"\n[model]\nfamily = \"cogvideox\"\nfolder = \"/model\"\n"
              "[model.parts]\nvae = \"/other/vae\"\n[training]\ntrain_steps = 200\n");
    waitForClips(3, 2);
    Wanted wanted;
    listen(wanted);
    QTRY_VERIFY(action("gallery.generate").isEnabled());
    action("gallery.generate").trigger();
    const catalog::Parts parts{{"vae", "/other/vae"}};
    QVERIFY(wanted.request.model == "/model" && wanted.request.parts == parts);
    action("gallery.useCheckpoint").trigger();
    QVERIFY(wanted.weights.model == "/model" && wanted.weights.parts == parts);
    action("gallery.copyRecipe").trigger();
    QVERIFY2(QGuiApplication::clipboard()->text().contains(QLatin1String("VAE folder: /other/vae")),
             qPrintable(QGuiApplication::clipboard()->text()));
  }

  void resultServesWhenTheCheckpointIsGone() {
    openProject();
    const RunFolder run = makeRun(QStringLiteral("cats"));
    QDir(run.path() + QStringLiteral("/checkpoints/step-00000200")).removeRecursively();
    QDir().mkpath(run.path() + QStringLiteral("/result"));
    const QByteArray header = "{\"__metadata__\":{\"framewright_step\":\"200\"}}";
    QFile file(run.path() + QStringLiteral("/result/pytorch_lora_weights.safetensors"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const quint64 length = static_cast<quint64>(header.size());
    file.write(reinterpret_cast<const char*>(&length), sizeof length);
    file.write(header);
    file.close();
    waitForClips(3, 2);
    QCOMPARE(page().matrix().run()->weights.at(200).path, file.fileName());
    QVERIFY(action("gallery.useCheckpoint").isEnabled());
  }
};

QTEST_MAIN(TestRecipePanel)
#include "test_recipe_panel.moc"
