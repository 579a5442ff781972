// SPDX-License-Identifier: Apache-2.0
#include "config/dataset_manifest.h"

#include <algorithm>
#include <set>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/paths.h"

namespace fw::config {

namespace {

constexpr ErrorCode manifest_row{
    "config.manifest_row", FW_TEXT("errors", "{file}, line {line}: not a training sample ({reason})."),
    FW_TEXT("errors",
            "The file is written when a run is queued and is not meant to be edited: queue the run again."),
    Blame::input};

using nlohmann::json;

json to_object(const DatasetSample& sample) {
  const Crop& crop = sample.crop;
  return {{"id", sample.id},
          {"source", to_utf8(sample.source)},
          {"hash", sample.content_hash},
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
}

DatasetSample from_object(const json& row) {
  DatasetSample sample;
  row.at("id").get_to(sample.id);
  sample.source = row.at("source").get<std::string>();
  row.at("hash").get_to(sample.content_hash);
  row.at("in").get_to(sample.source_in);
  row.at("out").get_to(sample.source_out);
  row.at("fps").get_to(sample.fps);
  row.at("first_frame").get_to(sample.first_frame);
  row.at("frame_count").get_to(sample.frame_count);
  const json& crop = row.at("crop");
  sample.crop = {crop.at(0), crop.at(1), crop.at(2), crop.at(3)};
  const std::string bucket = row.at("bucket");
  const auto parsed = parse_bucket(bucket);
  if (!parsed) throw std::invalid_argument("bucket \"" + bucket + "\" is not FxHxW");
  sample.bucket = *parsed;
  row.at("caption").get_to(sample.caption);
  const json& keys = row.at("keys");
  keys.at("latents").get_to(sample.keys.latents);
  keys.at("text").get_to(sample.keys.text);
  keys.at("image").get_to(sample.keys.image);
  keys.at("empty_text").get_to(sample.keys.empty_text);
  return sample;
}

/// What makes a row that has all its keys still no sample; empty when nothing does.
std::string contradiction(const DatasetSample& sample) {
  if (sample.id.empty()) return "its id is empty";
  if (sample.source_in < 0 || sample.source_out <= sample.source_in) return "its cut holds no frame";
  if (sample.first_frame < 0 || sample.frame_count != sample.bucket.frames) {
    return "its frames do not fill its bucket";
  }
  const Crop& crop = sample.crop;
  if (crop.x < 0 || crop.y < 0 || crop.width <= 0 || crop.height <= 0) return "its crop holds no pixel";
  if (!(sample.fps >= 0)) return "its fps is negative";
  return {};
}

}  // namespace

std::string with_id_token(std::string_view caption, std::string_view id_token) {
  if (id_token.empty() || caption.starts_with(id_token)) return std::string(caption);
  return caption.empty() ? std::string(id_token) : std::string(id_token) + " " + std::string(caption);
}

DatasetManifest parse_dataset_manifest(std::string_view jsonl, std::string_view file_name) {
  DatasetManifest manifest;
  std::set<std::string> ids;
  for (int64_t line = 1; !jsonl.empty(); ++line) {
    const std::string_view text = jsonl.substr(0, jsonl.find('\n'));
    jsonl.remove_prefix(std::min(jsonl.size(), text.size() + 1));
    std::string reason;
    try {
      manifest.push_back(from_object(json::parse(text)));
      reason = contradiction(manifest.back());
      if (reason.empty() && !ids.insert(manifest.back().id).second) reason = "its id was there before";
    } catch (const std::exception& error) {
      reason = error.what();
    }
    if (!reason.empty()) {
      throw Error(manifest_row, {{"file", file_name}, {"line", line}, {"reason", reason}});
    }
  }
  return manifest;
}

std::string format_dataset_manifest(const DatasetManifest& manifest) {
  std::string text;
  for (const DatasetSample& sample : manifest) text += to_object(sample).dump() + '\n';
  return text;
}

DatasetManifest read_dataset_manifest(const std::filesystem::path& file) {
  return parse_dataset_manifest(read_file(file), to_utf8(file));
}

void write_dataset_manifest(const std::filesystem::path& file, const DatasetManifest& manifest) {
  write_file_atomically(file, format_dataset_manifest(manifest), Existing::replace);
}

}  // namespace fw::config
