import { Fragment, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Button } from '#src/ui/button.tsx';
import { Kbd } from '#src/ui/keys/kbd.tsx';
import { keyChanges, keysNow, setKeyChanges, useKeyChanges } from '#src/ui/keys/key-changes.ts';
import { capsOf } from '#src/ui/keys/key-labels.ts';
import { isCharacterKeys, keyStroke } from '#src/ui/keys/key-stroke.ts';
import { usePreferences } from '#src/ui/preferences.ts';
import { announce } from '#src/ui/toasts/announce.ts';
import { keysMessages as messages } from './messages.ts';
import { LetterKeysSwitch, SettingRow, SettingsHeader } from './settings-header.tsx';

interface KeysPageProps {
  /** Every key of every page; composed by the route. */
  readonly groups: readonly KeyGroup[];
}

/** Which key does what, and other keys for it. */
export function KeysPage({ groups }: KeysPageProps) {
  const { letterKeys } = usePreferences();
  const changes = useKeyChanges();
  const known = new Set(groups.flatMap(({ entries }) => entries.map(({ keys }) => keys)));
  const changed = Object.keys(changes).filter((keys) => known.has(keys)).length;
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
          {changed === 0 ? null : (
            <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2">
              <p>{messages.changed(changed)}</p>
              <Button
                onClick={() => {
                  setKeyChanges({});
                  announce(messages.resetDone);
                }}
              >
                {messages.resetAll}
              </Button>
            </div>
          )}
          {groups.map((group) => (
            <section key={group.name} className="mt-5">
              <h3 className="mb-1 text-12 font-medium text-ink-3">{group.name}</h3>
              <ul>
                {group.entries.map((entry) => (
                  <KeyRow key={entry.keys} entry={entry} groups={groups} isOff={!letterKeys} />
                ))}
              </ul>
            </section>
          ))}
          <p className="mt-4 text-12 text-ink-3">{messages.fixed}</p>
        </div>
      </PageBody>
    </>
  );
}

interface KeyRowProps {
  readonly entry: KeyEntry;
  readonly groups: readonly KeyGroup[];
  /** Letter keys are switched off. */
  readonly isOff: boolean;
}

function KeyRow({ entry, groups, isOff }: KeyRowProps) {
  const [isChanging, setChanging] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const now = keysNow(entry.keys);

  function set(keys: string): void {
    const { [entry.keys]: _before, ...others } = keyChanges();
    setKeyChanges(keys === entry.keys ? others : { ...others, [entry.keys]: keys });
    announce(messages.saved(entry.label, capsText(keys)));
    close();
  }

  function close(): void {
    setChanging(false);
    // The button stands again after this.
    requestAnimationFrame(() => button.current?.focus());
  }

  return (
    <li className="flex min-h-10 flex-wrap items-center gap-2 border-b border-line py-1">
      <span
        className={`min-w-0 flex-1 [overflow-wrap:anywhere] ${isOff && isCharacterKeys(now) ? 'text-ink-3 line-through' : ''}`}
      >
        {entry.label}
      </span>
      {isChanging ? (
        <KeysRecorder entry={entry} groups={groups} onSave={set} onCancel={close} />
      ) : (
        <>
          {/* Caps are not drawn where there is mostly no keyboard; here they are the matter. */}
          <span className="sr-only text-12 text-ink-3 pointer-coarse:not-sr-only">
            {capsOf(now).map((cap, index) => (
              <Fragment key={index}>
                {index > 0 ? ` ${messages.then} ` : null}
                <kbd>{cap}</kbd>
              </Fragment>
            ))}
          </span>
          <Kbd keys={entry.keys} />
          {now === entry.keys ? null : (
            <Button
              size="sm"
              variant="ghost"
              aria-label={messages.reset(entry.label)}
              // Something else may have its first keys by now.
              disabledReason={keyProblem(entry.keys, entry, groups) ?? undefined}
              onClick={() => set(entry.keys)}
            >
              {messages.resetShort}
            </Button>
          )}
          <Button ref={button} size="sm" aria-label={messages.change(entry.label)} onClick={() => setChanging(true)}>
            {messages.changeShort}
          </Button>
        </>
      )}
    </li>
  );
}

