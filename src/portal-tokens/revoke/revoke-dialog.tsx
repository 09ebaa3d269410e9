import { useId, useState } from 'react';
import { listPortalTokens, revokePortalToken, revokePortalTokens, type PortalTokenRecord } from '#contract/portal.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useAction, write } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay } from '#src/format/time.ts';
import { askForPortalLink } from '#src/portal-links/issue-request.ts';
import type { PortalSearch } from '#src/portal-tokens/search.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { readTarget, type TargetKind } from './read-target.ts';
import type { RevokeAsked } from './revoke-asked.ts';
import { messages } from './revoke-messages.ts';
import { blocksOf, countNew, findLinks, listOf, type Target } from './revoke-run.ts';

interface FoundLinksProps {
  readonly matched: number;
  /** Some of them. */
  readonly rows: readonly PortalTokenRecord[];
}

/** How many links go, which, and what that means. */
function FoundLinks({ matched, rows }: FoundLinksProps) {
  const zone = useDisplayZone();
  if (matched === 0) return <p className="text-ink-2">{messages.nothing}</p>;
  return (
    <div role="status">
      <p className="font-medium">{messages.will(matched, formatCount(matched))}</p>
      {rows.length === 0 ? null : (
        <ul className="my-2 rounded-control bg-sunken px-2.5 py-1.5 text-12">
          {rows.map((row) => (
            <li key={row.id.toString()} className="flex flex-wrap gap-x-2">
              <span dir="ltr" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {row.requester_email}
              </span>
              <span className="text-ink-3 tabular-nums">
                {messages.opened(row.use_count)} · {formatDay(row.expires_utc, zone)}
              </span>
            </li>
          ))}
          {matched > rows.length ? (
            <li className="text-ink-3">{messages.more(formatCount(matched - rows.length))}</li>
          ) : null}
        </ul>
      )}
      <p className="text-12 text-ink-3">
        {messages.final} {messages.alsoExpired}
      </p>
    </div>
  );
}

interface RevokeDialogProps {
  readonly asked: RevokeAsked;
  /** Whether the service can revoke many at once. */
  readonly hasList: boolean;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
  readonly onLook: (search: PortalSearch) => void;
}

/** What is shown before it is revoked: these and no others, whatever comes meanwhile. */
interface Found {
  readonly target: Target;
  readonly ids: readonly bigint[];
  readonly rows: readonly PortalTokenRecord[];
}

const SHOWN = 5;
/** More than a line to read, and a choice. */
const SINCE_MS = 15_000;

