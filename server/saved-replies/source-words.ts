import { plainText } from '#contract/folded-text.ts';
import { codePoints } from '#contract/scalars.ts';

/** More words would only make the search slower. */
const MAX_WORDS = 16;

/** Words that say nothing about the subject, English and German. */
const COMMON = new Set(
  `about after again all already also and any are back because been before but can could day days did does doing don done dear
  else even ever every for from get give going good got great had has have hello help her here hey him his how into its just
  kind know let like look made make many may maybe more most much must need never new not now off one only other our out over
  please put really regards said same say see seem seems send sent she should show since some soon still such sure take tell
  than thank thanks that the their them then there these they thing things this those though through today told tomorrow too
  tried try two use used using very want was way well went were what when where which while who whole why will wish with
  without work working works would write yes yesterday yet you your
  aber alle als also auch auf aus bei bin bis bitte danke dann das dass dem den der des die doch ein eine einem einen einer
  etwas euch fur ganz gibt gruss grusse gut guten habe haben hallo hat hatte ich ihr ihre immer ist jetzt kann kein keine
  konnen leider liebe mal man mehr mein meine mich mir mit muss nach nicht noch nun nur oder schon sehr sein seit sich sie
  sind uber uns und vielen vom von vor war warum was wenn wer werden wie wir wird wurde zum zur`.split(/\s+/),
);

/** A word of a text, and the beginning by which it is found whatever its ending. */
export interface SourceWord {
  readonly word: string;
  readonly stem: string;
  /** A code or a model, such as `e21`. */
  readonly isCode: boolean;
}

/** The words that say what a text is about, codes and long ones first. As `distinct_words` of the database. */
export function sourceWords(text: string): SourceWord[] {
  const words = plainText(text)
    .replace(/(\p{L})-(\p{Nd})/gu, '$1$2')
    .split(/[^\p{L}\p{N}]+/u);
  const distinct = new Set(words.filter((word) => isLongEnough(word) && !COMMON.has(word)));
  return [...distinct]
    .map((word) => ({ word, stem: stemOf(word), isCode: /\p{L}/u.test(word) && /\p{Nd}/u.test(word) }))
    .filter(({ stem }, index, all) => !all.some((other, at) => isSame(other.stem, stem, at < index)))
    .sort((a, b) => Number(b.isCode) - Number(a.isCode) || b.word.length - a.word.length)
    .slice(0, MAX_WORDS);
}

function isLongEnough(word: string): boolean {
  const length = codePoints(word);
  return (length >= 3 && length <= 40) || (length === 2 && /\p{Nd}/u.test(word));
}

/** A word in another form is left out: `batteries` beside `battery`. */
function isSame(other: string, stem: string, isEarlier: boolean): boolean {
  return other === stem ? isEarlier : stem.startsWith(other);
}

function stemOf(word: string): string {
  if (/\p{Nd}/u.test(word)) return word;
  const ending = word.length >= 9 ? 3 : word.length >= 7 ? 2 : word.length >= 5 ? 1 : 0;
  return word.slice(0, word.length - ending);
}
