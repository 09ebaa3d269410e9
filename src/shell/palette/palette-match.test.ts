import { describe, expect, it } from 'vitest';
import { markMatches, scoreCommand } from './palette-list.ts';

const command = (label: string, keywords = '') => ({ id: label, group: 'go' as const, label, keywords });

describe('scoreCommand', () => {
  it('asks for every word and puts the start of the label first', () => {
    expect(scoreCommand(command('Go to Inbox'), 'go')).toBe(0);
    expect(scoreCommand(command('Go to Inbox'), 'inb')).toBe(1);
    expect(scoreCommand(command('Go to Inbox'), 'box')).toBe(2);
    expect(scoreCommand(command('Appearance', 'theme'), 'theme')).toBe(3);
    expect(scoreCommand(command('Go to Inbox'), 'inbox settings')).toBeNull();
  });

  it('looks for two letters at the beginnings of words alone', () => {
    expect(scoreCommand(command('Go to Inbox'), 'in')).toBe(1);
    expect(scoreCommand(command('Go to Inbox'), 'ox')).toBeNull();
    expect(scoreCommand(command('Assign to Elif Demir'), 'assign el')).toBe(1);
    expect(scoreCommand(command('Add tag label'), 'el')).toBeNull();
    expect(markMatches('Elif, Samuel', 'el').filter(({ hit }) => hit)).toEqual([{ text: 'El', hit: true }]);
  });

  it('finds two letters in no word beside the label', () => {
    expect(scoreCommand(command('Undo the change', 'take back'), 'ba')).toBeNull();
    expect(scoreCommand(command('Undo the change', 'take back'), 'bac')).toBe(4);
  });

  it('finds names without their accents', () => {
    expect(scoreCommand(command('Chloé Marchand'), 'chloe')).toBe(0);
  });
});

describe('markMatches', () => {
  it('marks every place, whatever the case', () => {
    expect(markMatches('E-Mail from Maren', 'ma')).toEqual([
      { text: 'E-', hit: false },
      { text: 'Ma', hit: true },
      { text: 'il from ', hit: false },
      { text: 'Ma', hit: true },
      { text: 'ren', hit: false },
    ]);
  });

  it('keeps the text whole when nothing is typed', () => {
    expect(markMatches('Inbox', ' ')).toEqual([{ text: 'Inbox', hit: false }]);
  });
});
