// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/setting.h"

/// Tables, one for each trainer, that map its flags and keys to settings or advice.
namespace fw::interchange {

class RunMapping;

struct KeyRule {
  std::string_view key;  ///< of a flag without dashes; of a file with dots; "wandb_*": all that begin so
  std::string_view setting = {};  ///< here
  std::string_view advice = {};   ///< if there is no setting: what to do instead, English source text
};

struct ForeignTrainer {
  std::string_view name;
  std::vector<KeyRule> rules;
  /// Values of settings that the trainer uses if nothing is given; only those that differ from ours matter.
  std::map<std::string, catalog::Value> defaults;
  /// Maps keys that make settings only together, or whose values mean something else here, and takes them
  /// out.
  void (*combine)(RunMapping& mapping) = nullptr;
};

/// Linear layers of all blocks, and those of attention and feed-forward layers alone.
inline constexpr std::string_view all_layers_of_blocks = R"((single_)?(transformer_)?blocks\.[0-9]+\..*)";
inline constexpr std::string_view attention_and_feed_forward =
    R"((single_)?(transformer_)?blocks\.[0-9]+\.(attn.*|ff.*|proj_mlp|proj_out))";

const ForeignTrainer& musubi_tuner();
const ForeignTrainer& finetune_trainer();
const ForeignTrainer& videox_fun();
const ForeignTrainer& diffusion_pipe();
const ForeignTrainer& simple_tuner();
const ForeignTrainer& one_trainer();
const ForeignTrainer& ai_toolkit();

}  // namespace fw::interchange
