import { useState } from 'react';
import { useSettled } from '#src/browser/use-settled.ts';
import { formatCount } from '#src/format/number.ts';
import type { CalendarImpact } from '#contract/calendar-preview.ts';
import { useAction } from '#src/api/write.ts';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { TextButton } from '#src/ui/text-button.tsx';
import { messages } from './messages.ts';
import { changeText, partName, totalChange } from './model/describe.ts';
import { takeParts, type PartKey } from './model/merge-plans.ts';
import { bodyOf } from './model/plan.ts';
import { isOvernight } from './model/week.ts';
import { askPreview, usePreview } from './queries.ts';
import { useEditor } from './use-editor.ts';

const texts = messages.changes;
const IMPACT_DAYS = 30;
const MAX_ITEMS = 5;

/** What saving would do: to the hours, and to the tickets of the last 30 days. */
export function ChangesPanel() {
  const { provided, plan } = useEditor();
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Panel title={texts.title} note={plan.zone}>
        <ChangesList />
      </Panel>
      {provided.tools ? <ImpactPanel /> : <p className="text-12 text-ink-3">{messages.noTools}</p>}
    </div>
  );
}

export function ChangesList() {
  const { plan, savedPlan, changes } = useEditor();
  const total = totalChange(savedPlan, plan);
  if (changes.length === 0) return <p className="py-1.5 text-ink-3">{texts.none}</p>;
  return (
    <>
      <dl>
        {changes.map((key) => (
          <Line key={partId(key)} name={partName(key)}>
            {changeText(savedPlan, plan, key)}
          </Line>
        ))}
        {total === null ? null : <Line name={texts.total}>{total}</Line>}
      </dl>
      {plan.week.some(isOvernight) ? <p className="mt-1.5 text-12 text-ink-3">{texts.overnight}</p> : null}
    </>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div className="grid min-h-[34px] grid-cols-[140px_minmax(0,1fr)] items-center gap-x-3 border-b border-line py-1.5">
      <dt className="font-medium tabular-nums">{name}</dt>
      <dd className="text-ink-2 tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function ImpactPanel() {
  const { plan, provided, changes } = useEditor();
  const settled = useSettled(plan);
  const query = usePreview({ calendar: bodyOf(settled, provided), impact_days: IMPACT_DAYS }, true);
  const impact = query.data?.impact ?? null;
  const { impact: words } = messages;
  const note = impact === null ? undefined : words.note(words.tickets(impact.tickets, formatCount(impact.tickets)));
  return (
    <Panel title={words.title} note={query.isPlaceholderData ? words.counting : note} resource="calendar_preview">
      <QueryState query={query} name={words.name} rows={3}>
        {({ impact: shown }) =>
          shown === null ? null : (
            <div aria-busy={query.isPlaceholderData}>
              <ImpactFigures impact={shown} isChanged={changes.length > 0} />
            </div>
          )
        }
      </QueryState>
      {impact === null || impact.tickets === 0 || changes.length < 2 ? null : (
        <Difference key={JSON.stringify(changes)} />
      )}
    </Panel>
  );
}

function ImpactFigures({ impact, isChanged }: { readonly impact: CalendarImpact; readonly isChanged: boolean }) {
  const { impact: words } = messages;
  const { tickets, inside_current, inside_proposed, first_replies, in_time_current, in_time_proposed } = impact;
  if (tickets === 0) return <p className="py-1.5 text-ink-3">{words.nothing}</p>;
  const [now, next] = [tickets - inside_current, tickets - inside_proposed];
  const share = (n: number) => words.percent(((n / tickets) * 100).toFixed(1));
  return (
    <>
      <p className="font-semibold tabular-nums">
        {isChanged ? words.lead(share(next), share(now)) : words.same(share(now))}
      </p>
      <dl className="mt-2 grid grid-cols-[36px_minmax(0,1fr)_minmax(48px,auto)] items-center gap-x-2 gap-y-1.5">
        <Bar name={words.now} n={now} of={tickets} tone="bg-chart-6" />
        {isChanged ? <Bar name={words.next} n={next} of={tickets} tone="bg-accent" /> : null}
      </dl>
      {in_time_current === null || in_time_proposed === null ? (
        <p className="mt-2 text-12 text-ink-3">{words.noTarget}</p>
      ) : (
        <dl className="mt-2">
          <Line name={words.replies}>
            {isChanged
              ? words.repliesOf(formatCount(in_time_proposed), formatCount(first_replies), formatCount(in_time_current))
              : words.repliesSame(formatCount(in_time_current), formatCount(first_replies))}
          </Line>
        </dl>
      )}
    </>
  );
}

interface BarProps {
  readonly name: string;
  readonly n: number;
  readonly of: number;
  readonly tone: string;
}

function Bar({ name, n, of, tone }: BarProps) {
  return (
    <>
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="col-span-2 grid grid-cols-subgrid items-center tabular-nums">
        <span aria-hidden="true" className="h-1.5 rounded-full bg-sunken outline outline-1 outline-transparent">
          <span className={`block h-full rounded-full ${tone}`} style={{ inlineSize: `${(n / of) * 100}%` }} />
        </span>
        <span className="text-end">{formatCount(n)}</span>
      </dd>
    </>
  );
}

interface Moved {
  readonly key: PartKey;
  readonly by: number;
}

/** What each change does by itself: one call for each, so it is asked for. */
function Difference() {
  const { plan, savedPlan, changes, provided } = useEditor();
  const { act, isBusy, error } = useAction();
  const [moved, setMoved] = useState<readonly Moved[] | null>(null);
  const { impact: words } = messages;

  async function ask(): Promise<void> {
    const found = await act(() =>
      Promise.all(
        changes.slice(0, MAX_ITEMS).map(async (key): Promise<Moved> => {
          const calendar = bodyOf(takeParts(savedPlan, plan, [key]), provided);
          const { impact } = await askPreview({ calendar, impact_days: IMPACT_DAYS });
          return { key, by: (impact?.inside_proposed ?? 0) - (impact?.inside_current ?? 0) };
        }),
      ),
    );
    if (found !== null) setMoved(found);
  }

  if (moved === null) {
    return (
      <>
        <TextButton className="mt-2" aria-busy={isBusy} onClick={() => void ask()}>
          {words.ask}
        </TextButton>
        <WriteFailure error={error} />
      </>
    );
  }
  return (
    <>
      <div role="status">
        <dl className="mt-1">
          {moved.map(({ key, by }) => (
            <Line key={partId(key)} name={partName(key)}>
              {by < 0 ? words.outside(-by, formatCount(-by)) : words.inside(by, formatCount(by))}
            </Line>
          ))}
        </dl>
      </div>
      {changes.length > MAX_ITEMS ? <p className="mt-1 text-12 text-ink-3">{words.more(changes.length)}</p> : null}
    </>
  );
}

export function partId(key: PartKey): string {
  return Object.values(key).join(' ');
}
