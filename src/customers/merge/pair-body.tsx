import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { emailKey, isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import { dismissCustomerDuplicate, mergeCustomers, type CustomerDuplicate } from '#contract/customer-merges.ts';
import type { Customer } from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { invalidateTouched } from '#src/api/invalidation.ts';
import { useCountry } from '#src/api/use-country.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useAction, write } from '#src/api/write.ts';
import { customerName } from '#src/customers/customer-name.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { messages as ui } from '#src/ui/messages.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { EvidenceStrip } from './evidence.tsx';
import { chosenSides, fieldChoices, PARAMETER, sideOf, type Field, type Sides } from './field-choice.ts';
import { messages as keys } from './key-messages.ts';
import { view } from '#src/customers/view.ts';
import { pairMessages as messages } from './messages.ts';
import { Checks, handleCounts, Moves } from './moves.tsx';
import { PairTable } from './pair-table.tsx';
import { otherSide, type Pair, type Side } from './pair.ts';
import { previewOptions, type MergePreview } from './queries.ts';
import type { MergeSearch } from './search.ts';
import { mergeUndoable } from './undo-merge.ts';

interface LostValuesProps {
  readonly customers: readonly [Customer['identity'], Customer['identity']];
  readonly sides: Sides;
  /** Who survives. */
  readonly id: string;
  readonly reply: MergePreview | undefined;
}

/** What becomes of values that do not stay. */
function LostValues({ customers, sides, id, reply }: LostValuesProps) {
  const country = useCountry();
  const whoami = useWhoami();
  const lost = (field: Field): string | null => {
    const [kept, other] = [customers[sides[field]][field], customers[otherSide(sides[field])][field]];
    return other === null || kept === null || isSame(field, kept, other, country) ? null : other;
  };
  const made = (channel: string) => reply?.preview?.new_handles.some((one) => one.channel === channel) === true;
  const handleLine = (value: string | null, channel: string): string | null => {
    if (value === null || reply?.preview === undefined) return null;
    const word = channelWord(channel);
    if (made(channel)) return messages.becomesHandle(value, word, id);
    const isBindable = hasExtension(whoami, 'channels') && (channel === 'email' || isNumber(value, country));
    return isBindable ? messages.staysHandle(value, word) : messages.staysName(value, id);
  };
  const name = lost('display_name');
  const lines = [
    handleLine(lost('email'), 'email'),
    handleLine(lost('phone'), 'sms'),
    name === null ? null : messages.nameGoes(name),
  ].filter((line) => line !== null);
  return (
    <div role="status" className="mt-2 text-12 text-ink-2">
      {lines.map((line) => (
        <p key={line} className="[overflow-wrap:anywhere]">
          {line}
        </p>
      ))}
    </div>
  );
}

/** Whether it says its country: no other number is bound. */
function isNumber(phone: string, country: Country | null): boolean {
  const key = phoneKey(phone, country);
  return key !== null && isWorldwide(key);
}

function isSame(field: Field, one: string, other: string, country: Country | null): boolean {
  if (field === 'email') return emailKey(one) === emailKey(other);
  return field === 'phone' ? phoneKey(one, country) === phoneKey(other, country) : one === other;
}

export interface PairPanelProps {
  readonly pair: Pair;
  /** As the list has it; undefined where it does not list the pair. */
  readonly listed: CustomerDuplicate | undefined;
  readonly search: MergeSearch;
  readonly go: (search: MergeSearch, options: { readonly replace: boolean }) => void;
  /** The next pair is shown. The customer that is gone takes its other pairs along. */
  readonly onDone: (gone: bigint | null) => void;
  readonly onCancel: () => void;
  readonly onReceipt: (id: bigint) => void;
  /** True where the focus is to go to the pair when it stands. */
  readonly wantsFocus: RefObject<boolean>;
}

/** The element that gets the focus when it appears, where that is wanted. */
export function useWantedFocus<Wanted extends HTMLElement>(wantsFocus: RefObject<boolean>) {
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
  /** What speaks for it; null where nothing does, undefined while that is not known. */
  readonly duplicate: CustomerDuplicate | null | undefined;
}

/** A pair that stands: evidence, choices, what moves, and the buttons. */
export function PairBody({ customers, duplicate, pair, search, go, wantsFocus, ...on }: PairBodyProps) {
  const { reason } = useWriteAccess('customers:write');
  const identities = [customers[0].identity, customers[1].identity] as const;
  const survivorSide = sideOf(pair, search.keep) ?? 0;
  const mergedSide = otherSide(survivorSide);
  const [survivor, merged] = [customers[survivorSide], customers[mergedSide]];
  const [survivorId, mergedId] = [pair[survivorSide], pair[mergedSide]];
  const sides = chosenSides(pair, identities, survivorSide, search);
  const fields = fieldChoices(sides, survivorSide);
  const preview = useQuery({
    ...previewOptions({
      survivor: survivorId,
      merged: mergedId,
      fields,
      versions: identities.map(({ version }) => version),
    }),
    enabled: reason === undefined,
    // What the fields become changes little: the figures of the same direction stay until the new ones are there.
    placeholderData: (before) => (before?.survivor_id === survivorId ? before : undefined),
  });
  // Only what was asked for exactly these choices may be merged.
  const isFit = preview.data !== undefined && !preview.isPlaceholderData && !preview.isFetching && !preview.isError;
  const whyNot = reason ?? (isFit ? undefined : preview.isError ? messages.foot.notCounted : messages.foot.counting);

  const { act, isBusy, error } = useAction();
  const [doing, setDoing] = useState<'merge' | 'dismiss'>('merge');
  // Whoever has gone on to another pair by then is left there.
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
    const body = { survivor_id: survivorId, merged_id: mergedId, fields };
    const done = await act(() => write(mergeCustomers, { body }, { refetch: 'none' }).catch(refetchAfterFailure), {
      undo: ({ id }) => {
        const [from, into] = [customerName(merged.identity), customerName(survivor.identity)];
        return id === null ? null : mergeUndoable({ id, from, into }, () => on.onReceipt(id));
      },
    });
    if (done === null) return;
    if (isShown.current) on.onDone(mergedId);
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
    if (done !== null && isShown.current) on.onDone(null);
  }

  const keep = (side: Side): void => {
    if (side === survivorSide) return;
    go({ ...search, pair: pair.join('-'), keep: side === 0 ? undefined : String(pair[side]) }, { replace: true });
    announce(messages.keep(String(pair[side])));
  };
  const chooseField = (field: Field, side: Side): void =>
    go({ ...search, pair: pair.join('-'), [PARAMETER[field]]: String(pair[side]) }, { replace: true });
  const [, { group, entries: changeable }] = view.keys;
  useShortcut('1', () => keep(0), { label: keys.first, group });
  useShortcut('2', () => keep(1), { label: keys.second, group });
  useShortcut(changeable.merge.keys, () => void merge(), { label: changeable.merge.label, group });

  const heading = useWantedFocus<HTMLHeadingElement>(wantsFocus);
  const reply = preview.data;
  const handles = reply === undefined ? null : handleCounts(survivor, merged, reply);
  const isDismissed = duplicate?.dismissed === true;
  const { foot } = messages;
  return (
    <>
      <div className="pane flex-1">
        <div className="mx-auto w-full max-w-page px-7 py-4 max-md:px-4">
          <h2 ref={heading} tabIndex={-1} className="text-20 font-semibold text-pretty outline-none">
            {duplicate === null ? messages.leadByHand : messages.lead}
            {reply === undefined || handles === null
              ? null
              : ` ${messages.leadMoves(
                  reply.identity.ticket_count,
                  formatCount(reply.identity.ticket_count),
                  handles.after,
                  formatCount(handles.after),
                  String(survivorId),
                )}`}
          </h2>
          <p className="text-ink-2 text-pretty">{messages.leadText}</p>
          {isDismissed ? <p className="mt-2 text-warn-text">{messages.dismissed}</p> : null}
          <EvidenceStrip duplicate={duplicate} customers={identities} />
          <PairTable
            customers={identities}
            survivor={survivorSide}
            sides={sides}
            ticketsAfter={reply === undefined ? null : reply.identity.ticket_count}
            onKeep={keep}
            onField={chooseField}
          />
          <LostValues customers={identities} sides={sides} id={String(survivorId)} reply={reply} />
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
        <Button onClick={on.onCancel}>{foot.cancel}</Button>
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

/** Another one may have been first, or the answer was lost: what the service has now is shown. */
function refetchAfterFailure(failure: unknown): never {
  void invalidateTouched({ touches: ['customer', 'customer_duplicates', 'customer_merges'] });
  throw failure;
}

/** Why the two were not merged; where it is not known whether they were, it says that. */
function MergeFailure({ error }: { readonly error: Error | null }) {
  const isUnsure = error instanceof ApiFailure && (error.kind === 'network' || error.kind === 'timeout');
  const requestId = error instanceof ApiFailure ? error.requestId : null;
  return (
    <div role="alert">
      {error === null ? null : (
        <p className="mt-4 flex gap-1.5 text-danger-text [overflow-wrap:anywhere]">
          <Icon name="warning" size={14} className="mt-[3px] flex-none" />
          <span>
            {isUnsure ? messages.unsure : messages.mergeFailed(failureMessage(error))}{' '}
            {requestId === null ? null : ui.requestIs(requestId)}
          </span>
        </p>
      )}
    </div>
  );
}
