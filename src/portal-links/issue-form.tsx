import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useMemo, useRef, type ComponentProps, useId, useState } from 'react';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { getCustomer } from '#contract/customers.ts';
import {
  issuePortalToken,
  listPortalTokens,
  MAX_LINK_DAYS,
  MAX_SESSION_LINK_DAYS,
  revokePortalToken,
} from '#contract/portal.ts';
import { isEmail } from '#contract/scalars.ts';
import { listTickets } from '#contract/tickets.ts';
import { ApiFailure, isUnsure } from '#src/api/api-failure.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { failureMessage } from '#src/api/failure-message.ts';
import { read } from '#src/api/read.ts';
import { useFailure } from '#src/api/use-failure.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite, write as send } from '#src/api/write.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay, formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { readNumber } from '#src/format/typed-number.ts';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { NumberField } from '#src/forms/number-field.tsx';
import { sessionAtom } from '#src/session/session-store.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { toIssued, type IssueBody, type IssuedLink } from './issued-link.ts';
import { messages } from './messages.ts';
import { RevealDialog } from './reveal-dialog.tsx';

/** The fields as they are typed. */
interface IssueValues {
  requester_email: string;
  expiry_days: string;
  reuse_active: boolean;
}

type IssueForm = UseFormReturn<IssueValues, unknown, IssueBody>;

function emptyIssue(email: string): IssueValues {
  return { requester_email: email, expiry_days: '30', reuse_active: true };
}

interface IssueInput {
  readonly requester_email: string;
  readonly expiry_days?: number | undefined;
  readonly reuse_active?: boolean | undefined;
}

const resolverFor = (maxDays: number) =>
  contractResolver<IssueValues, IssueInput, IssueBody>({
    schema: issuePortalToken.body,
    names: messages.fields,
    bodyOf: ({ requester_email, expiry_days, reuse_active }) => ({
      requester_email: requester_email.trim(),
      expiry_days: readDays(expiry_days, maxDays) ?? undefined,
      reuse_active,
    }),
    also: ({ expiry_days }) => ({
      expiry_days: readDays(expiry_days, maxDays) === null ? messages.daysRange(maxDays) : undefined,
    }),
  });

/** The longest expiry in days: shorter for a browser session than for an API token. */
function useMaxDays(): number {
  return useSelector(sessionAtom, (state) =>
    state.phase !== 'out' && state.session.kind === 'session' ? MAX_SESSION_LINK_DAYS : MAX_LINK_DAYS,
  );
}

/** @param email prefilled from a ticket or a customer; else empty */
export function useIssueForm(email: string): IssueForm {
  const maxDays = useMaxDays();
  const resolver = useMemo(() => resolverFor(maxDays), [maxDays]);
  return useForm<IssueValues, unknown, IssueBody>({ defaultValues: emptyIssue(email), resolver });
}

/** Issues links. Revokes a new link that arrives after the component has unmounted, because no one would see it. */
export function useIssue() {
  const { write, isBusy, error } = useWrite(issuePortalToken, { refetch: 'rest' });
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  async function issue(body: IssueBody): Promise<IssuedLink | null> {
    const reply = await write({ body });
    if (reply === null) return null;
    const link = toIssued(reply, body, Date.now());
    if (isOpen.current) return link;
    // A reused link stays as it was.
    if (!link.isReused) await revokeLate(link);
    return null;
  }
  return { issue, isBusy, error };
}

async function revokeLate({ id, email }: IssuedLink): Promise<void> {
  const { late } = messages;
  try {
    await send(revokePortalToken, { query: { id } }, { failed: (why) => late.notRevoked(email, why) });
    toast({ kind: 'info', text: late.revoked(email) });
  } catch {
    // The toast says why.
  }
}

interface IssueFieldsProps {
  readonly form: IssueForm;
  /** False if a new link is required. */
  readonly canReuse?: boolean;
}

