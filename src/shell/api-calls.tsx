import { useEffect, useRef, useState } from 'react';
import { type LoggedCall, useLoggedCalls } from '#src/api/call-log.ts';
import { curlOf } from '#src/api/curl.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant, formatTime } from '#src/format/time.ts';
import { Chip } from '#src/ui/chip.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FactList, Mono } from '#src/ui/fact-list.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { registerCommand } from '#src/ui/keys/commands.ts';
import { hideApiCalls, offerApiCalls, showApiCalls, useShownApiCalls } from '#src/ui/show-api-calls.ts';
import { defineMessages, plural } from '#src/i18n/messages.ts';

const messages = defineMessages({
  title: 'API calls',
  show: 'Show API calls',
  lead: 'The last 50 calls from this page, newest first. Your API token is never shown.',
  none: 'No calls yet.',
  pending: 'Sending',
  noAnswer: 'No response',
  cancelled: 'Cancelled',
  ms: (n: string) => `${n} ms`,
  status: 'Status',
  time: 'Sent',
  duration: 'Took',
  size: 'Response',
  bytes: (n: number, shown: string) => plural(n, { one: '1 byte', other: `${shown} bytes` }),
  request: 'Request ID',
  copyRequest: 'Copy request ID',
  curlText: 'Set SUPPORT_TOKEN to your API token first. Secrets are left out.',
  copyCurl: 'Copy as curl',
});

/** Opens the drawer of calls, and offers it in the palette. */
export function ApiCallsHost() {
  const { isOpen, requestId } = useShownApiCalls();
  useEffect(offerApiCalls, []);
  useEffect(
    () =>
      registerCommand({
        id: 'api-calls',
        group: 'settings',
        label: messages.show,
        keywords: 'curl request id debug',
        icon: 'code',
        run: () => showApiCalls(),
      }),
    [],
  );
  if (!isOpen) return null;
  return <ApiCalls requestId={requestId} onClose={hideApiCalls} />;
}

interface ApiCallsProps {
  /** The call with this request id is unfolded. */
  readonly requestId: string | undefined;
  readonly onClose: () => void;
}

/** The last calls of this page, with curl. */
function ApiCalls({ requestId, onClose }: ApiCallsProps) {
  const calls = useLoggedCalls().toReversed();
  return (
    <Dialog title={messages.title} kind="drawer" className="md:w-[560px]" onClose={onClose}>
      <p className="text-12 text-ink-3">{messages.lead}</p>
      {calls.length === 0 ? (
        <p className="py-8 text-center text-ink-3">{messages.none}</p>
      ) : (
        <ul className="mt-2 border-t border-line">
          {calls.map((call) => (
            <ApiCall key={call.id} call={call} isOpen={requestId !== undefined && requestIdOf(call) === requestId} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function requestIdOf(call: LoggedCall): string | null {
  return call.end?.headers?.get('X-SVC-Request-Id') ?? null;
}

/** One line; unfolded: its request id, and the call as curl. */
function ApiCall({ call, isOpen }: { readonly call: LoggedCall; readonly isOpen: boolean }) {
  const [unfolded, setUnfolded] = useState(isOpen);
  const zone = useDisplayZone();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isOpen) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const sentUtc = new Date(call.sentAt).toISOString();
  return (
    <li ref={line} className="border-b border-line">
      <details open={unfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
        <summary className="flex min-h-9 list-none items-center gap-2 py-1 hover:bg-hover pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
          <Icon
            name="forward"
            size={14}
            className={`flex-none text-ink-3 ${unfolded ? 'rotate-90' : 'rtl:-scale-x-100'}`}
          />
          <span className="w-12 flex-none font-mono text-11 text-ink-3">{call.method}</span>
          <span className="min-w-0 flex-1 truncate font-medium">{call.resource}</span>
          <Status call={call} />
          <span className="w-16 flex-none text-end text-12 text-ink-3 tabular-nums">
            {call.end === null ? '' : messages.ms(formatCount(Math.round(call.end.ms)))}
          </span>
          <time dateTime={sentUtc} className="hidden flex-none text-12 text-ink-3 tabular-nums sm:inline">
            {formatTime(sentUtc, zone)}
          </time>
        </summary>
        {unfolded ? <Details call={call} sent={formatInstant(sentUtc, zone)} /> : null}
      </details>
    </li>
  );
}

function Status({ call }: { readonly call: LoggedCall }) {
  if (call.end === null) return <Chip>{messages.pending}</Chip>;
  const { status, isCancelled } = call.end;
  if (isCancelled) return <Chip>{messages.cancelled}</Chip>;
  if (status === null) return <Chip tone="danger">{messages.noAnswer}</Chip>;
  return <Chip tone={status < 300 ? 'ok' : status === 429 ? 'warn' : 'danger'}>{status}</Chip>;
}

function Details({ call, sent }: { readonly call: LoggedCall; readonly sent: string }) {
  const requestId = requestIdOf(call);
  const curl = curlOf(call, location.origin);
  const request =
    requestId === null ? null : (
      <>
        <Mono>{requestId}</Mono> <CopyButton text={requestId} label={messages.copyRequest} />
      </>
    );
  return (
    <div className="flex flex-col gap-3 pb-4 ps-6">
      <FactList
        facts={[
          [messages.time, sent],
          [messages.size, call.end === null ? null : messages.bytes(call.end.size, formatCount(call.end.size))],
          [messages.request, request],
        ]}
      />
      <div>
        <div className="mb-1 flex items-center gap-2">
          <p className="min-w-0 flex-1 text-12 text-ink-3">{messages.curlText}</p>
          <CopyButton text={curl} label={messages.copyCurl} showLabel />
        </div>
        <pre className="rounded-control bg-sunken px-3 py-2 font-mono text-11 [overflow-wrap:anywhere] whitespace-pre-wrap">
          {curl}
        </pre>
      </div>
    </div>
  );
}
