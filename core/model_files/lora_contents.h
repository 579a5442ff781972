// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/error.h"
#include "model_files/lora_keys.h"
#include "model_files/peft_metadata.h"
#include "safetensors/tensor_set.h"

namespace fw::model_files {

inline constexpr ErrorCode bad_lora{
    "model_files.bad_lora", FW_TEXT("errors", "{file} cannot be used as a LoRA: {problems}."),
    FW_TEXT("errors",
            "Framewright reads LoRA, DoRA, LoHa and LoKr of the linear layers of a video model, with the key "
            "names of diffusers, PEFT, LyCORIS, ComfyUI or kohya's scripts."),
    Blame::input};

/// Collects problems of many keys; reports each with its first key and the number of others.
class KeyProblems {
 public:
  void add(const std::string& problem, const std::string& key);
  bool empty() const { return problems_.empty(); }
  /// "a.oft_blocks is not supported: OFT (and 31 more); …"
  std::string text() const;

 private:
  struct Keys {
    std::string first;
    int64_t count = 0;
  };
  std::map<std::string, Keys> problems_;
};

/// The contents of a LoRA file according to its header. All other code goes through this.
struct LoraContents {
  struct Module {
    LoraKey key;                                ///< for one of its tensors
    std::string A, B;                           ///< names of the matrices: [rank, in] and [out, rank]
    const OtherForm* form = nullptr;            ///< other than LoRA: has `others` instead of A and B
    std::map<std::string, std::string> others;  ///< names of its tensors in the file, by those of the form
    std::string magnitude;                      ///< name of DoRA's tensor; empty: not DoRA
    int64_t rank = 0;                           ///< 0: of whole matrices, whose scale is 1
    int64_t in = 0;                             ///< columns of the weight
    std::optional<double> alpha;                ///< in a separate tensor

    /// Names of its matrices.
    std::vector<std::string> matrices() const;
    /// One of them, for messages: "….lora_B.weight", "….hada_w1_a".
    const std::string& a_key() const { return form == nullptr ? B : others.begin()->second; }
    /// "LoRA", "DoRA", "LoHa", "LoHa with DoRA".
    std::string kind_text() const;
  };
  std::map<std::string, Module> modules;  ///< by names in the file, without prefixes
  /// A tensor that is added to a whole weight or bias.
  struct Change {
    LoraKey key;
    std::string tensor;
  };
  std::vector<Change> changes;
  LoraFormat format = LoraFormat::diffusers;
  PeftMetadata metadata;
  /// `ss_network_alpha` of a file without alphas in tensors, if it differs from the rank. kohya's scripts
  /// write it but read alpha only from tensors, and so does this program.
  std::string unused_network_alpha = {};

  /// @param path  of the module in the model
  double alpha_of(const std::string& name, const std::string& path) const;
  bool states_alpha() const;
};

/// @return nullopt for a file without a LoRA
/// @throws fw::Error model_files.bad_lora, which lists each problem once with its first key: unsupported
///   kinds, incomplete pairs, matrices that do not match, an alpha that is not a finite number
/// Thread: any. Cost: a few bytes for each alpha.
std::optional<LoraContents> read_lora_contents(const safetensors::TensorSet& file);

}  // namespace fw::model_files
