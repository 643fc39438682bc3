import { z } from 'zod';

/** One entry of API_KEYS: who, what they may do, where, and the sha256 (hex) of the key they show. */
export interface ApiKey {
  name: string;
  role: 'user' | 'admin';
  /** One namespace, or `*` for all. */
  namespace: string;
  sha256: string;
}

/** Namespaces and key names: letters, digits, `.`, `_`, `-`, at most 64. */
export const namespaceSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'letters, digits, ".", "_" or "-", 1 to 64 characters');

/** Parses `name:role:namespace:sha256`. */
export const apiKeySchema: z.ZodType<ApiKey, string> = z
  .string()
  .transform((value) => {
    const [name, role, namespace, sha256, ...rest] = value.split(':');
    return { name, role, namespace, sha256: sha256?.toLowerCase(), rest };
  })
  .pipe(
    z
      .object({
        name: namespaceSchema,
        role: z.enum(['user', 'admin']),
        namespace: z.union([z.literal('*'), namespaceSchema]),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        rest: z.array(z.string()).max(0),
      })
      .transform(({ rest: _rest, ...key }) => key),
  ) as unknown as z.ZodType<ApiKey, string>;
