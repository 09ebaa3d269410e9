/** Elements that begin a new line. */
const BLOCKS = new Set(
  'address article blockquote br dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table td th tr ul'.split(
    ' ',
  ),
);
/** Elements whose content no one reads. */
const HIDDEN = new Set(['head', 'script', 'style', 'title']);

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  bull: '•',
  copy: '©',
  euro: '€',
  gt: '>',
  hellip: '…',
  laquo: '«',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  middot: '·',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  raquo: '»',
  rdquo: '”',
  rsquo: '’',
};

/** Replaces character references; unknown names stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return NAMED[name] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff) ? String.fromCodePoint(code) : '';
  });
}

/**
 * HTML as plain text: blocks become lines, an image its description in brackets, a link its text with the address behind it
 * if they differ. In linear time; text that is no HTML keeps its words.
 */
export function htmlToText(html: string): string {
  let text = '';
  let hiddenIn: string | null = null;
  let href: { readonly address: string; readonly from: number } | null = null;
  let at = 0;
  const add = (part: string) => {
    if (hiddenIn === null) text += part;
  };
  while (at < html.length) {
    const open = html.indexOf('<', at);
    add(decodeEntities(html.slice(at, open < 0 ? html.length : open).replace(/\s+/g, ' ')));
    if (open < 0) break;
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    const end = html.indexOf('>', open);
    const tag = end < 0 ? null : /^<(\/?)([a-z][a-z0-9]*)\b/i.exec(html.slice(open, Math.min(end, open + 20) + 1));
    if (tag === null) {
      add('<');
      at = open + 1;
      continue;
    }
    const [, slash = '', rawName = ''] = tag;
    const name = rawName.toLowerCase();
    const attributes = html.slice(open, end);
    at = end + 1;
    if (HIDDEN.has(name)) {
      if (slash === '') hiddenIn ??= name;
      else if (hiddenIn === name) hiddenIn = null;
    } else if (BLOCKS.has(name)) {
      add(name === 'td' || name === 'th' ? ' ' : '\n');
      if (name === 'li' && slash === '') add('- ');
    } else if (name === 'img') {
      add(`[${attributeOf(attributes, 'alt') ?? 'image'}]`);
    } else if (name === 'a' && slash === '') {
      const address = attributeOf(attributes, 'href');
      href = address === null ? null : { address, from: text.length };
    } else if (name === 'a' && href !== null) {
      const shown = text.slice(href.from).trim();
      if (shown !== '' && /^https?:/i.test(href.address) && !href.address.includes(shown)) add(` (${href.address})`);
      href = null;
    }
  }
  return text
    .replace(/[ \t\u00A0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function attributeOf(tag: string, name: 'alt' | 'href'): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
  const value = found?.[1] ?? found?.[2] ?? '';
  return value.trim() === '' ? null : decodeEntities(value.trim());
}
