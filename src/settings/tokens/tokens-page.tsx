import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ApiToken } from '#contract/tokens.ts';
import { useMissingScope, useWriteAccess } from '#src/api/write-access.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { PageActions } from '#src/panels/page-actions.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import type { View } from '#src/panels/view-type.ts';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { view } from '#src/settings/view.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { useOfferedVerbs } from '#src/ui/offered-commands.ts';
import { SearchBox } from '#src/ui/search-box.tsx';
import { TextButton } from '#src/ui/text-button.tsx';
import { RenameDialog, RevokeDialog, RotateDialog } from './change-dialogs.tsx';
import { IssueDialog } from './issue-dialog.tsx';
import { messages } from './messages.ts';
import { OwnAccess, OwnFacts } from './own-token.tsx';
import { allTokens, type AllTokens } from './queries.ts';
import { SHOWN, withoutSecrets, type Shown, type TokensSearch } from './search.ts';
import { TokenDrawer } from './token-drawer.tsx';
import { daysLeft, hasText, idleDays, inOrder, isLive, isShown, lookReason } from './token-state.ts';
import { TokensTable, type TokenVerb } from './tokens-table.tsx';

/** What is asked of the person, about which token. */
type Asked = { readonly verb: 'issue' } | { readonly verb: TokenVerb; readonly id: bigint };

interface TokensPageProps {
  readonly search: TokensSearch;
  /** Every view of the dashboard, of which the page says what the token can do. */
  readonly views: readonly View[];
  readonly go: (next: TokensSearch, options?: { readonly push: boolean }) => void;
}

/** The API tokens of the site, and what that of this session can do. */
export function TokensPage({ search, views, go }: TokensPageProps) {
  const isProvided = hasExtension(useWhoami(), 'api_tokens');
  const lacking = useMissingScope()('admin:read');
  return isProvided && lacking === undefined ? (
    <AllTokensPage search={search} views={views} go={go} />
  ) : (
    <>
      <SettingsHeader part="tokens" actions={<PageActions />} />
      <PageBody>
        <h2 className="text-20 font-semibold text-balance">{messages.own.issuedBy}</h2>
        <p className="mb-4 text-ink-2 text-pretty">{isProvided ? messages.own.needs(lacking ?? '') : null}</p>
        <OwnFacts />
        <div className="mt-6">
          <OwnAccess views={views} />
        </div>
      </PageBody>
    </>
  );
}

function AllTokensPage({ search, views, go }: TokensPageProps) {
  const { reason } = useWriteAccess('tokens:write');
  const query = useQuery(allTokens);
  const [asked, setAsked] = useState<Asked | null>(null);
  const wasAsked = useRef(false);
  // A revoked token leaves the list, and the focus with it.
  useEffect(() => {
    if (asked === null && wasAsked.current && document.activeElement === document.body) focusFirstRow();
    wasAsked.current = asked !== null;
  }, [asked]);
  const all = query.data?.tokens ?? [];
  const issue = () => setAsked({ verb: 'issue' });
  const ask = (verb: TokenVerb, { id }: ApiToken): void => {
    setAsked({ verb, id });
    // Its figures may be of a while ago.
    void query.refetch();
    if (search.id !== undefined) go({ ...search, id: undefined });
  };
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
              {/* Beside the tabs of the settings a phone has no room for the words. */}
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
              reason={reason}
              onAsk={ask}
              onOpen={({ id }) => go({ ...search, id: id.toString() }, { push: true })}
            />
          )}
        </QueryState>
        <div className="mt-8">
          <OwnAccess views={views} />
        </div>
      </PageBody>
      {search.id === undefined || query.data === undefined ? null : (
        <TokenDrawer
          key={search.id}
          token={all.find(({ id }) => id.toString() === search.id)}
          all={all}
          reason={reason}
          onAsk={ask}
          onClose={() => go({ ...search, id: undefined })}
        />
      )}
      {asked?.verb === 'issue' ? <IssueDialog onClose={close} /> : null}
      {token === undefined ? null : asked?.verb === 'rotate' ? (
        <RotateDialog token={token} onClose={close} />
      ) : asked?.verb === 'rename' ? (
        <RenameDialog token={token} onClose={close} />
      ) : (
        <RevokeDialog token={token} all={all} onClose={close} />
      )}
    </>
  );
}

function focusFirstRow(): void {
  document.querySelector<HTMLElement>('tr[data-row] th button')?.focus();
}

/** Those of a site that ended may be thousands. */
const ROWS = 200;

