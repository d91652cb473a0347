import fc from "fast-check";
import type * as z from "zod";
import { fullPath, type Endpoint } from "#contract/http/endpoint.ts";
import { newId } from "#server/platform/ids.ts";
import { nearValid } from "#server/gates/arbitrary.ts";

/** The call's path with each `{name}` filled in; ids are well-formed but belong to nobody. */
export function examplePath(call: Endpoint): string {
  return fullPath(call).replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "n" ? "2" : name === "year" ? "2025" : newId(),
  );
}

/** One near-valid body of the call, different for each seed. */
export function exampleBody(call: Endpoint, seed: number): unknown {
  return call.body ? fc.sample(nearValid(call.body as z.core.$ZodType), { numRuns: 1, seed })[0] : undefined;
}

/** A multipart request: a file, or none, and text fields. */
export function multipart(
  file: { name: string; type: string; bytes: Uint8Array } | null,
  fields: Record<string, string> = {},
) {
  const boundary = "----calendula";
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.type}\r\n\r\n`;
    parts.push(Buffer.from(head), Buffer.from(file.bytes), Buffer.from("\r\n"));
  }
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
