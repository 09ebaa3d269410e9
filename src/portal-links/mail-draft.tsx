import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listVisitors } from '#contract/visitors.ts';
import { read } from '#src/api/read.ts';
import { useWhoami } from '#src/api/whoami.ts';
import { copyText } from '#src/browser/copy-text.ts';
import { useDisplayZone } from '#src/browser/zone.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { SafeLink } from '#src/ui/safe-link.tsx';
import { announce } from '#src/ui/toasts/announce.ts';
import { toast } from '#src/ui/toasts/toast-store.ts';
import { messages } from './messages.ts';

interface MailDraftProps {
  readonly email: string;
  readonly name: string | null;
  readonly url: string;
  readonly expiresUtc: string;
  readonly onCopied: () => void;
}

const { extras: texts } = messages;

/** A prepared text with the link in the customer's language, to be copied or opened in a mail program. */
export function MailDraft({ email, name, url, expiresUtc, onCopied }: MailDraftProps) {
  const zone = useDisplayZone();
  const site = useWhoami().site_name ?? '';
  const [chosen, setChosen] = useState<MailLanguage | null>(null);
  const { data } = useQuery({ ...read(listVisitors, { email, limit: 1 }), staleTime: 60_000, retry: false });
  const attributes = data !== undefined && 'items' in data ? data.items[0]?.attributes : undefined;
  const known = [attributes?.['locale'], attributes?.['language']].map((value) =>
    typeof value === 'string' ? value : null,
  );
  const language = chosen ?? mailLanguage([...known, ...navigator.languages]);
  const text = mailText(language, { name, site, url, expiresUtc, zone });

  async function copy(): Promise<void> {
    if (!(await copyText(text.body))) return void toast({ kind: 'error', text: messages.reveal.copyRefused });
    onCopied();
    announce(messages.reveal.copied);
  }

  return (
    <div className="mt-2 rounded-control bg-sunken p-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label={texts.language}
          value={language}
          className="min-h-6 rounded-control border border-line-strong bg-surface px-2 text-12 pointer-coarse:min-h-9"
          onChange={({ target }) => setChosen(mailLanguage([target.value]))}
        >
          {Object.entries(MAIL_LANGUAGES).map(([code, label]) => (
            <option key={code} value={code} lang={code}>
              {label}
            </option>
          ))}
        </select>
        <Button size="sm" icon="copy" onClick={() => void copy()}>
          {texts.copyText}
        </Button>
        <span onClickCapture={onCopied} role="presentation">
          <SafeLink href={mailtoOf(email, text)} className={buttonClass({ size: 'sm' })}>
            {texts.openMail}
          </SafeLink>
        </span>
      </div>
      <p className="mt-1 text-12 text-ink-3">{texts.mailCarries}</p>
      <p lang={language} dir="auto" className="mt-2 font-medium [overflow-wrap:anywhere]">
        {text.subject}
      </p>
      <pre lang={language} dir="auto" className="font-sans text-13 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text.body}
      </pre>
    </div>
  );
}

/** Languages that a text is prepared in; their own names. */
export const MAIL_LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
  sv: 'Svenska',
  ar: 'العربية',
} as const;
export type MailLanguage = keyof typeof MAIL_LANGUAGES;

interface MailFacts {
  /** Null where nobody knows it. */
  readonly name: string | null;
  readonly site: string;
  readonly url: string;
  readonly expiresUtc: string;
  /** IANA name. */
  readonly zone: string;
}

interface MailText {
  readonly subject: string;
  readonly body: string;
}

interface Words {
  readonly subject: (site: string) => string;
  readonly hello: (name: string) => string;
  readonly greeting: string;
  readonly here: string;
  readonly until: (when: string) => string;
  readonly keep: string;
  readonly bye: string;
}

