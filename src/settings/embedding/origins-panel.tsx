import { useState } from 'react';
import { TextField } from '#src/forms/field.tsx';
import { Panel } from '#src/panels/panel.tsx';
import { AddressText } from '#src/ui/address-text.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { TextButton } from '#src/ui/text-button.tsx';
import type { ChoicesProps } from './choices-panel.tsx';
import { CodeBlock } from './code-block.tsx';
import { messages } from './messages.ts';
import { allowedOrigins, isMixed, judgePortal, originsLine } from './portal-origin.ts';

const { origins: texts } = messages;

/** Which portals the service lets embed it, and what to set for another. */
export function OriginsPanel({ search, set }: Pick<ChoicesProps, 'search' | 'set'>) {
  const [text, setText] = useState(search.portal ?? '');
  const own = location.origin;
  const allowed = allowedOrigins();
  const judged = text === '' ? null : judgePortal(text, own);
  const portal = text === '' || judged !== null ? null : text;

  function type(typed: string): void {
    setText(typed);
    set({ portal: typed !== '' && judgePortal(typed, own) === null ? typed : undefined });
  }

  const meant = judged?.meant ?? null;
  return (
    <Panel title={texts.title}>
      <p className="mt-1 text-ink-2">{allowed.length === 0 ? texts.nobody : texts.now(allowed.length)}</p>
      {allowed.length === 0 ? null : (
        <ul className="mt-1">
          {allowed.map((origin) => (
            <li key={origin} className="flex min-h-6 items-center gap-2">
              <Icon name="check" size={14} className="text-ok-text" />
              <code dir="ltr" className="min-w-0 font-mono text-12 [overflow-wrap:anywhere]">
                <AddressText text={origin} />
              </code>
            </li>
          ))}
        </ul>
      )}
      <TextField
        className="mt-3"
        label={texts.field}
        hint={texts.hint}
        error={
          judged === null ? undefined : (
            <span>
              {messages.refused[judged.refusal]}{' '}
              {meant === null ? null : <TextButton onClick={() => type(meant)}>{texts.use(meant)}</TextButton>}
            </span>
          )
        }
        inputMode="url"
        spellCheck={false}
        value={text}
        onChange={({ target }) => type(target.value.trim())}
      />
      <div className="mt-3 grid gap-3">
        {portal === null ? null : allowed.includes(portal) ? (
          <p role="status" className="flex items-center gap-2 text-ok-text">
            <Icon name="check" size={14} />
            {texts.already}
          </p>
        ) : (
          <div>
            <CodeBlock title={texts.set} code={originsLine(allowed, portal)} copy={texts.copySet} />
            <p className="mt-1 text-12 text-ink-3">{texts.where}</p>
          </div>
        )}
        {portal !== null && isMixed(portal, own) ? (
          <p role="note" className="flex gap-2 text-12 text-warn-text">
            <Icon name="warning" size={14} className="mt-px" />
            {texts.mixed}
          </p>
        ) : null}
        <CodeBlock title={texts.policy} code={`frame-src ${own}`} copy={texts.copyPolicy} />
      </div>
    </Panel>
  );
}
