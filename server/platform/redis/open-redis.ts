import type { Redis } from "ioredis";

/** How long a command may take; a request waits for it before each node counts for itself. */
export const commandTimeoutMs = 1000;

/** A connection that comes back by itself, also to a primary after it became a replica; no command waits for a connection. */
export async function openRedis(url: string): Promise<Redis> {
  const { Redis: Client } = await import("ioredis");
  return new Client(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 5000,
    commandTimeout: commandTimeoutMs,
    // A managed Redis changes its primary behind one name: the connection to the old one is given up.
    reconnectOnError: ({ message }) => /^(?:READONLY|UNBLOCKED)/.test(message),
    retryStrategy: (times) => Math.min(times * 200, 5000),
  });
}
