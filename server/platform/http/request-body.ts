import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest, RouteOptions } from "fastify";
import { limits } from "#contract/constants.ts";
import { Refusal } from "../refusal.ts";
import { sentence } from "../sentences.ts";
import type { UploadedPart } from "./handler.ts";

/** Registers a route that takes multipart requests; other routes refuse them as an unsupported media type. */
export function registerUploadRoute(app: FastifyInstance, route: RouteOptions): void {
  void app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: limits.uploadBytes, files: 1, fields: 10, fieldSize: 4096 },
    });
    scope.route(route);
  });
}

/** Reads a multipart request: its single file, whatever its part's name, and its fields into `request.body`, for validation by the contract. */
export async function readUpload(request: FastifyRequest): Promise<UploadedPart> {
  if (!request.isMultipart()) throw new Refusal("unsupported_media");
  const fields: Record<string, string> = {};
  let file: UploadedPart | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type === "file") {
        file = { bytes: await part.toBuffer(), filename: part.filename, type: part.mimetype };
      } else if (typeof part.value === "string") fields[part.fieldname] = part.value;
    }
  } catch (error) {
    if ((error as { code?: string }).code === "FST_REQ_FILE_TOO_LARGE") throw new Refusal("too_large");
    throw new Refusal("malformed");
  }
  if (!file)
    throw new Refusal("bad_request", { fields: [{ path: "file", message: sentence("requests.choose_file") }] });
  request.body = fields;
  return file;
}

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
