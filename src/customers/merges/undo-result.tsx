import { Link } from '@tanstack/react-router';
import type { undoCustomerMerge } from '#contract/customer-merges.ts';
import type { Reply } from '#contract/operation.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './merges-messages.ts';
import { movedWords } from './moved-words.ts';

const texts = messages.dialog;

interface UndoResultProps {
  readonly result: Reply<typeof undoCustomerMerge>;
  /** What the two are called. */
  readonly from: string;
  readonly into: string;
}

/** What went back, and what came since and stays. */
export function UndoResult({ result, from, into }: UndoResultProps) {
  const { restored, kept, merged_id: mergedId, survivor_id: survivorId } = result;
  const words = movedWords({ ...restored, links: 0 });
  return (
    <div role="status">
      <p className="flex gap-1.5 font-medium [overflow-wrap:anywhere]">
        <Icon name="check" size={14} className="mt-[3px] flex-none text-ok" />
        {texts.done(from, into)}
      </p>
      <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{texts.restored(words ?? messages.parts.none, from)}</p>
      {kept.length === 0 ? (
        <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{texts.keptNothing(into)}</p>
      ) : (
        <>
          <p className="mt-2 font-medium [overflow-wrap:anywhere]">{texts.kept(into)}</p>
          <ul className="mt-1">
            {kept.map(({ kind, id, label }) => (
              <li
                key={`${kind} ${id} ${label}`}
                dir="auto"
                className="border-b border-line py-1 last:border-b-0 [overflow-wrap:anywhere]"
              >
                {kind === 'ticket' ? (
                  <Link to="/tickets/$id" params={{ id }} className="text-accent-text hover:underline">
                    {`#${label}`}
                  </Link>
                ) : (
                  label
                )}{' '}
                <span className="text-12 text-ink-3">{kindWord(kind)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-3 flex flex-wrap gap-x-4">
        {[
          { id: mergedId, name: from },
          { id: survivorId, name: into },
        ].map(({ id, name }) => (
          <Link
            key={id}
            to="/customers/$id"
            params={{ id: String(id) }}
            className="text-accent-text hover:underline [overflow-wrap:anywhere]"
          >
            {texts.open(name)}
          </Link>
        ))}
      </p>
    </div>
  );
}

/** A kind that this program does not know is shown as it is sent. */
function kindWord(kind: string): string {
  const words: Readonly<Record<string, string>> = texts.kind;
  return Object.hasOwn(words, kind) ? (words[kind] ?? kind) : kind;
}
