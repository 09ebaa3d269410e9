import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { revokePortalToken } from '#contract/portal.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { useWrite } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { issuedHere, markRevokedHere, type IssuedHere as Line } from '#src/portal-links/issued-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Chip } from '#src/ui/chip.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

const HEAD = 'px-2 py-1.5 text-start text-12 font-medium text-ink-3';
const CELL = 'px-2 py-1.5';

/** Where the service does not list links: those that this browser issued, as they were then. */
export function IssuedHere({ reason }: { readonly reason: string | undefined }) {
  const { site_id: siteId } = useWhoami();
  const { data: lines = [] } = useQuery(issuedHere(siteId));
  const { here: texts, column } = messages;
  return (
    <section aria-labelledby="issued-here" className="min-w-0">
      <h2 id="issued-here" className="inline text-14 font-semibold">
        {texts.title}
      </h2>{' '}
      <span className="text-12 text-ink-3">{texts.note}</span>
      <p className="my-1 text-12 text-ink-3">{texts.notProvided}</p>
      {lines.length === 0 ? (
        <p className="py-6 text-center text-ink-3">{texts.none}</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full border-collapse">
            <caption className="sr-only">{texts.title}</caption>
            <thead>
              <tr className="border-b border-line">
                {(['id', 'email', 'state', 'expires', 'uses'] as const).map((name) => (
                  <th key={name} scope="col" className={HEAD}>
                    {column[name]}
                  </th>
                ))}
                <th scope="col">
                  <span className="sr-only">{column.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <Row key={line.id} line={line} siteId={siteId} reason={reason} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  readonly line: Line;
  readonly siteId: bigint | number;
  readonly reason: string | undefined;
}

function Row({ line, siteId, reason }: RowProps) {
  const zone = useDisplayZone();
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync, isPending } = useWrite(revokePortalToken);
  const state = line.isRevoked ? 'revoked' : Date.parse(line.expiresUtc) <= now ? 'expired' : 'active';
  const { revoking } = messages;

  async function revoke(): Promise<void> {
    try {
      await mutateAsync({ query: { id: BigInt(line.id) } });
      toast({ kind: 'done', text: revoking.done(line.email) });
    } catch (error) {
      const isGone = error instanceof ApiFailure && error.kind === 'not_found';
      const text = isGone ? revoking.gone(line.id) : revoking.failed(line.id, failureMessage(error));
      toast({ kind: 'error', text });
      setAsking(false);
      if (!isGone) return;
    }
    await markRevokedHere(siteId, line);
  }

  return (
    <tr className="border-b border-line">
      <td className={`${CELL} text-ink-2 tabular-nums`}>{line.id}</td>
      <th scope="row" dir="ltr" className={`${CELL} text-start font-normal [overflow-wrap:anywhere]`}>
        {line.email}
      </th>
      <td className={CELL}>
        <Chip tone={state === 'active' ? 'ok' : 'plain'}>{messages.state[state]}</Chip>
      </td>
      <td className={`${CELL} tabular-nums`}>{formatInstant(line.expiresUtc, zone)}</td>
      <td className={`${CELL} tabular-nums`}>{formatCount(line.useCount)}</td>
      <td className="py-1 text-end">
        {state !== 'active' ? null : isAsking ? (
          <span className="inline-flex flex-wrap items-center justify-end gap-1.5 text-12">
            <span className="text-danger-text">{revoking.effect}</span>
            <Button ref={focusOnce} size="sm" onClick={() => setAsking(false)}>
              {revoking.keep}
            </Button>
            <Button size="sm" variant="danger" busy={isPending} onClick={() => void revoke()}>
              {messages.revoke}
            </Button>
          </span>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            disabledReason={reason}
            aria-label={`${messages.revoke} ${line.email}`}
            onClick={() => setAsking(true)}
          >
            {messages.revoke}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** When it comes into the page, and not at every change of it. */
function focusOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}
