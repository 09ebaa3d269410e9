import { useQuery } from '@tanstack/react-query';
import { useId, useEffect, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { getCustomer } from '#contract/customers.ts';
import { isEmail } from '#contract/scalars.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { useNow } from '#src/format/use-now.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { DAY_PRESETS, emptyIssue, issueResolver, readDays, type IssueValues } from './issue-form-values.ts';
import type { IssueBody } from './issued-link.ts';
import { messages } from './messages.ts';
import { requesterTickets } from './requester-tickets.ts';

const WAIT_MS = 400;
const { facts: texts } = messages;

/** What a link for the typed address would open, said before it is issued. */
function AddressFacts({ email }: { readonly email: string }) {
  const typed = email.trim();
  const settled = useSettled(typed);
  const isAsked = settled === typed && isEmail(settled);
  const hasFilters = hasExtension(useWhoami(), 'ticket_filters');
  const options = { enabled: isAsked, staleTime: 30_000, retry: false };
  const customer = useQuery({ ...read(getCustomer, { email: settled }), ...options });
  const tickets = useQuery({ ...requesterTickets(settled, hasFilters, 1), ...options });
  if (!isAsked) return null;
  const isUnknown = customer.error instanceof ApiFailure && customer.error.kind === 'not_found';
  const isBlocked = (customer.data?.identity.blocked_utc ?? null) !== null;
  const total = tickets.data?.total_count;
  return (
    <div role="status" className="mt-1 flex flex-col gap-1 text-12 text-ink-3">
      {customer.data?.identity.display_name ? (
        <span dir="auto" className="font-medium text-ink [overflow-wrap:anywhere]">
          {customer.data.identity.display_name}
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

/** The value once it has stood for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export type IssueForm = UseFormReturn<IssueValues, unknown, IssueBody>;

interface IssueFormProps {
  readonly formId: string;
  readonly form: IssueForm;
  /** False where a new link is wanted in any case. */
  readonly canReuse?: boolean;
  readonly onSend: (body: IssueBody) => void;
}

const DAY_MS = 86_400_000;
const INPUT = 'min-h-control rounded-control border bg-surface px-2.5 text-ink pointer-coarse:min-h-11';

/** @param email prefilled where a ticket or a customer was at hand */
export function useIssueForm(email: string): IssueForm {
  return useForm<IssueValues, unknown, IssueBody>({ defaultValues: emptyIssue(email), resolver: issueResolver });
}

/** Whom a link is for, how long it works, and whether one that is out already will do. */
export function IssueFields({ formId, form, canReuse = true, onSend }: IssueFormProps) {
  const id = useId();
  const { register, control, formState, handleSubmit, setValue } = form;
  const [email, days, reuse] = useWatch({ control, name: ['requester_email', 'expiry_days', 'reuse_active'] });
  const emailProblem = formState.errors.requester_email?.message;
  const daysProblem = formState.errors.expiry_days?.message;
  return (
    <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={(event) => void handleSubmit(onSend)(event)}>
      <div>
        <label htmlFor={`${id}-email`} className="mb-1 block text-12 font-medium">
          {messages.fields.requester_email}
        </label>
        <input
          {...register('requester_email')}
          id={`${id}-email`}
          type="text"
          inputMode="email"
          dir="ltr"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={emailProblem === undefined ? undefined : true}
          aria-describedby={`${id}-email-hint`}
          className={`w-full ${INPUT} ${emailProblem === undefined ? 'border-line-control' : 'border-danger'}`}
        />
        <div id={`${id}-email-hint`}>
          <Problem text={emailProblem} />
          <p className="mt-1 text-12 text-ink-3">{messages.emailHint}</p>
        </div>
        <AddressFacts email={email} />
      </div>
      <div>
        <label htmlFor={`${id}-days`} className="mb-1 block text-12 font-medium">
          {messages.fields.expiry_days}
        </label>
        <div className="flex flex-wrap items-center gap-2">
          <input
            {...register('expiry_days')}
            id={`${id}-days`}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={daysProblem === undefined ? undefined : true}
            aria-describedby={`${id}-days-hint`}
            className={`w-20 tabular-nums ${INPUT} ${daysProblem === undefined ? 'border-line-control' : 'border-danger'}`}
          />
          <span className="flex-1 text-ink-2">{messages.days}</span>
          <Segmented
            label={messages.presets}
            value={days.trim()}
            options={DAY_PRESETS.map((value) => ({ value, label: value }))}
            onChange={(value) => setValue('expiry_days', value, { shouldValidate: formState.isSubmitted })}
          />
        </div>
        <div id={`${id}-days-hint`}>
          <Problem text={daysProblem} />
          <ExpiryDate days={readDays(days)} />
        </div>
      </div>
      {canReuse ? (
        <Switch
          {...register('reuse_active')}
          isOn={reuse}
          label={messages.reuse.label}
          text={reuse ? messages.reuse.text : messages.reuse.off}
        />
      ) : null}
    </form>
  );
}

function ExpiryDate({ days }: { readonly days: number | null }) {
  const zone = useDisplayZone();
  const now = useNow();
  if (days === null) return null;
  const end = new Date(now + days * DAY_MS).toISOString();
  return <p className="mt-1 text-12 text-ink-3 tabular-nums">{messages.expiresOn(formatInstant(end, zone))}</p>;
}

function Problem({ text }: { readonly text: string | undefined }) {
  return (
    <div role="alert">
      {text === undefined ? null : (
        <p className="mt-1 flex gap-1.5 text-12 text-danger-text">
          <Icon name="warning" size={14} className="mt-px flex-none" />
          {text}
        </p>
      )}
    </div>
  );
}
