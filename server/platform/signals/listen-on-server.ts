import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";

/** The connection's name in pg_stat_activity. */
export const signalsConnectionName = "calendula signals";
/** Pause before the next attempt to connect, in milliseconds; doubled each time. */
const minPauseMs = 100;
const maxPauseMs = 5000;
/** How often the connection is checked, and how long it may take to answer, in milliseconds. */
const heartbeatMs = 15_000;
const answerTimeoutMs = 5000;

interface ListenOptions<Channel extends string> {
  readonly channels: readonly Channel[];
  readonly connection?: string;
}

/**
 * Listens to channels of a database server on a separate connection: calls `heard` for each NOTIFY and `begun` whenever listening begins. A
 * connection that ends or stops answering is replaced by a new one until the returned function is called.
 */
export const listenOnServer =
  <Channel extends string>(
    options: pg.ClientConfig,
    log: Logger,
    { channels, connection = signalsConnectionName }: ListenOptions<Channel>,
  ) =>
  (onSignal: (channel: Channel, payload: string) => void, onListening: () => void): (() => Promise<void>) => {
    const abortController = new AbortController();
    const { signal } = abortController;
    const open = async (): Promise<pg.Client> => {
      const client = new pg.Client({
        ...options,
        application_name: connection,
        keepAlive: true,
        query_timeout: answerTimeoutMs,
      });
      client.on("error", () => undefined);
      client.on("notification", ({ channel, payload }) => onSignal(channel as Channel, payload ?? ""));
      try {
        await client.connect();
        await client.query(channels.map((channel) => `listen ${channel}`).join("; "));
        return client;
      } catch (error) {
        await closeClient(client);
        throw error;
      }
    };

    const reconnectLoop = async () => {
      let pauseMs = minPauseMs;
      while (!signal.aborted) {
        try {
          const client = await open();
          pauseMs = minPauseMs;
          if (!signal.aborted) onListening();
          await untilDisconnected(client, signal);
        } catch (error) {
          log.warn({ err: { message: (error as Error).message } }, "no connection for signals");
        }
        await pause(pauseMs, null, { signal }).catch(() => undefined);
        pauseMs = Math.min(pauseMs * 2, maxPauseMs);
      }
    };
    const loopEnded = reconnectLoop();
    return async () => {
      abortController.abort();
      await loopEnded;
    };
  };

/** Waits until the connection ends, stops answering or is aborted, then closes it. */
async function untilDisconnected(client: pg.Client, signal: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const onEnd = () => ended.resolve();
  client.on("end", onEnd).on("error", onEnd);
  signal.addEventListener("abort", onEnd);
  const heartbeat = setInterval(() => client.query("select 1").catch(onEnd), heartbeatMs).unref();
  if (!signal.aborted) await ended.promise;
  clearInterval(heartbeat);
  signal.removeEventListener("abort", onEnd);
  await closeClient(client);
}

/** Closes a connection, waiting only briefly: one that does not answer does not close properly either. */
const closeClient = (client: pg.Client) =>
  Promise.race([client.end().catch(() => undefined), pause(1000, null, { ref: false })]);
