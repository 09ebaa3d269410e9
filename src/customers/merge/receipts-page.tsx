import { PageHeader } from '#src/panels/page-frame.tsx';
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode, useId } from 'react';
import type { CustomerMerge, MovedRows as Rows } from '#contract/customer-merges.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { formatCount } from '#src/format/number.ts';
import { BackLink } from '#src/panels/page-parts.tsx';
import { QueryState, QueryPending } from '#src/panels/panel.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { Pager } from '#src/ui/rows/pager.tsx';
import { receiptMessages as messages } from './messages.ts';
import { mergesOptions, PAGE, movedRowsOptions, movedWords, namesOf } from './receipts.ts';
import type { MergesSearch } from '#src/customers/search.ts';
import { UndoDialog } from './undo-dialog.tsx';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatDay, formatInstant, formatNear } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { TextButton } from '#src/ui/text-button.tsx';
import { channelWord } from '#src/format/ticket-words.ts';
import { moreOf, MoreRows } from '#src/ui/rows/more-rows.tsx';

const LINK = 'hit relative inline-block min-h-6 leading-6 font-medium text-accent-text hover:underline';

/** Receipts of merges, each with its way back for 30 days. */
export function ReceiptsPage({ search }: { readonly search: MergesSearch }) {
  return (
    <>
      <PageHeader
        title={messages.title}
        note={<span className="max-md:hidden">{messages.note}</span>}
        lead={<BackLink to="/customers/merge" label={messages.back} />}
      />
      <div className="pane flex-1 pb-16">
        <div className="mx-auto w-full max-w-measure px-6 py-4 max-md:px-4">
          <Receipts search={search} />
        </div>
      </div>
    </>
  );
}

function Receipts({ search }: { readonly search: MergesSearch }) {
  const { reason } = useWriteAccess('customers:write');
  const query = useQuery(mergesOptions(search));
  const [asked, setAsked] = useState<CustomerMerge | null>(null);
  const isAlone = search.id !== undefined;
  const all = (
    <Link to="/customers/merges" activeOptions={{ exact: true }} className={buttonClass()}>
      {messages.all}
    </Link>
  );
  const missing = <EmptyBlock icon="people" title={messages.noReceipt} text={messages.noReceiptText} action={all} />;
  return (
    <>
      <QueryState
        query={query}
        name={messages.receipts}
        loading={messages.loading}
        rows={isAlone ? 1 : 5}
        rowClass="min-h-[94px] px-4"
        missing={missing}
      >
        {({ items, total_count: total }) =>
          isAlone && items.length === 0 ? (
            missing
          ) : (
            <>
              <p className="flex flex-wrap gap-x-3 text-12 text-ink-3 tabular-nums">
                <span>
                  {search.identity !== undefined ? `${messages.ofCustomer(search.identity)}: ` : null}
                  {messages.count(total, formatCount(total))}
                </span>
                {isAlone || search.identity !== undefined ? (
                  <Link to="/customers/merges" activeOptions={{ exact: true }} className={LINK}>
                    {messages.all}
                  </Link>
                ) : null}
              </p>
              {items.length === 0 ? (
                <NoReceipts identity={search.identity} />
              ) : (
                <ul>
                  {items.map((merge) => (
                    <ReceiptRow
                      key={merge.id}
                      merge={merge}
                      reason={reason}
                      isAlone={isAlone}
                      onUndo={() => setAsked(merge)}
                    />
                  ))}
                </ul>
              )}
              <Pager
                label={messages.title}
                texts={messages}
                skip={search.skip}
                shown={items.length}
                total={total}
                size={PAGE}
                className="pt-3"
                link={(skip, text) => (
                  <Link
                    to="/customers/merges"
                    activeOptions={{ exact: true }}
                    search={{ ...search, skip }}
                    className={LINK}
                  >
                    {text}
                  </Link>
                )}
              />
            </>
          )
        }
      </QueryState>
      {asked === null ? null : (
        <UndoDialog
          merge={asked}
          onClose={() => {
            setAsked(null);
            // Its button is gone once it was undone.
            requestAnimationFrame(() => {
              if (document.activeElement === document.body)
                document.querySelector<HTMLElement>(`[data-merge="${asked.id}"] h2`)?.focus();
            });
          }}
        />
      )}
    </>
  );
}

