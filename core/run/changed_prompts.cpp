// SPDX-License-Identifier: Apache-2.0
#include "run/changed_prompts.h"

#include "base/atomic_file.h"

namespace fw::run {

namespace {

constexpr ErrorCode bad_prompt{
    "run.bad_prompt", FW_TEXT("errors", "The prompt “{prompt}” does not end in a size."),
    FW_TEXT("errors",
            "Write the size behind @@@ as FRAMESxHEIGHTxWIDTH, such as @@@49x480x720, or leave out @@@."),
    Blame::input};
constexpr ErrorCode prompt_count{
    "run.prompt_count",
    FW_TEXT("errors",
            "This run's clips begin with {images} pictures, one for each prompt: {prompts} prompts do not "
            "fit them."),
    FW_TEXT("errors", "Keep as many prompts as there are pictures, in their order."), Blame::input};

std::filesystem::path file_of(const RunPaths& run) {
  return run.folder / "validation_prompts.txt";
}

}  // namespace

std::vector<std::string> prompts_of(std::string_view text) {
  constexpr std::string_view spaces = " \t\r";
  std::vector<std::string> prompts;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t first = line.find_first_not_of(spaces);
    if (first == std::string_view::npos) continue;
    line = line.substr(first, line.find_last_not_of(spaces) + 1 - first);
    prompts.emplace_back(line);
  }
  return prompts;
}

std::optional<std::vector<std::string>> read_changed_prompts(const RunPaths& run) {
  std::error_code error;
  if (!std::filesystem::exists(file_of(run), error)) return std::nullopt;
  return prompts_of(read_file(file_of(run)));
}

std::vector<Fault> check_prompts(const RunSettings& settings, const std::vector<std::string>& prompts,
                                 const catalog::ModelSpec* model) {
  std::vector<Fault> faults;
  for (const auto* images : {&settings.validation_images, &settings.validation_last_images})
    if (!images->empty() && images->size() != prompts.size())
      faults.emplace_back(prompt_count, std::initializer_list<Argument>{{"images", images->size()},
                                                                        {"prompts", prompts.size()}});
  for (const std::string& prompt : prompts) {
    const auto parsed = parse_validation_prompt(prompt);
    if (!parsed) {
      faults.emplace_back(bad_prompt, std::initializer_list<Argument>{{"prompt", prompt}});
    } else if (parsed->size && model != nullptr) {
      for (Fault& fault : catalog::check_video_size(*model, *parsed->size))
        faults.push_back(std::move(fault));
    }
  }
  return faults;
}

void write_changed_prompts(const RunPaths& run, const std::vector<std::string>& prompts) {
  std::string text;
  for (const std::string& prompt : prompts) text += prompt + '\n';
  write_file_atomically(file_of(run), text, Existing::own);
}

}  // namespace fw::run
