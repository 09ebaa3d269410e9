import { hasAiUsage } from '#server/ai/ai-limits.ts';
import { Random } from '#server/demo/random.ts';
import type { DemoScene } from './demo-scene.ts';
import { planAiCall, type PlannedCall } from './plan-ai-call.ts';
import type { Conversation } from './plan-conversations.ts';

/** Labels of the tokens that AI calls are made with. */
export const DEMO_SPENDERS = { widget: 'Chat widget', leads: 'Support leads', agent: 'Tomke on the road' } as const;
export type DemoSpender = (typeof DEMO_SPENDERS)[keyof typeof DEMO_SPENDERS];

const MINUTE = 60_000;
const COPILOT_MS = 90 * 24 * 60 * MINUTE;

/** An AI call of the story: its time, token and purpose. */
export interface StoryCall {
  readonly at: number;
  readonly call: PlannedCall;
  readonly by: DemoSpender;
  readonly sessionId: string | null;
  readonly ticketId: bigint | null;
}

/** All calls of the last ninety days, oldest first: those of the bot, and agents' calls of the copilot. */
export function planStoryCalls(scene: DemoScene, conversations: readonly Conversation[]): StoryCall[] {
  if (!hasAiUsage(scene.site)) return [];
  const chatted = conversations.flatMap(({ chat, transcript }) =>
    transcript.lines.flatMap(({ at, calls }) =>
      calls.map((call): StoryCall => ({
        at,
        call,
        by: DEMO_SPENDERS.widget,
        sessionId: chat.sessionId,
        ticketId: null,
      })),
    ),
  );
  return [...chatted, ...planCopilot(scene)].sort((a, b) => a.at - b.at);
}

/** Drafts and summaries before some of the agents' replies. */
function planCopilot({ seed, now, tickets }: DemoScene): StoryCall[] {
  const random = new Random(seed ^ 0xc0b1);
  const from = now.getTime() - COPILOT_MS;
  return tickets.flatMap(({ planned, locked }) =>
    planned.steps.flatMap((step): StoryCall[] => {
      if (step.kind !== 'reply' || step.at < from || !random.chance(0.2)) return [];
      const feature = random.chance(0.22) ? 'copilot_summary' : 'copilot';
      const call = planAiCall(random, feature, { isPreview: false });
      const by = random.chance(0.7) ? DEMO_SPENDERS.leads : DEMO_SPENDERS.agent;
      return [{ at: Math.max(planned.at, step.at - MINUTE), call, by, sessionId: null, ticketId: locked.id }];
    }),
  );
}
