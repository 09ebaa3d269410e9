import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAiSessions } from '#contract/conversations.ts';
import { read } from '#src/api/read.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { channelWord } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import { messages } from './messages.ts';
import { NewestRows, SHOWN } from './newest-rows.tsx';

const { sessions: texts } = messages;

/** The customer's conversations with the AI; each opens its transcript. */
export function SessionsPanel({ customerId }: { readonly customerId: bigint }) {
  const zone = useDisplayZone();
  const query = useQuery({
    ...read(listAiSessions, { customer_identity_id: customerId, limit: SHOWN }),
    staleTime: 60_000,
  });
  return (
    <NewestRows texts={texts} resource={listAiSessions.resource} query={query} keyOf={(session) => session.session_id}>
      {(session) => (
        <>
          <Link
            to="/ai/usage"
            search={{ tab: 'calls', session: session.session_id }}
            className="hit relative min-w-0 font-mono text-12 text-accent-text [overflow-wrap:anywhere] hover:underline"
          >
            {session.session_id}
          </Link>
          <span>{outcomeWord(session.outcome)}</span>
          <span className="text-12 text-ink-3 tabular-nums">
            {channelWord(session.channel)}, {texts.messages(session.message_count)}
          </span>
          <time dateTime={session.started_utc} className="ms-auto text-12 whitespace-nowrap text-ink-3 tabular-nums">
            {formatInstant(session.started_utc, zone)}
          </time>
        </>
      )}
    </NewestRows>
  );
}

function outcomeWord(outcome: string): string {
  const words: Readonly<Record<string, string>> = texts.outcome;
  return Object.hasOwn(words, outcome) ? (words[outcome] ?? outcome) : outcome;
}
