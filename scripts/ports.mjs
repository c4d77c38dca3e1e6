// TCP ports of the loopback for servers of tests and of `npm start`.
import { createServer } from 'node:net';

/**
 * Whether a server can listen there; 0 asks the system for any free port.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<import('node:net').Server | null>} the server that holds it, to be closed
 */
function hold(port, host) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

/** @param {import('node:net').Server} server */
const close = (server) => new Promise((resolve) => server.close(resolve));

/** @param {import('node:net').Server} server */
function portOf(server) {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return address.port;
}

/**
 * That many ports, all different, on which nothing listens now.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, () => hold(0, '127.0.0.1')));
  const held = servers.filter((server) => server !== null);
  const ports = held.map(portOf);
  await Promise.all(held.map(close));
  if (ports.length < count) throw new Error(`Only ${ports.length} of ${count} ports could be had.`);
  return ports;
}

/**
 * The first free port from `from` on, at most 100 further; null when all are taken.
 * @param {number} from
 * @param {string} [host]
 * @returns {Promise<number | null>}
 */
export async function nextFreePort(from, host = '127.0.0.1') {
  for (let port = from; port <= Math.min(from + 100, 65_535); port += 1) {
    const server = await hold(port, host);
    if (!server) continue;
    await close(server);
    return port;
  }
  return null;
}
