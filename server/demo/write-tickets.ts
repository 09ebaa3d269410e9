import { AuditBatch } from '#server/audit/record-audit.ts';
import { bindChannel } from '#server/customers/bind-channel.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { commentOnLockedTicket } from '#server/tickets/write/add-comment-record.ts';
import { createLockedTicket } from '#server/tickets/write/create-ticket-record.ts';
import type { LockedTicket } from '#server/tickets/write/locked-ticket.ts';
import { updateLockedTicket } from '#server/tickets/write/update-ticket-record.ts';
import type { DemoAgent, WrittenTicket } from '#server/demo/plan/demo-scene.ts';
import type { PlannedTicket, Step } from '#server/demo/plan/planned-ticket.ts';
import { DEMO_ACTOR } from './write-silently.ts';

export interface DemoCounts {
  comments: number;
  changes: number;
  bindings: number;
}

/**
 * Writes some tickets with their threads, as the operations of the API would have at the time, and answers them in the
 * order in which they came in. Inside a transaction.
 */
export async function writeTickets(
  db: Db,
  site: Site,
  tickets: readonly PlannedTicket[],
  agents: readonly DemoAgent[],
): Promise<DemoCounts & { readonly written: readonly WrittenTicket[] }> {
  const auditBatch = new AuditBatch();
  const counts: DemoCounts = { comments: 0, changes: 0, bindings: 0 };
  const threads: (() => Promise<WrittenTicket>)[] = [];
  // Tickets are numbered in the order in which they came in; their threads may be written side by side.
  for (const ticket of tickets) {
    let locked = await writeTicket(db, site, ticket, auditBatch);
    threads.push(async () => {
      if (await bindHandle(db, site, ticket, auditBatch)) counts.bindings += 1;
      for (const step of ticket.steps) {
        locked = await writeStep(db, site, locked, step, { agents, auditBatch });
        if ('body' in step) counts.comments += 1;
        else counts.changes += 1;
      }
      return { planned: ticket, locked };
    });
  }
  const written = await Promise.all(threads.map((write) => write()));
  await auditBatch.store(db, site);
  return { ...counts, written };
}

async function writeTicket(db: Db, site: Site, ticket: PlannedTicket, auditBatch: AuditBatch): Promise<LockedTicket> {
  const { person } = ticket;
  const { locked } = await createLockedTicket(
    db,
    site,
    {
      subject: ticket.subject,
      channel: ticket.channel,
      priority: ticket.priority,
      requester_name: person.name,
      requester_email: person.email,
      requester_phone: person.phone,
      initial_comment: ticket.opening,
      required_skills: [...ticket.requiredSkills],
    },
    {
      actor: DEMO_ACTOR,
      activityActor: person.name,
      now: new Date(ticket.at),
      extensions: false,
      auditBatch,
      isSilent: true,
    },
  );
  return locked;
}

async function bindHandle(db: Db, site: Site, ticket: PlannedTicket, auditBatch: AuditBatch): Promise<boolean> {
  const { binding, person } = ticket;
  if (binding === null) return false;
  const request = { ...binding, email: person.email, phone: person.phone, displayName: person.name };
  const result = await bindChannel(db, site, request, { actor: DEMO_ACTOR, now: new Date(ticket.at), auditBatch });
  return result.outcome === 'bound';
}

async function writeStep(
  db: Db,
  site: Site,
  ticket: LockedTicket,
  step: Step,
  { agents, auditBatch }: { readonly agents: readonly DemoAgent[]; readonly auditBatch: AuditBatch },
): Promise<LockedTicket> {
  const agent = agents[step.agent];
  if (agent === undefined) throw new Error('a step names no one');
  const locked = { ...ticket, agent_name: agent.name };
  const shared = { now: new Date(step.at), extensions: true, auditBatch, isSilent: true };
  const byAgent = { ...shared, actor: { ...DEMO_ACTOR, agentId: agent.id }, activityActor: agent.name };
  switch (step.kind) {
    case 'triage': {
      const assignee = step.isAssigned ? { assignee_agent_id: agent.id.toString() } : {};
      const change = { priority: step.priority, tags: step.tags.join(','), ...assignee };
      return updateLockedTicket(db, site, locked, change, byAgent);
    }
    case 'status':
      return updateLockedTicket(db, site, locked, { status: step.status }, byAgent);
    case 'snooze':
      return updateLockedTicket(db, site, locked, { snoozed_until_utc: new Date(step.until).toISOString() }, byAgent);
    case 'reply':
      return commentOnLockedTicket(db, site, locked, { body: step.body, status: step.status }, byAgent);
    case 'note':
      return commentOnLockedTicket(db, site, locked, { body: step.body, visibility: 'internal' }, byAgent);
    case 'customer': {
      const comment = { body: step.body, status: 'open', isFromRequester: true } as const;
      const activityActor = ticket.requester_name ?? 'Customer';
      return commentOnLockedTicket(db, site, locked, comment, { ...shared, actor: DEMO_ACTOR, activityActor });
    }
  }
}
