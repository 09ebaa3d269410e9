import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'CSAT',
  answers: 'CSAT answers',
  followUp: 'Low scores to follow up',
  feedback: 'Chat feedback',
  definition: 'Mean, good or top scores',
  note: 'Add a note',
  contacted: 'Contacted',
  reopen: 'Reopen',
  ignore: 'Ignore',
  trend: 'Trend',
  downloadAnswers: 'Download CSAT answers',
  downloadFeedback: 'Download chat feedback',
  addNote: 'Add a CSAT note',
});

export const view = {
  id: 'csat',
  path: '/csat',
  owns: ['/csat'],
  label: messages.label,
  icon: 'star',
  goKeys: 'g s',
  places: [
    { key: 'answers', path: '/csat/answers', label: messages.answers, isExtension: true },
    {
      key: 'answers-download',
      path: '/csat/answers',
      label: messages.downloadAnswers,
      icon: 'download',
      isVerb: true,
      isExtension: true,
    },
    { key: 'follow-up', path: '/csat/follow-up', label: messages.followUp, isListed: true, isExtension: true },
    { key: 'feedback', path: '/csat/feedback', label: messages.feedback },
    {
      key: 'feedback-download',
      path: '/csat/feedback',
      label: messages.downloadFeedback,
      icon: 'download',
      isVerb: true,
    },
    {
      key: 'note',
      path: '/csat',
      label: messages.addNote,
      icon: 'plus',
      isVerb: true,
      isExtension: true,
      scope: 'csat:write',
    },
  ],
  embed: {
    name: 'csat',
    pages: { answers: '/csat/answers', 'follow-up': '/csat/follow-up', feedback: '/csat/feedback' },
    widgets: { trend: messages.trend },
    writes: ['csat:write'],
    height: 900,
  },
  keys: [
    {
      group: messages.label,
      entries: {
        definition: { keys: 'm', label: messages.definition },
        note: { keys: 'n', label: messages.note },
        contacted: { keys: 'c', label: messages.contacted },
        reopen: { keys: 'o', label: messages.reopen },
        ignore: { keys: 'x', label: messages.ignore },
      },
    },
  ],
} as const satisfies View;
