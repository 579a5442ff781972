// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <QtTest>
#include <cstring>
#include <fstream>

#include "base/error.h"
#include "safetensors/file.h"
#include "safetensors/mapped_file.h"
#include "safetensors/quantized.h"
#include "safetensors/tensor_set.h"
#include "safetensors/writer.h"

namespace {

using namespace fw::safetensors;
using Path = std::filesystem::path;

std::string file_bytes(const std::string& json, size_t data_bytes) {
  const uint64_t length = json.size();
  std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
  return bytes + json + std::string(data_bytes, 'x');
}

// A header entry; offsets as text so that a row can contain anything.
std::string entry(const std::string& name, const std::string& offsets, const std::string& shape = "[2]",
                  const std::string& dtype = "\"F32\"") {
  return "\"" + name + "\":{\"dtype\":" + dtype + ",\"shape\":" + shape + ",\"data_offsets\":" + offsets +
         "}";
}

fw::Fault fault_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const fw::Error& error) {
    return error.fault();
  }
  return {};
}

void write_tensor(const Path& path, const std::string& name, const std::vector<float>& values) {
  TensorInfo info{name, Dtype::f32, {static_cast<int64_t>(values.size())}};
  Writer writer(path, {info});
  writer.append(std::as_bytes(std::span(values)));
  writer.commit();
}

}  // namespace

