import { useSelector } from '@tanstack/react-store';
import { hasExtension, useWhoami } from '#src/api/whoami.ts';
import { Panel } from '#src/panels/panel.tsx';
import { OWN_BASE } from '#src/session/api-base.ts';
import { sessionAtom } from '#src/session/session-store.ts';
import type { Choices } from './choices.ts';
import { CodeBlock } from './code-block.tsx';
import { messages } from './messages.ts';

const { token: texts } = messages;

/** Which API token the portal needs, and how it is made. */
export function TokenPanel({ choices: { view, canEdit } }: { readonly choices: Choices }) {
  const whoami = useWhoami();
  const isElsewhere = useSelector(sessionAtom, (state) => state.phase !== 'out' && state.session.baseUrl !== OWN_BASE);
  const scopes = canEdit ? ['read', ...view.embed.writes] : ['read'];
  const viewers = hasExtension(whoami, 'sessions') ? (canEdit ? texts.few : texts.many) : texts.noSessions;
  return (
    <Panel title={texts.title}>
      <p className="mt-1 text-ink-2">{texts.lead}</p>
      <dl className="mt-2 grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <dt className="text-12 leading-5 text-ink-3">{texts.scopes}</dt>
        <dd className="flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <code key={scope} className="rounded-tag bg-active px-1.5 font-mono text-11 leading-[18px] text-ink-2">
              {scope}
            </code>
          ))}
        </dd>
        <dt className="text-12 leading-5 text-ink-3">{texts.viewers}</dt>
        <dd>{viewers}</dd>
      </dl>
      <div className="mt-3">
        {isElsewhere ? (
          <p className="text-ink-2">{texts.hosted}</p>
        ) : (
          <CodeBlock
            title={texts.command}
            code={`npm run --silent admin -- token create --site-id ${whoami.site_id} --label "Portal" --scopes ${scopes.join(',')} --rate-limit 6000`}
            copy={texts.copy}
          />
        )}
        {isElsewhere ? null : <p className="mt-1 text-12 text-ink-3">{texts.shared}</p>}
      </div>
      <p className="mt-2 text-12 text-ink-3">{texts.known}</p>
    </Panel>
  );
}
