import { formatLocale } from './locale.ts';

const rules = new Intl.PluralRules(formatLocale());

/** `plural(2, { one: '1 ticket', other: '2 tickets' })` by the rules of the locale. */
export function plural(
  n: number,
  forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>,
): string {
  return forms[rules.select(n)] ?? forms.other;
}