/** The address, the expiry, and whether to reuse an active link. */
export function IssueFields({ form, canReuse = true }: IssueFieldsProps) {
  const { control, register } = form;
  const [email, reuse] = useWatch({ control, name: ['requester_email', 'reuse_active'] });
  return (
    <>
      <div>
        <TextField
          label={messages.fields.requester_email}
          hint={messages.emailHint}
          inputMode="email"
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          {...fieldOf(form, 'requester_email')}
        />
        <AddressFacts email={email} />
      </div>
      <Controller
        control={control}
        name="expiry_days"
        render={({ field, fieldState }) => <DaysField {...field} error={fieldState.error?.message} />}
      />
      {canReuse ? (
        <Switch
          {...register('reuse_active')}
          isOn={reuse}
          label={messages.reuse.label}
          text={<ReuseText email={email} reuses={reuse} />}
        />
      ) : null}
    </>
  );
}

/** Says what the switch does for the typed address, with the expiry of the link that would be reused. */
function ReuseText({ email, reuses }: { readonly email: string; readonly reuses: boolean }) {
  const zone = useDisplayZone();
  const typed = email.trim();
  const settled = useSettled(typed);
  const hasList = hasExtension(useWhoami(), 'portal_tokens_list');
  const maxDays = useMaxDays();
  const isAsked = hasList && settled === typed && isEmail(settled);
  // A session cannot reuse a link that outlives those it issues.
  const soon = maxDays < MAX_LINK_DAYS ? { expiring_days: maxDays } : {};
  const query = { email: settled, state: 'active', ...soon, order_by: 'expires', dir: 'desc', limit: 1 } as const;
  const { data } = useQuery({ ...read(listPortalTokens, query), enabled: isAsked, staleTime: 15_000, retry: false });
  return reuseWords(isAsked ? data?.items : undefined, { reuses, maxDays }, (at) => formatDay(at, zone));
}

/** @param links the active link of the address that expires last, if any; undefined while loading */
export function reuseWords(
  links: readonly { readonly expires_utc: string }[] | undefined,
  { reuses, maxDays }: { readonly reuses: boolean; readonly maxDays: number },
  dayOf: (iso: string) => string,
): string {
  const { reuse } = messages;
  if (links === undefined) return reuses ? reuse.text : reuse.off;
  const [link] = links;
  if (link === undefined) return maxDays < MAX_LINK_DAYS ? reuse.noneSoon(maxDays) : reuse.none;
  return (reuses ? reuse.found : reuse.offFound)(dayOf(link.expires_utc));
}

const { facts: texts } = messages;

/** Says what a link for the typed address would open. */
function AddressFacts({ email }: { readonly email: string }) {
  const typed = email.trim();
  const settled = useSettled(typed);
  const isAsked = settled === typed && isEmail(settled);
  const hasFilters = hasExtension(useWhoami(), 'ticket_filters');
  const options = { enabled: isAsked, staleTime: 30_000, retry: false };
  const customer = useQuery({ ...read(getCustomer, { email: settled }), ...options });
  const tickets = useQuery({ ...ticketsOf(settled, hasFilters), ...options });
  if (!isAsked) return null;
  const isUnknown = customer.error instanceof ApiFailure && customer.error.kind === 'not_found';
  const isBlocked = (customer.data?.identity.blocked_utc ?? null) !== null;
  const total = tickets.data?.total_count;
  return (
    <div role="status" className="mt-1 flex flex-col gap-1 text-12 text-ink-3">
      {customer.data?.identity.display_name ? (
        <span dir="auto" className="font-medium text-ink [overflow-wrap:anywhere]">
          <AddressText text={customer.data.identity.display_name} />
        </span>
      ) : null}
      {isBlocked ? (
        <p className="flex gap-1.5 text-warn-text">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          {texts.blocked}
        </p>
      ) : null}
      <p>
        {total !== undefined
          ? total === 0
            ? texts.none
            : texts.tickets(total, formatCount(total))
          : tickets.error !== null || (customer.error !== null && !isUnknown)
            ? texts.unsure
            : texts.looking}
      </p>
    </div>
  );
}

