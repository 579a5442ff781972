// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <functional>

#include "base/error.h"
#include "base/json_fields.h"

namespace fw::example {

enum class Colour { red = 1, blue };
constexpr auto choices_of(Colour) {
  return std::array{Choice{Colour::red, "red"}, Choice{Colour::blue, "blue"}, Choice{Colour::blue, "azure"}};
}

struct Wheel {
  std::filesystem::path file;
  double size = 1;
};
void describe(auto& fields, Wheel& wheel) {
  fields.need("file", wheel.file);
  fields("size", wheel.size);
}

struct Cart {
  static constexpr std::string_view kind = "cart";
  std::vector<Wheel> wheels;
  Colour colour = Colour::red;
  int64_t load = 3;
  bool full = false;
  std::optional<std::string> owner;
  std::map<std::string, std::variant<bool, int64_t, double>, std::less<>> own;
};
void describe(auto& fields, Cart& cart) {
  fields("wheels", cart.wheels);
  fields.derived("count", cart.wheels.size());
  fields.former("color", cart.colour);
  fields.former("weight");
  fields("colour", cart.colour);
  fields("load", cart.load);
  fields("full", cart.full);
  fields("owner", cart.owner);
  fields("own", cart.own);
}

}  // namespace fw::example

using namespace fw::example;
using nlohmann::json;

namespace {

/// Code and key of the error thrown on reading `text`; empty: none.
QString refusal(const char* text) {
  try {
    json::parse(text).get<Cart>();
    return {};
  } catch (const fw::Error& error) {
    return QString::fromStdString(error.fault().code + " " + error.fault().arguments.at("key"));
  }
}

}  // namespace

class TestJsonFields : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_struct_survives() {
    Cart cart{.wheels = {{"ä.bin", 0.5}, {"b", 2}},
              .colour = Colour::blue,
              .load = -7,
              .full = true,
              .owner = "me"};
    cart.own = {{"a", true}, {"b", int64_t{6}}, {"c", 6.0}};
    const json written = cart;
    QCOMPARE(written.at("count"), json(2));
    const Cart read = json::parse(written.dump()).get<Cart>();
    QCOMPARE(json(read).dump(), written.dump());
    QVERIFY(read.own == cart.own && read.wheels[0].file == cart.wheels[0].file);
    QVERIFY(!json(Cart()).contains("owner"));
  }

  void what_is_not_there_stays() {
    Cart cart{.colour = Colour::blue, .load = 9};
    fw::read_fields(json{{"full", true}}, cart, "cart");
    QVERIFY(cart.full && cart.load == 9 && cart.colour == Colour::blue);
  }

  void earlier_keys_are_read_and_not_written() {
    const auto cart = json::parse(R"({"color": "azure", "weight": [1]})").get<Cart>();
    QCOMPARE(cart.colour, Colour::blue);
    QCOMPARE(json(cart).at("colour"), json("blue"));
    QVERIFY(!json(cart).contains("color"));
  }

  void what_cannot_be_meant_is_refused_data() {
    QTest::addColumn<QString>("refusal");
    const auto row = [](const char* text, const char* wanted) { QTest::newRow(text) << QString(wanted); };
    row(R"({"lode": 3})", "base.unknown_key lode");
    row(R"({"wheels": [{"file": "a"}, {"file": "b", "siz": 1}]})", "base.unknown_key siz");
    row(R"({"wheels": [{"size": 1}]})", "base.missing_key file");
    row(R"({"wheels": {}})", "base.wrong_type cart.wheels");
    row(R"({"wheels": [{"file": 1}]})", "base.wrong_type cart.wheels[0].file");
    row(R"({"load": 1.5})", "base.wrong_type cart.load");
    row(R"({"load": 18446744073709551615})", "base.wrong_type cart.load");
    row(R"({"load": "3"})", "base.wrong_type cart.load");
    row(R"({"full": 1})", "base.wrong_type cart.full");
    row(R"({"colour": "green"})", "base.bad_choice cart.colour");
    row(R"({"own": {"x": "y"}})", "base.wrong_type cart.own.x");
    row(R"([])", "base.wrong_type cart");
    row(R"({"owner": null, "own": {"x": 1}, "wheels": [], "load": 4})", "");
  }
  void what_cannot_be_meant_is_refused() {
    QFETCH(QString, refusal);
    QCOMPARE(::refusal(QTest::currentDataTag()), refusal);
  }

  void a_lenient_reading_takes_what_it_can() {
    Cart cart;
    const json of_another_version = json::parse(
        R"({"lode": 1, "load": "3", "colour": 7, "full": true, "wheels": [{"size": "x"}, 5, {"file": "b"}]})");
    fw::read_fields(of_another_version, cart, "cart", fw::Reading::lenient);
    QVERIFY(cart.full && cart.load == 3 && cart.colour == Colour::red);
    QCOMPARE(cart.wheels.size(), size_t{2});
    QCOMPARE(cart.wheels[1].file.string(), std::string("b"));
    fw::read_fields(json(3), cart, "cart", fw::Reading::lenient);
    QVERIFY(cart.full);
  }

  void figures_that_are_no_numbers_come_back() {
    const json written = json::parse(json(Wheel{"a", std::nan("")}).dump());
    QVERIFY(written.at("size").is_null() && std::isnan(written.get<Wheel>().size));
  }

  void names_are_those_of_the_table() {
    QCOMPARE(std::string(fw::name_of(Colour::blue)), std::string("blue"));
    QVERIFY(fw::parse_choice<Colour>("colour", "azure") == Colour::blue && !fw::find_choice<Colour>("green"));
  }
};

QTEST_APPLESS_MAIN(TestJsonFields)
#include "test_json_fields.moc"
