import { AuditBatch, recordAudit } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { writeThreads, type ThreadStep, type TicketThread } from '#server/tickets/write/write-threads.ts';
import type { DemoAgent, WrittenTicket } from '#server/demo/plan/demo-scene.ts';
import type { PlannedTicket, Step } from '#server/demo/plan/planned-ticket.ts';
import { DEMO_ACTOR } from './write-silently.ts';

export interface DemoCounts {
  comments: number;
  changes: number;
}

/**
 * Writes some tickets with their threads, as the API's operations would have at the time, and answers them by the time
 * at which they came in. Call it inside a transaction.
 */
export async function writeTickets(
  db: Db,
  site: Site,
  tickets: readonly PlannedTicket[],
  agents: readonly DemoAgent[],
): Promise<DemoCounts & { readonly written: readonly WrittenTicket[] }> {
  const auditBatch = new AuditBatch();
  const counts: DemoCounts = { comments: 0, changes: 0 };
  const threads = await writeThreads(
    db,
    site,
    tickets.map((ticket) => threadOf(ticket, agents)),
  );
  for (const { audit } of threads)
    for (const { by, now, entry } of audit) await recordAudit(db, site, entry, { actor: by.actor, now, auditBatch });
  for (const ticket of tickets) {
    const comments = ticket.steps.filter((step) => 'body' in step).length;
    counts.comments += comments;
    counts.changes += ticket.steps.length - comments;
  }
  await auditBatch.store(db, site);
  const written = threads.flatMap(({ ticket: locked }, index) => {
    const planned = tickets[index];
    return planned === undefined ? [] : [{ planned, locked }];
  });
  return { ...counts, written };
}

function threadOf(ticket: PlannedTicket, agents: readonly DemoAgent[]): TicketThread {
  const { person } = ticket;
  const input = {
    subject: ticket.subject,
    channel: ticket.channel,
    priority: ticket.priority,
    requester_name: person.name,
    requester_email: person.email,
    requester_phone: person.phone,
    initial_comment: ticket.opening,
    required_skills: [...ticket.requiredSkills],
  };
  const by = { actor: DEMO_ACTOR, name: person.name };
  return { input, by, now: new Date(ticket.at), steps: ticket.steps.map((step) => stepOf(step, by, agents)) };
}

function stepOf(step: Step, customer: ThreadStep['by'], agents: readonly DemoAgent[]): ThreadStep {
  const agent = agents[step.agent];
  if (agent === undefined) throw new Error('a step names no one');
  const now = new Date(step.at);
  const byAgent = { now, by: { actor: { ...DEMO_ACTOR, agentId: agent.id }, name: agent.name } };
  switch (step.kind) {
    case 'triage': {
      const { priority, tags, isAssigned } = step;
      return { ...byAgent, patch: { priority, tags, ...(isAssigned && { assignee: agent }) } };
    }
    case 'status':
      return { ...byAgent, patch: { status: step.status } };
    case 'snooze':
      return { ...byAgent, patch: { snoozedUntilUtc: new Date(step.until).toISOString() } };
    case 'reply':
      return { ...byAgent, comment: { body: step.body, status: step.status } };
    case 'note':
      return { ...byAgent, comment: { body: step.body, visibility: 'internal' } };
    case 'customer':
      return { now, by: customer, comment: { body: step.body, status: 'open', isFromRequester: true } };
  }
}
