import type { AiCap } from '#contract/ai-names.ts';
import type { AiCapChange } from '#contract/ai-reports.ts';
import { messages } from './back-test-messages.ts';
import { formatCap } from './cap-amount.ts';
import { parseAmount } from './cap-draft.ts';

/** One line of the history: what one person changed one cap, or the action, from and to. */
export interface CapChange {
  readonly key: string;
  readonly utc: string;
  readonly who: string;
  readonly cap: AiCap | 'action';
  readonly from: string;
  readonly to: string;
}

export function changesOf(rows: readonly AiCapChange[]): readonly CapChange[] {
  return rows.map(({ id, created_utc, actor, cap, from, to }) => ({
    key: String(id),
    utc: created_utc,
    who: actor,
    cap,
    from: valueText(cap, from),
    to: valueText(cap, to),
  }));
}

function valueText(cap: AiCap | 'action', value: string | null): string {
  if (cap === 'action') return value ?? messages.changes.noAction;
  if (value === null) return formatCap(cap, null);
  const amount = parseAmount(cap, value);
  return amount === null ? value : formatCap(cap, amount);
}
