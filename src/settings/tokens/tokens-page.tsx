import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { SCOPES } from '#contract/operation.ts';
import type { ApiToken } from '#contract/tokens.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useMissingScope, useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatAge, formatDay, formatInstant, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { useHistoryItems } from '#src/panels/history-link.tsx';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { focusFirstRow, useRowFocus } from '#src/settings/row-focus.ts';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { view } from '#src/settings/view.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { CountChips } from '#src/ui/count-chips.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { MoreRows } from '#src/ui/rows/more-rows.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { Table } from '#src/ui/table.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { messages } from './messages.ts';
import { allTokens, type AllTokens } from './queries.ts';
import { mayGive, scopeName, shownScopes } from './scopes.ts';
import { SHOWN, withoutSecrets, type Shown, type TokensSearch } from './search.ts';
import { RenameDialog, RevokeDialog, RotateDialog } from './token-dialogs.tsx';
import { issuerName, OwnToken, StateChip, TokenDrawer } from './token-drawer.tsx';
import { daysLeft, hasText, idleDays, inOrder, isLive, isShown, lookReason, stateOf } from './token-state.ts';

type TokenVerb = 'rotate' | 'rename' | 'revoke';
type Asked = { readonly verb: 'issue' } | { readonly verb: TokenVerb; readonly id: bigint };

interface TokensPageProps {
  readonly search: TokensSearch;
  readonly go: (next: TokensSearch, options?: { readonly push: boolean }) => void;
}

/** The API tokens of the site; the session's own token for users who can't list them. */
export function TokensPage({ search, go }: TokensPageProps) {
  const isProvided = isWholeService(useWhoami());
  const lacking = useMissingScope()('admin:read');
  if (isProvided && lacking === undefined) return <AllTokensPage search={search} go={go} />;
  return (
    <>
      <SettingsHeader part="tokens" actions={<PageActions />} />
      <PageBody>
        <h2 className="text-20 font-semibold text-balance">{messages.own.issuedBy}</h2>
        <p className="mb-4 text-ink-2 text-pretty">{isProvided ? messages.own.needs(lacking ?? '') : null}</p>
        <OwnToken />
      </PageBody>
    </>
  );
}

/** The changes that are possible for a token; without the scope they are off and say why. */
function useTokenVerbs(onAsk: (verb: TokenVerb, token: ApiToken) => void): (token: ApiToken) => readonly MenuItem[] {
  const whoami = useWhoami();
  const { reason } = useWriteAccess('tokens:write');
  const nowMs = useNow();
  return (token) => {
    const item = (verb: TokenVerb, icon: MenuItem['icon'] & string, disabledReason?: string): MenuItem => ({
      key: verb,
      label: messages.menu[verb],
      icon,
      danger: verb === 'revoke',
      disabledReason: reason ?? disabledReason,
      onSelect: () => onAsk(verb, token),
    });
    // The new token has the scopes of the old one, which may not exceed the caller's.
    const beyond = SCOPES.find((scope) => token.scopes.includes(scope) && !mayGive(whoami.scopes, scope));
    const tooMuch = beyond === undefined ? undefined : messages.tooMuch(whoami.label, beyond);
    return [
      ...(isLive(token, nowMs) && token.replaced_by_id === null ? [item('rotate', 'refresh', tooMuch)] : []),
      item('rename', 'pencil'),
      ...(token.revoked_utc === null ? [item('revoke', 'close')] : []),
    ];
  };
}

