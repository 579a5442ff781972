// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalog/catalog.h"
#include "catalog/setting.h"
#include "interchange/foreign_rules.h"

namespace fw::interchange {

/// A launch script or configuration file of another trainer converted to a run file.
struct ImportedFlags {
  std::string toml;
  std::vector<Fault> unmapped;  ///< flags and keys without a setting, with advice
};

/// Returns the content of a file named in a script; nullopt if it does not exist.
using NamedFile = std::function<std::optional<std::string>(const std::string& name)>;

/// A flag with its values, or a key of a file with its value or list.
struct ForeignKey {
  std::string name;  ///< without dashes; keys of tables with dots
  std::vector<std::string> values{};
  std::string text() const;
};

template <typename Number>
std::optional<Number> parse_number(std::string_view text);
extern template std::optional<int64_t> parse_number(std::string_view text);
extern template std::optional<double> parse_number(std::string_view text);

/// The family that a trainer's name for a model means: its letters and digits begin with one of the family's
/// names. nullptr: none. Thread: any.
const catalog::Family* family_named(std::string_view name);

/// Turns the keys of another trainer into settings. Every key ends as a setting or in a fault. Thread: one at
/// a time.
class RunMapping {
 public:
  enum class Style { flags, keys };  ///< how messages write them: --rank 4, or rank = 4
  RunMapping(std::string file, Style style, NamedFile named_file)
      : file_(std::move(file)), style_(style), named_file_(std::move(named_file)) {}

  const std::string& file() const { return file_; }
  std::vector<ForeignKey>& keys() { return keys_; }
  ForeignKey* find(std::string_view name);
  const ForeignKey* find(std::string_view name) const;
  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// True if it is given and not false.
  bool is_on(std::string_view name) const;
  std::optional<std::string> text_of(std::string_view name) const;
  std::optional<double> number_of(std::string_view name) const;
  void take_out(std::string_view name);
  /// Reads a file that a key names. nullopt if there is none.
  std::optional<std::string> read(const std::string& name) const;

  bool is_set(std::string_view setting) const { return values_.contains(std::string(setting)); }
  const catalog::Value* value_of(std::string_view setting) const;
  /// Sets a value without a check, such as one that follows from the trainer's program.
  void put(std::string_view setting, catalog::Value value) {
    values_[std::string(setting)] = std::move(value);
  }
  /// Sets a value if the run file's parser accepts it, else reports the key.
  void set(const ForeignKey& key, std::string_view setting, catalog::Value value);
  /// Sets it from the key's text, which is converted to the setting's type.
  void set_text(const ForeignKey& key, std::string_view setting);
  /// set_text() and take_out(), if the key is given. @return whether it is
  bool move(std::string_view name, std::string_view setting);
  /// "model.<family>.<name>" of the family that is set, if it has such a setting; empty otherwise.
  std::string own_setting(std::string_view name) const;
  /// move() to own_setting(), if there is one.
  void move_to_own(std::string_view name, std::string_view own);
  void set_separator(std::string separator) { separator_ = std::move(separator); }

  void report(Fault fault) { unmapped_.push_back(std::move(fault)); }
  void report_unknown(const ForeignKey& key);
  void report_advice(const ForeignKey& key, std::string_view advice);
  void refuse(const ForeignKey& key, std::string_view setting);
  /// report_advice() and take_out(), if the key is given.
  void advise(std::string_view name, std::string_view advice);

  /// Maps all keys that are left by the trainer's table, and reports the others.
  void map_by(const ForeignTrainer& trainer);
  /// The run file with the settings, and those of `defaults` that apply. @param trainer  named in its
  /// comments
  ImportedFlags finish(const std::map<std::string, catalog::Value>& defaults, std::string_view trainer);

 private:
  std::optional<catalog::Value> convert(const ForeignKey& key, const catalog::Setting& setting) const;
  void report_gathered();
  std::string write(const std::map<std::string, catalog::Value>& defaults, std::string_view trainer) const;

  std::string file_;
  Style style_;
  NamedFile named_file_;
  std::vector<ForeignKey> keys_;
  std::string separator_ = ":::";  ///< between prompts
  std::map<std::string, catalog::Value> values_;
  std::vector<Fault> unmapped_;
  std::vector<std::string> unknown_;  ///< keys of files, which are reported together
  std::vector<std::pair<std::string_view, std::vector<std::string>>> advised_;  ///< by advice
};

}  // namespace fw::interchange
