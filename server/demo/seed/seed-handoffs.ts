import type { HandoffStatus } from '#contract/conversations.ts';
import type { DemoScene } from '#server/demo/plan/demo-scene.ts';
import type { DemoEvent } from '#server/demo/write-silently.ts';
import type { PlannedChat } from '#server/demo/plan/plan-chats.ts';
import { recordHandoff } from '#server/conversations/handoffs.ts';

/** Each change of each handoff at its time: requested, taken by an agent, resolved or abandoned. */
export function seedHandoffs({ site, agents }: DemoScene, chats: readonly PlannedChat[]): DemoEvent[] {
  return chats.flatMap(({ sessionId, topic, handoff }): DemoEvent[] => {
    if (handoff === null) return [];
    const { ticket, takenAt, resolvedAt, abandonedAt } = handoff;
    const agent = ticket?.locked.assignee_agent_id ?? agents[handoff.agent]?.id ?? null;
    const step = (at: number | null, status: HandoffStatus): DemoEvent[] => {
      const taker = status === 'taken' && agent !== null ? { taken_by_agent_id: agent.toString() } : {};
      const item = {
        session_id: sessionId,
        reason: topic.reason,
        status,
        ticket_id: ticket?.locked.id ?? null,
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
