// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "catalog/ltx2_parts.h"
#include "core/catalog/original_file.h"

using namespace fw;
using namespace fw::catalog;

/// Components of LTX-2 models in the makers' files.
class TestLtx2Parts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void original_files_have_all_tensors_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("part");
    for (const char* part : {"transformer", "connectors", "vae"})
      for (const char* version : {"ltx-2-19b", "ltx-2.3-22b"})
        QTest::addRow("%s %s", version, part) << QString("%1-%2").arg(version, part) << part;
  }
  void original_files_have_all_tensors() {
    QFETCH(QString, model);
    QFETCH(QString, part);
    const Original original(model.toStdString());
    const auto found = ltx2_part(original.header, part.toStdString(), {});
    QVERIFY(found.has_value());
    QCOMPARE(found->tensors.size(), original.shapes.size());
    for (const auto& [name, shape] : original.shapes) {
      QVERIFY2(found->tensors.contains(name), name.c_str());
      QCOMPARE(read_shape(found->tensors.at(name), original.header), shape);
    }
  }

  /// Configurations inferred from shapes equal the published ones.
  void configurations_are_inferred_data() { original_files_have_all_tensors_data(); }
  void configurations_are_inferred() {
    QFETCH(QString, model);
    QFETCH(QString, part);
    const Original original(model.toStdString());
    const auto config = ltx2_part(original.header, part.toStdString(), {})->config;
    for (const auto& [key, value] : config.items())
      if (original.config.contains(key))
        QVERIFY2(original.config.at(key) == value, (key + " is " + value.dump()).c_str());
  }

  void a_folders_configuration_is_kept() {
    const Original original("ltx-2.3-22b-vae");
    QCOMPARE(ltx2_part(original.header, "vae", original.config)->config, original.config);
    QVERIFY(!ltx2_part(original.header, "vae", {{"_class_name", "AutoencoderKLWan"}}));
    QVERIFY(!ltx2_part(original.header, "transformer", {}));
    QVERIFY(!ltx2_part(original.header, "image_encoder", {}));
  }

  void sound_is_told_from_video() {
    for (const char* name :
         {"audio_proj_in.weight", "transformer_blocks.3.audio_attn1.to_q",
          "transformer_blocks.0.video_to_audio_attn.to_k.bias",
          "transformer_blocks.0.video_a2v_cross_attn_scale_shift_table",
          "transformer_blocks.0.scale_shift_table_a2v_ca_audio", "av_ca_a2v_gate_adaln_single.linear.bias",
          "av_cross_attn_audio_v2a_gate.linear.bias", "transformer_blocks_0_audio_ff_net_2"})
      QVERIFY2(is_of_ltx2_sound(name), name);
    for (const char* name :
         {"proj_in.weight", "transformer_blocks.3.attn1.to_q", "scale_shift_table",
          "transformer_blocks.0.prompt_scale_shift_table", "caption_projection.linear_1.bias"})
      QVERIFY2(!is_of_ltx2_sound(name), name);
  }
};

QTEST_GUILESS_MAIN(TestLtx2Parts)
#include "test_ltx2_parts.moc"
