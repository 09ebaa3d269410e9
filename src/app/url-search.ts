/** Every value of the URL is text: a number read as one would lose digits of an id beyond 2^53. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** `?status=open,pending&q=rear+light`; commas, colons and at signs stay readable. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/%20/g, '+')
    .replace(/%(?:2C|3A|40|2F)/g, (code) => decodeURIComponent(code));
}
