import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../../test/support/evidence-of.js';
import { composeAnswer, judgeCompleteness } from './index.js';

const pages = {
  Arabic: [
    '# خادم ويدجت\n\nالمنفذ الافتراضي لخادم ويدجت هو 8080. يمكن تغييره في ملف الإعدادات.\n',
    '# العميل\n\nتعيد مكتبة ويدجت المحاولة ثلاث مرات قبل أن تفشل. المهلة الافتراضية هي 30 ثانية.\n',
  ],
  Russian: [
    '# Сервер Widget\n\nПорт сервера Widget по умолчанию — 8080. Его можно изменить в файле настроек.\n',
  ],
  Korean: ['# Widget 서버\n\nWidget 서버의 기본 포트는 8080입니다. 설정 파일에서 바꿀 수 있습니다.\n'],
};

async function ask(language: keyof typeof pages, question: string) {
  const evidence = pages[language].map((content, at) => evidenceOf(content, { chunk_id: `c${at}` }));
  const judgement = await judgeCompleteness({
    question,
    query: question,
    evidence,
    askModel: null,
    key: 'judge',
    maxPromptTokens: 6_000,
  });
  const { answer } = await composeAnswer({ question, evidence, judgement, askModel: null, key: 'answer' });
  return { score: judgement.score, text: answer.text };
}

describe('questions in other scripts, by rules', () => {
  it.each([
    ['Arabic', 'ما هو المنفذ الافتراضي لخادم ويدجت؟', '8080'],
    ['Arabic', 'كم هي المهلة الافتراضية؟', '30 ثانية'],
    ['Russian', 'Какой порт сервера Widget по умолчанию?', '8080'],
    ['Korean', 'Widget 서버의 기본 포트는 무엇입니까?', '8080'],
  ] as const)('%s: %s is answered with %s', async (language, question, holds) => {
    const { score, text } = await ask(language, question);
    expect(score).toBeGreaterThanOrEqual(0.8);
    expect(text).toContain(holds);
  });

  it.each([
    ['Arabic', 'من كتب خادم ويدجت؟'],
    ['Arabic', 'كم سعر خادم ويدجت؟'],
    ['Arabic', 'لماذا يتوقف خادم ويدجت؟'],
    ['Russian', 'Кто автор сервера Widget?'],
    ['Russian', 'Сколько стоит сервер Widget?'],
    ['Russian', 'Когда вышел сервер Widget?'],
    ['Russian', 'Почему сервер Widget не запускается?'],
    ['Korean', 'Widget 서버는 누가 만들었습니까?'],
    ['Korean', 'Widget 서버의 가격은 얼마입니까?'],
  ] as const)('%s: %s is not', async (language, question) => {
    const { score, text } = await ask(language, question);
    expect(score).toBeLessThan(0.8);
    expect(text).toBeNull();
  });
});
