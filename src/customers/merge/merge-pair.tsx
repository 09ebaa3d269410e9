import { oneCustomerOptions } from '#src/customers/open-customer.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type CustomerDuplicate, dismissCustomerDuplicate, mergeCustomers } from '#contract/customer-merges.ts';
import type { Customer } from '#contract/customers.ts';
import { customerName } from '#src/customers/contact.ts';
import { isNotFound, QueryPending } from '#src/panels/panel.tsx';
import { buttonClass, Button } from '#src/ui/button.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { partWords } from '#src/customers/parts.tsx';
import { pairsOfOptions, previewOptions, isSamePair, otherSide, sideOf, type Pair, type Side } from './queries.ts';
import { messages as page, pairMessages as messages } from './messages.ts';
import { ApiFailure, isUnsure } from '#src/api/api-failure.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useAction, write } from '#src/api/write.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { messages as ui } from '#src/ui/messages.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { EvidenceStrip } from './evidence.tsx';
import { view } from '#src/customers/view.ts';
import { Checks, countChannelsAfter, Moves } from './moves.tsx';
import { LostValues, PairTable } from './pair-table.tsx';
import type { MergeSearch } from '#src/customers/search.ts';
import { mergeUndoable } from './undo-merge.tsx';

/** Two customers side by side, and the result of merging them. */
export function PairPanel(props: PairPanelProps) {
  const { pair, listed } = props;
  const one = useQuery(oneCustomerOptions(pair[0]));
  const other = useQuery(oneCustomerOptions(pair[1]));
  const duplicate = useDuplicate(pair, listed);
  const missing = [one, other].findIndex(({ error }) => isNotFound(error));
  const missingId = pair[missing];
  if (missingId !== undefined)
    return <Gone {...props} title={messages.gone.missing(String(missingId))} text={messages.gone.missingText} />;
  if (one.data === undefined || other.data === undefined) {
    const failed = [one, other].find(({ data, isError }) => isError && data === undefined) ?? one;
    const id = String(failed === other ? pair[1] : pair[0]);
    return (
      <div className="pane flex-1 px-3 py-5">
        <QueryPending query={failed} name={id} loading={messages.loading} rows={9} rowClass="min-h-row px-4" />
      </div>
    );
  }
  const goneId = goneOf(pair, one.data, other.data);
  if (goneId !== null) {
    const survivor = goneId === pair[0] ? one.data.identity : other.data.identity;
    const title = messages.gone.merged(String(goneId), String(survivor.id));
    return (
      <Gone {...props} title={title} text={messages.gone.mergedText}>
        <Link to="/customers/$id" params={{ id: String(survivor.id) }} className={buttonClass()}>
          {messages.gone.openCustomer(customerName(survivor))}
        </Link>
        <Link to="/customers/merges" search={{ identity: String(survivor.id) }} className={buttonClass()}>
          {messages.gone.pastMerges}
        </Link>
      </Gone>
    );
  }
  return <PairBody {...props} customers={[one.data, other.data]} duplicate={duplicate} />;
}

/** A merged id answers as the survivor. */
function goneOf(pair: Pair, one: Customer, other: Customer): bigint | null {
  if (one.identity.id !== pair[0]) return pair[0];
  return other.identity.id === pair[1] ? null : pair[1];
}

/** Evidence for the pair; null if there is none, undefined while loading. */
function useDuplicate(pair: Pair, listed: CustomerDuplicate | undefined): CustomerDuplicate | null | undefined {
  const enabled = listed === undefined;
  const suggested = useQuery({ ...pairsOfOptions(pair[0], false), enabled });
  const dismissed = useQuery({ ...pairsOfOptions(pair[0], true), enabled });
  if (listed !== undefined) return listed;
  const all = [...(suggested.data?.items ?? []), ...(dismissed.data?.items ?? [])];
  const found = all.find(({ identities }) => isSamePair(identities, pair));
  if (found !== undefined) return found;
  return suggested.data === undefined || dismissed.data === undefined ? undefined : null;
}

