import { describe, expect, it } from 'vitest';
import { joinPath, parseServiceAddress } from './service-address.js';

describe('service addresses', () => {
  it.each([
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1/models'],
    [' https://host/v1/ ', 'https://host/v1/models'],
    ['http://host', 'http://host/models'],
    ['http://host/base/?api-version=3', 'http://host/base/models?api-version=3'],
  ])('joins %s', (value, expected) => {
    expect(joinPath(parseServiceAddress(value, 'base_url'), 'models').href).toBe(expected);
  });

  it.each(['', 'host:8080', 'ftp://host', 'not a url', 'http://user:secret@host'])('refuses %j', (value) => {
    const refuse = () => parseServiceAddress(value, 'base_url');
    expect(refuse).toThrow(expect.objectContaining({ code: 'invalid_service_url' }));
    expect(refuse).not.toThrow(/secret/);
  });
});
