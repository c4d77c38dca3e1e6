import type { NetworkPermission } from './probe';

/** Names under which Chrome's versions ask for access to this machine. */
const NAMES = ['local-network-access', 'loopback-network', 'local-network'];

/** The browser's local-network permission; `none` where it knows no such thing. */
export async function networkPermission(): Promise<NetworkPermission> {
  for (const name of NAMES) {
    try {
      const { state } = await navigator.permissions.query({ name: name as PermissionName });
      return state;
    } catch {
      // This browser does not know the name.
    }
  }
  return 'none';
}
