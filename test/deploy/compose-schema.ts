import { z } from 'zod';

const duration = z.string().regex(/^(\d+(ms|s|m|h))+$/);
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const command = z.union([z.string(), z.array(z.string()).min(1)]);

const healthcheck = z.strictObject({
  test: z
    .array(z.string())
    .min(2)
    .refine(([kind]) => kind === 'CMD' || kind === 'CMD-SHELL', 'starts with CMD'),
  interval: duration,
  timeout: duration,
  retries: z.int().min(1),
  start_period: duration.optional(),
});

const service = z.strictObject({
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  image: z.string().regex(/^[a-z0-9./-]+:[\w.-]+$/, 'an image with a tag'),
  command: command.optional(),
  user: z.string().optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  tmpfs: z.array(z.string()).optional(),
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })).optional(),
  environment: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), scalar).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(:ro)?$/)).optional(),
  networks: z.array(z.string()),
  stop_grace_period: duration.optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
      }),
    )
    .optional(),
  healthcheck,
  deploy: z.strictObject({ replicas: z.int().min(1) }).optional(),
});

/** The part of the Compose specification that the file uses; a key beyond it is a mistake until it is added here. */
export const composeSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/),
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean().optional() })),
  volumes: z.record(z.string(), z.strictObject({})),
});
export type Compose = z.infer<typeof composeSchema>;
