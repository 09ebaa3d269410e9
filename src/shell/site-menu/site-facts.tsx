import type { ReactNode } from 'react';
import { useDisplayZone } from '#src/browser/zone.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { formatInstant } from '#src/format/time.ts';
import { Chip } from '#src/ui/chip.tsx';
import { messages as texts } from './site-messages.ts';
import { siteName } from './site-name.ts';

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-12 leading-6 text-ink-3">{name}</dt>
      <dd className="min-w-0 leading-6 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

/** Which site this is and what the token may do, from whoami. */
export function SiteFacts() {
  const whoami = useWhoami();
  const zone = useDisplayZone();
  const scopes = whoami.scopes.filter((scope) => scope !== 'read');
  return (
    <div>
      <p className="flex items-center gap-2 font-semibold">
        <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
          {siteName(whoami)}
        </span>
        {whoami.is_demo === true ? <Chip tone="accent">{texts.demo}</Chip> : null}
      </p>
      {whoami.is_demo === true ? <p className="text-12 text-ink-3">{texts.demoText}</p> : null}
      <dl className="mt-2 grid grid-cols-[92px_minmax(0,1fr)]">
        <Fact name={texts.id}>
          <span className="tabular-nums">{whoami.site_id.toString()}</span>
        </Fact>
        {whoami.time_zone === undefined ? null : <Fact name={texts.zone}>{whoami.time_zone}</Fact>}
        <Fact name={texts.token}>
          <span dir="auto">{whoami.label}</span>{' '}
          <span className="font-mono text-12 text-ink-3">{whoami.token_prefix}</span>
        </Fact>
        <Fact name={texts.scopes}>
          {scopes.length === 0 ? (
            texts.readOnly
          ) : (
            <span className="flex flex-wrap gap-1 py-1">
              {scopes.map((scope) => (
                <code key={scope} className="rounded-tag bg-active px-1.5 font-mono text-11 leading-[18px] text-ink-2">
                  {scope === '*' ? texts.fullAccess : scope}
                </code>
              ))}
            </span>
          )}
        </Fact>
        {whoami.expires_utc == null ? null : (
          <Fact name={texts.expires}>
            <span className="tabular-nums">{formatInstant(whoami.expires_utc, zone)}</span>
          </Fact>
        )}
      </dl>
    </div>
  );
}
