import { findDetails, type DetailKind } from '#contract/personal-details.ts';

/** A detail that is replaced before a text goes to the AI provider. */
export interface Masked {
  readonly kind: DetailKind;
  /** As it was first written. */
  readonly value: string;
  /** Such as `[phone 1]`. */
  readonly placeholder: string;
}

const PLACEHOLDER = /\[(card|email|phone) (\d+)\]/gi;

/**
 * The details of texts with their placeholders. One that is written twice has one placeholder; placeholders that people
 * wrote themselves are not used, since they would be filled in the answer.
 */
export function listMasked(texts: readonly string[]): readonly Masked[] {
  const all = texts.join('\n').toLowerCase();
  const masked = new Map<string, Masked>();
  const last: Record<DetailKind, number> = { card: 0, email: 0, phone: 0 };
  for (const { kind, value } of texts.flatMap(findDetails)) {
    if (masked.has(keyOf(kind, value))) continue;
    do last[kind] += 1;
    while (all.includes(`[${kind} ${last[kind]}]`));
    masked.set(keyOf(kind, value), { kind, value, placeholder: `[${kind} ${last[kind]}]` });
  }
  return [...masked.values()];
}

function keyOf(kind: DetailKind, value: string): string {
  return `${kind} ${kind === 'email' ? value.toLowerCase() : value.replaceAll(/\D/g, '')}`;
}

/** Replaces these details in a text. */
export function mask(text: string, masked: readonly Masked[]): string {
  const byKey = new Map(masked.map((one) => [keyOf(one.kind, one.value), one.placeholder]));
  let out = '';
  let from = 0;
  for (const { kind, value, start } of findDetails(text)) {
    const placeholder = byKey.get(keyOf(kind, value));
    if (placeholder === undefined) continue;
    out += text.slice(from, start) + placeholder;
    from = start + value.length;
  }
  return out + text.slice(from);
}

/** Replaces the placeholders of an answer by their details; unknown ones stay. */
export function unmask(text: string, masked: readonly Masked[]): string {
  const byPlaceholder = new Map(masked.map(({ placeholder, value }) => [placeholder, value]));
  return text.replaceAll(PLACEHOLDER, (written) => byPlaceholder.get(written.toLowerCase()) ?? written);
}
