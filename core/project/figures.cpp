// SPDX-License-Identifier: Apache-2.0
#include "project/figures.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/paths.h"
#include "media/clip_reader.h"
#include "media/file_fault.h"
#include "project/clips.h"
#include "project/rows.h"

namespace fw::project {

namespace {

std::string cuts_to_text(const std::vector<media::SceneCut>& cuts) {
  nlohmann::json list = nlohmann::json::array();
  for (const media::SceneCut& cut : cuts) list.push_back({cut.frame, cut.change});
  return list.dump();
}

std::vector<media::SceneCut> cuts_from_text(const std::string& text) {
  std::vector<media::SceneCut> cuts;
  for (const auto& cut : nlohmann::json::parse(text)) cuts.push_back({cut.at(0), cut.at(1)});
  return cuts;
}

constexpr size_t batch_size = 64;

/// Input for measuring one clip.
struct Wanted {
  int64_t clip_id = 0;
  std::string path{};
  int64_t in_frame = 0;
  int64_t out_frame = 0;
};

std::vector<Wanted> clips_without_figures(const Project& project) {
  return project.read([](SQLite::Database& database) {
    SQLite::Statement query(
        database,
        "SELECT c.id, s.path, c.in_frame, c.out_frame FROM clips c JOIN sources s ON s.id = c.source_id"
        " LEFT JOIN clip_figures f ON f.clip_id = c.id AND f.in_frame = c.in_frame"
        " AND f.out_frame = c.out_frame WHERE f.clip_id IS NULL ORDER BY c.source_id, c.in_frame");
    std::vector<Wanted> wanted;
    while (query.executeStep()) {
      wanted.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getString(),
                        query.getColumn(2).getInt64(), query.getColumn(3).getInt64()});
    }
    return wanted;
  });
}

struct Measured {
  media::ClipAnalysis analysis{};
  std::optional<Fault> fault{};
};

/// Disjoint sets of clips.
class Groups {
 public:
  explicit Groups(size_t size) : parents_(size) { std::iota(parents_.begin(), parents_.end(), size_t{0}); }
  size_t root(size_t item) {
    while (parents_[item] != item) item = parents_[item] = parents_[parents_[item]];
    return item;
  }
  void join(size_t a, size_t b) { parents_[std::max(root(a), root(b))] = std::min(root(a), root(b)); }

 private:
  std::vector<size_t> parents_;
};

}  // namespace

void put_figures(SQLite::Database& database, int64_t clip_id, int64_t in_frame, int64_t out_frame,
                 const media::ClipAnalysis& analysis) {
  const media::QualityFigures& q = analysis.quality;
  run(database,
      "INSERT OR REPLACE INTO clip_figures (clip_id, in_frame, out_frame, brightness, black_share, "
      "frozen_share,"
      " longest_freeze_s, motion, bar_top, bar_bottom, bar_left, bar_right, sharpness, perceptual_hash, "
      "scene_cuts)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      clip_id, in_frame, out_frame, q.brightness, q.black_share, q.frozen_share, q.longest_freeze_s, q.motion,
      q.bar_top, q.bar_bottom, q.bar_left, q.bar_right, q.sharpness, analysis.hash.to_text(),
      cuts_to_text(analysis.cuts));
}

std::optional<media::ClipAnalysis> figures(const Project& project, int64_t clip_id) {
  return project.read([&](SQLite::Database& database) -> std::optional<media::ClipAnalysis> {
    SQLite::Statement query(
        database,
        "SELECT brightness, black_share, frozen_share, longest_freeze_s, motion, bar_top, bar_bottom,"
        " bar_left, bar_right, sharpness, perceptual_hash, scene_cuts FROM clip_figures f"
        " JOIN clips c ON c.id = f.clip_id AND c.in_frame = f.in_frame AND c.out_frame = f.out_frame"
        " WHERE f.clip_id = ?");
    if (!first_row(query, clip_id)) return std::nullopt;
    media::ClipAnalysis analysis;
    media::QualityFigures& q = analysis.quality;
    int column = 0;
    for (double* figure : {&q.brightness, &q.black_share, &q.frozen_share, &q.longest_freeze_s, &q.motion,
                           &q.bar_top, &q.bar_bottom, &q.bar_left, &q.bar_right, &q.sharpness}) {
      *figure = query.getColumn(column++).getDouble();
    }
    analysis.hash =
        media::PerceptualHash::from_text(query.getColumn(column++).getString()).value_or(analysis.hash);
    analysis.cuts = cuts_from_text(query.getColumn(column).getString());
    return analysis;
  });
}

/// Uses the longest clip: cuts near the ends of a shorter one are not detected, and elsewhere the results are
/// equal.
std::optional<std::vector<media::SceneCut>> scene_cuts(const Project& project, int64_t clip_id) {
  return project.read([&](SQLite::Database& database) -> std::optional<std::vector<media::SceneCut>> {
    SQLite::Statement query(
        database,
        "SELECT m.scene_cuts, c.in_frame, c.out_frame FROM clips c JOIN"
        " (SELECT in_frame, out_frame, scene_cuts FROM clip_figures WHERE clip_id = ?1 UNION ALL"
        " SELECT in_frame, out_frame, scene_cuts FROM former_figures WHERE clip_id = ?1) m"
        " ON m.in_frame <= c.in_frame AND m.out_frame >= c.out_frame WHERE c.id = ?1"
        " ORDER BY m.out_frame - m.in_frame DESC LIMIT 1");
    if (!first_row(query, clip_id)) return std::nullopt;
    const int64_t in = query.getColumn(1).getInt64();
    const int64_t out = query.getColumn(2).getInt64();
    std::vector<media::SceneCut> cuts = cuts_from_text(query.getColumn(0).getString());
    std::erase_if(cuts, [&](const media::SceneCut& cut) { return cut.frame <= in || cut.frame >= out; });
    return cuts;
  });
}

