import { askCopilot, getAiUsage, getUsage } from './ai.ts';
import { getAiLimits, updateAiLimits } from './ai-limits.ts';
import { listAiPrices, setAiPrice } from './ai-prices.ts';
import {
  listAiAlerts,
  listAiCalls,
  listAiCapChanges,
  listAiUsage,
  listHandoffDays,
  listInsights,
  summarizeDrafts,
} from './ai-reports.ts';
import { deleteReview, reviewSession, summarizeAiReviews } from './ai-reviews.ts';
import { listBindJobs, listBindRows, undoBindJob } from './bind-jobs.ts';
import { getBusinessCalendar } from './calendar.ts';
import { bindChannel, bindChannelsBulk, unbindChannel } from './channels.ts';
import { updateBusinessCalendar } from './calendar-write.ts';
import {
  getTranscript,
  listAiSessions,
  listConversationStarters,
  listFeedback,
  listHandoffs,
} from './conversations.ts';
import { addChartNote, deleteChartNote, listChartNotes } from './chart-notes.ts';
import { getCsat } from './csat.ts';
import { getCsatSummary, listCsatAnswers, listCsatDays, listCsatSplits, updateCsatReview } from './csat-reports.ts';
import { eraseCustomer, exportCustomer } from './customer-data.ts';
import {
  dismissCustomerDuplicate,
  listCustomerDuplicates,
  listCustomerMerges,
  mergeCustomers,
  undoCustomerMerge,
} from './customer-merges.ts';
import { addCustomerNote, deleteCustomerNote, listCustomerNotes } from './customer-notes.ts';
import { listCustomerTimeline } from './customer-timeline.ts';
import { createCustomer, updateCustomer } from './customer-writes.ts';
import { getCustomer, listCustomerIdentities } from './customers.ts';
import { getHealthOverview, listHealthHistory } from './health-overview.ts';
import { ingest } from './ingest.ts';
import { getAiInsights } from './insights.ts';
import {
  createSavedView,
  deleteSavedView,
  getPreferences,
  listSavedViews,
  updatePreferences,
  updateSavedView,
} from './personal.ts';
import type { Operation } from './operation.ts';
import { runAiUsageSelfTest, runChannelSelfTest, runSelfTests } from './self-tests.ts';
import { issuePortalToken, listPortalTokens, revokePortalToken, revokePortalTokens } from './portal.ts';
import { getSiteSettings, updateSiteSettings } from './site-settings.ts';
import {
  createSavedReply,
  deleteSavedReply,
  listDraftSources,
  listSavedReplies,
  updateSavedReply,
} from './saved-replies.ts';
import { endSession, getHealth, getWhoami, startSession } from './site.ts';
import { createTag, deleteTag, listTags, updateTag } from './tags.ts';
import { bulkUpdateTickets, listBulkChanges, undoTickets } from './ticket-bulk.ts';
import { listTicketComments } from './ticket-comments.ts';
import { getTicket, listAgents, listTickets, listTicketsUncounted } from './tickets.ts';
import { addTicketComment, createTicket, updateTicket } from './ticket-writes.ts';
import { listWebhookDeliveries, listWebhookEvents, sendWebhookDeliveries } from './webhook-deliveries.ts';
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  listWebhookSubscriptions,
  updateWebhookSubscription,
} from './webhooks.ts';
import { listAuditLog } from './audit.ts';
import { getMigrationStatus } from './migration.ts';
import { issueApiToken, listApiTokens, revokeApiToken, updateApiToken } from './tokens.ts';
import { deleteVisitor, listVisitors, trackEvent, upsertVisitor } from './visitors.ts';

/** The table of all operations. A view imports just its own rows. */
export const OPERATIONS = {
  getWhoami,
  getHealth,
  getHealthOverview,
  listHealthHistory,
  getSiteSettings,
  updateSiteSettings,
  startSession,
  endSession,
  listTickets,
  listTicketsUncounted,
  createTicket,
  getTicket,
  updateTicket,
  listTicketComments,
  addTicketComment,
  bulkUpdateTickets,
  listBulkChanges,
  undoTickets,
  listAgents,
  listTags,
  createTag,
  updateTag,
  deleteTag,
  listSavedViews,
  createSavedView,
  updateSavedView,
  deleteSavedView,
  getPreferences,
  updatePreferences,
  getCustomer,
  createCustomer,
  updateCustomer,
  listCustomerIdentities,
  listCustomerNotes,
  addCustomerNote,
  deleteCustomerNote,
  listCustomerTimeline,
  listCustomerDuplicates,
  dismissCustomerDuplicate,
  listCustomerMerges,
  mergeCustomers,
  undoCustomerMerge,
  exportCustomer,
  eraseCustomer,
  getBusinessCalendar,
  getAiUsage,
  getUsage,
  askCopilot,
  getAiLimits,
  updateAiLimits,
  listAiUsage,
  listAiCalls,
  listAiPrices,
  setAiPrice,
  listAiAlerts,
  listAiCapChanges,
  listInsights,
  listHandoffDays,
  summarizeDrafts,
  runSelfTests,
  runAiUsageSelfTest,
  runChannelSelfTest,
  bindChannel,
  unbindChannel,
  bindChannelsBulk,
  listBindJobs,
  listBindRows,
  undoBindJob,
  updateBusinessCalendar,
  issuePortalToken,
  revokePortalToken,
  listPortalTokens,
  revokePortalTokens,
  listWebhookSubscriptions,
  createWebhookSubscription,
  updateWebhookSubscription,
  deleteWebhookSubscription,
  listWebhookDeliveries,
  sendWebhookDeliveries,
  listWebhookEvents,
  listApiTokens,
  issueApiToken,
  updateApiToken,
  revokeApiToken,
  listAuditLog,
  getMigrationStatus,
  getCsat,
  getCsatSummary,
  listCsatDays,
  listCsatSplits,
  listCsatAnswers,
  updateCsatReview,
  listChartNotes,
  addChartNote,
  deleteChartNote,
  listFeedback,
  listHandoffs,
  getTranscript,
  listAiSessions,
  summarizeAiReviews,
  reviewSession,
  deleteReview,
  listConversationStarters,
  getAiInsights,
  listSavedReplies,
  createSavedReply,
  updateSavedReply,
  deleteSavedReply,
  listDraftSources,
  listVisitors,
  upsertVisitor,
  deleteVisitor,
  trackEvent,
  ingest,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
