import { defineMessages } from '#src/i18n/messages.ts';

const texts = defineMessages({
  status: { open: 'Open', pending: 'Pending', resolved: 'Resolved', closed: 'Closed' },
  priority: { urgent: 'Urgent', high: 'High', normal: 'Normal', low: 'Low' },
  channel: {
    email: 'Email',
    web: 'Web',
    whatsapp: 'WhatsApp',
    messenger: 'Messenger',
    instagram: 'Instagram',
    sms: 'SMS',
    telegram: 'Telegram',
    phone: 'Phone',
    chat: 'Chat',
  },
});

/** The word of a value; one that this program does not know is shown as it is sent. */
export function wordOf(words: Readonly<Record<string, string>>, value: string): string {
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}

/** The name of a state; one that this program does not know is shown as it is sent. */
export function statusWord(status: string): string {
  return wordOf(texts.status, status);
}

export function priorityWord(priority: string): string {
  return wordOf(texts.priority, priority);
}

export function channelWord(channel: string): string {
  return wordOf(texts.channel, channel);
}

/** The requester: name, else email, else phone; null without any. */
export function requesterOf(ticket: {
  readonly requester_name: string | null;
  readonly requester_email: string | null;
  readonly requester_phone: string | null;
}): string | null {
  return ticket.requester_name || ticket.requester_email || ticket.requester_phone || null;
}

/** The tags of a comma-separated list, blanks trimmed, empty ones left out. */
export function tagsOf(tags: string | null): readonly string[] {
  if (tags === null || tags === '') return [];
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
