import { findAnswerSources, searchSavedReplies } from './answer-tools.ts';
import { readConversation, searchConversations } from './conversation-tools.ts';
import { findCustomers, readCustomer } from './customer-tools.ts';
import { listRatings, listTopics, readAiUsage, summarizeCsat } from './report-tools.ts';
import { listFilterValues, readHealth, readHours } from './site-tools.ts';
import { countTickets, showTrend } from './ticket-counts.ts';
import { readTicket, searchTickets } from './ticket-tools.ts';
import type { Tool } from './tool.ts';
import { addNote, addTags, draftReply } from './write-tools.ts';

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [
  searchTickets,
  countTickets,
  showTrend,
  readTicket,
  listFilterValues,
  findAnswerSources,
  searchSavedReplies,
  findCustomers,
  readCustomer,
  searchConversations,
  readConversation,
  listTopics,
  summarizeCsat,
  listRatings,
  readAiUsage,
  readHealth,
  readHours,
  addNote,
  draftReply,
  addTags,
];

/** Names of the tools that write. */
export const WRITING_TOOLS: readonly string[] = TOOLS.filter(({ scope }) => scope !== null).map(({ name }) => name);
