import { randomBytes } from "node:crypto";
import autocannon from "autocannon";
import pg from "pg";
import { auth } from "#contract/auth.ts";
import { messages } from "#contract/messages/calls.ts";
import { makeDatabase } from "#server/platform/database/testing/server-databases.ts";
import { freshFolder, type Node, removeFolder, startNode } from "../../e2e/servers/node-process.ts";
import { median } from "../browser/mobile-profile.ts";
import { benchClient } from "../node/client.ts";
import { fillThread } from "./fill-thread.ts";

const seconds = 2;
const rounds = 5;

/** A call on each thread, and its cost on the last one relative to the first: 1 is the same. */
export interface ThreadFigure {
  readonly what: string;
  readonly perSecond: readonly number[];
  readonly ratio: number;
}

interface Thread {
  readonly token: string;
  readonly patientId: string;
  readonly conversationId: string;
  readonly count: number;
}

const calls: readonly (readonly [what: string, path: (thread: Thread) => string])[] = [
  ["opening page", ({ conversationId }) => `/api/v3/v1/conversation/${conversationId}/messages`],
  [
    "gap of 50 in the middle",
    ({ conversationId, count }) =>
      `/api/v3/v1/conversation/${conversationId}/messages?afterseq=${Math.floor(count / 2)}`,
  ],
  ["list of conversations", () => "/api/conversation"],
  ["unread count", ({ patientId }) => `/api/process/conversation/all/unreadmessagecount/${patientId}`],
];

/** The cost of reading threads of different lengths on one server, interleaved; medians of five after one to warm up. */
export async function measureThreads(serverUrl: string, sizes: readonly number[]): Promise<ThreadFigure[]> {
  const database = await makeDatabase(serverUrl, `calendula_threads_${Date.now()}`);
  const dataDir = freshFolder();
  const secretsKey = randomBytes(32).toString("hex");
  const env = { DATABASE_URL: database.url, SECRETS_KEY: secretsKey };
  let node: Node | null = null;
  try {
    node = await startNode({ port: 3834, dataDir, core: 0, env });
    const threads = await openThreads(node.url, database.url, secretsKey, sizes);
    const figures: ThreadFigure[] = [];
    for (const [what, path] of calls) {
      const ratesByRound: number[][] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const rates: number[] = [];
        for (const thread of threads) rates.push(await perSecond(node.url + path(thread), thread.token));
        if (round > 0) ratesByRound.push(rates);
      }
      figures.push({
        what,
        perSecond: sizes.map((_, index) => median(ratesByRound.map((rates) => rates[index] ?? 0))),
        ratio: median(ratesByRound.map((rates) => (rates[0] ?? 0) / (rates.at(-1) ?? 1))),
      });
    }
    return figures;
  } finally {
    await node?.stop();
    removeFolder(dataDir);
    await database.drop();
  }
}

/** Creates one patient for each size, in a state with patient services, and fills their thread. */
async function openThreads(
  url: string,
  databaseUrl: string,
  secretsKey: string,
  sizes: readonly number[],
): Promise<Thread[]> {
  const client = benchClient(url);
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  const threads: Thread[] = [];
  try {
    for (const count of sizes) {
      const { idToken: token, userid: patientId } = await client.call(auth.signUp, {
        body: { email: `thread-${count}@example.com`, password: "marigold at noon" },
      });
      await connection.query("update patient set state = 'IA' where id = $1", [patientId]);
      const { items } = await client.call(messages.conversations, {}, token);
      const thread = { token, patientId, conversationId: items[0]?.id ?? "", count };
      await fillThread(connection, secretsKey, thread, count);
      threads.push(thread);
    }
  } finally {
    await connection.end();
  }
  return threads;
}

async function perSecond(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections: 8, duration: seconds });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`);
  return requests.average;
}
