import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { AI_CAPS, type AiCap } from '#contract/ai-names.ts';
import { listAiAlerts, type AiAlertRow } from '#contract/ai-reports.ts';
import { alertsOf, periodEnd } from '#src/ai-usage/figures/cap-alerts.ts';
import { view } from '#src/ai-usage/view.ts';
import { limitsOptions, reportOptions, useHasReports } from '#src/ai-usage/queries.ts';
import type { UsageSearch, TabProps } from '#src/ai-usage/search.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { monthStart, utcToday } from '#src/format/days.ts';
import { useNow } from '#src/format/use-now.ts';
import { useEmbedded } from '#src/panels/embedded.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { Button } from '#src/ui/button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { Meter } from '#src/ui/meter.tsx';
import { formatExact, formatLimit, formatStamp, formatUse, type Amount } from './cap-amounts.ts';
import { messages } from './messages.ts';
import { CapsForm } from './caps-form.tsx';

/** The three caps with their gauges, and the form that sets them. */
export function CapsPanel({ search, go }: TabProps<UsageSearch>) {
  const limits = useQuery(limitsOptions());
  const { reason } = useWriteAccess('ai_limits:write');
  const embedded = useEmbedded();
  const canEdit = embedded?.canEdit !== false;
  // The gauge alone asks for nothing but its figures.
  const hasAlerts = useHasReports() && embedded?.only !== 'gauge';
  // The longest period is the month: no earlier alert is shown.
  const from = monthStart(utcToday(useNow()));
  const alerts = useQuery({ ...reportOptions(listAiAlerts, { from, limit: 200 }), enabled: hasAlerts }).data?.items;
  const isEditing = search.edit !== undefined;
  const isLoaded = limits.data !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  const [{ group, entries: keys }] = view.keys;
  const open = () => go({ ...search, edit: '1' }, { replace: false });
  useShortcut(keys.edit.keys, open, {
    label: keys.edit.label,
    group,
    when: isLoaded && reason === undefined && !isEditing && canEdit,
  });

  return (
    <Panel
      title={messages.title}
      note={
        isLoaded ? (
          <span className="rounded-tag bg-active px-1.5 text-ink-2">{messages.badge[limits.data.action]}</span>
        ) : null
      }
      actions={
        !isLoaded || isEditing || !canEdit ? null : (
          <Button ref={button} variant="ghost" size="sm" kbd="b" disabledReason={reason} onClick={open}>
            {messages.edit}
          </Button>
        )
      }
    >
      <QueryState query={limits} name={messages.title} rows={6}>
        {(data) => (
          <>
            {AI_CAPS.map((cap) => (
              <CapMeter key={cap} cap={cap} current={data[cap].current} limit={data[cap].limit} alerts={alerts} />
            ))}
            {isEditing ? <CapsForm limits={data} onClose={() => go({ ...search, edit: undefined })} /> : null}
          </>
        )}
      </QueryState>
    </Panel>
  );
}

interface CapMeterProps {
  readonly cap: AiCap;
  readonly current: Amount;
  readonly limit: Amount | null;
  /** Undefined until they are loaded. */
  readonly alerts: readonly AiAlertRow[] | undefined;
}

/** One cap: how much of it is used, how much is left, and by how much it is passed. Without a limit there is no bar. */
function CapMeter({ cap, current, limit, alerts = [] }: CapMeterProps) {
  const nowMs = useNow();
  const name = messages.name[cap];
  const used = formatUse(cap, current);
  return (
    <div role="group" aria-label={name} className="mt-3">
      <p className="flex flex-wrap gap-x-2 tabular-nums">
        <span className="me-auto font-medium">{name}</span>
        <span title={formatExact(cap, current)}>
          {used} <span className="sr-only">{messages.covers[cap]}</span>
        </span>
        <span className="text-ink-3" title={limit === null ? undefined : formatExact(cap, limit)}>
          {limit === null ? messages.noCap : messages.of(formatLimit(cap, limit))}
        </span>
      </p>
      {limit === null ? null : (
        <>
          <div className="py-1">
            <Meter
              label={name}
              value={Number(current)}
              limit={Number(limit)}
              text={messages.gauge(used, formatLimit(cap, limit))}
              isExceeded={current >= limit}
            />
          </div>
          <p className={`text-12 tabular-nums ${current > limit ? 'text-danger-text' : 'text-ink-3'}`}>
            {restText(cap, current, limit)}
          </p>
          <p className="text-12 text-ink-3 tabular-nums">{alertText(cap, current, limit, alerts, nowMs)}</p>
        </>
      )}
    </div>
  );
}

/** The last alert of the present period, and the one that comes next. */
function alertText(cap: AiCap, current: Amount, limit: Amount, alerts: readonly AiAlertRow[], nowMs: number): string {
  const end = periodEnd(cap, nowMs);
  const sent = alerts.flatMap((row) =>
    row.cap === cap && row.fired_utc !== null && periodEnd(cap, Date.parse(row.period_start_utc)) === end
      ? [[row.threshold_percent, row.fired_utc] as const]
      : [],
  );
  const whole = cap === 'budget' ? Number(limit) : BigInt(limit);
  const { last, next } = alertsOf({ limit: whole, current, sent: new Map(sent) });
  const { alerts: texts } = messages;
  return [
    ...(last === null
      ? []
      : [last.sentUtc === null ? texts.reached(last.percent) : texts.sent(last.percent, formatStamp(last.sentUtc))]),
    ...(next === null ? [] : [texts.next(next.percent, formatLimit(cap, next.amount))]),
  ].join(' ');
}

function restText(cap: AiCap, current: Amount, limit: Amount): string {
  const apart = cap === 'budget' ? Number(limit) - Number(current) : BigInt(limit) - BigInt(current);
  return apart < 0 ? messages.over(formatUse(cap, -apart)) : messages.left[cap](formatUse(cap, apart));
}
