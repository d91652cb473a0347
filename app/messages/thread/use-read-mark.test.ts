// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Message } from "#contract/messages/message.ts";
import { messageOf } from "../testing.ts";
import { useReadMark } from "./use-read-mark.ts";

const longest = 6;
/** Every way in which some of the messages have arrived, the first one among them. */
const arrivals = Array.from({ length: 2 ** (longest - 1) }, (_, bits) =>
  Array.from({ length: longest }, (__, index) => index + 1).filter(
    (seq) => seq === 1 || Math.floor(bits / 2 ** (seq - 2)) % 2 === 1,
  ),
);

afterEach(() => vi.unstubAllGlobals());

/** Shows a thread at its end with these messages; answers which `seq` was told to the server, null where none was. */
async function toldAfterShowing(messages: readonly Message[], readseq: number): Promise<number | null> {
  const sent: number[] = [];
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const body = request instanceof Request ? await request.clone().text() : (init?.body as string);
    sent.push((JSON.parse(body) as { seq: number }).seq);
    return Response.json({ readseq: sent.at(-1), unreadcount: 0 });
  });
  const { unmount } = renderHook(() =>
    useReadMark("c1", { messages, readseq } as Parameters<typeof useReadMark>[1], true),
  );
  await act(() => Promise.resolve());
  unmount();
  expect(sent.length).toBeLessThan(2);
  return sent[0] ?? null;
}

test("decisions §10 of whatever arrived, only what stands before the first gap is marked as read", async () => {
  expect(arrivals).toHaveLength(32);
  for (const seqs of arrivals)
    for (const readseq of [0, 1, 3]) {
      const told = await toldAfterShowing(
        seqs.map((seq) => messageOf({ seq })),
        readseq,
      );
      const before = seqs.filter((seq, index) => seq === index + 1).length;
      expect([seqs, readseq, told]).toEqual([seqs, readseq, before > readseq ? before : null]);
    }
});
