import { useEffect, useState } from 'react';
import goExample from '../../../docs/examples/webhook-receiver.go?raw';
// oxlint-disable-next-line import/default -- with ?raw a file's text is its default export
import nodeExample from '../../../docs/examples/webhook-receiver.mjs?raw';
import pythonExample from '../../../docs/examples/webhook-receiver.py?raw';
import { formatAge } from '#src/format/time.ts';
import { TextArea, TextField } from '#src/forms/field.tsx';
import { SecretField } from '#src/forms/secret-field.tsx';
import { PageBody } from '#src/panels/page-parts.tsx';
import { Panel } from '#src/panels/panel.tsx';
import { SettingsHeader } from '#src/settings/settings-header.tsx';
import { Button } from '#src/ui/button.tsx';
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Icon, type IconName } from '#src/ui/icons/icon.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { verifyMessages as messages } from './messages.ts';
import {
  readHeaders,
  TOLERANCE_SECONDS,
  verifySignature,
  type MessagePart,
  type SignedMessage,
  type Verdict,
} from './verify-signature.ts';
import { WebhookTabs } from './webhook-tabs.tsx';

const EMPTY: SignedMessage = { secret: '', id: '', timestamp: '', signature: '', body: '' };
const HEADER_PARTS = ['id', 'timestamp', 'signature'] as const;

/** Checks a delivery in the browser, and has code for receivers. What is typed is in this component alone. */
export function VerifyPage() {
  const [message, setMessage] = useState(EMPTY);
  const isEmpty = Object.values(message).every((text) => text === '');
  const set = (change: Partial<SignedMessage>) => setMessage((before) => ({ ...before, ...change }));
  return (
    <>
      <SettingsHeader part="webhooks" />
      <PageBody>
        <WebhookTabs />
        <h2 className="text-20 font-semibold text-balance">{messages.lead}</h2>
        <p className="text-ink-2 text-pretty">{messages.leadText}</p>
        <div className="mt-4 grid grid-cols-1 gap-x-10 gap-y-8 min-[1000px]:grid-cols-2">
          <form
            noValidate
            aria-label={messages.lead}
            className="flex min-w-0 flex-col gap-3.5"
            onSubmit={(event) => event.preventDefault()}
          >
            <SecretField
              label={messages.secret}
              value={message.secret}
              onChange={(secret) => set({ secret })}
              isWrong={false}
            />
            {HEADER_PARTS.map((part) => (
              <TextField
                key={part}
                label={messages[part]}
                dir="ltr"
                spellCheck={false}
                data-secret={part === 'signature' ? '' : undefined}
                hint={part === 'id' ? messages.headersHint : undefined}
                value={message[part]}
                onChange={({ target }) => set({ [part]: target.value })}
                onPaste={(event) => {
                  const found = readHeaders(event.clipboardData.getData('text'));
                  if (Object.keys(found).length === 0) return;
                  event.preventDefault();
                  set(found);
                }}
              />
            ))}
            <TextArea
              label={messages.body}
              dir="ltr"
              spellCheck={false}
              hint={messages.bodyHint}
              value={message.body}
              onChange={({ target }) => set({ body: target.value })}
            />
            <VerdictLine message={message} isEmpty={isEmpty} />
            {isEmpty ? null : (
              <Button className="self-start" onClick={() => setMessage(EMPTY)}>
                {messages.clear}
              </Button>
            )}
          </form>
          <CodePanel />
        </div>
      </PageBody>
    </>
  );
}

interface Answer {
  readonly icon: IconName;
  readonly tone: string;
  readonly title: string;
  readonly text: string;
}

function VerdictLine({ message, isEmpty }: { readonly message: SignedMessage; readonly isEmpty: boolean }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  // Only https pages and localhost have it, whatever the types say.
  const canCheck = Boolean(globalThis.crypto?.subtle);
  useEffect(() => {
    if (isEmpty || !canCheck) return;
    let isOver = false;
    void verifySignature(message, Date.now()).then((found) => {
      if (!isOver) setVerdict(found);
    });
    return () => {
      isOver = true;
    };
  }, [message, isEmpty, canCheck]);
  const answer = isEmpty || verdict === null ? null : answerOf(verdict);
  return (
    <div role="status" className="flex min-h-10 gap-2 border-t border-line pt-3">
      {!canCheck ? (
        <p className="text-danger-text">{messages.insecure}</p>
      ) : answer === null ? (
        <p className="text-ink-3">{messages.start}</p>
      ) : (
        <>
          <Icon name={answer.icon} className={`mt-0.5 ${answer.tone}`} />
          <p className="min-w-0 text-pretty">
            <b className={`block font-semibold ${answer.tone}`}>{answer.title}</b>
            {answer.text}
          </p>
        </>
      )}
    </div>
  );
}

/** A verdict in words. */
function answerOf(verdict: Verdict): Answer {
  const names = (parts: readonly MessagePart[]) => parts.map((part) => messages[part]).join(', ');
  switch (verdict.kind) {
    case 'missing':
      return { icon: 'info', tone: 'text-ink-2', title: messages.missing(names(verdict.parts)), text: '' };
    case 'unreadable':
      return {
        icon: 'warning',
        tone: 'text-danger-text',
        title: messages.unreadable(names(verdict.parts)),
        text: verdict.parts.map((part) => messages.form[part]).join(' '),
      };
    case 'wrong':
      return { icon: 'close', tone: 'text-danger-text', title: messages.wrong, text: messages.wrongText };
    case 'valid': {
      const { ageSeconds, matched, signatures } = verdict;
      const which =
        signatures < 2 ? '' : matched === 1 ? messages.first(signatures) : messages.second(matched, signatures);
      const isEarly = ageSeconds < 0;
      const age = formatAge(Math.abs(ageSeconds) * 1_000);
      const when = isEarly ? messages.early(age) : messages.sent(age);
      if (Math.abs(ageSeconds) <= TOLERANCE_SECONDS)
        return { icon: 'check', tone: 'text-ok-text', title: messages.valid, text: `${which} ${isEarly ? '' : when}` };
      const title = isEarly ? messages.ahead : messages.old;
      return { icon: 'clock', tone: 'text-warn-text', title, text: `${which} ${when} ${messages.refuse}` };
    }
  }
}

const EXAMPLES = {
  node: { name: 'Node', code: nodeExample },
  python: { name: 'Python', code: pythonExample },
  go: { name: 'Go', code: goExample },
} as const;
type Language = keyof typeof EXAMPLES;

/** The keyboard scrolls what it can focus. */
const SCROLLER = { role: 'group', tabIndex: 0 } as const;

function CodePanel() {
  const [language, setLanguage] = useState<Language>('node');
  const { code } = EXAMPLES[language];
  return (
    <Panel title={messages.code} actions={<CopyButton text={code} label={messages.copyCode} showLabel size="md" />}>
      <p className="mb-2 text-ink-2">{messages.codeText}</p>
      <Segmented<Language>
        label={messages.language}
        value={language}
        onChange={setLanguage}
        options={(['node', 'python', 'go'] as const).map((value) => ({ value, label: EXAMPLES[value].name }))}
      />
      <pre
        dir="ltr"
        {...SCROLLER}
        aria-label={EXAMPLES[language].name}
        className="mt-2 max-h-[520px] overflow-auto rounded-control border border-line bg-sunken p-2.5 font-mono text-12"
      >
        <code>{code}</code>
      </pre>
    </Panel>
  );
}
