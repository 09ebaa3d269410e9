import { Fragment } from 'react';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { keyLabels } from '#src/ui/keys/key-labels.ts';
import { isCharacterKeys } from '#src/ui/keys/key-stroke.ts';
import { usePreferences } from '#src/ui/preferences.ts';
import { keysMessages as messages } from './messages.ts';
import { LetterKeysSwitch, SettingRow, SettingsHeader } from './settings-header.tsx';

interface KeyGroup {
  readonly name: string;
  readonly entries: readonly KeyEntry[];
}

interface KeyEntry {
  readonly keys: string;
  readonly label: string;
}

interface KeysPageProps {
  /** Every key of every page; composed by the route. */
  readonly groups: readonly KeyGroup[];
}

/** Which key does what, on all pages. */
export function KeysPage({ groups }: KeysPageProps) {
  const { letterKeys } = usePreferences();
  return (
    <>
      <SettingsHeader part="shortcuts" />
      <PageBody>
        <h2 className="text-20 font-semibold text-balance">{messages.lead}</h2>
        <p className="text-ink-2 text-pretty">{messages.leadText}</p>
        <div className="mt-4 max-w-measure">
          <SettingRow name={messages.letters} text={messages.lettersText}>
            <LetterKeysSwitch />
          </SettingRow>
          {groups.map((group) => (
            <section key={group.name} className="mt-5">
              <h3 className="mb-1 text-12 font-medium text-ink-3">{group.name}</h3>
              <ul>
                {group.entries.map((entry) => (
                  <KeyRow key={entry.keys} entry={entry} isOff={!letterKeys && isCharacterKeys(entry.keys)} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </PageBody>
    </>
  );
}

/** @param isOff letter keys are switched off, and this is one */
function KeyRow({ entry: { keys, label }, isOff }: { readonly entry: KeyEntry; readonly isOff: boolean }) {
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-2 border-b border-line py-1">
      <span className={`min-w-0 flex-1 [overflow-wrap:anywhere] ${isOff ? 'text-ink-3 line-through' : ''}`}>
        {label}
      </span>
      {/* Caps are not drawn on touch devices; on this page they are shown in words. */}
      <span className="sr-only text-12 text-ink-3 pointer-coarse:not-sr-only">
        {keyLabels(keys).map((cap, index) => (
          <Fragment key={index}>
            {index > 0 ? ` ${messages.then} ` : null}
            <kbd>{cap}</kbd>
          </Fragment>
        ))}
      </span>
      <Kbd keys={keys} />
    </li>
  );
}