const WORDS: Readonly<Record<MailLanguage, Words>> = {
  en: {
    subject: (site) => `Your requests at ${site}`,
    hello: (name) => `Hello ${name},`,
    greeting: 'Hello,',
    here: 'with this link you can read all your requests to us and our answers, without a password:',
    until: (when) => `The link works until ${when}.`,
    keep: 'Please do not pass it on: anyone who has it can read your requests.',
    bye: 'Kind regards',
  },
  de: {
    subject: (site) => `Ihre Anfragen bei ${site}`,
    hello: (name) => `Guten Tag ${name},`,
    greeting: 'Guten Tag,',
    here: 'über diesen Link können Sie alle Ihre Anfragen und unsere Antworten lesen, ganz ohne Passwort:',
    until: (when) => `Der Link gilt bis ${when}.`,
    keep: 'Bitte geben Sie ihn nicht weiter: Wer ihn hat, kann Ihre Anfragen lesen.',
    bye: 'Freundliche Grüße',
  },
  fr: {
    subject: (site) => `Vos demandes chez ${site}`,
    hello: (name) => `Bonjour ${name},`,
    greeting: 'Bonjour,',
    here: 'avec ce lien, vous pouvez lire toutes vos demandes et nos réponses, sans mot de passe :',
    until: (when) => `Le lien est valable jusqu’au ${when}.`,
    keep: 'Merci de ne pas le transmettre : toute personne qui l’a peut lire vos demandes.',
    bye: 'Cordialement',
  },
  es: {
    subject: (site) => `Sus consultas en ${site}`,
    hello: (name) => `Hola, ${name}:`,
    greeting: 'Hola:',
    here: 'con este enlace puede leer todas sus consultas y nuestras respuestas, sin contraseña:',
    until: (when) => `El enlace funciona hasta el ${when}.`,
    keep: 'No lo comparta, por favor: cualquiera que lo tenga puede leer sus consultas.',
    bye: 'Un saludo',
  },
  it: {
    subject: (site) => `Le sue richieste a ${site}`,
    hello: (name) => `Buongiorno ${name},`,
    greeting: 'Buongiorno,',
    here: 'con questo link può leggere tutte le sue richieste e le nostre risposte, senza password:',
    until: (when) => `Il link è valido fino al ${when}.`,
    keep: 'Per favore non lo inoltri: chiunque lo abbia può leggere le sue richieste.',
    bye: 'Cordiali saluti',
  },
  nl: {
    subject: (site) => `Uw vragen aan ${site}`,
    hello: (name) => `Hallo ${name},`,
    greeting: 'Hallo,',
    here: 'met deze link leest u al uw vragen en onze antwoorden, zonder wachtwoord:',
    until: (when) => `De link werkt tot ${when}.`,
    keep: 'Geef hem niet door: wie hem heeft, kan uw vragen lezen.',
    bye: 'Met vriendelijke groet',
  },
  pt: {
    subject: (site) => `Os seus pedidos à ${site}`,
    hello: (name) => `Olá, ${name},`,
    greeting: 'Olá,',
    here: 'com este link pode ler todos os seus pedidos e as nossas respostas, sem palavra-passe:',
    until: (when) => `O link funciona até ${when}.`,
    keep: 'Não o partilhe, por favor: quem o tiver pode ler os seus pedidos.',
    bye: 'Com os melhores cumprimentos',
  },
  sv: {
    subject: (site) => `Dina ärenden hos ${site}`,
    hello: (name) => `Hej ${name},`,
    greeting: 'Hej,',
    here: 'med den här länken kan du läsa alla dina ärenden och våra svar, utan lösenord:',
    until: (when) => `Länken fungerar till ${when}.`,
    keep: 'Skicka den inte vidare: den som har länken kan läsa dina ärenden.',
    bye: 'Vänliga hälsningar',
  },
  ar: {
    subject: (site) => `طلباتك لدى ${site}`,
    hello: (name) => `مرحبًا ${name}،`,
    greeting: 'مرحبًا،',
    here: 'من خلال هذا الرابط يمكنك قراءة جميع طلباتك وردودنا عليها من دون كلمة مرور:',
    until: (when) => `يعمل الرابط حتى ${when}.`,
    keep: 'يرجى عدم مشاركته مع أحد: فكل من لديه الرابط يمكنه قراءة طلباتك.',
    bye: 'مع أطيب التحيات',
  },
};

/** A prepared text in the customer's language, with the link and until when it works. */
export function mailText(language: MailLanguage, { name, site, url, expiresUtc, zone }: MailFacts): MailText {
  const words = WORDS[language];
  // The day before the month in English too.
  const when = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: zone,
    numberingSystem: 'latn',
    calendar: 'gregory',
  }).format(new Date(expiresUtc));
  const lines = [
    name === null || name.trim() === '' ? words.greeting : words.hello(name.trim()),
    '',
    words.here,
    url,
    '',
    words.until(when),
    words.keep,
    '',
    words.bye,
    site,
  ];
  return { subject: words.subject(site), body: lines.join('\n') };
}

/** The first of some locales that a text is prepared in: "de-AT" is German. English where none is. */
export function mailLanguage(locales: readonly (string | null | undefined)[]): MailLanguage {
  for (const locale of locales) {
    const code = locale?.toLowerCase().split(/[-_]/, 1)[0];
    if (code !== undefined && isPrepared(code)) return code;
  }
  return 'en';
}

function isPrepared(code: string): code is MailLanguage {
  return Object.hasOwn(MAIL_LANGUAGES, code);
}

/** A `mailto:` address that opens the mail program with the text. */
export function mailtoOf(email: string, { subject, body }: MailText): string {
  const to = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`;
}
