import * as z from 'zod/mini';
import { listDraftSources, listSavedReplies } from '#contract/saved-replies.ts';
import { defineTool, idArgument, MESSAGE_CHARACTERS, PAGE, textArgument, wholeArgument } from './tool.ts';
import { personalData } from './personal-data.ts';

/** Texts of the team itself are cut and not masked: their contact details are meant for customers. */
const TEAM = personalData(true);

export const findAnswerSources = defineTool({
  name: 'find_answer_sources',
  title: 'Find what the team answers',
  description:
    'Saved replies and help articles that are about the same as one message of a ticket, the nearest first. A draft should rely on these; if there is none, say so.',
  hasOutsideText: false,
  input: z.strictObject({
    message_id: idArgument('The id of a message that get_ticket returned'),
    limit: z._default(wholeArgument(1, 10), 3),
  }),
  output: z.object({
    items: z.array(z.object({ kind: z.string(), id: z.int(), title: z.string(), excerpt: z.string() })),
  }),
  async run(operations, { message_id, limit }) {
    return operations.run(listDraftSources, { query: { comment_id: message_id, limit } });
  },
});

export const searchSavedReplies = defineTool({
  name: 'search_saved_replies',
  title: 'Search saved replies',
  description: 'Saved replies of the team whose title or text has all words, the most used first.',
  hasOutsideText: false,
  input: z.strictObject({ q: z.optional(textArgument('Words', 200)), ...PAGE }),
  output: z.object({
    total_count: z.int(),
    items: z.array(z.object({ id: z.int(), title: z.string(), body: z.string(), used_count: z.int() })),
  }),
  async run(operations, query) {
    const { items, total_count } = await operations.run(listSavedReplies, { query });
    return { total_count, items: items.map((item) => ({ ...item, body: TEAM.text(item.body, MESSAGE_CHARACTERS) })) };
  },
});
