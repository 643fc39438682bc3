import { describe, expect, it } from 'vitest';
import { analyseQuestion } from './analyse-question.js';

describe('kind of answer', () => {
  it.each([
    ['How many retries does p-retry make by default?', 'count'],
    ['How long does undici wait for headers?', 'duration'],
    ['What is the largest payload of a ping frame?', 'size'],
    ['What is the default value of stackSizeMb?', 'value'],
    ['Which option disables the offline queue?', 'name'],
    ['How do I verify a webhook?', 'how_to'],
    ['Does chalk support truecolor?', 'yes_no'],
    ['Why does the pool close?', 'reason'],
    ['When was version 1 released?', 'date'],
    ['Who wrote the library?', 'person'],
    ['Where does the server keep its keys?', 'place'],
    ['How much does the licence cost?', 'money'],
    ['What does the caret do?', 'definition'],
    ['What does the error code x_y mean?', 'definition'],
    ['add a child logger', 'how_to'],
    ['Which modes does the agent have?', 'list'],
    ['Wie lange wartet der Client?', 'duration'],
    ['¿Cuántos intentos hace?', 'count'],
  ])('%s', (question, kind) => {
    expect(analyseQuestion(question).parts[0]?.kind).toBe(kind);
  });
});

describe('language', () => {
  it.each([
    ['Which port is it?', 'en'],
    ['Welche Art von Framing wird verwendet?', 'de'],
    ['¿Qué método usa por defecto?', 'es'],
    ['Quelle est la valeur par défaut ?', 'fr'],
    ['既定のポートは何ですか', 'other'],
  ])('%s', (question, language) => {
    expect(analyseQuestion(question).language).toBe(language);
  });
});

describe('parts', () => {
  it('splits two questions and gives the second its subject', () => {
    const { parts } = analyseQuestion(
      'How many entries does imjournal take in one window, and how long is the window?',
    );
    expect(parts).toHaveLength(2);
    expect(parts[1]?.text).toContain('imjournal');
  });

  it('asks about each side of a comparison', () => {
    const { parts } = analyseQuestion('Which waits longer by default, HAProxy or Varnish?');
    expect(parts.map((part) => part.text)).toEqual([
      expect.stringContaining('HAProxy'),
      expect.stringContaining('Varnish'),
    ]);
    expect(parts[0]?.text).not.toContain('Varnish');
  });

  it('leaves one question in one piece', () => {
    expect(analyseQuestion('How do I read and write a file?').parts).toHaveLength(1);
  });
});

describe('terms', () => {
  const terms = (question: string) => analyseQuestion(question).parts.flatMap((part) => part.focus);

  it('weighs names and code above words, and words of grammar not at all', () => {
    const focus = terms('What is the default of maxQueue in Piscina?');
    const weight = (text: string) => focus.find((term) => term.text === text)?.weight ?? 0;
    expect(weight('maxQueue')).toBeGreaterThan(weight('Piscina'));
    expect(weight('Piscina')).toBeGreaterThan(weight('default'));
    expect(weight('What')).toBe(0);
  });

  it('weighs a condition less than what is asked', () => {
    const focus = terms('Which signal stops the daemon when the disk overflows?');
    const weight = (text: string) => focus.find((term) => term.text === text)?.weight ?? 0;
    expect(weight('overflows')).toBeLessThan(weight('daemon'));
  });

  it.each(['', '???', '\ud800', '🎉🎉', 'a'.repeat(2_000), '(('.repeat(900), 'なぜ', 'und oder aber'])(
    'survives %j',
    (question) => {
      expect(analyseQuestion(question).parts.length).toBeGreaterThan(0);
    },
  );
});
