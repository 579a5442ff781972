// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/vocoder.h"

#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

#include "nn/config_reader.h"
#include "tensor/libtorch.h"

namespace fw::families {

namespace {

using torch::Tensor;

constexpr int64_t filter_taps = 12;  // of the filters around a periodic activation
constexpr double quietest = 1e-5;    // magnitude in a spectrogram
constexpr double last_slope = 0.01;  // of the leaky ReLU before the output

Tensor ends_repeated(const Tensor& x, int64_t front, int64_t back) {
  return torch::replication_pad1d(x, {front, back});
}

/// A convolution of every channel with the same filter.
Tensor filtered(const Tensor& x, const Tensor& filter, int64_t stride) {
  return torch::conv1d(x, filter.expand({x.size(1), 1, -1}), Tensor(), {stride}, torch::IntArrayRef{0}, {1},
                       x.size(1));
}
Tensor filtered_up(const Tensor& x, const Tensor& filter, int64_t stride) {
  return stride * torch::conv_transpose1d(x, filter.expand({x.size(1), 1, -1}), Tensor(), {stride}, {0}, {0},
                                          x.size(1));
}

Tensor convolved_1d(const Tensor& x, const Ltx2Convolution1d& layer, int64_t dilation = 1) {
  const int64_t side = dilation * (layer.weight.size(2) - 1) / 2;
  return torch::conv1d(x, layer.weight, layer.bias, {1}, torch::IntArrayRef{side}, {dilation});
}

/// `ratio` times the rate: a sinc of 6 zero crossings in a Hann window.
Tensor resampled(const Tensor& x, int64_t ratio) {
  constexpr double crossings = 6, rolloff = 0.99;
  const auto width = static_cast<int64_t>(std::ceil(crossings / rolloff));
  const int64_t taps = 2 * width * ratio + 1;
  const Tensor t =
      (torch::arange(taps, torch::kFloat64) / static_cast<double>(ratio) - static_cast<double>(width)) *
      rolloff;
  const Tensor window =
      torch::cos(t.clamp(-crossings, crossings) * std::numbers::pi / (2 * crossings)).square();
  const Tensor filter = torch::sinc(t) * window * rolloff / static_cast<double>(ratio);
  const Tensor y =
      filtered_up(ends_repeated(x, width, width), filter.to(x.options()).view({1, 1, -1}), ratio);
  const int64_t front = 2 * width * ratio, back = taps - ratio;
  return y.slice(2, front, y.size(2) - back);
}

Ltx2GeneratorConfig read_generator(nn::ConfigReader& read, const std::string& of,
                                   const nlohmann::json& json) {
  Ltx2GeneratorConfig c;
  const auto key = [&](const char* name) { return of + name; };
  c.in_channels = read.size(key("in_channels").c_str(), c.in_channels);
  c.hidden_channels = read.size(key("hidden_channels").c_str(), c.hidden_channels);
  c.out_channels = read.size(key("out_channels").c_str(), c.out_channels);
  c.upsample_kernel_sizes = read.sizes(key("upsample_kernel_sizes").c_str(), c.upsample_kernel_sizes);
  c.upsample_factors = read.sizes(key("upsample_factors").c_str(), c.upsample_factors);
  c.resnet_kernel_sizes = read.sizes(key("resnet_kernel_sizes").c_str(), c.resnet_kernel_sizes);
  c.slope = read.number(key("leaky_relu_negative_slope").c_str(), c.slope);
  const std::string activation = read.text(key("act_fn").c_str(), "leaky_relu");
  c.is_periodic = activation == "snakebeta";
  read.require(c.is_periodic || activation == "leaky_relu",
               key("act_fn") + " is neither leaky_relu nor snakebeta");
  read.expect(key("antialias").c_str(), c.is_periodic, c.is_periodic);
  read.expect(key("antialias_ratio").c_str(), 2, 2);
  read.expect(key("antialias_kernel_size").c_str(), filter_taps, filter_taps);
  const std::string last = key("final_act_fn");
  c.ends_in_tanh = !json.contains(last) || !json.at(last).is_null();
  if (c.ends_in_tanh) read.expect(last.c_str(), "tanh", "tanh");
  c.final_bias = read.boolean(key("final_bias").c_str(), c.final_bias);
  if (const auto found = json.find(key("resnet_dilations")); found != json.end() && found->is_array()) {
    c.resnet_dilations.clear();
    for (const nlohmann::json& each : *found) {
      const nlohmann::json one{{"dilations", each}};
      nn::ConfigReader list(one, "vocoder/config.json, " + key("resnet_dilations"));
      c.resnet_dilations.push_back(list.sizes("dilations", {}));
      list.finish();
    }
  }
  read.require(c.upsample_kernel_sizes.size() == c.upsample_factors.size(),
               key("upsample_kernel_sizes") + " and factors differ in number");
  read.require(c.resnet_kernel_sizes.size() == c.resnet_dilations.size(),
               key("resnet_kernel_sizes") + " and dilations differ in number");
  read.require(c.hidden_channels >> c.upsample_factors.size() > 0, key("hidden_channels") + " is too small");
  return c;
}

}  // namespace

int64_t Ltx2GeneratorConfig::factor() const {
  return std::accumulate(upsample_factors.begin(), upsample_factors.end(), int64_t{1}, std::multiplies<>());
}

Ltx2VocoderConfig Ltx2VocoderConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "vocoder/config.json");
  Ltx2VocoderConfig c;
  c.generator = read_generator(read, "", json);
  const bool is_extended = json.is_object() && json.contains("bwe_in_channels");
  c.output_rate = read.size("output_sampling_rate", is_extended ? 48000 : c.output_rate);
  if (is_extended) {
    c.extension = read_generator(read, "bwe_", json);
    c.filter_length = read.size("filter_length", c.filter_length);
    c.hop_length = read.size("hop_length", c.hop_length);
    c.window_length = read.size("window_length", c.window_length);
    c.num_mel_channels = read.size("num_mel_channels", c.num_mel_channels);
    c.input_rate = read.size("input_sampling_rate", c.input_rate);
    read.require(c.output_rate % c.input_rate == 0,
                 "output_sampling_rate is not a multiple of input_sampling_rate");
    read.require(c.extension->factor() * c.input_rate == c.hop_length * c.output_rate,
                 "bwe_upsample_factors do not lead to output_sampling_rate");
    read.require(c.window_length >= c.hop_length, "window_length is less than hop_length");
  }
  read.finish();
  return c;
}

