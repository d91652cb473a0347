import { messages } from "#contract/messages/calls.ts";
import type { Message } from "#contract/messages/message.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import { connect, type TestSocket } from "#server/testing/test-sockets.ts";

/** A conversation as a browser follows it: the socket hints, missing messages are fetched, and everything is merged by id. */
export interface ConversationClient {
  /** Connects, then fetches what came after the last message without a gap. */
  readonly connect: (url: string) => Promise<void>;
  /** Disconnects; a fetch under way still completes. */
  readonly disconnect: () => Promise<void>;
  /** Loses the next hint. */
  readonly dropNextHint: () => void;
  /** Resolves once the conversation is complete up to `seq`. */
  readonly waitUntilComplete: (seq: number) => Promise<void>;
  /** Messages in the order they were received, each once. */
  readonly received: () => readonly Message[];
  /** How often a gap caused a fetch. */
  readonly gapFetches: () => number;
}

export function openConversationClient(
  server: TestServer,
  patient: TestPatient,
  conversationId: string,
): ConversationClient {
  const byId = new Map<string, Message>();
  const buffered = new Map<number, Message>();
  const received: Message[] = [];
  const listeners = new Set<() => void>();
  let socket: TestSocket | null = null;
  let gapFetches = 0;
  let hintsToDrop = 0;
  let fetching: Promise<unknown> = Promise.resolve();
  const last = () => received.at(-1)?.seq ?? 0;

  const receive = (message: Message) => {
    if (byId.has(message.id)) return;
    byId.set(message.id, message);
    buffered.set(message.seq, message);
    for (let next = buffered.get(last() + 1); next; next = buffered.get(last() + 1)) {
      buffered.delete(next.seq);
      received.push(next);
    }
    for (const listener of listeners) listener();
  };
  const fetchAfter = async () => {
    for (let more = true; more;) {
      const { ok } = await server.call(
        messages.messages,
        { params: { id: conversationId }, query: { afterseq: last() } },
        { token: patient.token },
      );
      for (const message of ok.items) receive(message);
      more = ok.cursor !== null;
    }
  };

  return {
    async connect(url) {
      const connection = await connect(url, patient.token);
      socket = connection;
      connection.socket.on("message", (message) => {
        if (hintsToDrop > 0) return void (hintsToDrop -= 1);
        receive(message);
        if (buffered.size === 0) return;
        gapFetches += 1;
        fetching = Promise.all([fetching, fetchAfter()]);
      });
      for (const message of connection.received("message")) receive(message);
      await fetchAfter();
    },
    async disconnect() {
      socket?.close();
      socket = null;
      await fetching;
    },
    dropNextHint: () => void (hintsToDrop += 1),
    waitUntilComplete: (seq) =>
      new Promise((resolve) => {
        const check = () => {
          if (last() < seq) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
        check();
      }),
    received: () => received,
    gapFetches: () => gapFetches,
  };
}
