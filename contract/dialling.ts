/**
 * How a country dials, as of 2026: its calling code; the trunk prefix, which is dialled before a national number inside the country and
 * dropped after the calling code (null where nothing does, as in Italy, whose leading 0 is dialled from abroad too); and
 * how many digits a national number has where shorter numbers may begin with the trunk prefix too. Countries that
 * are changing it are left out. See docs/decisions/0031-phones-of-a-country.md.
 */
const DIALLING = {
  AE: ['971', '0'],
  AR: ['54', '0'],
  AT: ['43', '0'],
  AU: ['61', '0'],
  BD: ['880', '0'],
  BE: ['32', '0'],
  BG: ['359', '0'],
  BR: ['55', '0'],
  CA: ['1', '1', 10],
  CH: ['41', '0'],
  CL: ['56', null],
  CN: ['86', '0'],
  CY: ['357', null],
  CZ: ['420', null],
  DE: ['49', '0'],
  DK: ['45', null],
  EE: ['372', null],
  EG: ['20', '0'],
  ES: ['34', null],
  FI: ['358', '0'],
  FR: ['33', '0'],
  GB: ['44', '0'],
  GR: ['30', null],
  HK: ['852', null],
  HR: ['385', '0'],
  HU: ['36', '06'],
  ID: ['62', '0'],
  IE: ['353', '0'],
  IL: ['972', '0'],
  IN: ['91', '0'],
  IS: ['354', null],
  IT: ['39', null],
  JP: ['81', '0'],
  KE: ['254', '0'],
  KR: ['82', '0'],
  LI: ['423', null],
  LU: ['352', null],
  LV: ['371', null],
  MA: ['212', '0'],
  MT: ['356', null],
  MX: ['52', null],
  MY: ['60', '0'],
  NG: ['234', '0'],
  NL: ['31', '0'],
  NO: ['47', null],
  NZ: ['64', '0'],
  PE: ['51', '0'],
  PH: ['63', '0'],
  PK: ['92', '0'],
  PL: ['48', null],
  PT: ['351', null],
  RO: ['40', '0'],
  RS: ['381', '0'],
  SA: ['966', '0'],
  SE: ['46', '0'],
  SG: ['65', null],
  SI: ['386', '0'],
  SK: ['421', '0'],
  TH: ['66', '0'],
  TR: ['90', '0'],
  TW: ['886', '0'],
  UA: ['380', '0'],
  US: ['1', '1', 10],
  VN: ['84', '0'],
  ZA: ['27', '0'],
} as const satisfies Readonly<Record<string, readonly [code: string, trunk: string | null, digits?: number]>>;

/** A country by its ISO 3166 code, of those whose way of dialling is known. */
export type Country = keyof typeof DIALLING;

/** The codes of all countries that a site can have, in alphabetical order. */
export function countryCodes(): string[] {
  return Object.keys(DIALLING);
}

export function isCountry(code: string): code is Country {
  return Object.hasOwn(DIALLING, code);
}

/** The calling code of a country, without the plus. */
export function callingCode(country: Country): string {
  return DIALLING[country][0];
}

/**
 * A number as it is dialled inside a country, without anything between its digits, as the international one; any other
 * text stays as it is.
 */
export function toInternational(number: string, country: Country): string {
  const [code, trunk, digits]: readonly [string, string | null, number?] = DIALLING[country];
  if (trunk === null || !number.startsWith(trunk)) return number;
  const national = number.slice(trunk.length);
  const length = /^[0-9]*/.exec(national)?.[0].length ?? 0;
  return length === (digits ?? length) && length > 1 ? `+${code}${national}` : number;
}
