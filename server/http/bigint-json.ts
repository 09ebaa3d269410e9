/**
 * Teaches bigint to write itself into JSON as a plain integer: half the price of a replacer, which is asked about every
 * value of an answer. Once for the process, before the first answer.
 */
export function installBigintJson(): void {
  Object.defineProperty(BigInt.prototype, 'toJSON', { value: toJson, configurable: true, writable: true });
}

function toJson(this: bigint): unknown {
  const number = Number(this);
  return Number.isSafeInteger(number) ? number : writeRaw(this.toString());
}

interface RawJson {
  readonly rawJSON: (text: string) => unknown;
}

// Part of the run time, not yet of the language's types.
const writeRaw = (JSON as unknown as RawJson).rawJSON;
