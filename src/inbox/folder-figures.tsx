import { useQuery } from '@tanstack/react-query';
import { getHealth, type Health } from '#contract/site.ts';
import { read } from '#src/api/read.ts';
import { FOLDER_LINE, FolderCount } from './folder-link.tsx';
import type { FolderKey } from './folders.ts';
import { messages } from './messages.ts';

const FIGURES: readonly (readonly [FolderKey, keyof Health])[] = [
  ['unassigned', 'unassigned_open_pending'],
  ['snoozed', 'snoozed'],
  ['stale', 'stale_no_first_reply'],
];

/** Counts of a service without extensions, which it cannot list: figures that are no links. */
export function FolderFigures() {
  const health = useQuery({ ...read(getHealth), staleTime: 60_000 });
  if (health.data === undefined) return null;
  const data = health.data;
  return FIGURES.map(([key, field]) => {
    const count = data[field];
    return (
      <li key={key} className={FOLDER_LINE} title={messages.figureOnly}>
        <span className="min-w-0 flex-1 truncate">{messages.folder[key]}</span>
        <FolderCount count={typeof count === 'number' ? count : undefined} />
        <span className="sr-only">{messages.figureOnly}</span>
      </li>
    );
  });
}
