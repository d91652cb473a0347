import { Refusal } from "../refusal.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The value of a JSON body. None of no bytes: a body-less POST with a JSON content type, as browsers and curl send it. Throws
 * `unsupported_media` for another encoding than UTF-8 and `malformed` for what is not JSON in UTF-8.
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
