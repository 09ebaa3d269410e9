import { expect, test } from 'vitest';
import { MAIL_LANGUAGES, mailLanguage, mailText, mailtoOf, type MailLanguage } from './mail-draft.tsx';

const facts = {
  name: 'Maren',
  site: 'Lumen Cycles',
  url: 'https://help.example/portal#t=spt_x',
  expiresUtc: '2026-12-20T23:30:00.000Z',
  zone: 'Europe/Berlin',
};

test.each(Object.keys(MAIL_LANGUAGES) as MailLanguage[])('the text in %s has name, link, day and site', (language) => {
  const { subject, body } = mailText(language, facts);
  expect(subject).toContain('Lumen Cycles');
  expect(body.split('\n')).toContain(facts.url);
  expect(body.split('\n')[0]).toContain('Maren');
  // The day in that zone.
  expect(body).toMatch(/\b21\b/);
  expect(body).toContain('2026');
});

test('the day is written as the language has it, in English with the day first', () => {
  expect(mailText('en', facts).body).toContain('until 21 December 2026.');
  expect(mailText('de', facts).body).toContain('bis 21. Dezember 2026.');
  expect(mailText('fr', facts).body).toContain('21 décembre 2026');
});

test('somebody without a name is greeted without one', () => {
  expect(mailText('de', { ...facts, name: null }).body).toMatch(/^Guten Tag,\n/);
  expect(mailText('de', { ...facts, name: ' ' }).body).toMatch(/^Guten Tag,\n/);
});

test('the language is the first one that is known', () => {
  expect(mailLanguage([null, 'xx', 'de-AT', 'fr'])).toBe('de');
  expect(mailLanguage(['pt_BR'])).toBe('pt');
  expect(mailLanguage(['constructor', undefined])).toBe('en');
});

test('a mail program gets address, subject and text whole', () => {
  const url = new URL(mailtoOf('a+b&c@example.org', { subject: 'A & B?', body: 'one\ntwo #t=x' }));
  expect(decodeURIComponent(url.pathname)).toBe('a+b&c@example.org');
  expect(url.searchParams.get('subject')).toBe('A & B?');
  expect(url.searchParams.get('body')).toBe('one\r\ntwo #t=x');
  expect(url.hash).toBe('');
});
