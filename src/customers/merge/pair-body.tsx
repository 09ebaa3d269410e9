import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { emailKey, isWorldwide, phoneKey } from '#contract/contact-keys.ts';
import type { CustomerDuplicate } from '#contract/customer-merges.ts';
import type { Customer } from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import { useCountry } from '#src/api/use-country.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { Button } from '#src/ui/button.tsx';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { Checks } from './checks.tsx';
import { EvidenceStrip } from './evidence-strip.tsx';
import { chosenSides, fieldChoices, PARAMETER, sideOf, type Field, type Sides } from './field-choice.ts';
import { messages as keys } from './key-messages.ts';
import { otherSide, type Side } from './merge-pair.ts';
import { previewOptions, type MergePreview } from './merge-queries.ts';
import { handleCounts, Moves } from './moves.tsx';
import { messages } from './pair-messages.ts';
import type { PairPanelProps } from './pair-props.ts';
import { PairTable } from './pair-table.tsx';
import { useMerge } from './use-merge.tsx';

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

const texts = messages.foot;

interface PairFootProps {
  readonly ids: { readonly survivor: bigint; readonly merged: bigint };
  readonly isDismissed: boolean;
  /** False while nobody knows whether somebody said that these are two people. */
  readonly canDismiss: boolean;
  /** Why nothing may be written. */
  readonly reason: string | undefined;
  /** Why it cannot be merged now. */
  readonly whyNot: string | undefined;
  readonly isMerging: boolean;
  readonly isDismissing: boolean;
  readonly onMerge: () => void;
  readonly onDismiss: (dismissed: boolean) => void;
  readonly onCancel: () => void;
}

/** What can be done with a pair; the button names the direction. */
function PairFoot(props: PairFootProps) {
  const { ids, isDismissed, canDismiss, reason, whyNot, isMerging, isDismissing } = props;
  return (
    <div className="flex min-h-[54px] flex-none flex-wrap items-center justify-end gap-2 border-t border-line-strong bg-surface px-7 py-2 max-md:px-4">
      <p className="min-w-0 flex-1 text-12 text-ink-2 max-md:basis-full">{texts.undo}</p>
      {canDismiss ? (
        <Button
          variant="ghost"
          disabledReason={reason}
          busy={isDismissing}
          onClick={() => !isMerging && props.onDismiss(!isDismissed)}
        >
          {isDismissed ? texts.takeBack : texts.notSame}
        </Button>
      ) : null}
      <Button onClick={props.onCancel}>{texts.cancel}</Button>
      <Button
        variant="primary"
        kbd="mod+enter"
        disabledReason={whyNot}
        busy={isMerging}
        onClick={props.onMerge}
        className="max-w-full"
      >
        <span className="min-w-0 truncate">{texts.merge(String(ids.merged), String(ids.survivor))}</span>
      </Button>
    </div>
  );
}

interface PairBodyProps extends PairPanelProps {
  readonly customers: readonly [Customer, Customer];
  /** What speaks for it; null where nothing does, undefined while that is not known. */
  readonly duplicate: CustomerDuplicate | null | undefined;
}

/** A pair that stands: evidence, choices, what moves, and the buttons. */
export function PairBody({ customers, duplicate, ...panel }: PairBodyProps) {
  const { pair, search, go, wantsFocus } = panel;
  const { reason } = useWriteAccess('customers:write');
  const identities = [customers[0].identity, customers[1].identity] as const;
  const survivorSide = sideOf(pair, search.keep) ?? 0;
  const mergedSide = otherSide(survivorSide);
  const [survivor, merged] = [customers[survivorSide], customers[mergedSide]];
  const sides = chosenSides(pair, identities, survivorSide, search);
  const fields = fieldChoices(sides, survivorSide);
  const versions = identities.map(({ version }) => version);
  const ids = { survivor: pair[survivorSide], merged: pair[mergedSide] };
  const preview = useQuery({
    ...previewOptions({ ...ids, fields, versions }),
    enabled: reason === undefined,
    // What the fields become changes little: the figures of the same direction stay until the new ones are there.
    placeholderData: (before) => (before?.survivor_id === ids.survivor ? before : undefined),
  });
  // Only what was asked for exactly these choices may be merged.
  const isFit = preview.data !== undefined && !preview.isPlaceholderData && !preview.isFetching && !preview.isError;
  const merging = useMerge({ ...panel, ...ids, fields, identities });

  const keep = (side: Side): void => {
    if (side === survivorSide) return;
    go({ ...search, pair: pair.join('-'), keep: side === 0 ? undefined : String(pair[side]) }, { replace: true });
    announce(messages.keep(String(pair[side])));
  };
  const chooseField = (field: Field, side: Side): void =>
    go({ ...search, pair: pair.join('-'), [PARAMETER[field]]: String(pair[side]) }, { replace: true });

  const whyNot = reason ?? (isFit ? undefined : preview.isError ? messages.foot.notCounted : messages.foot.counting);
  const merge = (): void => {
    if (whyNot !== undefined) announce(whyNot);
    else merging.merge();
  };
  useShortcut('1', () => keep(0), { label: keys.first, group: keys.group });
  useShortcut('2', () => keep(1), { label: keys.second, group: keys.group });
  useShortcut('mod+enter', merge, { label: keys.merge, group: keys.group });

  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    heading.current?.focus();
  }, [wantsFocus]);

  const reply = preview.data;
  const handles = reply === undefined ? null : handleCounts(survivor, merged, reply);
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
                  String(ids.survivor),
                )}`}
          </h2>
          <p className="text-ink-2 text-pretty">{messages.leadText}</p>
          {duplicate?.dismissed === true ? <p className="mt-2 text-warn-text">{messages.dismissed}</p> : null}
          <EvidenceStrip duplicate={duplicate} customers={identities} />
          <PairTable
            customers={identities}
            survivor={survivorSide}
            sides={sides}
            ticketsAfter={reply === undefined ? null : reply.identity.ticket_count}
            onKeep={keep}
            onField={chooseField}
          />
          <LostValues customers={identities} sides={sides} id={String(ids.survivor)} reply={reply} />
          <div className="mt-4 grid gap-x-9 gap-y-5 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
            <Moves survivor={survivor} merged={merged} preview={preview} reason={reason} />
            <Checks survivor={survivor} merged={merged} reply={reply} />
          </div>
          {merging.failure}
        </div>
      </div>
      <PairFoot
        ids={ids}
        isDismissed={duplicate?.dismissed === true}
        canDismiss={duplicate !== undefined}
        reason={reason}
        whyNot={whyNot}
        isMerging={merging.isMerging}
        onMerge={merge}
        onDismiss={(dismissed) => merging.dismiss(dismissed)}
        isDismissing={merging.isDismissing}
        onCancel={panel.onCancel}
      />
    </>
  );
}
