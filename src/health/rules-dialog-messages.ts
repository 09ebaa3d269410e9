import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  title: 'Change the rules',
  name: 'The rules',
  submit: 'Save rules',
  done: 'Rules saved',
  lead: 'Something needs attention when it is above its number here. The rules are the same for everyone who looks at this site.',
  label: {
    no_first_reply: 'Tickets waiting too long for a first reply',
    webhook_failures: 'Deliveries with a failed attempt in 24 hours',
    channel_silence: 'Minutes without a message where usually some come',
    ai_forecast: 'Percent of the AI budget that the forecast reaches',
    ai_errors: 'Percent of AI calls that fail',
    migration: 'Failed rows of the last imports',
  },
  initial: (value: string) => `Default: ${value}`,
  reset: 'Default',
  resetOf: (rule: string) => `Use the default for ${rule}`,
  neverChanged: 'No one has changed them yet.',
  changed: (instant: string, by: string) => `Last changed ${instant} by ${by}.`,
  unknownToken: 'another API token',
  conflict: {
    title: (by: string) => `${by} saved other rules meanwhile.`,
    line: (rule: string, value: string) => `${rule}: ${value}`,
    initial: 'default',
    otherSettings: 'The rules are the same; another setting of the site was changed.',
    theirs: 'Use theirs',
    mine: 'Save mine instead',
    first: 'Choose first which rules to keep.',
  },
  guard: {
    title: 'Leave without saving?',
    text: 'Your changes will be lost.',
    keep: 'Keep editing',
    discard: 'Discard',
  },
});
