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
import { CopyButton } from '#src/ui/copy-button.tsx';
import { Icon } from '#src/ui/icons/icon.tsx';
import { Segmented } from '#src/ui/segmented.tsx';
import { verifyMessages as messages } from './messages.ts';
import { TOLERANCE_SECONDS, verifySignature, type SignedMessage, type Verdict } from './verify-signature.ts';
import { WebhookTabs } from './webhook-tabs.tsx';

/** Checks a signature in the browser and offers code for receivers. Typed secrets stay in this component's state. */
export function VerifyPage() {
  const [message, setMessage] = useState<SignedMessage>({ secret: '', id: '', timestamp: '', signature: '', body: '' });
  const set = (change: Partial<SignedMessage>) => setMessage((before) => ({ ...before, ...change }));
  return (
    <>
      <SettingsHeader part="webhooks" />
      <PageBody>
        <WebhookTabs />
        <h2 className="text-20 font-semibold text-balance">{messages.lead}</h2>
        <p className="text-ink-2 text-pretty">{messages.leadText}</p>
        <div className="mt-4 grid grid-cols-1 gap-x-10 gap-y-8 min-[1000px]:grid-cols-2">
          <form noValidate aria-label={messages.lead} className="flex min-w-0 flex-col gap-3.5">
            <SecretField
              label={messages.part.secret}
              value={message.secret}
              onChange={(secret) => set({ secret })}
              isWrong={false}
            />
            {(['id', 'timestamp', 'signature'] as const).map((part) => (
              <TextField
                key={part}
                label={messages.part[part]}
                dir="ltr"
                spellCheck={false}
                value={message[part]}
                onChange={({ target }) => set({ [part]: target.value })}
              />
            ))}
            <TextArea
              label={messages.part.body}
              dir="ltr"
              spellCheck={false}
              hint={messages.bodyHint}
              value={message.body}
              onChange={({ target }) => set({ body: target.value })}
            />
            <VerdictLine message={message} />
          </form>
          <CodePanel />
        </div>
      </PageBody>
    </>
  );
}

const LOOKS = {
  none: { icon: 'info', tone: 'text-ink-2' },
  ok: { icon: 'check', tone: 'text-ok-text' },
  late: { icon: 'clock', tone: 'text-warn-text' },
  bad: { icon: 'warning', tone: 'text-danger-text' },
} as const;

function VerdictLine({ message }: { readonly message: SignedMessage }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    let isOver = false;
    void verifySignature(message, Date.now()).then((found) => {
      if (!isOver) setVerdict(found);
    });
    return () => {
      isOver = true;
    };
  }, [message]);
  if (verdict === null || Object.values(message).every((text) => text === '')) return null;
  const { look, title, text } = answerOf(verdict);
  const { icon, tone } = LOOKS[look];
  return (
    <div role="status" className="flex min-h-10 gap-2 border-t border-line pt-3">
      <Icon name={icon} className={`mt-0.5 ${tone}`} />
      <p className="min-w-0 text-pretty">
        <b className={`block font-semibold ${tone}`}>{title}</b>
        {text}
      </p>
    </div>
  );
}

interface Answer {
  readonly look: keyof typeof LOOKS;
  readonly title: string;
  readonly text: string;
}

/** A verdict in words. */
function answerOf(verdict: Verdict): Answer {
  if (verdict.kind === 'insecure') return { look: 'bad', title: messages.insecure, text: '' };
  if (verdict.kind === 'wrong') return { look: 'bad', title: messages.wrong, text: messages.wrongText };
  if (verdict.kind !== 'valid') {
    const names = verdict.parts.map((part) => messages.part[part]).join(', ');
    return { look: verdict.kind === 'missing' ? 'none' : 'bad', title: messages[verdict.kind](names), text: '' };
  }
  const { ageSeconds, matched, signatures } = verdict;
  const isLate = Math.abs(ageSeconds) > TOLERANCE_SECONDS;
  const isEarly = ageSeconds < 0;
  const age = formatAge(Math.abs(ageSeconds) * 1_000);
  const text = [
    signatures > 1 ? messages.which(matched, signatures) : '',
    isEarly ? messages.early(age) : messages.sent(age),
    isLate ? messages.refuse : '',
  ];
  const title = !isLate ? messages.valid : isEarly ? messages.ahead : messages.old;
  return { look: isLate ? 'late' : 'ok', title, text: text.join(' ') };
}

const EXAMPLES = { Node: nodeExample, Python: pythonExample, Go: goExample } as const;
type Language = keyof typeof EXAMPLES;
/** Only a focusable element scrolls by keyboard. */
const SCROLLER = { role: 'group', tabIndex: 0 } as const;

function CodePanel() {
  const [language, setLanguage] = useState<Language>('Node');
  const code = EXAMPLES[language];
  return (
    <Panel title={messages.code} actions={<CopyButton text={code} label={messages.copyCode} showLabel size="md" />}>
      <p className="mb-2 text-ink-2">{messages.codeText}</p>
      <Segmented<Language>
        label={messages.language}
        value={language}
        onChange={setLanguage}
        options={(['Node', 'Python', 'Go'] as const).map((value) => ({ value, label: value }))}
      />
      <pre
        dir="ltr"
        {...SCROLLER}
        aria-label={language}
        className="mt-2 max-h-[520px] overflow-auto rounded-control border border-line bg-sunken p-2.5 font-mono text-12"
      >
        <code>{code}</code>
      </pre>
    </Panel>
  );
}
