import * as z from 'zod/mini';
import { parseId } from '#src/format/id.ts';

/** A parameter of an address, read from its text; undefined where that says the default, which no address has. */
export type Param<Value> = z.ZodMiniType<Value | undefined, unknown>;

type Params = Readonly<Record<string, z.ZodMiniType<unknown, unknown>>>;

/** Parameters of an address. An absent one has its default. */
export type SearchOf<Own extends Params> = {
  readonly [Name in keyof Own]?: z.output<Own[Name]> | undefined;
} & {
  /** Meaningless parameters, such as `status=bogus`: the frame of the page says so and takes them away. */
  readonly ignored?: string | undefined;
};

/** Parameters that belong to the whole program. */
const OF_PROGRAM = new Set(['locale', 'theme', 'density']);
const MAX_IGNORED_LENGTH = 400;
const MAX_ONE_IGNORED_LENGTH = 80;

export interface SearchRules<Search> {
  /** Names of parameters that mean nothing together. */
  readonly contradictions?: (search: Search) => readonly (keyof Search & string)[];
  /** The address is shared with pages inside this one, which read the other parameters. */
  readonly isShared?: true;
}

/**
 * Parses the address of a page: `validateSearch: inboxSearch`. Unknown or invalid parameters are listed in `ignored`
 * and have their default. The router merges the result over the raw address, so an absent parameter is `undefined`.
 */
export function defineSearch<const Own extends Params>(
  params: Own,
  { contradictions, isShared }: SearchRules<SearchOf<Own>> = {},
): (raw: Readonly<Record<string, unknown>>) => SearchOf<Own> {
  const known: Params = { ...params, ignored };
  // Several parts of a page read the same address.
  const answers = new WeakMap<object, SearchOf<Own>>();
  return (raw) => {
    const before = answers.get(raw);
    if (before !== undefined) return before;
    const values: Record<string, unknown> = {};
    const wrong: string[] = [];
    const tell = (what: string) => wrong.push(what.slice(0, MAX_ONE_IGNORED_LENGTH));
    for (const [name, given] of Object.entries(raw)) {
      const param = Object.hasOwn(known, name) ? known[name] : undefined;
      if (OF_PROGRAM.has(name) || (isShared === true && param === undefined)) continue;
      values[name] = undefined;
      if (given === undefined || String(given) === '') continue;
      // The router gives what was read before again: a list is one already.
      const text = typeof given === 'object' ? '' : String(given);
      const read = param?.safeParse(text === '' ? given : text);
      if (read?.success === true) values[name] = read.data;
      else tell(`${name}=${text}`);
    }
    // Each value is what its parameter answered: no type says so of an object that is filled name by name.
    // eslint-disable-next-line typescript/no-unsafe-type-assertion
    const search = values as SearchOf<Own>;
    const names = contradictions?.(search) ?? [];
    if (names.length > 0) tell(names.map((name) => `${name}=${String(values[name] ?? '')}`).join(', '));
    for (const name of names) values[name] = undefined;
    if (wrong.length > 0) values['ignored'] = wrong.join(', ').slice(0, MAX_IGNORED_LENGTH);
    answers.set(raw, search);
    return search;
  };
}

/** @param usual the default */
export function oneOf<const Value extends string | number, const Usual extends Value = never>(
  values: readonly Value[],
  usual?: Usual,
): Param<Exclude<Value, Usual>> {
  return z.pipe(
    z.string().check(z.refine((text) => values.some((value) => String(value) === text))),
    z.transform((text) =>
      values.find((value): value is Exclude<Value, Usual> => String(value) === text && value !== usual),
    ),
  );
}

/** Some of these with commas between, in their order here. None of them and all of them are the default; others are left out. */
export function someOf<const Value extends string>(values: readonly Value[]): Param<readonly Value[]> {
  return z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((given) => {
      const named = new Set<string>(typeof given === 'string' ? given.split(',') : given);
      const some = values.filter((value) => named.has(value));
      return some.length === 0 || some.length === values.length ? undefined : some;
    }),
  );
}

export function textWhere(holds: (text: string) => boolean): Param<string> {
  return z.string().check(z.refine(holds));
}

/** @param max characters */
export function textUpTo(max: number): Param<string> {
  return textWhere(
    (text) => text.trim() !== '' && [...text].length <= max && text.isWellFormed() && !text.includes('\0'),
  );
}

/** @param usual the default */
export function wholeNumber(min: number, max: number, usual?: number): Param<number> {
  return z.pipe(
    z.string().check(
      z.regex(/^[0-9]{1,10}$/),
      z.refine((text) => Number(text) >= min && Number(text) <= max),
    ),
    z.transform((text) => (Number(text) === usual ? undefined : Number(text))),
  );
}

/** `?new=1`; addresses said `true` once. */
export const flag: Param<'1'> = z.pipe(
  z.enum(['true', '1']),
  z.transform(() => '1' as const),
);

/** Digits: it may be beyond 2^53. */
export const idText = textWhere((text) => parseId(text) !== null);

/** How many rows of a list come before the one in sight. */
export const skip = wholeNumber(0, 999_999_999, 0);

const ignored: Param<string> = z.pipe(
  z.string(),
  z.transform((text) => text.slice(0, MAX_IGNORED_LENGTH)),
);