/** Revokes a link by its id, those of an address or a domain, or chosen ones: what goes is counted first. */
export function RevokeDialog({ asked, hasList, onClose, onRevoked, onLook }: RevokeDialogProps) {
  const formId = useId();
  const { reason } = useWriteAccess('portal_tokens:write');
  const isSelection = asked.kind === 'selected';
  const [kind, setKind] = useState<TargetKind>(isSelection ? 'id' : asked.kind);
  const [text, setText] = useState(isSelection ? '' : asked.text);
  const [problem, setProblem] = useState<string | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const { act, isBusy, error, reset } = useAction();

  async function check(): Promise<void> {
    const target = targetOf();
    if (target === null) return;
    setFound(
      await act(async () => {
        const ids = await findLinks(target);
        return { target, ids, rows: await rowsOf(target, ids) };
      }),
    );
  }

  function targetOf(): Target | null {
    if (asked.kind === 'selected') return { ids: [...asked.ids] };
    const read = readTarget(kind, text);
    if ('problem' in read) {
      setProblem(read.problem);
      return null;
    }
    return kind === 'domain' ? { domain: read.value } : { requester_email: read.value };
  }

  async function revokeById(): Promise<void> {
    const read = readTarget('id', text);
    if ('problem' in read) return setProblem(read.problem);
    const revoked = await act(() => write(revokePortalToken, { query: { id: BigInt(read.value) } }));
    if (revoked !== null) finish(messages.doneOne(read.value), null);
  }

  async function revokeFound({ target, ids }: Found): Promise<void> {
    const done = await act(async () => {
      let sum = 0;
      for (const block of blocksOf(ids)) {
        const { revoked } = await write(revokePortalTokens, { body: { action: 'revoke', ids: block } });
        sum += revoked;
      }
      return { sum, fresh: await countNew(target, ids) };
    });
    if (done === null) return;
    const { sum, fresh } = done;
    if (fresh > 0) finishBeside(sum, fresh, target);
    else finish(messages.done(sum, formatCount(sum)), target.requester_email ?? null);
  }

  function finish(words: string, email: string | null): void {
    const action = email === null ? undefined : { label: messages.issueNew, run: () => askForPortalLink({ email }) };
    toast({ kind: 'done', text: words, action });
    onRevoked();
    onClose();
  }

  /** Some came since the question: they were not asked about. */
  function finishBeside(revoked: number, fresh: number, target: Target): void {
    const text = `${messages.done(revoked, formatCount(revoked))}. ${messages.since(fresh, formatCount(fresh))}`;
    toast({
      kind: 'done',
      text,
      action: { label: messages.look(fresh), run: () => onLook(listOf(target)) },
      stayMs: SINCE_MS,
    });
    onRevoked();
    onClose();
  }

  function clear(): void {
    setProblem(null);
    reset();
  }

  function submit(): void {
    clear();
    if (!isSelection && kind === 'id') void revokeById();
    else if (found === null) void check();
    else void revokeFound(found);
  }

  const isId = !isSelection && kind === 'id';
  const isGone = isId && error instanceof ApiFailure && error.kind === 'not_found';
  const shown = problem ?? (error === null ? null : isGone ? messages.gone(text.trim()) : failureMessage(error));
  const isDone = found !== null && found.ids.length === 0;
  return (
    <Dialog
      title={messages.title}
      onClose={onClose}
      footer={
        <>
          {found !== null && !isSelection ? <Button onClick={() => setFound(null)}>{messages.back}</Button> : null}
          <Button onClick={onClose}>{isDone ? messages.close : messages.cancel}</Button>
          {isDone ? null : (
            <Button
              type="submit"
              form={formId}
              variant={isId || found !== null ? 'danger' : 'primary'}
              busy={isBusy}
              disabledReason={reason}
            >
              {isId
                ? messages.revokeOne
                : found === null
                  ? messages.check
                  : messages.revoke(found.ids.length, formatCount(found.ids.length))}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {found === null && !isSelection ? (
          <>
            {hasList ? (
              <Segmented
                label={messages.kind}
                value={kind}
                options={(['id', 'email', 'domain'] as const).map((value) => ({ value, label: messages.kinds[value] }))}
                onChange={(value) => {
                  setKind(value);
                  clear();
                }}
              />
            ) : null}
            <div>
              <label htmlFor={`${formId}-text`} className="mb-1 block text-12 font-medium">
                {messages.label[kind]}
              </label>
              <input
                id={`${formId}-text`}
                value={text}
                type="text"
                inputMode={kind === 'id' ? 'numeric' : kind === 'email' ? 'email' : 'url'}
                dir="ltr"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                aria-describedby={`${formId}-hint`}
                aria-invalid={shown === null ? undefined : true}
                className="min-h-control w-full rounded-control border border-line-control bg-surface px-2.5 text-ink pointer-coarse:min-h-11"
                onChange={({ target }) => {
                  setText(target.value);
                  clear();
                }}
              />
              <p id={`${formId}-hint`} className="mt-1 text-12 text-ink-3">
                {messages.hint[kind]}
                {kind === 'id' ? ` ${messages.final}` : null}
              </p>
            </div>
          </>
        ) : null}
        {found === null ? (
          isSelection ? (
            <Selection count={asked.ids.length} />
          ) : null
        ) : (
          <FoundLinks matched={found.ids.length} rows={found.rows} />
        )}
        <div role="alert">
          {shown === null ? null : (
            <p className="flex gap-1.5 text-12 text-danger-text [overflow-wrap:anywhere]">
              <Icon name="warning" size={14} className="mt-px flex-none" />
              {shown}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
}

function Selection({ count }: { readonly count: number }) {
  return <p className="text-ink-2">{messages.will(count, formatCount(count))}</p>;
}

/** The first few of those that go, to be recognised. */
async function rowsOf(target: Target, ids: readonly bigint[]): Promise<readonly PortalTokenRecord[]> {
  if (target.ids !== undefined) return [];
  const query = {
    limit: 50,
    ...(target.domain === undefined ? { email: target.requester_email } : { domain: target.domain }),
  };
  const { items } = await call(listPortalTokens, { query });
  const going = new Set(ids);
  return items.filter(({ id }) => going.has(id)).slice(0, SHOWN);
}
