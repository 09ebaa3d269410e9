import { sourceWords, type SourceWord } from './source-words.ts';

const MAX_EXCERPT = 1_500;

/** The run of whole sentences that has most of the words, at most 1,500 characters. */
export function excerptOf(body: string, words: readonly SourceWord[]): string {
  const text = body.trim();
  if (text.length <= MAX_EXCERPT) return text;
  const sentences = text.match(/[^.!?\n]+[.!?\n]*\s*|[.!?\n]+\s*/gu) ?? [text];
  const hits = sentences.map((sentence) => countHits(sentence, words));
  let [best, bestHits] = [{ from: 0, to: 1 }, -1];
  let [to, length, found] = [0, 0, 0];
  for (let from = 0; from < sentences.length; from += 1) {
    while (to < sentences.length && (to === from || length + lengthAt(sentences, to) <= MAX_EXCERPT)) {
      length += lengthAt(sentences, to);
      found += hits[to] ?? 0;
      to += 1;
    }
    if (found > bestHits) [best, bestHits] = [{ from, to }, found];
    length -= lengthAt(sentences, from);
    found -= hits[from] ?? 0;
  }
  const run = sentences.slice(best.from, best.to).join('').trim();
  return [...run].slice(0, MAX_EXCERPT).join('');
}

function lengthAt(sentences: readonly string[], index: number): number {
  return sentences[index]?.length ?? 0;
}

function countHits(sentence: string, words: readonly SourceWord[]): number {
  const present = sourceWords(sentence);
  return words.filter(({ stem }) => present.some(({ word }) => word.startsWith(stem))).length;
}
