import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { coverEveryRow } from "#server/testing/outside-rows.ts";
import { newId } from "../ids.ts";
import { createRateLimiter, type RateLimiter } from "../rate-limit.ts";
import { Refusal } from "../refusal.ts";
import { probeRedis } from "./probe-redis.ts";
import { type RedisAnswer, redisTable } from "./redis-answers.ts";

/** What the twin answers to every command but those of connecting; null: nothing at all. */
let told: string | null = "";
/** How often it was asked to count. */
let asked = 0;
let onConnect: (socket: Socket) => void = () => undefined;
const sockets = new Set<Socket>();
const twin = createServer((socket) => {
  sockets.add(socket);
  socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  onConnect(socket);
  socket.on("data", (part) => {
    for (const command of part.toString().split(/(?=^\*\d+\r$)/m)) {
      if (/\r\n(?:info)\r\n/i.test(command)) socket.write("$22\r\nredis_version:7.0.15\r\n\r\n");
      // As a Redis before version 6: the client goes on with the protocol that both know.
      else if (/\r\nhello\r\n/i.test(command)) socket.write("-ERR unknown command 'hello'\r\n");
      else if (/\r\nclient\r\n/i.test(command)) socket.write("+OK\r\n");
      else {
        asked += 1;
        if (told !== null) socket.write(told);
      }
    }
  });
});
const url = () => `redis://127.0.0.1:${(twin.address() as AddressInfo).port}`;
beforeAll(() => new Promise<void>((resolve) => twin.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  twin.close();
});

let reported: string[] = [];
beforeEach(() => {
  reported = [];
  onConnect = () => undefined;
});
const reports = {
  failed: (answer: RedisAnswer) => {
    reported.push(answer);
    return redisTable.rows[answer];
  },
  worked: () => void reported.push("worked"),
};
const limit = { points: 2, seconds: 60 };
/** Three uses under a limit of two: whether each was allowed, or what else was thrown. */
async function threeUses(limiter: RateLimiter) {
  const key = newId();
  const uses: unknown[] = [];
  for (let use = 0; use < 3; use += 1)
    uses.push(
      await limiter.consume("use", key, limit).then(
        () => true,
        (error: unknown) => (error instanceof Refusal ? false : error),
      ),
    );
  return uses;
}
/** Nobody is refused for it and the limit still holds on this node; the row is reported. */
async function means(row: RedisAnswer, ...all: readonly (string | null)[]) {
  for (const answer of all) {
    told = answer;
    reported = [];
    const limiter = await createRateLimiter(url(), reports);
    asked = 0;
    await vi.waitFor(async () => {
      expect([answer, await threeUses(limiter)]).toEqual([answer, [true, true, false]]);
      expect(asked).toBeGreaterThan(0);
    }, 20_000);
    await vi.waitFor(() => expect([answer, reported]).toEqual([answer, expect.arrayContaining([row])]));
    await limiter.close();
    expect([answer, (await probeRedis(url()))[0]?.problem?.answer]).toEqual([answer, row]);
  }
}
const errors = (...messages: string[]) => messages.map((message) => `-${message}\r\n`);

describe("each answer of Redis", { timeout: 60_000 }, () => {
  coverEveryRow(redisTable, {
    no_answer: async () => {
      await means("no_answer", null);
      onConnect = (socket) => socket.resetAndDestroy();
      const limiter = await createRateLimiter(url(), reports);
      expect(await threeUses(limiter)).toEqual([true, true, false]);
      await limiter.close();
      expect((await probeRedis("redis://127.0.0.1:9"))[0]?.problem?.answer).toBe("no_answer");
    },
    starting: () =>
      means("starting", ...errors("BUSY Redis is busy running a script.", "CLUSTERDOWN The cluster is down")),
    refused_login: () =>
      means("refused_login", ...errors("NOAUTH Authentication required.", "NOPERM this user has no permissions")),
    read_only: () => means("read_only", ...errors("READONLY You can't write against a read only replica.")),
    full: () =>
      means(
        "full",
        ...errors("OOM command not allowed when used memory > 'maxmemory'.", "MISCONF Redis can't persist"),
      ),
    unknown: () => means("unknown", ...errors("NEWERROR something else")),
  });

  test.skipIf(process.env["TEST_REDIS_URL"] === undefined)(
    "a real one counts, and works again after a failure",
    async () => {
      const real = process.env["TEST_REDIS_URL"] ?? "";
      const limiter = await createRateLimiter(real, reports);
      await vi.waitFor(async () => {
        expect(await threeUses(limiter)).toEqual([true, true, false]);
        expect(reported.at(-1)).toBe("worked");
      });
      await limiter.close();
      expect(await probeRedis(real)).toMatchObject([{ problem: null }]);
      const { host } = new URL(real);
      expect((await probeRedis(`redis://nobody:wrong@${host}`))[0]?.problem?.answer).toBe("refused_login");
    },
  );
});
