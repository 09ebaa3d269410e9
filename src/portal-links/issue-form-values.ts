import { issuePortalToken } from '#contract/portal.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { messages } from './messages.ts';
import type { IssueBody } from './issued-link.ts';

/** The fields as they are typed. */
export interface IssueValues {
  requester_email: string;
  expiry_days: string;
  reuse_active: boolean;
}

export const DAY_PRESETS = ['7', '30', '90', '365'] as const;

export function emptyIssue(email: string): IssueValues {
  return { requester_email: email, expiry_days: '30', reuse_active: true };
}

/** How many days are typed; null where that is no number that the service takes. */
export function readDays(text: string): number | null {
  if (!/^[0-9]{1,3}$/.test(text.trim())) return null;
  const days = Number(text);
  return days >= 1 && days <= 365 ? days : null;
}

export const issueResolver = contractResolver<IssueValues, IssueInput, IssueBody>({
  schema: issuePortalToken.body,
  names: messages.fields,
  bodyOf: ({ requester_email, expiry_days, reuse_active }) => ({
    requester_email: requester_email.trim(),
    // What is no number is refused by the contract, in its words.
    expiry_days: expiry_days.trim() === '' ? Number.NaN : Number(expiry_days),
    reuse_active,
  }),
});

interface IssueInput {
  readonly requester_email: string;
  readonly expiry_days?: number | undefined;
  readonly reuse_active?: boolean | undefined;
}
