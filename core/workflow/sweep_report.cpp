// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "base/units.h"
#include "workflow/sweep_table.h"

namespace fw::workflow {

namespace {

namespace fs = std::filesystem;

constexpr std::array colours{"#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#777777"};
constexpr double chart_width = 900, chart_height = 320, margin = 50;
constexpr size_t most_points = 600;  // of a curve: more than pixels that tell them apart

constexpr std::string_view style = R"css(
body { font: 15px/1.5 sans-serif; margin: 2em auto; max-width: 1100px; padding: 0 1em;
  color-scheme: light dark; }
table { border-collapse: collapse; }
th, td { padding: 0.2em 0.8em; text-align: left; border-bottom: 1px solid #8884; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
tr.best { font-weight: bold; }
.mark { display: inline-block; width: 1em; height: 1em; border-radius: 3px; vertical-align: -2px; }
.run { margin: 1.5em 0; } .run video { height: 180px; margin: 0 0.5em 0.5em 0; }
svg { width: 100%; height: auto; } svg text { font: 12px sans-serif; fill: currentColor; }
)css";

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

/// A relative path as an address.
std::string address_of(const fs::path& path) {
  std::string address;
  for (const char c : to_utf8(path)) {
    const auto code = static_cast<unsigned char>(c);
    const bool is_plain = std::isalnum(code) || std::string_view("-_./").find(c) != std::string_view::npos;
    char hex[4];
    std::snprintf(hex, sizeof hex, "%%%02X", code);
    address += is_plain ? std::string(1, c) : std::string(hex);
  }
  return address;
}

std::string settings_of(const SweepRow& row) {
  std::string text;
  for (const std::string& setting : row.settings) text += (text.empty() ? "" : ", ") + setting;
  return escaped(text);
}

std::string mark(size_t row) {
  return "<span class=\"mark\" style=\"background:" + std::string(colours[row % colours.size()]) +
         "\"></span>";
}

using Curve = std::vector<SweepPoint> SweepRow::*;

/// The curves of all runs in one drawing; empty if there is none.
class Chart {
 public:
  Chart(const std::vector<SweepRow>& rows, Curve curve) : rows_(rows), curve_(curve) {
    for (const SweepRow& row : rows) {
      for (const SweepPoint& point : row.*curve) {
        if (!std::isfinite(point.value)) continue;
        last_step_ = std::max(last_step_, point.step);
        low_ = std::min(low_, point.value);
        high_ = std::max(high_, point.value);
      }
    }
  }

  std::string svg() const {
    if (last_step_ == 0) return {};
    std::string text = "<svg viewBox=\"0 0 " + format_fixed(chart_width, 0) + " " +
                       format_fixed(chart_height, 0) + "\" role=\"img\">\n";
    for (int line = 0; line <= 4; ++line) {
      const double value = low_ + (high_ - low_) * line / 4;
      text += "<line x1=\"" + x(0) + "\" x2=\"" + x(last_step_) + "\" y1=\"" + y(value) + "\" y2=\"" +
              y(value) + "\" stroke=\"#8884\"/><text x=\"4\" y=\"" + y(value) + "\">" +
              format_significant(value, 3) + "</text>\n";
    }
    text += "<text x=\"" + x(last_step_) + "\" y=\"" + format_fixed(chart_height - 8, 0) +
            "\" text-anchor=\"end\">step " + std::to_string(last_step_) + "</text>\n";
    for (size_t row = 0; row < rows_.size(); ++row) text += polyline(row);
    return text + "</svg>\n";
  }

 private:
  std::string x(int64_t step) const {
    const double share = static_cast<double>(step) / static_cast<double>(last_step_);
    return format_fixed(margin + share * (chart_width - margin - 10), 1);
  }
  std::string y(double value) const {
    const double share = high_ > low_ ? (value - low_) / (high_ - low_) : 0.5;
    return format_fixed(chart_height - 30 - share * (chart_height - 50), 1);
  }

  std::string polyline(size_t row) const {
    const std::vector<SweepPoint>& points = rows_[row].*curve_;
    const size_t stride = points.size() / most_points + 1;
    std::string text;
    for (size_t i = 0; i < points.size(); ++i) {
      const bool is_drawn = i % stride == 0 || i + 1 == points.size();
      if (is_drawn && std::isfinite(points[i].value))
        text += x(points[i].step) + "," + y(points[i].value) + " ";
    }
    return "<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"" +
           std::string(colours[row % colours.size()]) + "\" points=\"" + text + "\"><title>" +
           settings_of(rows_[row]) + "</title></polyline>\n";
  }

  const std::vector<SweepRow>& rows_;
  const Curve curve_;
  int64_t last_step_ = 0;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

std::string table_of(const std::vector<SweepRow>& rows) {
  const SweepRow* const best = best_of(rows);
  const auto cell = [](const std::string& text) { return "<td class=\"n\">" + text + "</td>"; };
  const auto loss = [&](const std::optional<double>& value) {
    return cell(value ? format_significant(*value, 4) : "–");
  };
  std::string text =
      "<table><tr><th></th><th>Settings</th><th>State</th><th>Step</th><th>Loss</th><th>Held-out loss</th>"
      "<th>Time</th><th>Peak memory</th></tr>\n";
  for (size_t i = 0; i < rows.size(); ++i) {
    const SweepRow& row = rows[i];
    const auto peak = static_cast<uint64_t>(row.vram_peak_bytes);
    text += std::string(&row == best ? "<tr class=\"best\">" : "<tr>") + "<td>" + mark(i) + "</td><td>" +
            settings_of(row) + "</td><td>" + std::string(name_of(row.state)) +
            (&row == best ? ", best" : "") + "</td>" + cell(std::to_string(row.step)) + loss(row.loss) +
            loss(row.held_out_loss) + cell(format_duration(row.seconds)) +
            cell(peak > 0 ? format_bytes(peak) : "–") + "</tr>\n";
  }
  return text + "</table>\n";
}

std::string clips_of(const fs::path& sweep, const std::vector<SweepRow>& rows) {
  std::string text;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].clips.empty()) continue;
    text += "<div class=\"run\"><p>" + mark(i) + " " + settings_of(rows[i]) + "</p>\n";
    for (const fs::path& clip : rows[i].clips)
      text += "<video controls loop muted preload=\"metadata\" src=\"" +
              address_of(clip.lexically_relative(sweep)) + "\"></video>\n";
    text += "</div>\n";
  }
  return text;
}

std::string page(const fs::path& sweep, const std::vector<SweepRow>& rows) {
  const std::string title = escaped(to_utf8(sweep.filename()));
  std::string text = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + title +
                     "</title><style>" + std::string(style) + "</style></head><body>\n<h1>" + title +
                     "</h1>\n" + table_of(rows);
  const auto add = [&](const char* heading, const std::string& content) {
    if (!content.empty()) text += "<h2>" + std::string(heading) + "</h2>\n" + content;
  };
  add("Loss", Chart(rows, &SweepRow::losses).svg());
  add("Held-out loss", Chart(rows, &SweepRow::held_out_losses).svg());
  add("Newest validation clips", clips_of(sweep, rows));
  return text + "</body></html>\n";
}

}  // namespace

fs::path write_sweep_report(const fs::path& sweep, const std::vector<SweepRow>& rows) {
  write_file_atomically(sweep / "table.csv", sweep_csv(rows), Existing::own);
  write_file_atomically(sweep / "report.html", page(sweep, rows), Existing::own);
  return sweep / "report.html";
}

}  // namespace fw::workflow
