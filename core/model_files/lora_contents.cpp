// SPDX-License-Identifier: Apache-2.0
#include "model_files/lora_contents.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <tuple>

#include "base/join.h"
#include "base/paths.h"

namespace fw::model_files {

namespace {

/// The value of a tensor with one number; nullopt for types that are not used for alpha.
std::optional<double> read_number(const safetensors::TensorSet& file, const safetensors::TensorInfo& tensor) {
  std::array<std::byte, 8> bytes{};
  if (tensor.bytes() > bytes.size() || tensor.bytes() != safetensors::byte_size(tensor.dtype)) return {};
  file.read(tensor.name, 0, std::span(bytes).first(tensor.bytes()));
  const auto as = [&]<typename T>(T value) {
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  };
  switch (tensor.dtype) {
    case safetensors::Dtype::f32:
      return as(float{});
    case safetensors::Dtype::f64:
      return as(double{});
    case safetensors::Dtype::i32:
      return as(int32_t{});
    case safetensors::Dtype::i64:
      return static_cast<double>(as(int64_t{}));
    case safetensors::Dtype::bf16:
      return std::bit_cast<float>(static_cast<uint32_t>(as(uint16_t{})) << 16);
    case safetensors::Dtype::f16: {
      const uint16_t bits = as(uint16_t{});
      const int exponent = bits >> 10 & 31;
      const double fraction = (bits & 1023) / 1024.0;
      const double size = exponent == 0    ? std::ldexp(fraction, -14)
                          : exponent == 31 ? std::numeric_limits<double>::infinity()
                                           : std::ldexp(1 + fraction, exponent - 15);
      return (bits & 0x8000) != 0 ? -size : size;
    }
    default:
      return {};
  }
}

bool has_fractions(safetensors::Dtype dtype) {
  const std::string_view name = safetensors::dtype_name(dtype);
  return name.starts_with('F') || name == "BF16";
}

/// True if it fits into float32, as stored in files and tensors.
bool is_usable(double alpha) {
  return std::abs(alpha) <= static_cast<double>(std::numeric_limits<float>::max());
}

/// Parses a file's header.
class Reader {
 public:
  explicit Reader(const safetensors::TensorSet& file)
      : file_(file), read_{.metadata = PeftMetadata(file.metadata(), file.source())} {}

  std::optional<LoraContents> read() {
    for (const std::string& name : file_.names()) take(name);
    if (!is_lora_) return std::nullopt;
    for (auto& [name, module] : read_.modules) check(name, module);
    std::erase_if(read_.modules,
                  [](const auto& each) { return each.second.A.empty() && each.second.form == nullptr; });
    if (adapters_.size() > 1)
      problems_.add("is one of several adapters: " + join(adapters_), *adapters_.begin());
    check_metadata();
    if (problems_.empty()) return std::move(read_);
    throw Error(bad_lora, {{"file", to_utf8(file_.source())}, {"problems", problems_.text()}});
  }

 private:
  void take(const std::string& name) {
    const safetensors::TensorInfo& tensor = file_.info(name);
    const auto key = parse_lora_key(name);
    if (!key) {
      const auto kind = unsupported_kind(name);
      skip_module_of(name);
      is_lora_ = is_lora_ || (kind && kind->is_adapter_for_sure) || name.find("lora") != name.npos;
      problems_.add(kind ? "is not supported: " + std::string(kind->name) : "is of an unknown kind", name);
      return;
    }
    if (key->is_change()) {
      require_fractions(tensor);
      return read_.changes.push_back({*key, name});
    }
    LoraContents::Module& module = read_.modules[key->module];
    if (key->part == LoraKey::Part::alpha) return take_alpha(module, tensor);
    is_lora_ = true;
    module.key = *key;
    read_.format = key->format;
    adapters_.insert(key->adapter);
    require_fractions(tensor);
    std::string& own = tensor_of(module, *key);
    if (!own.empty()) return problems_.add("is there twice", name);
    own = name;
    if (key->part == LoraKey::Part::magnitude) return;
    if (tensor.shape.size() != 2) {
      unread_.insert(key->module);
      const bool is_convolution = tensor.shape.size() > 2;
      const std::string kind(module.form == nullptr ? "LoRA" : module.form->name);
      return problems_.add(
          is_convolution ? "is not supported: " + kind + " of a convolution" : "is not a matrix", name);
    }
    if (key->part == LoraKey::Part::A)
      std::tie(module.rank, module.in) = std::pair(tensor.shape[0], tensor.shape[1]);
  }