Ltx2Convolution1d::Ltx2Convolution1d(torch::IntArrayRef shape, int64_t biases,
                                     const torch::TensorOptions& options) {
  add_parameter("weight", weight, shape, options);
  if (biases > 0) add_parameter("bias", bias, {biases}, options);
}

Ltx2VocoderActivation::Ltx2VocoderActivation(const Ltx2GeneratorConfig& config, int64_t channels,
                                             const torch::TensorOptions& options)
    : slope_(config.slope) {
  if (!config.is_periodic) return;
  add_parameter("act.alpha", alpha_, {channels}, options);
  add_parameter("act.beta", beta_, {channels}, options);
  add_buffer("upsample.filter", up_filter_, {1, 1, filter_taps}, options);
  add_buffer("downsample.filter", down_filter_, {1, 1, filter_taps}, options);
}

Tensor Ltx2VocoderActivation::forward(const Tensor& given) const {
  if (!alpha_.defined()) return torch::leaky_relu(given, slope_);
  constexpr int64_t edge = filter_taps / 2 - 1;
  Tensor x = filtered_up(ends_repeated(given, edge, edge), up_filter_, 2);
  x = x.slice(2, 3 * edge, x.size(2) - 3 * edge);
  const Tensor alpha = alpha_.exp().unsqueeze(1), beta = beta_.exp().unsqueeze(1);
  x = x + torch::sin(x * alpha).square() / (beta + 1e-9);
  return filtered(ends_repeated(x, edge, edge + 1), down_filter_, 2);
}

Ltx2VocoderResidual::Ltx2VocoderResidual(const Ltx2GeneratorConfig& config, int64_t channels, int64_t kernel,
                                         const std::vector<int64_t>& dilations,
                                         const torch::TensorOptions& options)
    : dilations_(dilations) {
  for (size_t i = 0; i < dilations.size(); ++i) {
    convs1_.emplace_back(torch::IntArrayRef{channels, channels, kernel}, channels, options);
    convs2_.emplace_back(torch::IntArrayRef{channels, channels, kernel}, channels, options);
    acts1_.emplace_back(config, channels, options);
    acts2_.emplace_back(config, channels, options);
  }
  add_child("convs1", convs1_);
  add_child("convs2", convs2_);
  add_child("acts1", acts1_);
  add_child("acts2", acts2_);
}

Tensor Ltx2VocoderResidual::forward(Tensor x) const {
  for (size_t i = 0; i < dilations_.size(); ++i) {
    const Tensor change = convolved_1d(acts1_[i].forward(x), convs1_[i], dilations_[i]);
    x = x + convolved_1d(acts2_[i].forward(change), convs2_[i]);
  }
  return x;
}

