import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatCount, formatPercent } from '#src/format/number.ts';
import { type Column, Table } from '#src/ui/table.tsx';
import { TextButton } from '#src/ui/button.tsx';
import { type ChangeRow, changeOf, directionOf, sortByChange } from './changes.ts';
import { messages } from './messages.ts';

type Key = 'label' | 'now' | 'before' | 'bar' | 'change' | 'share' | 'end';
const texts = messages.column;

/** Rows of each direction that are shown first. */
const SHOWN = { rising: 8, falling: 6, same: 4 } as const;

interface ChangeTableProps {
  readonly caption: string;
  readonly head: string;
  readonly rows: readonly ChangeRow[];
  /** The sum over all rows, also those beyond the list. */
  readonly total: number;
  /** In a narrow column. */
  readonly isNarrow?: true;
  readonly nameOf?: (row: ChangeRow) => string;
  /** Opens what a row counts. */
  readonly linkOf?: ((row: ChangeRow) => LinkProps | null) | undefined;
  /** Instead of a link, a row opens below itself. */
  readonly open?:
    | {
        readonly label: string | undefined;
        readonly onToggle: (label: string) => void;
        readonly detailOf: (row: ChangeRow) => ReactNode;
      }
    | undefined;
  /** A column at the end. */
  readonly end?: { readonly head: string; readonly cell: (row: ChangeRow) => ReactNode } | undefined;
}

/** Counts of now and before, with the change as a bar to either side: rising ones first, then falling ones. */
export function ChangeTable({ caption, head, rows, total, isNarrow, nameOf, linkOf, open, end }: ChangeTableProps) {
  const [isWhole, setWhole] = useState(false);
  const isCompared = rows.every(({ previous }) => previous !== null);
  const sorted = isCompared ? sortByChange(rows) : rows;
  const most = Math.max(1, ...rows.map((row) => Math.abs(changeOf(row))));
  const first = isCompared
    ? (['rising', 'falling', 'same'] as const).flatMap((direction) =>
        sorted.filter((row) => directionOf(row) === direction).slice(0, SHOWN[direction]),
      )
    : sorted.slice(0, SHOWN.rising + SHOWN.falling);
  const isOpenBeyond = open?.label !== undefined && !first.some(({ label }) => label === open.label);
  const shown = isWhole || isOpenBeyond ? sorted : first;
  const name = (row: ChangeRow): string => nameOf?.(row) ?? row.label;
  const compared: readonly Column<ChangeRow, Key>[] = [
    {
      key: 'before',
      head: texts.before,
      isFigure: true,
      cell: ({ previous }) => (previous === null || previous === 0 ? messages.none : formatCount(previous)),
    },
    {
      key: 'bar',
      head: texts.bar,
      isHeadHidden: true,
      className: 'max-md:hidden',
      cell: (row) => (
        <span className={`block ${isNarrow === true ? 'w-12' : 'w-24'}`}>
          <ChangeBar share={changeOf(row) / most} />
        </span>
      ),
    },
    {
      key: 'change',
      head: texts.change,
      isFigure: true,
      cell: (row) => <span className="font-medium">{changeText(row)}</span>,
    },
  ];
  return (
    <>
      <Table<ChangeRow, Key>
        caption={caption}
        className="mt-1"
        rows={shown}
        keyOf={({ label }) => label}
        {...(isCompared ? { groupOf: (row: ChangeRow) => messages.group[directionOf(row)] } : {})}
        {...(open === undefined
          ? {}
          : { detailOf: (row: ChangeRow) => (row.label === open.label ? open.detailOf(row) : null) })}
        columns={[
          {
            key: 'label',
            head,
            isRowHead: true,
            className: 'w-full [overflow-wrap:anywhere]',
            cell: (row) => {
              const link = linkOf?.(row) ?? null;
              if (open !== undefined)
                return (
                  <button
                    type="button"
                    dir="auto"
                    aria-expanded={row.label === open.label}
                    className={`hit relative text-start hover:underline ${row.label === open.label ? 'font-medium' : ''}`}
                    onClick={() => open.onToggle(row.label)}
                  >
                    {name(row)}
                  </button>
                );
              return link === null ? (
                <bdi>{name(row)}</bdi>
              ) : (
                <Link {...link} dir="auto" className="hit relative hover:underline">
                  {name(row)}
                </Link>
              );
            },
          },
          { key: 'now', head: texts.now, isFigure: true, cell: ({ count }) => formatCount(count) },
          ...(isCompared ? compared : []),
          {
            key: 'share',
            head: texts.share,
            isFigure: true,
            className: 'max-md:hidden',
            cell: ({ count }) => (total === 0 ? messages.none : formatPercent(count / total)),
          },
          ...(end === undefined
            ? []
            : [{ key: 'end', head: end.head, className: 'max-md:hidden', cell: end.cell } as const]),
        ]}
      />
      {sorted.length === first.length || isOpenBeyond ? null : (
        <TextButton className="mt-1 text-12" onClick={() => setWhole(!isWhole)}>
          {isWhole ? messages.showFewer : messages.showAll(formatCount(sorted.length))}
        </TextButton>
      )}
    </>
  );
}

function changeText(row: ChangeRow): string {
  const change = changeOf(row);
  if (row.previous === 0 && change > 0) return messages.new;
  if (change === 0) return '0';
  return change > 0 ? `+${formatCount(change)}` : `−${formatCount(-change)}`;
}

/** @param share from -1 to 1: of the largest change */
function ChangeBar({ share }: { readonly share: number }) {
  const width = `${Math.abs(share) * 50}%`;
  return (
    <span aria-hidden="true" className="relative block h-3">
      <span className="absolute inset-y-[-4px] start-1/2 border-s border-line-strong" />
      <span
        className={`absolute inset-y-0 rounded-tag forced-colors:border ${share > 0 ? 'start-1/2 bg-chart-1' : 'end-1/2 bg-chart-6'}`}
        style={{ inlineSize: width }}
      />
    </span>
  );
}
