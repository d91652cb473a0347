import type { Endpoint, Output } from "#contract/http/endpoint.ts";
import { call } from "./call.ts";
import type { CallInput, RequestInput, CallOptions, Send } from "./request.ts";
import { failureOfUpload } from "./too-large.ts";

/** Sends by XMLHttpRequest, the only browser API that reports upload progress. `onProgress` gets 0–1. */
export const sendWithProgress =
  (onProgress: (fraction: number) => void, open: () => XMLHttpRequest = () => new XMLHttpRequest()): Send =>
  (url, init) =>
    new Promise((resolve, reject) => {
      init.signal?.throwIfAborted();
      const request = open();
      request.open(init.method ?? "POST", url);
      request.responseType = "blob";
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", (event) => {
        if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
      });
      request.addEventListener("load", () => resolve(responseOf(request)));
      request.addEventListener("error", () => reject(new TypeError("Network error")));
      request.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
      init.signal?.addEventListener("abort", () => request.abort());
      request.send(init.body as XMLHttpRequestBodyInit);
    });

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ["content-type", "x-request-id", "retry-after"]) {
    const value = request.getResponseHeader(name);
    if (value) headers.set(name, value);
  }
  return new Response(request.response as Blob, { status: request.status, headers });
}

/** Calls an endpoint with `upload: true`; `onProgress` gets 0–1 during the upload. */
export const upload = <E extends Endpoint & { readonly upload: true }>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions & { readonly onProgress?: (fraction: number) => void } = {},
): Promise<Output<E>> =>
  call(endpoint, input, { ...options, send: sendWithProgress(options.onProgress ?? (() => {})) }).catch(
    (error: unknown) => Promise.reject(failureOfUpload(error, (input as RequestInput).file?.size ?? 0) as Error),
  );