void inherit_figures(SQLite::Database& database, int64_t from_clip, int64_t to_clip) {
  run(database,
      "INSERT OR IGNORE INTO former_figures SELECT ?, in_frame, out_frame, brightness, black_share, "
      "frozen_share,"
      " longest_freeze_s, motion, bar_top, bar_bottom, bar_left, bar_right, sharpness, perceptual_hash,"
      " scene_cuts, NULL FROM former_figures WHERE clip_id = ?",
      to_clip, from_clip);
}

std::vector<interchange::RowFault> measure_clips(Project& project, const WorkOptions& options) {
  const std::vector<Wanted> wanted = clips_without_figures(project);
  std::vector<interchange::RowFault> faults;
  std::vector<std::pair<size_t, media::ClipAnalysis>> batch;
  const auto commit = [&] {
    project.write([&](SQLite::Database& database) {
      for (const auto& [i, analysis] : batch) {
        put_figures(database, wanted[i].clip_id, wanted[i].in_frame, wanted[i].out_frame, analysis);
      }
    });
    batch.clear();
  };
  const auto measure = [&](size_t i, const std::stop_token& stop) {
    Measured result;
    try {
      media::ClipReader reader(project.absolute_path(wanted[i].path), {.threads = 1, .stop = stop});
      result.analysis =
          media::analyse(reader, {.in = wanted[i].in_frame, .out = wanted[i].out_frame, .stop = stop});
    } catch (const Cancelled&) {
      throw;
    } catch (const std::exception&) {
      result.fault = media::fault_of(project.absolute_path(wanted[i].path));
    }
    return result;
  };
  const auto keep = [&](size_t i, Measured result) {
    if (result.fault) {
      faults.push_back({.list = to_utf8(project.absolute_path(wanted[i].path)),
                        .fault = *result.fault,
                        .clip = wanted[i].clip_id});
    } else {
      batch.emplace_back(i, std::move(result.analysis));
      if (batch.size() >= batch_size) commit();
    }
  };
  try {
    work_ahead<Measured>(wanted.size(), FW_TEXT("phases", "measuring"), options, measure, keep);
  } catch (const Cancelled&) {
    commit();
    throw;
  }
  commit();
  return faults;
}

std::vector<std::vector<int64_t>> find_similar(Project& project, double most_distance) {
  std::vector<int64_t> ids;
  std::vector<media::PerceptualHash> hashes;
  project.read([&](SQLite::Database& database) {
    SQLite::Statement query(
        database,
        "SELECT f.clip_id, f.perceptual_hash FROM clip_figures f JOIN clips c ON c.id = f.clip_id"
        " AND c.in_frame = f.in_frame AND c.out_frame = f.out_frame ORDER BY f.clip_id");
    while (query.executeStep()) {
      const auto hash = media::PerceptualHash::from_text(query.getColumn(1).getString());
      if (!hash || *hash == media::PerceptualHash())
        continue;  // all hashes of pictures without detail are alike
      ids.push_back(query.getColumn(0).getInt64());
      hashes.push_back(*hash);
    }
  });
  Groups groups(ids.size());
  for (size_t a = 0; a < ids.size(); ++a) {
    for (size_t b = a + 1; b < ids.size(); ++b) {
      if (media::distance(hashes[a], hashes[b]) <= most_distance) groups.join(a, b);
    }
  }
  std::map<size_t, std::vector<int64_t>> by_root;
  for (size_t i = 0; i < ids.size(); ++i) by_root[groups.root(i)].push_back(ids[i]);
  std::vector<std::vector<int64_t>> similar;
  project.write([&](SQLite::Database& database) {
    database.exec("UPDATE clip_figures SET similar_to = NULL WHERE similar_to IS NOT NULL");
    SQLite::Statement mark(database, "UPDATE clip_figures SET similar_to = ? WHERE clip_id = ?");
    for (auto& [root, members] : by_root) {
      if (members.size() < 2) continue;
      for (const int64_t id : members) run(mark, members[0], id);
      similar.push_back(std::move(members));
    }
  });
  return similar;
}

std::vector<std::vector<int64_t>> similar_groups(const Project& project) {
  std::map<int64_t, std::vector<int64_t>> groups;
  project.read([&](SQLite::Database& database) {
    SQLite::Statement query(
        database,
        "SELECT f.similar_to, f.clip_id FROM clip_figures f JOIN clips c ON c.id = f.clip_id"
        " AND c.in_frame = f.in_frame AND c.out_frame = f.out_frame WHERE f.similar_to IS NOT NULL"
        " ORDER BY f.clip_id");
    while (query.executeStep())
      groups[query.getColumn(0).getInt64()].push_back(query.getColumn(1).getInt64());
  });
  std::vector<std::vector<int64_t>> similar;
  for (auto& [first, members] : groups)
    if (members.size() > 1) similar.push_back(std::move(members));
  return similar;
}

std::vector<int64_t> split_at_scenes(Project& project, std::span<const int64_t> ids) {
  std::vector<ClipCuts> cuts;
  for (const int64_t id : ids) {
    ClipCuts& request = cuts.emplace_back(ClipCuts{.clip_id = id});
    for (const media::SceneCut& cut : scene_cuts(project, id).value_or(std::vector<media::SceneCut>()))
      request.frames.push_back(cut.frame);
  }
  return split_clips(project, cuts);
}

}  // namespace fw::project
