import type { Message } from "#contract/entities.ts";
import { messages } from "#contract/messages.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import { connect, type TestSocket } from "#server/testing/sockets.ts";

/** What a browser does with a conversation: the socket hints, what is missing is fetched, and everything is merged by id. */
export interface Follower {
  /** Connects, then fetches what came after the last message without a gap. */
  readonly connect: (url: string) => Promise<void>;
  /** Disconnects; what is being fetched still comes. */
  readonly drop: () => Promise<void>;
  /** The next hint is lost on the way. */
  readonly loseNext: () => void;
  /** Resolves once the conversation is held without a gap up to `seq`. */
  readonly holds: (seq: number) => Promise<void>;
  /** Messages in the order they were taken in, each once. */
  readonly taken: () => readonly Message[];
  /** How often something was fetched because of a gap. */
  readonly gaps: () => number;
}

export function followConversation(server: TestServer, patient: TestPatient, conversationId: string): Follower {
  const byId = new Map<string, Message>();
  const waiting = new Map<number, Message>();
  const taken: Message[] = [];
  const listeners = new Set<() => void>();
  let socket: TestSocket | null = null;
  let gaps = 0;
  let lost = 0;
  let fetching: Promise<unknown> = Promise.resolve();
  const last = () => taken.at(-1)?.seq ?? 0;

  const take = (message: Message) => {
    if (byId.has(message.id)) return;
    byId.set(message.id, message);
    waiting.set(message.seq, message);
    for (let next = waiting.get(last() + 1); next; next = waiting.get(last() + 1)) {
      waiting.delete(next.seq);
      taken.push(next);
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
      for (const message of ok.items) take(message);
      more = ok.cursor !== null;
    }
  };

  return {
    async connect(url) {
      const mine = await connect(url, patient.token);
      socket = mine;
      mine.socket.on("message", (message) => {
        if (lost > 0) return void (lost -= 1);
        take(message);
        if (waiting.size === 0) return;
        gaps += 1;
        fetching = Promise.all([fetching, fetchAfter()]);
      });
      for (const message of mine.told("message")) take(message);
      await fetchAfter();
    },
    async drop() {
      socket?.close();
      socket = null;
      await fetching;
    },
    loseNext: () => void (lost += 1),
    holds: (seq) =>
      new Promise((resolve) => {
        const look = () => {
          if (last() < seq) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
    taken: () => taken,
    gaps: () => gaps,
  };
}
