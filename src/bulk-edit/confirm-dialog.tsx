import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import type { Ticket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { describeFailure } from '#src/api/failure-message.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import type { TicketPatch } from '#src/ticket-edit/update/change-store.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { useTypedConfirm } from '#src/ui/use-typed-confirm.tsx';
import { alreadyWords, effectSentence, verbLabel } from './describe-job.ts';
import { messages } from './messages.ts';
import { prepareSet, type JobSelection } from './prepare-set.ts';
import type { JobRow } from './receipt.ts';

/** Tickets of a set that might not be meant: they can be left out together. Parts may overlap. */
interface SetPart {
  readonly key: string;
  readonly label: string;
  readonly ids: ReadonlySet<bigint>;
}

const MAX_AGENTS = 4;
const DAY_MS = 24 * 3_600_000;

interface View {
  /** The agent of the token: one's own tickets are no surprise. */
  readonly me: string | null;
  readonly nowMs: number;
}

/** The parts of the set that a change is about to change. Parts without a ticket are left out. */
export function partsOf(
  rows: readonly JobRow[],
  tickets: ReadonlyMap<bigint, Ticket>,
  { me, nowMs }: View,
): readonly SetPart[] {
  const known = rows.flatMap(({ id, state }) => (state === 'waiting' ? (tickets.get(id) ?? []) : []));
  const isActive = ({ status }: Ticket): boolean => status === 'open' || status === 'pending';
  const part = (key: string, label: string, isIn: (ticket: Ticket) => boolean): SetPart => ({
    key,
    label,
    ids: new Set(known.filter(isIn).map(({ id }) => id)),
  });
  const { part: words } = messages.confirm;
  const agents = agentsOf(known, me);
  const named = agents.slice(0, MAX_AGENTS);
  const others = new Set(agents.slice(MAX_AGENTS).map(({ id }) => id));
  const parts = [
    part('unanswered', words.unanswered, (ticket) => isActive(ticket) && ticket.first_response_utc === null),
    part('urgent', words.urgent, ({ priority }) => priority === 'urgent'),
    part('fresh', words.fresh, ({ created_utc: at }) => Date.parse(at) > nowMs - DAY_MS),
    part(
      'snoozed',
      words.snoozed,
      (ticket) => isActive(ticket) && Date.parse(ticket.snoozed_until_utc ?? '1970-01-01') > nowMs,
    ),
    ...named.map(({ id, name }) =>
      part(`agent ${id}`, words.agent(name), ({ assignee_agent_id: agent }) => agent === id),
    ),
    part('other agents', words.otherAgents(others.size, formatCount(others.size)), ({ assignee_agent_id: agent }) =>
      others.has(agent ?? ''),
    ),
  ];
  return parts.filter(({ ids }) => ids.size > 0);
}

interface Agent {
  readonly id: string;
  readonly name: string;
}

/** Everybody else who is assigned to some of them, those with the most first. */
function agentsOf(tickets: readonly Ticket[], me: string | null): readonly Agent[] {
  const counts = new Map<string, Agent & { readonly count: number }>();
  for (const { assignee_agent_id: id, assignee_name: name } of tickets) {
    if (id === undefined || id === null || id === me) continue;
    counts.set(id, { id, name: name ?? id, count: (counts.get(id)?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

export function idsOf(parts: readonly SetPart[]): ReadonlySet<bigint> {
  return new Set(parts.flatMap(({ ids }) => [...ids]));
}

/** The arrows go through the parts, then the main button. */
const STOPS = '[type="checkbox"], [type="submit"]';

/** Keys of the parts and of the main button: arrows go on, and only a new press of Enter confirms. */
function onStopKey(event: KeyboardEvent<HTMLElement>): void {
  // The key that chose the verb may still be down.
  if (event.key === 'Enter' && event.repeat) return event.preventDefault();
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const stops = [...(event.currentTarget.closest('dialog')?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
  stops[stops.indexOf(event.currentTarget) + by]?.focus();
}

interface PartsProps {
  readonly formId: string;
  readonly parts: readonly SetPart[];
  /** Keys of those that are left out. */
  readonly out: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}

/** The parts of the set, each ticked until it is left out. */
function Parts({ formId, parts, out, onToggle }: PartsProps) {
  if (parts.length === 0) return <p className="mt-3 text-12 text-ink-2">{messages.confirm.plain}</p>;
  return (
    <fieldset className="mt-3 border-t border-line pt-3" aria-describedby={`${formId}-hint`}>
      <legend className="sr-only">{messages.confirm.among}</legend>
      <p className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <span aria-hidden="true" className="font-medium">
          {messages.confirm.among}
        </span>
        <span id={`${formId}-hint`} className="text-12 text-ink-3">
          {messages.confirm.hint}
        </span>
      </p>
      {parts.map(({ key, label, ids }) => {
        const isOut = out.has(key);
        return (
          <label
            key={key}
            className="-mx-2 flex min-h-control cursor-pointer items-center gap-2 rounded-chip px-2 py-1 hover:bg-hover pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              checked={!isOut}
              className="size-3.5 flex-none accent-(--accent)"
              onKeyDown={onStopKey}
              onChange={() => onToggle(key)}
            />
            <span dir="auto" className="min-w-[60%] flex-1 [overflow-wrap:anywhere]">
              <AddressText text={label} />
            </span>
            <span className={`text-end tabular-nums ${isOut ? 'text-ink-3' : 'text-ink-2'}`}>
              {formatCount(ids.size)} {isOut ? messages.confirm.isLeftOut : null}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface EffectProps {
  readonly patch: TicketPatch;
  readonly zone: string;
  /** How many tickets the person saw selected. */
  readonly seen: number;
  readonly count: number;
  readonly rows: readonly JobRow[];
  readonly leftOut: number;
  /** The service puts tickets back by itself. */
  readonly hasBulk: boolean;
}

/** Says what the verb does, to how many, and why not to all that were selected. Together they add up. */
function Effect({ patch, zone, seen, count, rows, leftOut, hasBulk }: EffectProps) {
  const inState = (state: JobRow['state']): number => rows.filter((row) => row.state === state).length;
  const [unchanged, refused] = [inState('unchanged'), inState('failed')];
  const notes = [
    rows.length === seen ? null : messages.confirm.grown(rows.length, formatCount(rows.length), formatCount(seen)),
    unchanged === 0 ? null : messages.confirm.already(unchanged, formatCount(unchanged), alreadyWords(patch)),
    refused === 0 ? null : messages.confirm.refused(refused, formatCount(refused)),
    leftOut === 0 ? null : messages.confirm.leftOut(leftOut, formatCount(leftOut)),
  ].filter((note) => note !== null);
  return (
    <div role="status" className="[overflow-wrap:anywhere]">
      <p>
        {count === 0 ? messages.confirm.nothing : effectSentence(patch, count, zone)}{' '}
        {count === 0 ? null : hasBulk ? messages.confirm.undo : messages.confirm.undoSingle}
      </p>
      {notes.map((note) => (
        <p key={note} className="mt-1 text-12 text-ink-2 tabular-nums">
          {note}
        </p>
      ))}
    </div>
  );
}

interface ConfirmDialogProps {
  readonly selection: JobSelection;
  readonly patch: TicketPatch;
  /** How many tickets the person saw selected. */
  readonly seen: number;
  /** @param leftOut tickets that stay as they are */
  readonly onConfirm: (rows: JobRow[], leftOut: ReadonlySet<bigint>) => void;
  readonly onClose: () => void;
}

/**
 * Before a change of many tickets: what is in the set, each part to be left out by one press, and the exact number.
 * Confirms the set as it was looked at, ticket by ticket in its version, whatever comes in meanwhile.
 */
export function ConfirmDialog({ selection, patch, seen, onConfirm, onClose }: ConfirmDialogProps) {
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const formId = useId();
  const main = useRef<HTMLButtonElement>(null);
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const hasBulk = hasExtension(whoami, 'tickets_bulk');

  const { data, error, isFetching, refetch } = useQuery({
    // Of this dialog alone: the set is looked at once, and again only after a failure.
    queryKey: ['bulk change', formId],
    queryFn: async ({ signal }) => {
      const { rows, tickets } = await prepareSet(selection, { patch, hasBulk, isShown: true, halt: signal });
      return { rows, parts: partsOf(rows, tickets, { me: whoami.agent_id ?? null, nowMs: Date.now() }) };
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    structuralSharing: false,
  });

  // The main action, as in every dialog: it does nothing before the set is counted, nor for a key that is held down.
  useEffect(() => main.current?.focus(), []);

  const { rows, parts } = data ?? { rows: [], parts: [] };
  const leftOut = idsOf(parts.filter(({ key }) => out.has(key)));
  const count = rows.filter(({ id, state }) => state === 'waiting' && !leftOut.has(id)).length;
  const isEmpty = data !== undefined && count === 0;
  const typed = useTypedConfirm(count);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isFetching) return;
    if (data === undefined) return void refetch();
    const chosen = rows.filter(({ id }) => !leftOut.has(id));
    if (!isEmpty && typed.reason === undefined) onConfirm(chosen, leftOut);
  }

  function toggle(key: string): void {
    setOut((before) => new Set(before.has(key) ? [...before].filter((other) => other !== key) : [...before, key]));
  }

  return (
    <Dialog
      title={verbLabel(patch, data === undefined ? seen : count)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{messages.confirm.cancel}</Button>
          <Button
            ref={main}
            type="submit"
            form={formId}
            variant="primary"
            busy={isFetching}
            disabledReason={isEmpty ? messages.confirm.nothing : data === undefined ? undefined : typed.reason}
            onKeyDown={onStopKey}
          >
            {isFetching
              ? messages.confirm.counting
              : data === undefined
                ? messages.confirm.retry
                : verbLabel(patch, count)}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        {isFetching ? (
          <p role="status">{messages.confirm.looking}</p>
        ) : data === undefined ? (
          <Failed error={error} />
        ) : (
          <>
            <Effect
              patch={patch}
              zone={zone}
              seen={seen}
              count={count}
              rows={rows}
              leftOut={leftOut.size}
              hasBulk={hasBulk}
            />
            <Parts formId={formId} parts={parts} out={out} onToggle={toggle} />
            {isEmpty ? null : typed.field}
          </>
        )}
      </form>
    </Dialog>
  );
}

/** The main button tries again. */
function Failed({ error }: { readonly error: unknown }) {
  const failure = describeFailure(error);
  // Such as more matches than one change takes: the service says it best.
  const isRefused = error instanceof ApiFailure && error.kind === 'bad_request';
  return <ErrorBlock {...failure} text={isRefused ? error.message : failure.text} />;
}
