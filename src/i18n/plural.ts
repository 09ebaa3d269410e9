// By the language of the texts, whatever locale dates have.
const rules = new Intl.PluralRules('en');

/** `plural(2, { one: '1 ticket', other: '2 tickets' })` by the rules of English. */
export function plural(
  n: number,
  forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>,
): string {
  return forms[rules.select(n)] ?? forms.other;
}
