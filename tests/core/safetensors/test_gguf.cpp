// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <bit>
#include <cstring>
#include <fstream>

#include "base/error.h"
#include "safetensors/gguf_header.h"
#include "safetensors/tensor_set.h"

using namespace fw;
using namespace fw::safetensors;
namespace fs = std::filesystem;

namespace {

const fs::path fixtures = FW_SOURCE_FOLDER "/tests/reference/gguf";

std::vector<std::byte> all_bytes(const TensorSet& set, const std::string& name) {
  std::vector<std::byte> bytes(set.info(name).bytes());
  set.read(name, 0, bytes);
  return bytes;
}

/// The bits of float32 values; half types widened.
std::vector<uint32_t> bits_of(const TensorSet& set, const std::string& name) {
  const std::vector<std::byte> bytes = all_bytes(set, name);
  const Dtype dtype = set.info(name).dtype;
  const size_t size = byte_size(dtype);
  std::vector<uint32_t> bits;
  for (size_t at = 0; at < bytes.size(); at += size) {
    uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, size);
    if (dtype == Dtype::bf16) value <<= 16;
    if (dtype == Dtype::f16) value = std::bit_cast<uint32_t>(from_half(static_cast<uint16_t>(value)));
    bits.push_back(value);
  }
  return bits;
}

/// Builds a file field by field.
struct Bytes {
  std::string text = {};
  template <typename Number>
  Bytes& number(Number value) {
    text.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  Bytes& words(const std::string& value) {
    number(uint64_t{value.size()});
    text += value;
    return *this;
  }
  Bytes& head(uint64_t tensors, uint64_t entries, uint32_t version = 3) {
    text += "GGUF";
    return number(version).number(tensors).number(entries);
  }
  Bytes& tensor(const std::string& name, std::vector<uint64_t> axes, uint32_t type, uint64_t at) {
    words(name).number(static_cast<uint32_t>(axes.size()));
    for (const uint64_t axis : axes) number(axis);
    return number(type).number(at);
  }
  /// Pads the header to 32 bytes and adds data.
  Bytes& data(size_t bytes) {
    text.resize((text.size() + 31) / 32 * 32 + bytes, '\0');
    return *this;
  }
};

}  // namespace

