import fc from "fast-check";
import type * as z from "zod";
import { fullPath, type Endpoint } from "#contract/endpoint.ts";
import { newId } from "#server/platform/ids.ts";
import { nearValid } from "./arbitrary.ts";

/** A path of the call with each `{name}` filled in; ids are well-formed but nobody's. */
export function somePath(call: Endpoint): string {
  return fullPath(call).replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "n" ? "2" : name === "year" ? "2025" : newId(),
  );
}

const bodies = new WeakMap<object, fc.Arbitrary<unknown>>();

/** One near-valid body of the call, different for each seed. */
export function someBody({ body }: Endpoint, seed: number): unknown {
  if (!body) return undefined;
  const arbitrary = bodies.get(body) ?? nearValid(body as z.core.$ZodType);
  bodies.set(body, arbitrary);
  return fc.sample(arbitrary, { numRuns: 1, seed })[0];
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
