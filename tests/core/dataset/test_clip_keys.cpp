// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <set>

#include "base/hash.h"
#include "dataset/clip_keys.h"

using namespace fw;
using namespace fw::dataset;

/// The names of entries: existing caches must stay valid.
class TestClipKeys : public QObject {
  Q_OBJECT

  static DatasetSample sample() {
    return {.id = "1-0",
            .source = "/clips/a.mp4",
            .content_hash = "hash",
            .source_in = 2,
            .source_out = 20,
            .fps = 8,
            .first_frame = 1,
            .frame_count = 5,
            .crop = {3, 4, 64, 48},
            .bucket = {5, 48, 64},
            .caption = "a"};
  }
  static ClipEncoding encoding() { return {.vae = "v", .dtype = "BFloat16", .tiling = true}; }

 private Q_SLOTS:
  void entries_that_are_there_keep_their_names() {
    CacheKeys keys = clip_keys(sample(), encoding());
    QVERIFY(keys.image.empty() && keys.text.empty());
    const std::string begin = R"({"crop":[3,4,64,48],"cut":[2,20,8.0],"dtype":"BFloat16","format":1,)";
    const std::string end = R"("size":[48,64],"source":"hash","stored":"posterior","tiling":true,)";
    QCOMPARE(keys.latents, hash_hex(begin + R"("frames":[1,5],"part":"whole",)" + end + R"("vae":"v"})"));
    ClipEncoding images = encoding();
    images.first_frames = true;
    keys = clip_keys(sample(), images);
    const std::string first = R"("frames":[1,1],"part":"first_frame",)";
    QCOMPARE(keys.image, hash_hex(begin + first + end + R"("vae":"v"})"));
    images.image_noise = true;
    keys = clip_keys(sample(), images);
    QCOMPARE(keys.image, hash_hex(begin + R"("frames":[1,1],"noised_images":8,"part":"first_frame",)" + end +
                                  R"("vae":"v"})"));
    images.image_noise = false;
    images.image_encoder = "s";
    keys = clip_keys(sample(), images);
    QCOMPARE(keys.image, hash_hex(begin + R"("frames":[1,1],"image_encoder":"s","part":"first_frame",)" +
                                  end.substr(0, end.size() - 1) + "}"));
  }

  void captions_that_are_there_keep_their_names() {
    ClipEncoding encoding{.dtype = "BFloat16", .text_encoders = "t", .token_limits = {226}};
    const std::string begin = R"({"caption":"a","dtype":"BFloat16","format":1,"text_encoder":)";
    QCOMPARE(caption_key("a", encoding), hash_hex(begin + R"("t","tokens":226})"));
    encoding.text_encoders = "t+u";
    encoding.token_limits = {256, 77};
    QCOMPARE(caption_key("a", encoding), hash_hex(begin + R"("t+u","tokens":[256,77]})"));
    QVERIFY(caption_key("b", encoding) != caption_key("a", encoding));
  }

  /// Which encoding gave a sample its keys, and where it differs from another one.
  void an_encoding_is_known_by_its_keys() {
    ClipEncoding made = encoding();
    made.text_encoders = "t";
    made.token_limits = {226};
    made.first_frames = true;
    DatasetSample one = sample();
    const auto encode = [&](const ClipEncoding& by) {
      one.keys = clip_keys(one, by);
      one.keys.text = caption_key(one.caption, by);
      one.keys.empty_text = caption_key("", by);
    };
    encode(made);
    QVERIFY(has_keys_of(one, made));
    QCOMPARE(differences(one, made), std::string());
    const auto differing = [&](auto change) {
      ClipEncoding wanted = made;
      change(wanted);
      const auto found = encoding_of(one, wanted);
      if (found &&
          (found->tiling != made.tiling || found->dtype != made.dtype || found->stored != made.stored))
        return std::string("found otherwise");
      return differences(one, wanted);
    };
    QCOMPARE(differing([](auto& way) { way.tiling = false; }), std::string("VAE tiling on"));
    QCOMPARE(differing([](auto& way) { way.dtype = "Half"; }), std::string("the type bf16"));
    QCOMPARE(differing([](auto& way) { way.dtype = "Half", way.any_dtype = true; }), std::string());
    QCOMPARE(differing([](auto& way) { way.stored = catalog::StoredLatents::sample; }),
             std::string("the stored form posterior"));
    QCOMPARE(differing([](auto& way) { way.image_noise = true; }), std::string("first-frame noise off"));
    QCOMPARE(differing([](auto& way) { way.vae = "w"; }), std::string("another VAE or clip"));
    QCOMPARE(differing([](auto& way) { way.text_encoders = "u"; }),
             std::string("another text encoder or caption"));
    QCOMPARE(differing([](auto& way) { way.vae = "", way.text_encoders = ""; }), std::string());
    // First frames that are not needed do not matter; missing ones do.
    QCOMPARE(differing([](auto& way) { way.first_frames = false; }), std::string());
    ClipEncoding without = made;
    without.first_frames = false;
    encode(without);
    QVERIFY(!encoding_of(one, made));
    QCOMPARE(differences(one, made), std::string("another task, without first frames"));
    one.caption = "changed";
    QCOMPARE(differences(one, without), std::string("another text encoder or caption"));
  }

  void whatever_changes_the_latents_changes_their_name() {
    std::set<std::string> names{clip_keys(sample(), encoding()).latents};
    const auto changed = [&](auto change) {
      DatasetSample one = sample();
      ClipEncoding way = encoding();
      change(one, way);
      return names.insert(clip_keys(one, way).latents).second;
    };
    QVERIFY(changed([](auto& one, auto&) { one.content_hash = "other"; }));
    QVERIFY(changed([](auto& one, auto&) { one.source_in = 3; }));
    QVERIFY(changed([](auto& one, auto&) { one.fps = 16; }));
    QVERIFY(changed([](auto& one, auto&) { one.first_frame = 2; }));
    QVERIFY(changed([](auto& one, auto&) { one.crop.x = 0; }));
    QVERIFY(changed([](auto& one, auto&) { one.bucket.width = 96; }));
    QVERIFY(changed([](auto&, auto& way) { way.vae = "w"; }));
    QVERIFY(changed([](auto&, auto& way) { way.dtype = std::string(torch_name(catalog::Dtype::fp32)); }));
    QVERIFY(changed([](auto&, auto& way) { way.tiling = false; }));
    QVERIFY(changed([](auto&, auto& way) { way.stored = catalog::StoredLatents::sample; }));
    QVERIFY(!changed([](auto& one, auto&) { one.id = "2-0"; }));
    QVERIFY(!changed([](auto& one, auto&) { one.source = "/moved/a.mp4"; }));
    QVERIFY(!changed([](auto& one, auto&) { one.caption = "other"; }));
    QVERIFY(!changed([](auto&, auto& way) { way.first_frames = way.image_noise = true; }));
  }
};

QTEST_APPLESS_MAIN(TestClipKeys)
#include "test_clip_keys.moc"
