import { useQuery } from '@tanstack/react-query';
import { createAtom, useSelector } from '@tanstack/react-store';
import { Suspense, useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { getCustomer } from '#contract/customers.ts';
import type { Body, Reply } from '#contract/operation.ts';
import { issuePortalToken, MAX_LINK_DAYS, MAX_SESSION_LINK_DAYS } from '#contract/portal.ts';
import { isEmail } from '#contract/scalars.ts';
import { listTickets } from '#contract/tickets.ts';
import { isUnsure } from '#src/api/api-failure.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { read } from '#src/api/read.ts';
import { isWholeService, useWhoami } from '#src/api/whoami.ts';
import { useWriteAccess } from '#src/api/write-access.ts';
import { useWrite } from '#src/api/write.ts';
import { useLeavingPage } from '#src/browser/use-leaving-page.ts';
import { useSettled } from '#src/browser/use-settled.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay, formatInstant } from '#src/format/time.ts';
import { DaysField, daysProblem, readDays } from '#src/forms/days-field.tsx';
import { fieldOf, TextField } from '#src/forms/field.tsx';
import { FormDialog } from '#src/forms/form-dialog.tsx';
import { WriteFailure } from '#src/forms/write-failure.tsx';
import { sessionAtom } from '#src/session/session-store.ts';
import { AddressText } from '#src/ui/address-text.tsx';
import { Button, TextButton } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { lazyComponent } from '#src/ui/fetch-code.ts';
import { useOfferedCommands } from '#src/ui/offered-commands.ts';
import { SecretDialog } from '#src/ui/secret-dialog.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { messages } from './messages.ts';

/** The customer the link is for; without an email the dialog asks. */
interface IssueRequest {
  readonly email?: string | null;
  readonly name?: string | null;
}

const request = createAtom<IssueRequest | null>(null);

/** Opens the dialog that issues a portal link, from any page. */
export function askForPortalLink(asked: IssueRequest): void {
  request.set(asked);
}

const close = () => request.set(null);

/** The dialog that issues a portal link, on every page, and its line in the palette. */
export function IssueHost() {
  const asked = useSelector(request);
  const { reason: disabledReason } = useWriteAccess('portal_tokens:write');
  const { issue: label, keywords } = messages;
  const run = () => askForPortalLink({});
  useOfferedCommands([{ id: 'issue-portal-link', group: 'go', label, keywords, icon: 'key', run, disabledReason }]);
  useLeavingPage(close);
  return asked === null ? null : <IssueDialog asked={asked} />;
}

type IssueBody = Body<typeof issuePortalToken>;

interface IssueValues {
  requester_email: string;
  /** As typed. */
  expiry_days: string;
  reuse_active: boolean;
}

interface IssuedLink {
  readonly reply: Reply<typeof issuePortalToken>;
  readonly isReused: boolean;
  /** The request. */
  readonly body: IssueBody;
}

/** Issues a link for an address, then shows it once. */
function IssueDialog({ asked: { email, name } }: { readonly asked: IssueRequest }) {
  const { reason } = useWriteAccess('portal_tokens:write');
  const maxDays = useMaxDays();
  const { write, isBusy, error } = useWrite(issuePortalToken, { refetch: 'rest' });
  const [issued, setIssued] = useState<IssuedLink | null>(null);
  const form = useForm<IssueValues, unknown, IssueBody>({
    defaultValues: { requester_email: email ?? '', expiry_days: '30', reuse_active: true },
    resolver: useMemo(() => resolverFor(maxDays), [maxDays]),
  });
  const [typed, reuses] = useWatch({ control: form.control, name: ['requester_email', 'reuse_active'] });

  async function issue(body: IssueBody): Promise<IssuedLink | null> {
    const reply = await write({ body });
    return reply === null ? null : { reply, body, isReused: reply.reused ?? looksReused(reply, body) };
  }

  if (issued !== null) {
    const issueNew = async () => setIssued((await issue({ ...issued.body, reuse_active: false })) ?? issued);
    return <RevealDialog key={issued.reply.id} issued={issued} isBusy={isBusy} onIssueNew={() => void issueNew()} />;
  }
  return (
    <FormDialog
      title={name ? messages.issueFor(name) : messages.issue}
      submit={messages.submit}
      disabledReason={reason}
      form={form}
      isBusy={isBusy}
      error={error}
      failure={(failed) => (
        <WriteFailure error={failed} failed={(why) => (isUnsure(failed) ? `${why} ${messages.unsure}` : why)} />
      )}
      // Closing would lose the link that is on its way.
      onClose={() => (isBusy ? undefined : close())}
      onSend={issue}
      onDone={setIssued}
    >
      <div>
        <TextField
          label={messages.email}
          hint={messages.emailHint}
          inputMode="email"
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          {...fieldOf(form, 'requester_email')}
        />
        <AddressFacts email={typed} />
      </div>
      <DaysField
        control={form.control}
        name="expiry_days"
        max={maxDays}
        hint={maxDays < MAX_LINK_DAYS ? messages.longer(MAX_LINK_DAYS) : undefined}
      />
      <Switch
        {...form.register('reuse_active')}
        isOn={reuses}
        label={messages.reuse.label}
        text={reuses ? messages.reuse.on : messages.reuse.off}
      />
    </FormDialog>
  );
}

/** The longest expiry in days: shorter for a browser session than for an API token. */
function useMaxDays(): number {
  return useSelector(sessionAtom, (state) =>
    state.phase !== 'out' && state.session.kind === 'session' ? MAX_SESSION_LINK_DAYS : MAX_LINK_DAYS,
  );
}

interface IssueInput {
  readonly requester_email: string;
  readonly expiry_days?: number | undefined;
  readonly reuse_active?: boolean | undefined;
}

const resolverFor = (maxDays: number) =>
  contractResolver<IssueValues, IssueInput, IssueBody>({
    schema: issuePortalToken.body,
    names: { requester_email: messages.email },
    bodyOf: ({ requester_email, expiry_days, reuse_active }) => ({
      requester_email: requester_email.trim(),
      expiry_days: readDays(expiry_days, maxDays) ?? undefined,
      reuse_active,
    }),
    also: ({ expiry_days }) => ({ expiry_days: daysProblem(expiry_days, maxDays) }),
  });

const DAY_MS = 86_400_000;
/** Allowance for clock skew and a slow reply. */
const SLACK_MS = 10 * 60_000;

/** For a service that does not send `reused`: a new link has no uses and the requested expiry. */
function looksReused(reply: IssuedLink['reply'], body: IssueBody): boolean {
  if (reply.token === undefined || reply.use_count > 0) return true;
  return Math.abs(Date.parse(reply.expires_utc) - Date.now() - body.expiry_days * DAY_MS) > SLACK_MS;
}

/** How many tickets a link for the typed address would show, and whether its customer is blocked. */
function AddressFacts({ email }: { readonly email: string }) {
  const typed = email.trim();
  const settled = useSettled(typed);
  const isAsked = settled === typed && isEmail(settled);
  const hasFilters = isWholeService(useWhoami());
  const { data, error } = useQuery({ ...ticketsOf(settled, hasFilters), enabled: isAsked, staleTime: 30_000 });
  const customer = useQuery({
    ...read(getCustomer, { email: settled }),
    enabled: isAsked,
    staleTime: 30_000,
    retry: false,
  });
  const { facts: texts } = messages;
  if (!isAsked) return null;
  const isBlocked = customer.data?.identity.blocked_utc != null;
  const total = data?.total_count;
  return (
    <div role="status" className="mt-1 text-12 text-ink-3">
      {error !== null ? null : (
        <p>
          {total === undefined ? texts.looking : total === 0 ? texts.none : texts.tickets(total, formatCount(total))}
        </p>
      )}
      {isBlocked ? <p className="text-warn-text">{texts.blocked}</p> : null}
    </div>
  );
}

/** Counts the tickets of exactly this address. Without filters the service searches for the address. */
function ticketsOf(email: string, hasFilters: boolean) {
  if (!hasFilters) return read(listTickets, { q: email, limit: 1 });
  const filter = JSON.stringify({ all: [{ field: 'requester_email', op: 'is', value: email }] });
  return read(listTickets, { filter, limit: 1 });
}

const QrCode = lazyComponent(() => import('./qr-code.tsx'), 'QrCode');

interface RevealDialogProps {
  readonly issued: IssuedLink;
  /** Issues another link for the address instead of reusing this one. */
  readonly onIssueNew: () => void;
  readonly isBusy: boolean;
}

/** Shows a link until the dialog is closed. Nothing of it stays in the page afterwards. */
function RevealDialog({ issued: { reply, isReused }, onIssueNew, isBusy }: RevealDialogProps) {
  const zone = useDisplayZone();
  const [isQrShown, setQrShown] = useState(false);
  const { reveal: texts } = messages;
  const { id, requester_email: email, token_url: url, expires_utc: expires, use_count: uses } = reply;
  const another = isReused ? (
    <Button busy={isBusy} onClick={onIssueNew}>
      {texts.another}
    </Button>
  ) : null;
  const facts = (
    <FactList
      className="mt-4 border-t border-line pt-3"
      facts={[
        [
          texts.requester,
          <span key="email" dir="ltr">
            <AddressText text={email} />
          </span>,
        ],
        [texts.id, id.toString()],
        [texts.expires, formatInstant(expires, zone)],
        [texts.uses, formatCount(uses)],
      ]}
    />
  );
  // Some services don't show a reused link again.
  if (url === undefined)
    return (
      <Dialog
        title={texts.lostTitle(formatDay(expires, zone))}
        onClose={close}
        className="md:w-[520px]"
        footer={
          <>
            {another}
            <Button onClick={close}>{texts.done}</Button>
          </>
        }
      >
        <p className="text-ink-2">{texts.lostText}</p>
        {facts}
      </Dialog>
    );
  return (
    <SecretDialog
      title={texts.title}
      lead={texts.text}
      name={texts.link}
      secret={url}
      lost={texts.closeText}
      copy={texts.copyLink}
      extras={
        <>
          <TextButton
            aria-expanded={isQrShown}
            className="mt-1 text-12 font-medium"
            onClick={() => setQrShown(!isQrShown)}
          >
            {texts.qr}
          </TextButton>
          {isQrShown ? (
            <Suspense fallback={null}>
              <QrCode text={url} />
            </Suspense>
          ) : null}
          {isReused ? (
            <p className="mt-2 text-12 text-ink-2 text-pretty">
              {texts.again(formatDay(expires, zone))} {texts.opened(uses, formatCount(uses))}
            </p>
          ) : null}
        </>
      }
      actions={another}
      onClose={close}
    >
      {facts}
    </SecretDialog>
  );
}
