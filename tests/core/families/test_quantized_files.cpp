// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

#include "core/families/two_updates.h"
#include "inference/video_pipeline.h"
#include "model_files/find_models.h"
#include "model_files/lora_keys.h"
#include "tensor/checkpoint.h"
#include "tensor/save.h"

using namespace fw;
using namespace fw::families;
using torch::Tensor;
namespace fs = std::filesystem;

namespace {

using Tensors = std::map<std::string, Tensor>;

const fs::path models = FW_SOURCE_FOLDER "/tests/reference/cases/models";

/// A model's transformer under the names of its original repository.
Tensors original_of(const fs::path& model, const std::string& family) {
  const auto stored = tensor::Checkpoint::open(model / "transformer");
  const catalog::KeyNames& names = model_files::key_names(family);
  std::map<std::string, std::map<size_t, Tensor>> parts;
  for (const std::string& name : stored.names()) {
    const size_t end = name.rfind('.');
    const bool is_modulation = !names.modulation.empty() && name.ends_with(names.modulation);
    const std::string path = end == name.npos ? "head" : name.substr(0, end);
    const auto other = model_files::other_name(path, names);
    Tensor values = stored.read(name).to(torch::kFloat32);
    if (other.halves_swapped) values = values.roll({values.size(0) / 2}, {0});
    const std::string whole = is_modulation      ? path + ".modulation"
                              : end == name.npos ? name
                                                 : other.name + name.substr(end);
    parts[whole][other.slice] = values;
  }
  Tensors tensors;
  for (const auto& [name, slices] : parts) {
    std::vector<Tensor> rows;
    for (const auto& [slice, values] : slices) rows.push_back(values);
    tensors[name] = torch::cat(rows).contiguous();
  }
  return tensors;
}

template <typename Number>
void put(std::string& text, Number value) {
  text.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Q8_0 where rows are whole blocks, F32 for vectors, otherwise F16. Replaces the values by those stored.
std::string encoded(Tensor& values, uint32_t& type) {
  const auto bytes_of = [](const Tensor& t) {
    return std::string(static_cast<const char*>(t.data_ptr()), t.nbytes());
  };
  type = values.dim() == 1 ? 0 : 1;
  if (type == 0) return bytes_of(values);
  if (values.size(-1) % 32 != 0) {
    const Tensor half = values.to(torch::kHalf);
    values = half.to(torch::kFloat32);
    return bytes_of(half);
  }
  type = 8;
  const Tensor blocks = values.view({-1, 32});
  const Tensor scale = (blocks.abs().amax(1, true) / 127).to(torch::kHalf);
  const Tensor codes = (blocks / scale.to(torch::kFloat32)).nan_to_num(0, 0, 0).round().clamp(-127, 127);
  values = (codes * scale.to(torch::kFloat32)).view(values.sizes());
  const Tensor stored =
      torch::cat({scale.view(torch::kUInt8), codes.to(torch::kInt8).view(torch::kUInt8)}, 1);
  return bytes_of(stored.contiguous());
}

void put_text(std::string& text, const std::string& value) {
  put(text, uint64_t{value.size()});
  text += value;
}

void write_gguf(const fs::path& file, Tensors& tensors, const safetensors::Metadata& metadata = {}) {
  std::string head = "GGUF", data;
  put(head, uint32_t{3});
  put(head, uint64_t{tensors.size()});
  put(head, uint64_t{metadata.size()});
  for (const auto& [key, value] : metadata) {
    put_text(head, key);
    put(head, uint32_t{8});
    put_text(head, value);
  }
  for (auto& [name, values] : tensors) {
    uint32_t type = 0;
    const std::string bytes = encoded(values, type);
    put_text(head, name);
    put(head, static_cast<uint32_t>(values.dim()));
    for (int64_t axis = values.dim(); axis-- > 0;) put(head, uint64_t(values.size(axis)));
    put(head, type);
    put(head, uint64_t{data.size()});
    data += bytes;
    data.resize((data.size() + 31) / 32 * 32, '\0');
  }
  head.resize((head.size() + 31) / 32 * 32, '\0');
  std::ofstream(file, std::ios::binary) << head << data;
}

/// The blocks' matrices in fp8, with scales as ComfyUI's files of one time have them. Replaces the values.
Tensors scaled_fp8(Tensors& tensors, const std::string& form) {
  Tensors stored = tensors;
  const bool is_new = form == "comfy_quant";
  for (auto& [name, values] : tensors) {
    if (values.dim() != 2 || name.find("blocks.") == name.npos || !name.ends_with(".weight")) continue;
    const std::string module = name.substr(0, name.size() - std::string_view("weight").size());
    const Tensor scale = values.abs().max() / 448;
    const Tensor codes = (values / scale).to(torch::kFloat8_e4m3fn);
    values = codes.to(torch::kFloat32) * scale;
    stored[name] = codes;
    stored[module + (is_new ? "weight_scale" : "scale_weight")] = scale;
    if (!is_new) stored[module + "scale_input"] = torch::ones({});
    if (is_new) stored[module + "comfy_quant"] = torch::zeros({24}, torch::kUInt8);
  }
  if (!is_new) stored["scaled_fp8"] = torch::zeros({2}).to(torch::kFloat8_e4m3fn);
  return stored;
}

Tensors weights_of(nn::Module& network) {
  Tensors weights;
  network.for_each_slot([&](const std::string& name, Tensor& slot) { weights[name] = slot; });
  return weights;
}

void expect_equal(const Tensors& found, const Tensors& wanted) {
  QCOMPARE(found.size(), wanted.size());
  for (const auto& [name, values] : wanted)
    QVERIFY2(found.contains(name) && same(found.at(name), values), name.c_str());
}

}  // namespace

/// Transformers in GGUF and in fp8 with scales equal those in a file with the decoded values.
class TestQuantizedFiles : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;
  fs::path path(const std::string& name) const { return fs::path(folder_->path().toStdString()) / name; }

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", QByteArray::fromStdString(path("data")));
    qputenv("XDG_CACHE_HOME", QByteArray::fromStdString(path("cache")));
  }

  void transformers_in_one_file_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("family");
    QTest::addColumn<QString>("form");
    for (const auto& [model, family] : {std::pair("wan-2.1-t2v", "wan"),
                                        {"ltx-0.9.1", "ltx_video"},
                                        {"ltx-0.9.5", "ltx_video"},
                                        {"hunyuan-video", "hunyuan_video"}})
      for (const char* form : {"gguf", "scaled_fp8", "comfy_quant"})
        QTest::addRow("%s, %s", model, form) << model << family << form;
  }
  void transformers_in_one_file() {
    QFETCH(QString, model);
    QFETCH(QString, family);
    QFETCH(QString, form);
    const fs::path source = models / model.toStdString();
    for (const char* part :
         {"vae", "text_encoder", "text_encoder_2", "tokenizer", "tokenizer_2", "scheduler"})
      if (fs::exists(source / part)) fs::create_directory_symlink(source / part, path(part));
    Tensors tensors = original_of(source, family.toStdString());
    const fs::path file = path(form == "gguf" ? "model-Q8_0.gguf" : "model.safetensors");
    // The width of a head is in the metadata of some files, and otherwise that of the published model.
    const nlohmann::json config = read_json(source / "transformer" / "config.json");
    const nlohmann::json own{{"transformer", {{"attention_head_dim", config.at("attention_head_dim")}}}};
    const safetensors::Metadata metadata{{"config", own.dump()}};
    if (form == "gguf")
      write_gguf(file, tensors, metadata);
    else
      tensor::save_tensors(file, scaled_fp8(tensors, form.toStdString()), metadata);
    tensor::save_tensors(path("plain.safetensors"), tensors, metadata);
    const auto quantized = open_family({file}), plain = open_family({path("plain.safetensors")}),
               whole = open_family({source});
    QCOMPARE(quantized->spec().id, whole->spec().id);
    for (const torch::Dtype dtype : {torch::kFloat32, torch::kBFloat16}) {
      const auto one = quantized->load_transformer({.dtype = dtype}),
                 other = plain->load_transformer({.dtype = dtype});
      expect_equal(weights_of(*one), weights_of(*other));
    }
    const auto found = model_files::find_models(file).models;
    QCOMPARE(found.size(), size_t{1});
    for (const auto& part : found.front().report.components)
      for (const Fault& fault : part.faults) QFAIL(fault.message().c_str());
    QVERIFY(found.front().report.sound());
  }

  /// As a component of a model that is elsewhere.
  void a_transformer_beside_a_folder() {
    const fs::path source = models / "wan-2.1-t2v";
    Tensors tensors = original_of(source, "wan");
    write_gguf(path("x.gguf"), tensors);
    const auto family = open_family({source, {{"transformer", path("x.gguf")}}});
    const Tensors found = weights_of(*family->load_transformer({}));
    QVERIFY(same(found.at("blocks.0.attn1.to_q.weight"), tensors.at("blocks.0.self_attn.q.weight")));
    QVERIFY(same(found.at("blocks.1.scale_shift_table"), tensors.at("blocks.1.modulation")));
  }

  void weights_of_a_folder_data() {
    QTest::addColumn<QString>("form");
    for (const char* form : {"scaled_fp8", "comfy_quant", "module.", "_orig_mod.", "transformer."})
      QTest::newRow(form) << form;
  }
  /// In diffusers layout: with scales, or saved with a wrapper's names.
  void weights_of_a_folder() {
    QFETCH(QString, form);
    const fs::path model = path("model"), part = model / "transformer";
    fs::copy(models / "cogvideox-2b", model, fs::copy_options::recursive);
    const auto stored = tensor::Checkpoint::open(part);
    Tensors tensors;
    for (const std::string& name : stored.names()) tensors[name] = stored.read(name);
    Tensors written;
    if (form.endsWith('.'))
      for (const auto& [name, values] : tensors) written[form.toStdString() + name] = values;
    else
      written = scaled_fp8(tensors, form.toStdString());
    tensor::save_tensors(part / "diffusion_pytorch_model.safetensors", written, {}, Existing::replace);
    expect_equal(weights_of(*open_family({model})->load_transformer({})), tensors);
    QVERIFY(model_files::look_at_model({model}).sound());
  }

  /// Frozen fp8 weights keep their codes: the same values, and no copy in a larger type.
  void fp8_of_a_file_is_not_quantized_again() {
    const fs::path model = path("model"), part = model / "transformer";
    fs::copy(models / "cogvideox-2b", model, fs::copy_options::recursive);
    const auto stored = tensor::Checkpoint::open(part);
    Tensors tensors;
    for (const std::string& name : stored.names()) tensors[name] = stored.read(name);
    const Tensors written = scaled_fp8(tensors, "scaled_fp8");
    tensor::save_tensors(part / "diffusion_pytorch_model.safetensors", written, {}, Existing::replace);
    std::string said;
    nn::ComponentOptions options;
    options.low_bit = nn::LowBit::fp8;
    options.on_low_bit = [&](const std::string& text) { said = text; };
    const auto network = open_family({model})->load_transformer(options);
    const Tensors found = weights_of(*network);
    const std::string q = "transformer_blocks.1.attn1.to_q.";
    QCOMPARE(found.at(q + "weight").scalar_type(), torch::kFloat8_e4m3fn);
    QVERIFY(torch::equal(found.at(q + "weight").view(torch::kUInt8),
                         written.at(q + "weight").view(torch::kUInt8)));
    QVERIFY(found.at(q + "weight_scale").eq(written.at(q + "scale_weight")).all().item<bool>());
    QVERIFY2(said.find("relative error 0 %") != said.npos, said.c_str());
  }
};

QTEST_GUILESS_MAIN(TestQuantizedFiles)
#include "test_quantized_files.moc"