interface KeysRecorderProps {
  readonly entry: KeyEntry;
  readonly groups: readonly KeyGroup[];
  readonly onSave: (keys: string) => void;
  readonly onCancel: () => void;
}

/** Takes down the keys that are pressed in it, at most two strokes. */
function KeysRecorder({ entry, groups, onSave, onCancel }: KeysRecorderProps) {
  const [strokes, setStrokes] = useState<readonly string[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const keys = strokes.join(' ');
  const problem = keys === '' ? null : keyProblem(keys, entry, groups);
  useEffect(() => field.current?.focus(), []);

  function save(): void {
    if (keys !== '' && problem === null) onSave(keys);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    // 229: the input method has the key. Tab leaves the field, as everywhere.
    if (event.nativeEvent.isComposing || event.keyCode === 229 || event.key === 'Tab') return;
    const stroke = keyStroke(event.nativeEvent);
    if (stroke === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (stroke === 'escape') onCancel();
    else if (stroke === 'enter') save();
    else if (stroke === 'backspace') setStrokes([]);
    else setStrokes((before) => (before.length === 2 ? [stroke] : [...before, stroke]));
  }

  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <input
        ref={field}
        readOnly
        value={keys === '' ? '' : capsText(keys)}
        placeholder={messages.waiting}
        aria-label={messages.record(entry.label)}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={`${id}-hint ${id}-problem`}
        className={`h-8 w-44 rounded-control border bg-surface px-2.5 text-ink ${problem === null ? 'border-line-control' : 'border-danger'}`}
        onKeyDown={onKeyDown}
      />
      <Button variant="primary" onClick={save} disabledReason={keys === '' ? messages.waiting : (problem ?? undefined)}>
        {messages.save}
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        {messages.cancel}
      </Button>
      <p id={`${id}-problem`} role="alert" className="w-full text-12 text-danger-text empty:hidden">
        {problem}
      </p>
      <p id={`${id}-hint`} className="w-full text-12 text-ink-3">
        {messages.recordHint}
      </p>
    </div>
  );
}

/** One binding that can be changed. */
export interface KeyEntry {
  /** As we chose them; they are its identity. */
  readonly keys: string;
  readonly label: string;
}

interface KeyGroup {
  readonly name: string;
  readonly entries: readonly KeyEntry[];
}

const OF_BROWSER = /^mod\+(?:shift\+)?[tnwqlrpcvx]$/;
const OF_PAGE =
  /(?:^| )(?:mod\+)?(?:shift\+)?(?:escape|enter|tab|space|backspace|delete|home|end|pageup|pagedown|arrow\w+|f\d+)(?: |$)/;

/** Why these keys cannot be taken for `entry`; null when they can. */
export function keyProblem(keys: string, entry: KeyEntry, groups: readonly KeyGroup[]): string | null {
  const shown = capsText(keys);
  if (OF_BROWSER.test(keys)) return messages.ofBrowser(shown);
  if (/^[1-9]( |$)/.test(keys)) return messages.ofViews;
  if (OF_PAGE.test(keys)) return messages.ofPage(shown);
  for (const other of groups.flatMap(({ entries }) => entries)) {
    if (other.keys === entry.keys) continue;
    const theirs = keysNow(other.keys);
    if (theirs === keys) return messages.taken(shown, other.label);
    // The shorter one would wait for the rest of the longer one, and never act.
    if (theirs.startsWith(`${keys} `) || keys.startsWith(`${theirs} `)) return messages.begins(shown, other.label);
  }
  return null;
}

function capsText(keys: string): string {
  return capsOf(keys).join(` ${messages.then} `);
}