interface GoneProps extends Pick<PairPanelProps, 'onDone' | 'wantsFocus'> {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** One of the two no longer exists. */
function Gone({ title, text, children, onDone, wantsFocus }: GoneProps) {
  const block = useWantedFocus<HTMLDivElement>(wantsFocus);
  return (
    <div ref={block} role="status" tabIndex={-1} className="pane flex-1 outline-none">
      <EmptyBlock
        icon="info"
        title={title}
        text={text}
        action={
          <>
            {children}
            <button type="button" className={buttonClass({ variant: 'ghost' })} onClick={() => onDone(null)}>
              {messages.gone.next}
            </button>
          </>
        }
      />
    </div>
  );
}

interface PairPanelProps {
  readonly pair: Pair;
  /** The list's row; undefined if the list does not have the pair. */
  readonly listed: CustomerDuplicate | undefined;
  readonly search: MergeSearch;
  readonly go: (search: MergeSearch, options: { readonly replace: boolean }) => void;
  /** Shows the next pair. `gone` is the customer who was merged: their other pairs go too. */
  readonly onDone: (gone: bigint | null) => void;
  /** True to focus the pair once it is mounted. */
  readonly wantsFocus: RefObject<boolean>;
}

/** Focuses the element on mount if wanted. */
function useWantedFocus<Wanted extends HTMLElement>(wantsFocus: RefObject<boolean>) {
  const element = useRef<Wanted>(null);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    element.current?.focus();
  }, [wantsFocus]);
  return element;
}

interface PairBodyProps extends PairPanelProps {
  readonly customers: readonly [Customer, Customer];
  readonly duplicate: ReturnType<typeof useDuplicate>;
}

