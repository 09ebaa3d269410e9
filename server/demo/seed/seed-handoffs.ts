import type { HandoffStatus } from '#contract/conversations.ts';
import { recordHandoff } from '#server/conversations/record-handoff.ts';
import type { DemoDeed, DemoScene } from './demo-scene.ts';
import type { PlannedChat } from './plan-chats.ts';

/** Each step of each handoff at its time: asked for, taken by somebody, settled or given up. */
export function tellHandoffs({ site, agents }: DemoScene, chats: readonly PlannedChat[]): DemoDeed[] {
  return chats.flatMap(({ sessionId, topic, handoff }): DemoDeed[] => {
    if (handoff === null) return [];
    const { ticket, takenAt, resolvedAt, abandonedAt } = handoff;
    const agent = ticket?.held.assignee_agent_id ?? agents[handoff.agent]?.id ?? null;
    const step = (at: number | null, status: HandoffStatus): DemoDeed[] => {
      const taker = status === 'taken' && agent !== null ? { taken_by_agent_id: agent.toString() } : {};
      const item = {
        session_id: sessionId,
        reason: topic.reason,
        status,
        ticket_id: ticket?.held.id ?? null,
        ...taker,
      };
      const isNews = status === 'waiting' || status === 'resolved';
      return at === null ? [] : [{ at, isNews, write: (db, context) => recordHandoff(db, site, item, context) }];
    };
    return [
      ...step(handoff.at, 'waiting'),
      ...step(takenAt, 'taken'),
      ...step(resolvedAt, 'resolved'),
      ...step(abandonedAt, 'abandoned'),
    ];
  });
}
