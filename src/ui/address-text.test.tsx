import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AddressText } from './address-text.tsx';

const partsOf = (text: string): readonly string[] =>
  renderToStaticMarkup(<AddressText text={text} />).split(/<wbr\/?>/);

test('an email, a handle and a URL break at their joints', () => {
  expect(partsOf('ann.lee@velo.example')).toEqual(['ann', '.lee@', 'velo', '.example']);
  expect(partsOf('shop.velo')).toEqual(['shop', '.velo']);
  expect(partsOf('+49 151 555')).toEqual(['+49 151 555']);
  expect(partsOf('https://hooks.velo.example/in')).toEqual(['https://', 'hooks', '.velo', '.example/', 'in']);
});

test('in a sentence only the addresses do, and no full stop is cut off', () => {
  expect(partsOf('By Dr.Lee, ann@velo.example. No more.')).toEqual(['By Dr.Lee, ann@', 'velo', '.example. No more.']);
  expect(partsOf('')).toEqual(['']);
});
