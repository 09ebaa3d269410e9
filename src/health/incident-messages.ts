import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  head: (site: string) => `Support health of ${site}`,
  asOf: (instant: string, zone: string) => `As of ${instant} (${zone})`,
  since: (instant: string) => `Since ${instant}.`,
  live: (url: string) => `Live: ${url}`,
  frozen: (url: string) => `These numbers: ${url}`,
  site: (name: string, id: string) => `${name} (site ${id})`,
  title: 'Incident text',
  label: 'Text to share',
  hint: 'The numbers at this moment. They don’t change while this is open.',
  copy: 'Copy text',
  copyLink: 'Copy link with these numbers',
  linkHint:
    'The link holds the numbers themselves, behind #, where no browser sends them to a server. Anyone who opens it needs an API token of this site.',
  making: 'Making the link…',
  close: 'Close',
  banner: (instant: string) => `Frozen at ${instant}.`,
  bannerText: 'These numbers came with the link and don’t change.',
  toLive: 'Go to the live page',
  broken: 'This link holds no numbers',
  brokenText: 'It may have been cut off where it was copied.',
  otherSite: 'These numbers are of another site',
  otherSiteText: (id: string) => `They were frozen on site ${id}. Sign in to that site to see them.`,
  reading: 'Reading the link',
});
