import { parseJson } from '#contract/json.ts';

/** A result as the server sends it: every value as text. `oid` is the type of the column. */
export interface RawResult {
  readonly fields: readonly { readonly name: string; readonly oid: number }[];
  readonly rows: readonly (readonly (string | null)[])[];
}

type Parser = (text: string) => unknown;

const readNumber: Parser = (text) => Number(text);

/** `2026-11-20 14:32:00.5+00` becomes `2026-11-20T14:32:00.500Z`; transactions run in UTC. Digits past the third are cut. */
function readInstant(text: string): string {
  if (!text.endsWith('+00') || text.charCodeAt(10) !== 32) return text;
  const fraction = text.slice(20, -3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

const SCALARS = new Map<number, Parser>([
  [16, (text) => text === 't'],
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
  [20, (text) => BigInt(text)],
  [21, readNumber],
  [23, readNumber],
  [26, readNumber],
  [700, readNumber],
  [701, readNumber],
  [114, parseJson],
  [3802, parseJson],
  [1184, readInstant],
]);

/** Array type to element type; elements without a parser stay text. */
const ARRAYS: readonly (readonly [number, number])[] = [
  [1000, 16],
  [1001, 17],
  [1016, 20],
  [1005, 21],
  [1007, 23],
  [1028, 26],
  [1021, 700],
  [1022, 701],
  [199, 114],
  [3807, 3802],
  [1185, 1184],
  [1009, 25],
  [1015, 1043],
  [1014, 1042],
  [1003, 19],
  [1182, 1082],
  [1231, 1700],
  [2951, 2950],
];

const PARSERS = new Map<number, Parser>([
  ...SCALARS,
  ...ARRAYS.map(([oid, element]): [number, Parser] => [oid, (text) => readArray(text, SCALARS.get(element))]),
]);

/** Converts values to the types that `Db` documents. This is the only place that trusts the caller's row type. */
export function readRows<Row extends object>(result: RawResult): Row[] {
  const columns = result.fields.map(({ name, oid }) => ({ name, parse: PARSERS.get(oid) }));
  return result.rows.map((cells) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < columns.length; index += 1) {
      const column = columns[index];
      const cell = cells[index] ?? null;
      if (column !== undefined)
        row[column.name] = cell === null || column.parse === undefined ? cell : column.parse(cell);
    }
    return row as Row;
  });
}

/** PostgreSQL's array text, such as `{1,NULL,"a \"b\""}`; nested arrays become nested arrays. */
function readArray(text: string, parse: Parser | undefined): unknown[] {
  let at = text.indexOf('{') + 1;

  const readQuoted = () => {
    let value = '';
    for (at += 1; text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1;
      value += text[at] ?? '';
    }
    at += 1;
    return value;
  };

  const readBare = () => {
    const from = at;
    while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
    return text.slice(from, at);
  };

  const readElements = (): unknown[] => {
    const values: unknown[] = [];
    while (at < text.length && text[at] !== '}') {
      if (text[at] === ',') at += 1;
      if (text[at] === '{') {
        at += 1;
        values.push(readElements());
      } else if (text[at] === '"') {
        const value = readQuoted();
        values.push(parse === undefined ? value : parse(value));
      } else {
        const value = readBare();
        values.push(value === 'NULL' ? null : parse === undefined ? value : parse(value));
      }
    }
    at += 1;
    return values;
  };

  return readElements();
}
