// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Marks an English source sentence that the window translates. It expands to the sentence itself; lupdate
/// treats it like QT_TRANSLATE_NOOP (translations/CMakeLists.txt).
#define FW_TEXT(context, sentence) sentence

namespace fw {

/// Kind of a failure; determines the command line's exit code (1 or 2).
enum class Blame {
  job = 1,  ///< the work failed: out of memory, disk full, a check that found faults
  input,    ///< the user's input is unusable: a missing or broken file, an illegal size, an unknown device
};

/// One kind of failure, declared once as a constant next to the code that detects it.
///   inline constexpr ErrorCode file_truncated{"safetensors.truncated",
///       FW_TEXT("errors", "{file} ends after {size} bytes, its header promises {expected}."),
///       FW_TEXT("errors", "Copy or download the file again.")};
struct ErrorCode {
  std::string_view code;  ///< stable name, `<folder>.<what>`; never shown alone
  std::string_view text;  ///< what happened and where, with {name} for arguments
  std::string_view hint;  ///< how to fix it; may be empty
  Blame blame = Blame::job;
};

/// Text value of an argument: paths, numbers and sizes are formatted where the fault is created.
struct Argument {
  std::string name;
  std::string value;
  Argument(std::string_view name, std::string value) : name(name), value(std::move(value)) {}
  Argument(std::string_view name, std::string_view value) : name(name), value(value) {}
  Argument(std::string_view name, const char* value) : name(name), value(value) {}
  template <typename Number>
  requires std::is_arithmetic_v<Number> Argument(std::string_view name, Number value)
      : name(name), value(nlohmann::json(value).dump()) {}
};

/// A failure as a plain value: returned by validation, carried by events, translated by the window.
struct Fault {
  std::string code;
  std::string text;
  std::string hint;
  Blame blame = Blame::job;
  std::map<std::string, std::string> arguments;

  Fault() = default;
  Fault(const ErrorCode& code, std::initializer_list<Argument> arguments = {});
  /// The English sentence with its arguments filled in, without the hint.
  std::string message() const;
  /// message() and the filled-in hint, as printed on a command line.
  std::string full_message() const;
  bool operator==(const Fault&) const = default;
};

/// Replaces every {name} in `text` from `arguments`; unknown names are kept. {name:one|many} uses the first
/// form if the argument is 1, else the second: "{clips} {clips:clip has|clips have} no caption."
std::string fill_placeholders(std::string_view text, const std::map<std::string, std::string>& arguments);

void to_json(nlohmann::json& json, const Fault& fault);
void from_json(const nlohmann::json& json, Fault& fault);

/// A failure that ends a job. Caught once, at the job's border; never used for the results of form or file
/// validation.
class Error : public std::runtime_error {
 public:
  Error(const ErrorCode& code, std::initializer_list<Argument> arguments = {})
      : Error(Fault(code, arguments)) {}
  explicit Error(Fault fault) : std::runtime_error(fault.full_message()), fault_(std::move(fault)) {}
  const Fault& fault() const { return fault_; }

 private:
  Fault fault_;
};

/// The message of a single fault, or several on separate lines.
std::string full_message(const std::vector<Fault>& faults);
/// Does nothing without faults. @throws fw::Error a single fault itself; several as {problems} of `together`
void throw_faults(const std::vector<Fault>& faults, const ErrorCode& together);

/// Thrown on a stop request: ends a job as cancelled, not as failed.
class Cancelled : public std::exception {
 public:
  const char* what() const noexcept override { return "cancelled"; }
};

}  // namespace fw
