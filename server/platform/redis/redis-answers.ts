import { outsideTable } from "../outside/outside-table.ts";

const none = "nothing: each node counts requests by itself, so limits are as many times as high as there are nodes";
const meanwhile = "Until then each node counts requests by itself.";

/** What Redis answers, by the first word of its errors (Redis, Error handling), and what its connection does. It only counts requests for limits. */
export const redisTable = outsideTable({
  system: "redis",
  name: "Redis",
  rows: {
    no_answer: {
      means: "for_now",
      comes: "no connection, a broken one, no answer within a second",
      person: none,
      practice: `It can't be reached at REDIS_URL. ${meanwhile}`,
    },
    starting: {
      means: "for_now",
      comes: "LOADING, BUSY, TRYAGAIN, CLUSTERDOWN, MASTERDOWN, NOREPLICAS, max number of clients",
      person: none,
      practice: `It takes no commands now: look at its log. ${meanwhile}`,
    },
    refused_login: {
      means: "ours",
      comes: "NOAUTH, WRONGPASS, NOPERM; a password where none is set",
      person: none,
      practice: `It refuses our login: put its user and password into REDIS_URL. ${meanwhile}`,
    },
    read_only: {
      means: "ours",
      comes: "READONLY: it is a replica, or became one. MOVED: a cluster",
      person: none,
      practice: `REDIS_URL leads to a replica or to one node of a cluster: name the primary. ${meanwhile}`,
    },
    full: {
      means: "ours",
      comes: "OOM, MISCONF: no memory left under noeviction, or no room on its disk",
      person: none,
      practice: `It has no room left: raise maxmemory, set maxmemory-policy to allkeys-lru, or free its disk. ${meanwhile}`,
    },
  },
  unknown: { person: none },
});

export type RedisAnswer = keyof typeof redisTable.rows;

const rowOfWord: Readonly<Record<string, RedisAnswer>> = {
  LOADING: "starting",
  BUSY: "starting",
  TRYAGAIN: "starting",
  CLUSTERDOWN: "starting",
  MASTERDOWN: "starting",
  NOREPLICAS: "starting",
  NOAUTH: "refused_login",
  WRONGPASS: "refused_login",
  NOPERM: "refused_login",
  READONLY: "read_only",
  MOVED: "read_only",
  OOM: "full",
  MISCONF: "full",
};

/** The row of an error of the client, and its first word or code for the log. */
export function redisAnswer(error: unknown): { readonly answer: RedisAnswer; readonly code: string } {
  const { name, message, code } = error as NodeJS.ErrnoException;
  if (name === "ReplyError") {
    const word = /^[A-Z]+\b/.exec(message)?.[0] ?? "ERR";
    // Redis 7 gives these without a word of their own.
    if (/max number of clients/.test(message)) return { answer: "starting", code: "ERR max clients" };
    if (/AUTH.*without any password|invalid.*password/i.test(message)) return { answer: "refused_login", code: word };
    return { answer: rowOfWord[word] ?? "unknown", code: word };
  }
  const isSilence =
    code !== undefined ||
    name === "MaxRetriesPerRequestError" ||
    /timed out|closed|isn't writeable|ended/i.test(message);
  return { answer: isSilence ? "no_answer" : "unknown", code: code ?? name };
}