function NoReceipts({ identity }: { readonly identity: string | undefined }) {
  return (
    <EmptyBlock
      icon="people"
      title={identity === undefined ? messages.none : messages.noneOf}
      text={messages.noneText}
      action={
        <Link to="/customers/merge" activeOptions={{ exact: true }} search={{ identity }} className={buttonClass()}>
          {messages.toMerge}
        </Link>
      }
    />
  );
}

interface ReceiptRowProps {
  readonly merge: CustomerMerge;
  /** Why nothing may be written. */
  readonly reason: string | undefined;
  /** It is the one that was asked for. */
  readonly isAlone: boolean;
  readonly onUndo: () => void;
}

/** One merge: who became whom, by whom and when, what moved, and until when there is a way back. */
function ReceiptRow({ merge, reason, isAlone, onUndo }: ReceiptRowProps) {
  const zone = useDisplayZone();
  const now = useNow();
  const { from, into } = namesOf(merge);
  const title = messages.merged(from, into);
  const moved = movedWords(merge.moved);
  const { undone_utc: undoneAt, undo_until_utc: until } = merge;
  const isOver = Date.parse(until) < now;
  const rowsId = useId();
  const [isShown, setShown] = useState(isAlone);
  // Of what went back, or cannot go back any more, only the counts are kept.
  const hasRows = undoneAt === null && !isOver && merge.moved.tickets + merge.moved.handles + merge.moved.links > 0;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line py-3" data-merge={merge.id}>
      <div className="min-w-0 flex-[1_1_320px]">
        <h2 tabIndex={-1} dir="auto" className="font-medium outline-none [overflow-wrap:anywhere]">
          <AddressText text={title} />
        </h2>
        <p className="text-12 text-ink-2">
          <span className="sr-only">{messages.ids}</span> <CustomerLink id={merge.merged_id} /> {messages.into}{' '}
          <CustomerLink id={merge.survivor_id} />
        </p>
        <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">
          {moved === null ? messages.nothingMoved : messages.moved(moved)}
        </p>
        {hasRows ? (
          <TextButton
            aria-expanded={isShown}
            aria-controls={rowsId}
            className="text-12 print:hidden"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? messages.rows.hide : messages.rows.show}
            <span className="sr-only">{`: ${title}`}</span>
          </TextButton>
        ) : null}
        <p className="text-12 text-ink-3 tabular-nums [overflow-wrap:anywhere]">
          <AddressText text={messages.by(merge.actor, formatNear(merge.created_utc, zone, now))} />
        </p>
      </div>
      <div className="flex flex-col items-end gap-1 max-md:items-start">
        {undoneAt !== null || isOver ? null : (
          <Button size="sm" disabledReason={reason} aria-label={messages.undoOf(title)} onClick={onUndo}>
            {messages.undo}
          </Button>
        )}
        <p className="text-12 text-ink-3 tabular-nums">
          {undoneAt !== null
            ? messages.undone(formatInstant(undoneAt, zone))
            : isOver
              ? messages.over(formatInstant(until, zone))
              : messages.until(formatInstant(until, zone))}
        </p>
        {isAlone ? null : (
          <Link
            to="/customers/merges"
            search={{ id: String(merge.id) }}
            className="hit relative inline-block min-h-6 text-12 leading-6 text-accent-text hover:underline"
          >
            {messages.permalink}
            <span className="sr-only">{`: ${title}`}</span>
          </Link>
        )}
      </div>
      <div id={rowsId} className="basis-full empty:hidden">
        {hasRows && isShown ? <MovedRows merge={merge} /> : null}
      </div>
    </li>
  );
}

function CustomerLink({ id }: { readonly id: bigint }) {
  return (
    <Link
      to="/customers/$id"
      params={{ id: String(id) }}
      className="hit relative text-accent-text tabular-nums underline"
    >
      {String(id)}
    </Link>
  );
}

