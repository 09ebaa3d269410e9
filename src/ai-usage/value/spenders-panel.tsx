import { listAiUsage } from '#contract/ai-reports.ts';
import { useQuery } from '@tanstack/react-query';
import { listAgents } from '#contract/tickets.ts';
import { listApiTokens } from '#contract/tokens.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { wholeReportOptions } from '#src/ai-usage/queries.ts';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { SPENT_BY, type AiSearch } from '#src/ai-usage/search.ts';
import type { GoTo } from '#src/ai-usage/tab-props.ts';
import type { UsageWindow } from '#src/ai-usage/usage-window.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { SpendersTable, type Spender } from './spenders-table.tsx';
import { messages } from './value-messages.ts';

interface SpendersPanelProps {
  readonly search: AiSearch;
  readonly go: GoTo;
  readonly window: UsageWindow;
  readonly note: string;
}

const texts = messages.spenders;

/** Which token and which model the money went to. */
export function SpendersPanel({ search, go, window, note }: SpendersPanelProps) {
  const by = search.spent_by ?? 'token';
  const { from, to } = window;
  const agents = useAgentOfToken();
  const query = useQuery(wholeReportOptions(listAiUsage, { from, to, group_by: [by] }));
  return (
    <Panel
      title={texts.title}
      note={note}
      resource="ai_reports"
      actions={
        <Segmented
          label={texts.by}
          value={by}
          options={SPENT_BY.map((value) => ({ value, label: texts[value] }))}
          onChange={(value) => go({ ...search, spent_by: value === 'token' ? undefined : value }, { replace: true })}
        />
      }
    >
      <QueryState query={query} name={texts.title} rows={5}>
        {(rows) => (
          <SpendersTable
            head={texts.one[by]}
            caption={texts.caption[by]}
            search={search}
            go={go}
            spenders={rows.map((row): Spender => {
              if (by === 'model') {
                const { model = '' } = row;
                return { key: model, name: model, about: null, filters: { model }, figures: row };
              }
              const token = row.token_id?.toString();
              if (token === undefined) {
                return { key: '', name: texts.noToken, about: null, filters: null, figures: row };
              }
              const name = row.token_label ?? texts.noLabel(token);
              return { key: token, name, about: agents.get(token) ?? null, filters: { token }, figures: row };
            })}
          />
        )}
      </QueryState>
    </Panel>
  );
}

/** The names of the agents that tokens act for, by the token's id; none where the service does not say. */
function useAgentOfToken(): ReadonlyMap<string, string> {
  const whoami = useWhoami();
  const isThere = hasExtension(whoami, 'api_tokens') && hasExtension(whoami, 'agents');
  const tokens = useQuery({ ...read(listApiTokens, { limit: 200 }), enabled: isThere });
  const agents = useQuery({ ...read(listAgents, { limit: 200 }), enabled: isThere });
  const names = new Map(agents.data?.items.map(({ id, name }) => [id, name]));
  return new Map(
    tokens.data?.items.flatMap(({ id, agent_id: agent }) => {
      const name = agent === null ? undefined : names.get(agent);
      return name === undefined ? [] : [[id.toString(), name] as const];
    }),
  );
}
