import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'Conversations',
  handovers: 'Handed over',
  review: 'Review of AI answers',
  insights: 'Insights',
  download: 'Download conversations',
  reviewGroup: 'Reviewing conversations',
  right: 'Right',
  wrong: 'Wrong',
  note: 'Write a note',
  next: 'Next conversation',
  previous: 'Previous conversation',
  handoff: 'Jump to the handoff',
});

export const view = {
  id: 'conversations',
  path: '/conversations',
  owns: ['/conversations'],
  label: messages.label,
  icon: 'chat',
  goKeys: 'g v',
  keywords: 'sessions transcripts handoffs ai_sessions',
  places: [
    {
      key: 'download',
      path: '/conversations',
      label: messages.download,
      icon: 'download',
      isVerb: true,
      isExtension: true,
    },
    {
      key: 'handovers',
      path: '/conversations/handovers',
      label: messages.handovers,
      keywords: 'handoffs',
      isListed: true,
    },
    {
      key: 'review',
      path: '/conversations/review',
      label: messages.review,
      keywords: 'sample ai_reviews',
      isExtension: true,
      isListed: true,
    },
    {
      key: 'insights',
      path: '/conversations/insights',
      label: messages.insights,
      keywords: 'questions reasons ai_insights',
      isListed: true,
    },
  ],
  keys: [
    {
      group: messages.reviewGroup,
      entries: {
        right: { keys: 'y', label: messages.right },
        wrong: { keys: 'w', label: messages.wrong },
        note: { keys: 'n', label: messages.note },
        next: { keys: 'j', label: messages.next },
        previous: { keys: 'k', label: messages.previous },
      },
    },
    {
      group: messages.label,
      entries: { handoff: { keys: 'h', label: messages.handoff } },
    },
  ],
} as const satisfies View;
