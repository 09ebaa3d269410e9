import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'Customers',
  merging: 'Merge customers',
  pastMerges: 'Past merges',
  create: 'New customer',
  download: 'Download customers',
  byHand: 'Merge two customers of your choice',
  customer: 'Customer',
  bind: 'Bind a channel',
  newTicket: 'New ticket for this customer',
  issueLink: 'Issue portal link',
  visitors: 'Visitors',
  visitorsDownload: 'Download visitors',
  merges: 'Merging',
  merge: 'Merge',
});

export const view = {
  id: 'customers',
  path: '/customers',
  owns: ['/customers'],
  label: messages.label,
  icon: 'people',
  goKeys: 'g c',
  isTab: true,
  places: [
    {
      key: 'download',
      path: '/customers',
      label: messages.download,
      icon: 'download',
      isVerb: true,
    },
    {
      key: 'visitors',
      path: '/customers/visitors',
      label: messages.visitors,
      keywords: 'visitor_key track events segments',
      isListed: true,
    },
    {
      key: 'visitors-download',
      path: '/customers/visitors',
      label: messages.visitorsDownload,
      icon: 'download',
      isVerb: true,
    },
    {
      key: 'merge',
      path: '/customers/merge',
      label: messages.merging,
      isListed: true,
      isExtension: true,
    },
    {
      key: 'hand',
      path: '/customers/merge?hand=1',
      label: messages.byHand,
      icon: 'people',
      isExtension: true,
    },
    { key: 'merges', path: '/customers/merges', label: messages.pastMerges, isExtension: true },
    {
      key: 'new',
      path: '/customers?new=1',
      label: messages.create,
      icon: 'plus',
      isListed: true,
      isExtension: true,
      scope: 'customers:write',
    },
  ],
  keys: [
    {
      group: messages.customer,
      entries: {
        bind: { keys: 'b', label: messages.bind },
        newTicket: { keys: 't', label: messages.newTicket },
        issueLink: { keys: 'l', label: messages.issueLink },
      },
    },
    { group: messages.merges, entries: { merge: { keys: 'mod+enter', label: messages.merge } } },
  ],
} as const satisfies View;