const rowTexts = messages.rows;
const ROW_LINK = 'hit relative text-accent-text underline decoration-line-strong underline-offset-2';

/** The tickets, handles and links that went to the survivor. */
function MovedRows({ merge }: { readonly merge: CustomerMerge }) {
  const zone = useDisplayZone();
  const { query, more } = moreOf(useInfiniteQuery(movedRowsOptions(merge)));
  const { data } = query;
  if (data === undefined)
    return (
      <QueryPending query={query} name={rowTexts.what} loading={rowTexts.loading} rows={3} rowClass="min-h-7 px-4" />
    );
  const pages = data.pages.filter((page) => page !== null);
  if (pages.length === 0) return <p className="text-12 text-ink-2">{rowTexts.notKept}</p>;
  const all = <Kind extends keyof Rows>(kind: Kind) =>
    pages.flatMap((page): readonly Rows[Kind][number][] => page[kind]);
  const [tickets, handles, links] = [all('tickets'), all('handles'), all('links')];
  if (tickets.length + handles.length + links.length === 0)
    return <p className="text-12 text-ink-2">{rowTexts.none}</p>;
  // Values without a row of their own here.
  const rest = movedWords({ ...merge.moved, tickets: 0, handles: 0, links: 0 });
  return (
    <>
      <Group title={rowTexts.tickets} shown={tickets.length} total={merge.moved.tickets}>
        {tickets.map(({ id, ticket_number: number, subject }) => (
          <Row key={id.toString()}>
            <Link to="/tickets/$id" params={{ id: String(id) }} className={`${ROW_LINK} tabular-nums`}>
              {`#${number}`}
            </Link>{' '}
            <bdi>{subject}</bdi>
          </Row>
        ))}
      </Group>
      <Group title={rowTexts.handles} shown={handles.length} total={merge.moved.handles}>
        {handles.map(({ channel, external_user_id: user, display_handle: name, identity_id: owner }) => (
          <Row key={`${channel} ${user}`}>
            {channelWord(channel)}{' '}
            <bdi>
              <AddressText text={name ?? user} />
            </bdi>
            {owner === merge.survivor_id ? null : (
              <span className="ms-2 text-ink-3">
                {owner === null ? (
                  rowTexts.unbound
                ) : (
                  <>
                    {rowTexts.nowWith}{' '}
                    <Link to="/customers/$id" params={{ id: String(owner) }} className={`${ROW_LINK} tabular-nums`}>
                      {String(owner)}
                    </Link>
                  </>
                )}
              </span>
            )}
          </Row>
        ))}
      </Group>
      <Group title={rowTexts.links} shown={links.length} total={merge.moved.links}>
        {links.map(({ id, requester_email: email, expires_utc: until }) => (
          <Row key={id.toString()}>
            <Link to="/manage/portal-tokens" search={{ email }} className={ROW_LINK}>
              <bdi>
                <AddressText text={email} />
              </bdi>
            </Link>{' '}
            <span className="text-ink-3 tabular-nums">{rowTexts.expires(formatDay(until, zone))}</span>
          </Row>
        ))}
      </Group>
      {rest === null ? null : <p className="mt-2 text-12 text-ink-2">{rowTexts.also(rest)}</p>}
      <MoreRows {...more} />
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly shown: number;
  readonly total: number;
  readonly children: ReactNode;
}

function Group({ title, shown, total, children }: GroupProps) {
  if (shown === 0) return null;
  return (
    <>
      <h3 className="mt-2 text-12 font-medium">
        {title}
        {shown < total ? (
          <span className="ms-2 font-normal text-ink-3 tabular-nums">
            {rowTexts.shownOf(formatCount(shown), formatCount(total))}
          </span>
        ) : null}
      </h3>
      <ul aria-label={title}>{children}</ul>
    </>
  );
}

function Row({ children }: { readonly children: ReactNode }) {
  return (
    <li className="border-b border-line py-1.5 text-12 text-ink-2 last:border-b-0 [overflow-wrap:anywhere]">
      {children}
    </li>
  );
}
