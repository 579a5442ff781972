// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <random>

#include "catalog/bucket_rules.h"
#include "catalog/catalog.h"
#include "dataset/bucket_fit.h"
#include "dataset/bucket_proposal.h"

using fw::catalog::Bucket;
using fw::catalog::BucketRules;
using fw::catalog::Crop;
using fw::dataset::ClipShape;
using fw::dataset::LongClips;

namespace {

const BucketRules& cogvideox_1_0 = fw::catalog::find_model("cogvideox-2b")->rules;
const BucketRules& cogvideox_1_5 = fw::catalog::find_model("cogvideox-1.5-5b")->rules;

ClipShape clip(int64_t width, int64_t height, int64_t frames, double fps = 24) {
  return {.id = 7, .width = width, .height = height, .frames = frames, .source_fps = fps};
}

std::vector<ClipShape> several(int64_t count, const ClipShape& shape) {
  return std::vector<ClipShape>(static_cast<size_t>(count), shape);
}

std::vector<Bucket> parse_all(const QStringList& texts) {
  std::vector<Bucket> buckets;
  for (const QString& text : texts) buckets.push_back(fw::catalog::parse_bucket(text.toStdString()).value());
  return buckets;
}

QStringList codes(const std::vector<fw::Fault>& faults) {
  QStringList list;
  for (const fw::Fault& fault : faults) list << QString::fromStdString(fault.code).section('.', 1);
  return list;
}

bool no_open_placeholder(const fw::Fault& fault) {
  return fault.full_message().find('{') == std::string::npos;
}

}  // namespace