/** Evidence, the choice of the survivor, what moves, and the buttons. */
function PairBody({ customers, duplicate, pair, search, go, onDone, wantsFocus }: PairBodyProps) {
  const navigate = useNavigate();
  const { reason } = useWriteAccess('customers:write');
  const identities = [customers[0].identity, customers[1].identity] as const;
  const survivorSide = sideOf(pair, search.keep) ?? 0;
  const mergedSide = otherSide(survivorSide);
  const [survivor, merged] = [customers[survivorSide], customers[mergedSide]];
  const [survivorId, mergedId] = [pair[survivorSide], pair[mergedSide]];
  const preview = useQuery({
    ...previewOptions({
      survivor: survivorId,
      merged: mergedId,
      versions: identities.map(({ version }) => version),
    }),
    enabled: reason === undefined,
  });
  // Only what was counted may be merged.
  const isFit = preview.data !== undefined && !preview.isFetching && !preview.isError;
  const whyNot = reason ?? (isFit ? undefined : preview.isError ? messages.foot.notCounted : messages.foot.counting);

  const { act, isBusy, error } = useAction();
  const [doing, setDoing] = useState<'merge' | 'dismiss'>('merge');
  // Don't move on if the user has opened another pair.
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  async function merge(): Promise<void> {
    if (whyNot !== undefined) return announce(whyNot);
    if (isBusy) return;
    setDoing('merge');
    const body = { survivor_id: survivorId, merged_id: mergedId };
    const done = await act(() => write(mergeCustomers, { body }, { refetch: 'none' }).catch(refetchAfterFailure), {
      undo: ({ id }) => {
        const [from, into] = [customerName(merged.identity), customerName(survivor.identity)];
        const openDetails = () => void navigate({ to: '/customers/merges', search: { id: String(id) } });
        return id === null ? null : mergeUndoable({ id, from, into }, openDetails);
      },
    });
    if (done === null) return;
    if (isShown.current) onDone(mergedId);
    void invalidateTouched(mergeCustomers);
  }

  async function dismiss(dismissed: boolean): Promise<void> {
    if (isBusy) return;
    setDoing('dismiss');
    const { dismissal } = messages;
    const [one, other] = [customerName(identities[0]), customerName(identities[1])];
    const [a, b] = pair;
    const send = (is: boolean) => ({ body: { identities: [a, b] satisfies [bigint, bigint], dismissed: is } });
    const said = (is: boolean) => (is ? dismissal.done : dismissal.undone)(one, other);
    const failed = (is: boolean) => (is ? dismissal.failed : dismissal.backFailed);
    const done = await act(() => write(dismissCustomerDuplicate, send(dismissed)), {
      failed: failed(dismissed),
      undo: () => ({
        text: said(dismissed),
        undo: inverse(dismissCustomerDuplicate, send(!dismissed), {
          failed: failed(!dismissed),
          done: said(!dismissed),
        }),
      }),
    });
    if (done !== null && isShown.current) onDone(null);
  }

  const keep = (side: Side): void => {
    if (side === survivorSide) return;
    go({ ...search, pair: pair.join('-'), keep: side === 0 ? undefined : String(pair[side]) }, { replace: true });
    announce(messages.keep(String(pair[side])));
  };
  const [, { group, entries: changeable }] = view.keys;
  useShortcut('1', () => keep(0), { label: page.keys.first, group });
  useShortcut('2', () => keep(1), { label: page.keys.second, group });
  useShortcut(changeable.merge.keys, () => void merge(), { label: changeable.merge.label, group });

  const heading = useWantedFocus<HTMLHeadingElement>(wantsFocus);
  const reply = preview.data;
  const isDismissed = duplicate?.dismissed === true;
  const { foot } = messages;
  return (
    <>
      <div className="pane flex-1">
        <div className="mx-auto w-full max-w-page px-7 py-4 max-md:px-4">
          <h2 ref={heading} tabIndex={-1} className="text-20 font-semibold text-pretty outline-none">
            {duplicate === null ? messages.leadByHand : messages.lead}
            {reply === undefined
              ? null
              : ` ${messages.leadMoves(
                  partWords('tickets', reply.identity.ticket_count),
                  partWords('handles', countChannelsAfter(survivor, reply)),
                  String(survivorId),
                )}`}
          </h2>
          <p className="text-ink-2 text-pretty">{messages.leadText}</p>
          {isDismissed ? <p className="mt-2 text-warn-text">{messages.dismissed}</p> : null}
          <EvidenceStrip duplicate={duplicate} customers={identities} />
          <PairTable
            customers={identities}
            survivor={survivorSide}
            ticketsAfter={reply?.identity.ticket_count}
            onKeep={keep}
          />
          <LostValues survivor={survivor.identity} merged={merged.identity} reply={reply} />
          <div className="mt-4 grid gap-x-9 gap-y-5 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
            <Moves survivor={survivor} merged={merged} preview={preview} reason={reason} />
            <Checks survivor={survivor} merged={merged} reply={reply} />
          </div>
          <MergeFailure error={error} />
        </div>
      </div>
      <div className="flex min-h-[54px] flex-none flex-wrap items-center justify-end gap-2 border-t border-line-strong bg-surface px-7 py-2 max-md:px-4">
        <p className="min-w-0 flex-1 text-12 text-ink-2 max-md:basis-full">{foot.undo}</p>
        {duplicate === undefined ? null : (
          <Button
            variant="ghost"
            disabledReason={reason}
            busy={isBusy && doing === 'dismiss'}
            onClick={() => void dismiss(!isDismissed)}
          >
            {isDismissed ? foot.takeBack : foot.notSame}
          </Button>
        )}
        <Button onClick={() => void navigate(wayBackOf(search))}>{foot.cancel}</Button>
        <Button
          variant="primary"
          kbd="mod+enter"
          disabledReason={whyNot}
          busy={isBusy && doing === 'merge'}
          onClick={() => void merge()}
          className="max-w-full"
        >
          <span className="min-w-0 truncate">{foot.merge(String(mergedId), String(survivorId))}</span>
        </Button>
      </div>
    </>
  );
}

/** The page before the merge: of the customer whose duplicates are listed, or the list. */
export function wayBackOf({ identity }: MergeSearch) {
  return identity === undefined
    ? ({ to: '/customers' } as const)
    : ({ to: '/customers/$id', params: { id: identity } } as const);
}

/** Another user may have merged first, or the answer was lost: refetch. */
function refetchAfterFailure(failure: unknown): never {
  void invalidateTouched({ touches: ['customer', 'customer_duplicates', 'customer_merges'] });
  throw failure;
}

/** Why the merge failed, or that its outcome is unknown. */
function MergeFailure({ error }: { readonly error: Error | null }) {
  const mayBeMerged = isUnsure(error);
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  return (
    <div role="alert">
      {error === null ? null : (
        <p className="mt-4 flex gap-1.5 text-danger-text [overflow-wrap:anywhere]">
          <Icon name="warning" size={14} className="mt-[3px] flex-none" />
          <span>
            {mayBeMerged ? messages.unsure : messages.mergeFailed(failureMessage(error))}{' '}
            {requestId === null ? null : ui.requestIs(requestId)}
          </span>
        </p>
      )}
    </div>
  );
}
