import { defineMessages, plural } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  lead: 'Show a view in your own portal',
  leadText:
    'Choose what to show, paste the snippet into a page of your portal, and have the portal’s address allowed. Frames work without cookies and storage.',
  choose: {
    title: 'What to show',
    view: 'View',
    part: 'Part',
    whole: 'Whole view',
    alone: (widget: string) => `${widget} alone`,
    edit: 'Allow changes',
    readOnly: 'Viewers can look, search and filter. Nothing can be changed.',
  },
  /** The permissions that a scope gives to viewers of a frame. */
  opens: {
    'ai:invoke': 'Viewers can ask the copilot, where the service has an AI provider.',
    'ai_limits:write': 'Viewers can change the AI caps.',
    'csat:write': 'Viewers can follow up low scores: contacted, reopened, ignored, with a note.',
    'site:write': 'Viewers can change the thresholds of Health.',
    'tickets:write': 'Viewers can change tickets, reply and add notes.',
  },
  snippet: {
    title: 'Snippet',
    copy: 'Copy snippet',
    script:
      'Copy embed-host.js from docs/examples beside the page; embed-react.tsx there is the same for React. If your portal forbids inline scripts and styles, put them in files.',
    token: (scopes: string) =>
      `getToken asks your portal’s server, which keeps an API token (${scopes}) and gives each viewer a session. docs/embedding.md has the call.`,
  },
  origins: {
    title: 'Who may embed',
    nobody: 'No portal may embed this service yet.',
    now: (n: number) => plural(n, { one: 'This portal may embed it now:', other: 'These portals may embed it now:' }),
    where:
      'The service’s operator lists portals in EMBED_ORIGINS, with spaces between; it takes effect at the next start.',
  },
});