  /// Where a module has the name of this tensor.
  static std::string& tensor_of(LoraContents::Module& module, const LoraKey& key) {
    switch (key.part) {
      case LoraKey::Part::A:
        return module.A;
      case LoraKey::Part::B:
        return module.B;
      case LoraKey::Part::magnitude:
        return module.magnitude;
      default:
        module.form = &*std::ranges::find_if(other_forms(), [&](const OtherForm& form) {
          return std::ranges::find(form.parts, key.other) != form.parts.end();
        });
        return module.others[key.other];
    }
  }

  void require_fractions(const safetensors::TensorInfo& tensor) {
    if (has_fractions(tensor.dtype)) return;
    const std::string dtype(safetensors::dtype_name(tensor.dtype));
    problems_.add("has a data type without fractions (" + dtype + ")", tensor.name);
  }

  void take_alpha(LoraContents::Module& module, const safetensors::TensorInfo& tensor) {
    module.alpha = read_number(file_, tensor);
    if (!module.alpha)
      problems_.add("is not a single number", tensor.name);
    else if (!is_usable(*module.alpha))
      problems_.add("is not a finite number", tensor.name);
  }

  /// Whatever else such a key's module has is incomplete: one message is enough.
  void skip_module_of(const std::string& name) {
    for (size_t end = name.rfind('.'); end != name.npos && end > 0; end = name.rfind('.', end - 1))
      if (const auto key = parse_lora_key(name.substr(0, end) + ".alpha")) unread_.insert(key->module);
  }

  void check(const std::string& name, LoraContents::Module& module) {
    if (unread_.contains(name)) return;  // reported
    check_magnitude(name, module);
    if (!module.magnitude.empty() && module.matrices().empty()) return;
    if (module.form != nullptr) return check_others(name, module);
    if (module.A.empty() && module.B.empty())
      return problems_.add("is the alpha of no matrices", name + ".alpha");
    if (module.A.empty() || module.B.empty()) return problems_.add("has only one of its two matrices", name);
    const auto& B = file_.info(module.B).shape;
    if (B.size() == 2 && module.rank != 0 && B[1] == module.rank) return;
    problems_.add("has two matrices of different ranks", name);
  }

  /// The lengths of the rows: [out] or [out, 1].
  void check_magnitude(const std::string& name, const LoraContents::Module& module) {
    if (module.magnitude.empty()) return;
    if (module.matrices().empty()) return problems_.add("has the magnitude of no matrices", name);
    const auto& shape = file_.info(module.magnitude).shape;
    if (shape.size() == 1 || (shape.size() == 2 && shape[1] == 1)) return;
    const bool is_of_inputs = shape.size() == 2 && shape[0] == 1;
    problems_.add(is_of_inputs ? "is not supported: DoRA of the weights' columns" : "is not a column",
                  module.magnitude);
  }

