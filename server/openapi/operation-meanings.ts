import type { Operation } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';

/**
 * For each operation, its effect, its answer and anything to know before calling it. The first sentence is complete by itself:
 * lists of operations show it alone.
 */
export const OPERATION_MEANINGS: Readonly<Record<OperationName, string>> = {
  getWhoami:
    'Describes the token that makes the call: its site, scopes, rate limit, and the extensions of this service. Call it first, since it tells whether a token works without touching any data.',
  getHealth:
    'Counts, at this moment, what a monitor watches: open tickets, late first replies, the webhook queue, AI errors, the business calendar. Every write is visible in the next call.',
  getHealthOverview:
    'Answers a whole health page in one call: current figures, those of yesterday, the last 48 hours, and a verdict for each rule of the site. Poll GET `health` instead if you only need the counts.',
  listHealthHistory:
    'Lists stored snapshots of `health`, oldest first, one for each hour or for each UTC day. They are kept for 400 days; an hour in which the service was down has none.',
  getSiteSettings:
    'Answers the settings that all users of the site share: thresholds of health rules, reply target, definition of the CSAT score, reasons for reviews. A key that is absent has its default.',
  updateSiteSettings:
    'Changes some of the shared settings; null resets one to its default. Send the `version` that you read (0 if nothing was ever set): after a change by someone else the call is refused with `conflict` and the current settings.',
  startSession:
    'Exchanges an API token for a session token that lives at most 12 hours and ends after 30 minutes without a call. Use it to keep the API token out of a browser; ask for fewer `scopes` if the session needs fewer. A session cannot start another one.',
  endSession: 'Ends the session whose token makes the call. An API token cannot be ended here.',
  listTickets:
    'Lists tickets, newest first, with their total. Filters are combined with "and"; `filter` takes groups of conditions, and `facets=1` counts the matches by status, priority, channel, assignee and folder.',
  listTicketsUncounted:
    'Lists tickets without counting them: `total_count` is null. Use it where you only need the rows, because counting a very common word takes far longer than finding one page.',
  createTicket:
    'Creates an open ticket and answers it. An email address finds the customer or creates one, and `initial_comment` becomes the first message of the thread. It sends the event `ticket.created` but no email.',
  getTicket:
    'Answers one ticket by its id. `include` adds its links, its activity and its comments; with `comments=N` only the newest N of a long thread.',
  updateTicket:
    'Changes the fields that you send and leaves the others as they are. Every move between two statuses is allowed, and a value that the ticket already has changes nothing. With `version` a ticket that someone else has changed is refused with `conflict`.',
  listTicketComments:
    'Lists the comments of a ticket, newest first. To page back while new ones arrive, send the oldest comment that you have as `before_id`.',
  addTicketComment:
    'Adds a public reply or an internal note, and sets the status in the same step if you send one. A public comment appears on the customer portal and sends the event `ticket.comment_added`; nothing is emailed.',
  bulkUpdateTickets:
    'Applies one change to many tickets, named by `ids`, by `items` with versions, or by `filter`. Each ticket is changed completely or not at all and has its own outcome. Try it with `dry_run` first; the answer has a token that undoes it within 24 hours.',
  listBulkChanges:
    "Lists the bulk changes that your own token made in the last 24 hours, newest first, each with its undo token. Changes by other tokens aren't shown.",
  undoTickets:
    'Undoes one change or one bulk change, once, within 24 hours. Tickets that have been changed since are skipped and reported.',
  listAgents:
    'Lists the agents of the site by name, with the number of their open tickets. Their ids are decimal integers as text and go into `assignee_agent_id`.',
  listTags: 'Lists the tags of the site with the number of tickets that have each.',
  createTag:
    'Creates a tag before any ticket has it. It is rarely needed: a tag that is set on a ticket appears by itself. A name that is taken, in any case, is `conflict`.',
  updateTag:
    'Renames or colours a tag, or moves its tickets to another tag with `merge_into_id`, which must be sent alone. A rename or a merge changes every ticket with the tag, and `changed_tickets` counts them.',
  deleteTag: 'Deletes a tag and takes it off every ticket. It cannot be undone.',
  listSavedViews: 'Lists the saved views of your token and the shared ones of the site, by position.',
  createSavedView:
    'Saves a view of a list: a name with the parameters of the query. A personal view belongs to your token; a shared one is for the whole site and needs `tickets:write`.',
  updateSavedView:
    'Changes the name, query, columns, position or sharing of a view. Shared views need `tickets:write`.',
  deleteSavedView: 'Deletes a view, your own or a shared one; a shared one needs `tickets:write`.',
  getPreferences: 'Answers the preferences that are stored with your token. The service does not interpret them.',
  updatePreferences:
    'Merges top-level names into the preferences of your token; null removes one. At most 32,768 bytes of JSON are stored.',
  getCustomer:
    'Finds one customer by email or phone and answers the record with channels, ticket counts, satisfaction and the ten newest tickets. Phones match in any way of writing them. No match is `not_found`.',
  createCustomer:
    'Creates a customer by email, phone or both. An address that another customer has is `conflict`, and `error.current` is that customer.',
  updateCustomer:
    'Corrects the email, phone or name of a customer; null clears a field, but an email or a phone has to remain. `blocked` closes their portal links and makes `ingest` refuse their items.',
  listCustomerIdentities:
    'Lists customers, those with most tickets first, with their total. Use it to search or export; to look up one person use GET `customer`.',
  listCustomerNotes: 'Lists the internal notes about a customer, newest first. Customers never see them.',
  addCustomerNote: 'Adds an internal note about a customer. The author is the label of the token.',
  deleteCustomerNote: 'Deletes one internal note. It cannot be undone.',
  listCustomerTimeline:
    'Lists everything about one customer in one order, newest first: tickets, comments, ratings, AI conversations, events, channels, portal links, notes and changes. `kinds` narrows it, while `counts` always has every kind.',
  listCustomerDuplicates:
    'Lists pairs of customers that may be the same person, strongest evidence first. Nothing is ever merged by itself.',
  dismissCustomerDuplicate:
    'Records that two customers are two people, so that the pair is no longer suggested; `dismissed: false` takes that back.',
  listCustomerMerges: 'Lists past merges, newest first, including those that were undone.',
  mergeCustomers:
    "Moves everything of one customer to another in one transaction. The survivor keeps its own values and takes the other's where it has none. Try it with `dry_run`, which answers the same and changes nothing; a merge can be undone for 30 days.",
  undoCustomerMerge:
    'Undoes a merge within 30 days: the merged customer is back under its old id. Anything added to the survivor since stays there and is named in `kept`.',
  exportCustomer:
    'Answers everything that is stored about one person as one JSON document, for a request of access. It may be long: read it as a stream. The audit log records that it was taken.',
  eraseCustomer:
    'Erases a person for good: tickets, messages, conversations, channels and links. It needs their email (or phone) as `confirm_email`; `dry_run` counts what would be erased. If the call is cut off, send it again to finish.',
  getBusinessCalendar:
    "Answers the weekly hours, the holidays, and whether it is business time now. Minutes count from midnight in the site's time zone; day 0 is Sunday.",
  updateBusinessCalendar:
    'Replaces the weekly hours, and with the extensions also holidays, dates with their own hours, time zone and switch. Send the whole week: a day without a window is closed.',
  getAiUsage:
    'Sums AI calls, tokens and cost in USD for today, yesterday and this UTC month, and by feature over the last `days`. `include=trend` adds one item for each UTC day. A site without AI usage gets zeros.',
  getUsage: 'Answers how many replies the bot served and how many tokens it used in this UTC month.',
  askCopilot:
    'Drafts a reply or summarizes a conversation by one call to the configured AI provider, with your own key for it. The key is used once and never stored. The text is for a person to read: nothing is sent to the customer. A hard cap that is reached refuses the call.',
  getAiLimits:
    'Answers the three AI caps with their current use: budget in USD per UTC month, tokens per UTC day, calls per UTC minute. Programs that make AI calls of their own check `any_exceeded` before each.',
  updateAiLimits:
    'Sets or removes AI caps: a field that is left out stays, null removes the cap. `hard` makes the service refuse its own copilot calls at a cap; `soft` only marks it.',
  listAiUsage:
    'Sums AI calls by day, feature, model, token, conversation, ticket or customer. Days are UTC days, `to` is not included, and the default is the last 30 days.',
  listAiCalls: 'Lists the AI calls behind the sums, newest or costliest first, including those that a cap refused.',
  listAiPrices: 'Lists the prices that AI calls are costed by now, in USD per million tokens, by model.',
  setAiPrice:
    "Sets or removes the site's price of a model. Stored calls of that model without a price are costed by it, and `costed` counts them; calls that have a cost keep it.",
  listAiAlerts:
    'Lists the thresholds of the caps (50, 80, 95 and 100 percent) with when each was passed, newest period first.',
  listAiCapChanges: 'Lists who changed which AI cap, from what to what, newest first.',
  listInsights:
    'Counts what visitors ask, or why conversations were handed over, beside the days before. It is the longer form of GET `ai_insights`, with any window and with pages.',
  listHandoffDays:
    'Answers, for each UTC day, how many AI conversations started and how many of them were handed over to people.',
  summarizeDrafts: 'Counts the reply drafts of the copilot, and how many were sent as they were, edited or discarded.',
  runSelfTests:
    'Runs both self-tests one after the other against the real database. The answer is 200 even if one fails: read `ok`.',
  runAiUsageSelfTest:
    'Writes a synthetic AI call, checks that it is counted, and removes it again. No other figure ever includes it.',
  runChannelSelfTest: 'Checks that the storage of channels works, without changing anything.',
  bindChannel:
    'Binds a channel handle, such as a WhatsApp number, to a customer found by `identity_id`, email or phone; without a match an email or phone creates the customer. Safe to repeat. A handle that another customer has moves to this one.',
  unbindChannel: 'Removes a channel handle. Removing one that is not bound succeeds too.',
  bindChannelsBulk:
    'Binds the handles of a CSV file of up to 16 MiB, row by row, and counts each outcome. Send it with `dry_run=1` first: the counts are those that the real run would have. The same file can be sent again safely.',
  listBindJobs: 'Lists the CSV imports of handles with their counts, newest first.',
  listBindRows: 'Lists the outcome of each row of one import, in the order of the file. Rows are kept for 30 days.',
  undoBindJob:
    'Undoes an import of handles. A handle that was changed since is skipped, and customers that the import created are removed unless something was added to them. `dry_run` answers the counts and changes nothing.',
  issuePortalToken:
    'Issues a link with which a customer sees and rates their own tickets. By default an active link of the same address is answered again. The answer contains the secret: hand `token_url` to the customer and do not log it.',
  revokePortalToken:
    'Revokes one portal link at once; views that are open end too. Its page then answers as for a link that never existed, and GET `portal_tokens` lists it as `revoked`. Revoking it again succeeds.',
  listPortalTokens: 'Lists the portal links that were issued, with their state and use, never with their secret.',
  revokePortalTokens:
    'Revokes many portal links: those in `ids`, or all of one address. `dry_run` counts them and changes nothing.',
  listWebhookSubscriptions:
    'Lists webhook subscriptions with their state and how the last 24 hours went. The full `url` is shown only to tokens with `webhooks:write`.',
  createWebhookSubscription:
    'Subscribes an https address to events. The answer contains the signing secret, which is not shown again. Bodies have no personal data unless `include_pii` is set.',
  updateWebhookSubscription:
    'Changes a subscription: address, events, pause. `rotate_secret` is sent alone and answers a new secret; until the overlap ends, deliveries carry both signatures. Enabling a disabled one sends a test first.',
  deleteWebhookSubscription: 'Deletes a subscription with its delivery log. Deliveries that still wait are not sent.',
  listWebhookDeliveries:
    'Lists deliveries with each attempt and the start of what the receiver answered. With `id` it answers one with its body, which needs `admin:read`. The log is kept for 30 days, bodies for 7.',
  sendWebhookDeliveries:
    'Sends webhooks again: `test` sends a sample, `replay` repeats one delivery under the same `webhook-id`, `recover` repeats what failed. Receivers must expect repeated ids.',
  listWebhookEvents: 'Lists every event type with what it means and a sample body.',
  listApiTokens: 'Lists the API tokens of the site, never their secret.',
  issueApiToken:
    'Issues a new API token, or rotates one with `rotate_id`. The token is in this answer only. It cannot have more scopes, a higher rate or a later end than the token that issues it.',
  updateApiToken: 'Changes the label of a token. Scopes and rate of a token never change: issue another one.',
  revokeApiToken:
    'Revokes a token and its browser sessions at once. A token may revoke itself; revoking it again succeeds.',
  listAuditLog:
    'Lists decisions of people and tokens, newest first: who changed what, when, and from which network. It never contains text that people wrote. Kept for 400 days.',
  getMigrationStatus:
    'Answers what was imported into the site, what of it failed, and counts of customers, channels, portal links and AI calls. Only an import by the operator moves the import counts.',
  getCsat:
    'Summarizes the customer ratings (0 to 5) of the last `days` UTC days, with the recent answers. `score_min` and `score_max` narrow the recent answers only.',
  getCsatSummary:
    "Answers the satisfaction score of a window and of the window before it. Days are those of `zone`, by default the site's.",
  listCsatDays: 'Answers the satisfaction score of each day of a window, including days without an answer.',
  listCsatSplits:
    'Divides the answers of a window by agent, channel, priority and what else is known of their tickets.',
  listCsatAnswers: 'Lists the answers of customers, newest first, with their comment and what was done about them.',
  updateCsatReview:
    'Records what was done about a rating: contacted, reopened, ignored, or `none` to clear it. With an outdated `version` it is refused with `conflict`.',
  listChartNotes: 'Lists the notes that people put on days of a chart, newest day first.',
  addChartNote:
    'Adds a note to a day of a chart. The chart decides the scope: `csat:write` for `csat`, `ai_limits:write` for `ai`.',
  deleteChartNote: 'Deletes one note of a chart; it needs the scope that writing it needs.',
  listFeedback: 'Lists ratings and comments that visitors left after a chat, newest first.',
  listHandoffs: 'Lists conversations that the AI handed over to people, newest first, with how long each waited.',
  getTranscript:
    'Answers one conversation with all that was said, by visitor, AI and agents, oldest first. Long ones can be read in pages with `limit` and `skip`.',
  listAiSessions:
    'Lists conversations with the AI, newest first, filtered by outcome, cost, length, question, review or words in them.',
  summarizeAiReviews: 'Counts how people judged AI conversations of a window: right, wrong, and the reasons.',
  reviewSession: 'Records whether the AI was right or wrong in one conversation. A second review replaces the first.',
  deleteReview: 'Deletes the review of a conversation.',
  listConversationStarters: 'Lists the prompts that a chat widget offers to start a conversation, by position.',
  getAiInsights:
    'Counts the most frequent questions of visitors and reasons of handoffs in the last `days` days. Questions count as one if their first 80 characters match, ignoring case and spaces.',
  listSavedReplies: 'Lists texts that agents insert into replies, most used first; `q` searches title and body.',
  createSavedReply:
    'Creates a saved reply for the whole site. Placeholders such as `{{customer.name}}` are stored as they are; the dashboard fills them.',
  updateSavedReply:
    'Changes the title or body of a saved reply. With an outdated `version` it is refused with `conflict` and the current reply.',
  deleteSavedReply: 'Deletes a saved reply. Tickets that used it keep their text.',
  listDraftSources:
    'Finds saved replies and imported articles about the same subject as a comment, nearest first. Give them to an AI as sources for a draft.',
  listVisitors:
    'Answers the visitor with `key` and their newest 200 events, or without `key` a list of visitors in the order in which they were first seen.',
  upsertVisitor:
    'Creates or updates the visitor with a key of your choice. A field that is left out stays, null empties it, and `attributes` replaces all attributes. An email or phone links the visitor to an existing customer; none is created.',
  deleteVisitor:
    'Erases a visitor with events and conversations. Ratings remain as numbers. An unknown key succeeds with `deleted: false`.',
  trackEvent:
    'Records an event of a visitor, who is created if unknown, and answers which segments they are in, entered and left.',
  ingest:
    'Takes up to 500 items from a chat widget, a bot or another system: ratings, conversations, handoffs, AI calls, messages. Each item succeeds or fails by itself, so the answer is 200 even if some fail: read `results`. An item with an `external_id` can be sent again safely.',
};

const BY_NAME: ReadonlyMap<string, string> = new Map(Object.entries(OPERATION_MEANINGS));

/** @throws Error for a row that is not in the contract's table. */
export function meaningOf({ name }: Pick<Operation, 'name'>): string {
  const meaning = BY_NAME.get(name);
  if (meaning === undefined) throw new Error(`${name} is no operation`);
  return meaning;
}

/** The first sentence. */
export function purposeOf(row: Pick<Operation, 'name'>): string {
  return /^.*?\.(?= |$)/.exec(meaningOf(row))?.[0] ?? '';
}
