import * as z from 'zod/mini';
import type { CallQuery } from '#src/api/call.ts';
import type { listTickets } from '#contract/tickets.ts';
import { textWhere, type Param } from '#src/browser/define-search.ts';
import type { Capabilities } from '#src/inbox/capabilities.ts';
import type { Condition } from './filter-rule.ts';

/** The parameters of GET tickets but for the position. */
export type ListQuery = Omit<CallQuery<typeof listTickets>, 'limit' | 'skip' | 'format' | 'facets' | 'all'>;

/** Parameters of the URL by name. */
export type ParamValues = Readonly<Record<string, string | undefined>>;

/** A parameter of the URL that narrows the list. */
export interface FilterParam {
  /** The value as it is to stand in the URL. */
  readonly parse: Param<string>;
  /** What the list asks for where the parameter is absent. */
  readonly byDefault?: string;
  /** Written where nothing is asked, because absent means the default. */
  readonly forNone?: string;
  readonly toQuery: (value: string) => ListQuery;
  /** Whether this service can be asked for the value. */
  readonly isSupported: (value: string, can: Capabilities) => boolean;
}

/** The parameters of a filter that has some of its own, and what they say as a condition. */
export interface UrlPart {
  readonly params: Readonly<Record<string, FilterParam>>;
  readonly toCondition: (values: ParamValues) => Condition | null;
  /** Null where the parameters cannot say it: it then goes into the parameter `filter`. */
  readonly fromCondition: (condition: Condition) => ParamValues | null;
}

export const always = (): boolean => true;
export const withExtension = (_value: string, can: Capabilities): boolean => can.filters;
/** One value is in the document, several are an extension. */
export const severalWithExtension = (value: string, can: Capabilities): boolean => can.filters || !value.includes(',');

/** The known ones of a comma list in their own order; none may be unknown. */
export function listOf(known: readonly string[]): Param<string> {
  const partsOf = (text: string) => text.split(',').map((part) => part.trim());
  return z.pipe(
    textWhere((text) => partsOf(text).every((part) => known.includes(part))),
    z.transform((text) => known.filter((name) => partsOf(text ?? '').includes(name)).join(',')),
  );
}

/** One value is a parameter, whatever else is asked of the field goes into `filter`. */
export function asOneValue(name: string, maxLength = Infinity): Omit<UrlPart, 'params'> {
  return {
    toCondition: ({ [name]: value }) => (value === undefined ? null : { op: 'any_of', values: [value] }),
    fromCondition: ({ op, values: [value, ...more] }) =>
      op === 'any_of' && value && more.length === 0 && [...value].length <= maxLength ? { [name]: value } : null,
  };
}

/** Any of some values is a comma list. @param byDefault what an absent parameter stands for */
export function asList(name: string, byDefault?: string): Omit<UrlPart, 'params'> {
  return {
    toCondition: ({ [name]: value = byDefault }) =>
      value === undefined || value === 'all' ? null : { op: 'any_of', values: value.split(',') },
    fromCondition: ({ op, values }) => (op === 'any_of' && values.length > 0 ? { [name]: values.join(',') } : null),
  };
}

/** `name=1` */
export function asFlag(name: string): Omit<UrlPart, 'params'> {
  return {
    toCondition: ({ [name]: value }) => (value === undefined ? null : { op: 'is_set', values: [] }),
    fromCondition: () => ({ [name]: '1' }),
  };
}
