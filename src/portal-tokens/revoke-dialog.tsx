import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { listPortalTokens, revokePortalTokens, type PortalTokenRecord, revokePortalToken } from '#contract/portal.ts';
import { isEmail, isIdText } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { call } from '#src/api/call.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useAction, write } from '#src/api/write.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay } from '#src/format/time.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { messages as forms } from '#src/forms/messages.ts';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { askForPortalLink } from '#src/portal-links/issue-host.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { messages as ui } from '#src/ui/messages.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import type { PortalSearch } from './search.ts';

/** Initial state of the dialog that revokes. */
export type RevokeAsked =
  | { readonly kind: TargetKind; readonly text: string }
  | { readonly kind: 'selected'; readonly ids: readonly bigint[] };

const TARGET_KINDS = ['id', 'email', 'domain'] as const;
type TargetKind = (typeof TARGET_KINDS)[number];

/** The typed text as it is sent; null where it names nothing. */
export function readTarget(kind: TargetKind, typed: string): string | null {
  const text = typed.trim();
  const value = kind === 'domain' ? text.replace(/^@/, '') : kind === 'id' ? text.replace(/^#/, '') : text;
  const isRight = kind === 'id' ? isIdText(value) : isEmail(kind === 'domain' ? `x@${value}` : value);
  return isRight ? value : null;
}

/** Why the typed text is refused, in words. */
function problemOf(kind: TargetKind, typed: string): string | undefined {
  return readTarget(kind, typed) === null ? messages.revoke.problem[kind] : undefined;
}

/** The typed text or the choice. */
type Target = Pick<Body<typeof revokePortalTokens>, 'ids' | 'requester_email' | 'domain'>;

/** As many as the service takes in one call. */
const BLOCK = 1_000;

const SHOWN = 5;

/** The links shown before revoking: these and no others, whatever comes meanwhile. */
interface FoundLinks {
  readonly target: Target;
  readonly ids: readonly bigint[];
  /** The first few, to be recognised. */
  readonly first: readonly PortalTokenRecord[];
}

/** Which links that names now; nothing is revoked. */
async function findLinks(target: Target): Promise<FoundLinks> {
  const ids = await idsOf(target);
  if (target.ids !== undefined) return { target, ids, first: [] };
  const { requester_email: email, domain } = target;
  const { items } = await call(listPortalTokens, {
    query: { limit: 50, ...(domain === undefined ? { email } : { domain }) },
  });
  const going = new Set(ids);
  return { target, ids, first: items.filter(({ id }) => going.has(id)).slice(0, SHOWN) };
}

async function idsOf(target: Target): Promise<readonly bigint[]> {
  const blocks = target.ids === undefined ? [target] : blocksOf(target.ids).map((ids) => ({ ids }));
  const found: bigint[] = [];
  for (const block of blocks) {
    const { ids } = await call(revokePortalTokens, { body: { action: 'revoke', ...block, dry_run: true } });
    found.push(...ids);
  }
  return found;
}

/** The links that were shown, in as many calls as they take. */
function blocksOf(ids: readonly bigint[]): bigint[][] {
  const blocks: bigint[][] = [];
  for (let at = 0; at < ids.length; at += BLOCK) blocks.push(ids.slice(at, at + BLOCK));
  return blocks;
}

/** How many links came to that address or domain since it was asked about; zero where the service does not say. */
async function countNew(target: Target, shown: readonly bigint[]): Promise<number> {
  if (target.ids !== undefined) return 0;
  const known = new Set(shown);
  try {
    return (await idsOf(target)).filter((id) => !known.has(id)).length;
  } catch {
    return 0;
  }
}

/** The list in which those stand first. */
function listOf({ requester_email: email, domain }: Target): PortalSearch {
  return { show: 'active', ...(email === undefined ? { q: `@${domain}` } : { email }) };
}

const { revoke: texts } = messages;
/** More than a line to read, and a choice. */
const SINCE_MS = 15_000;

interface RevokeDialogProps {
  readonly asked: RevokeAsked;
  /** Whether the service can revoke many at once. */
  readonly hasList: boolean;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
  readonly onLook: (search: PortalSearch) => void;
}

interface Typed {
  kind: TargetKind;
  text: string;
}

/** Revokes a link by its id, those of an address or a domain, or chosen ones: what goes is counted first. */
export function RevokeDialog({ asked, hasList, onClose, onRevoked, onLook }: RevokeDialogProps) {
  const { reason } = useWriteAccess('portal_tokens:write');
  const form = useForm<Typed>({ defaultValues: asked.kind === 'selected' ? { kind: 'id', text: '' } : asked });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const [found, setFound] = useState<FoundLinks | null>(null);
  const { act, isBusy, error, reset } = useAction();

  async function find(target: Target): Promise<null> {
    setFound(await act(() => findLinks(target)));
    return null;
  }

  async function send(typed: Typed): Promise<string | null> {
    const value = readTarget(typed.kind, typed.text);
    if (value === null) return null;
    if (typed.kind === 'email') return find({ requester_email: value });
    if (typed.kind === 'domain') return find({ domain: value });
    const done = await act(() => write(revokePortalToken, { query: { id: BigInt(value) } }));
    return done === null ? null : texts.doneOne(value);
  }

  async function revoke({ target, ids }: FoundLinks): Promise<void> {
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
    const text = texts.done(sum, formatCount(sum));
    const { requester_email: email } = target;
    if (fresh > 0) {
      // Some came since the question: they were not asked about.
      const look = { label: texts.look(fresh), run: () => onLook(listOf(target)) };
      finish(`${text}. ${texts.since(fresh, formatCount(fresh))}`, look, SINCE_MS);
    } else if (email === undefined) finish(text);
    else finish(text, { label: texts.issueNew, run: () => askForPortalLink({ email }) });
  }

  function finish(text: string, action?: { readonly label: string; readonly run: () => void }, stayMs?: number): void {
    toast({ kind: 'done', text, action, ...(stayMs === undefined ? {} : { stayMs }) });
    onRevoked();
    onClose();
  }

  if (found !== null) {
    const count = found.ids.length;
    return (
      <Dialog
        title={texts.title}
        onClose={onClose}
        footer={
          <>
            {asked.kind === 'selected' ? null : <Button onClick={() => setFound(null)}>{texts.back}</Button>}
            <Button onClick={onClose}>{count === 0 ? ui.close : forms.cancel}</Button>
            {count === 0 ? null : (
              <Button variant="danger" busy={isBusy} disabledReason={reason} onClick={() => void revoke(found)}>
                {texts.revoke(count, formatCount(count))}
              </Button>
            )}
          </>
        }
      >
        <Found links={found} />
        <WriteFailure error={error} />
      </Dialog>
    );
  }
  if (asked.kind === 'selected') {
    const { ids } = asked;
    return (
      <ConfirmDialog
        title={texts.title}
        submit={texts.check}
        disabledReason={reason}
        isBusy={isBusy}
        error={error}
        onConfirm={() => void find({ ids: [...ids] })}
        onClose={onClose}
      >
        <p className="text-ink-2">{texts.will(ids.length, formatCount(ids.length))}</p>
      </ConfirmDialog>
    );
  }
  const isId = kind === 'id';
  return (
    <FormDialog
      title={texts.title}
      submit={isId ? texts.revokeOne : texts.check}
      isDanger={isId}
      disabledReason={reason}
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failure) => (
        <WriteFailure
          error={failure}
          failed={(why) => (isGone(failure) ? texts.gone(readTarget(kind, form.getValues('text')) ?? '') : why)}
        />
      )}
      onClose={onClose}
      onSend={send}
      onDone={(text) => finish(text)}
    >
      {hasList ? (
        <Segmented
          label={texts.kind}
          value={kind}
          options={TARGET_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={(value) => {
            form.setValue('kind', value);
            form.clearErrors();
            reset();
          }}
        />
      ) : null}
      <TextField
        label={texts.label[kind]}
        hint={isId ? `${texts.hint.id} ${texts.final}` : texts.hint[kind]}
        inputMode={isId ? 'numeric' : kind === 'email' ? 'email' : 'url'}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldOf(form, 'text', { onChange: reset, validate: (text, { kind: now }) => problemOf(now, text) })}
      />
    </FormDialog>
  );
}

function isGone(error: Error | null): boolean {
  return error instanceof ApiFailure && error.kind === 'not_found';
}

/** How many links go, which, and what that means. */
function Found({ links: { ids, first: rows } }: { readonly links: FoundLinks }) {
  const zone = useDisplayZone();
  const matched = ids.length;
  if (matched === 0) return <p className="text-ink-2">{texts.nothing}</p>;
  return (
    <div role="status">
      <p className="font-medium">{texts.will(matched, formatCount(matched))}</p>
      {rows.length === 0 ? null : (
        <ul className="my-2 rounded-control bg-sunken px-2.5 py-1.5 text-12">
          {rows.map((row) => (
            <li key={row.id.toString()} className="flex flex-wrap gap-x-2">
              <span dir="ltr" className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                {row.requester_email}
              </span>
              <span className="text-ink-3 tabular-nums">
                {texts.opened(row.use_count)} · {formatDay(row.expires_utc, zone)}
              </span>
            </li>
          ))}
          {matched > rows.length ? (
            <li className="text-ink-3">{texts.more(formatCount(matched - rows.length))}</li>
          ) : null}
        </ul>
      )}
      <p className="text-12 text-ink-3">
        {texts.final} {texts.alsoExpired}
      </p>
    </div>
  );
}
