import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  title: 'AI usage & guardrails',
  /** Where the days leave little room beside it. */
  shortTitle: 'AI usage',
  tabs: 'Parts of AI usage',
  tab: { usage: 'Usage', calls: 'Calls' },
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  failedTitle: 'AI usage could not be loaded',
  notDeployed: 'AI usage is not deployed for this site',
  notDeployedText:
    'This service keeps no figures of AI calls for this site, so there is nothing to show. Ask whoever runs it to turn on “ai_usage”.',
  notProvided:
    'Calls, models, API tokens, unusual days and the history of the caps need the extension “ai_reports”, which this service does not have.',
});