class TestSafetensors : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    root_ = Path(folder_->path().toStdString());
  }

  void malformed_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("tensor");
    const auto raw = [](const char* name, const std::string& bytes, const char* code,
                        const char* tensor = "") {
      QTest::newRow(name) << QByteArray(bytes.data(), static_cast<int>(bytes.size())) << code << tensor;
    };
    const auto json = [&](const char* name, const std::string& text, const char* code,
                          const char* tensor = "",
                          size_t data = 8) { raw(name, file_bytes(text, data), code, tensor); };
    raw("empty file", "", "safetensors.header_cut");
    raw("seven bytes", "1234567", "safetensors.header_cut");
    raw("header beyond the file", file_bytes("{}", 0).substr(0, 9), "safetensors.header_cut");
    raw("huge header", std::string("\xff\xff\xff\xff\xff\xff\xff\xff{}", 10), "safetensors.header_huge");
    raw("header of no bytes", std::string(8, '\0'), "safetensors.all_zeros");
    raw("Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
        "safetensors.lfs_pointer");
    for (const char* other : {"<!DOCTYPE html><html></html>", "\n<HTML><body>", "PK\3\4\x14\1\1\1\1",
                              "\x80\2\x8a\nl\xfc\x9c\x46\xf9", "{\"weight_map\": {}}", "{\"a\":1}"})
      raw(other, other, "safetensors.other_kind");
    json("not JSON", "{\"a\":", "safetensors.not_json");
    json("two objects", "{}{}", "safetensors.not_json");
    json("zero byte", std::string("{}\0{}", 5), "safetensors.not_json");
    json("bad UTF-8", "{\"\xff\":1}", "safetensors.not_json");
    json("a list", "[]", "safetensors.not_an_object");
    json("leading space", " {}", "safetensors.not_an_object");
    json("tensor is a number", "{\"a\":1}", "safetensors.not_an_object");
    json("deep nesting", "{\"a\":" + std::string(100000, '['), "safetensors.not_an_object");
    json("metadata number", R"({"__metadata__":{"k":1}})", "safetensors.metadata_not_text");
    json("metadata object", R"({"__metadata__":{"k":{}}})", "safetensors.metadata_not_text");
    json("metadata twice", R"({"__metadata__":{"k":"1","k":"2"}})", "safetensors.duplicate_name");
    json("tensor twice", "{" + entry("a", "[0,8]") + "," + entry("a", "[0,8]") + "}",
         "safetensors.duplicate_name");
    json("field twice", R"({"a":{"dtype":"F32","dtype":"F32"}})", "safetensors.duplicate_name");
    json("field unknown", R"({"a":{"dtype":"F32","x":1}})", "safetensors.field_unknown", "a");
    json("field missing", R"({"a":{"dtype":"F32","shape":[2]}})", "safetensors.field_missing", "a");
    json("dtype a number", "{" + entry("a", "[0,8]", "[2]", "1") + "}", "safetensors.field_type", "a");
    json("dtype unknown", "{" + entry("a", "[0,8]", "[2]", "\"F31\"") + "}", "safetensors.unknown_dtype",
         "a");
    json("dtype of another size", "{" + entry("a", "[0,8]", "[2]", "\"F64\"") + "}",
         "safetensors.size_mismatch", "a");
    json("negative size", "{" + entry("a", "[0,8]", "[-2]") + "}", "safetensors.field_type", "a");
    json("fractional size", "{" + entry("a", "[0,8]", "[2.0]") + "}", "safetensors.field_type", "a");
    json("size of 2^63", "{" + entry("a", "[0,8]", "[9223372036854775808]") + "}", "safetensors.field_type",
         "a");
    json("product overflows", "{" + entry("a", "[0,8]", "[4294967296,4294967296]") + "}",
         "safetensors.shape_too_large", "a");
    json("overflow hidden by zero", "{" + entry("a", "[0,0]", "[4294967296,4294967296,0]") + "}",
         "safetensors.shape_too_large", "a");
    json("one offset", "{" + entry("a", "[0]") + "}", "safetensors.field_type", "a");
    json("three offsets", "{" + entry("a", "[0,8,9]") + "}", "safetensors.field_type", "a");
    json("nested offsets", "{" + entry("a", "[[0,8]]") + "}", "safetensors.field_type", "a");
    json("offsets reversed", "{" + entry("a", "[8,0]") + "}", "safetensors.size_mismatch", "a");
    json("data cut", "{" + entry("a", "[0,8]") + "}", "safetensors.out_of_range", "a", 7);
    json("far out of range", "{" + entry("a", "[9223372036854775800,9223372036854775808]") + "}",
         "safetensors.field_type", "a");
    json("overlap", "{" + entry("a", "[0,8]") + "," + entry("b", "[4,12]") + "}", "safetensors.overlap", "b",
         12);
    json("same data twice", "{" + entry("a", "[0,8]") + "," + entry("b", "[0,8]") + "}",
         "safetensors.overlap", "b");
    json("hole in front", "{" + entry("a", "[1,9]") + "}", "safetensors.hole", "(none)", 9);
    json("hole between", "{" + entry("a", "[0,8]") + "," + entry("b", "[9,17]") + "}", "safetensors.hole",
         "a", 17);
    json("hole at the end", "{" + entry("a", "[0,8]") + "}", "safetensors.hole", "a", 9);
  }
  void malformed() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    QFETCH(QString, tensor);
    const Path path = root_ / "Modell ü.safetensors";
    fw::write_file_atomically(path, std::string_view(bytes.constData(), static_cast<size_t>(bytes.size())),
                              fw::Existing::replace);
    const fw::Fault fault = fault_of([&] { File{path}; });
    QCOMPARE(QString::fromStdString(fault.code), code);
    QVERIFY(fault.message().find("Modell ü.safetensors") != std::string::npos);
    QVERIFY2(fault.message().find('{') == std::string::npos, fault.message().c_str());
    if (!tensor.isEmpty()) QCOMPARE(QString::fromStdString(fault.arguments.at("tensor")), tensor);
  }

  void unreadable_paths() {
    for (const Path& path : {root_ / "absent.safetensors", root_}) {
      QCOMPARE(fault_of([&] { File{path}; }).code, std::string("safetensors.unreadable"));
    }
    const Path pipe = root_ / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QCOMPARE(fault_of([&] { File{pipe}; }).code, std::string("safetensors.unreadable"));
  }

  void names_stay_short_in_messages() {
    const std::string name(1 << 20, 'n');
    const Path path = root_ / "long.safetensors";
    fw::write_file_atomically(path, file_bytes("{" + entry(name, "[0,9]") + "}", 9), fw::Existing::replace);
    QVERIFY(fault_of([&] { File{path}; }).message().size() < 1000);
  }

  void write_and_read_back() {
    const Path path = root_ / "a.safetensors";
    const std::vector<double> doubles{1.5, -2};
    const std::vector<uint8_t> bytes{1, 2, 3};
    const Metadata metadata{{"format", "pt"}, {"prompt", "Ein \"Zitat\"\n漢字"}};
    std::vector<TensorInfo> infos{{"bytes", Dtype::u8, {3}},
                                  {"none", Dtype::bf16, {0, 7}},
                                  {"scalar", Dtype::u8, {}},
                                  {"doubles", Dtype::f64, {1, 2}}};
    Writer writer(path, infos, metadata);
    for (const TensorInfo& tensor : writer.tensors()) {
      if (tensor.name == "doubles") writer.append(std::as_bytes(std::span(doubles)));
      if (tensor.name == "bytes") {
        writer.append(std::as_bytes(std::span(bytes)).first(1));
        writer.append(std::as_bytes(std::span(bytes)).subspan(1));
      }
      if (tensor.name == "scalar") writer.append(std::as_bytes(std::span(bytes)).first(1));
    }
    QVERIFY(!std::filesystem::exists(path));
    writer.commit();

    const TensorSet set = TensorSet::open(path);
    QCOMPARE(set.names(), (std::vector<std::string>{"bytes", "doubles", "none", "scalar"}));
    QCOMPARE(set.metadata(), metadata);
    QCOMPARE(set.info("none").shape, (std::vector<int64_t>{0, 7}));
    QCOMPARE(set.info("scalar").shape, std::vector<int64_t>{});
    std::vector<double> back(2);
    set.read("doubles", 0, std::as_writable_bytes(std::span(back)));
    QCOMPARE(back, doubles);
    std::vector<uint8_t> tail(2);
    set.read("bytes", 1, std::as_writable_bytes(std::span(tail)));
    QCOMPARE(tail, (std::vector<uint8_t>{2, 3}));
    const auto mapped = set.map("bytes");
    QCOMPARE(std::vector<uint8_t>(reinterpret_cast<uint8_t*>(mapped.get()),
                                  reinterpret_cast<uint8_t*>(mapped.get()) + 3),
             bytes);
    *mapped = std::byte{9};  // copy-on-write: the file is unchanged
    set.read("bytes", 0, std::as_writable_bytes(std::span(tail)));
    QCOMPARE(tail, (std::vector<uint8_t>{1, 2}));
    QVERIFY(set.map("none") == nullptr);
    QCOMPARE(fault_of([&] { set.read("bytes", 2, std::as_writable_bytes(std::span(tail))); }).code,
             std::string("safetensors.read_failed"));
    QCOMPARE(fault_of([&] { set.info("other"); }).code, std::string("safetensors.no_tensor"));
  }

  void mapped_files_that_change_are_told() {
    const Path path = root_ / "a.safetensors";
    const std::vector<float> values(8192, 1.0f);  // eight pages
    const auto changed = [] { return fault_of([] { fw::safetensors::check_mapped_files(); }).code; };
    const auto write = [&] {
      write_tensor(root_ / "new", "a", values);
      std::filesystem::rename(root_ / "new", path);
    };
    const auto last = [](const std::shared_ptr<std::byte>& bytes) {
      return reinterpret_cast<const float*>(bytes.get())[8191];
    };
    const auto map = [&] {
      const File file(path);
      return file.map(file.header().tensors.front());
    };
    write();
    auto mapped = map();
    write();  // another file has the name now
    QCOMPARE(changed(), std::string());
    QCOMPARE(last(mapped), 1.0f);

    mapped = map();
    std::filesystem::resize_file(path, 8192);
    QCOMPARE(changed(), std::string("safetensors.changed"));
    QCOMPARE(reinterpret_cast<const float*>(mapped.get())[0], 1.0f);
    QCOMPARE(last(mapped), 0.0f);  // and no SIGBUS
    QCOMPARE(last(mapped), 0.0f);
    mapped.reset();
    QCOMPARE(changed(), std::string());

    write();
    mapped = map();
    std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(-4, std::ios::end) << "1234";
    std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(1));
    QCOMPARE(changed(), std::string("safetensors.changed"));
  }

  void writer_refuses_what_it_could_not_read() {
    const Path path = root_ / "a.safetensors";
    const TensorInfo info{"a", Dtype::f32, {2}};
    QCOMPARE(fault_of([&] { Writer(path, {info, info}); }).code, std::string("safetensors.duplicate_name"));
    const TensorInfo huge{"a", Dtype::f32, {1LL << 62}};
    QCOMPARE(fault_of([&] { Writer(path, {huge}); }).code, std::string("safetensors.shape_too_large"));
    QVERIFY_EXCEPTION_THROWN(Writer(path, {info}).commit(), std::logic_error);
    QVERIFY(std::filesystem::is_empty(root_));
  }

  void file_that_shrinks_names_the_tensor() {
    const Path path = root_ / "a.safetensors";
    write_tensor(path, "weight", std::vector<float>(1000, 1));
    const File file(path);
    std::filesystem::resize_file(path, 500);
    std::vector<float> values(1000);
    const fw::Fault fault =
        fault_of([&] { file.read(file.header().tensors[0], 0, std::as_writable_bytes(std::span(values))); });
    QCOMPARE(fault.code, std::string("safetensors.read_failed"));
    QCOMPARE(fault.arguments.at("tensor"), std::string("weight"));
  }

  void sharded_folder() {
    write_tensor(root_ / "one.safetensors", "a", {1});
    write_tensor(root_ / "two.safetensors", "b", {2});
    const auto index = [&](const std::string& map) {
      fw::write_file_atomically(root_ / "model.safetensors.index.json", "{\"weight_map\":" + map + "}",
                                fw::Existing::replace);
    };
    index(R"({"a":"one.safetensors","b":"two.safetensors"})");
    const TensorSet set = TensorSet::open(root_);
    QCOMPARE(set.names(), (std::vector<std::string>{"a", "b"}));
    QCOMPARE(set.files().size(), size_t{2});
    float value = 0;
    set.read("b", 0, std::as_writable_bytes(std::span(&value, 1)));
    QCOMPARE(value, 2.0F);

    const auto code = [&] { return fault_of([&] { TensorSet::open(root_); }).code; };
    index(R"({"a":"one.safetensors","b":"one.safetensors"})");
    QCOMPARE(code(), std::string("safetensors.tensors_missing"));
    index(R"({"a":"three.safetensors","b":"four.safetensors"})");
    const fw::Fault missing = fault_of([&] { TensorSet::open(root_); });
    QCOMPARE(missing.code, std::string("safetensors.shards_missing"));
    QCOMPARE(missing.arguments.at("missing"), std::string("four.safetensors, three.safetensors"));
    for (const char* bad : {"{}", "[]", "1", R"({"a":1})", R"({"a":"../one.safetensors"})",
                            R"({"a":"/etc/passwd"})", R"({"a":""})"}) {
      index(bad);
      QCOMPARE(code(), std::string("safetensors.bad_index"));
    }
    fw::write_file_atomically(root_ / "model.safetensors.index.json", "{", fw::Existing::replace);
    QCOMPARE(code(), std::string("safetensors.bad_index"));
  }

  void scales_of_fp8_data() {
    QTest::addColumn<QStringList>("others");  // with their numbers of float32 values
    QTest::addColumn<bool>("is_plain");
    const auto row = [](const char* name, QStringList others, bool is_plain) {
      QTest::newRow(name) << others << is_plain;
    };
    row("a marker and scales", {"a.scale_weight 0", "a.scale_input 0", "scaled_fp8 2"}, true);
    row("scales of one axis", {"a.scale_weight 1"}, true);
    row("later names", {"a.weight_scale 0", "a.input_scale 0", "a.comfy_quant 5"}, true);
    row("none", {"a.bias 2"}, true);
    row("scales of rows", {"a.weight_scale 2"}, false);
    row("a marker alone", {"scaled_fp8 2"}, false);
    row("a second scale", {"a.weight_scale 0", "a.weight_scale_2 0"}, false);
    row("of blocks", {"a.weight_scale_inv 2"}, false);
  }
  void scales_of_fp8() {
    QFETCH(QStringList, others);
    QFETCH(bool, is_plain);
    std::vector<TensorInfo> tensors{{"a.weight", Dtype::f8_e4m3, {2, 2}}};
    for (const QString& other : others) {
      const int64_t count = other.section(' ', 1).toInt();
      tensors.push_back({other.section(' ', 0, 0).toStdString(), Dtype::f32,
                         count == 0 ? std::vector<int64_t>{} : std::vector<int64_t>{count}});
    }
    Writer writer(root_ / "model.safetensors", tensors);
    for (const TensorInfo& tensor : writer.tensors()) {
      const std::vector<float> values(tensor.bytes() / sizeof(float), 0.25F);
      writer.append(std::as_bytes(std::span(values)));
    }
    writer.commit();
    const TensorSet set = TensorSet::open(root_ / "model.safetensors");
    QCOMPARE(!quantized_weights(set), is_plain);
    const bool has_scale = is_plain && !others.contains("a.bias 2");
    QCOMPARE(set.scale("a.weight"), has_scale ? 0.25F : 1.0F);
    QCOMPARE(set.is_quantized("a.weight"), has_scale);
    QCOMPARE(set.map("a.weight") == nullptr, has_scale);
    QCOMPARE(set.names().size(), has_scale ? size_t{1} : tensors.size());
    // By an index, also under another name and in part.
    fw::write_file_atomically(root_ / "x.safetensors.index.json",
                              R"({"weight_map": {"b": "model.safetensors"},)"
                              R"( "stored_names": {"b": ["a.weight", 1, 1, false]}})",
                              fw::Existing::replace);
    const TensorSet part = TensorSet::open(root_ / "x.safetensors.index.json");
    QCOMPARE(part.scale("b"), set.scale("a.weight"));
    QCOMPARE(part.info("b").bytes(), uint64_t{2});
  }

  void folder_without_usual_names() {
    const auto code = [&] { return fault_of([&] { TensorSet::open(root_); }).code; };
    QCOMPARE(code(), std::string("safetensors.no_weights"));
    write_tensor(root_ / "my_lora.safetensors", "a", {1});
    QCOMPARE(TensorSet::open(root_).names(), std::vector<std::string>{"a"});
    write_tensor(root_ / "other.safetensors", "a", {1});
    QCOMPARE(code(), std::string("safetensors.several_weights"));
    write_tensor(root_ / "model.safetensors", "b", {1});
    QCOMPARE(TensorSet::open(root_).names(), std::vector<std::string>{"b"});
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  Path root_;
};

QTEST_GUILESS_MAIN(TestSafetensors)
#include "test_safetensors.moc"
