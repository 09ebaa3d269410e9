import { useRef, useState } from 'react';
import { revokePortalToken, type PortalTokenRecord } from '#contract/portal.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { useNow } from '#src/format/use-now.ts';
import { askForPortalLink } from '#src/portal-links/issue-request.ts';
import { useShortcut } from '#src/ui/keys/shortcuts.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { LinkRow, revokeId } from './link-row.tsx';
import { messages } from './messages.ts';
import type { RevokeAsked } from './revoke-links.ts';

interface LinksTableProps {
  readonly rows: readonly PortalTokenRecord[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  /** Why nothing can be changed. */
  readonly reason: string | undefined;
  readonly onRevokeMany: (asked: RevokeAsked) => void;
}

const { keys } = messages;
const HEAD = 'px-2 py-1.5 text-start text-12 font-medium whitespace-nowrap text-ink-3';

/** The links, with J and K from row to row and X to select one. */
export function LinksTable({ rows, selected, onSelect, reason, onRevokeMany }: LinksTableProps) {
  const zone = useDisplayZone();
  const nowMs = useNow();
  const table = useRef<HTMLTableElement>(null);
  const [asking, setAsking] = useState<bigint | null>(null);
  const { write, isBusy } = useWrite(revokePortalToken);

  const boxes = () => [...(table.current?.querySelectorAll<HTMLInputElement>('tr[data-row] input') ?? [])];
  const move = (step: number): void => {
    const all = boxes();
    const at = all.findIndex((box) => box.closest('tr')?.contains(document.activeElement) === true);
    all[Math.max(0, Math.min(all.length - 1, at < 0 ? 0 : at + step))]?.focus();
  };
  const { group } = keys;
  useShortcut('j', () => move(1), { label: keys.next, group, repeat: true });
  useShortcut('k', () => move(-1), { label: keys.previous, group, repeat: true });
  useShortcut(
    'x',
    () =>
      boxes()
        .find((box) => box.closest('tr')?.contains(document.activeElement) === true)
        ?.click(),
    { label: keys.select, group },
  );

  function keep({ id }: PortalTokenRecord): void {
    setAsking(null);
    requestAnimationFrame(() => document.getElementById(revokeId({ id }))?.focus());
  }

  async function revoke(token: PortalTokenRecord): Promise<void> {
    const id = token.id.toString();
    const isGone = (error: unknown) => error instanceof ApiFailure && error.kind === 'not_found';
    const done = await write(
      { query: { id: token.id } },
      {
        failed: (why, error) => (isGone(error) ? messages.revokeOne.gone(id) : messages.revokeOne.failed(id, why)),
      },
    );
    if (done === null) return keep(token);
    setAsking(null);
    const action = {
      label: messages.revokeOne.issueNew,
      run: () => askForPortalLink({ email: token.requester_email }),
    };
    toast({ kind: 'done', text: messages.revokeOne.done(token.requester_email), action });
  }

  const all = rows.map(({ id }) => id.toString());
  const isAll = all.length > 0 && all.every((id) => selected.has(id));
  const { column } = messages;
  return (
    <table ref={table} className="w-full border-collapse max-md:block">
      <caption className="sr-only">{messages.list}</caption>
      <thead className="max-md:block">
        <tr className="border-b border-line max-md:flex">
          <th scope="col" className="w-7">
            <label className="hit relative grid size-6 place-items-center">
              <input
                type="checkbox"
                checked={isAll}
                ref={(box) => {
                  if (box !== null) box.indeterminate = !isAll && all.some((id) => selected.has(id));
                }}
                aria-label={messages.selectAll}
                className="accent-accent"
                onChange={() => onSelect(new Set(isAll ? [] : all))}
              />
            </label>
          </th>
          {(['email', 'state', 'expires', 'uses', 'issued'] as const).map((name) => (
            <th key={name} scope="col" className={`${HEAD} ${name === 'email' ? '' : 'max-md:sr-only'}`}>
              {column[name]}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{column.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((token) => {
          const id = token.id.toString();
          return (
            <LinkRow
              key={id}
              token={token}
              zone={zone}
              nowMs={nowMs}
              isSelected={selected.has(id)}
              onSelect={() => {
                const next = new Set(selected);
                if (!next.delete(id)) next.add(id);
                onSelect(next);
              }}
              reason={reason}
              onRevokeMany={onRevokeMany}
              isAsking={asking === token.id}
              isBusy={isBusy}
              onAsk={() => setAsking(token.id)}
              onKeep={() => keep(token)}
              onRevoke={() => void (isBusy ? null : revoke(token))}
            />
          );
        })}
      </tbody>
    </table>
  );
}
