import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SCOPES } from '#contract/operation.ts';
import { listAgents } from '#contract/tickets.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { LastWrites } from './change-dialogs.tsx';
import { messages } from './messages.ts';
import { scopeTexts, shownScopes } from './scopes.ts';
import { issuerName, StateChip, type TokenVerb, verbsOf } from './tokens-table.tsx';

const { detail: texts, column } = messages;

interface TokenDrawerProps {
  /** Undefined: the address names none of this site. */
  readonly token: ApiToken | undefined;
  readonly all: readonly ApiToken[];
  readonly reason: string | undefined;
  readonly onAsk: (verb: TokenVerb, token: ApiToken) => void;
  readonly onClose: () => void;
}

/** Everything about one token. */
export function TokenDrawer({ token, all, reason, onAsk, onClose }: TokenDrawerProps) {
  const nowMs = useNow();
  const whoami = useWhoami();
  const verbs = token === undefined ? [] : verbsOf(token, { whoami, nowMs, reason, onAsk });
  return (
    <Dialog
      title={token?.label ?? texts.missing}
      kind="drawer"
      className="md:w-[480px]"
      onClose={onClose}
      footer={
        <>
          {verbs.map(({ key, label, danger, disabledReason, onSelect }) => (
            <Button
              key={key}
              variant={danger === true ? 'danger' : 'default'}
              disabledReason={disabledReason}
              onClick={onSelect}
            >
              {label}
            </Button>
          ))}
          <Button data-autofocus="" className="ms-auto" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      }
    >
      {token === undefined ? (
        <EmptyBlock icon="search" title={texts.missing} text={texts.missingText} />
      ) : (
        <TokenDetails token={token} all={all} nowMs={nowMs} />
      )}
    </Dialog>
  );
}

interface TokenDetailsProps {
  readonly token: ApiToken;
  readonly all: readonly ApiToken[];
  readonly nowMs: number;
}

function TokenDetails({ token, all, nowMs }: TokenDetailsProps) {
  const agent = useAgentName(token.agent_id);
  const prefixOf = (one: ApiToken | undefined) => (one === undefined ? null : <Mono>{one.token_prefix}…</Mono>);
  const at = (iso: string | null) => (iso === null ? null : <Instant at={iso} form="instant" />);
  return (
    <>
      <FactList
        facts={[
          [column.state, <StateChip key="state" token={token} nowMs={nowMs} />],
          [texts.prefix, prefixOf(token)],
          [texts.id, token.id.toString()],
          [column.created, at(token.created_utc)],
          [texts.createdBy, issuerName(token, all)],
          [column.used, at(token.last_used_utc) ?? messages.never],
          [column.calls, formatCount(token.request_count)],
          [column.ends, at(token.expires_utc)],
          [texts.revoked, at(token.revoked_utc)],
          [texts.replacedBy, prefixOf(all.find(({ id }) => id === token.replaced_by_id))],
          [texts.replaces, prefixOf(all.find(({ replaced_by_id: by }) => by === token.id))],
          [texts.agent, agent],
          [texts.rate, formatCount(token.rate_limit_per_min)],
          [texts.sessions, formatCount(token.live_sessions)],
        ]}
      />
      <h3 className="mt-4 mb-0.5 text-12 font-medium">{texts.scopes}</h3>
      <ul className="text-12">
        {shownScopes(token.scopes).map((scope) => (
          <li key={scope} className="flex flex-wrap gap-x-3 py-0.5">
            <span className="w-36 font-mono">{scope}</span>
            <span className="min-w-40 flex-1 text-ink-2">
              {SCOPES.filter((known) => known === scope).map((known) => scopeTexts[known].text)}
            </span>
          </li>
        ))}
      </ul>
      <LastWrites token={token} />
    </>
  );
}

/** The name of the agent that a token speaks for. */
export function useAgentName(id: string | null): string {
  const hasAgents = hasExtension(useWhoami(), 'agents') && id !== null;
  const { data } = useQuery({ ...read(listAgents, { limit: 200 }), enabled: hasAgents, staleTime: 60_000 });
  if (id === null) return texts.noAgent;
  return data?.items.find((agent) => agent.id === id)?.name ?? texts.agentId(id);
}

/** Names and values; what has no value is left out. */
export function FactList({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,160px)_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-12 leading-5 text-ink-3">{name}</dt>
            <dd dir="auto" className="min-w-0 tabular-nums [overflow-wrap:anywhere]">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}

export function Mono({ children }: { readonly children: ReactNode }) {
  return <span className="font-mono text-12">{children}</span>;
}