interface TokensListProps extends Pick<TokensPageProps, 'search' | 'go'> {
  readonly data: AllTokens;
  readonly reason: string | undefined;
  readonly onAsk: (verb: TokenVerb, token: ApiToken) => void;
  readonly onOpen: (token: ApiToken) => void;
}

function TokensList({ data: { tokens, total }, search, go, reason, onAsk, onOpen }: TokensListProps) {
  const nowMs = useNow();
  const [most, setMost] = useState(ROWS);
  const { show, q = '' } = search;
  const found = tokens.filter((token) => hasText(token, q));
  const rows = inOrder(
    found.filter((token) => isShown(token, show, nowMs)),
    nowMs,
  );
  const hidden = show === undefined ? found.length - rows.length : 0;
  return (
    <>
      <Lead tokens={tokens} nowMs={nowMs} />
      <Panel
        title={messages.list}
        note={
          <>
            <span role="status">{messages.shownOf(formatCount(Math.min(most, rows.length)), formatCount(total))}</span>
            {hidden === 0 ? null : (
              <>
                {' · '}
                {messages.hidden(hidden, formatCount(hidden))}{' '}
                <TextButton className="font-medium" onClick={() => go({ ...search, show: 'ended' })}>
                  {messages.showHidden(hidden)}
                </TextButton>
              </>
            )}
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
          <FilterChips
            show={show}
            countOf={(name) => found.filter((token) => isShown(token, name, nowMs)).length}
            onShow={(next) => go({ ...search, show: next })}
          />
        </div>
        {rows.length > 0 ? (
          <TokensTable rows={rows.slice(0, most)} all={tokens} reason={reason} onOpen={onOpen} onAsk={onAsk} />
        ) : (
          <EmptyBlock
            icon="search"
            title={messages.noMatch.title}
            text={messages.noMatch.text}
            action={<Button onClick={() => go({})}>{messages.noMatch.clear}</Button>}
          />
        )}
        {rows.length > most ? (
          <Button className="mt-3" onClick={() => setMost(most + ROWS)}>
            {messages.moreRows(Math.min(ROWS, rows.length - most))}
          </Button>
        ) : null}
      </Panel>
    </>
  );
}

const CHIP =
  'hit relative inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-chip border px-[7px] text-12 font-medium pointer-coarse:min-h-8';

interface FilterChipsProps {
  readonly show: Shown | undefined;
  /** Within what was searched for. */
  readonly countOf: (show: Shown | undefined) => number;
  readonly onShow: (show: Shown | undefined) => void;
}

function FilterChips({ show, countOf, onShow }: FilterChipsProps) {
  return (
    <div role="group" aria-label={messages.filters} className="flex flex-wrap gap-1.5">
      {[undefined, ...SHOWN].map((name) => (
        <button
          key={name ?? 'current'}
          type="button"
          aria-pressed={name === show}
          className={`${CHIP} ${
            name === show
              ? 'border-accent-line bg-accent-tint text-accent-text'
              : 'border-line-strong text-ink-2 hover:bg-hover'
          }`}
          onClick={() => onShow(name === show ? undefined : name)}
        >
          {messages.show[name ?? 'current']}
          <span className="font-normal text-ink-3 tabular-nums">{formatCount(countOf(name))}</span>
        </button>
      ))}
    </div>
  );
}

const NAMED = 3;

/** How many tokens need a look, and why. */
function Lead({ tokens, nowMs }: { readonly tokens: readonly ApiToken[]; readonly nowMs: number }) {
  const zone = useDisplayZone();
  const due = inOrder(
    tokens.filter((token) => lookReason(token, nowMs) !== null),
    nowMs,
  );
  const current = tokens.filter((token) => isLive(token, nowMs) || lookReason(token, nowMs) !== null);
  const why = due.slice(0, NAMED).map((token) => {
    const reason = lookReason(token, nowMs);
    if (reason === 'expired') return messages.why.expired(token.label, formatDay(token.expires_utc, zone, nowMs));
    if (reason === 'ending') return messages.why.ending(token.label, daysLeft(token, nowMs));
    return messages.why.unused(token.label, idleDays(token, nowMs));
  });
  return (
    <div className="mb-4">
      <h2 className="text-20 font-semibold text-balance">{messages.lead(due.length, current.length)}</h2>
      <p className="text-ink-2 text-pretty [overflow-wrap:anywhere]">
        {due.length === 0 ? messages.calm : why.join(' ')}
        {due.length > NAMED ? ` ${messages.more(due.length - NAMED)}` : null}
      </p>
    </div>
  );
}
