// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <functional>
#include <map>
#include <memory>

#include "adapters/lora.h"
#include "families/cogvideox/transformer.h"
#include "families/hunyuan_video/transformer.h"
#include "families/ltx_video/transformer.h"
#include "families/mochi/transformer.h"
#include "support/pretend_gpu/pretend_gpu.h"
#include "tensor/libtorch.h"
#include "tensor/plain_operators.h"

namespace {

using namespace fw;
using namespace fw::families;
using nn::Tensors;
using torch::Tensor;

constexpr int64_t heads = 4, head_dim = 16, width = heads * head_dim, video = 1200, text = 800;
/// Of the smallest tensor with a row per token (Mochi-1's text); all weights and conditions together are
/// smaller.
constexpr size_t token_bytes = text * width / 2 * sizeof(at::BFloat16);

torch::TensorOptions bf16() {
  return torch::TensorOptions(torch::kBFloat16).device(pretend_gpu::device());
}

Tensor random(torch::IntArrayRef shape) {
  return (torch::randn(shape) * 0.1).to(pretend_gpu::device()).to(torch::kBFloat16);
}

nn::RotaryTable rotary(int64_t tokens, int64_t pairs) {
  return nn::rotary_from_angles(torch::randn({tokens, pairs}, torch::kFloat64), pretend_gpu::device());
}

/// A block with its inputs.
struct Block {
  std::unique_ptr<nn::Module> module;
  std::function<Tensors(const Tensors&)> forward;
  Tensors tokens;      ///< always get a gradient
  Tensors conditions;  ///< get one if weights outside LoRAs are trained
  std::vector<std::string> adapted;
};

Block cogvideox_block() {
  CogVideoXTransformerConfig config;
  config.num_attention_heads = heads;
  config.attention_head_dim = head_dim;
  config.time_embed_dim = 32;
  config.use_rotary_positional_embeddings = true;
  auto block = std::make_unique<CogVideoXBlock>(config, bf16());
  const auto run = [&block = *block, table = rotary(text + video, head_dim / 2)](const Tensors& in) {
    return Tensors{block.forward(in[0], text, in[1], table, {nullptr, text + video})};
  };
  return {std::move(block),
          run,
          {random({1, text + video, width})},
          {random({1, 32})},
          {"attn1.to_q", "attn1.to_k", "attn1.to_v", "attn1.to_out.0"}};
}

Block ltx_block() {
  LtxTransformerConfig config;
  config.num_attention_heads = heads;
  config.attention_head_dim = head_dim;
  auto block = std::make_unique<LtxBlock>(config, bf16());
  const auto run = [&block = *block, table = rotary(video, width / 2)](const Tensors& in) {
    return Tensors{block.forward(in[0], in[1], in[2], {}, table, {nullptr, video})};
  };
  std::vector<std::string> adapted;
  for (const std::string attention : {"attn1.", "attn2."})
    for (const char* layer : {"to_q", "to_k", "to_v", "to_out.0"}) adapted.push_back(attention + layer);
  return {std::move(block),
          run,
          {random({1, video, width})},
          {random({1, text, width}), random({1, 1, 6 * width})},
          adapted};
}

HunyuanTransformerConfig hunyuan_config() {
  HunyuanTransformerConfig config;
  config.num_attention_heads = heads;
  config.attention_head_dim = head_dim;
  return config;
}

HunyuanSequence hunyuan_sequence() {
  return {{nullptr, video + text}, rotary(video + text, head_dim / 2), {}};
}

const std::vector<std::string> joint_layers{"attn.to_q",       "attn.to_k",       "attn.to_v",
                                            "attn.to_out.0",   "attn.add_q_proj", "attn.add_k_proj",
                                            "attn.add_v_proj", "attn.to_add_out"};

Block hunyuan_double_block() {
  auto block = std::make_unique<HunyuanDoubleBlock>(hunyuan_config(), bf16());
  const auto run = [&block = *block, sequence = hunyuan_sequence()](const Tensors& in) {
    return block.forward(in[0], in[1], in[2], sequence);
  };
  return {std::move(block),
          run,
          {random({1, video, width}), random({1, text, width})},
          {random({1, width})},
          joint_layers};
}

Block hunyuan_single_block() {
  auto block = std::make_unique<HunyuanSingleBlock>(hunyuan_config(), bf16());
  const auto run = [&block = *block, sequence = hunyuan_sequence()](const Tensors& in) {
    return Tensors{block.forward(in[0], in[1], sequence)};
  };
  return {std::move(block),
          run,
          {random({1, video + text, width})},
          {random({1, width})},
          {"attn.to_q", "attn.to_k", "attn.to_v"}};
}

Block mochi_block() {
  MochiTransformerConfig config;
  config.num_attention_heads = heads;
  config.attention_head_dim = head_dim;
  config.pooled_projection_dim = width / 2;
  auto block = std::make_unique<MochiBlock>(config, MochiBlock::Text::both_ways, bf16());
  const std::vector<MochiSampleTokens> samples{{{nullptr, video + text}, {}}};
  const auto run = [&block = *block, table = rotary(video, width / 2), samples](const Tensors& in) {
    return block.forward(in[0], in[1], in[2], table, samples);
  };
  std::vector<std::string> adapted;
  for (const std::string& layer : joint_layers) adapted.push_back("attn1" + layer.substr(4));
  return {std::move(block),
          run,
          {random({1, video, width}), random({1, text, width / 2})},
          {random({1, width})},
          adapted};
}

void add_loras(nn::Module& module, const std::vector<std::string>& paths) {
  auto generator = torch::make_generator<torch::CPUGeneratorImpl>(uint64_t{5});
  adapters::attach(module, adapters::make_lora(module, paths, 4, 8, pretend_gpu::device(), generator));
  module.for_each_module([](const std::string&, nn::Module& each) {
    if (auto* const linear = dynamic_cast<nn::Linear*>(&each))
      for (nn::LayerAdapter& adapter : linear->adapters) {
        adapter.A.requires_grad_();
        adapter.B.requires_grad_();
      }
  });
}

using Launches = std::map<std::string, int64_t>;

bool is_product(const std::string& name) {
  return name == "aten::mm" || name.starts_with("aten::addmm") || name.starts_with("aten::_addmm") ||
         name.starts_with("aten::_scaled_dot_product");
}

/// Operators over tokens; weights and conditions are small in comparison.
Launches passes_of(const std::function<void()>& run) {
  const Launches before = pretend_gpu::launches_by_name(token_bytes);
  run();
  Launches passes;
  for (const auto& [name, count] : pretend_gpu::launches_by_name(token_bytes)) {
    const auto earlier = before.find(name);
    const int64_t own = count - (earlier == before.end() ? 0 : earlier->second);
    if (own > 0 && !is_product(name)) passes[name] = own;
  }
  return passes;
}

int64_t sum_of(const Launches& passes) {
  int64_t sum = 0;
  for (const auto& [name, count] : passes) sum += count;
  return sum;
}

QString text_of(const Launches& passes) {
  QString text = QString("%1:").arg(sum_of(passes));
  for (const auto& [name, count] : passes) text += QString(" %1 %2,").arg(count).arg(name.c_str());
  return text;
}

Launches backward_passes(const Block& block, bool conditions) {
  Tensors inputs;
  for (const Tensor& each : block.tokens) inputs.push_back(each.detach().requires_grad_());
  for (const Tensor& each : block.conditions) inputs.push_back(each.detach().requires_grad_(conditions));
  const Tensors results = block.forward(inputs);
  Tensors gradients;
  for (const Tensor& each : results) gradients.push_back(torch::ones_like(each));
  return passes_of([&] { torch::autograd::backward(results, gradients); });
}

/// Limits for the number of passes over tokens. The aim is 12 for inference and 25 for a backward pass.
struct Limits {
  const char* name;
  Block (*make)();
  int64_t forward;  ///< for inference
  int64_t lora;     ///< for the backward pass of LoRAs
  int64_t full;     ///< for the backward pass of all weights
};

const std::vector<Limits> limits = {
    {"CogVideoX", cogvideox_block, 4, 6, 12},
    {"LTX-Video", ltx_block, 7, 10, 20},
    {"HunyuanVideo, two streams", hunyuan_double_block, 8, 13, 25},
    {"HunyuanVideo, one stream", hunyuan_single_block, 4, 6, 11},
    {"Mochi-1", mochi_block, 10, 13, 15},
};

}  // namespace

