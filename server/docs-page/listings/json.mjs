// TypeScript does not know these two forms yet: `Object` takes the types away.
/** @type {(text: string, revive: (key: string, value: unknown, context: { source: string }) => unknown) => unknown} */
const parse = Object(JSON).parse;
/** @type {(digits: string) => unknown} */
const rawJson = Object(JSON).rawJSON;

/**
 * Reads JSON; an integer that a number cannot hold becomes a bigint.
 * @param {string} text
 */
export function readJson(text) {
  return parse(text, (_key, value, { source }) => {
    const isLong = typeof value === 'number' && !Number.isSafeInteger(value);
    return isLong && /^-?\d+$/.test(source) ? BigInt(source) : value;
  });
}

/**
 * Writes JSON with every digit of a bigint.
 * @param {unknown} value
 */
export function writeJson(value) {
  return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? rawJson(String(part)) : part));
}
