import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "#app/api/query.ts";
import type { Message } from "#contract/messages/message.ts";
import { messageOf } from "../testing.ts";
import { addMessages, loadThread, threadKey } from "./thread-cache.ts";

/** Responses of the server, one for each page requested. */
const answers: ((query: { afterseq?: number }) => { items: readonly Message[]; cursor: null; readseq: number })[] = [];
vi.mock(import("#app/api/call.ts"), async (original) => ({
  ...(await original()),
  call: vi.fn(async (_endpoint: unknown, input: { query: { afterseq?: number } }) => {
    await Promise.resolve();
    return answers.shift()?.(input.query);
  }) as never,
}));

const signal = new AbortController().signal;
const seqs = (thread: { messages: readonly Message[] }) => thread.messages.map(({ seq }) => seq);
const page = (...items: readonly Message[]) => ({ items, cursor: null, readseq: 0 });

beforeEach(() => void (answers.length = 0));
afterEach(() => queryClient.clear());

test("§7 a message that arrives while a thread is loaded for the first time is in it", async () => {
  answers.push(() => page(messageOf({ seq: 1 })));
  const loading = loadThread("c1", signal);
  addMessages([messageOf({ seq: 2 })]);
  expect(seqs(await loading)).toEqual([1, 2]);
});

test("§7 a gap below a message that arrived meanwhile is fetched", async () => {
  answers.push(
    () => page(messageOf({ seq: 1 })),
    ({ afterseq }) => (afterseq === 1 ? page(messageOf({ seq: 2 }), messageOf({ seq: 3 })) : page()),
  );
  const loading = loadThread("c1", signal);
  addMessages([messageOf({ seq: 3 })]);
  expect(seqs(await loading)).toEqual([1, 2, 3]);
  expect(seqs(queryClient.getQueryData(threadKey("c1"))!)).toEqual([1, 2, 3]);
});

test("§7 a thread nobody has opened stores nothing", () => {
  addMessages([messageOf({ seq: 1 })]);
  expect(queryClient.getQueryData(threadKey("c1"))).toBeUndefined();
});
