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
import { call } from '#src/api/call.ts';

/** What the dialog begins with. */
export type RevokeAsked =
  | { readonly kind: TargetKind; readonly text: string }
  | { readonly kind: 'selected'; readonly rows: readonly PortalTokenRecord[] };

const TARGET_KINDS = ['id', 'email'] as const;
type TargetKind = (typeof TARGET_KINDS)[number];

/** The typed id or address as it is sent; null if invalid. */
export function readTarget(kind: TargetKind, typed: string): string | null {
  const text = typed.trim();
  if (kind === 'email') return isEmail(text) ? text : null;
  const id = text.replace(/^#/, '');
  return isIdText(id) ? id : null;
}

/** Why the typed text is invalid, in words. */
function problemOf(kind: TargetKind, typed: string): string | undefined {
  return readTarget(kind, typed) === null ? messages.revoke.problem[kind] : undefined;
}

const { revoke: texts } = messages;
/** Long enough to read two sentences and press a button. */
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

/** Revokes a link by its id, all links of an address, or the selected ones, and shows them first. */
export function RevokeDialog({ asked, hasList, onClose, onRevoked, onLook }: RevokeDialogProps) {
  const { reason } = useWriteAccess('portal_tokens:write');
  const form = useForm<Typed>({ defaultValues: asked.kind === 'selected' ? { kind: 'id', text: '' } : asked });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const [found, setFound] = useState<FoundLinks | null>(
    asked.kind === 'selected' ? { email: null, rows: revocable(asked.rows) } : null,
  );
  const { act, isBusy, error, reset } = useAction();

  async function send(typed: Typed): Promise<string | null> {
    const value = readTarget(typed.kind, typed.text);
    if (value === null) return null;
    if (typed.kind === 'email') {
      setFound(await act(() => findLinks(value)));
      return null;
    }
    const done = await act(() => write(revokePortalToken, { query: { id: BigInt(value) } }));
    return done === null ? null : texts.doneOne(value);
  }

  async function revoke({ email, rows }: FoundLinks): Promise<void> {
    const ids = rows.map(({ id }) => id);
    const done = await act(async () => {
      let sum = 0;
      for (const block of blocksOf(ids)) {
        const { revoked } = await write(revokePortalTokens, { body: { action: 'revoke', ids: block } });
        sum += revoked;
      }
      return { sum, fresh: email === null ? 0 : await countNew(email, ids) };
    });
    if (done === null) return;
    const { sum, fresh } = done;
    const text = texts.done(sum, formatCount(sum));
    if (email === null) finish(text);
    else if (fresh > 0) {
      // Links that were issued after the question stay active.
      const look = { label: texts.look(fresh), run: () => onLook({ show: 'active', email }) };
      finish(`${text}. ${texts.since(fresh, formatCount(fresh))}`, look, SINCE_MS);
    } else finish(text, { label: texts.issueNew, run: () => askForPortalLink({ email }) });
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
        inputMode={isId ? 'numeric' : 'email'}
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

/** Rows drawn at a time, of up to 10,000. */
const STEP = 100;

/** What revoking does: active links stop; expired ones have stopped already. */
export function revokeSentence(rows: readonly Pick<PortalTokenRecord, 'state'>[]): readonly string[] {
  const active = rows.filter(({ state }) => state === 'active').length;
  const expired = rows.length - active;
  return [
    ...(active === 0 ? [] : [texts.stops(active, formatCount(active))]),
    ...(expired === 0 ? [] : [texts.expired(expired, formatCount(expired))]),
  ];
}

/** The links that will be revoked, with their state. */
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

/** The service's limits for one call: ids to revoke, and rows in a page. */
const BLOCK = 1_000;
const PAGE = 200;

/** The links shown before revoking. Links that arrive later are not revoked. */
interface FoundLinks {
  /** Null if rows were selected. */
  readonly email: string | null;
  readonly rows: readonly PortalTokenRecord[];
}

/** The links that are not revoked yet, active ones first. */
export function revocable(rows: readonly PortalTokenRecord[]): readonly PortalTokenRecord[] {
  const of = (state: string) => rows.filter((row) => row.state === state);
  return [...of('active'), ...of('expired')];
}

/** The links of an address that are not revoked yet. */
async function findLinks(email: string): Promise<FoundLinks> {
  const rows = new Map<bigint, PortalTokenRecord>();
  for (const state of ['active', 'expired'] as const) {
    let skip = 0;
    for (;;) {
      const query = { email, state, order_by: 'expires' as const, limit: PAGE, skip };
      const { items, total_count: total } = await call(listPortalTokens, { query });
      for (const row of items) rows.set(row.id, row);
      skip += items.length;
      if (items.length === 0 || skip >= total) break;
    }
  }
  return { email, rows: revocable([...rows.values()]) };
}

/** Splits ids into calls. */
function blocksOf(ids: readonly bigint[]): bigint[][] {
  const blocks: bigint[][] = [];
  for (let at = 0; at < ids.length; at += BLOCK) blocks.push(ids.slice(at, at + BLOCK));
  return blocks;
}

/** How many links of the address were issued since it was looked up; zero if that call fails. */
async function countNew(email: string, shown: readonly bigint[]): Promise<number> {
  const known = new Set(shown);
  try {
    const { ids } = await call(revokePortalTokens, {
      body: { action: 'revoke', requester_email: email, dry_run: true },
    });
    return ids.filter((id) => !known.has(id)).length;
  } catch {
    return 0;
  }
}