  void check_others(const std::string& name, LoraContents::Module& module) {
    const std::string kind(module.form->name);
    if (!module.A.empty() || !module.B.empty())
      return problems_.add("has tensors of a LoRA and of a " + kind, name);
    const bool is_complete = std::ranges::any_of(module.form->complete, [&](const auto& wanted) {
      return wanted.size() == module.others.size() && std::ranges::all_of(wanted, [&](const auto& part) {
               return module.others.contains(std::string(part));
             });
    });
    if (!is_complete) return problems_.add("does not have all matrices of a " + kind, name);
    // Products are called w1 and w2, and their factors _a and _b.
    int64_t rank = 0;
    std::array<int64_t, 2> columns{1, 1};
    for (const auto& [part, key] : module.others) {
      const auto& shape = file_.info(key).shape;
      if (shape.size() != 2) return;  // reported
      const size_t number = part.find("w2") != part.npos ? 1 : 0;
      if (!part.ends_with("_a")) columns[number] = shape[1];
      if (!part.ends_with("_a") && !part.ends_with("_b")) continue;
      const int64_t own = part.ends_with("_a") ? shape[1] : shape[0];
      if (rank != 0 && own != rank) return problems_.add("has matrices of different ranks", name);
      rank = own;
    }
    constexpr int64_t most_columns = int64_t{1} << 30;
    if (std::max(columns[0], columns[1]) > most_columns)
      return problems_.add("has a matrix of an impossible size", name);
    const bool is_kronecker = kind == "LoKr";
    if (!is_kronecker && columns[0] != columns[1])
      return problems_.add("has matrices of different sizes", name);
    module.rank = rank;
    module.in = is_kronecker ? columns[0] * columns[1] : columns[0];
  }

  /// The metadata applies to modules without their own alpha.
  void check_metadata() {
    const bool has_magnitudes =
        std::ranges::any_of(read_.modules, [](const auto& each) { return !each.second.magnitude.empty(); });
    if (read_.metadata.has("use_dora") && !has_magnitudes)
      problems_.add("is set, but the file has no magnitudes", "use_dora");
    bool is_used = false;
    for (const auto& [name, module] : read_.modules) is_used = is_used || !module.alpha;
    if (!is_used) return;
    if (const std::string& problem = read_.metadata.problem(); !problem.empty())
      problems_.add("cannot be read: " + problem, "alpha");
    for (const auto& [name, module] : read_.modules)
      if (!is_usable(read_.alpha_of(name, name)))
        problems_.add("has an alpha that is not a finite number", name);
    const auto network = file_.metadata().find("ss_network_alpha");
    if (network == file_.metadata().end() || read_.metadata.states_alpha()) return;
    const double alpha = std::strtod(network->second.c_str(), nullptr);
    const bool is_rank = std::ranges::all_of(
        read_.modules, [&](const auto& each) { return static_cast<double>(each.second.rank) == alpha; });
    if (!is_rank) read_.unused_network_alpha = network->second;
  }

  const safetensors::TensorSet& file_;
  LoraContents read_;
  KeyProblems problems_;
  std::set<std::string> adapters_;
  std::set<std::string> unread_;  ///< modules with keys of other kinds
  bool is_lora_ = false;
};

}  // namespace

void KeyProblems::add(const std::string& problem, const std::string& key) {
  Keys& keys = problems_[problem];
  if (keys.count++ == 0) keys.first = key;
}

std::string KeyProblems::text() const {
  return join(problems_, "; ", [](const auto& each) {
    const auto& [problem, keys] = each;
    return keys.first + " " + problem +
           (keys.count > 1 ? " (and " + std::to_string(keys.count - 1) + " more)" : "");
  });
}

double LoraContents::alpha_of(const std::string& name, const std::string& path) const {
  const Module& module = modules.at(name);
  return module.alpha ? *module.alpha : metadata.alpha_of(name, path, module.rank);
}

bool LoraContents::states_alpha() const {
  return metadata.states_alpha() ||
         std::ranges::any_of(modules, [](const auto& each) { return each.second.alpha.has_value(); });
}

std::vector<std::string> LoraContents::Module::matrices() const {
  std::vector<std::string> all;
  for (const std::string& matrix : {A, B})
    if (!matrix.empty()) all.push_back(matrix);
  for (const auto& [part, key] : others) all.push_back(key);
  return all;
}

std::string LoraContents::Module::kind_text() const {
  if (form == nullptr) return magnitude.empty() ? "LoRA" : "DoRA";
  return std::string(form->name) + (magnitude.empty() ? "" : " with DoRA");
}

std::optional<LoraContents> read_lora_contents(const safetensors::TensorSet& file) {
  return Reader(file).read();
}

}  // namespace fw::model_files
