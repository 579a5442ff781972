// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/atomic_file.h"
#include "base/error.h"
#include "encoders/t5_encoder.h"
#include "families/cogvideox/transformer.h"
#include "families/cogvideox/vae.h"
#include "families/registry.h"
#include "families/vae_tiling.h"
#include "nn/load.h"

using namespace fw::encoders;
using namespace fw::families;
using torch::Tensor;

namespace {

const std::filesystem::path reference = FW_SOURCE_FOLDER "/tests/reference";
const torch::TensorOptions meta(torch::kMeta);

nlohmann::json read_json(const std::filesystem::path& path) {
  return nlohmann::json::parse(fw::read_file(path));
}

/// A tiny transformer of the reference cases, with weights.
std::unique_ptr<CogVideoXTransformer> tiny_transformer(const std::string& model) {
  const auto folder = reference / "cases/models" / model / "transformer";
  auto net = std::make_unique<CogVideoXTransformer>(
      CogVideoXTransformerConfig::from_json(read_json(folder / "config.json")), meta);
  fw::nn::load_parameters(*net, fw::tensor::Checkpoint::open(folder), torch::kFloat32, torch::kCPU);
  return net;
}

struct TinyInput {
  CogVideoXTransformerInput input;
  CogVideoXPositions positions;
};

TinyInput tiny_input(const CogVideoXTransformer& net, int64_t frames) {
  const auto& c = net.config();
  TinyInput tiny;
  tiny.input.hidden_states = torch::randn({2, frames, c.in_channels, c.sample_height, c.sample_width});
  tiny.input.encoder_hidden_states = torch::randn({2, c.max_text_seq_length, c.text_embed_dim});
  tiny.input.timestep = torch::tensor({17, 903}, torch::kInt64);
  if (c.ofs_embed_dim) tiny.input.ofs = torch::full({1}, 2.0);
  tiny.positions =
      net.positions({frames, c.sample_height, c.sample_width}, c.max_text_seq_length, torch::kCPU);
  return tiny;
}

double largest_difference(const Tensor& a, const Tensor& b) {
  return (a - b).abs().max().item<double>();
}

}  // namespace

