// SPDX-License-Identifier: Apache-2.0
#include "model_files/find_models.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <set>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "run/run_file.h"

namespace fw::model_files {

namespace {

namespace fs = std::filesystem;

constexpr int deepest = 8;

constexpr ErrorCode folder_gone{"model_files.folder_gone", FW_TEXT("errors", "{folder} does not exist."),
                                FW_TEXT("errors", "Connect its disk, or remove the folder from the list."),
                                Blame::input};
constexpr ErrorCode folder_closed{"model_files.folder_closed", FW_TEXT("errors", "{folder} cannot be read."),
                                  FW_TEXT("errors", "Check its permissions."), Blame::input};

/// "name" in …/models--owner--name/snapshots/<hash>.
std::string name_of(const fs::path& folder) {
  const std::string above = to_utf8(folder.parent_path().filename());
  const std::string repository = to_utf8(folder.parent_path().parent_path().filename());
  if (above == "snapshots" && repository.starts_with("models--")) {
    const size_t last = repository.rfind("--");
    return repository.substr(last + 2);
  }
  return to_utf8(folder.filename());
}

int64_t changed_ms(const fs::path& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  if (error) return 0;
  const auto system = std::chrono::file_clock::to_sys(time);
  return std::chrono::duration_cast<std::chrono::milliseconds>(system.time_since_epoch()).count();
}

class Search {
 public:
  explicit Search(const std::stop_token& stop) : stop_(stop) {}

  void walk(const fs::path& folder, int depth) {
    if (stop_.stop_requested()) throw Cancelled();
    std::error_code error;
    if (!seen_.insert(fs::canonical(folder, error)).second || error) return;
    fs::directory_iterator entries(folder, error);
    if (error) return closed(folder, depth);
    std::vector<fs::path> folders, files;
    for (const fs::directory_entry& entry : entries) {
      if (to_utf8(entry.path().filename()).starts_with('.')) continue;
      if (entry.is_directory(error)) folders.push_back(entry.path());
      if (entry.is_regular_file(error) && catalog::is_weight_file(entry.path()))
        files.push_back(entry.path());
    }
    std::ranges::sort(folders);
    std::ranges::sort(files);
    std::set<std::string> components;
    // A transformer in a folder of this name is part of a model, complete or not.
    const bool is_alone = folder.filename() != "transformer" && catalog::is_transformer(folder);
    if (is_alone || fs::exists(folder / "model_index.json", error)) {
      FoundModel model{folder, name_of(folder), look_at_model({folder})};
      for (const ComponentReport& component : model.report.components) components.insert(component.name);
      found.models.push_back(std::move(model));
    }
    if (is_alone) files.clear();
    const bool is_checkpoint = fs::exists(folder / "checkpoint.json", error);
    for (const fs::path& file : files) {
      // A checkpoint also contains the optimizer's state and other tensors.
      if (!is_checkpoint || file.filename() == "pytorch_lora_weights.safetensors") take(file);
    }
    if (depth >= deepest) return;
    for (const fs::path& below : folders) {
      if (!components.contains(to_utf8(below.filename()))) walk(below, depth + 1);
    }
  }

  void take(const fs::path& file) {
    if (stop_.stop_requested()) throw Cancelled();
    std::error_code error;
    if (!seen_.insert(fs::canonical(file, error)).second) return;
    if (file.extension() == ".gguf") {  // models only, and mostly those of other programs
      if (!take_model(file)) ++found.other_files;
      return;
    }
    FoundLora lora;
    lora.file = file;
    lora.bytes = fs::file_size(file, error);
    lora.changed_ms = changed_ms(file);
    try {
      lora.info = read_lora_info(file);
      if (!lora.info) {
        if (!take_model(file)) ++found.other_files;
        return;
      }
      lora.step = lora.info->step;
      lora.run_name = lora.info->run;
    } catch (const Error& failure) {
      lora.fault = failure.fault();
    } catch (const std::exception& failure) {  // one bad file does not end the search
      lora.fault = Fault(unreadable, {{"component", to_utf8(file)}, {"reason", failure.what()}});
    }
    place_in_run(lora);
    found.loras.push_back(std::move(lora));
  }

  FoundFiles found;

 private:
  void closed(const fs::path& folder, int depth) {
    if (depth == 0) found.fault = Fault(folder_closed, {{"folder", to_utf8(folder)}});
  }

  /// A single file with all components. @return whether it is one
  bool take_model(const fs::path& file) {
    try {
      catalog::folder_of_single_file(file);
    } catch (const std::exception&) {
      return false;
    }
    found.models.push_back({file, to_utf8(file.stem()), look_at_model({file})});
    return true;
  }

  /// <run>/checkpoints/step-00000500/, <run>/result/ and <run>/result/ema/.
  static void place_in_run(FoundLora& lora) {
    fs::path folder = lora.file.parent_path();
    if (folder.filename() == "ema") folder = folder.parent_path();
    const std::string name = to_utf8(folder.filename());
    const bool is_checkpoint = name.starts_with("step-") && folder.parent_path().filename() == "checkpoints";
    if (!is_checkpoint && name != "result") return;
    const fs::path run = is_checkpoint ? folder.parent_path().parent_path() : folder.parent_path();
    std::error_code error;
    if (!fs::exists(run / "run.toml", error)) return;
    lora.run = run;
    lora.base = model_of_run(run);
    if (lora.run_name.empty()) lora.run_name = to_utf8(run.filename());
    constexpr size_t prefix = 5;
    int64_t step = 0;
    if (is_checkpoint &&
        std::from_chars(name.data() + prefix, name.data() + name.size(), step).ec == std::errc())
      lora.step = step;
  }

  std::stop_token stop_;
  std::set<fs::path> seen_;
};

}  // namespace

FoundFiles find_models(const fs::path& folder, const std::stop_token& stop) {
  Search search(stop);
  std::error_code error;
  if (fs::is_regular_file(folder, error)) {
    search.take(folder);
  } else if (!fs::is_directory(folder, error)) {
    search.found.fault = Fault(folder_gone, {{"folder", to_utf8(folder)}});
  } else {
    search.walk(folder, 0);
  }
  return std::move(search.found);
}

fs::path model_of_run(const fs::path& run) {
  try {
    const fs::path file = run / "run.toml";
    return run::parse_run_file(read_file(file), file).settings.model_folder;
  } catch (const Error&) {
    return {};
  }
}

}  // namespace fw::model_files
