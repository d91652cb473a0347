import { loadChunk } from "#app/router/load-chunk.ts";

/** Calls of the API load beside the cart, which shows without them. */
export const apiClient = () => loadChunk(() => import("#app/api/call.ts"));

/** Reports an error to the server once the client is there. */
export function reportError(event: string, error: unknown): void {
  // Not `apiClient`, whose failure would be reported in turn.
  import("#app/api/call.ts").then(
    (client) => client.reportError(event, error),
    () => null,
  );
}
