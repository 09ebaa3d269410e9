import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { NumberKind } from './typed-number.ts';

/** The module as a page of that locale has it. */
async function inLocale(locale: string) {
  vi.resetModules();
  const { setHostLocale } = await import('#src/i18n/locale.ts');
  setHostLocale(locale);
  const [typed, money, number] = await Promise.all([
    import('./typed-number.ts'),
    import('./money.ts'),
    import('./number.ts'),
  ]);
  const plain = (text: string, kind: NumberKind): string => {
    const read = typed.readNumber(text, kind);
    return read.kind === 'number' ? read.plain : read.kind === 'wrong' ? read.why : read.kind;
  };
  return { ...typed, ...money, ...number, plain };
}

afterEach(() => {
  vi.resetModules();
});

const NARROW = '\u202f';
const BLANK = '\u00a0';

describe('a number is read as the page writes it', () => {
  test.each([
    ['en-GB', '1,500', '1500'],
    ['en-GB', '1.5', '1.5'],
    ['en-GB', '1.500', '1.5'],
    ['en-GB', '$1,250.50', '1250.5'],
    ['en-GB', '1 250', '1250'],
    ['en-GB', '.15', '0.15'],
    ['en-GB', '0', '0'],
    ['en-GB', '0.00', '0'],
    ['en-GB', '007', '7'],
    ['en-GB', ' 12.50 $ ', '12.5'],
    ['en-GB', '1,50', 'form'],
    ['en-GB', '12,34,567', 'form'],
    ['en-GB', '1,500,00', 'form'],
    ['en-GB', '1,500.', 'form'],
    ['en-GB', '1.500,50', 'form'],
    ['en-GB', '1,500 000', 'form'],
    ['en-GB', '1500,000', 'form'],
    ['en-GB', '1.2.3', 'form'],
    ['en-GB', '12 50', 'form'],
    ['en-GB', '1e3', 'text'],
    ['en-GB', '-5', 'text'],
    ['en-GB', '$', 'text'],
    ['en-GB', '$$5', 'text'],
    ['en-GB', '5 %', 'text'],
    ['en-GB', 'a lot', 'text'],
    ['en-GB', ',', 'text'],
    ['en-GB', '١٥', 'form'],
    ['en-GB', '  ', 'empty'],
    ['de-DE', '1.500', '1500'],
    ['de-DE', '1,5', '1.5'],
    ['de-DE', '250,50', '250.5'],
    ['de-DE', '1.500,50 $', '1500.5'],
    ['de-DE', '1500', '1500'],
    ['de-DE', '1.50', 'form'],
    ['de-DE', '1.5', 'form'],
    ['de-DE', '1,500.50', 'form'],
    ['de-DE', '15.00', 'form'],
    ['fr-FR', `1${NARROW}500,50${BLANK}$`, '1500.5'],
    ['fr-FR', '1 500,5', '1500.5'],
    ['fr-FR', '1.5', 'form'],
    ['sv-SE', `1${BLANK}500,5`, '1500.5'],
    ['de-CH', "$ 1'500.50", '1500.5'],
    ['de-CH', '1’500.50', '1500.5'],
    // Switzerland in French has a dot for cents and a comma for everything else.
    ['fr-CH', '1 500.50', '1500.5'],
    ['en-IN', '12,34,567.5', '1234567.5'],
    ['en-IN', '1,234,567', 'form'],
    ['es-ES', '1.500', '1500'],
    ['ar-EG', '١٬٥٠٠٫٥٠', '1500.5'],
    ['ar-EG', '\u200f١٬٥٠٠٫٥٠ US$', '1500.5'],
    ['ar-EG', '1,500.50 $', '1500.5'],
    ['ar-EG', '١٥00', 'form'],
    ['fa-IR', '۱۵۰۰', '1500'],
  ])('money in %s: %j is %s', async (locale, text, wanted) => {
    const { plain } = await inLocale(locale);
    expect(plain(text, 'money')).toBe(wanted);
  });

  test.each([
    ['en-GB', '2,120,000', '2120000'],
    ['en-GB', '9007199254740993', '9007199254740993'],
    ['en-GB', '1.5', 'decimals'],
    // As many as a thousand to a reader of German: never one.
    ['en-GB', '1.000', 'decimals'],
    ['en-GB', '1,50', 'form'],
    ['en-GB', '$5', 'text'],
    ['de-DE', '6.600.000', '6600000'],
    ['de-DE', '1,5', 'decimals'],
    ['de-DE', '1.50', 'form'],
    ['de-CH', '6’600’000', '6600000'],
    ['en-DE', '6.600.000', '6600000'],
    ['ar-EG', '٦٬٦٠٠٬٠٠٠', '6600000'],
  ])('whole in %s: %j is %s', async (locale, text, wanted) => {
    const { plain } = await inLocale(locale);
    expect(plain(text, 'whole')).toBe(wanted);
  });

  test.each([
    ['en-GB', '80%', '80'],
    ['de-DE', `80${BLANK}%`, '80'],
    ['tr-TR', '%80', '80'],
    ['ar-EG', '٨٠٪', '80'],
    ['en-GB', '1.5%', 'decimals'],
  ])('percent in %s: %j is %s', async (locale, text, wanted) => {
    const { plain } = await inLocale(locale);
    expect(plain(text, 'percent')).toBe(wanted);
  });
});

