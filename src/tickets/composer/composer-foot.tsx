import { useRef, type MouseEvent } from 'react';
import { codePoints } from '#contract/scalars.ts';
import { useOffline } from '#src/browser/offline.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay, formatInstant, formatTime } from '#src/format/time.ts';
import { Button } from '#src/ui/button.tsx';
import type { TicketStatus } from '#contract/tickets.ts';
import { messages } from './messages.ts';
import type { ComposerState } from './draft-session.ts';
import type { CommentKind } from './send-comment.ts';

/** From here on the length is shown. */
const COUNT_FROM = 18_000;
const MAX_LENGTH = 20_000;

interface ComposerFootProps {
  readonly kind: CommentKind;
  readonly state: ComposerState;
  readonly whyNot: string | undefined;
  /** The contract's reason against the text. */
  readonly problem: string | undefined;
  /** How many messages of others came since the text was begun. */
  readonly answerCount: number;
  readonly onSend: (status: TicketStatus | null) => void;
  readonly onDiscard: () => void;
}

/** Who reads the text, where its draft is, and the buttons. */
export function ComposerFoot(props: ComposerFootProps) {
  const { kind, state, whyNot, problem, answerCount, onSend, onDiscard } = props;
  const { sending } = state;
  const zone = useDisplayZone();
  const isOffline = useOffline();
  const length = codePoints(state.text);
  const countAtPress = useRef(0);
  const onPointerDown = () => {
    countAtPress.current = answerCount;
  };
  const press = (status: TicketStatus | null) => (event: MouseEvent) => {
    // An answer that came under the finger has not been read. Keys press at once, without a detail.
    if (event.detail > 0 && answerCount > countAtPress.current) announce(messages.read);
    else onSend(status);
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-2 px-3 pb-2.5">
      <div id="composer-hint" className="min-w-40 flex-1 text-12 text-ink-2">
        {isOffline && state.text !== '' ? (
          <p className="text-warn-text">{messages.offline}</p>
        ) : (
          <p>{messages.hint[kind]}</p>
        )}
        <p role="status" className="tabular-nums">
          {noteOf(state, kind, zone)}
        </p>
        {length < COUNT_FROM ? null : (
          <p className={`tabular-nums ${length > MAX_LENGTH ? 'text-danger-text' : ''}`}>
            {length > MAX_LENGTH
              ? messages.tooMany(length - MAX_LENGTH, formatCount(length - MAX_LENGTH))
              : messages.count(formatCount(length), formatCount(MAX_LENGTH))}
          </p>
        )}
        {problem === undefined || length > MAX_LENGTH ? null : (
          <p role="alert" className="text-danger-text">
            {problem}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {state.text === '' || sending !== null ? null : (
          <Button variant="ghost" onClick={onDiscard}>
            {messages.discard}
          </Button>
        )}
        <Button
          busy={sending?.status === 'resolved'}
          disabledReason={sending === null ? whyNot : undefined}
          onPointerDown={onPointerDown}
          onClick={press('resolved')}
        >
          {messages.sendAndResolve[kind]}
        </Button>
        <Button
          variant="primary"
          kbd="mod+enter"
          busy={sending?.status === null}
          disabledReason={sending === null ? whyNot : undefined}
          onPointerDown={onPointerDown}
          onClick={press(null)}
        >
          {answerCount > 0 ? messages.anyway : messages.send[kind]}
        </Button>
      </div>
    </div>
  );
}

function noteOf({ sending, note, noteMs, text }: ComposerState, kind: CommentKind, zone: string): string {
  const { draft } = messages;
  if (sending !== null) return draft.sending[kind];
  if (note === 'memory') return draft.memory;
  if (note === 'none' || text === '') return '';
  return draft[note](timeOf(noteMs, zone));
}

/** The time alone on the same day. */
function timeOf(ms: number, zone: string): string {
  const iso = new Date(ms).toISOString();
  const isToday = formatDay(iso, zone) === formatDay(new Date().toISOString(), zone);
  return isToday ? formatTime(iso, zone) : formatInstant(iso, zone);
}
