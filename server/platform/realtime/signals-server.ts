import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";

/** What the connection is called in pg_stat_activity. */
export const signalsConnection = "calendula signals";
/** Time until the next attempt to connect, in milliseconds: doubled each time. */
const firstPauseMs = 100;
const longestPauseMs = 5000;
/** How often the connection is asked whether it lives, and how long it may take to say so, in milliseconds. */
const beatMs = 15_000;
const answerMs = 5000;

interface Followed<Channel extends string> {
  readonly channels: readonly Channel[];
  readonly connection?: string;
}

/**
 * Follows channels of a database server on a connection of their own: calls `heard` for each NOTIFY and `begun` whenever listening begins. A
 * connection that ends, or does not answer any more, is replaced by a new one until the returned function is called.
 */
export const followServer =
  <Channel extends string>(
    options: pg.ClientConfig,
    log: Logger,
    { channels, connection = signalsConnection }: Followed<Channel>,
  ) =>
  (heard: (channel: Channel, payload: string) => void, begun: () => void): (() => Promise<void>) => {
    const left = new AbortController();
    const { signal } = left;
    const open = async (): Promise<pg.Client> => {
      const client = new pg.Client({
        ...options,
        application_name: connection,
        keepAlive: true,
        query_timeout: answerMs,
      });
      client.on("error", () => undefined);
      client.on("notification", ({ channel, payload }) => heard(channel as Channel, payload ?? ""));
      try {
        await client.connect();
        await client.query(channels.map((channel) => `listen ${channel}`).join("; "));
        return client;
      } catch (error) {
        await end(client);
        throw error;
      }
    };

    const followOn = async () => {
      let pauseMs = firstPauseMs;
      while (!signal.aborted) {
        try {
          const client = await open();
          pauseMs = firstPauseMs;
          if (!signal.aborted) begun();
          await whileItLives(client, signal);
        } catch (error) {
          log.warn({ err: { message: (error as Error).message } }, "no connection for signals");
        }
        await pause(pauseMs, null, { signal }).catch(() => undefined);
        pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      }
    };
    const over = followOn();
    return async () => {
      left.abort();
      await over;
    };
  };

/** Until the connection ends, stops answering, or is left; then it is closed. */
async function whileItLives(client: pg.Client, signal: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const over = () => ended.resolve();
  client.on("end", over).on("error", over);
  signal.addEventListener("abort", over);
  const beat = setInterval(() => client.query("select 1").catch(over), beatMs).unref();
  if (!signal.aborted) await ended.promise;
  clearInterval(beat);
  signal.removeEventListener("abort", over);
  await end(client);
}

/** Closes a connection, without waiting for long: one that does not answer does not say goodbye either. */
const end = (client: pg.Client) =>
  Promise.race([client.end().catch(() => undefined), pause(1000, null, { ref: false })]);
