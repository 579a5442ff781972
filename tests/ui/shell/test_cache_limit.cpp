// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTest>

#include "base/paths.h"
#include "engine_api/requests.h"
#include "ui/state/file_path.h"
#include "ui/support/window_test.h"
#include "ui/widgets/message_bar.h"

using namespace fw;
using namespace fw::ui;

class TestCacheLimit : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { isolate(); }
  void init() {
    makeFolder();
    Settings().setCacheLimitGib(1);
    restart();
  }
  void cleanup() { m_app.reset(); }

  /// Whatever encodes clips: its own job, or a run that needs them.
  void aFullCacheIsTold_data() {
    QTest::addColumn<std::string>("kind");
    for (const std::string_view kind : {engine_api::PrecomputeRequest::kind, engine_api::TrainRequest::kind})
      QTest::newRow(kind.data()) << std::string(kind);
  }
  void aFullCacheIsTold() {
    QFETCH(std::string, kind);
    m_app->bridge().addKind({kind, {}, [](const nlohmann::json&) {
                               return engine_api::make_job([](engine_api::JobContext&) {
                                 const QDir entries(toText(cache_folder() / "latents" / "latents"));
                                 entries.mkpath(QStringLiteral("."));
                                 QFile entry(
                                     entries.filePath(QString(32, u'0') + QStringLiteral(".safetensors")));
                                 if (entry.open(QIODevice::WriteOnly)) entry.resize((qint64{1} << 30) + 1);
                                 return engine_api::Outcome::finished({});
                               });
                             }});
    QVERIFY(!window().messages().holds("cache.large"));
    m_app->bridge().submit({kind, "LoRA", {}});
    QTRY_VERIFY(window().messages().holds("cache.large"));
  }
};

QTEST_MAIN(TestCacheLimit)
#include "test_cache_limit.moc"
