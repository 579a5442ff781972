// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"
#include "run/settings_table.h"

namespace fw::run::table {

namespace {

using S = RunSettings;

const Condition with_warmup{
    "lr_scheduler.lr_scheduler",
    {"constant_with_warmup", "linear", "cosine", "cosine_with_restarts", "polynomial"}};

}  // namespace

std::vector<Setting> optimizer() {
  return {
      {.key = "optimizer.optimizer",
       .label = FW_TEXT("settings", "Optimizer"),
       .member = &S::optimizer,
       .choices = {"adamw", "adam", "adamw_8bit", "adam_8bit", "muon"},
       .finetrainers = {"optimizer"},
       .cogvideox_factory = {"optimizer"},
       .explanation = FW_TEXT("settings",
                              "adamw takes the weight decay off the weights directly; adam adds it to the "
                              "gradient, as in their papers. _8bit keeps the two running means in a byte "
                              "each instead of four (block-wise dynamic quantisation): 6 bytes a trained "
                              "value less, with nearly the same course of the loss. muon evens out what a "
                              "matrix's update does in each direction and keeps one mean, in beta1; all "
                              "that is no matrix is adamw's, with a quarter of the rate. It learns much "
                              "faster from random weights: try lr 0.01, beta1 0.95, weight_decay 0.1.")},
      {.key = "optimizer.offload",
       .label = FW_TEXT("settings", "Optimizer in host memory"),
       .member = &S::optimizer_offload,
       .finetrainers = {"use_cpu_offload_optimizer"},
       .cogvideox_factory = {"use_cpu_offload_optimizer"},
       .explanation = FW_TEXT("settings",
                              "Keeps the fp32 weights, the summed gradients and the optimizer's state in "
                              "host memory and updates there, on the CPU. The GPU holds only the weights "
                              "that compute and one backward pass's gradients. Where the run computes on "
                              "the CPU it saves nothing.")},
      {.key = "optimizer.offload_gradients",
       .label = FW_TEXT("settings", "Gradients to host memory at once"),
       .member = &S::offload_gradients,
       .applies_to = {{"optimizer.offload", {"true"}}},
       .finetrainers = {"offload_gradients"},
       .cogvideox_factory = {"offload_gradients"},
       .explanation = FW_TEXT("settings",
                              "Gradients go to host memory while the backward pass still runs, each as soon "
                              "as it is known, so that the GPU never holds all of them. The numbers are the "
                              "same.")},
      {.key = "optimizer.lr",
       .label = FW_TEXT("settings", "Learning rate"),
       .member = &S::lr,
       .range = Range{0, 10},
       .finetrainers = {"lr"},
       .cogvideox_factory = {"learning_rate"},
       .explanation = FW_TEXT("settings",
                              "Size of an update. 1e-4 to 1e-3 is usual for a LoRA, 1e-5 for a full "
                              "fine-tune. 0 changes nothing and serves to measure.")},
      {.key = "optimizer.beta1",
       .label = FW_TEXT("settings", "Beta 1"),
       .member = &S::beta1,
       .range = Range{0, 0.999999},
       .finetrainers = {"beta1"},
       .cogvideox_factory = {"beta1"},
       .explanation = FW_TEXT("settings", "Share of the past in the running mean of the gradient.")},
      {.key = "optimizer.beta2",
       .label = FW_TEXT("settings", "Beta 2"),
       .member = &S::beta2,
       .range = Range{0, 0.999999},
       .finetrainers = {"beta2"},
       .cogvideox_factory = {"beta2"},
       .explanation = FW_TEXT("settings", "Share of the past in the running mean of the squared gradient.")},
      {.key = "optimizer.epsilon",
       .label = FW_TEXT("settings", "Epsilon"),
       .member = &S::epsilon,
       .range = Range{0, 1, true},
       .finetrainers = {"epsilon"},
       .cogvideox_factory = {"epsilon"},
       .explanation = FW_TEXT("settings", "Keeps the division by the gradient's root mean square finite.")},
      {.key = "optimizer.weight_decay",
       .label = FW_TEXT("settings", "Weight decay"),
       .member = &S::weight_decay,
       .range = Range{0, 10},
       .finetrainers = {"weight_decay"},
       .cogvideox_factory = {"weight_decay"},
       .explanation = FW_TEXT("settings", "Pull of the trained weights towards zero.")},
      {.key = "optimizer.max_grad_norm",
       .label = FW_TEXT("settings", "Largest gradient norm"),
       .member = &S::max_grad_norm,
       .range = Range{0, any, true},
       .finetrainers = {"max_grad_norm"},
       .cogvideox_factory = {"max_grad_norm"},
       .explanation = FW_TEXT("settings",
                              "All gradients together are scaled down to this norm when theirs is larger, so "
                              "that one odd batch does no harm.")},
      {.key = "lr_scheduler.lr_scheduler",
       .label = FW_TEXT("settings", "Course of the learning rate"),
       .member = &S::lr_scheduler,
       .choices = {"constant", "constant_with_warmup", "linear", "cosine", "cosine_with_restarts",
                   "polynomial"},
       .finetrainers = {"lr_scheduler"},
       .cogvideox_factory = {"lr_scheduler"},
       .explanation = FW_TEXT("settings",
                              "How the learning rate changes over the steps. All but constant rise from 0 "
                              "during the warm-up; linear, cosine, cosine_with_restarts and polynomial then "
                              "fall towards 0 at the last step.")},
      {.key = "lr_scheduler.lr_warmup_steps",
       .label = FW_TEXT("settings", "Warm-up"),
       .member = &S::lr_warmup_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = Range{0, any},
       .applies_to = {with_warmup},
       .finetrainers = {"lr_warmup_steps"},
       .cogvideox_factory = {"lr_warmup_steps"},
       .explanation = FW_TEXT("settings", "Updates over which the learning rate rises from 0.")},
      {.key = "lr_scheduler.lr_num_cycles",
       .label = FW_TEXT("settings", "Cycles"),
       .member = &S::lr_num_cycles,
       .range = Range{1, any},
       .applies_to = {{"lr_scheduler.lr_scheduler", {"cosine_with_restarts"}}},
       .finetrainers = {"lr_num_cycles"},
       .cogvideox_factory = {"lr_num_cycles"},
       .explanation = FW_TEXT("settings", "How often cosine_with_restarts falls from the full rate to 0.")},
      {.key = "lr_scheduler.lr_power",
       .label = FW_TEXT("settings", "Power"),
       .member = &S::lr_power,
       .range = Range{0, 100, true},
       .applies_to = {{"lr_scheduler.lr_scheduler", {"polynomial"}}},
       .finetrainers = {"lr_power"},
       .cogvideox_factory = {"lr_power"},
       .explanation = FW_TEXT("settings", "Exponent of polynomial; 1 is a straight line.")},
  };
}

std::vector<Setting> keeping() {
  return {
      {.key = "checkpoints.checkpointing_steps",
       .label = FW_TEXT("settings", "Checkpoint every"),
       .member = &S::checkpointing_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = Range{1, any},
       .finetrainers = {"checkpointing_steps"},
       .cogvideox_factory = {"checkpointing_steps"},
       .explanation = FW_TEXT("settings",
                              "Steps between two checkpoints from which the run can be resumed exactly. A "
                              "crash costs at most the steps since the last one.")},
      {.key = "checkpoints.checkpointing_limit",
       .label = FW_TEXT("settings", "Checkpoints kept"),
       .member = &S::checkpointing_limit,
       .unit = FW_TEXT("settings", "checkpoints"),
       .range = Range{0, any},
       .finetrainers = {"checkpointing_limit"},
       .cogvideox_factory = {"checkpoints_total_limit"},
       .explanation = FW_TEXT("settings",
                              "The oldest checkpoint is deleted when a newer one is safely on disk and there "
                              "are more than this. 0 keeps all.")},
      {.key = "ema.ema_decay",
       .label = FW_TEXT("settings", "Decay of the averaged weights"),
       .member = &S::ema_decay,
       .range = Range{0, 0.999999},
       .explanation = FW_TEXT("settings",
                              "Keeps a second copy of the trained weights, a running average with this "
                              "share of the past (0.999 for example), which is used for validation and saved "
                              "beside the trained ones. 0 keeps none.")},
      {.key = "metrics.tensorboard",
       .label = FW_TEXT("settings", "TensorBoard files"),
       .member = &S::tensorboard,
       .explanation = FW_TEXT("settings", "Also writes the curves as TensorBoard event files.")},
      {.key = "metrics.csv",
       .label = FW_TEXT("settings", "CSV file"),
       .member = &S::csv,
       .explanation = FW_TEXT("settings", "Also writes the curves as metrics.csv, one line a step.")},
  };
}

std::vector<Setting> validation() {
  return {
      {.key = "validation.validation_prompts",
       .label = FW_TEXT("settings", "Validation prompts"),
       .member = &S::validation_prompts,
       .meaning = Meaning::prompt,
       .finetrainers = {"validation_prompts"},
       .cogvideox_factory = {"validation_prompt"},
       .explanation = FW_TEXT("settings",
                              "Prompts from which clips are made during training. A prompt may end in "
                              "@@@FRAMESxHEIGHTxWIDTH; without it the clip has the shape of the dataset's "
                              "most frequent bucket. Empty: no clips.")},
      {.key = "validation.validation_images",
       .label = FW_TEXT("settings", "Validation images"),
       .member = &S::validation_images,
       .meaning = Meaning::file,
       .applies_to = {image_to_video},
       .finetrainers = {"validation_images"},
       .cogvideox_factory = {"validation_images"},
       .explanation = FW_TEXT("settings", "First frames of the validation clips, one for each prompt.")},
      {.key = "validation.num_validation_videos",
       .label = FW_TEXT("settings", "Clips for each prompt"),
       .member = &S::num_validation_videos,
       .unit = FW_TEXT("settings", "clips"),
       .range = Range{1, 1000},
       .finetrainers = {"num_validation_videos"},
       .cogvideox_factory = {"num_validation_videos"},
       .explanation = FW_TEXT("settings",
                              "Each has its own seed, counted up from run.seed, the same at every "
                              "validation: clips of different steps can be compared.")},
      {.key = "validation.validation_steps",
       .label = FW_TEXT("settings", "Validate every"),
       .member = &S::validation_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = Range{1, any},
       .finetrainers = {"validation_steps"},
       .cogvideox_factory = {"validation_steps"},
       .explanation = FW_TEXT("settings", "Steps between two validations.")},
      {.key = "validation.validate_first",
       .label = FW_TEXT("settings", "Validate before the training"),
       .member = &S::validate_first,
       .explanation = FW_TEXT("settings",
                              "Makes the clips and measures the held-out loss before the first step, too: "
                              "what the model does without the training.")},
      {.key = "validation.num_inference_steps",
       .label = FW_TEXT("settings", "Denoising steps"),
       .member = &S::num_inference_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = Range{1, 1000},
       .explanation = FW_TEXT("settings", "Steps of the sampler for a validation clip.")},
      {.key = "validation.guidance_scale",
       .label = FW_TEXT("settings", "Guidance"),
       .member = &S::guidance_scale,
       .range = Range{0, 100},
       .family_defaults = {{"cogvideox", 6.0}},
       .cogvideox_factory = {"guidance_scale"},
       .explanation = FW_TEXT("settings",
                              "How strongly validation clips follow their prompt; 1 or less does without "
                              "guidance and takes half the time.")},
      {.key = "validation.use_dynamic_cfg",
       .label = FW_TEXT("settings", "Dynamic guidance"),
       .member = &S::use_dynamic_cfg,
       .applies_to = {{"model.family", {"cogvideox"}}},
       .cogvideox_factory = {"use_dynamic_cfg"},
       .explanation = FW_TEXT("settings", "Guidance rises over the denoising steps of a validation clip.")},
      {.key = "validation.offload",
       .label = FW_TEXT("settings", "Memory mode"),
       .member = &S::offload,
       .choices = {"none", "model"},
       .explanation = FW_TEXT("settings",
                              "How validation fits beside the training, whose transformer it uses as it is: "
                              "model has the text encoder or the VAE on the device while it works, none "
                              "keeps both there.")},
      {.key = "validation.text_encoder",
       .label = FW_TEXT("settings", "Text encoder"),
       .member = &S::text_encoder,
       .choices = {"device", "stream", "cpu"},
       .explanation = FW_TEXT("settings",
                              "Where prompts are encoded, once a run: stream brings the encoder's blocks to "
                              "the device one after the other, which takes a tenth of the memory, cpu leaves "
                              "the device alone and takes longer.")},
      {.key = "validation.enable_slicing",
       .label = FW_TEXT("settings", "VAE slicing"),
       .member = &S::enable_slicing,
       .finetrainers = {"enable_slicing"},
       .cogvideox_factory = {"enable_slicing"},
       .explanation = FW_TEXT("settings", "Decodes one clip of a validation batch at a time.")},
      {.key = "validation.enable_tiling",
       .label = FW_TEXT("settings", "VAE tiling"),
       .member = &S::enable_tiling,
       .finetrainers = {"enable_tiling"},
       .cogvideox_factory = {"enable_tiling"},
       .explanation = FW_TEXT("settings",
                              "Decodes a validation clip in overlapping tiles: far less memory, faint seams "
                              "at worst.")},
      {.key = "validation.held_out_samples",
       .label = FW_TEXT("settings", "Samples held out"),
       .member = &S::held_out_samples,
       .unit = FW_TEXT("settings", "samples"),
       .range = Range{0, any},
       .explanation =
           FW_TEXT("settings",
                   "So many samples of the dataset are never trained on. Their loss, at fixed "
                   "timesteps and with fixed noise, shows whether the model learns or memorises.")},
      {.key = "validation.held_out_steps",
       .label = FW_TEXT("settings", "Held-out loss every"),
       .member = &S::held_out_steps,
       .unit = FW_TEXT("settings", "steps"),
       .range = Range{1, any},
       .explanation = FW_TEXT("settings", "Steps between two measurements of the held-out loss.")},
  };
}

}  // namespace fw::run::table
