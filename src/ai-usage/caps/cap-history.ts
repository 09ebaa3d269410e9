import { AI_CAPS, type AiCap } from '#contract/ai-names.ts';
import type { AiCapChange } from '#contract/ai-reports.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { messages } from './back-test-messages.ts';
import { formatCap } from './cap-amount.ts';
import { FIELDS, parseAmount } from './cap-draft.ts';

/** One line of the history: what one person changed one cap, or the action, from and to. */
export interface CapChange {
  readonly key: string;
  readonly utc: string;
  readonly who: string;
  readonly cap: AiCap | 'action';
  readonly from: string;
  readonly to: string;
}

export function changesOfReport(rows: readonly AiCapChange[]): readonly CapChange[] {
  return rows.map(({ id, created_utc, actor, cap, from, to }) => ({
    key: String(id),
    utc: created_utc,
    who: actor,
    cap,
    from: valueText(cap, from),
    to: valueText(cap, to),
  }));
}

/** The same out of the audit log, whose entries hold all that one change touched. */
export function changesOfAudit(entries: readonly AuditEntry[]): readonly CapChange[] {
  return entries.flatMap(({ id, at_utc, actor, changes }) =>
    changes.flatMap(({ field, from, to }) => {
      const cap = capOf(field);
      if (cap === null) return [];
      return {
        key: `${id} ${field}`,
        utc: at_utc,
        who: actor.label ?? actor.token_prefix ?? messages.changes.unknown,
        cap,
        from: valueText(cap, from === null ? null : String(from)),
        to: valueText(cap, to === null ? null : String(to)),
      };
    }),
  );
}

function capOf(field: string): AiCap | 'action' | null {
  return field === 'action' ? 'action' : (AI_CAPS.find((cap) => FIELDS[cap] === field) ?? null);
}

function valueText(cap: AiCap | 'action', value: string | null): string {
  if (cap === 'action') return value ?? messages.changes.noAction;
  if (value === null) return formatCap(cap, null);
  const amount = parseAmount(cap, value);
  return amount === null ? value : formatCap(cap, amount);
}
