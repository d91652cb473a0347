import { Agent as HttpAgent, type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction, Socket } from "node:net";

/*
 * One request to an outside system that speaks HTTP. Whatever it answers, slowly, without end, in part or not at all, the wait is over after its time, and
 * the connection with it. No redirect is followed: what is sent is for that address alone.
 */

export interface Asked {
  readonly method?: "POST" | "GET";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long the whole may take: a free connection, name, connecting, TLS, every informational answer, headers and body. */
  readonly timeoutMs: number;
  /** How much of an answer's body is read; the rest is cut off with the connection. */
  readonly maxBytes: number;
  /** Its connections; false: one of its own that isn't kept. */
  readonly connections: Connections | false;
  /** Resolves names, in place of the system. */
  readonly lookup?: LookupFunction;
}

export type Answer =
  | {
      /** 101 is an answer, too: the other side says that it speaks something else from now on. */
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      /** As UTF-8; its beginning if it is longer than was asked for. */
      readonly text: string;
      readonly isWhole: boolean;
    }
  | {
      /** `unreachable`: no connection, a broken one, or something that isn't HTTP. `cause` has the code, for the log. */
      readonly error: "timeout" | "unreachable";
      readonly cause: Error;
    };

export interface Connections {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

/** At most so many connections to one host at once, kept for a while; more requests wait, within their time. */
export const connectionsOf = (most: number): Connections => {
  const options = { keepAlive: true, keepAliveMsecs: 10_000, maxSockets: most, maxFreeSockets: 2, timeout: 60_000 };
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
};

/** Sends one request; nothing it meets on the way throws, unless the address is none. */
export function ask(url: string, asked: Asked): Promise<Answer> {
  const target = new URL(url);
  const { method = "POST", headers, body = "", timeoutMs, maxBytes, connections, lookup } = asked;
  const isEncrypted = target.protocol === "https:";
  return new Promise((resolve) => {
    const outgoing = (isEncrypted ? httpsRequest : httpRequest)(target, {
      method,
      headers: { ...headers, ...(method === "POST" && { "content-length": String(Buffer.byteLength(body)) }) },
      agent: connections === false ? false : isEncrypted ? connections.https : connections.http,
      ...(lookup !== undefined && { lookup }),
    });
    let isSettled = false;
    const settle = (answer: Answer, isConnectionUsable = false) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      resolve(answer);
      if (!isConnectionUsable) outgoing.destroy();
    };
    const fail = (cause: Error) => settle({ error: "unreachable", cause });
    const timer = setTimeout(
      () => settle({ error: "timeout", cause: Object.assign(new Error("No answer in time"), { code: "ETIMEDOUT" }) }),
      timeoutMs,
    );
    outgoing.on("error", fail);
    // Node gives an answer with 101 to this event alone, and neither an error nor a response without it.
    outgoing.on("upgrade", (response, socket: Socket) => {
      socket.on("error", () => undefined);
      socket.destroy();
      settle({ status: 101, headers: response.headers, text: "", isWhole: true });
    });
    outgoing.on("close", () => fail(new Error("The connection ended without an answer")));
    outgoing.on("response", (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      const parts: Buffer[] = [];
      let received = 0;
      const finish = (isWhole: boolean) =>
        settle(
          { status, headers: answered, text: Buffer.concat(parts).subarray(0, maxBytes).toString("utf8"), isWhole },
          isWhole && connections !== false,
        );
      response.on("data", (part: Buffer) => {
        if (isSettled) return;
        parts.push(part);
        received += part.length;
        if (received > maxBytes) finish(false);
      });
      response.on("error", fail);
      response.on("end", () => finish(true));
    });
    outgoing.end(method === "POST" ? body : undefined);
  });
}
