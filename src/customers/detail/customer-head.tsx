import { useWriteAccess } from '#src/api/write-access.ts';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Avatar } from '#src/ui/icons/avatar.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { callHref, mailHref, whatsAppHref } from './contact-links.ts';
import { CustomerMenu } from './customer-menu.tsx';
import type { CustomerVerbs } from './customer-verbs.ts';
import { messages } from './messages.ts';
import type { OpenCustomer } from './open-customer.ts';

interface CustomerHeadProps {
  readonly open: OpenCustomer;
  readonly verbs: CustomerVerbs;
}

/** Who it is, how to reach them, and what is done most. */
export function CustomerHead({ open, verbs }: CustomerHeadProps) {
  const { email, phone } = open.customer.identity;
  const portal = useWriteAccess('portal_tokens:write');
  const tickets = useWriteAccess('tickets:write');
  return (
    <header className="flex flex-wrap items-start gap-x-3.5 gap-y-3">
      <Avatar name={open.name} size="lg" />
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex min-w-0 items-center gap-1">
          <h2
            tabIndex={-1}
            dir="auto"
            data-customer-name=""
            className="min-w-0 text-20 font-semibold [overflow-wrap:anywhere] outline-none"
          >
            {open.name}
          </h2>
          {verbs.edit === null ? null : (
            <span className="print:hidden">
              <IconButton
                icon="pencil"
                size="sm"
                label={messages.editCustomer}
                disabledReason={verbs.editReason}
                aria-haspopup="dialog"
                onClick={verbs.edit}
              />
            </span>
          )}
        </div>
        <ul className="flex flex-wrap items-center gap-x-3 text-ink-2">
          <Contact text={email} none={messages.noEmail} href={email && mailHref(email)} copy={messages.copyEmail} />
          <Contact text={phone} none={messages.noPhone} href={phone && callHref(phone)} copy={messages.copyPhone} />
          {phone === null || whatsAppHref(phone) === null ? null : (
            <li className="text-12 print:hidden">
              <SafeLink href={whatsAppHref(phone) ?? ''}>{messages.whatsApp}</SafeLink>
            </li>
          )}
        </ul>
      </div>
      <div className="flex flex-none flex-wrap items-center gap-2 print:hidden">
        <Button
          icon="key"
          aria-haspopup="dialog"
          disabledReason={portal.reason ?? (email === null ? messages.noEmailForLink : undefined)}
          onClick={verbs.issueLink}
        >
          {messages.issueLink}
        </Button>
        <Button
          icon="plus"
          variant="primary"
          aria-haspopup="dialog"
          disabledReason={tickets.reason}
          onClick={verbs.newTicket}
        >
          {messages.newTicket}
        </Button>
        <CustomerMenu open={open} verbs={verbs} />
      </div>
    </header>
  );
}

interface ContactProps {
  readonly text: string | null;
  readonly none: string;
  readonly href: string | null;
  readonly copy: string;
}

function Contact({ text, none, href, copy }: ContactProps) {
  if (text === null) return <li className="text-ink-3">{none}</li>;
  return (
    <li className="flex min-w-0 items-center gap-0.5">
      <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        {href === null ? (
          text
        ) : (
          <SafeLink href={href} className="hover:text-ink hover:underline">
            {text}
          </SafeLink>
        )}
      </span>
      <span className="print:hidden">
        <CopyButton text={text} label={copy} />
      </span>
    </li>
  );
}
