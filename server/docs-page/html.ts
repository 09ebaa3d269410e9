/** Escaped markup; `html` escapes every other value. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | readonly Html[] | string;

export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  const inside = (value: Value | undefined): string => {
    if (value === undefined) return '';
    if (value instanceof Html) return value.text;
    return typeof value === 'string' ? escape(value) : value.map(({ text }) => text).join('');
  };
  // The indentation of a template is no part of the page.
  return new Html(strings.map((text, index) => text.replace(/\n\s+/g, '\n') + inside(values[index])).join(''));
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export const NOTHING = html``;

/** Plain text with `code` in backticks. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}

/** Names as code, separated by commas. */
export function codes(names: readonly string[]): Html {
  return html`${names.map((name, at) => html`${at === 0 ? '' : ', '}<code>${name}</code>`)}`;
}

/** A shell command to paste. A test runs each of them. */
export function shell(command: string): Html {
  return html`<pre class="shell" data-language="Shell"><code>${command}</code></pre>`;
}

const LANGUAGES = { js: 'JavaScript', ts: 'TypeScript', json: 'JSON', http: 'Text', csv: 'CSV', python: 'Python' };

/** @param language Programs are run by tests. */
export function listing(language: keyof typeof LANGUAGES, text: string): Html {
  return html`<pre class="${language}" data-language="${LANGUAGES[language]}"><code>${text.trim()}</code></pre>`;
}

interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Html;
}

/** A table of two columns, which a phone has room for. */
export function table<Row>(rows: readonly Row[], columns: readonly [Column<Row>, Column<Row>]): Html {
  return html`<table>
    <thead>
      <tr>
        ${columns.map(({ title }) => html`<th scope="col">${title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${columns.map(({ cell }) => html`<td>${cell(row)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** The text of markup, as a search reads it. */
export function plainText({ text }: Html): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ');
}
