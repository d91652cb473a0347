import { fullPath, type Endpoint, type Input, type Output } from "#contract/http/endpoint.ts";
import { newId } from "#server/platform/ids.ts";

/** A client without retries or sessions: one request, its response, or an error that contains the response. */
export function benchClient(origin: string) {
  return {
    async call<E extends Endpoint>(call: E, input: Input<E>, token?: string): Promise<Output<E>> {
      const { params, body } = input as { params?: Record<string, unknown>; body?: unknown };
      const path = fullPath(call).replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String(params?.[name])),
      );
      const answer = await fetch(origin + path, {
        method: call.method,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(call.idempotency ? { "idempotency-key": newId() } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${call.method} ${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as Output<E>;
    },
  };
}
