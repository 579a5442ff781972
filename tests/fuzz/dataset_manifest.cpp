// SPDX-License-Identifier: Apache-2.0
#include "dataset/dataset_manifest.h"

#include "fuzz.h"

// The input is a dataset.jsonl. Reading what was written gives the same.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace fw::dataset;
  DatasetManifest manifest;
  if (!fuzz::goes_through({"dataset.manifest_row"}, [&] {
        manifest = parse_dataset_manifest(fuzz::text_of(data, size), "dataset.jsonl");
      }))
    return 0;
  for (const DatasetSample& sample : manifest) {
    fuzz::require(!sample.id.empty() && sample.frame_count > 0, "a sample is whole");
    fuzz::require(sample.source_out - sample.source_in > 0 && sample.source_out <= int64_t{1} << 53,
                  "a cut is one of a video");
    fuzz::require(sample.fps >= 0 && sample.fps <= 1000, "a rate is one of a video");
    fuzz::require(sample.crop.x + sample.crop.width <= 2 << 20, "a crop is one of a video");
    const std::string key =
        sample.keys.latents + sample.keys.text + sample.keys.image + sample.keys.empty_text;
    fuzz::require(key.find('/') == key.npos, "a key names a file of the cache");
  }
  fuzz::require(parse_dataset_manifest(format_dataset_manifest(manifest), "again") == manifest,
                "read as written");
  return 0;
}
