import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listPortalTokens, type PortalTokenRecord } from '#contract/portal.ts';
import { read } from '#src/api/read.ts';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { CustomerPanel, Nothing } from '#src/customers/detail/panel.tsx';
import { QueryState } from '#src/panels/panel.tsx';
import { formatCount } from '#src/format/number.ts';
import { formatInstant } from '#src/format/time.ts';
import { Chip } from '#src/ui/chip.tsx';
import { messages } from './messages.ts';

const SHOWN = 5;
const { links: texts } = messages;
const TONES = { active: 'ok', expired: 'plain', revoked: 'plain' } as const;

/** The portal links of the customer's address, without their secret. */
export function PortalLinksPanel({ email }: { readonly email: string | null }) {
  const hasList = hasExtension(useWhoami(), 'portal_tokens_list');
  const query = useQuery({
    ...read(listPortalTokens, { email: email ?? '', limit: SHOWN }),
    enabled: hasList && email !== null,
    staleTime: 15_000,
    refetchInterval: 60_000,
  });
  const total = query.data?.total_count ?? 0;
  const isCut = total > SHOWN;
  return (
    <CustomerPanel
      title={texts.title}
      note={isCut ? texts.newest(formatCount(SHOWN), formatCount(total)) : query.data && formatCount(total)}
      resource={listPortalTokens.resource}
      actions={
        email === null || total === 0 ? null : (
          <Link
            to="/manage/portal-tokens"
            search={{ email }}
            className="hit relative inline-flex min-h-6 items-center text-12 text-accent-text hover:underline print:hidden"
          >
            {texts.all}
          </Link>
        )
      }
    >
      {email === null ? (
        <Nothing>{texts.noEmail}</Nothing>
      ) : !hasList ? (
        <Nothing>{texts.notProvided}</Nothing>
      ) : (
        <QueryState query={query} name={texts.name} rows={1}>
          {({ items }) =>
            items.length === 0 ? (
              <Nothing>{texts.empty}</Nothing>
            ) : (
              <ul aria-label={texts.title}>
                {items.map((token) => (
                  <LinkRow key={token.id.toString()} token={token} />
                ))}
              </ul>
            )
          }
        </QueryState>
      )}
    </CustomerPanel>
  );
}

function LinkRow({ token }: { readonly token: PortalTokenRecord }) {
  const zone = useDisplayZone();
  const at = (iso: string) => formatInstant(iso, zone);
  const { state, expires_utc: expires, revoked_utc: revoked, last_used_utc: used } = token;
  const end =
    revoked !== null
      ? texts.revokedAt(at(revoked))
      : state === 'active'
        ? texts.until(at(expires))
        : texts.ended(at(expires));
  return (
    <li className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line py-1">
      <span className="w-20 flex-none">
        <Chip tone={TONES[state]}>{texts.state[state]}</Chip>
      </span>
      <span className="tabular-nums">{end}</span>
      <span className="text-12 text-ink-3 tabular-nums">
        {used === null ? texts.never : texts.opened(token.use_count, at(used))}
      </span>
      <span className="ms-auto min-w-0 truncate text-12 text-ink-3">
        <bdi>{texts.by(token.issued_by)}</bdi>
      </span>
    </li>
  );
}
