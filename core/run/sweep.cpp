// SPDX-License-Identifier: Apache-2.0
#include "run/sweep.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "base/atomic_file.h"
#include "base/json_text.h"
#include "base/paths.h"
#include "run/toml.h"

namespace fw::run {

namespace {

namespace fs = std::filesystem;

constexpr ErrorCode bad_sweep_axis{
    "run.bad_sweep_axis", FW_TEXT("errors", "\"{text}\" is not a list of values for a sweep: {reason}."),
    FW_TEXT("errors", "Write it as key=value,value, for example optimizer.lr=1e-4,1e-3."), Blame::input};
constexpr ErrorCode sweep_key_twice{"run.sweep_key_twice", FW_TEXT("errors", "The sweep varies {key} twice."),
                                    FW_TEXT("errors", "List all values of a setting in one place."),
                                    Blame::input};
constexpr ErrorCode sweep_too_large{
    "run.sweep_too_large", FW_TEXT("errors", "The sweep would have more than {most} runs."),
    FW_TEXT("errors", "Leave out values, or sweep over one setting after the other."), Blame::input};
constexpr ErrorCode bad_sweep_file{"run.bad_sweep_file",
                                   FW_TEXT("errors", "{file} is not a sweep: {reason}."),
                                   FW_TEXT("errors",
                                           "It needs run = \"RUN.toml\" and, below [[over]], lists such as "
                                           "optimizer.lr = [1e-4, 1e-3]."),
                                   Blame::input};
constexpr ErrorCode no_sweep{
    "run.no_sweep", FW_TEXT("errors", "{text} is not a sweep: it contains no sweep.json."),
    FW_TEXT("errors", "Give a folder such as runs/cats-sweep-…, or latest."), Blame::input};
constexpr ErrorCode damaged_sweep{
    "run.damaged_sweep", FW_TEXT("errors", "{file} cannot be used: {reason}."),
    FW_TEXT("errors", "Start the sweep again; its runs can be resumed one by one."), Blame::input};

constexpr std::string_view sweep_file_name = "sweep.json";

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Splits at commas outside quotes and brackets.
std::vector<std::string> split_values(std::string_view text) {
  std::vector<std::string> values;
  std::string value;
  char quote = 0;
  int open = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == '{') {
      ++open;
    } else if (c == ']' || c == '}') {
      --open;
    } else if (c == ',' && open <= 0) {
      values.emplace_back(trimmed(value));
      value.clear();
      continue;
    }
    value += c;
  }
  values.emplace_back(trimmed(value));
  return values;
}

/// A value as on a command line: texts without quotes.
std::string text_of(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  std::ostringstream written;
  written << toml::toml_formatter(node, toml::format_flags::none);
  return written.str();
}

/// The sweep file being read; every error names it.
class Reader {
 public:
  explicit Reader(const fs::path& file) : file_(file) {}

  SweepFile run() {
    const std::string text = run_file_text(file_);
    toml::table root;
    try {
      root = parse_toml(text);
    } catch (const toml::parse_error& error) {
      refuse(std::string(error.description()));
    }
    SweepFile sweep;
    for (const auto& [key, node] : root) {
      if (key == "run" && node.is_string()) {
        sweep.run_file = fs::absolute(file_).parent_path() / node.value_or(std::string());
      } else if (key == "halving" && node.is_integer()) {
        sweep.halving = node.value_or(int64_t{1});
      } else if (const toml::array* const axes = node.as_array(); key == "over" && axes != nullptr) {
        for (const toml::node& axis : *axes) sweep.axes.push_back(axis_of(axis));
      } else if (key != "schema") {
        refuse(std::string(key.str()) + " has no meaning here");
      }
    }
    if (sweep.run_file.empty()) refuse("it names no run file");
    if (sweep.axes.empty()) refuse("it has no [[over]]");
    return sweep;
  }

 private:
  [[noreturn]] void refuse(const std::string& reason) const {
    throw Error(bad_sweep_file, {{"file", to_utf8(file_)}, {"reason", reason}});
  }

  SweepAxis axis_of(const toml::node& node) const {
    const toml::table* const table = node.as_table();
    if (table == nullptr) refuse("[[over]] is not a table");
    SweepAxis axis;
    for (const Leaf& leaf : leaves_of(*table)) {
      std::string key = leaf.key;
      std::erase(key, '"');
      const toml::array* const values = leaf.node->as_array();
      if (values == nullptr || values->empty()) refuse(key + " has no list of values");
      if (axis.steps.empty()) axis.steps.resize(values->size());
      if (axis.steps.size() != values->size())
        refuse("the lists below one [[over]] have different lengths, " + std::to_string(axis.steps.size()) +
               " and " + std::to_string(values->size()));
      axis.keys.push_back(std::move(key));
      for (size_t i = 0; i < values->size(); ++i) {
        axis.steps[i].push_back(text_of(*values->get(i)));
      }
    }
    if (axis.keys.empty()) refuse("an [[over]] is empty");
    return axis;
  }

