// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "catalog/wan_parts.h"
#include "core/catalog/original_file.h"

using namespace fw;
using namespace fw::catalog;

/// Components of Wan models in files of their own.
class TestWanParts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void original_files_have_all_tensors_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("part");
    QTest::newRow("UMT5") << "umt5-xxl-encoder"
                          << "text_encoder";
    QTest::newRow("CLIP") << "clip-vit-h-vision"
                          << "image_encoder";
    QTest::newRow("VAE 2.1") << "wan-2.1-vae"
                             << "vae";
    QTest::newRow("VAE 2.2") << "wan-2.2-vae"
                             << "vae";
  }
  void original_files_have_all_tensors() {
    QFETCH(QString, model);
    QFETCH(QString, part);
    Original file(model.toStdString());
    add(file.header, "spiece_model", {100});
    add(file.header, "textual.head.0.weight", {2, 2});
    const auto found = wan_part(file.header, part.toStdString(), nullptr);
    QVERIFY(found.has_value());
    for (const auto& [name, stored] : found->tensors) {
      QVERIFY2(file.shapes.contains(name), name.c_str());
      QCOMPARE(read_shape(stored, file.header), file.shapes.at(name));
      file.shapes.erase(name);
    }
    file.shapes.erase("visual_projection.weight");  // transposed in the original file, and unused
    QVERIFY2(file.shapes.empty(), file.shapes.empty() ? "" : file.shapes.begin()->first.c_str());
    // The configuration inferred from the shapes must be that of the published folder.
    for (const auto& [key, value] : found->config.items())
      if (key != "architectures" && key != "_class_name" && file.config.contains(key))
        QVERIFY2(value == file.config.at(key), (key + " " + value.dump()).c_str());
    const auto configured = wan_part(file.header, part.toStdString(), file.config);
    QCOMPARE(configured->config.value("dropout", -1.0), file.config.value("dropout", -1.0));
  }

  void published_names_stay_data() { original_files_have_all_tensors_data(); }
  void published_names_stay() {
    QFETCH(QString, model);
    QFETCH(QString, part);
    const Original file(model.toStdString());
    safetensors::Header header;
    for (const auto& [name, shape] : file.shapes) add(header, name, shape);
    const auto found = wan_part(header, part.toStdString(), file.config);
    QVERIFY(found.has_value());
    QCOMPARE(found->tensors.size(), file.shapes.size());
    for (const auto& [name, stored] : found->tensors) QCOMPARE(stored, StoredTensor{.name = name});
  }

  void other_files_are_none() {
    const Original umt5("umt5-xxl-encoder"), vae("wan-2.1-vae");
    QVERIFY(!wan_part(umt5.header, "vae", nullptr));
    QVERIFY(!wan_part(umt5.header, "image_encoder", nullptr));
    QVERIFY(!wan_part(vae.header, "text_encoder", nullptr));
    QVERIFY(!wan_part(vae.header, "transformer", nullptr));
    QVERIFY(!wan_part(vae.header, "vae", {{"_class_name", "AutoencoderKLMochi"}}));
    safetensors::Header t5;  // has only one table of relative positions
    for (const auto& [name, shape] : umt5.shapes)
      if (!name.ends_with("bias.weight") || name.starts_with("encoder.block.0.")) add(t5, name, shape);
    QVERIFY(!wan_part(t5, "text_encoder", nullptr));
  }
};

QTEST_GUILESS_MAIN(TestWanParts)
#include "test_wan_parts.moc"