class TestGguf : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path write(const std::string& bytes) const {
    const fs::path file = fs::path(folder_.path().toStdString()) / "x.gguf";
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
  }

 private Q_SLOTS:
  /// blocks.safetensors has what the Python package decodes: tests/reference/gguf/make_gguf.py.
  void every_type_has_the_values_of_the_reference_data() {
    QTest::addColumn<QString>("name");
    for (const std::string& name : TensorSet::open(fixtures / "blocks.safetensors").names())
      QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }
  void every_type_has_the_values_of_the_reference() {
    QFETCH(QString, name);
    const std::string tensor = name.toStdString();
    const TensorSet stored = TensorSet::open(fixtures / "blocks.gguf"),
                    wanted = TensorSet::open(fixtures / "blocks.safetensors");
    QCOMPARE(stored.names().size(), wanted.names().size());
    QCOMPARE(stored.info(tensor).shape, wanted.info(tensor).shape);
    const std::vector<uint32_t> found = bits_of(stored, tensor);
    QCOMPARE(found, bits_of(wanted, tensor));
    QVERIFY(std::ranges::count(found, 0U) < static_cast<int64_t>(found.size()) / 2);  // it has values
  }

  void names_its_types() {
    const TensorSet stored = TensorSet::open(fixtures / "blocks.gguf");
    QCOMPARE(type_name(stored.info("Q4_K.weight")), std::string_view("Q4_K"));
    QCOMPARE(type_name(stored.info("BF16.weight")), std::string_view("BF16"));
    QCOMPARE(stored_bytes(stored.info("Q4_K.weight")), uint64_t{3 * 512 / 256 * 144});
    QVERIFY(stored.is_quantized("Q8_0.weight") && !stored.is_quantized("F16.weight"));
    QCOMPARE(stored.metadata().at("general.name"), std::string("blocks"));
  }

  void any_part_can_be_read() {
    const TensorSet stored = TensorSet::open(fixtures / "blocks.gguf");
    for (const char* name : {"Q5_0.weight", "Q6_K.weight", "F16.weight"}) {
      const std::vector<std::byte> all = all_bytes(stored, name);
      for (const auto& [offset, count] :
           {std::pair<size_t, size_t>{0, 4}, {4, 1020}, {1030, 2}, {1000, 1500}}) {
        std::vector<std::byte> part(count);
        stored.read(name, offset, part);
        QVERIFY(std::memcmp(part.data(), all.data() + offset, count) == 0);
      }
      std::vector<std::byte> beyond(8);
      QVERIFY_EXCEPTION_THROWN(stored.read(name, all.size() - 4, beyond), Error);
    }
    QVERIFY(stored.map("F32.weight") && !stored.map("Q4_0.weight"));
  }

  /// An index may name rows of a tensor, as those of fused layers.
  void rows_of_a_tensor_in_blocks() {
    const fs::path folder(folder_.path().toStdString());
    fs::copy_file(fixtures / "blocks.gguf", folder / "weights.safetensors");
    std::ofstream(folder / "model.safetensors.index.json")
        << R"({"weight_map": {"a": "weights.safetensors", "b": "weights.safetensors"},)"
        << R"( "stored_names": {"a": ["Q4_K.weight", 1, 2, false], "b": ["Q4_K.weight", 0, 2, true]}})";
    const TensorSet parts = TensorSet::open(folder / "model.safetensors.index.json");
    const auto all = bits_of(TensorSet::open(fixtures / "blocks.gguf"), "Q4_K.weight");
    QCOMPARE(parts.info("a").shape, (std::vector<int64_t>{2, 512}));
    QCOMPARE(bits_of(parts, "a"), std::vector<uint32_t>(all.begin() + 512, all.end()));
    std::vector<uint32_t> swapped(all.begin() + 512, all.begin() + 1024);
    swapped.insert(swapped.end(), all.begin(), all.begin() + 512);
    QCOMPARE(bits_of(parts, "b"), swapped);
  }

  void version_2_and_other_alignments() {
    Bytes file;
    file.head(1, 1, 2).words("general.alignment").number(uint32_t{4}).number(uint32_t{8});
    file.tensor("a", {2}, 0, 8);
    file.text.resize((file.text.size() + 7) / 8 * 8 + 8, '\0');
    file.number(1.5F).number(-2.0F);
    const TensorSet set = TensorSet::open(write(file.text));
    QCOMPARE(bits_of(set, "a"),
             (std::vector<uint32_t>{std::bit_cast<uint32_t>(1.5F), std::bit_cast<uint32_t>(-2.0F)}));
  }

  void bad_files_are_refused_in_one_sentence_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* words, const Bytes& file) {
      QTest::newRow(words) << QByteArray(file.text.data(), static_cast<int>(file.text.size())) << words;
    };
    const auto whole = [] { return Bytes().head(1, 0).tensor("a", {256, 2}, 12, 0); };
    row("cut short: its header is longer", Bytes().head(1, 0));
    row("its header is longer than the file", Bytes{"GGUF\3"});
    row("not 2 or 3", Bytes().head(0, 0, 1));
    row("the other byte order", Bytes().head(0, 0, 0x03000000));
    row("it claims to have 4294967296 tensors", Bytes().head(uint64_t{1} << 32, 0));
    row("entries of metadata", Bytes().head(0, uint64_t{1} << 40));
    row("longer than the file", Bytes().head(0, 1).number(~uint64_t{0}).data(64));
    row("the unknown type 77", Bytes().head(0, 1).words("x").number(uint32_t{77}));
    row("a list of lists",
        Bytes().head(0, 1).words("x").number(uint32_t{9}).number(uint32_t{9}).number(uint64_t{1}));
    row("header is longer than",
        Bytes().head(0, 1).words("x").number(uint32_t{9}).number(uint32_t{12}).number(~uint64_t{0} >> 1));
    row("aligned to 24 bytes",
        Bytes().head(0, 1).words("general.alignment").number(uint32_t{4}).number(uint32_t{24}));
    row("GGUF type IQ4_XS", Bytes().head(1, 0).tensor("a", {256}, 23, 0).data(136));
    row("GGUF type 99", Bytes().head(1, 0).tensor("a", {256}, 99, 0).data(64));
    row("not a multiple of 32", Bytes().head(1, 0).tensor("a", {256}, 12, 16).data(160));
    row("not whole blocks: [2, 100]", Bytes().head(1, 0).tensor("a", {100, 2}, 12, 0).data(288));
    row("is cut short: it ends at byte 288 of the data, which has 287", whole().data(287));
    row("has 9 axes", Bytes().head(1, 0).tensor("a", {1, 1, 1, 1, 1, 1, 1, 1, 1}, 0, 0).data(4));
    row("has the shape",
        Bytes().head(1, 0).tensor("a", {uint64_t{1} << 40, uint64_t{1} << 40}, 0, 0).data(4));
    row("[-1]", Bytes().head(1, 0).tensor("a", {~uint64_t{0}}, 0, 0).data(4));
    row("it lists a twice", Bytes().head(2, 0).tensor("a", {1}, 0, 0).tensor("a", {1}, 0, 0).data(4));
    row("its original shape, [7]", Bytes()
                                       .head(1, 1)
                                       .words("comfy.gguf.orig_shape.a")
                                       .number(uint32_t{9})
                                       .number(uint32_t{5})
                                       .number(uint64_t{1})
                                       .number(int32_t{7})
                                       .tensor("a", {2}, 0, 0)
                                       .data(8));
    row("begins at byte 18446744073709551584", Bytes().head(1, 0).tensor("a", {1}, 0, ~uint64_t{31}).data(4));
  }
  void bad_files_are_refused_in_one_sentence() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, words);
    const fs::path file = write(bytes.toStdString());
    QString message;
    try {
      TensorSet::open(file);
    } catch (const Error& error) {
      message = QString::fromStdString(error.fault().message());
    }
    if (words.startsWith("begins at byte")) words = "is cut short: it ends at byte";
    QVERIFY2(message.contains(words) && message.startsWith(QString::fromStdString(file.string())) &&
                 !message.contains('\n'),
             qPrintable(message));
  }

  /// Every beginning of a good file is refused.
  void every_cut_is_refused() {
    std::ifstream stream(fixtures / "blocks.gguf", std::ios::binary);
    const std::string whole(std::istreambuf_iterator<char>(stream), {});
    for (size_t size = 4; size < whole.size(); size += size < 2000 ? 7 : 997) {
      const fs::path file = write(whole.substr(0, size));
      QVERIFY_EXCEPTION_THROWN(TensorSet::open(file), Error);
    }
  }
};

QTEST_APPLESS_MAIN(TestGguf)
#include "test_gguf.moc"
