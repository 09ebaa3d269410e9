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

export interface MailText {
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
  const when = new Intl.DateTimeFormat(language, {
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
