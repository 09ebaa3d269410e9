import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listPortalTokens, type PortalFacets, type PortalTokenRecord } from '#contract/portal.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatAge, formatDay } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { ExportButton } from '#src/list-export/export-button.tsx';
import { fieldsFile, pagesOf, useFileName } from '#src/list-export/list-file.ts';
import { PageHeader } from '#src/panels/page-frame.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel, QueryState } from '#src/panels/panel.tsx';
import { Button, IconButton, TextButton } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { CountChips } from '#src/ui/count-chips.tsx';
import { NoRows } from '#src/ui/empty-block.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { FilterChip } from '#src/ui/filter-chip.tsx';
import { Instant } from '#src/ui/instant.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import type { MenuItem } from '#src/ui/overlay/menu-lines.tsx';
import { Menu } from '#src/ui/overlay/menu.tsx';
import { MoreRows, useMoreRows } from '#src/ui/rows/more-rows.tsx';
import { SearchBox } from '#src/ui/search-box.tsx';
import { Table } from '#src/ui/table.tsx';
import { askForPortalLink } from './issue-dialog.tsx';
import { LinkState } from './link-state.tsx';
import { messages } from './messages.ts';
import { countsOptions, listOptions, listQuery } from './queries.ts';
import { RevokeAllDialog, RevokeByIdDialog, RevokeOneDialog } from './revoke-dialogs.tsx';
import { SHOWN, type PortalSearch, type Shown } from './search.ts';
import { view } from './view.ts';

const [{ group, entries: keys }] = view.keys;

interface PortalLinksViewProps {
  readonly search: PortalSearch;
  readonly go: (next: PortalSearch) => void;
}

/** The site's portal links: issue, find and revoke them. */
export function PortalLinksView({ search, go }: PortalLinksViewProps) {
  const hasList = isWholeService(useWhoami());
  const { reason } = useWriteAccess('portal_tokens:write');
  const [isRevokingById, setRevokingById] = useState(false);
  const issue = () => askForPortalLink({});
  useShortcut(keys.issue.keys, issue, { label: keys.issue.label, group });
  return (
    <>
      <PageHeader
        title={messages.title}
        actions={
          <>
            {hasList ? null : (
              <Button disabledReason={reason} aria-haspopup="dialog" onClick={() => setRevokingById(true)}>
                {messages.revokeById.title}
              </Button>
            )}
            <Button variant="primary" icon="plus" disabledReason={reason} aria-haspopup="dialog" onClick={issue}>
              {messages.submit}
            </Button>
          </>
        }
      />
      <PageBody>{hasList ? <LinksList search={search} go={go} reason={reason} /> : <SiteCounts />}</PageBody>
      {isRevokingById ? <RevokeByIdDialog onClose={() => setRevokingById(false)} /> : null}
    </>
  );
}

/** Counts only, for a service without the list. */
function SiteCounts() {
  const { active, expired, revoked } = messages.state;
  return (
    <>
      <QueryState query={useQuery(countsOptions())} name={messages.title} rows={3}>
        {({ portal_tokens: counts }) => (
          <FactList
            facts={[
              [active, formatCount(counts.active_tokens)],
              [expired, formatCount(counts.expired_tokens)],
              [revoked, formatCount(counts.revoked_tokens)],
            ]}
          />
        )}
      </QueryState>
      <p className="mt-4 max-w-measure text-12 text-ink-3">{messages.notListed}</p>
    </>
  );
}

type Asked =
  | { readonly verb: 'revoke'; readonly link: PortalTokenRecord }
  | { readonly verb: 'revoke-all'; readonly email: string };

interface LinksListProps extends PortalLinksViewProps {
  /** Why the user cannot change links. */
  readonly reason: string | undefined;
}

