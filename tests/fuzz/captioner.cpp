// SPDX-License-Identifier: Apache-2.0
#include "captioning/captioner.h"

#include "dataset/dataset_manifest.h"
#include "fuzz.h"

// The input is a server's answer, and a captioner's command line.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace fw::dataset;
  using namespace fw::captioning;
  const std::string text(fuzz::text_of(data, size));
  std::string caption;
  if (fuzz::goes_through({"captioning.captioner_failed"}, [&] { caption = caption_of_answer(text); }))
    fuzz::require(normal_caption(caption).has_value(), "a caption is UTF-8");

  std::vector<std::string> words;
  if (!fuzz::goes_through({"captioning.bad_captioner"}, [&] { words = split_command(text); })) return 0;
  std::string quoted;
  for (const std::string& word : words) {
    quoted += " \"";
    for (const char letter : word) quoted += std::string("\\") + letter;
    quoted += '"';
  }
  fuzz::require(split_command(quoted) == words, "quoted words come back");
  return 0;
}
