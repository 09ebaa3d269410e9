/**
 * JSON without losing a digit: integers beyond 2^53 are read as bigint, and bigints are written as plain
 * integers. `JSON.parse` hands the digits over as `context.source`.
 */
interface SourceContext {
  readonly source?: string;
}

type Reviver = (key: string, value: unknown, context?: SourceContext) => unknown;
interface RawJson {
  readonly rawJSON?: (text: string) => unknown;
}

const keepDigits: Reviver = (_key, value, context) => {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?[0-9]{1,30}$/.test(source) ? BigInt(source) : value;
};

/** @throws SyntaxError when the text is not JSON, RangeError when it is nested too deep to read. */
export function parseJson(text: string): unknown {
  // Sixteen digits in a row are the least that can go beyond 2^53; most texts have none and skip the reviver.
  return /[0-9]{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

const raw = (JSON as RawJson).rawJSON;

/** JSON text of plain data; bigints become integers. @param indent blanks of each step, for people who read it */
export function writeJson(value: unknown, indent?: number): string {
  // The service has taught bigint to write itself, which is twice as fast.
  if ('toJSON' in BigInt.prototype) return JSON.stringify(value, null, indent);
  if (raw !== undefined) {
    return JSON.stringify(
      value,
      (_key, item: unknown) => (typeof item === 'bigint' ? raw(item.toString()) : item),
      indent,
    );
  }
  // Browsers without JSON.rawJSON: digits behind a mark that no well-formed text can hold unescaped.
  return JSON.stringify(
    value,
    (_key, item: unknown) => (typeof item === 'bigint' ? `\uE000${item}\uE001` : item),
    indent,
  ).replace(/"\uE000(-?[0-9]+)\uE001"/g, '$1');
}