  const fs::path& file_;
};

/// Written by the user, so possibly a bare word.
std::string as_toml(const std::string& value) {
  try {
    if (parse_toml("v = " + value).size() == 1) return value;
  } catch (const toml::parse_error&) {
    // An unquoted text.
  }
  std::ostringstream quoted;
  quoted << toml::value<std::string>(value);
  return quoted.str();
}

}  // namespace

SweepAxis parse_sweep_axis(std::string_view text) {
  const auto refuse = [&](std::string_view reason) {
    throw Error(bad_sweep_axis, {{"text", text}, {"reason", reason}});
  };
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos) refuse("it has no =");
  SweepAxis axis{{std::string(trimmed(text.substr(0, equals)))}, {}};
  for (std::string& value : split_values(text.substr(equals + 1))) {
    if (value.empty()) refuse("a value is missing");
    axis.steps.push_back({std::move(value)});
  }
  return axis;
}

std::vector<std::vector<std::string>> sweep_settings(const std::vector<SweepAxis>& axes) {
  std::set<std::string> keys;
  std::vector<std::vector<std::string>> runs{{}};
  for (const SweepAxis& axis : axes) {
    for (const std::string& key : axis.keys)
      if (!keys.insert(key).second) throw Error(sweep_key_twice, {{"key", key}});
    if (runs.size() * axis.steps.size() > most_sweep_runs)
      throw Error(sweep_too_large, {{"most", most_sweep_runs}});
    std::vector<std::vector<std::string>> longer;
    for (const std::vector<std::string>& run : runs) {
      for (const std::vector<std::string>& step : axis.steps) {
        longer.push_back(run);
        for (size_t i = 0; i < axis.keys.size(); ++i) longer.back().push_back(axis.keys[i] + "=" + step[i]);
      }
    }
    runs = std::move(longer);
  }
  return runs;
}

SweepFile read_sweep_file(const fs::path& file) {
  return Reader(file).run();
}

std::string sweep_file_text(const std::string& run_file, const std::vector<SweepAxis>& axes) {
  std::ostringstream text;
  text << "run = " << toml::value<std::string>(run_file) << '\n';
  for (const SweepAxis& axis : axes) {
    text << "\n[[over]]\n";
    for (size_t key = 0; key < axis.keys.size(); ++key) {
      text << axis.keys[key] << " = [";
      for (size_t step = 0; step < axis.steps.size(); ++step)
        text << (step > 0 ? ", " : "") << as_toml(axis.steps[step][key]);
      text << "]\n";
    }
  }
  return text.str();
}

bool is_sweep_file(std::string_view text) {
  try {
    const toml::table root = parse_toml(text);
    return root.contains("over");
  } catch (const toml::parse_error&) {
    return false;
  }
}

Sweep read_sweep(const fs::path& folder) {
  const fs::path file = folder / sweep_file_name;
  std::error_code error;
  if (!fs::exists(file, error)) throw Error(no_sweep, {{"text", to_utf8(folder)}});
  const auto refuse = [&](std::string_view reason) {
    throw Error(damaged_sweep, {{"file", to_utf8(file)}, {"reason", reason}});
  };
  Sweep sweep;
  try {
    sweep = read_json(file).get<Sweep>();
  } catch (const Error& fault) {
    refuse(fault.fault().message());
  } catch (const nlohmann::json::exception& fault) {
    refuse(fault.what());
  }
  if (sweep.runs.empty()) refuse("it has no runs");
  // The folder may come from somebody else: a run is beside it and nowhere else.
  for (const SweepRun& run : sweep.runs)
    if (run.folder.empty() || run.folder.find('/') != std::string::npos || run.folder.starts_with('.'))
      refuse("\"" + run.folder + "\" is not the name of a run's folder");
  sweep.halving = std::max<int64_t>(sweep.halving, 1);
  sweep.processes = std::max<int64_t>(sweep.processes, 1);
  return sweep;
}

void write_sweep(const fs::path& folder, const Sweep& sweep) {
  write_file_atomically(folder / sweep_file_name, nlohmann::json(sweep).dump(1) + "\n", Existing::own);
}

fs::path find_sweep(std::string_view text, const fs::path& output_dir) {
  std::error_code error;
  if (text != "latest") {
    fs::path folder = fs::absolute(fs::path(text), error).lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();
    if (!fs::exists(folder / sweep_file_name, error)) throw Error(no_sweep, {{"text", text}});
    return folder;
  }
  std::pair<fs::file_time_type, fs::path> newest{fs::file_time_type::min(), {}};
  for (fs::directory_iterator at(output_dir, error), end; !error && at != end; at.increment(error)) {
    std::error_code missing;
    const fs::file_time_type time = fs::last_write_time(at->path() / sweep_file_name, missing);
    if (!missing) newest = std::max(newest, {time, at->path()});
  }
  if (newest.second.empty()) throw Error(no_sweep, {{"text", to_utf8(output_dir)}});
  return newest.second;
}

}  // namespace fw::run
