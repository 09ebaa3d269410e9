/** Features of AI calls, in the order of `by_feature`. See docs/api.md, "AI usage". */
export const AI_FEATURES = ['bot', 'copilot', 'summary', 'intent', 'tone', 'kb_search'] as const;

/** Every name of a stored call: summaries of the copilot are a feature of their own, shown when there are any. */
export const AI_CALL_FEATURES = [...AI_FEATURES, 'copilot_summary'] as const;
export type AiFeature = (typeof AI_CALL_FEATURES)[number];

/** Features whose calls this service makes itself, so that a hard limit stops them. Calls made elsewhere are reported by `ingest`. */
export const ENFORCED_FEATURES = ['copilot', 'copilot_summary'] as const satisfies readonly AiFeature[];

export const AI_CALL_STATUSES = ['ok', 'error'] as const;
export type AiCallStatus = (typeof AI_CALL_STATUSES)[number];

/** The three limits of a site, in the order of `ai_limits`. */
export const AI_CAPS = ['budget', 'daily_tokens', 'minute_calls'] as const;
export type AiCap = (typeof AI_CAPS)[number];

export const CAP_ACTIONS = ['soft', 'hard'] as const;
export type CapAction = (typeof CAP_ACTIONS)[number];

export const COPILOT_MODES = ['reply', 'summary'] as const;
export type CopilotMode = (typeof COPILOT_MODES)[number];
