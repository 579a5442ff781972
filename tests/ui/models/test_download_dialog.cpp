// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>

#include "ui/models/download_dialog.h"
#include "ui/models/models_fixture.h"
#include "ui/support/access_walk.h"
#include "ui/widgets/flat_table.h"
#include "workflow/download_jobs.h"

using namespace fw;
using namespace fw::ui;

namespace {

constexpr uint64_t gib = 1ULL << 30;

int rowOf(std::string_view model) {
  const auto all = catalog::downloads();
  return static_cast<int>(std::ranges::find(all, model, &catalog::Download::model) - all.begin());
}

void choose(DownloadDialog& dialog, std::string_view model) {
  dialog.table()->setCurrentIndex(dialog.table()->model()->index(rowOf(model), 0));
}

QString cellOf(const DownloadDialog& dialog, std::string_view model, int column) {
  return dialog.table()->model()->index(rowOf(model), column).data().toString();
}

}  // namespace

/// The published models as the window offers them.
class TestDownloadDialog : public ModelsTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() { open(); }
  void cleanup() { m_app.reset(); }

  void everyPublishedModelHasARow() {
    DownloadDialog dialog(24 * gib);
    QCOMPARE(dialog.table()->model()->rowCount(), static_cast<int>(catalog::downloads().size()));
    for (const catalog::Download& download : catalog::downloads())
      for (int column = 0; column < dialog.table()->model()->columnCount(); ++column)
        QVERIFY2(!cellOf(dialog, download.model, column).isEmpty(), download.model.data());
    QCOMPARE(unnamedWidgets(dialog).join(u'\n'), QString());
    dialog.show();
    keepPictureOf(dialog, QStringLiteral("download"));
  }

  void theVerdictIsForThisGpu() {
    constexpr int verdict = 4;
    QCOMPARE(cellOf(DownloadDialog(24 * gib), "wan-2.1-t2v-1.3b", verdict),
             QStringLiteral("LoRA and full fine-tune"));
    QCOMPARE(cellOf(DownloadDialog(0), "wan-2.1-t2v-1.3b", verdict), QStringLiteral("Needs a GPU of 6 GB"));
    QVERIFY(cellOf(DownloadDialog(6 * gib), "wan-2.2-t2v-a14b", verdict).startsWith(QLatin1String("Needs")));
  }

  void termsAreAcceptedForOneModel() {
    DownloadDialog dialog(24 * gib);
    dialog.show();
    choose(dialog, "wan-2.1-t2v-1.3b");
    QVERIFY(dialog.download()->isEnabled());
    QVERIFY(!dialog.accepts()->isVisible());
    choose(dialog, "hunyuan-video");
    QVERIFY(!dialog.download()->isEnabled());
    QVERIFY(dialog.terms()->text().contains(QLatin1String("European Union")));
    QTest::mouseClick(dialog.accepts(), Qt::LeftButton, {}, QPoint(8, dialog.accepts()->height() / 2));
    QVERIFY(dialog.download()->isEnabled());
    choose(dialog, "cogvideox-5b");
    QVERIFY(!dialog.download()->isEnabled());
    QVERIFY(!dialog.accepts()->isChecked());
    // Several downloads that form one model are found only next to each other.
    choose(dialog, "framepack-i2v-hy");
    dialog.accepts()->setChecked(true);
    QVERIFY(!dialog.download()->isEnabled());
    dialog.folder()->setText(path(QStringLiteral("Modelle")));
    QVERIFY(dialog.download()->isEnabled());
    const workflow::ModelFetchRequest request = dialog.request();
    QCOMPARE(request.model, std::string("framepack-i2v-hy"));
    QVERIFY(request.folder == path(QStringLiteral("Modelle")).toStdString() && request.licence_accepted);
  }

  void whatHasArrivedIsListed() {
    const QString model = copyModel("cogvideox-2b", QStringLiteral("arrived"));
    workflow::DownloadReport report{.folder = model.toStdString()};
    addKind(workflow::ModelFetchRequest::kind.data(), report);
    QTimer::singleShot(0, this, [] {
      auto* const dialog = qobject_cast<DownloadDialog*>(QApplication::activeModalWidget());
      choose(*dialog, "wan-2.1-t2v-1.3b");
      dialog->download()->click();
    });
    action("models.download")->trigger();
    QTRY_VERIFY(m_page->library().model(model) != nullptr);
    QCOMPARE(m_params.at("model").get<std::string>(), std::string("wan-2.1-t2v-1.3b"));
  }
};

QTEST_MAIN(TestDownloadDialog)
#include "test_download_dialog.moc"
