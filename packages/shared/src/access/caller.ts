/** Who asks, used by HTTP routes, MCP and the command line alike. */
export interface Caller {
  /** Name of the key, or `local` without access control. */
  name: string;
  role: 'user' | 'admin';
  /** The one namespace of the key, or `*`. */
  namespace: string;
}

/** The caller when access control is off: everyone on loopback is admin. */
export const localCaller: Caller = { name: 'local', role: 'admin', namespace: '*' };

/** True when the caller may see what lies in `namespace`. */
export function maySee(caller: Caller, namespace: string): boolean {
  return caller.namespace === '*' || caller.namespace === namespace;
}
