import { calls, type CallName, type Calls } from "./calls.ts";
import { NoAnswer, Refusal, type Problem } from "./errors.ts";

export interface ClinicClientOptions {
  /** The practice's address, its `PUBLIC_URL`. */
  readonly url: string;
  readonly apiKey: string;
  /** How often a call is made again that got no answer, a 429 or a 503; 3 by default. */
  readonly retries?: number;
  /** How long one attempt may take, in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** The longest `Retry-After` that is waited for, in milliseconds; 60,000 by default. A longer one is thrown, as `retryAfter` of the refusal. */
  readonly longestWaitMs?: number;
  /** Allows an address without TLS other than this machine's, such as one inside a private network. */
  readonly allowHttp?: boolean;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /**
   * The `Idempotency-Key`, for calls that take one. By default each call has a new one, which its retries keep. Pass your own, such as the id of a job
   * in your queue, for a call that you may make again after a restart.
   */
  readonly key?: string;
  /**
   * The patient's open emergencies that whoever decides has seen: their ids, which the refusal `emergency_open` gives in `details.emergencies`. Show a
   * person what they are before you send them.
   */
  readonly emergencySeen?: readonly string[];
  /** Ends the call, and its waiting. What it throws is the signal's reason. */
  readonly signal?: AbortSignal;
}

type Arguments<N extends CallName> =
  Record<never, never> extends Calls[N]["input"]
    ? [input?: Calls[N]["input"], options?: CallOptions]
    : [input: Calls[N]["input"], options?: CallOptions];

/** Calls whose answer is a page. */
export type PagedCall = {
  [N in CallName]: Calls[N]["output"] extends { items: unknown[] } & (
    | { nextpage: string | null }
    | { cursor: string | null }
    | { more: boolean }
  )
    ? N
    : never;
}[CallName];
type ItemOf<N extends PagedCall> = Calls[N]["output"]["items"][number];

/** Every call of the practice's own system, as a function. It throws `Refusal` or `NoAnswer`. */
export type ClinicClient = {
  readonly [N in CallName]: (...args: Arguments<N>) => Promise<Calls[N]["output"]>;
} & {
  /** All pages of a list, each fetched when it is asked for. */
  readonly pages: <N extends PagedCall>(call: N, ...args: Arguments<N>) => AsyncGenerator<Calls[N]["output"], void>;
  /** All items of a list, across its pages. */
  readonly items: <N extends PagedCall>(call: N, ...args: Arguments<N>) => AsyncGenerator<ItemOf<N>, void>;
};

type Scalars = Readonly<Record<string, string | number | boolean | null | undefined>>;
interface Input {
  readonly params?: Scalars;
  readonly query?: Scalars;
  readonly body?: unknown;
  readonly file?: Blob;
}
interface Page {
  readonly items: readonly unknown[];
  readonly nextpage?: string | null;
  readonly cursor?: string | null;
  /** Of the log of events: more come after the last item. */
  readonly more?: boolean;
}
type Outcome =
  | { readonly value: unknown }
  | { readonly error: Refusal | NoAnswer; readonly again: boolean; readonly waitMs?: number };