function LinksList({ search, go, reason }: LinksListProps) {
  const nameOf = useFileName();
  const [asked, setAsked] = useState<Asked | null>(null);
  const list = useMoreRows({ ...listOptions(search), placeholderData: keepPreviousData });
  const { query, rows, total = 0, more } = list;
  const facets = query.data?.pages[0]?.facets;
  const isFiltered = (search.show ?? search.q ?? search.email) !== undefined;
  return (
    <>
      <Lead facets={facets} search={search} go={go} />
      <Panel
        title={messages.list}
        note={
          <span role="status">
            {query.data === undefined ? null : messages.shownOf(formatCount(rows.length), formatCount(total))}
          </span>
        }
        actions={
          <ExportButton<PortalTokenRecord>
            command="portal-tokens-download"
            total={query.data === undefined ? undefined : total}
            fileOf={() => ({
              fileName: nameOf(isFiltered ? messages.filteredFile : messages.file),
              readPage: pagesOf(listPortalTokens, listQuery(search)),
              fileOf: (links) => fieldsFile(FIELDS, links),
            })}
          />
        }
      >
        <Filters
          search={search}
          go={go}
          facets={facets}
          hasResults={query.data !== undefined && !query.isPlaceholderData}
        />
        <QueryState query={query} name={messages.title} rows={8} rowClass="min-h-12">
          {() =>
            rows.length > 0 ? (
              <LinksTable rows={rows} reason={reason} onAsk={setAsked} />
            ) : (
              <NoRows
                texts={messages}
                icon="key"
                isFiltered={isFiltered}
                clear={{ label: messages.noMatch.clear, onClick: () => go({}) }}
              />
            )
          }
        </QueryState>
        <MoreRows {...more} />
      </Panel>
      {asked?.verb === 'revoke' ? <RevokeOneDialog link={asked.link} onClose={() => setAsked(null)} /> : null}
      {asked?.verb === 'revoke-all' ? <RevokeAllDialog email={asked.email} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

/** Columns of the file; never a link or a secret. */
const FIELDS = [
  'id',
  'requester_email',
  'state',
  'expires_utc',
  'revoked_utc',
  'use_count',
  'last_used_utc',
  'created_utc',
  'issued_by',
  'customer_identity_id',
  'customer_blocked',
  'customer_merged',
] as const satisfies readonly (keyof PortalTokenRecord)[];

interface FacetsProps extends PortalLinksViewProps {
  /** Counts within the search; undefined while loading. */
  readonly facets: PortalFacets | undefined;
}

/** How many links are active, and how many of them expire soon. */
function Lead({ facets, search, go }: FacetsProps) {
  const { active = 0 } = facets?.state ?? {};
  const soon = facets?.expiring ?? 0;
  return (
    <div className="mb-4">
      <h2 className="text-20 font-semibold text-balance">
        {facets === undefined ? messages.title : messages.lead(active, formatCount(active))}
      </h2>
      {soon === 0 ? null : (
        <p className="text-ink-2 text-pretty">
          {messages.soon(soon, formatCount(soon))}{' '}
          {search.show === 'expiring' ? null : (
            <TextButton className="font-medium" onClick={() => go({ ...search, show: 'expiring' })}>
              {messages.showSoon(soon)}
            </TextButton>
          )}
        </p>
      )}
    </div>
  );
}

interface FiltersProps extends FacetsProps {
  readonly hasResults: boolean;
}

function Filters({ search, go, facets, hasResults }: FiltersProps) {
  const { show, q = '', email } = search;
  return (
    <div className="flex flex-col gap-2.5 py-2.5 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label={messages.search}
          clearLabel={messages.clearSearch}
          group={group}
          value={q}
          hasResults={hasResults}
          className="max-w-72 basis-40"
          onChange={(text) => go({ ...search, q: text === '' ? undefined : text })}
          onLeave={() => document.querySelector<HTMLElement>('tr[data-row] :is(a, button)')?.focus()}
        />
        {email === undefined ? null : (
          <FilterChip
            field={messages.column.email}
            value={email}
            onOpen={() => go({ ...search, email: undefined, q: email })}
            onRemove={() => go({ ...search, email: undefined })}
          />
        )}
      </div>
      <CountChips<Shown>
        label={messages.filters}
        value={show}
        options={[undefined, ...SHOWN].map((value) => ({
          value,
          label: messages.show[value ?? 'all'],
          count: facets === undefined ? undefined : countOf(value, facets),
        }))}
        onChange={(next) => go({ ...search, show: next })}
      />
    </div>
  );
}

function countOf(show: Shown | undefined, { state, expiring, unused, many_uses }: PortalFacets): number {
  if (show === undefined) return state.active + state.expired + state.revoked;
  if (show === 'expiring') return expiring;
  if (show === 'unused') return unused;
  return show === 'many' ? many_uses : state[show];
}

interface LinksTableProps {
  readonly rows: readonly PortalTokenRecord[];
  readonly reason: string | undefined;
  readonly onAsk: (asked: Asked) => void;
}

function LinksTable({ rows, reason, onAsk }: LinksTableProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const { column, menu } = messages;
  const verbsOf = (link: PortalTokenRecord): readonly MenuItem[] => {
    const { requester_email: email, state } = link;
    const revoke = { icon: 'close', danger: true, disabledReason: reason } as const;
    return [
      {
        key: 'issue',
        label: menu.issue,
        icon: 'key',
        disabledReason: reason,
        onSelect: () => askForPortalLink({ email }),
      },
      ...(state === 'active'
        ? [{ ...revoke, key: 'revoke', label: menu.revoke, onSelect: () => onAsk({ verb: 'revoke', link }) }]
        : []),
      { ...revoke, key: 'all', label: menu.revokeAll, onSelect: () => onAsk({ verb: 'revoke-all', email }) },
    ];
  };
  return (
    <Table
      caption={messages.list}
      rows={rows}
      keyOf={({ id }) => id.toString()}
      phone="stack"
      columns={[
        { key: 'email', head: column.email, isRowHead: true, cell: (link) => <Owner link={link} /> },
        { key: 'state', head: column.state, cell: (link) => <LinkState link={link} /> },
        {
          key: 'expires',
          head: column.expires,
          cell: (link) => (
            <>
              <Instant at={link.expires_utc} form="instant" className="block whitespace-nowrap tabular-nums" />
              <span className="block text-12 whitespace-nowrap text-ink-3">{endOf(link, zone, nowMs)}</span>
            </>
          ),
        },
        {
          key: 'uses',
          head: column.uses,
          cell: ({ use_count: uses, last_used_utc: last }) => (
            <>
              <span className="block whitespace-nowrap tabular-nums">
                {uses === 0 ? messages.never : messages.uses(uses, formatCount(uses))}
              </span>
              {last === null ? null : (
                <Instant at={last} className="block text-12 whitespace-nowrap text-ink-3 tabular-nums">
                  {messages.lastOpened(formatDay(last, zone))}
                </Instant>
              )}
            </>
          ),
        },
        {
          key: 'issued',
          head: column.issued,
          cell: ({ created_utc: at, issued_by: by }) => (
            <>
              <Instant at={at} className="block whitespace-nowrap tabular-nums" />
              <span dir="auto" className="block text-12 text-ink-3 [overflow-wrap:anywhere]">
                {messages.by(by)}
              </span>
            </>
          ),
        },
        {
          key: 'actions',
          head: column.actions,
          isHeadHidden: true,
          isFigure: true,
          isBeside: true,
          className: 'w-8',
          cell: (link) => {
            const label = menu.of(link.requester_email);
            return (
              <Menu
                label={label}
                align="end"
                items={verbsOf(link)}
                trigger={(props) => <IconButton {...props} icon="more" size="sm" label={label} />}
              />
            );
          },
        },
      ]}
    />
  );
}

/** The address of a link, which opens its customer, and whether they are blocked or merged. */
function Owner({ link }: { readonly link: PortalTokenRecord }) {
  const { requester_email: email, customer_identity_id: customer } = link;
  // A table cell grows with its text; only a limit in the viewport's width cuts a long address.
  const look = 'block max-w-[max(220px,26vw)] truncate font-medium max-md:max-w-full';
  return (
    <>
      {customer == null ? (
        <span dir="ltr" title={email} className={look}>
          {email}
        </span>
      ) : (
        <Link
          to="/customers/$id"
          params={{ id: customer.toString() }}
          dir="ltr"
          title={email}
          aria-label={messages.openCustomer(email)}
          className={`${look} hover:underline`}
        >
          {email}
        </Link>
      )}
      <span className="mt-px flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
        <span className="tabular-nums">{link.id.toString()}</span>
        {link.customer_blocked === true ? <span className="text-warn-text">{messages.blockedText}</span> : null}
        {link.customer_merged === true ? (
          <span title={messages.mergedText}>
            <Chip tone="warn">{messages.merged}</Chip>
            <span className="sr-only">{messages.mergedText}</span>
          </span>
        ) : null}
      </span>
    </>
  );
}

/** The end as text: "in 29d", "2d ago", "Revoked 20 Nov 2026". */
function endOf(link: PortalTokenRecord, zone: string, nowMs: number): string {
  if (link.revoked_utc !== null) return messages.revokedOn(formatDay(link.revoked_utc, zone));
  const left = Date.parse(link.expires_utc) - nowMs;
  return left > 0 ? messages.inTime(formatAge(left)) : messages.ago(formatAge(-left));
}
