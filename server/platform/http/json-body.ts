import { Refusal } from "../refusal.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses a JSON body; undefined for no bytes, because browsers and curl send body-less POSTs with a JSON content type. Throws
 * `unsupported_media` for an encoding other than UTF-8 and `malformed` for anything but JSON in UTF-8.
 */
export function readJson(contentType: string, bytes: Buffer): unknown {
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType)?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new Refusal("unsupported_media");
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(utf8.decode(bytes), dropProtoKey);
  } catch {
    throw new Refusal("malformed");
  }
}

const dropProtoKey = (key: string, value: unknown) => (key === "__proto__" ? undefined : value);
