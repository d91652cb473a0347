/**
 * A client of spec §7 and nothing else: it knows paths, bases and headers as text, sends no Idempotency-Key, and shares no code with the
 * contract. It also does what §3 to §5 ask of a client: it keeps the token of a reply, sends cookies back, and renews an expired token once.
 */

const bases = { default: "/api", v1: "/api/v1", v2: "/api/v2", v3: "/api/v3", process: "/api/process" } as const;

export interface CallInput {
  /** Values of the path's `{names}`, in order. */
  readonly path?: readonly (string | number)[];
  /** The text after the question mark. */
  readonly query?: string;
  readonly body?: unknown;
  /** Sent as multipart/form-data instead of a body; §7 names no part, so the part is named like the path. */
  readonly file?: File;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes one call, written `VERB base path` as §7 lists it, and resolves with the reply; rejects what is not a success. */
export type Call = <T = unknown>(line: string, input?: CallInput) => Promise<T>;

/** A browser at `origin`. Successful calls are added to `made`. */
export function openClient(
  origin: string,
  succeededCalls: Set<string>,
  ownHeaders: Readonly<Record<string, string>> = {},
): Call {
  const cookies = new Map<string, string>();
  let token: string | null = null;

  async function send(line: string, { path = [], query, body, file, headers }: CallInput): Promise<Response> {
    const [verb = "", base = "", template = ""] = line.split(" ");
    const values = path.map((value) => encodeURIComponent(value));
    const filled = template.replaceAll(/\{\w+\}/g, () => values.shift() ?? "");
    const form = new FormData();
    if (file) form.append(/(\w+)(?:\/\{\w+\})*$/.exec(template)?.[1] ?? "", file);
    const response = await fetch(
      `${origin}${bases[base as keyof typeof bases]}${filled}${query === undefined ? "" : `?${query}`}`,
      {
        method: verb,
        headers: {
          ...ownHeaders,
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(file && { body: form }),
      },
    );
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  }

  async function read(line: string, response: Response): Promise<unknown> {
    if (!response.ok) throw new Error(`${line} answered ${response.status}: ${await response.text()}`);
    succeededCalls.add(line);
    if (!response.headers.get("content-type")?.startsWith("application/json")) return response.blob();
    const body: unknown = await response.json();
    token = (body as { idToken?: string }).idToken ?? token;
    return body;
  }

  const isExpired = async (response: Response): Promise<boolean> =>
    response.status === 401 &&
    ["The incoming token has expired", "Expired token"].includes(
      ((await response.clone().json()) as { message: string }).message,
    );

  return async <T>(line: string, input: CallInput = {}) => {
    let response = await send(line, input);
    if (await isExpired(response)) {
      const renewal = "POST default /refreshtoken";
      await read(renewal, await send(renewal, { body: {} }));
      response = await send(line, input);
    }
    return (await read(line, response)) as T;
  };
}
