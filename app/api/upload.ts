import type { Endpoint, Output } from "#contract/http/endpoint.ts";
import { call } from "./call.ts";
import type { CallOptions } from "./client.ts";
import type { CallInput } from "./request.ts";
import { sendWithProgress } from "./upload-send.ts";

/** Calls an endpoint with `upload: true`; `onProgress` gets 0–1 during the upload. */
export const upload = <E extends Endpoint & { readonly upload: true }>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions & { readonly onProgress?: (fraction: number) => void } = {},
): Promise<Output<E>> =>
  call(endpoint, input, { ...options, send: sendWithProgress(options.onProgress ?? (() => {})) });