/// Counts the operators between a block's products and attention, each a pass over its tokens.
class TestDevicePasses : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { pretend_gpu::begin(); }
  void cleanup() {
    for (const std::string& fault : pretend_gpu::end()) QFAIL(fault.c_str());
  }

  void a_block_makes_few_passes_data() {
    QTest::addColumn<int>("index");
    for (size_t i = 0; i < limits.size(); ++i) QTest::newRow(limits[i].name) << static_cast<int>(i);
  }
  void a_block_makes_few_passes() {
    QFETCH(int, index);
    const Limits& most = limits[static_cast<size_t>(index)];
    torch::manual_seed(7);
    const Block block = most.make();
    {
      const torch::NoGradGuard no_grad;
      block.module->for_each_slot([](const std::string&, Tensor& slot) { slot.copy_(random(slot.sizes())); });
    }
    backward_passes(block, true);  // compares the operators with their plain forms
    const auto infer = [&] {
      const torch::NoGradGuard no_grad;
      Tensors inputs = block.tokens;
      inputs.insert(inputs.end(), block.conditions.begin(), block.conditions.end());
      block.forward(inputs);
    };
    const Launches inference = passes_of(infer);
    add_loras(*block.module, block.adapted);
    const Launches of_lora = backward_passes(block, false);
    adapters::detach_all(*block.module);
    block.module->for_each_slot([](const std::string&, Tensor& slot) { slot.requires_grad_(); });
    const Launches of_all = backward_passes(block, true);
    qInfo().noquote() << "forward" << text_of(inference) << "\n  LoRA backward" << text_of(of_lora)
                      << "\n  full backward" << text_of(of_all);
    QVERIFY(sum_of(inference) <= most.forward);
    QVERIFY(sum_of(of_lora) <= most.lora);
    QVERIFY(sum_of(of_all) <= most.full);
    const tensor::PlainOperators plain;
    QVERIFY(sum_of(inference) < sum_of(passes_of(infer)));
  }
};

QTEST_GUILESS_MAIN(TestDevicePasses)
#include "test_device_passes.moc"
