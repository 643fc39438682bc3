import { createHash } from 'node:crypto';
import { namespaceSchema } from '@agentic-search/shared/access';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Terminal } from './terminal.js';

/** `hash-key KEY`: the API_KEYS entry for a key. */
export function addHashKeyCommand(program: Command, terminal: Terminal): void {
  program
    .command('hash-key')
    .summary('make the API_KEYS entry for a key')
    .description(
      'Prints the entry of API_KEYS (name:role:namespace:sha256) that lets a client in who shows this key.',
    )
    .argument('<key>', 'the key; choose a long random one', usable)
    .option('--name <name>', 'what the key is called in logs', named, 'default')
    .addOption(new Option('--role <role>', 'what it may do').choices(['user', 'admin']).default('user'))
    .option('--namespace <namespace>', 'the namespace it may use; * = all', namespaced, 'default')
    .action((key: string, options: { name: string; role: string; namespace: string }) => {
      const hash = createHash('sha256').update(key).digest('hex');
      terminal.out(`${options.name}:${options.role}:${options.namespace}:${hash}`);
    });
}

/** A key travels in a header: what cannot be sent there would let nobody in. */
function usable(text: string): string {
  if (!/^[\x21-\x7e]{1,1024}$/.test(text))
    throw new InvalidArgumentError('1 to 1,024 printable ASCII characters without spaces.');
  return text;
}

function named(text: string): string {
  if (!namespaceSchema.safeParse(text).success)
    throw new InvalidArgumentError('Letters, digits, ".", "_", "-".');
  return text;
}

function namespaced(text: string): string {
  return text === '*' ? text : named(text);
}
