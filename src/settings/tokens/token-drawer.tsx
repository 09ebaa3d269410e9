import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SCOPES } from '#contract/operation.ts';
import { listAgents } from '#contract/tickets.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { useNow } from '#src/format/use-now.ts';
import { Button, TEXT_LINK } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { FactList, Mono } from '#src/ui/fact-list.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { messages } from './messages.ts';
import { mayGive, SCOPE_GROUPS, scopeTexts, shownScopes } from './scopes.ts';
import { stateOf } from './token-state.ts';

const { detail: texts, column } = messages;

const TONES = {
  active: 'ok',
  ending: 'warn',
  overlap: 'accent',
  replaced: 'plain',
  expired: 'plain',
  revoked: 'plain',
} as const;

export function StateChip({ token, nowMs }: { readonly token: ApiToken; readonly nowMs: number }) {
  const state = stateOf(token, nowMs);
  return <Chip tone={TONES[state]}>{messages.state[state]}</Chip>;
}

/** The label of the issuer, or the admin command. */
export function issuerName({ issued_by_token_id: issuer }: ApiToken, all: readonly ApiToken[]): string {
  if (issuer === null) return messages.byAdmin;
  return all.find(({ id }) => id === issuer)?.label ?? messages.byUnknown(issuer.toString());
}

interface TokenDrawerProps {
  /** Undefined if the address names no token of this site. */
  readonly token: ApiToken | undefined;
  readonly all: readonly ApiToken[];
  readonly onClose: () => void;
}

/** Everything about one token. */
export function TokenDrawer({ token, all, onClose }: TokenDrawerProps) {
  return (
    <Dialog
      title={token?.label ?? texts.missing}
      kind="drawer"
      className="md:w-[480px]"
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {token === undefined ? (
        <EmptyBlock icon="search" title={texts.missing} text={texts.missingText} />
      ) : (
        <TokenDetails token={token} all={all} />
      )}
    </Dialog>
  );
}

function TokenDetails({ token, all }: { readonly token: ApiToken; readonly all: readonly ApiToken[] }) {
  const nowMs = useNow();
  const agent = useAgentName(token.agent_id);
  const prefixOf = (one: ApiToken | undefined) => (one === undefined ? null : <Mono>{one.token_prefix}…</Mono>);
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
          <ScopeLine key={scope} scope={scope} />
        ))}
      </ul>
      <Link
        to="/settings/audit"
        search={{ token: token.id.toString() }}
        className={`${TEXT_LINK} mt-3 inline-block text-12`}
      >
        {texts.writes}
      </Link>
    </>
  );
}

const at = (iso: string | null | undefined) => (iso ? <Instant at={iso} form="instant" /> : null);

interface ScopeLineProps {
  readonly scope: string;
  /** Undefined: in a list of granted scopes only. */
  readonly isGranted?: boolean;
}

function ScopeLine({ scope, isGranted }: ScopeLineProps) {
  return (
    <li className={`flex flex-wrap gap-x-3 py-0.5 ${isGranted === false ? 'text-ink-3' : ''}`}>
      {isGranted === undefined ? null : (
        <>
          <Icon
            name={isGranted ? 'check' : 'close'}
            size={14}
            className={`mt-0.5 ${isGranted ? 'text-ok-text' : ''}`}
          />
          <span className="sr-only">{isGranted ? messages.own.yes : messages.own.no}</span>
        </>
      )}
      <span className="w-36 font-mono">{scope}</span>
      <span className={`min-w-40 flex-1 ${isGranted === false ? '' : 'text-ink-2'}`}>
        {SCOPES.filter((known) => known === scope).map((known) => scopeTexts[known].text)}
      </span>
    </li>
  );
}

/** The API token of this session and each scope, for users who can't see the list of all tokens. */
export function OwnToken() {
  const { label, token_prefix: prefix, capabilities, scopes, ...whoami } = useWhoami();
  const agent = useAgentName(whoami.agent_id ?? null);
  return (
    <>
      <FactList
        facts={[
          [messages.issue.label, label],
          [texts.prefix, <Mono key="prefix">{prefix}…</Mono>],
          [column.created, at(whoami.created_utc)],
          [column.used, at(whoami.last_used_utc)],
          [column.calls, formatCount(whoami.request_count)],
          [column.ends, at(whoami.expires_utc)],
          [texts.agent, agent],
          [texts.rate, formatCount(capabilities.rate_limit_per_min)],
        ]}
      />
      <h3 className="mt-5 mb-1 text-14 font-semibold">{messages.own.title(label)}</h3>
      <ul className="max-w-measure text-12">
        {SCOPE_GROUPS.flatMap((group) => group.scopes).map((scope) => (
          <ScopeLine key={scope} scope={scope} isGranted={mayGive(scopes, scope)} />
        ))}
      </ul>
    </>
  );
}

/** The name of the agent that a token speaks for. */
function useAgentName(id: string | null): string {
  const hasAgents = isWholeService(useWhoami()) && id !== null;
  const { data } = useQuery({ ...read(listAgents, { limit: 200 }), enabled: hasAgents, staleTime: 60_000 });
  if (id === null) return texts.noAgent;
  return data?.items.find((agent) => agent.id === id)?.name ?? texts.agentId(id);
}
