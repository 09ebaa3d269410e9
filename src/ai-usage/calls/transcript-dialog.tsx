import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { getTranscript, type Handoff, type Message } from '#contract/conversations.ts';
import { Usd } from '#src/ui/usd.tsx';
import type { CallsSearch } from '#src/ai-usage/search.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { formatCount } from '#src/format/number.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import type { WindowSearch } from '#src/panels/day-window.ts';
import { QueryState } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { buttonClass, Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { EmptyBlock } from '#src/ui/empty-block.tsx';
import { CallTime, TicketLink } from './call-cells.tsx';
import { callsBehind } from './calls-filters.ts';
import { messages as callsMessages, wordIn } from './messages.ts';

const messages = callsMessages.transcriptDialog;

/** Read from top to bottom: messages, and the moments at which the AI handed off to people. */
type TranscriptLine =
  | { readonly kind: 'message'; readonly utc: string; readonly message: Message }
  | { readonly kind: 'handoff'; readonly utc: string; readonly handoff: Handoff };

/** Oldest first; a message comes before the handoff of the same instant, which it led to. */
function transcriptLines(messages: readonly Message[], handoffs: readonly Handoff[]): readonly TranscriptLine[] {
  const lines: TranscriptLine[] = [
    ...messages.map((message) => ({ kind: 'message', utc: message.created_utc, message }) as const),
    ...handoffs.map((handoff) => ({ kind: 'handoff', utc: handoff.created_utc, handoff }) as const),
  ];
  return lines.toSorted((a, b) => Date.parse(a.utc) - Date.parse(b.utc));
}

/** Drawn at a time: a session can have thousands of messages. */
const STEP = 200;

interface TranscriptDialogProps {
  readonly search: WindowSearch & Pick<CallsSearch, 'transcript'>;
  readonly onClose: () => void;
}

/** The messages of the session in the address. */
export function TranscriptDialog({ search, onClose }: TranscriptDialogProps) {
  const { transcript: session } = search;
  if (session === undefined) return null;
  return (
    <Dialog
      kind="drawer"
      title={messages.title(session)}
      onClose={onClose}
      footer={
        <>
          <CallsLink search={search} session={session} />
          <Button onClick={onClose}>{messages.close}</Button>
        </>
      }
    >
      <Transcript key={session} session={session} />
    </Dialog>
  );
}

function CallsLink({ search, session }: { readonly search: WindowSearch; readonly session: string }) {
  return (
    <Link to="/ai/usage/calls" search={callsBehind(search, { session })} className={buttonClass({ variant: 'ghost' })}>
      {messages.calls}
    </Link>
  );
}

function Transcript({ session }: { readonly session: string }) {
  const query = useQuery({ ...read(getTranscript, { sessionId: session }), retry: false });
  const [most, setMost] = useState(STEP);
  if (query.error instanceof ApiFailure && query.error.kind === 'not_found') {
    return <EmptyBlock icon="chat" title={messages.missing.title} text={messages.missing.text} />;
  }
  return (
    <QueryState query={query} name={messages.name} rows={6}>
      {({ outcome, channel, message_count: count, cost_usd: cost, ticket_id: ticket, messages: said, handoffs }) => {
        const lines = transcriptLines(said, handoffs);
        return (
          <>
            <p className="text-12 text-ink-2 tabular-nums">
              {messages.facts(wordIn(callsMessages.outcome, outcome), channelWord(channel), formatCount(count))},{' '}
              <Usd usd={cost} /> {messages.costOfCalls}
              {ticket === null ? null : (
                <>
                  , <TicketLink id={ticket} />
                </>
              )}
            </p>
            {lines.length === 0 ? <p className="mt-4 text-ink-3">{messages.empty}</p> : null}
            <ol aria-label={messages.said} className="mt-3 flex flex-col gap-3">
              {lines.slice(0, most).map((line) => (
                <Line key={`${line.kind} ${lineId(line)}`} line={line} />
              ))}
            </ol>
            {lines.length > most ? (
              <Button className="mt-3" onClick={() => setMost(most + STEP)}>
                {messages.more(formatCount(Math.min(STEP, lines.length - most)))}
              </Button>
            ) : null}
          </>
        );
      }}
    </QueryState>
  );
}

function lineId(line: TranscriptLine): bigint {
  return line.kind === 'message' ? line.message.id : line.handoff.id;
}

function Line({ line }: { readonly line: TranscriptLine }) {
  if (line.kind === 'handoff') {
    return (
      <li className="rounded-control bg-warn-tint px-2.5 py-1.5 text-12 text-warn-text">
        <span dir="auto" className="[overflow-wrap:anywhere]">
          <AddressText text={messages.handoff(line.handoff.reason)} />
        </span>{' '}
        <CallTime iso={line.utc} />
      </li>
    );
  }
  const { role, author_name: author, text, tokens, cost_usd: cost } = line.message;
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-2 text-12 text-ink-3 tabular-nums">
        <b className="font-medium text-ink">{wordIn(messages.role, role)}</b>
        {author === null ? null : (
          <span dir="auto" className="[overflow-wrap:anywhere]">
            <AddressText text={author} />
          </span>
        )}
        <CallTime iso={line.utc} />
        {tokens === null ? null : <span>{messages.tokens(formatCount(tokens))}</span>}
        {cost === null ? null : (
          <span>
            <Usd usd={cost} />
          </span>
        )}
      </p>
      <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </p>
    </li>
  );
}
