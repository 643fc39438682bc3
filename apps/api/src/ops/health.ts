import { z } from 'zod';
import type { Handler } from '../parts.js';

export const healthSchema = z.object({ status: z.literal('ok') });

/** `GET /health`: the process is up. */
export const health: Handler = (c) => c.json({ status: 'ok' });
