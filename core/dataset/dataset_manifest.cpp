// SPDX-License-Identifier: Apache-2.0
#include "dataset/dataset_manifest.h"

#include <algorithm>
#include <numeric>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/line_reader.h"
#include "base/paths.h"
#include "base/utf8.h"
#include "text/unicode.h"

namespace fw::dataset {

namespace {

constexpr ErrorCode manifest_row{
    "dataset.manifest_row", FW_TEXT("errors", "{file}, line {line}: not a training sample ({reason})."),
    FW_TEXT("errors",
            "The file is written when a run is queued and is not meant to be edited: queue the run again."),
    Blame::input};

using nlohmann::json;

/// Only what differs from one caption and equal weights: other files are as before these existed.
void add_choices(const DatasetSample& sample, json& row) {
  if (!sample.more_captions.empty()) row["more_captions"] = sample.more_captions;
  if (!sample.keys.more_texts.empty()) row["keys"]["more_texts"] = sample.keys.more_texts;
  if (sample.loss_weight != 1) row["loss_weight"] = sample.loss_weight;
  if (sample.draws != 1) row["draws"] = sample.draws;
  if (sample.caption_dropout) row["caption_dropout"] = *sample.caption_dropout;
}

json to_object(const DatasetSample& sample) {
  const catalog::Crop& crop = sample.crop;
  json row{{"id", sample.id},
           {"source", sample.source},
           {"hash", sample.content_hash},
           {"bytes", sample.source_bytes},
           {"modified_ms", sample.source_modified_ms},
           {"in", sample.source_in},
           {"out", sample.source_out},
           {"fps", sample.fps},
           {"first_frame", sample.first_frame},
           {"frame_count", sample.frame_count},
           {"crop", {crop.x, crop.y, crop.width, crop.height}},
           {"bucket", to_string(sample.bucket)},
           {"caption", sample.caption},
           {"keys",
            {{"latents", sample.keys.latents},
             {"text", sample.keys.text},
             {"image", sample.keys.image},
             {"empty_text", sample.keys.empty_text}}}};
  add_choices(sample, row);
  return row;
}

/// Below this, doubles represent every integer, and sums and products of a few numbers fit into 64 bits.
constexpr int64_t most_frames = int64_t{1} << 53;
constexpr double most_fps = 1000;
constexpr double most_draws = 1e6;

/// An integer from 0 to `most`; converting anything else would be undefined.
int64_t whole(const json& value, const char* what, int64_t most) {
  if (!value.is_number_integer() || value < 0 || value > most) {
    throw std::invalid_argument(std::string(what) + " is " + value.dump() +
                                ", not a whole number from 0 to " + std::to_string(most));
  }
  return value.get<int64_t>();
}

DatasetSample from_object(const json& row) {
  DatasetSample sample;
  row.at("id").get_to(sample.id);
  row.at("source").get_to(sample.source);
  row.at("hash").get_to(sample.content_hash);
  const auto frames = [&](const char* key) { return whole(row.at(key), key, most_frames); };
  if (row.contains("bytes") && row.contains("modified_ms")) {
    sample.source_bytes = frames("bytes");
    sample.source_modified_ms = whole_number(row.at("modified_ms"));
  }
  sample.source_in = frames("in");
  sample.source_out = frames("out");
  row.at("fps").get_to(sample.fps);
  sample.first_frame = frames("first_frame");
  sample.frame_count = frames("frame_count");
  const json& crop = row.at("crop");
  const auto edge = [&](size_t i) { return whole(crop.at(i), "crop", catalog::most_edge); };
  sample.crop = {edge(0), edge(1), edge(2), edge(3)};
  const std::string bucket = row.at("bucket");
  const auto parsed = catalog::parse_bucket(bucket);
  if (!parsed) throw std::invalid_argument("bucket \"" + bucket + "\" is not FxHxW");
  sample.bucket = *parsed;
  row.at("caption").get_to(sample.caption);
  const json& keys = row.at("keys");
  keys.at("latents").get_to(sample.keys.latents);
  keys.at("text").get_to(sample.keys.text);
  keys.at("image").get_to(sample.keys.image);
  keys.at("empty_text").get_to(sample.keys.empty_text);
  const auto read = [](const json& object, const char* key, auto& value) {
    if (const auto found = object.find(key); found != object.end()) found->get_to(value);
  };
  read(row, "more_captions", sample.more_captions);
  read(keys, "more_texts", sample.keys.more_texts);
  read(row, "loss_weight", sample.loss_weight);
  read(row, "draws", sample.draws);
  if (row.contains("caption_dropout")) read(row, "caption_dropout", sample.caption_dropout.emplace());
  return sample;
}

std::string contradiction_of_choices(const DatasetSample& sample) {
  const std::vector<std::string>& texts = sample.keys.more_texts;
  if (!texts.empty() && texts.size() != sample.more_captions.size())
    return "its captions and their keys differ in number";
  for (const std::string& key : texts)
    if (key.empty() || key.find('/') != key.npos) return "a key of it is no name of a cache entry";
  if (!(sample.loss_weight >= 0 && sample.loss_weight <= most_loss_weight))
    return "its loss_weight is not from 0 to 100";
  if (!(sample.draws > 0 && sample.draws <= most_draws)) return "its draws are not from above 0 to 1000000";
  const double dropout = sample.caption_dropout.value_or(0);
  return dropout >= 0 && dropout <= 1 ? "" : "its caption_dropout is not from 0 to 1";
}

/// Why a row with all its keys is still not a valid sample; empty if it is.
std::string contradiction(const DatasetSample& sample) {
  if (sample.id.empty()) return "its id is empty";
  if (sample.source_out <= sample.source_in) return "its cut holds no frame";
  if (sample.frame_count != sample.bucket.frames) return "its frames do not fill its bucket";
  if (sample.crop.width <= 0 || sample.crop.height <= 0) return "its crop holds no pixel";
  for (const std::string* key :
       {&sample.keys.latents, &sample.keys.text, &sample.keys.image, &sample.keys.empty_text}) {
    if (key->find('/') != key->npos) return "a key of it is no name of a cache entry";
  }
  if (!(sample.fps >= 0 && sample.fps <= most_fps)) return "its fps is not from 0 to 1000";
  return contradiction_of_choices(sample);
}

DatasetSample parse_row(std::string_view line) {
  std::string reason;
  const json row = parse_json(line, &reason);
  if (row.is_discarded()) throw std::invalid_argument(reason);
  DatasetSample sample = from_object(row);
  if (reason = contradiction(sample); !reason.empty()) throw std::invalid_argument(reason);
  return sample;
}

/// Reads line by line and collects all errors.
class ManifestReader {
 public:
  ManifestReader(std::string_view file_name, const TakeSample& take) : file_name_(file_name), take_(take) {}

