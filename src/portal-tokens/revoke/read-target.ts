import { isEmail, isIdText } from '#contract/scalars.ts';
import { messages } from './revoke-messages.ts';

export type TargetKind = 'id' | 'email' | 'domain';

/** What is typed, as it is sent; a text that names nothing is a problem in words. */
export function readTarget(kind: TargetKind, typed: string): { readonly value: string } | { readonly problem: string } {
  const text = typed.trim();
  const value = kind === 'domain' ? text.replace(/^@/, '') : kind === 'id' ? text.replace(/^#/, '') : text;
  const isRight = kind === 'id' ? isIdText(value) : isEmail(kind === 'domain' ? `x@${value}` : value);
  return isRight ? { value } : { problem: messages.problem[kind] };
}
