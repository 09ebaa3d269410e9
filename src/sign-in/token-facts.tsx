import { FEATURES } from '#contract/operation.ts';
import type { Whoami } from '#contract/site.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { isWholeService, siteName } from '#src/api/whoami.ts';
import { formatCount } from '#src/format/number.ts';
import { formatDay } from '#src/format/time.ts';
import { FactList, Mono } from '#src/ui/fact-list.tsx';
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
          {isWholeService(whoami) ? null : <p className="mt-3 text-12 text-ink-3">{texts.documentOnly}</p>}
        </>
      )}
    </section>
  );
}

function Facts({ whoami }: { readonly whoami: Whoami }) {
  const zone = useDisplayZone();
  const site =
    whoami.site_name === undefined ? siteName(whoami) : `${siteName(whoami)}, ${texts.id(whoami.site_id.toString())}`;
  return (
    <FactList
      className="mt-3 border-t border-line pt-3"
      facts={[
        [texts.label, whoami.label],
        [texts.site, site],
        [texts.demo, whoami.is_demo === true ? texts.demoText : null],
        [texts.token, <Mono key="token">{`${whoami.token_prefix}…`}</Mono>],
        [
          texts.scopes,
          whoami.scopes.length === 0
            ? texts.noScopes
            : whoami.scopes.map((scope) => (scope === '*' ? texts.fullAccess : scope)).join(', '),
        ],
        [texts.rate, texts.perMinute(formatCount(whoami.capabilities.rate_limit_per_min))],
        [texts.expires, whoami.expires_utc ? formatDay(whoami.expires_utc, zone) : null],
        [texts.features, FEATURES.filter((key) => whoami.capabilities.deployed[key] === true).join(', ')],
      ]}
    />
  );
}
