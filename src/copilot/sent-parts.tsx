import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import type { DraftSource } from '#contract/saved-replies.ts';
import type { Comment } from '#contract/tickets.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';
import { commentKey, MAX_TRANSCRIPT, roleOf, sourceKey, type buildTranscript } from './transcript.ts';

const words = messages.sent;

interface SentPartsProps {
  /** The comments that have a text. */
  readonly comments: readonly Comment[];
  /** How many the ticket has. */
  readonly total: number;
  /** Null where none are looked for. */
  readonly sources: Pick<UseQueryResult<{ readonly items: readonly DraftSource[] }>, 'data' | 'isError'> | null;
  readonly chosen: ReturnType<typeof buildTranscript>;
  /** Placeholders of the details that are not hidden. */
  readonly shown: ReadonlySet<string>;
  readonly onPick: (key: string, isIn: boolean) => void;
  readonly onShow: (placeholder: string, isShown: boolean) => void;
}

/** Shows the text for the AI provider, and the details that are hidden in it. */
export function SentParts({ comments, total, sources, chosen, shown, onPick, onShow }: SentPartsProps) {
  const zone = useDisplayZone();
  const { transcript, length, keys, details } = chosen;
  const leftOut = total - comments.length;
  const items = sources?.data?.items ?? [];
  const commentsIn = comments.filter((comment) => keys.has(commentKey(comment))).length;
  const sourcesIn = items.filter((source) => keys.has(sourceKey(source))).length;
  const hidden = details.filter(({ placeholder }) => !shown.has(placeholder)).length;
  const excess = length - MAX_TRANSCRIPT;
  const facts = [
    words.comments(commentsIn, formatCount(total)),
    ...(sources === null ? [] : [words.sources(sourcesIn)]),
    words.hidden(hidden),
  ];
  return (
    <details className="group rounded-control bg-sunken">
      <summary className="flex min-h-control flex-wrap items-center gap-x-2 px-2.5 py-1 pointer-coarse:min-h-11">
        <Icon name="chevron-down" size={14} className="text-ink-3 group-open:rotate-180" />
        <span className="font-medium">{words.title}</span>
        <span className="min-w-0 flex-1 text-12 text-ink-2">{facts.join(', ')}</span>
        <span
          className={`text-12 tabular-nums ${excess > 0 ? 'text-danger-text' : length > MAX_TRANSCRIPT * 0.75 ? 'text-warn-text' : 'text-ink-2'}`}
        >
          {excess > 0
            ? words.tooMany(excess, formatCount(excess))
            : words.count(formatCount(length), formatCount(MAX_TRANSCRIPT))}
        </span>
      </summary>
      <div className="flex flex-col gap-3 px-2.5 pt-1 pb-2.5">
        <Group title={words.messages} note={leftOut > 0 ? words.leftOut(leftOut, formatCount(leftOut)) : undefined}>
          {comments.map((comment) => (
            <Choice
              key={comment.id.toString()}
              isOn={keys.has(commentKey(comment))}
              title={`${roleOf(comment)}, ${formatInstant(comment.created_utc, zone)}`}
              text={comment.body}
              onChange={(isIn) => onPick(commentKey(comment), isIn)}
            />
          ))}
        </Group>
        {sources === null ? null : (
          <Group
            title={words.sourcesTitle}
            note={
              sources.data === undefined
                ? sources.isError
                  ? words.sourcesFailed
                  : words.sourcesLoading
                : items.length === 0
                  ? words.noSources
                  : undefined
            }
          >
            {items.map((source) => (
              <Choice
                key={sourceKey(source)}
                isOn={keys.has(sourceKey(source))}
                title={`${source.title}, ${words.kinds[source.kind]}`}
                text={source.excerpt}
                onChange={(isIn) => onPick(sourceKey(source), isIn)}
              />
            ))}
          </Group>
        )}
        <Group title={words.details} note={details.length === 0 ? words.noDetails : words.detailsText}>
          {details.map(({ placeholder, value }) => (
            <Choice
              key={placeholder}
              isOn={!shown.has(placeholder)}
              title={value}
              text={placeholder}
              onChange={(isHidden) => onShow(placeholder, !isHidden)}
            />
          ))}
        </Group>
        <Group title={words.exactly}>
          <pre
            // A pane that scrolls is reached by Tab.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            role="region"
            aria-label={words.exactly}
            dir="auto"
            className="max-h-40 overflow-y-auto rounded-control border border-line bg-surface px-2.5 py-2 font-mono text-11 whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            {transcript}
          </pre>
        </Group>
      </div>
    </details>
  );
}

interface GroupProps {
  readonly title: string;
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

function Group({ title, note, children }: GroupProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <h3 id={id} className="text-12 font-semibold">
        {title}
      </h3>
      {note === undefined ? null : <p className="text-12 text-ink-2">{note}</p>}
      {children}
    </div>
  );
}

interface ChoiceProps {
  readonly isOn: boolean;
  readonly title: string;
  readonly text: string;
  readonly onChange: (isOn: boolean) => void;
}

function Choice({ isOn, title, text, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2 py-1">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-text`}
        className="mt-0.5 size-3.5 flex-none accent-(--accent)"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="min-w-0 flex-1">
        <label
          htmlFor={id}
          dir="auto"
          className={`block min-h-6 pointer-coarse:min-h-11 [overflow-wrap:anywhere] ${isOn ? '' : 'text-ink-2'}`}
        >
          {title}
        </label>
        <p id={`${id}-text`} dir="auto" className="line-clamp-2 text-12 text-ink-2 [overflow-wrap:anywhere]">
          {text}
        </p>
      </div>
    </div>
  );
}
