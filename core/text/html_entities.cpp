// SPDX-License-Identifier: Apache-2.0
#include "text/html_entities.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

#include "text/windows_1252.h"

namespace fw::text {

namespace {

/// HTML 4's named entities and, from HTML 5, apos, some upper-case names and the values of lang and rang.
constexpr const char* html_names =
    "quot 34 amp 38 lt 60 gt 62 nbsp 160 iexcl 161 cent 162 pound 163 curren 164 yen 165 brvbar 166 "
    "sect 167 uml 168 copy 169 ordf 170 laquo 171 not 172 shy 173 reg 174 macr 175 deg 176 plusmn 177 "
    "sup2 178 sup3 179 acute 180 micro 181 para 182 middot 183 cedil 184 sup1 185 ordm 186 raquo 187 "
    "frac14 188 frac12 189 frac34 190 iquest 191 Agrave 192 Aacute 193 Acirc 194 Atilde 195 Auml 196 "
    "Aring 197 AElig 198 Ccedil 199 Egrave 200 Eacute 201 Ecirc 202 Euml 203 Igrave 204 Iacute 205 "
    "Icirc 206 Iuml 207 ETH 208 Ntilde 209 Ograve 210 Oacute 211 Ocirc 212 Otilde 213 Ouml 214 times 215 "
    "Oslash 216 Ugrave 217 Uacute 218 Ucirc 219 Uuml 220 Yacute 221 THORN 222 szlig 223 agrave 224 "
    "aacute 225 acirc 226 atilde 227 auml 228 aring 229 aelig 230 ccedil 231 egrave 232 eacute 233 "
    "ecirc 234 euml 235 igrave 236 iacute 237 icirc 238 iuml 239 eth 240 ntilde 241 ograve 242 "
    "oacute 243 ocirc 244 otilde 245 ouml 246 divide 247 oslash 248 ugrave 249 uacute 250 ucirc 251 "
    "uuml 252 yacute 253 thorn 254 yuml 255 OElig 338 oelig 339 Scaron 352 scaron 353 Yuml 376 fnof 402 "
    "circ 710 tilde 732 Alpha 913 Beta 914 Gamma 915 Delta 916 Epsilon 917 Zeta 918 Eta 919 Theta 920 "
    "Iota 921 Kappa 922 Lambda 923 Mu 924 Nu 925 Xi 926 Omicron 927 Pi 928 Rho 929 Sigma 931 Tau 932 "
    "Upsilon 933 Phi 934 Chi 935 Psi 936 Omega 937 alpha 945 beta 946 gamma 947 delta 948 epsilon 949 "
    "zeta 950 eta 951 theta 952 iota 953 kappa 954 lambda 955 mu 956 nu 957 xi 958 omicron 959 pi 960 "
    "rho 961 sigmaf 962 sigma 963 tau 964 upsilon 965 phi 966 chi 967 psi 968 omega 969 thetasym 977 "
    "upsih 978 piv 982 ensp 8194 emsp 8195 thinsp 8201 zwnj 8204 zwj 8205 lrm 8206 rlm 8207 ndash 8211 "
    "mdash 8212 lsquo 8216 rsquo 8217 sbquo 8218 ldquo 8220 rdquo 8221 bdquo 8222 dagger 8224 "
    "Dagger 8225 bull 8226 hellip 8230 permil 8240 prime 8242 Prime 8243 lsaquo 8249 rsaquo 8250 "
    "oline 8254 frasl 8260 euro 8364 image 8465 weierp 8472 real 8476 trade 8482 alefsym 8501 larr 8592 "
    "uarr 8593 rarr 8594 darr 8595 harr 8596 crarr 8629 lArr 8656 uArr 8657 rArr 8658 dArr 8659 "
    "hArr 8660 forall 8704 part 8706 exist 8707 empty 8709 nabla 8711 isin 8712 notin 8713 ni 8715 "
    "prod 8719 sum 8721 minus 8722 lowast 8727 radic 8730 prop 8733 infin 8734 ang 8736 and 8743 or 8744 "
    "cap 8745 cup 8746 int 8747 there4 8756 sim 8764 cong 8773 asymp 8776 ne 8800 equiv 8801 le 8804 "
    "ge 8805 sub 8834 sup 8835 nsub 8836 sube 8838 supe 8839 oplus 8853 otimes 8855 perp 8869 sdot 8901 "
    "lceil 8968 rceil 8969 lfloor 8970 rfloor 8971 lang 10216 rang 10217 loz 9674 spades 9824 clubs 9827 "
    "hearts 9829 diams 9830 apos 39 AMP 38 LT 60 GT 62 QUOT 34 COPY 169 REG 174 TRADE 8482 ";

const std::map<std::string, char32_t>& named() {
  static const std::map<std::string, char32_t> all = [] {
    std::map<std::string, char32_t> found;
    std::istringstream list(html_names);
    uint32_t code = 0;
    for (std::string name; list >> name >> code;) found[name] = code;
    return found;
  }();
  return all;
}

std::string ascii(std::u32string_view text) {
  std::string bytes;
  for (const char32_t c : text) bytes += c < 128 ? static_cast<char>(c) : '\x7f';
  return bytes;
}

bool is_alphanumeric(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Code points that Python's html.unescape() drops.
bool is_ignored(uint64_t code) {
  return (code >= 1 && code <= 8) || code == 0xb || (code >= 0xe && code <= 0x1f) || code == 0x7f ||
         (code >= 0xfdd0 && code <= 0xfdef) || (code & 0xfffe) == 0xfffe;
}

/// The character of a numeric reference; empty for dropped code points.
std::u32string numbered(uint64_t code) {
  if (code == 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return U"\ufffd";
  if (code >= 0x80 && code <= 0x9f) return {from_windows_1252(static_cast<unsigned char>(code))};
  if (is_ignored(code)) return {};
  return {static_cast<char32_t>(code)};
}

/// The number after "&#" and its length in characters, including a semicolon; length 0: none.
std::pair<uint64_t, size_t> number_at(std::u32string_view text) {
  const bool is_hex = !text.empty() && (text[0] == 'x' || text[0] == 'X');
  const std::string digits = ascii(text.substr(is_hex ? 1 : 0, 40));
  uint64_t code = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code, is_hex ? 16 : 10);
  const auto count = static_cast<size_t>(end - digits.data());
  if (count == 0) return {0, 0};
  if (error != std::errc()) code = 0x110000;
  const size_t taken = count + (is_hex ? 1 : 0);
  return {code, taken + (taken < text.size() && text[taken] == ';' ? 1 : 0)};
}

/// Names that HTML also accepts without a semicolon.
bool needs_no_semicolon(char32_t c, const std::string& name) {
  return (c >= 160 && c <= 255) || name == "amp" || name == "lt" || name == "gt" || name == "quot" ||
         name == "AMP" || name == "LT" || name == "GT" || name == "QUOT";
}

/// The entity after "&" and its length in characters, including a semicolon; length 0: none.
std::pair<char32_t, size_t> name_at(std::u32string_view text) {
  size_t count = 0;
  while (count < text.size() && count < 32 && is_alphanumeric(text[count])) ++count;
  const std::string name = ascii(text.substr(0, count));
  const auto whole = named().find(name);
  if (whole != named().end() && count < text.size() && text[count] == ';') return {whole->second, count + 1};
  for (size_t size = count; size > 1; --size) {
    const auto found = named().find(name.substr(0, size));
    if (found != named().end() && needs_no_semicolon(found->second, found->first))
      return {found->second, size};
  }
  return {0, 0};
}

}  // namespace

std::u32string unescape_html(const std::u32string& text) {
  std::u32string result;
  for (size_t i = 0; i < text.size();) {
    const std::u32string_view rest = std::u32string_view(text).substr(i + 1);
    if (text[i] == '&' && !rest.empty() && rest[0] == '#') {
      if (const auto [code, size] = number_at(rest.substr(1)); size > 0) {
        result += numbered(code);
        i += size + 2;
        continue;
      }
    } else if (text[i] == '&') {
      if (const auto [c, size] = name_at(rest); size > 0) {
        result += c;
        i += size + 1;
        continue;
      }
    }
    result += text[i++];
  }
  return result;
}

std::u32string unescape_terminated(const std::u32string& text) {
  constexpr size_t longest = 24;
  std::u32string result;
  for (size_t i = 0; i < text.size();) {
    const size_t end = text[i] == '&' ? text.find(U';', i) : text.npos;
    const std::u32string_view inner =
        end == text.npos ? std::u32string_view() : std::u32string_view(text).substr(i + 1, end - i - 1);
    const bool is_number = inner.starts_with(U"#");
    const std::u32string_view name = inner.substr(is_number ? 1 : 0);
    std::u32string found;
    bool is_entity = !name.empty() && name.size() <= longest && std::ranges::all_of(name, is_alphanumeric);
    if (is_entity && is_number) {
      const auto [code, size] = number_at(text.substr(i + 2, end - i - 1));
      is_entity = size == name.size() + 1;
      if (is_entity) found = numbered(code);
    } else if (is_entity) {
      std::string key = ascii(name), lower = key;
      std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
      std::string upper = key;
      std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
      const auto own = named().find(key), small = named().find(lower);
      is_entity = own != named().end() || (key == upper && small != named().end());
      if (is_entity)
        found = own != named().end() ? own->second
                                     : static_cast<char32_t>(u_toupper(static_cast<UChar32>(small->second)));
    }
    result += is_entity ? found : text.substr(i, 1);
    i = is_entity ? end + 1 : i + 1;
  }
  return result;
}

}  // namespace fw::text