class TestModels : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { torch::manual_seed(5); }

  /// The networks of the published configurations have exactly the published tensors.
  void manifests_data() {
    QTest::addColumn<QString>("name");
    for (const auto& entry : std::filesystem::directory_iterator(reference / "manifests"))
      QTest::newRow(entry.path().filename().c_str())
          << QString::fromStdString(entry.path().filename().string());
  }
  void manifests() {
    QFETCH(QString, name);
    const auto folder = reference / "manifests" / name.toStdString();
    const auto manifest = read_json(folder / "manifest.json");
    const auto file = folder / "config.json";
    const auto net = build_network(manifest.at("class"), read_json(file), file);
    auto wanted = manifest.at("parameters").get<std::map<std::string, fw::nn::Shape>>();
    if (manifest.contains("buffers"))
      wanted.merge(manifest.at("buffers").get<std::map<std::string, fw::nn::Shape>>());
    QCOMPARE(fw::nn::compare(*net, wanted).lines(), std::vector<std::string>());
    int64_t skipped = 0;  // of parts that the program does without
    for (const auto& [tensor, shape] : manifest.at("parameters").get<std::map<std::string, fw::nn::Shape>>())
      if (net->skips(tensor)) skipped += c10::multiply_integers(shape);
    QCOMPARE(net->parameter_count() + skipped, manifest.at("total_parameters").get<int64_t>());
  }

  void configs_are_refused_with_all_their_problems() {
    const auto problems = [](const auto& read) -> std::string {
      try {
        read();
        return "";
      } catch (const fw::Error& error) {
        return error.fault().arguments.at("problems");
      }
    };
    const std::string t = problems([] {
      CogVideoXTransformerConfig::from_json(
          {{"num_layers", 0}, {"attention_head_dim", 20}, {"activation_fn", "gelu"}});
    });
    for (const char* key : {"num_layers", "attention_head_dim", "activation_fn"})
      QVERIFY2(t.find(key) != std::string::npos, t.c_str());
    QVERIFY(!problems([] { CogVideoXTransformerConfig::from_json(3); }).empty());
    QVERIFY(!problems([] { CogVideoXTransformerConfig::from_json({{"num_layers", 1e300}}); }).empty());
    QVERIFY(!problems([] { CogVideoXVaeConfig::from_json({{"block_out_channels", {5, "x"}}}); }).empty());
    QVERIFY(!problems([] {
               CogVideoXVaeConfig::from_json({{"block_out_channels", {8}}, {"norm_num_groups", 3}});
             }).empty());
    QVERIFY(!problems([] { T5EncoderConfig::from_json({{"feed_forward_proj", "relu"}}); }).empty());
    QVERIFY(problems([] { CogVideoXTransformerConfig::from_json(nlohmann::json::object()); }).empty());
  }

  void illegal_latent_sizes_are_refused() {
    const CogVideoXTransformer v15(CogVideoXTransformerConfig::from_json({{"patch_size_t", 2}}), meta);
    for (const LatentGrid& size : {LatentGrid{3, 4, 4}, LatentGrid{2, 5, 4}, LatentGrid{2, 4, 0}})
      QVERIFY_EXCEPTION_THROWN(v15.positions(size, 226, torch::kCPU), fw::Error);
    const auto i2v = tiny_transformer("cogvideox-5b-i2v");
    QVERIFY_EXCEPTION_THROWN(i2v->positions({3, 6, 10}, 10, torch::kCPU), fw::Error);
  }

  /// Recording gradients takes other code paths; the values are the same.
  void recording_gradients_changes_nothing_data() {
    QTest::addColumn<QString>("model");
    for (const char* model : {"cogvideox-2b", "cogvideox-5b", "cogvideox-5b-i2v", "cogvideox-1.5-5b-i2v"})
      QTest::newRow(model) << model;
  }
  void recording_gradients_changes_nothing() {
    QFETCH(QString, model);
    const auto net = tiny_transformer(model.toStdString());
    const TinyInput tiny = tiny_input(*net, 2);
    Tensor plain;
    {
      const torch::NoGradGuard no_grad;
      plain = net->forward(tiny.input, tiny.positions);
    }
    net->for_each_parameter([](const std::string&, Tensor& slot) { slot.requires_grad_(); });
    const Tensor recorded = net->forward(tiny.input, tiny.positions);
    QVERIFY(largest_difference(plain, recorded.detach()) < 1e-5);
    recorded.square().mean().backward();
    net->for_each_parameter([](const std::string& name, Tensor& slot) {
      QVERIFY2(slot.grad().defined(), name.c_str());
      QVERIFY2(name.ends_with("norm_k.bias") || slot.grad().abs().max().item<double>() > 0, name.c_str());
    });
  }

  void blocks_run_through_the_runner_and_keep_their_inputs() {
    const auto net = tiny_transformer("cogvideox-5b");
    const TinyInput tiny = tiny_input(*net, 3);
    const torch::NoGradGuard no_grad;
    const Tensor plain = net->forward(tiny.input, tiny.positions);
    std::vector<size_t> order;
    const Tensor through = net->forward(tiny.input, tiny.positions, [&](const fw::nn::BlockCall& call) {
      order.push_back(call.index);
      const Tensor before = call.inputs[0].clone();
      call.run();  // a second time, as checkpointing does
      const fw::nn::Tensors y = call.run();
      if (!torch::equal(before, call.inputs[0])) throw std::logic_error("the block changed its input");
      return y;
    });
    QCOMPARE(order, (std::vector<size_t>{0, 1}));
    QVERIFY(torch::equal(plain, through));
    QVERIFY_EXCEPTION_THROWN(
        net->forward(tiny.input, tiny.positions,
                     [](const fw::nn::BlockCall&) -> fw::nn::Tensors { throw fw::Cancelled(); }),
        fw::Cancelled);
  }

  void vae_runs_in_slices_and_can_be_cancelled() {
    const auto folder = reference / "cases/models/cogvideox-5b/vae";
    CogVideoXVae vae(CogVideoXVaeConfig::from_json(read_json(folder / "config.json")), meta);
    fw::nn::load_parameters(vae, fw::tensor::Checkpoint::open(folder), torch::kFloat32, torch::kCPU);
    const Tensor z = torch::randn({2, 4, 3, 2, 3});
    const Tensor whole = vae.decode(z, {}, {});
    QCOMPARE(whole.sizes().vec(), (std::vector<int64_t>{2, 3, 9, 16, 24}));
    QVERIFY(largest_difference(whole, vae.decode(z, {}, {.slicing = true})) < 1e-5);
    int blocks = 0;
    const VaeOptions cancelled{.on_block = [&] {
      if (++blocks == 5) throw fw::Cancelled();
    }};
    QVERIFY_EXCEPTION_THROWN(vae.decode(z, {}, cancelled), fw::Cancelled);
    QVERIFY(largest_difference(whole, vae.decode(z, {}, {})) ==
            0);  // nothing is left over from the failed pass
    const auto posterior = vae.encode(whole.clamp(-1, 1), {});
    QCOMPARE(posterior.mean.sizes().vec(), z.sizes().vec());
    QVERIFY(torch::equal(posterior.sample(torch::zeros_like(z)), posterior.mean));
  }

  /// Tiles of an identity network join to the picture itself.
  void tiles_join_without_a_seam() {
    const Tensor x = torch::randn({1, 2, 1, 23, 31});
    const TilePlan plan{.tile = {10, 12}, .step = {8, 9}, .blend = {2, 3}, .keep = {8, 9}};
    int tiles = 0;
    const Tensor y = run_in_tiles(x, plan, {}, [&](const Tensor& tile) {
      ++tiles;
      return tile.clone();
    });
    QCOMPARE(tiles, 3 * 4);
    QVERIFY(largest_difference(x, y) < 1e-6);
  }

  void masked_tokens_change_nothing_in_t5() {
    const auto folder = reference / "cases/models/cogvideox-2b/text_encoder";
    T5Encoder t5(T5EncoderConfig::from_json(read_json(folder / "config.json")), meta);
    fw::nn::load_parameters(t5, fw::tensor::Checkpoint::open(folder), torch::kFloat32, torch::kCPU);
    const torch::NoGradGuard no_grad;
    const Tensor ids = torch::randint(2, 500, {1, 9}, torch::kInt64);
    Tensor other = ids.clone();
    other.narrow(1, 5, 4).zero_();
    Tensor mask = torch::ones_like(ids);
    mask.narrow(1, 5, 4).zero_();
    const auto kept = [](const Tensor& states) { return states.narrow(1, 0, 5); };
    QVERIFY(torch::equal(kept(t5.forward(ids, mask)), kept(t5.forward(other, mask))));
    QVERIFY(largest_difference(kept(t5.forward(ids)), kept(t5.forward(other))) > 1e-3);
  }
};

QTEST_GUILESS_MAIN(TestModels)
#include "test_models.moc"