/** Says why no link was issued, or that the outcome is unknown. */
export function IssueFailure({ error }: { readonly error: Error | null }) {
  const failure = useFailure(error);
  return (
    <div role="alert">
      {failure === null ? null : (
        <div className="mt-2 flex gap-2 rounded-control bg-danger-tint px-3 py-2 text-12 text-danger-text">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <p className="font-medium">{isUnsure(error) ? messages.unsureTitle : failure.title}</p>
            <p>{isUnsure(error) ? `${failure.title}. ${messages.unsureText}` : failureMessage(error)}</p>
            {failure.requestId === null ? null : <p className="font-mono text-11">{failure.requestId}</p>}
          </div>
        </div>
      )}
    </div>
  );
}

const PRESETS = ['7', '30', '90', '365'] as const;
const DAY_MS = 86_400_000;

/** The typed number of days; null if it is not a whole number from 1 to `maxDays`. */
export function readDays(text: string, maxDays: number): number | null {
  const read = readNumber(text, 'whole');
  const days = read.kind === 'number' ? Number(read.plain) : 0;
  return days >= 1 && days <= maxDays ? days : null;
}

interface DaysFieldProps extends Pick<ComponentProps<'input'>, 'ref' | 'name' | 'onBlur'> {
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Days until the link expires: typed or a preset, with the resulting date. */
function DaysField({ value, error, onChange, ...input }: DaysFieldProps) {
  const zone = useDisplayZone();
  const now = useNow();
  const maxDays = useMaxDays();
  const days = readDays(value, maxDays);
  const end = days === null ? undefined : formatInstant(new Date(now + days * DAY_MS).toISOString(), zone);
  return (
    <NumberField
      {...input}
      kind="whole"
      label={messages.fields.expiry_days}
      value={value}
      error={error}
      hint={
        <>
          {end === undefined ? null : <span className="block tabular-nums">{messages.expiresOn(end)}</span>}
          {maxDays < MAX_LINK_DAYS ? messages.longer(MAX_LINK_DAYS) : null}
        </>
      }
      inputClass="max-w-20"
      onChange={({ target }) => onChange(target.value)}
      beside={
        <>
          <span className="flex-1 text-ink-2">{messages.days}</span>
          <Segmented
            label={messages.presets}
            value={String(days)}
            options={PRESETS.filter((preset) => Number(preset) <= maxDays).map((preset) => ({
              value: preset,
              label: preset,
            }))}
            onChange={onChange}
          />
        </>
      }
    />
  );
}

/** Counts the tickets of exactly this address. Without filters the service searches for the address. */
function ticketsOf(email: string, hasFilters: boolean) {
  if (!hasFilters) return read(listTickets, { q: email, limit: 1 });
  const filter = JSON.stringify({ all: [{ field: 'requester_email', op: 'is', value: email }] });
  return read(listTickets, { filter, limit: 1 });
}

/** The issue form as a panel of the page. */
export function IssuePanel({ title }: { readonly title: string }) {
  const formId = useId();
  const { reason } = useWriteAccess('portal_tokens:write');
  const form = useIssueForm('');
  const { issue, isBusy, error } = useIssue();
  const [issued, setIssued] = useState<IssuedLink | null>(null);

  async function send(body: IssueBody): Promise<void> {
    const link = await issue(body);
    if (link === null) return;
    setIssued(link);
    form.reset(emptyIssue(''));
  }

  return (
    <section aria-labelledby={`${formId}-title`}>
      <h2 id={`${formId}-title`} className="mb-3.5 text-14 font-semibold">
        {title}
      </h2>
      <form
        id={formId}
        noValidate
        aria-labelledby={`${formId}-title`}
        className="flex flex-col gap-4"
        onSubmit={(event) => void form.handleSubmit(send)(event)}
      >
        <IssueFields form={form} />
      </form>
      <IssueFailure error={error} />
      <Button
        type="submit"
        form={formId}
        variant="primary"
        size="lg"
        className="mt-5 w-full"
        busy={isBusy}
        disabledReason={reason}
      >
        {messages.submit}
      </Button>
      {issued === null ? null : (
        <RevealDialog
          key={String(issued.id)}
          link={issued}
          isBusy={isBusy}
          onClose={() => setIssued(null)}
          onIssueNew={() => void send({ ...issued.body, reuse_active: false })}
        />
      )}
    </section>
  );
}