  void add(std::string_view line) {
    ++lines_;
    std::optional<DatasetSample> sample;
    try {
      sample = parse_row(line);
    } catch (const std::exception& error) {
      return complain(lines_, error.what());
    }
    if (bad_ > 0) return;
    ids_.push_back(sample->id);
    take_(std::move(*sample));
  }

  /// @throws fw::Error dataset.manifest_row
  void finish() {
    if (bad_ == 0) find_same_ids();
    if (bad_ == 0) return;
    std::string reason = reasons_.front().second;
    for (size_t i = 1; i < reasons_.size(); ++i)
      reason += "; line " + std::to_string(reasons_[i].first) + ": " + reasons_[i].second;
    if (bad_ > reasons_.size()) reason += "; and " + std::to_string(bad_ - reasons_.size()) + " more lines";
    throw Error(manifest_row, {{"file", file_name_}, {"line", reasons_.front().first}, {"reason", reason}});
  }

 private:
  void complain(size_t line, std::string reason) {
    constexpr size_t most_reasons = 10;
    if (bad_++ < most_reasons) reasons_.emplace_back(line, std::move(reason));
  }

  void find_same_ids() {
    std::vector<size_t> rows(ids_.size());
    std::iota(rows.begin(), rows.end(), 0);
    std::ranges::stable_sort(rows, {}, [&](size_t row) -> const std::string& { return ids_[row]; });
    for (size_t i = 1; i < rows.size(); ++i) {
      if (ids_[rows[i]] == ids_[rows[i - 1]]) complain(rows[i] + 1, "its id was there before");
    }
  }