function AllTokensPage({ search, go }: TokensPageProps) {
  const { reason } = useWriteAccess('tokens:write');
  const query = useQuery(allTokens);
  const [asked, setAsked] = useState<Asked | null>(null);
  useRowFocus(asked !== null);
  const all = query.data?.tokens ?? [];
  const issue = () => setAsked({ verb: 'issue' });
  const verbsOf = useTokenVerbs((verb, { id }) => {
    setAsked({ verb, id });
    // The dialog shows current figures.
    void query.refetch();
  });
  const [{ group, entries: keys }] = view.keys;
  useShortcut(keys.issue.keys, () => (reason === undefined ? issue() : undefined), { label: keys.issue.label, group });
  useOfferedVerbs([{ id: 'settings-issue-token', run: issue, disabledReason: reason }]);
  const close = () => setAsked(null);
  const token = asked === null || asked.verb === 'issue' ? undefined : all.find(({ id }) => id === asked.id);
  return (
    <>
      <SettingsHeader
        part="tokens"
        actions={
          <>
            <PageActions />
            <Button variant="primary" icon="plus" disabledReason={reason} aria-haspopup="dialog" onClick={issue}>
              {/* A phone has no room for the words beside the tabs. */}
              <span className="max-md:sr-only">{messages.issue.button}</span>
            </Button>
          </>
        }
      />
      <PageBody>
        <QueryState query={query} name={messages.list} rows={9} rowClass="min-h-14">
          {(data) => (
            <TokensList
              data={data}
              search={search}
              go={go}
              verbsOf={verbsOf}
              onOpen={({ id }) => go({ ...search, id: id.toString() }, { push: true })}
            />
          )}
        </QueryState>
      </PageBody>
      {search.id === undefined || query.data === undefined ? null : (
        <TokenDrawer
          key={search.id}
          token={all.find(({ id }) => id.toString() === search.id)}
          all={all}
          onClose={() => go({ ...search, id: undefined })}
        />
      )}
      {asked?.verb === 'issue' ? <IssueDialog onClose={close} /> : null}
      {token === undefined ? null : asked?.verb === 'rotate' ? (
        <RotateDialog token={token} onClose={close} />
      ) : asked?.verb === 'rename' ? (
        <RenameDialog token={token} onClose={close} />
      ) : (
        <RevokeDialog token={token} onClose={close} />
      )}
    </>
  );
}

/** Rows drawn at a time: a site may have thousands of ended tokens. */
const ROWS = 200;

interface TokensListProps extends Pick<TokensPageProps, 'search' | 'go'> {
  readonly data: AllTokens;
  readonly verbsOf: (token: ApiToken) => readonly MenuItem[];
  readonly onOpen: (token: ApiToken) => void;
}

function TokensList({ data: { tokens, total }, search, go, verbsOf, onOpen }: TokensListProps) {
  const nowMs = useNow();
  const [most, setMost] = useState(ROWS);
  const { show, q = '' } = search;
  const found = tokens.filter((token) => hasText(token, q));
  const rows = inOrder(
    found.filter((token) => isShown(token, show, nowMs)),
    nowMs,
  );
  const isDue = (token: ApiToken) => lookReason(token, nowMs) !== null;
  const current = tokens.filter((token) => isLive(token, nowMs) || isDue(token)).length;
  return (
    <>
      <h2 className="mb-4 text-20 font-semibold text-balance">{messages.lead(tokens.filter(isDue).length, current)}</h2>
      <Panel
        title={messages.list}
        note={
          <>
            <span role="status">{messages.shownOf(formatCount(Math.min(most, rows.length)), formatCount(total))}</span>
            {tokens.length < total ? ` · ${messages.cut(formatCount(tokens.length), formatCount(total))}` : null}
          </>
        }
      >
        <div className="flex flex-wrap items-center gap-2 py-2 print:hidden">
          <SearchBox
            label={messages.search}
            clearLabel={messages.clearSearch}
            group={messages.list}
            value={q}
            hasResults
            className="max-w-72 basis-40"
            onChange={(text) => go({ ...search, q: text === '' ? undefined : withoutSecrets(text) })}
            onLeave={focusFirstRow}
          />
          <CountChips<Shown>
            label={messages.filters}
            value={show}
            options={[undefined, ...SHOWN].map((value) => ({
              value,
              label: messages.show[value ?? 'current'],
              count: found.filter((token) => isShown(token, value, nowMs)).length,
            }))}
            onChange={(next) => go({ ...search, show: next })}
          />
        </div>
        {rows.length > 0 ? (
          <TokensTable rows={rows.slice(0, most)} all={tokens} verbsOf={verbsOf} onOpen={onOpen} />
        ) : (
          <EmptyBlock
            icon="search"
            title={messages.noMatch.title}
            text={messages.noMatch.text}
            action={<Button onClick={() => go({})}>{messages.noMatch.clear}</Button>}
          />
        )}
        <MoreRows hasMore={rows.length > most} isLoading={false} hasFailed={false} load={() => setMost(most + ROWS)} />
      </Panel>
    </>
  );
}

interface TokensTableProps {
  readonly rows: readonly ApiToken[];
  readonly all: readonly ApiToken[];
  readonly verbsOf: (token: ApiToken) => readonly MenuItem[];
  readonly onOpen: (token: ApiToken) => void;
}