/** Makes a client of one practice. Use it on a server only: the key opens patients' records. */
export function createClinicClient(options: ClinicClientOptions): ClinicClient {
  const { apiKey, retries = 3, timeoutMs = 30_000, longestWaitMs = 60_000 } = options;
  const origin = originOf(options);

  async function call(name: CallName, input: Input = {}, callOptions: CallOptions = {}): Promise<unknown> {
    const { key: ownKey, emergencySeen = [], signal } = callOptions;
    const [method = "", path = "", flags = ""] = calls[name].split(" ");
    const key = flags.includes("key") ? (ownKey ?? crypto.randomUUID()) : undefined;
    const url = origin + urlOf(path, input);
    const headers: Record<string, string> = { accept: "application/json, */*", "x-api-key": apiKey };
    if (key !== undefined) headers["idempotency-key"] = key;
    if (emergencySeen.length > 0) headers["x-emergency-seen"] = emergencySeen.join(",");
    const init: RequestInit = { method, headers, redirect: "manual" };
    if (input.file) init.body = formOf(input.body, input.file);
    else if (input.body !== undefined) {
      init.body = JSON.stringify(input.body);
      headers["content-type"] = "application/json";
    }
    for (let attempt = 0; ; attempt += 1) {
      signal?.throwIfAborted();
      const outcome = await send(name, url, init, flags.includes("file"), key, signal);
      if ("value" in outcome) return outcome.value;
      const { error, again, waitMs = Math.min(8000, 500 * 2 ** attempt) } = outcome;
      if (!again || attempt >= retries || waitMs > longestWaitMs) throw error;
      // Never earlier than asked, and not all at the same moment.
      await sleep(waitMs + Math.random() * 1000, signal);
    }
  }

  async function send(
    name: CallName,
    url: string,
    init: RequestInit,
    isFile: boolean,
    key: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    const timeout = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let answer: unknown;
    try {
      response = await (options.fetch ?? fetch)(url, {
        ...init,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (response.ok && isFile) return { value: await fileOf(response) };
      answer = parse(await response.text());
    } catch (cause) {
      signal?.throwIfAborted();
      return { error: new NoAnswer(name, key, cause), again: true };
    }
    const { ok, status } = response;
    if (ok && answer !== undefined) return { value: answer };
    if (!isProblem(answer))
      return { error: new NoAnswer(name, key, undefined, status), again: status === 429 || status >= 500 };
    const error = new Refusal(name, response, answer, key);
    // An earlier attempt of the same call is still at work.
    if (answer.code === "in_flight") return { error, again: true, waitMs: 1000 };
    const again = status === 429 || status === 503;
    return error.retryAfter === undefined ? { error, again } : { error, again, waitMs: error.retryAfter * 1000 };
  }

  async function* pages(name: CallName, input: Input = {}, callOptions?: CallOptions): AsyncGenerator<Page, void> {
    for (let { query } = input; ;) {
      const page = (await call(name, query ? { ...input, query } : input, callOptions)) as Page;
      yield page;
      const next = page.more
        ? { after: (page.items.at(-1) as { id: string }).id }
        : page.nextpage
          ? { nextpage: page.nextpage }
          : page.cursor && { cursor: page.cursor };
      if (!next) return;
      query = { ...query, ...next };
    }
  }

  async function* items(name: CallName, input?: Input, callOptions?: CallOptions) {
    for await (const page of pages(name, input, callOptions)) yield* page.items;
  }

  const client: Record<string, unknown> = { pages, items };
  for (const name of Object.keys(calls) as CallName[])
    client[name] = (input?: Input, callOptions?: CallOptions) => call(name, input, callOptions);
  return client as unknown as ClinicClient;
}

function originOf({ url, apiKey, allowHttp }: ClinicClientOptions): string {
  const { protocol, hostname, href } = new URL(url);
  if (!apiKey) throw new TypeError("apiKey is missing");
  if (protocol !== "https:" && !allowHttp && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
    throw new TypeError(`${url} would send the key and patients' data in the clear; use https`);
  if ("document" in globalThis) throw new TypeError("The key opens patients' records: use this client on a server");
  return href.replace(/\/+$/, "");
}

/** `{names}` filled in, and the query without what is left out. */
function urlOf(path: string, { params = {}, query = {} }: Input): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? "");
    // Dots alone would lead to another call.
    if (/^\.*$/.test(value)) throw new TypeError(`${name} is missing`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(present(query)).toString();
  return search ? `${filled}?${search}` : filled;
}

const present = (values: Scalars): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );

function formOf(body: unknown, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of present((body ?? {}) as Scalars)) form.append(name, value);
  form.append("file", file);
  return form;
}

async function fileOf(response: Response): Promise<File> {
  const blob = await response.blob();
  const filename = /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  return new File([blob], filename ?? "file", { type: blob.type });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isProblem = (answer: unknown): answer is Problem<never> =>
  typeof (answer as Problem | undefined)?.code === "string" && typeof (answer as Problem).message === "string";

const sleep = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
