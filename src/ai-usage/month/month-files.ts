import { csvFile } from '#contract/csv.ts';
import { messages } from './messages.ts';
import type { MonthReport, ReportTable } from './month-report.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

// The file runs nothing and fetches nothing, whoever opens it.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
const STYLE =
  'body{font:13px/1.45 system-ui,sans-serif;color:#1a1a17;max-width:760px;margin:24px auto;padding:0 16px}' +
  'h1{font-size:20px;margin:0}h2{font-size:14px;margin:20px 0 4px}p{margin:4px 0;color:#52524b}' +
  'table{border-collapse:collapse;width:100%;font-size:12px}' +
  'td,th{padding:2px 8px;border-bottom:1px solid #e7e7e2;text-align:start;font-weight:400;overflow-wrap:anywhere}' +
  'thead th{color:#696961}.n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}' +
  '@page{size:A4;margin:12mm}';

/** The report as one page of HTML without scripts; every text of it is escaped. @param foot what stands below it */
export function monthHtml(report: MonthReport, foot: readonly string[]): string {
  const lines = [report.window, ...report.notes].map((text) => `<p>${escapeHtml(text)}</p>`);
  const end = [report.definitions, ...foot].map((text) => `<p>${escapeHtml(text)}</p>`);
  const title = escapeHtml(report.title);
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>`,
    `<body><h1>${title}</h1>`,
    ...lines,
    ...report.tables.map(tableHtml),
    `<h2>${escapeHtml(messages.definitions.title)}</h2>`,
    ...end,
    '</body></html>',
    '',
  ].join('\n');
}

function tableHtml({ title, columns, rows, empty }: ReportTable): string {
  const heading = `<h2>${escapeHtml(title)}</h2>`;
  if (rows.length === 0) return `${heading}<p>${escapeHtml(empty ?? '')}</p>`;
  const hasHead = columns.some(({ label }) => label !== '');
  const head = columns.map(({ label, isNumber }) => `<th${numberClass(isNumber)}>${escapeHtml(label)}</th>`).join('');
  const body = rows.map((cells) => {
    const parts = cells.map(({ shown }, at) => {
      const tag = at === 0 ? 'th' : 'td';
      return `<${tag}${numberClass(columns[at]?.isNumber ?? false)}>${escapeHtml(shown)}</${tag}>`;
    });
    return `<tr>${parts.join('')}</tr>`;
  });
  return `${heading}<table>${hasHead ? `<thead><tr>${head}</tr></thead>` : ''}<tbody>${body.join('')}</tbody></table>`;
}

function numberClass(isNumber: boolean): string {
  return isNumber ? ' class="n"' : '';
}

/** One figure a line: table, row, column and the exact value. */
export function monthCsv({ tables }: MonthReport): string {
  const { section, item, figure, value } = messages.csv;
  return csvFile(
    [section, item, figure, value],
    tables.flatMap(({ title, columns, rows }) =>
      rows.flatMap(([head, ...cells]) =>
        cells.map((cell, at) => [title, head?.exact ?? null, columns[at + 1]?.label ?? '', cell.exact]),
      ),
    ),
  );
}
