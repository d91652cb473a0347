import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { type Endpoint, fullPath, type Input, type Output } from "#contract/http/endpoint.ts";

interface Credentials {
  readonly token?: string;
  readonly apiKey?: string;
}

/** Makes a contract call as somebody, and expects it to succeed. */
export type Caller = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Output<E>>;

/** Makes a contract call, and expects it to succeed. */
export async function callApi<E extends Endpoint>(
  request: APIRequestContext,
  endpoint: E,
  input: Input<E>,
  { token, apiKey }: Credentials = {},
): Promise<Output<E>> {
  const {
    params = {},
    query = {},
    body,
  } = input as Partial<Record<"params" | "query", Record<string, string>>> & {
    body?: unknown;
  };
  const path = fullPath(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const answer = await request.fetch(path, {
    method: endpoint.method,
    params: query,
    ...(body === undefined ? {} : { data: body }),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(apiKey ? { "x-api-key": apiKey } : {}),
      ...(endpoint.idempotency ? { "idempotency-key": randomUUID() } : {}),
    },
  });
  if (!answer.ok()) throw new Error(`${endpoint.method} ${path} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Output<E>;
}
