import { type Endpoint, fullPath, type Input, type Output } from "#contract/http/endpoint.ts";

type Optional<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
};
/** The input of a call; optional parts may be left out. `file` goes with uploads. */
export type CallInput<E extends Endpoint> = Optional<Input<E>> &
  (E["upload"] extends true ? { readonly file: File | Blob } : unknown);

/** How a request leaves the page. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

export interface CallOptions {
  /** One key per user intent; leave it out for a fresh one. Every retry of the call uses the same key. */
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** Bearer to use instead of the session's. */
  readonly token?: string;
  readonly retry?: false;
  /** An expired token is an error: this call is the renewal itself. */
  readonly renew?: false;
  /** Path to sign in at when the session is invalid; defaults to `/login?expired=true`. */
  readonly signInAt?: string;
  /** A failure is not reported to the server. */
  readonly silent?: boolean;
  /** Another transport, such as one that reports upload progress. */
  readonly send?: Send;
}

/** Makes one call of the contract. Throws `ApiError`, or the abort reason of `signal`. */
export type Call = <E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions) => Promise<Output<E>>;

type Scalar = string | number | boolean | null | undefined;

/** The same without its endpoint type: what a request is built from. */
export interface RequestInput {
  readonly params?: Readonly<Record<string, Scalar>>;
  readonly query?: Readonly<Record<string, Scalar>>;
  readonly body?: unknown;
  readonly file?: File | Blob;
}

/** URL of a call on this origin: `{names}` filled in, the query without empty values. */
export function requestUrl(endpoint: Endpoint, { params = {}, query = {} }: RequestInput): string {
  const path = fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  ).toString();
  return search ? `${path}?${search}` : path;
}

/** Body and its content type; multipart for uploads (the browser writes the boundary itself). */
export function requestBody(endpoint: Endpoint, { body, file }: RequestInput): { body?: BodyInit; type?: string } {
  if (endpoint.upload) return { body: multipartForm(body, file) };
  if (endpoint.method === "GET" || endpoint.body === undefined) return {};
  return { body: JSON.stringify(body ?? {}), type: "application/json" };
}

function multipartForm(body: unknown, file: File | Blob | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, Scalar>)) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  if (file) form.append("file", file);
  return form;
}
