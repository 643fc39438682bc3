import { z } from 'zod';
import { apiKeySchema } from '../../access/api-key.js';
import { choice, flag, integer, list, optionalText, optionalUrl, text } from '../field.js';

/** The HTTP server, access to it, and how processes live. */
export const serverFields = {
  host: text('HOST', '127.0.0.1', 'address to listen on; anything but loopback needs keys'),
  port: integer('PORT', 8_787, [0, 65_535], 'port to listen on; 0 = any free one'),
  apiKeys: list(
    'API_KEYS',
    apiKeySchema,
    'a list of name:role:namespace:sha256 (role user or admin, sha256 in hex)',
    'who may come in; made by `agentic-search hash-key`',
  ),
  enableGatewayAuth: flag('ENABLE_GATEWAY_AUTH', false, 'accept API_GATEWAY_TOKEN as an admin key'),
  apiGatewayToken: optionalText('API_GATEWAY_TOKEN', 'the gateway token'),
  rateLimitRequestsPerMinute: integer(
    'RATE_LIMIT_REQUESTS_PER_MINUTE',
    120,
    [0, 1_000_000],
    'a key or address while access control is on; 0 = off',
  ),
  corsOrigins: list(
    'CORS_ORIGINS',
    z.string().refine((value) => URL.canParse(value) && new URL(value).origin === value),
    'a list of origins like https://example.org',
    'browser origins that may call the API',
  ),
  webhookSecret: optionalText('WEBHOOK_SECRET', 'signs webhooks', { later: true }),
  resultTtlSeconds: integer(
    'RESULT_TTL_SECONDS',
    2_592_000,
    [60, 315_360_000],
    'a finished search is forgotten after this',
  ),
  shutdownTimeoutMs: integer('SHUTDOWN_TIMEOUT_MS', 25_000, [100, 600_000], 'deadline of an orderly end'),
  logLevel: choice(
    'LOG_LEVEL',
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'what is logged',
  ),
  jobLockMs: integer(
    'JOB_LOCK_MS',
    30_000,
    [500, 600_000],
    'a job whose worker is silent for this long is run again',
  ),
  otelEndpoint: optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT', ['http', 'https'], 'where traces go', {
    later: true,
  }),
};
