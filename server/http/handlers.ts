import type { OPERATIONS, OperationName } from '#contract/operations.ts';
import { getAiLimits, updateAiLimits } from '#server/ai/ai-limits.ts';
import { getAiUsage, getUsage } from '#server/ai/ai-usage.ts';
import { listAiAlerts, listAiCalls, listAiCapChanges, listAiUsage } from '#server/ai/reports/ai-reports.ts';
import { listAiPrices, setAiPrice } from '#server/ai/ai-prices.ts';
import { summarizeDrafts } from '#server/ai/reports/draft-report.ts';
import { askCopilot } from '#server/ai/ask-copilot.ts';
import { getHealth } from '#server/health/health.ts';
import { getHealthOverview } from '#server/health/overview.ts';
import { listHealthHistory } from '#server/health/snapshots.ts';
import { runAiUsageSelfTest, runChannelSelfTest, runSelfTests } from '#server/health/self-tests.ts';
import { getSiteSettings, updateSiteSettings } from '#server/site-settings/site-settings.ts';
import { getWhoami } from '#server/site/whoami.ts';
import { bindChannelsBulk } from '#server/customers/bulk-bind/bind-bulk.ts';
import { listBindJobs, listBindRows, undoBindJob } from '#server/customers/bulk-bind/bind-jobs.ts';
import { bindChannel, unbindChannel } from '#server/customers/channel-bindings.ts';
import { getBusinessCalendar, updateBusinessCalendar } from '#server/calendar/calendar.ts';
import { getAiInsights } from '#server/conversations/insights.ts';
import { listHandoffDays, listInsights } from '#server/conversations/insight-reports.ts';
import { deleteReview, reviewSession, summarizeAiReviews } from '#server/conversations/reviews.ts';
import { findSessionLinks, getTranscript, listAiSessions } from '#server/conversations/sessions.ts';
import { addChartNote, deleteChartNote, listChartNotes } from '#server/chart-notes/chart-notes.ts';
import { findCsatLinks, getCsat } from '#server/csat/csat.ts';
import { listCsatAnswers, updateCsatReview } from '#server/csat/csat-answers.ts';
import { getCsatSummary, listCsatDays, listCsatSplits } from '#server/csat/csat-reports.ts';
import { dismissCustomerDuplicate, listCustomerDuplicates } from '#server/customers/merge/duplicates.ts';
import { listCustomerMerges, mergeCustomers, undoCustomerMerge } from '#server/customers/merge/merges.ts';
import { eraseCustomerWith } from '#server/person-data/erase.ts';
import { exportCustomer } from '#server/person-data/export.ts';
import { addCustomerNote, deleteCustomerNote, listCustomerNotes } from '#server/customers/customer-notes.ts';
import { listCustomerTimeline } from '#server/customers/customer-timeline.ts';
import { createCustomerWith, updateCustomerWith } from '#server/customers/customer-writes.ts';
import { getCustomerWith } from '#server/customers/customers.ts';
import { listCustomerIdentities } from '#server/customers/list-customers.ts';
import { ingest } from '#server/ingest/ingest.ts';
import { getPreferences, updatePreferences } from '#server/personal/preferences.ts';
import { findPortalLinks } from '#server/portal/portal-links.ts';
import { issuePortalToken, revokePortalToken } from '#server/portal/portal-token.ts';
import { listPortalTokens, revokePortalTokens } from '#server/portal/portal-tokens.ts';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '#server/personal/saved-views.ts';
import { listDraftSources } from '#server/saved-replies/draft-sources.ts';
import {
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  updateSavedReply,
} from '#server/saved-replies/saved-replies.ts';
import { listAgents } from '#server/tickets/agents.ts';
import { bulkUpdateTickets } from '#server/tickets/bulk/bulk-tickets.ts';
import { findRecentTickets } from '#server/tickets/list/person-tickets.ts';
import { createTag, deleteTag, listTags, updateTag } from '#server/tickets/tags/tags.ts';
import {
  addTicketComment,
  createTicket,
  getTicketWith,
  listTicketComments,
  listTickets,
  listTicketsUncounted,
  updateTicket,
} from '#server/tickets/tickets.ts';
import { listBulkChanges, undoTickets } from '#server/tickets/bulk/undo-tickets.ts';
import { endSession, startSession } from '#server/tokens/sessions.ts';
import { listWebhookDeliveries, listWebhookEvents, sendWebhookDeliveries } from '#server/webhooks/deliveries.ts';
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  listWebhookSubscriptions,
  updateWebhookSubscription,
} from '#server/webhooks/subscriptions.ts';
import { listAuditLog } from '#server/audit/audit-log.ts';
import { getMigrationStatus } from '#server/site/migration-status.ts';
import { issueApiToken, listApiTokens, revokeApiToken, updateApiToken } from '#server/tokens/api-tokens.ts';
import { deleteVisitor, listVisitors, upsertVisitor } from '#server/visitors/visitors.ts';
import { keptAnswers } from './idempotency.ts';
import type { Handler } from '#server/operation/call.ts';
import { trackEvent } from '#server/visitors/track.ts';
import { listConversationStarters } from '#server/conversations/starters.ts';
import { listHandoffs } from '#server/conversations/handoffs.ts';
import { listFeedback } from '#server/conversations/feedback.ts';

/** A row without a handler, or a handler with a wrong reply, does not compile. */
export const HANDLERS = {
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
  getTicket: getTicketWith([findPortalLinks, findSessionLinks, findCsatLinks]),
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
  getCustomer: getCustomerWith(findRecentTickets),
  listCustomerIdentities,
  listCustomerDuplicates,
  dismissCustomerDuplicate,
  listCustomerMerges,
  mergeCustomers,
  undoCustomerMerge,
  exportCustomer,
  eraseCustomer: eraseCustomerWith(keptAnswers),
  createCustomer: createCustomerWith(findRecentTickets),
  updateCustomer: updateCustomerWith(findRecentTickets),
  listCustomerNotes,
  addCustomerNote,
  deleteCustomerNote,
  listCustomerTimeline,
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
  summarizeDrafts,
  listSavedReplies,
  createSavedReply,
  updateSavedReply,
  deleteSavedReply,
  listDraftSources,
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
  listInsights,
  listHandoffDays,
  listConversationStarters,
  getAiInsights,
  listVisitors,
  upsertVisitor,
  deleteVisitor,
  trackEvent,
  ingest,
} satisfies { [Name in OperationName]: Handler<(typeof OPERATIONS)[Name]> };
