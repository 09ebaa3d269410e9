import { defineMessages, plural } from '#src/i18n/messages.ts';

/** The page and its list. */
export const messages = defineMessages({
  title: 'Merge customers',
  note: 'Suggestions only. Nothing merges automatically.',
  back: 'Back to customers',
  backToList: 'All pairs',
  pastMerges: 'Past merges',
  byHand: 'Choose two customers',
  list: {
    title: 'Suggested duplicates',
    dismissedTitle: 'Not the same person',
    ofCustomer: (name: string) => `Duplicates of ${name}`,
    all: 'Show all customers',
    and: (name: string) => `and ${name}`,
    withId: (name: string, id: string) => `${name}, ${id}`,
    strength: { strong: 'Strong', likely: 'Likely' },
    compared: (when: string) =>
      `All customers compared: ${when}. This happens every night and after an import. “Find duplicates” on a customer compares at once.`,
    neverCompared:
      'Not all customers have been compared yet. This happens every night and after an import. “Find duplicates” on a customer compares at once.',
    showDismissed: 'Show dismissed',
    showSuggested: 'Show suggestions',
    none: 'No duplicates found.',
    noneText: 'Compared by phone, email, channel, and name with device.',
    noneOf: (name: string) => `No duplicates of ${name} found.`,
    noneDismissed: 'No dismissed pairs',
    noCustomer: 'This customer does not exist.',
    range: (from: string, to: string, total: string) => `${from} to ${to} of ${total}`,
    previous: 'Previous pairs',
    next: 'Next pairs',
  },
  evidence: {
    samePhone: 'Same phone',
    phoneTwoWays: 'Same phone written two ways',
    sameNumber: 'Same number on WhatsApp or SMS',
    sameEmail: 'Same email',
    sameMailbox: 'Same mailbox (plus-addressing)',
    sameAddress: 'Same address as an email channel',
    sameHandle: (channel: string) => `Same ${channel} channel`,
    name: 'Same name',
    visitor: 'Same device',
    /** Joined into one line: "Same phone, same device". */
    join: (before: string, part: string) => `${before}, ${part.charAt(0).toLowerCase()}${part.slice(1)}`,
  },
  hand: {
    first: 'First customer',
    second: 'Second customer',
    find: 'Find by name, email, phone or channel',
    options: 'Customers found',
    none: (text: string) => `No customers match ${text}.`,
    failed: 'Could not search customers.',
    searching: 'Searching',
    other: 'Choose another',
    same: 'Choose two different customers.',
    cancel: 'Cancel',
  },
  pick: 'Choose a pair to compare.',
  keys: {
    next: 'Next pair',
    previous: 'Previous pair',
    first: 'Keep the first customer',
    second: 'Keep the second customer',
  },
});

/** One pair. */
export const pairMessages = defineMessages({
  pair: 'The pair',
  lead: 'Two customers look like one person.',
  byHand: 'Two customers become one.',
  leadText:
    'Choose the customer to keep: their name, email and phone stay. Old links to the other customer will open this one.',
  evidence: 'Evidence',
  noEvidence: 'Not a suggested pair. Make sure this is one person.',
  dismissed: 'Marked as “Not the same person”.',
  table: 'What stays',
  field: 'Field',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  tickets: 'Tickets',
  keepLabel: 'Customer to keep',
  keep: (id: string) => `Keep customer ${id}`,
  after: 'After the merge',
  none: 'None',
  open: (name: string) => `Open ${name}`,
  moves: {
    title: (id: string) => `What moves to customer ${id}`,
    loading: 'Checking what moves…',
    failed: 'Could not check what moves',
    handles: 'Channels',
    newHandles: 'New channels',
    noted: 'Kept in a note',
    notes: 'Notes',
    csat: 'Ratings',
    sessions: 'AI sessions',
    events: 'Visitor events',
    links: 'Portal links',
    linksStay: (n: number) =>
      plural(n, {
        one: '1 keeps showing the tickets of its own address',
        other: `${n} keep showing the tickets of their own address`,
      }),
    more: (count: string) => `and ${count} more`,
    blocked: (name: string) =>
      `${name} is blocked, so the merged customer is blocked too: portal links don’t open and new messages are refused.`,
  },
  foot: {
    undo: 'You can undo it for 30 days.',
    notSame: 'Not the same person',
    takeBack: 'Suggest again',
    merge: (from: string, into: string) => `Merge ${from} into ${into}`,
    counting: 'Still checking what moves.',
  },
  mergeFailed: (why: string) => `Not merged. ${why}`,
  unsure: 'We couldn’t confirm the merge. Reload to see.',
  dismissal: {
    done: (one: string, other: string) => `${one} and ${other} won’t be suggested again`,
    undone: (one: string, other: string) => `${one} and ${other} are suggested again`,
    failed: (why: string) => `The pair was not dismissed. ${why}`,
    backFailed: (why: string) => `The pair was not brought back. ${why}`,
  },
  gone: {
    merged: (from: string, into: string) => `${from} was merged into ${into}.`,
    missing: 'One of these customers does not exist.',
    missingText: 'Check the address. The person’s data may have been erased.',
  },
});

/** Past merges. */
export const pastMessages = defineMessages({
  title: 'Past merges',
  back: 'Back to merging',
  all: 'All merges',
  ofCustomer: (id: string) => `Merges of customer ${id}`,
  showAll: 'Show all merges',
  none: 'No merges yet',
  noneText: 'Merges appear here. You can undo one for 30 days.',
  range: (from: string, to: string, total: string) => `${from} to ${to} of ${total}`,
  previous: 'Newer merges',
  next: 'Older merges',
  merged: (from: string, into: string) => `${from} merged into ${into}`,
  ids: 'Customers',
  into: 'into',
  by: (who: string, when: string) => `${who}, ${when}`,
  nothingMoved: 'Nothing moved.',
  moved: (parts: string) => `Moved: ${parts}.`,
  until: (when: string) => `You can undo it until ${when}.`,
  undone: (when: string) => `Undone ${when}.`,
  over: (when: string) => `Undo expired on ${when}.`,
  undo: 'Undo merge',
  undoOf: (merge: string) => `Undo merge: ${merge}`,
});

/** Undoing a merge, from its toast or from the page of past merges. */
export const undoMessages = defineMessages({
  merged: (from: string, into: string) => `${from} merged into ${into}`,
  details: 'Details',
  undo: 'Undo merge',
  sentence: (from: string, into: string) => `${from} and ${into} become two customers again.`,
  goesBack: (parts: string, from: string) => `Back to ${from}: ${parts}, if they still exist.`,
  stays: (into: string) =>
    `Anything added since stays with ${into}. Each portal link still shows the tickets of its own address.`,
  done: (from: string, into: string) => `${from} and ${into} are two customers again.`,
  withKept: (done: string, kept: string) => `${done} ${kept}.`,
  kept: (n: number, count: string, into: string) =>
    plural(n, {
      one: `1 item added since stays with ${into}`,
      other: `${count} items added since stay with ${into}`,
    }),
  failed: (why: string) => `Not undone. ${why}`,
  retry: 'Retry',
});