function TokensTable({ rows, all, verbsOf, onOpen }: TokensTableProps) {
  const historyItems = useHistoryItems();
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { column } = messages;
  return (
    <Table
      caption={messages.list}
      rows={rows}
      keyOf={({ id }) => id.toString()}
      phone="stack"
      columns={[
        {
          key: 'token',
          head: column.token,
          isRowHead: true,
          cell: (token) => <TokenName token={token} onOpen={() => onOpen(token)} />,
        },
        { key: 'state', head: column.state, cell: (token) => <StateChip token={token} nowMs={nowMs} /> },
        { key: 'scopes', head: column.scopes, cell: ({ scopes }) => <Scopes scopes={scopes} /> },
        {
          key: 'created',
          head: column.created,
          className: 'max-md:hidden',
          cell: (token) => (
            <Lines under={messages.by(issuerName(token, all))}>
              <Instant at={token.created_utc} />
            </Lines>
          ),
        },
        {
          key: 'used',
          head: column.used,
          cell: (token) => {
            const isUnused = lookReason(token, nowMs) === 'unused';
            const { last_used_utc: last } = token;
            return (
              <Lines isWarn={isUnused} under={isUnused ? messages.unusedFor(idleDays(token, nowMs)) : null}>
                {last === null ? messages.never : <Instant at={last}>{formatNear(last, zone, nowMs)}</Instant>}
              </Lines>
            );
          },
        },
        {
          key: 'calls',
          head: column.calls,
          isFigure: true,
          className: 'max-md:hidden',
          cell: ({ request_count: calls }) => formatCount(calls),
        },
        { key: 'ends', head: column.ends, cell: (token) => <End token={token} zone={zone} nowMs={nowMs} /> },
        {
          key: 'actions',
          head: column.actions,
          isHeadHidden: true,
          isFigure: true,
          isBeside: true,
          className: 'w-8',
          cell: (token) => {
            const label = messages.actionsOf(token.label, token.token_prefix);
            return (
              <Menu
                label={label}
                align="end"
                items={[...verbsOf(token), ...historyItems({ type: 'api_token', id: token.id })]}
                trigger={(props) => <IconButton {...props} icon="more" size="sm" label={label} />}
              />
            );
          },
        },
      ]}
    />
  );
}

function TokenName({ token, onOpen }: { readonly token: ApiToken; readonly onOpen: () => void }) {
  const { label, token_prefix: prefix, is_me: isOwn } = token;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={messages.detailsOf(label, prefix)}
          className="hit relative -my-0.5 min-h-6 text-start font-medium hover:underline [overflow-wrap:anywhere]"
          onClick={onOpen}
        >
          <span dir="auto">{label}</span>
        </button>
        {isOwn ? <Chip tone="accent">{messages.thisSession}</Chip> : null}
      </span>
      <span className="block font-mono text-12 text-ink-3">{prefix}…</span>
    </>
  );
}

/** The first scope in words and how many more; all of them in the title. */
function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  const [first = '', ...more] = shownScopes(scopes).map(scopeName);
  return (
    <span className="whitespace-nowrap" title={[first, ...more].join(', ')}>
      <Chip>{first}</Chip>
      {more.length === 0 ? null : (
        <>
          <span aria-hidden="true" className="ms-1 text-12 text-ink-3">
            +{more.length}
          </span>
          <span className="sr-only">, {more.join(', ')}</span>
        </>
      )}
    </span>
  );
}

/** When a token ends or ended; for a rotated one how long both work. */
function End({ token, zone, nowMs }: { readonly token: ApiToken; readonly zone: string; readonly nowMs: number }) {
  const { expires_utc: end, revoked_utc: revoked } = token;
  const why = lookReason(token, nowMs);
  if (stateOf(token, nowMs) === 'overlap') {
    const left = messages.left(formatAge(Date.parse(end) - nowMs));
    return <Lines under={left}>{messages.bothUntil(formatInstant(end, zone, nowMs))}</Lines>;
  }
  return (
    <Lines
      isWarn={why === 'ending' || why === 'expired'}
      under={why === 'ending' ? messages.endsIn(daysLeft(token, nowMs)) : null}
    >
      <Instant at={revoked ?? end}>
        {revoked === null ? formatDay(end, zone, nowMs) : messages.revokedOn(formatDay(revoked, zone, nowMs))}
      </Instant>
    </Lines>
  );
}

interface LinesProps {
  /** A smaller second line. */
  readonly under: string | null;
  /** Marks the reason why the token needs a look. */
  readonly isWarn?: boolean;
  readonly children: ReactNode;
}

function Lines({ under, isWarn = false, children }: LinesProps) {
  return (
    <span className={`tabular-nums ${isWarn ? 'text-warn-text' : ''}`}>
      <span className="block whitespace-nowrap">{children}</span>
      <span dir="auto" className={`block text-12 [overflow-wrap:anywhere] ${isWarn ? '' : 'text-ink-3'}`}>
        {under}
      </span>
    </span>
  );
}