test('the example has each separator of the locale', async () => {
  expect((await inLocale('de-DE')).numberExample('money')).toBe('1.500,50');
  expect((await inLocale('es-ES')).numberExample('money')).toBe('1.500,50');
  expect((await inLocale('en-US')).numberExample('money')).toBe('1,500.50');
  expect((await inLocale('en-US')).numberExample('whole')).toBe('1,500');
});

describe('what the page writes is read as the same number', () => {
  const whole = fc.oneof(
    fc.bigInt(0n, 9_223_372_036_854_775_807n),
    fc.integer({ min: 0, max: 9_999_999 }).map(BigInt),
    fc.constantFrom(0n, 999n, 1_000n, 9_999n, 10_000n, 6_600_000n, 9_007_199_254_740_993n),
  );
  /** As many digits as a number can hold. */
  const money = fc
    .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 6 }))
    .map(([digits, places]) => Number(`${digits}e-${places}`));
  const decimal = (value: number) => value.toFixed(6).replace(/\.?0+$/, '');

  test.each([
    ...['en-US', 'en-GB', 'en-IN', 'en-ZA', 'en-CH', 'en-DE', 'en-FI', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'fr-CA'],
    ...['fr-CH', 'sv-SE', 'es-ES', 'es-MX', 'pl-PL', 'pt-PT', 'pt-BR', 'it-CH', 'nl-NL', 'tr-TR', 'eu', 'he-IL'],
    ...['hi-IN', 'mr-IN', 'ml-IN', 'bn-BD', 'ar-EG', 'ar-MA', 'ar-AE', 'fa-IR', 'my-MM', 'th-TH-u-nu-thai', 'ja-JP'],
  ])('%s', async (locale) => {
    const page = await inLocale(locale);
    fc.assert(
      fc.property(whole, (value) => {
        for (const text of [page.numberText(value, 'whole'), page.formatCount(value)])
          expect(page.plain(text, 'whole'), text).toBe(String(value));
      }),
    );
    fc.assert(
      fc.property(money, (value) => {
        for (const text of [page.numberText(value, 'money'), page.formatExactUsd(value)])
          expect(page.plain(text, 'money'), text).toBe(decimal(value));
      }),
    );
    for (const kind of ['money', 'percent', 'whole'] as const)
      expect(page.plain(page.numberExample(kind), kind)).toBe(kind === 'money' ? '1500.5' : '1500');
    expect(page.plain(`${page.formatCount(80)}\u00a0%`, 'percent')).toBe('80');
  });
});
