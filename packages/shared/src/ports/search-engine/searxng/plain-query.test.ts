import { describe, expect, it } from 'vitest';
import { plainQuery } from './plain-query.js';

describe('plainQuery', () => {
  it.each([
    ['how large is the pool?', 'how large is the pool?'],
    ['!important :hover css', 'important hover css'],
    ['css !important', 'css important'],
    ['!!g secrets', 'g secrets'],
    ['?news a', 'news a'],
    ['a <3 b', 'a 3 b'],
    ['a <div> tag, x < 3', 'a <div> tag, x < 3'],
    ['!:!de a', 'de a'],
    ['C# a!=b std::vector', 'C# a!=b std::vector'],
    [' !! \n : ', ''],
    ['接続プール', '接続プール'],
  ])('%j is asked as %j', (query, expected) => {
    expect(plainQuery(query)).toBe(expected);
  });
});
