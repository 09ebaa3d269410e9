import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type PortalTokenRecord, revokePortalToken, revokePortalTokens, listPortalTokens } from '#contract/portal.ts';
import { isEmail, isIdText } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useAction, write } from '#src/api/write.ts';
import { formatCount } from '#src/format/number.ts';
import { ConfirmDialog } from '#src/forms/confirm-dialog.tsx';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { askForPortalLink } from '#src/portal-links/issue-host.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { messages as ui } from '#src/ui/messages.ts';
import { Segmented } from '#src/ui/segmented.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';
import type { PortalSearch } from './search.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatDay } from '#src/format/time.ts';
import { LinkState } from '#src/portal-links/link-state.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { MoreRows } from '#src/ui/rows/more-rows.tsx';
import type { Body } from '#contract/operation.ts';
import { call } from '#src/api/call.ts';

/** Initial state of the dialog that revokes. */
export type RevokeAsked =
  | { readonly kind: TargetKind; readonly text: string }
  | { readonly kind: 'selected'; readonly rows: readonly PortalTokenRecord[] };

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
  const [found, setFound] = useState<FoundLinks | null>(
    asked.kind === 'selected' ? { target: null, rows: revocable(asked.rows) } : null,
  );
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

  async function revoke({ target, rows }: FoundLinks): Promise<void> {
    const ids = rows.map(({ id }) => id);
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
    const email = target?.requester_email;
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
    const count = found.rows.length;
    const back = asked.kind === 'selected' ? null : <Button onClick={() => setFound(null)}>{texts.back}</Button>;
    if (count === 0)
      return (
        <Dialog
          title={texts.title}
          onClose={onClose}
          footer={
            <>
              {back}
              <Button onClick={onClose}>{ui.close}</Button>
            </>
          }
        >
          <RevocableList rows={found.rows} />
        </Dialog>
      );
    return (
      <ConfirmDialog
        title={texts.title}
        submit={texts.revoke(count, formatCount(count))}
        isDanger
        isFinal
        isBusy={isBusy}
        error={error}
        disabledReason={reason}
        footer={back}
        onConfirm={() => void revoke(found)}
        onClose={onClose}
      >
        <RevocableList rows={found.rows} />
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

/** So many rows are drawn at once, of up to 10,000. */
const STEP = 100;

/** What revoking does: only active links stop, and expired ones cannot come back. */
export function revokeSentence(rows: readonly Pick<PortalTokenRecord, 'state'>[]): readonly string[] {
  const active = rows.filter(({ state }) => state === 'active').length;
  const expired = rows.length - active;
  return [
    ...(active === 0 ? [] : [texts.stops(active, formatCount(active))]),
    ...(expired === 0 ? [] : [texts.expired(expired, formatCount(expired))]),
  ];
}

/** Which links are revoked, all of them, and what that means for each. */
function RevocableList({ rows }: { readonly rows: readonly PortalTokenRecord[] }) {
  const zone = useDisplayZone();
  const [shown, setShown] = useState(STEP);
  if (rows.length === 0) return <p className="text-ink-2">{texts.nothing}</p>;
  const hasActive = rows[0]?.state === 'active';
  return (
    <>
      <p role="status" className="font-medium">
        {revokeSentence(rows).join(' ')}
      </p>
      <div
        role="region"
        aria-label={texts.list}
        // A scrolling region is reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative my-2 max-h-64 overflow-y-auto rounded-control bg-sunken px-2.5 py-1.5 text-12"
      >
        <ul>
          {rows.slice(0, shown).map((row) => (
            <li key={row.id.toString()} className="flex flex-wrap items-center gap-x-2 py-0.5">
              <span dir="ltr" className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
                <AddressText text={row.requester_email} />
              </span>
              <span className="text-ink-3 tabular-nums">
                {texts.opened(row.use_count)} ·{' '}
                {(row.state === 'active' ? texts.until : texts.ended)(formatDay(row.expires_utc, zone))}
              </span>
              <LinkState link={row} />
            </li>
          ))}
        </ul>
        <MoreRows
          hasMore={shown < rows.length}
          isLoading={false}
          hasFailed={false}
          load={() => setShown(shown + STEP)}
          label={texts.more(formatCount(rows.length - shown))}
        />
      </div>
      <p className="text-12 text-ink-3">{hasActive ? texts.final : texts.finalBare}</p>
    </>
  );
}

/** An address or a domain whose links are revoked. */
export type Target = Pick<Body<typeof revokePortalTokens>, 'requester_email' | 'domain'>;

/** As many ids as the service takes in one call, and rows as it answers in one. */
const BLOCK = 1_000;
const PAGE = 200;

/** The links shown before revoking: these and no others, whatever comes meanwhile. */
export interface FoundLinks {
  /** Null where rows were chosen. */
  readonly target: Target | null;
  readonly rows: readonly PortalTokenRecord[];
}

/** Active links first, which is what revoking ends; expired ones are revoked with them. */
export function revocable(rows: readonly PortalTokenRecord[]): readonly PortalTokenRecord[] {
  const of = (state: string) => rows.filter((row) => row.state === state);
  return [...of('active'), ...of('expired')];
}

/** Every link that revoking would change now, with its state; nothing is revoked. */
async function findLinks(target: Target): Promise<FoundLinks> {
  const { requester_email: email, domain } = target;
  const whose = domain === undefined ? { email } : { domain };
  const rows = new Map<bigint, PortalTokenRecord>();
  for (const state of ['active', 'expired'] as const) {
    let skip = 0;
    for (;;) {
      const query = { ...whose, state, order_by: 'expires' as const, limit: PAGE, skip };
      const { items, total_count: total } = await call(listPortalTokens, { query });
      for (const row of items) rows.set(row.id, row);
      skip += items.length;
      if (items.length === 0 || skip >= total) break;
    }
  }
  return { target, rows: revocable([...rows.values()]) };
}

/** The links that were shown, in as many calls as they take. */
function blocksOf(ids: readonly bigint[]): bigint[][] {
  const blocks: bigint[][] = [];
  for (let at = 0; at < ids.length; at += BLOCK) blocks.push(ids.slice(at, at + BLOCK));
  return blocks;
}

/** How many links came to that address or domain since it was asked about; zero where the service does not say. */
async function countNew(target: Target | null, shown: readonly bigint[]): Promise<number> {
  if (target === null) return 0;
  const known = new Set(shown);
  try {
    const { ids } = await call(revokePortalTokens, { body: { action: 'revoke', ...target, dry_run: true } });
    return ids.filter((id) => !known.has(id)).length;
  } catch {
    return 0;
  }
}

/** The list in which those stand first. */
function listOf(target: Target | null): PortalSearch {
  const { requester_email: email, domain } = target ?? {};
  return {
    show: 'active',
    ...(email === undefined ? { q: domain === undefined ? undefined : `@${domain}` } : { email }),
  };
}