  const std::string_view file_name_;
  const TakeSample& take_;
  std::vector<std::string> ids_;  // of all rows, as long as all are valid
  size_t lines_ = 0;
  size_t bad_ = 0;
  std::vector<std::pair<size_t, std::string>> reasons_;  // with their lines
};
constexpr std::string_view white_space = " \t\n\v\f";
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

}  // namespace

bool has_id_token(std::string_view caption, std::string_view id_token) {
  return text::begins_with_words(caption, id_token);
}

std::string with_id_token(std::string_view caption, std::string_view id_token) {
  if (has_id_token(caption, id_token)) return std::string(caption);
  return caption.empty() ? std::string(id_token) : std::string(id_token) + " " + std::string(caption);
}

DatasetManifest parse_dataset_manifest(std::string_view jsonl, std::string_view file_name) {
  DatasetManifest manifest;
  const TakeSample take = [&](DatasetSample sample) { manifest.push_back(std::move(sample)); };
  ManifestReader reader(file_name, take);
  while (!jsonl.empty()) {
    const std::string_view line = jsonl.substr(0, jsonl.find('\n'));
    jsonl.remove_prefix(std::min(jsonl.size(), line.size() + 1));
    reader.add(line);
  }
  reader.finish();
  return manifest;
}

std::string format_dataset_manifest(const DatasetManifest& manifest) {
  std::string text;
  for (const DatasetSample& sample : manifest) text += to_object(sample).dump() + '\n';
  return text;
}

DatasetManifest read_dataset_manifest(const std::filesystem::path& file) {
  DatasetManifest manifest;
  visit_dataset_manifest(file, [&](DatasetSample sample) { manifest.push_back(std::move(sample)); });
  return manifest;
}

void visit_dataset_manifest(const std::filesystem::path& file, const TakeSample& take) {
  const std::string name = to_utf8(file);
  ManifestReader reader(name, take);
  LineReader lines(file);
  for (std::string line; lines.next(line);) reader.add(without_line_end(line));
  reader.finish();
}

void ManifestWriter::add(const DatasetSample& sample) {
  constexpr size_t block_bytes = 1 << 20;
  block_ += to_object(sample).dump() + '\n';
  if (block_.size() >= block_bytes) flush();
}

void ManifestWriter::commit() {
  flush();
  out_.commit();
}

void ManifestWriter::flush() {
  out_.write(block_);
  block_.clear();
}

void write_dataset_manifest(const std::filesystem::path& file, const DatasetManifest& manifest,
                            Existing existing) {
  ManifestWriter writer(file, existing);
  for (const DatasetSample& sample : manifest) writer.add(sample);
  writer.commit();
}

std::optional<std::string> normal_caption(std::string_view text) {
  if (!is_utf8(text)) return std::nullopt;
  std::string normal;
  normal.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\0') continue;
    if (text[i] != '\r') {
      normal += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      normal += '\n';
    }
  }
  size_t begin = normal.find_first_not_of(white_space);
  // At the start of a file it would be mistaken for a byte order mark.
  while (begin != std::string::npos && std::string_view(normal).substr(begin).starts_with(byte_order_mark)) {
    begin = normal.find_first_not_of(white_space, begin + byte_order_mark.size());
  }
  if (begin == std::string::npos) return std::string();
  return normal.substr(begin, normal.find_last_not_of(white_space) + 1 - begin);
}

}  // namespace fw::dataset
