// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/finding_list.h"

#include <QFocusEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <algorithm>
#include <utility>

#include "ui/state/fault_text.h"
#include "ui/theme/icons.h"
#include "ui/widgets/accessible.h"

namespace fw::ui {

namespace {

constexpr size_t firstRows = 6;

/// A label with a link that Return follows as soon as the label has the focus; QLabel needs another Tab.
class LinkLabel : public QLabel {
 public:
  explicit LinkLabel(const QString& text) : QLabel(text) {
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  }

 protected:
  void focusInEvent(QFocusEvent* event) override {
    QLabel::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason && !hasSelectedText()) focusNextPrevChild(true);
  }
};

}  // namespace

FindingList::FindingList(QWidget* parent) : QWidget(parent), m_column(new QVBoxLayout(this)) {
  m_column->setContentsMargins(0, 0, 0, 0);
  m_column->setSpacing(6);
}

void FindingList::setFindings(std::vector<Finding> findings) {
  const auto isSame = [](const Finding& one, const Finding& other) {
    return one.fault == other.fault && one.isError == other.isError && one.clips == other.clips;
  };
  // Keeps rows, one of which may have the focus, if nothing has changed.
  if (std::ranges::equal(m_findings, findings, isSame)) return;
  m_findings = std::move(findings);
  makeRows();
}

size_t FindingList::shown() const {
  return m_showsAll ? m_findings.size() : std::min(m_findings.size(), firstRows);
}

void FindingList::makeRows() {
  while (QLayoutItem* const item = m_column->takeAt(0)) {
    item->widget()->deleteLater();
    delete item;
  }
  for (size_t i = 0; i < shown(); ++i) m_column->addWidget(makeRow(i));
  if (shown() < m_findings.size()) m_column->addWidget(makeMore());
}

/// Moves the focus to the first of the new rows, if it can have it.
QLabel* FindingList::makeMore() {
  auto* const more = new LinkLabel(
      QStringLiteral("<a href=\"more\">%1</a>")
          .arg(tr("Show %n more", nullptr, static_cast<int>(m_findings.size() - shown())).toHtmlEscaped()));
  named(more, tr("Show %n more", nullptr, static_cast<int>(m_findings.size() - shown())));
  connect(more, &QLabel::linkActivated, this, [this] {
    m_showsAll = true;
    makeRows();
    for (size_t i = firstRows; i < m_findings.size(); ++i)
      for (auto* const label : m_column->itemAt(static_cast<int>(i))->widget()->findChildren<QLabel*>())
        if (label->focusPolicy() & Qt::TabFocus) return label->setFocus(Qt::OtherFocusReason);
  });
  return more;
}

QWidget* FindingList::makeRow(size_t place) {
  const Finding& finding = m_findings[place];
  const QString sentence = faultText(finding.fault).toHtmlEscaped();
  const QString hint = faultHint(finding.fault).toHtmlEscaped();
  auto* const sign = new QLabel;
  showIcon(*sign, finding.isError ? "error" : "warning", finding.isError ? Tint::bad : Tint::warning, 16);
  QLabel* const text = finding.clips.empty() ? new QLabel(sentences({sentence, hint}))
                                             : new LinkLabel(QStringLiteral("<a href=\"%1\">%2</a>%3%4")
                                                                 .arg(place)
                                                                 .arg(sentence, gapAfter(sentence), hint));
  text->setWordWrap(true);
  text->setTextFormat(Qt::RichText);
  if (!finding.clips.empty()) {
    text->setToolTip(tr("Selects %n clips.", nullptr, static_cast<int>(finding.clips.size())));
    named(text, faultText(finding.fault), text->toolTip());
    connect(text, &QLabel::linkActivated, this,
            [this, place] { Q_EMIT clipsRequested(m_findings[place].clips); });
  }
  auto* const row = new QWidget;
  auto* const line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(6);
  line->addWidget(sign, 0, Qt::AlignTop);
  line->addWidget(text, 1);
  return row;
}

QString FindingList::text() const {
  QStringList lines;
  for (const Finding& finding : m_findings) lines << faultWithHint(finding.fault);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace fw::ui
