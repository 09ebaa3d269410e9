import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type KeptRow, MOVABLE_KINDS, moveAfterUndo } from '#contract/customer-merges.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { inverse, useWrite } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { movedWords } from './receipts.ts';
import { messages } from './messages.ts';

const texts = messages.kept;

/** What came from one address since the merge: one choice for all of it. */
export interface KeptGroup {
  readonly key: string;
  readonly address: string | null;
  /** The address is the merged customer's. */
  readonly isTheirs: boolean;
  readonly rows: readonly KeptRow[];
}

/** The rows that can be moved, by their address; what has none stands by its kind. Those of the merged customer first. */
export function groupKept(kept: readonly KeptRow[]): readonly KeptGroup[] {
  const groups = new Map<string, KeptRow[]>();
  for (const row of kept.filter(({ move }) => move !== 'no')) {
    const key = row.address?.toLowerCase() ?? `kind ${row.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups]
    .map(([key, rows]) => ({
      key,
      address: rows[0]?.address ?? null,
      isTheirs: rows.some(({ move }) => move === 'suggested'),
      rows,
    }))
    .toSorted((a, b) => Number(b.isTheirs) - Number(a.isTheirs));
}

interface KeptRowsProps {
  /** Of the merge. */
  readonly mergeId: bigint;
  readonly kept: readonly KeptRow[];
  /** Names of the two. */
  readonly from: string;
  readonly into: string;
}

/** What came since a merge that was undone: it stays with the survivor unless a row is told to move. */
export function KeptRows({ mergeId, kept, from, into }: KeptRowsProps) {
  const { reason } = useWriteAccess('customers:write');
  const { write, isBusy, error } = useWrite(moveAfterUndo);
  const groups = groupKept(kept);
  const [chosen, setChosen] = useState(() => new Set(groups.filter(({ isTheirs }) => isTheirs).map(({ key }) => key)));
  const [done, setDone] = useState<string | null>(null);
  const going = groups.filter(({ key }) => chosen.has(key)).flatMap(({ rows }) => rows);

  async function move(): Promise<void> {
    const items = going.flatMap(({ kind: name, id }) => {
      const kind = MOVABLE_KINDS.find((known) => known === name);
      return kind === undefined ? [] : [{ kind, id: BigInt(id) }];
    });
    const body = { id: mergeId, items };
    const reply = await write(
      { body: { ...body, to: 'merged' } },
      {
        undo: () => ({
          text: texts.movedToast(from),
          undo: inverse(moveAfterUndo, { body: { ...body, to: 'survivor' } }, { failed: texts.backFailed }),
        }),
      },
    );
    if (reply !== null) setDone(movedWords(reply.moved) ?? messages.nothing);
  }

  if (done !== null)
    return (
      <p className="mt-2 font-medium [overflow-wrap:anywhere]">
        <AddressText text={texts.moved(done, from)} />
      </p>
    );
  return (
    <>
      <p className="mt-2 font-medium [overflow-wrap:anywhere]">{texts.title}</p>
      <ul className="mt-1">
        {groups.map(({ key, address, isTheirs, rows }) => (
          <li
            key={key}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-b-0"
          >
            <div className="min-w-40 flex-1 [overflow-wrap:anywhere]">
              <p>
                <bdi>{address === null ? texts.noAddress : <AddressText text={address} />}</bdi>
                {isTheirs ? <span className="text-12 text-ink-3"> {texts.theirs(from)}</span> : null}
              </p>
              <ul className="text-12 text-ink-2">
                {rows.map(({ kind, id, label }) => (
                  <li key={`${kind} ${id}`} dir="auto">
                    {kind === 'ticket' ? (
                      <KeptTicket id={id} label={label} />
                    ) : (
                      <AddressText text={texts.row(kindWord(kind), label)} />
                    )}
                  </li>
                ))}
              </ul>
            </div>
            <Segmented
              label={texts.choice(address ?? texts.noAddress)}
              value={chosen.has(key) ? 'move' : 'stay'}
              options={[
                { value: 'stay', label: texts.stay },
                { value: 'move', label: texts.move },
              ]}
              onChange={(value) => {
                const next = new Set(chosen);
                if (value === 'move') next.add(key);
                else next.delete(key);
                setChosen(next);
              }}
            />
          </li>
        ))}
      </ul>
      <p className="mt-1 text-12 text-ink-3 [overflow-wrap:anywhere]">
        <AddressText text={texts.hint(into, from)} />
      </p>
      <WriteFailure error={error} />
      <Button
        variant="primary"
        className="mt-2"
        busy={isBusy}
        disabledReason={reason ?? (going.length === 0 ? texts.noneChosen : undefined)}
        onClick={() => void move()}
      >
        {texts.submit(going.length, formatCount(going.length), from)}
      </Button>
    </>
  );
}

/** The service writes the number and the subject as one text. */
function ticketWords(label: string): { readonly number: string; readonly subject: string } {
  const [number = '', ...subject] = label.split(' ');
  return { number: `#${number}`, subject: subject.join(' ') };
}

function KeptTicket({ id, label }: Pick<KeptRow, 'id' | 'label'>) {
  const { number, subject } = ticketWords(label);
  return (
    <>
      <Link
        to="/tickets/$id"
        params={{ id }}
        className="hit relative text-accent-text tabular-nums underline decoration-line-strong underline-offset-2"
      >
        {number}
      </Link>{' '}
      <bdi>{subject}</bdi>
    </>
  );
}

/** A kind that this program does not know is shown as it is sent. */
export function kindWord(kind: string): string {
  const words: Readonly<Record<string, string>> = messages.dialog.kind;
  return Object.hasOwn(words, kind) ? (words[kind] ?? kind) : kind;
}
