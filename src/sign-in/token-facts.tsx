import type { ReactNode } from 'react';
import { FEATURES } from '#contract/operation.ts';
import type { Whoami } from '#contract/site.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { isWholeService, siteName } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay, formatNear } from '#src/format/time.ts';
import { Icon } from '#src/ui/icons/icon.tsx';
import { messages } from './messages.ts';

const texts = messages.facts;

/** Facts of whoami about the token, before entering. */
export function TokenFacts({ whoami }: { readonly whoami: Whoami | null }) {
  return (
    <section aria-labelledby="facts" className="mx-auto w-full max-w-[420px] max-[899px]:max-w-[360px]">
      <div className="flex items-baseline justify-between gap-2">
        <h2 id="facts" className="text-14 font-semibold">
          {texts.title}
        </h2>
        <span className="text-12 text-ink-3">whoami</span>
      </div>
      {whoami === null ? (
        <p className="mt-3 border-t border-line pt-3 text-ink-3">{texts.empty}</p>
      ) : (
        <>
          <Facts whoami={whoami} />
          <Features whoami={whoami} />
        </>
      )}
    </section>
  );
}

function Facts({ whoami }: { readonly whoami: Whoami }) {
  const zone = useDisplayZone();
  const { capabilities } = whoami;
  return (
    <dl className="mt-3 grid grid-cols-[92px_minmax(0,1fr)] gap-y-0.5 border-t border-line pt-2">
      <Fact name={texts.label}>
        <span className="font-medium">{whoami.label}</span>
      </Fact>
      <Fact name={texts.site}>
        <span>{siteName(whoami)}</span>
        {whoami.site_name === undefined ? null : <Small>{texts.siteId(whoami.site_id.toString())}</Small>}
        {whoami.is_demo === true ? (
          <span className="rounded-tag border border-accent-line bg-accent-tint px-1.5 text-11 text-accent-text">
            {texts.demo}
          </span>
        ) : null}
      </Fact>
      <Fact name={texts.token}>
        <span className="font-mono text-12">{`${whoami.token_prefix}…`}</span>
        <Small>{texts.siteId(whoami.token_id.toString())}</Small>
      </Fact>
      <Fact name={texts.scopes}>
        {whoami.scopes.length === 0 ? texts.noScopes : null}
        {whoami.scopes.map((scope) => (
          <span key={scope} className="rounded-tag bg-active px-1.5 font-mono text-11 leading-[18px] text-ink-2">
            {scope === '*' ? texts.fullAccess : scope}
          </span>
        ))}
      </Fact>
      <Fact name={texts.rate}>{texts.perMinute(formatCount(capabilities.rate_limit_per_min))}</Fact>
      <Fact name={texts.calls}>{formatCount(whoami.request_count)}</Fact>
      <Fact name={texts.lastUsed}>
        {whoami.last_used_utc === null ? texts.notYet : formatNear(whoami.last_used_utc, zone, Date.now())}
      </Fact>
      <Fact name={texts.created}>{formatDay(whoami.created_utc, zone)}</Fact>
      {whoami.expires_utc ? <Fact name={texts.expires}>{formatDay(whoami.expires_utc, zone)}</Fact> : null}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="py-1.5 text-12 text-ink-3">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5 gap-y-1 py-1 tabular-nums [overflow-wrap:anywhere]">
        {children}
      </dd>
    </>
  );
}

function Small({ children }: { readonly children: string }) {
  return <span className="text-12 text-ink-3">{children}</span>;
}

function Features({ whoami }: { readonly whoami: Whoami }) {
  const { deployed } = whoami.capabilities;
  return (
    <>
      <h3 className="mt-3.5 border-t border-line pt-3.5 text-12 font-medium">{texts.features}</h3>
      <ul className="mt-1.5 grid grid-cols-2 gap-x-4 gap-y-0.5 text-12">
        {FEATURES.map((key) => (
          <li key={key} className="flex min-h-6 items-start gap-1.5 py-1 text-ink-2">
            <Icon
              name={deployed[key] === true ? 'check' : 'close'}
              size={14}
              className={`mt-px ${deployed[key] === true ? 'text-ok' : 'text-ink-3'}`}
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-mono">{key}</span>
              {deployed[key] === true ? null : <span className="text-11 text-ink-3"> {texts.notDeployed}</span>}
            </span>
          </li>
        ))}
      </ul>
      {isWholeService(whoami) ? null : <p className="mt-1.5 text-12 text-ink-3">{texts.documentOnly}</p>}
    </>
  );
}
