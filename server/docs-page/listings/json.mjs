/** Reads JSON; an integer that a number cannot hold becomes a bigint. */
export function readJson(text) {
  return JSON.parse(text, (_key, value, { source }) => {
    const isLong = typeof value === 'number' && !Number.isSafeInteger(value);
    return isLong && /^-?\d+$/.test(source) ? BigInt(source) : value;
  });
}

/** Writes JSON with every digit of a bigint. */
export function writeJson(value) {
  return JSON.stringify(value, (_key, part) => {
    return typeof part === 'bigint' ? JSON.rawJSON(String(part)) : part;
  });
}
