import { Link } from '@tanstack/react-router';
import type { Transcript } from '#contract/conversations.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { messages as page } from '#src/conversations/messages.ts';
import { ReviewPanel } from '#src/conversations/review/review-panel.tsx';
import { channelWord } from '#src/format/ticket-words.ts';
import { formatInstant } from '#src/format/time.ts';
import { Panel } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { FactList, Mono } from '#src/ui/fact-list.tsx';
import { Usd } from '#src/ui/usd.tsx';
import { messages } from './messages.ts';

const LINK = 'hit relative text-accent-text hover:underline';

/** Beside the transcript: who, when and where, and what a reviewer found, with the form. */
export function SessionFacts({ transcript }: { readonly transcript: Transcript }) {
  const zone = useDisplayZone();
  const { facts: texts } = messages;
  const { session_id: id, name = null, customer_identity_id: customer, visitor_key: visitor } = transcript;
  const { ticket_id: ticket, journey, ended_utc: ended } = transcript;
  const who = <AddressText text={name ?? visitor ?? texts.unknown} />;
  return (
    <div className="flex flex-col gap-6">
      <Panel title={texts.title}>
        <FactList
          className="mt-1"
          facts={[
            [
              customer === null ? texts.visitor : texts.customer,
              customer !== null ? (
                <Link to="/customers/$id" params={{ id: customer.toString() }} className={LINK}>
                  {name ?? page.customerId(customer.toString())}
                </Link>
              ) : visitor === null || journey === undefined ? (
                who
              ) : (
                <Link to="/customers/visitors/$key" params={{ key: visitor }} className={LINK}>
                  {who}
                </Link>
              ),
            ],
            [texts.channel, channelWord(transcript.channel)],
            [texts.started, formatInstant(transcript.started_utc, zone)],
            [texts.ended, ended === null ? texts.notEnded : formatInstant(ended, zone)],
            // The line of the journey has these, where the service knows it.
            [
              texts.ticket,
              journey !== undefined || ticket === null ? null : (
                <Link to="/tickets/$id" params={{ id: ticket.toString() }} className={LINK}>
                  {page.ticketId(ticket.toString())}
                </Link>
              ),
            ],
            [texts.cost, journey === undefined ? <Usd usd={transcript.cost_usd} /> : null],
            [
              texts.id,
              <span key="id" className="inline-flex max-w-full items-center gap-1">
                <span className="min-w-0">
                  <Mono>{id}</Mono>
                </span>
                <CopyButton text={id} label={texts.copyId} />
              </span>,
            ],
          ]}
        />
      </Panel>
      <ReviewPanel transcript={transcript} />
    </div>
  );
}
