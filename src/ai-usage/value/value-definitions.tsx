import { csatDays, instantsOf, resolvedFilter } from '#src/ai-usage/figures/value-figures.ts';
import { Panel } from '#src/panels/panel.tsx';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import { messages } from './value-messages.ts';

interface ValueDefinitionsProps {
  readonly window: UsageWindow;
  readonly today: string;
  readonly note: string;
  readonly hasReports: boolean;
}

const texts = messages.definitions;

/** What each figure counts, and the calls that it comes from. */
export function ValueDefinitions({ window, today, note, hasReports }: ValueDefinitionsProps) {
  const { from, to } = instantsOf(window);
  const calls: Readonly<Record<keyof typeof texts.items, readonly string[]>> = {
    cost: [
      hasReports
        ? `ai_reports report=usage from=${window.from} to=${window.to} group_by=feature`
        : `ai_usage days=${window.days}`,
    ],
    tickets: [`tickets status=resolved,closed filter=${resolvedFilter(window)} limit=1`],
    sessions: [
      `ai_sessions since=${from}`,
      ...(window.endsToday ? [] : [`ai_sessions since=${to}`]),
      'outcome=handed_off',
    ],
    points: [`csat days=${csatDays(window, today) ?? '–'} include=trend`],
  };
  return (
    <Panel title={texts.title} note={note}>
      <dl className="mt-1">
        {(['cost', 'tickets', 'sessions', 'points'] as const).map((key) => (
          <div key={key} className="border-b border-line py-2">
            <dt className="font-medium">{texts.items[key].term}</dt>
            <dd className="text-12 text-ink-2">{texts.items[key].text}</dd>
            <dd className="text-12 text-ink-3">
              {texts.from}{' '}
              {calls[key].map((line) => (
                <code key={line} className="me-2 font-mono text-11 [overflow-wrap:anywhere]">
                  {line}
                </code>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