Ltx2Generator::Ltx2Generator(const Ltx2GeneratorConfig& config, const torch::TensorOptions& options)
    : config_(config),
      conv_in_({config.hidden_channels, config.in_channels, 7}, config.hidden_channels, options),
      conv_out_({config.out_channels, config.hidden_channels >> config.upsample_factors.size(), 7},
                config.final_bias ? config.out_channels : 0, options) {
  int64_t channels = config.hidden_channels;
  for (size_t i = 0; i < config.upsample_factors.size(); ++i) {
    upsamplers_.emplace_back(torch::IntArrayRef{channels, channels / 2, config.upsample_kernel_sizes[i]},
                             channels / 2, options);
    channels /= 2;
    for (size_t j = 0; j < config.resnet_kernel_sizes.size(); ++j)
      resnets_.emplace_back(config, channels, config.resnet_kernel_sizes[j], config.resnet_dilations[j],
                            options);
  }
  add_child("conv_in", conv_in_);
  add_child("upsamplers", upsamplers_);
  add_child("resnets", resnets_);
  if (config.is_periodic) add_child("act_out", act_out_.emplace(config, channels, options));
  add_child("conv_out", conv_out_);
}

Tensor Ltx2Generator::forward(const Tensor& mel) const {
  Tensor x = convolved_1d(mel.transpose(2, 3).flatten(1, 2), conv_in_);
  const size_t count = config_.resnet_kernel_sizes.size();
  for (size_t i = 0; i < upsamplers_.size(); ++i) {
    if (!config_.is_periodic) x = torch::leaky_relu(x, config_.slope);
    const int64_t kernel = config_.upsample_kernel_sizes[i], factor = config_.upsample_factors[i];
    x = torch::conv_transpose1d(x, upsamplers_[i].weight, upsamplers_[i].bias, {factor},
                                {(kernel - factor) / 2});
    Tensor sum;
    for (size_t j = 0; j < count; ++j) {
      const Tensor part = resnets_[i * count + j].forward(x);
      sum = sum.defined() ? sum + part : part;
    }
    x = sum / static_cast<double>(count);
  }
  x = convolved_1d(act_out_ ? act_out_->forward(x) : torch::leaky_relu(x, last_slope), conv_out_);
  return config_.ends_in_tanh ? torch::tanh(x) : x;
}

Ltx2Vocoder::Ltx2Vocoder(const Ltx2VocoderConfig& config, const torch::TensorOptions& options)
    : config_(config), generator_(config.generator, options) {
  if (!config.extension) {
    add_child("", generator_);
    return;
  }
  const int64_t bands = config.filter_length / 2 + 1;
  add_buffer("mel_stft.mel_basis", mel_basis_, {config.num_mel_channels, bands}, options);
  add_buffer("mel_stft.stft_fn.forward_basis", forward_basis_, {2 * bands, 1, config.filter_length}, options);
  add_child("vocoder", generator_);
  add_child("bwe_generator", bwe_generator_.emplace(*config.extension, options));
  // The way back from a spectrum, and a resampling filter, which resampled() computes.
  skip([](std::string_view name) {
    return name == "mel_stft.stft_fn.inverse_basis" || name.starts_with("resampler.");
  });
}

Tensor Ltx2Vocoder::mel_of(const Tensor& wave) const {
  const Tensor flat = wave.flatten(0, 1).unsqueeze(1);
  const Tensor padded = torch::constant_pad_nd(flat, {config_.window_length - config_.hop_length, 0});
  const auto parts = torch::conv1d(padded, forward_basis_, Tensor(), {config_.hop_length}).chunk(2, 1);
  const Tensor magnitude = (parts[0].square() + parts[1].square()).sqrt();
  const Tensor mel = torch::log(torch::matmul(mel_basis_, magnitude).clamp_min(quietest));
  return mel.unflatten(0, {wave.size(0), wave.size(1)}).transpose(2, 3);
}

Tensor Ltx2Vocoder::forward(const Tensor& mel) const {
  const Tensor low = generator_.forward(mel);
  if (!bwe_generator_) return low;
  const int64_t ratio = config_.output_rate / config_.input_rate, samples = low.size(2);
  const int64_t rest = samples % config_.hop_length;
  const Tensor whole = rest == 0 ? low : torch::constant_pad_nd(low, {0, config_.hop_length - rest});
  const Tensor high = bwe_generator_->forward(mel_of(whole)) + resampled(whole, ratio);
  return high.clamp(-1, 1).slice(2, 0, samples * ratio);
}

}  // namespace fw::families
