// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

/// Errors and notes of the launch-script import.
namespace fw::interchange {

inline constexpr ErrorCode no_training_command{
    "interchange.no_training_command",
    FW_TEXT("errors",
            "{file} does not start a training: no command in it runs a training script with flags."),
    FW_TEXT(
        "errors",
        "Give the launch script of a trainer that the guide's page \"Coming from another trainer\" lists.")};
inline constexpr ErrorCode unknown_flag{
    "interchange.unknown_flag", FW_TEXT("errors", "--{flag} {value}: no setting has this name."),
    FW_TEXT("errors", "Look it up by its purpose in the settings reference.")};
inline constexpr ErrorCode bad_flag{"interchange.bad_flag",
                                    FW_TEXT("errors", "--{flag} {value}: not a valid value for {key}."),
                                    FW_TEXT("errors", "It must be a {type} {limits}; the default is used.")};
inline constexpr ErrorCode other_means{"interchange.flag_other_means",
                                       FW_TEXT("errors", "--{flag} {value}: not part of a run file."),
                                       FW_TEXT("errors", "{advice}")};
inline constexpr ErrorCode several_devices{
    "interchange.several_devices",
    FW_TEXT(
        "errors",
        "{words}: this starts {count} processes, each with its own batch; here a batch is the same on any "
        "number of GPUs."),
    FW_TEXT(
        "errors",
        "For the same number of clips per update, set training.gradient_accumulation_steps = {steps}. To use "
        "as many GPUs here: framewright-cli launch --nproc {count} -- train RUN.toml.")};
inline constexpr ErrorCode unknown_devices{
    "interchange.unknown_devices",
    FW_TEXT(
        "errors",
        "{words}: this may start several processes, each with its own batch; here a batch is the same on any "
        "number of GPUs."),
    FW_TEXT("errors",
            "For the same number of clips per update, multiply training.gradient_accumulation_steps by the "
            "number of processes.")};
inline constexpr ErrorCode launcher_flag{
    "interchange.launcher_flag",
    FW_TEXT("errors", "--{flag} {value}, before the training script: not carried over."),
    FW_TEXT("errors",
            "If it changes how the weights are trained, look for a setting with the same purpose.")};
inline constexpr ErrorCode config_key{
    "interchange.config_key", FW_TEXT("errors", "{file}: {key} {value} is not carried over."),
    FW_TEXT("errors",
            "If it changes how the weights are trained, look for a setting with the same purpose.")};
inline constexpr ErrorCode not_said{
    "interchange.not_said",
    FW_TEXT("errors", "--{flag} is not given, so the launcher's configuration decides."),
    FW_TEXT("errors", "{key} is set to {value}; change it if that configuration says otherwise.")};
inline constexpr ErrorCode script_note{
    "interchange.script_note", FW_TEXT("errors", "{file}, line {line}: {what}."), {}};
inline constexpr ErrorCode trainer_unread{
    "interchange.trainer_unread",
    FW_TEXT("errors", "{file} starts a training of {trainer}, whose scripts Framewright does not read."),
    FW_TEXT("errors",
            "Start from a preset instead: the guide's page \"Coming from another trainer\" lists what the "
            "settings "
            "are called here.")};
inline constexpr ErrorCode unknown_trainer{
    "interchange.unknown_trainer",
    FW_TEXT("errors", "{program} is not recognised as a script of finetrainers or CogVideoX-Factory."),
    FW_TEXT("errors", "Settings that the command leaves out have Framewright's defaults; check each one.")};
inline constexpr ErrorCode stray_flags{
    "interchange.stray_flags",
    FW_TEXT(
        "errors",
        "{file}, line {line}: {flag} belongs to no command, since a comment or an empty line ends the one "
        "before it."),
    FW_TEXT("errors", "Remove the comments and empty lines between the flags of a command.")};
inline constexpr ErrorCode config_missing{
    "interchange.config_missing",
    FW_TEXT("errors", "{file}, which the launcher reads, was not found, so nothing of it is carried over."),
    FW_TEXT(
        "errors",
        "Put it next to the script, or set precision, accumulation, clipping, offload and ZeRO yourself.")};
inline constexpr ErrorCode environment_lost{
    "interchange.environment", FW_TEXT("errors", "{file} sets {variables} for its commands."),
    FW_TEXT("errors", "Set the variables that you still need before you start Framewright.")};
inline constexpr ErrorCode works_here{
    "interchange.flag_works_here",
    FW_TEXT("errors",
            "--{flag}: finetrainers reads this flag and does nothing with it; here it has an effect."),
    FW_TEXT("errors", "To train as finetrainers does, set {key} = false.")};

inline constexpr ErrorCode bad_key{"interchange.bad_key",
                                   FW_TEXT("errors", "{flag} = {value}: not a valid value for {key}."),
                                   FW_TEXT("errors", "It must be a {type} {limits}; the default is used.")};
inline constexpr ErrorCode key_other_means{"interchange.key_other_means",
                                           FW_TEXT("errors", "Not carried over: {keys}."),
                                           FW_TEXT("errors", "{advice}")};
inline constexpr ErrorCode unknown_keys{
    "interchange.unknown_keys", FW_TEXT("errors", "No setting corresponds to {keys}."),
    FW_TEXT("errors", "Look it up by its purpose in the settings reference.")};
inline constexpr ErrorCode no_model_folder{
    "interchange.no_model_folder",
    FW_TEXT("errors", "{file} names no folder with a whole model, which a run needs."),
    FW_TEXT("errors", "Set model.folder to the model's folder in diffusers layout.")};
inline constexpr ErrorCode no_family{
    "interchange.no_family", FW_TEXT("errors", "{file} does not say which of the models here it trains."),
    FW_TEXT("errors", "Set model.family.")};
inline constexpr ErrorCode unknown_config{
    "interchange.unknown_config", FW_TEXT("errors", "{file} is not a configuration file of a known trainer."),
    FW_TEXT("errors", "The guide's page \"Coming from another trainer\" lists them."), Blame::input};
inline constexpr ErrorCode unread_config{"interchange.unread_config",
                                         FW_TEXT("errors", "{file} cannot be read: {reason}."),
                                         FW_TEXT("errors", "Correct the file."), Blame::input};

}  // namespace fw::interchange
