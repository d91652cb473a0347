import type * as z from "zod/mini";
import { everyCall } from "#contract/api.ts";
import { errorMessage, errorStatus, type ErrorCode } from "#contract/http/errors.ts";
import { type Endpoint, fullPath, type Output } from "#contract/http/endpoint.ts";
import { sampleOf } from "./sample.ts";

/** A request as it left the page. */
export interface SentRequest {
  /** `care.refundOrder` */
  readonly call: string;
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Headers;
}

interface Happened {
  readonly request: SentRequest;
  readonly isDone: boolean;
  /** What it was answered with, once it was done. */
  readonly answer?: unknown;
}

export type Answer = object | string | { readonly refused: ErrorCode; readonly details?: object } | typeof lost;
type AnswerOf = Answer | ((request: SentRequest) => Answer | Promise<Answer>);

/** The request has come, and its answer doesn't: as without a connection. */
export const lost = { lost: true } as const;

const patterns = [...everyCall()].map(({ feature, name, call }) => ({
  name: `${feature}.${name}`,
  endpoint: call,
  pattern: new RegExp(`^${fullPath(call).replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}));

/**
 * A server that answers each call of the contract with a sample of its schema, or with what `answer` says of it, and keeps what it was sent. It takes the
 * place of `fetch`; a request that no call of the contract makes is an error.
 */
export function createScreenServer() {
  const answers = new Map<Endpoint, AnswerOf>();
  const samples = new Map<Endpoint, unknown>();
  const sent: SentRequest[] = [];
  const unknown: string[] = [];
  const log: Happened[] = [];
  const held = new Map<string, Promise<unknown>>();
  let intercept: ((request: SentRequest) => Answer | Promise<Answer> | null) | null = null;
  const elsewhere = new Map<string, (body: unknown) => object>();
  let samplesTaken = 0;
  let underWay = 0;
  let holding = 0;
  let step = 0;

  function sampleFor(endpoint: Endpoint): unknown {
    if (!samples.has(endpoint))
      samples.set(endpoint, typeof endpoint.ok === "string" ? "" : sampleOf(endpoint.ok, 1000 * ++samplesTaken + step));
    return samples.get(endpoint);
  }

  async function read(url: string, init: RequestInit): Promise<SentRequest | null> {
    const { pathname, searchParams } = new URL(url, location.href);
    const method = init.method ?? "GET";
    const [found] = patterns
      .flatMap(({ pattern, name, endpoint }) => {
        const match = endpoint.method === method ? pattern.exec(pathname) : null;
        return match ? [{ name, endpoint, match }] : [];
      })
      // `/orders/mine` is nobody's id.
      .toSorted((a, b) => Object.keys(a.match.groups ?? {}).length - Object.keys(b.match.groups ?? {}).length);
    if (!found) {
      unknown.push(`${method} ${pathname}`);
      return null;
    }
    return {
      call: found.name,
      endpoint: found.endpoint,
      params: Object.fromEntries(
        Object.entries(found.match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
      ),
      query: Object.fromEntries(searchParams),
      body: await bodyOf(init.body),
      headers: new Headers(init.headers),
    };
  }

  const send = async (input: string, init: RequestInit = {}): Promise<Response> => {
    underWay += 1;
    return answerTo(input, init).finally(() => (underWay -= 1));
  };

  const answerTo = async (input: string, init: RequestInit): Promise<Response> => {
    const other = elsewhere.get(new URL(input, location.href).pathname);
    if (other) return Response.json(other(await bodyOf(init.body)));
    const request = await read(input, init);
    if (!request) return Response.json({ code: "not_found", message: "Not in the contract" }, { status: 404 });
    if (request.endpoint.method !== "GET") sent.push(request);
    log.push({ request, isDone: false });
    const until = held.get(request.call);
    if (until) holding += 1;
    await until;
    if (until) holding -= 1;
    const stored = answers.get(request.endpoint);
    const given =
      intercept?.(request) ??
      (stored === undefined
        ? (sampleFor(request.endpoint) as Answer)
        : step > 0 && request.endpoint.method === "GET"
          ? newer(stored)
          : stored);
    const answer = await (typeof given === "function" ? given(request) : given);
    if (answer === lost) throw new TypeError("Failed to fetch");
    if (typeof answer === "object" && "refused" in answer) {
      const { refused: code, details } = answer as { refused: ErrorCode; details?: object };
      return Response.json(
        { code, message: errorMessage(code), ...(details && { details }) },
        { status: errorStatus(code) },
      );
    }
    log.push({ request, isDone: true, answer });
    return typeof request.endpoint.ok === "string"
      ? new Response(String(answer), { headers: { "content-type": request.endpoint.ok } })
      : Response.json(answer, { status: request.endpoint.status ?? 200 });
  };

  return {
    send,
    /** What was sent to change something, in order. */
    sent,
    /** Each request as it came, and each again as what it asked for was done. */
    log,
    /** A call is answered no sooner than this. */
    hold: (call: string, until: Promise<unknown>): void => void held.set(call, until),
    /** Whether something waits for that. */
    isHolding: (): boolean => holding > 0,
    /** Requests outside the contract. */
    unknown,
    /** Resolves once nothing is under way, and nothing follows from what was answered. */
    settled: async (): Promise<void> => {
      do await new Promise(setImmediate);
      while (underWay > 0);
    },
    /** Everything is different from now on: what is read again isn't what is on the screen. */
    moveOn: (): void => {
      step = 500;
      samples.clear();
    },
    /** Answers a request before all else; null leaves it to what was said of its call. */
    intercept: (answer: NonNullable<typeof intercept>): void => void (intercept = answer),
    /** What a path is answered with that isn't the contract's, like that of the payment gateway. */
    answerElsewhere: (path: string, answer: (body: unknown) => object): void => void elsewhere.set(path, answer),
    /** What a call is answered with from now on. */
    answer: <E extends Endpoint>(endpoint: E, answer: Output<E> | AnswerOf): void =>
      void answers.set(endpoint, answer as AnswerOf),
    /** The sample a call is answered with, changed in places. */
    sample: <E extends Endpoint>(
      endpoint: E,
      change: Partial<E["ok"] extends z.core.$ZodType ? z.output<E["ok"]> : never> = {},
    ): Output<E> => {
      const value = sampleFor(endpoint) as Output<E>;
      if (Object.keys(change).length > 0) Object.assign(value as object, change);
      return value;
    },
  };
}

/** The same after somebody has changed it: with another revision, and what is first in a list is last. What is answered by a function is that one's. */
function newer<T>(answer: T): T {
  if (typeof answer !== "object" || answer === null || "refused" in answer) return answer;
  const changed = Object.entries(answer).map(([name, value]) => {
    if (/revision$/.test(name)) return [name, `${value} newer`];
    if (name === "version") return [name, Number(value) + 1];
    return [name, name === "items" && Array.isArray(value) ? value.toReversed() : value];
  });
  return Object.fromEntries(changed) as T;
}

async function bodyOf(body: unknown): Promise<unknown> {
  if (typeof body === "string") return JSON.parse(body);
  if (!(body instanceof FormData)) return undefined;
  const parts = [...body.entries()].map(async ([name, part]) => [
    name,
    typeof part === "string" ? part : { file: part.name, type: part.type, size: part.size },
  ]);
  return Object.fromEntries(await Promise.all(parts));
}
