/**
 * Makes JSON.stringify write a bigint as a plain integer. A replacer would cost twice as much, since it is called for every
 * value. Call it once per process, before the first response.
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

// Node has JSON.rawJSON; TypeScript's library does not declare it yet.
const writeRaw = (JSON as unknown as RawJson).rawJSON;
