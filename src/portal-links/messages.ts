import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  issue: 'Issue portal link',
  keywords: 'portal token share access email customer',
  state: { active: 'Active', expired: 'Expired', revoked: 'Revoked', blocked: 'Blocked' },
  issueFor: (name: string) => `Portal link for ${name}`,
  submit: 'Issue link',
  fields: { requester_email: 'Customer’s email', expiry_days: 'Expires after' },
  emailHint: 'The link shows only the tickets of this address.',
  days: 'days',
  daysRange: (max: number) => `Enter 1 to ${max} days.`,
  longer: (max: number) => `For a longer link, up to ${max} days, call the API with your API token.`,
  presets: 'Days until it expires',
  expiresOn: (instant: string) => `On ${instant}.`,
  reuse: {
    label: 'Reuse an active link',
    text: 'If this address already has an active link, you get that one again. Its expiry stays as it is.',
    found: (day: string) =>
      `This address has a link until ${day}. You get that one again; the days above don’t change it.`,
    none: 'This address has no active link, so you get a new one.',
    noneSoon: (days: number) => `No active link of this address ends within ${days} days, so you get a new one.`,
    off: 'You get a second link. The first keeps working until it expires or is revoked.',
    offFound: (day: string) => `You get a second link. The first keeps working until ${day}, unless you revoke it.`,
  },
  replace: {
    title: 'Replace a portal link',
    text: (until: string) =>
      `A link’s expiry can’t be changed, so you issue a new one. The old link works until ${until}; you decide next whether to revoke it.`,
    oldTitle: 'Revoke the old link?',
    oldText: (until: string) =>
      `It works until ${until}. If you revoke it, it stops working at once and this cannot be undone. Keep it until you have sent the new one.`,
    revokeOld: 'Revoke old link',
    keepOld: 'Keep both',
    revoked: 'Old link revoked',
  },
  late: {
    revoked: (email: string) => `You closed the dialog before the link for ${email} arrived, so we revoked it.`,
    notRevoked: (email: string, why: string) =>
      `You closed the dialog before the link for ${email} arrived, and we could not revoke it. Revoke it under Portal links. ${why}`,
  },
  extras: {
    qr: 'QR code',
    qrLabel: 'QR code of the portal link',
    qrText: 'Scan it with a phone. It is drawn on this page and sent nowhere.',
    open: 'Open as the customer',
    openCounts: 'opens in a new tab and counts as one use',
  },
  facts: {
    looking: 'Looking up this address',
    tickets: (n: number, count: string) =>
      plural(n, { one: '1 ticket will be shown.', other: `${count} tickets will be shown.` }),
    none: 'This address has no tickets yet. The customer will see an empty page.',
    blocked: 'This customer is blocked. The link won’t open until you unblock them.',
    unsure: 'Could not check whose address this is.',
  },
  unsureTitle: 'We couldn’t confirm that the link was issued',
  unsureText: 'Try again without changes: you get the same link, not a second one.',
  reveal: {
    title: 'Copy this link now',
    text: 'You see it once. Anyone with the link can read this customer’s tickets.',
    again: (day: string) => `This address already had a link until ${day}. This is the same one.`,
    againText: (uses: number, count: string) =>
      plural(uses, {
        one: 'It was opened once. Its expiry has not changed. ',
        other:
          uses === 0
            ? 'It was never opened. Its expiry has not changed. '
            : `It was opened ${count} times. Its expiry has not changed. `,
      }),
    fresh: 'Older links of this address keep working until they expire or you revoke them.',
    another: 'Issue a new one instead',
    link: 'Portal link',
    token: 'Secret',
    copyLink: 'Copy link',
    copyToken: 'Copy secret',
    showToken: 'Show only the secret',
    showLink: 'Show the whole link',
    requester: 'Customer',
    id: 'Link ID',
    expires: 'Expires',
    uses: 'Times opened',
    done: 'Done',
    lostTitle: (day: string) => `This address has an active link until ${day}`,
    lostText: 'This service can’t show it again. You can issue a new one; the old one keeps working.',
    closeText: 'The link works, but you won’t have it. You can issue it again while it is active.',
  },
});