class TestBuckets : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_fit_says_what_is_lost_data() {
    QTest::addColumn<QList<int>>("shape");  // width, height, frames
    QTest::addColumn<QString>("bucket");
    QTest::addColumn<QList<int>>("crop");
    QTest::addColumn<double>("crop_percent");
    QTest::addColumn<int>("dropped");
    QTest::addColumn<double>("scale");
    using Ints = QList<int>;
    QTest::newRow("exact") << Ints{720, 480, 49} << "49x480x720" << Ints{0, 0, 720, 480} << 0.0 << 0 << 1.0;
    QTest::newRow("sides cut") << Ints{1920, 1080, 100} << "49x480x720" << Ints{150, 0, 1620, 1080} << 15.625
                               << 51 << 480 / 1080.0;
    QTest::newRow("top and bottom cut")
        << Ints{480, 854, 60} << "49x480x720" << Ints{0, 267, 480, 320} << 62.53 << 11 << 1.5;
    QTest::newRow("still image") << Ints{1024, 1024, 1} << "1x512x512" << Ints{0, 0, 1024, 1024} << 0.0 << 0
                                 << 0.5;
    QTest::newRow("one pixel") << Ints{1, 1, 9} << "9x16x16" << Ints{0, 0, 1, 1} << 0.0 << 0 << 16.0;
  }
  void a_fit_says_what_is_lost() {
    QFETCH(QList<int>, shape);
    QFETCH(QString, bucket);
    QFETCH(QList<int>, crop);
    QFETCH(double, crop_percent);
    QFETCH(int, dropped);
    QFETCH(double, scale);
    const auto fit = fw::dataset::fit_bucket(clip(shape[0], shape[1], shape[2]), parse_all({bucket})[0],
                                             LongClips::beginning);
    QVERIFY(fit);
    QVERIFY(fit->crop == (Crop{crop[0], crop[1], crop[2], crop[3]}));
    QVERIFY(std::abs(100 * fit->crop_share - crop_percent) < 0.05);
    QCOMPARE(fit->frames_dropped, int64_t{dropped});
    QVERIFY(std::abs(fit->scale - scale) < 1e-9);
  }

  void nearest_bucket_data() {
    QTest::addColumn<QList<int>>("shape");
    QTest::addColumn<QStringList>("buckets");
    QTest::addColumn<QString>("expected");  // empty: none
    using Ints = QList<int>;
    const QStringList lengths{"17x512x768", "49x512x768", "61x512x768", "129x512x768"};
    QTest::newRow("longest that fits") << Ints{768, 512, 100} << lengths << "61x512x768";
    QTest::newRow("exact length") << Ints{768, 512, 49} << lengths << "49x512x768";
    QTest::newRow("one frame short") << Ints{768, 512, 48} << lengths << "17x512x768";
    QTest::newRow("too short for all") << Ints{768, 512, 16} << lengths << "";
    const QStringList aspects{"49x480x720", "49x720x480", "49x576x576"};
    QTest::newRow("wide") << Ints{1920, 1080, 60} << aspects << "49x480x720";
    QTest::newRow("tall") << Ints{1080, 1920, 60} << aspects << "49x720x480";
    QTest::newRow("square") << Ints{500, 510, 60} << aspects << "49x576x576";
    QTest::newRow("aspect against length")
        << Ints{720, 480, 50} << QStringList{"49x720x480", "41x480x720"} << "41x480x720";
    QTest::newRow("no upscaling") << Ints{360, 240, 49} << QStringList{"49x480x720", "49x240x368"}
                                  << "49x240x368";
    QTest::newRow("largest without upscaling")
        << Ints{1440, 960, 49} << QStringList{"49x240x368", "49x480x720"} << "49x480x720";
    QTest::newRow("image takes the image bucket")
        << Ints{720, 480, 1} << QStringList{"49x480x720", "1x480x720"} << "1x480x720";
    QTest::newRow("image without image bucket") << Ints{720, 480, 1} << aspects << "";
    QTest::newRow("video never takes the image bucket")
        << Ints{720, 480, 20} << QStringList{"49x480x720", "1x480x720"} << "";
    QTest::newRow("no buckets") << Ints{720, 480, 49} << QStringList{} << "";
    QTest::newRow("no picture") << Ints{0, 0, 49} << aspects << "";
  }
  void nearest_bucket() {
    QFETCH(QList<int>, shape);
    QFETCH(QStringList, buckets);
    QFETCH(QString, expected);
    std::vector<Bucket> list = parse_all(buckets);
    const ClipShape one = clip(shape[0], shape[1], shape[2]);
    for (int round = 0; round < 2; ++round) {  // the order of the buckets must not matter
      const auto assignment = fw::dataset::assign_buckets({&one, 1}, list, LongClips::beginning).at(0);
      QCOMPARE(assignment.fit ? QString::fromStdString(to_string(assignment.fit->bucket)) : QString(),
               expected);
      QCOMPARE(assignment.clip_id, one.id);
      if (!assignment.fit) QVERIFY(no_open_placeholder(fw::dataset::unfit_reason(one, list)));
      std::ranges::reverse(list);
    }
  }

  void a_persons_choice_is_kept_or_reported() {
    const std::vector<Bucket> buckets = parse_all({"49x480x720"});
    ClipShape one = clip(720, 480, 30);
    one.choice = Bucket{17, 256, 256};
    QVERIFY(fw::dataset::assign_buckets({&one, 1}, buckets, LongClips::beginning)[0].fit->bucket ==
            *one.choice);
    one.choice = Bucket{33, 480, 720};
    QVERIFY(!fw::dataset::assign_buckets({&one, 1}, buckets, LongClips::beginning)[0].fit);
    QCOMPARE(fw::dataset::unfit_reason(one, buckets).code, std::string("dataset.choice_unfit"));
  }
  void a_video_among_buckets_for_images_is_told_so() {
    const std::vector<Bucket> images{{1, 64, 64}};
    ClipShape video;
    video.frames = 20;
    video.width = video.height = 64;
    QCOMPARE(fw::dataset::unfit_reason(video, images).code, std::string("dataset.video_without_bucket"));
  }

  void long_clips_are_split_when_asked() {
    const ClipShape one = clip(720, 480, 150);
    const std::vector<Bucket> buckets = parse_all({"17x480x720", "49x480x720"});
    const auto split = fw::dataset::assign_buckets({&one, 1}, buckets, LongClips::split);
    QCOMPARE(split[0].fit->bucket.frames, int64_t{49});
    QCOMPARE(split[0].fit->parts, int64_t{3});
    QCOMPARE(split[0].fit->frames_dropped, int64_t{3});
    QCOMPARE(fw::dataset::sum_up({&one, 1}, split).samples, int64_t{3});
  }

  void every_frame_and_clip_is_accounted_for() {
    std::mt19937 random(1);
    std::vector<ClipShape> clips;
    for (int i = 0; i < 2000; ++i) {
      clips.push_back(clip(16 + random() % 2000, 16 + random() % 2000, 1 + random() % 200));
    }
    const std::vector<Bucket> buckets = parse_all({"1x512x512", "17x256x384", "49x480x720", "49x720x480"});
    for (const LongClips mode : {LongClips::beginning, LongClips::split}) {
      const auto assignments = fw::dataset::assign_buckets(clips, buckets, mode);
      const auto totals = fw::dataset::sum_up(clips, assignments);
      int64_t used = 0;
      for (size_t i = 0; i < clips.size(); ++i) {
        const auto& fit = assignments[i].fit;
        if (!fit) continue;
        used += fit->parts * fit->bucket.frames;
        QVERIFY(fit->crop.x >= 0 && fit->crop.x + fit->crop.width <= clips[i].width);
        QVERIFY(fit->crop.y >= 0 && fit->crop.y + fit->crop.height <= clips[i].height);
        QVERIFY(fit->crop_share >= 0 && fit->crop_share < 1);
      }
      QCOMPARE(used + totals.frames_dropped, totals.frames);
      QVERIFY(totals.unfit > 0 && totals.unfit < totals.clips);
    }
  }

  void warnings_data() {
    QTest::addColumn<QStringList>("buckets");
    QTest::addColumn<double>("fps");
    QTest::addColumn<QStringList>("expected");
    QTest::addColumn<QList<int>>("meant");
    // The clips below: four 720x480 of 60 frames at 24 fps, one of 30 frames at 12 fps.
    QTest::newRow("nothing") << QStringList{"17x480x720"} << 8.0 << QStringList{} << QList<int>{};
    QTest::newRow("no buckets") << QStringList{} << 8.0 << QStringList{"no_buckets"} << QList<int>{};
    QTest::newRow("one unfit") << QStringList{"49x480x720"} << 8.0 << QStringList{"clips_unfit"}
                               << QList<int>{5};
    QTest::newRow("small bucket") << QStringList{"17x480x720", "49x480x720"} << 8.0
                                  << QStringList{"bucket_small"} << QList<int>{5};
    QTest::newRow("empty bucket") << QStringList{"17x480x720", "97x480x720"} << 8.0
                                  << QStringList{"bucket_empty"} << QList<int>{};
    QTest::newRow("upscaled") << QStringList{"17x960x1440"} << 8.0 << QStringList{"clips_upscaled"}
                              << QList<int>{1, 2, 3, 4, 5};
    QTest::newRow("cropped") << QStringList{"17x480x480"} << 8.0 << QStringList{"clips_cropped"}
                             << QList<int>{1, 2, 3, 4, 5};
    QTest::newRow("mixed rates, as they are")
        << QStringList{"17x480x720"} << 0.0 << QStringList{"mixed_fps"} << QList<int>{1, 2, 3, 4, 5};
    QTest::newRow("slower than the target")
        << QStringList{"17x480x720"} << 16.0 << QStringList{"slow_clips"} << QList<int>{5};
  }
  void warnings() {
    QFETCH(QStringList, buckets);
    QFETCH(double, fps);
    QFETCH(QStringList, expected);
    QFETCH(QList<int>, meant);
    std::vector<ClipShape> clips = several(4, clip(720, 480, 60));
    clips.push_back(clip(720, 480, 30, 12));
    for (size_t i = 0; i < clips.size(); ++i) clips[i].id = static_cast<int64_t>(i + 1);
    const std::vector<Bucket> list = parse_all(buckets);
    const auto assigned = fw::dataset::assign_buckets(clips, list, LongClips::beginning);
    const fw::dataset::BucketLimits limits{.batch_size = 2, .fps = fps};
    const auto faults = fw::dataset::check_assignments(clips, assigned, list, limits);
    QCOMPARE(codes(faults), expected);
    for (const fw::Fault& fault : faults) QVERIFY2(no_open_placeholder(fault), fault.full_message().c_str());
    QList<int> ids;
    for (const fw::Fault& fault : faults)
      for (const int64_t id : fw::dataset::clips_of(fault, clips, assigned, limits))
        ids << static_cast<int>(id);
    QCOMPARE(ids, meant);
  }

  void rules_name_the_nearest_legal_bucket_data() {
    QTest::addColumn<bool>("is_1_5");
    QTest::addColumn<QString>("bucket");
    QTest::addColumn<QStringList>("errors");
    QTest::addColumn<QStringList>("warnings");
    QTest::addColumn<QString>("nearest");
    QTest::newRow("trained") << false << "49x480x720" << QStringList{} << QStringList{} << "";
    QTest::newRow("image") << false << "1x480x720" << QStringList{} << QStringList{} << "";
    QTest::newRow("odd width") << false << "49x480x724" << QStringList{"bucket_size"} << QStringList{}
                               << "49x480x720";
    QTest::newRow("tiny") << false << "9x4x4" << QStringList{"bucket_size"} << QStringList{} << "9x16x16";
    QTest::newRow("even frames") << false << "48x480x720" << QStringList{"bucket_frames"} << QStringList{}
                                 << "49x480x720";
    QTest::newRow("4k+1 but not 8N+1")
        << false << "13x480x720" << QStringList{} << QStringList{"bucket_untrained"} << "17x480x720";
    QTest::newRow("longer than trained")
        << false << "81x480x720" << QStringList{} << QStringList{"bucket_untrained"} << "49x480x720";
    QTest::newRow("1.5") << true << "81x768x1360" << QStringList{} << QStringList{} << "";
    QTest::newRow("1.5, longest") << true << "161x768x1360" << QStringList{} << QStringList{} << "";
    QTest::newRow("1.5, not 16N+1") << true << "73x768x1360" << QStringList{}
                                    << QStringList{"bucket_untrained"} << "81x768x1360";
  }
  void rules_name_the_nearest_legal_bucket() {
    QFETCH(bool, is_1_5);
    QFETCH(QString, bucket);
    QFETCH(QStringList, errors);
    QFETCH(QStringList, warnings);
    QFETCH(QString, nearest);
    const auto found =
        fw::catalog::check_buckets(parse_all({bucket}), is_1_5 ? cogvideox_1_5 : cogvideox_1_0);
    QCOMPARE(codes(found.errors), errors);
    QCOMPARE(codes(found.warnings), warnings);
    for (const auto& list : {found.errors, found.warnings}) {
      for (const fw::Fault& fault : list) {
        QCOMPARE(QString::fromStdString(fault.arguments.at("nearest")), nearest);
        QVERIFY(no_open_placeholder(fault));
      }
    }
  }

  void flags_of_other_trainers() {
    const auto one_list = fw::catalog::buckets_from_flags(
        {.video_resolution_buckets = {"17x512x768", "49x512x768", "17x512x768"}});
    QVERIFY(one_list.buckets == parse_all({"17x512x768", "49x512x768"}));
    QVERIFY(one_list.faults.empty());
    const auto three_lists = fw::catalog::buckets_from_flags(
        {.frame_buckets = {"9", "49"}, .height_buckets = {"480"}, .width_buckets = {"720", "480"}});
    QVERIFY(three_lists.buckets == parse_all({"9x480x720", "9x480x480", "49x480x720", "49x480x480"}));
    QVERIFY(three_lists.faults.empty());
    const auto wrong = fw::catalog::buckets_from_flags({.video_resolution_buckets = {"49x512", "33x512x768"},
                                                        .frame_buckets = {"many"},
                                                        .height_buckets = {"480"}});
    QVERIFY(wrong.buckets == parse_all({"33x512x768"}));
    QCOMPARE(codes(wrong.faults), (QStringList{"bucket_text", "bucket_number", "bucket_list_missing"}));
  }

  void proposal_data() {
    QTest::addColumn<bool>("is_1_5");
    QTest::addColumn<QList<QList<int>>>("shapes");  // count, width, height, frames
    QTest::addColumn<double>("megapixels");
    QTest::addColumn<int>("batch");
    QTest::addColumn<QStringList>("expected");
    using Shapes = QList<QList<int>>;
    QTest::newRow("native") << false << Shapes{{20, 1080, 720, 60}} << 0.0 << 1 << QStringList{"49x480x720"};
    QTest::newRow("native 1.5") << true << Shapes{{20, 2720, 1536, 300}} << 0.0 << 1
                                << QStringList{"161x768x1360"};
    QTest::newRow("two aspects") << false << Shapes{{20, 1080, 720, 60}, {20, 720, 1080, 60}} << 0.0 << 1
                                 << QStringList{"49x720x480", "49x480x720"};
    QTest::newRow("two lengths") << false << Shapes{{20, 1080, 720, 60}, {20, 1080, 720, 20}} << 0.0 << 1
                                 << QStringList{"49x480x720", "17x480x720"};
    QTest::newRow("few of a length, below the batch")
        << false << Shapes{{20, 1080, 720, 60}, {3, 1080, 720, 20}} << 0.0 << 4 << QStringList{"49x480x720"};
    QTest::newRow("small clips are not enlarged")
        << false << Shapes{{5, 256, 144, 25}} << 0.0 << 1 << QStringList{"25x144x256"};
    QTest::newRow("images beside videos") << false << Shapes{{20, 720, 480, 49}, {20, 720, 480, 1}} << 0.0
                                          << 1 << QStringList{"49x480x720", "1x480x720"};
    QTest::newRow("budget below the smallest sample")
        << false << Shapes{{20, 720, 480, 49}} << 0.001 << 1 << QStringList{};
    QTest::newRow("all too short") << false << Shapes{{20, 720, 480, 5}} << 0.0 << 1 << QStringList{};
    QTest::newRow("no clips") << false << Shapes{} << 0.0 << 1 << QStringList{};
  }
  void proposal() {
    QFETCH(bool, is_1_5);
    QFETCH(QList<QList<int>>, shapes);
    QFETCH(double, megapixels);
    QFETCH(int, batch);
    QFETCH(QStringList, expected);
    std::vector<ClipShape> clips;
    for (const auto& shape : shapes) {
      for (int i = 0; i < shape[0]; ++i) clips.push_back(clip(shape[1], shape[2], shape[3]));
    }
    const auto proposal = fw::dataset::propose_buckets(
        clips, is_1_5 ? cogvideox_1_5 : cogvideox_1_0,
        {.max_pixels = static_cast<int64_t>(megapixels * 1e6), .batch_size = batch});
    QStringList names;
    for (const Bucket& bucket : proposal.buckets) names << QString::fromStdString(to_string(bucket));
    QCOMPARE(names, expected);
    for (const fw::Fault& fault : proposal.explanation) QVERIFY(no_open_placeholder(fault));
  }

  void proposal_cuts_no_odd_clip_in_half_data() {
    QTest::addColumn<QList<QList<int>>>("shapes");  // count, width, height, frames
    QTest::addColumn<int>("batch");
    QTest::addColumn<bool>("is_spared");
    using Shapes = QList<QList<int>>;
    const QList<int> portrait{1, 720, 1280, 60};
    QTest::newRow("one portrait") << Shapes{{30, 1280, 720, 60}, portrait} << 1 << true;
    QTest::newRow("one of a thousand") << Shapes{{1000, 1280, 720, 60}, portrait} << 1 << true;
    QTest::newRow("four buckets already")
        << Shapes{{30, 1280, 720, 60}, {30, 1280, 720, 9}, {30, 1280, 720, 17}, {30, 1280, 720, 33}, portrait}
        << 1 << true;
    QTest::newRow("less than a batch") << Shapes{{30, 1280, 720, 60}, portrait} << 2 << false;
  }
  void proposal_cuts_no_odd_clip_in_half() {
    QFETCH(QList<QList<int>>, shapes);
    QFETCH(int, batch);
    QFETCH(bool, is_spared);
    std::vector<ClipShape> clips;
    for (const auto& shape : shapes)
      for (int i = 0; i < shape[0]; ++i) clips.push_back(clip(shape[1], shape[2], shape[3]));
    const auto proposal = fw::dataset::propose_buckets(clips, cogvideox_1_0, {.batch_size = batch});
    QVERIFY(proposal.buckets.size() <= 4);
    const auto assigned =
        fw::dataset::assign_buckets(clips, proposal.buckets, fw::dataset::LongClips::beginning);
    QVERIFY(assigned.back().fit.has_value());
    QCOMPARE(assigned.back().fit->crop_share <= 0.25, is_spared);
    const auto is_told = [](const fw::Fault& fault) { return fault.code == "dataset.proposal_cropped"; };
    QCOMPARE(std::ranges::any_of(proposal.explanation, is_told), !is_spared);
    for (const fw::Fault& fault : proposal.explanation) QVERIFY(no_open_placeholder(fault));
  }

  void proposal_leaves_chosen_clips_in_their_bucket() {
    const auto proposed = [](std::span<const ClipShape> clips) {
      QStringList names;
      for (const Bucket& bucket : fw::dataset::propose_buckets(clips, cogvideox_1_0, {}).buckets)
        names << QString::fromStdString(to_string(bucket));
      return names;
    };
    std::vector<ClipShape> clips = several(20, clip(1080, 720, 60));
    clips.push_back(clip(1080, 720, 20));
    clips.push_back(clip(480, 720, 60));
    QCOMPARE(proposed(clips), (QStringList{"49x720x480", "49x480x720", "17x480x720"}));
    clips[20].choice = Bucket{9, 480, 720};
    clips[21].choice = Bucket{49, 480, 720};
    QCOMPARE(proposed(clips), (QStringList{"49x480x720", "9x480x720"}));
    clips[20].choice = Bucket{25, 480, 720};  // longer than the clip, so no sample would fit
    QCOMPARE(proposed(clips), QStringList{"49x480x720"});
    for (ClipShape& shape : clips) shape.choice = Bucket{9, 240, 352};
    QCOMPARE(proposed(clips), QStringList{"9x240x352"});
  }

  void proposal_keeps_every_rule() {
    std::mt19937 random(2);
    for (int round = 0; round < 30; ++round) {
      std::vector<ClipShape> clips;
      const int count = 1 + static_cast<int>(random() % 60);
      for (int i = 0; i < count; ++i) {
        clips.push_back(clip(32 + random() % 2000, 32 + random() % 1500, 1 + random() % 200));
      }
      const BucketRules& rules = round % 2 ? cogvideox_1_5 : cogvideox_1_0;
      const fw::dataset::BucketBudget budget{
          .max_pixels = 500'000 + static_cast<int64_t>(random() % 20'000'000), .batch_size = 1 + round % 3};
      const auto buckets = fw::dataset::propose_buckets(clips, rules, budget).buckets;
      const auto faults = fw::catalog::check_buckets(buckets, rules);
      QVERIFY(faults.errors.empty() && faults.warnings.empty());
      QVERIFY(static_cast<int64_t>(buckets.size()) <= budget.max_buckets);
      for (const Bucket& bucket : buckets) QVERIFY(bucket.pixels() <= budget.max_pixels);
    }
  }

  void published_models_have_an_estimate() {
    for (const fw::catalog::ModelSpec& model : fw::catalog::published_models()) {
      QVERIFY2(fw::catalog::lora_estimate(model.id), model.id.c_str());
    }
    QVERIFY(!fw::catalog::lora_estimate("unheard-of"));
  }

  void a_fixed_size_is_the_only_one() {
    BucketRules rules = cogvideox_1_0;
    rules.any_size = false;
    const auto clips = several(10, clip(256, 256, 60));
    QVERIFY(fw::dataset::propose_buckets(clips, rules, {}).buckets == parse_all({"49x480x720"}));
    QCOMPARE(codes(fw::catalog::check_buckets(parse_all({"49x256x256", "17x480x720"}), rules).errors),
             QStringList{"bucket_fixed"});
  }

  void vram_limits_the_sample() {
    fw::dataset::BucketBudget budget{.vram_bytes = 24'000'000'000,
                                     .estimate = *fw::catalog::lora_estimate("cogvideox-5b")};
    const auto clips = several(10, clip(1440, 960, 60));
    QVERIFY(fw::dataset::propose_buckets(clips, cogvideox_1_0, budget).buckets == parse_all({"49x480x720"}));
    budget.vram_bytes = 16'000'000'000;
    const auto smaller = fw::dataset::propose_buckets(clips, cogvideox_1_0, budget);
    QCOMPARE(smaller.buckets.size(), size_t{1});
    QVERIFY(smaller.buckets[0].pixels() <= budget.pixels());
    QVERIFY(smaller.buckets[0].pixels() > budget.pixels() * 8 / 10);
    QCOMPARE(smaller.explanation.at(1).code, std::string("dataset.proposal_vram"));
    budget.batch_size = 4;
    QVERIFY(budget.pixels() < 4'200'000 / 2);
  }
};

QTEST_GUILESS_MAIN(TestBuckets)
#include "test_buckets.moc"
