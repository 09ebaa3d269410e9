import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  issue: 'Issue portal link',
  keywords: 'token share access email customer',
  issueFor: (name: string) => `Portal link for ${name}`,
  submit: 'Issue link',
  fields: { requester_email: 'Customer’s email', expiry_days: 'Expires after' },
  emailHint: 'The customer sees only tickets of this address.',
  days: 'days',
  presets: 'Days until it expires',
  expiresOn: (instant: string) => `On ${instant}.`,
  reuse: {
    label: 'Reuse an active link',
    text: 'If this address already has one, you get the same link again. Its expiry stays as it is.',
    off: 'A second link is issued. The one that is out keeps working until it expires or is revoked.',
  },
  lookAhead: 'What will the customer see?',
  preview: {
    title: 'What the customer will see',
    noUse: 'Made from the tickets of this address. No link was opened, and no use is counted.',
    loading: 'Loading the requests of this address',
    empty: 'The customer will see an empty page',
    emptyText: 'There are no tickets of this address yet. They appear on the page as soon as there are some.',
    threadFailed: 'The messages of this request could not be loaded.',
    retry: 'Try again',
    newest: (n: number) => `Made from the newest ${n} messages and notes of this request.`,
    rating: 'Here the customer can rate the help they got, from 0 to 5 stars.',
  },
  replace: {
    title: 'Replace a portal link',
    text: (until: string) =>
      `The expiry of a link cannot be moved, so a new link takes its place. The old one, valid until ${until}, keeps working while you hand the new one over: you decide about it afterwards.`,
    oldTitle: 'Revoke the old link?',
    oldText: (until: string) =>
      `It works until ${until}. Once revoked it stops at once, and this cannot be undone. Keep it until the customer has the new one, if you have not sent that yet.`,
    revokeOld: 'Revoke the old link',
    keepOld: 'Keep both',
    revoked: 'The old link was revoked',
  },
  late: {
    revoked: (email: string) => `The link for ${email} came after its dialog was closed, so it was revoked.`,
    notRevoked: (email: string, why: string) =>
      `The link for ${email} came after its dialog was closed and was not revoked. Revoke it under Portal links. ${why}`,
  },
  extras: {
    mail: 'Email text',
    qr: 'QR code',
    qrLabel: 'QR code of the portal link',
    qrText: 'Scan it with a phone. It is drawn in this page and sent nowhere.',
    open: 'Open as the customer',
    openCounts: 'opens in a new tab and counts as one use',
    language: 'Language of the text',
    copyText: 'Copy text',
    openMail: 'Open in a mail program',
    mailCarries: 'The text carries the link: it stays in your drafts and sent mail.',
  },
  facts: {
    looking: 'Looking for this address',
    tickets: (n: number, count: string) =>
      plural(n, { one: '1 ticket will be shown.', other: `${count} tickets will be shown.` }),
    none: 'There are no tickets of this address yet. The customer will see an empty page.',
    blocked: 'This customer is blocked. The link will not open until the customer is unblocked.',
    unsure: 'Could not check whose address this is.',
  },
  unsureTitle: 'It is not clear whether the link was issued',
  unsureText: 'Try again as it is: you get the same link, not a second one.',
  reveal: {
    title: 'Copy this link now',
    text: 'It is shown once and cannot be read again. Anyone with the link can read this customer’s tickets.',
    again: (day: string) => `This address already had a link until ${day}. This is that link again.`,
    againText: (uses: number, count: string) =>
      plural(uses, {
        one: 'It has been opened once, and its expiry has not changed. ',
        other:
          uses === 0
            ? 'Nobody has opened it, and its expiry has not changed. '
            : `It has been opened ${count} times, and its expiry has not changed. `,
      }),
    fresh: 'A new link. Older links of this address keep working until they expire or are revoked.',
    another: 'Issue a new one instead',
    link: 'Portal link',
    token: 'Token',
    copyLink: 'Copy link',
    copyToken: 'Copy token',
    copied: 'Copied',
    copyRefused: 'The browser did not copy it. Select the text and copy it by hand.',
    showToken: 'Show the token only',
    showLink: 'Show the whole link',
    requester: 'Customer',
    id: 'Token id',
    expires: 'Expires',
    uses: 'Times opened',
    notCopied: 'Not copied yet',
    done: 'Done',
    hides: (left: string) => `Hides itself in ${left}.`,
    keep: 'Keep showing',
    hiddenTitle: 'The link was hidden',
    hiddenText:
      'It had not been used for a while. To see it again, issue a link for the same address with “Reuse an active link” switched on.',
    lostTitle: (day: string) => `An active link exists until ${day}`,
    lostText: 'This service does not show it again. You can issue a new one; the old one keeps working.',
    closeAsk: 'Close without copying?',
    closeText: 'The link works, but nobody has it. You can issue it again while it is active.',
    closeAnyway: 'Close without copying',
    back: 'Back to the link',
  },
});
