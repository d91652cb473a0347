import { STATUS_CODES } from "node:http";
import { errorMessage, errors, errorStatus, type ErrorCode } from "#contract/http/errors.ts";
import type { JsonSchema } from "./json-schemas.ts";

/** The one shape of a refusal. */
export const problemSchema: JsonSchema = {
  type: "object",
  description: "Why a call was refused.",
  properties: {
    message: { type: "string", description: "A sentence for people." },
    code: { enum: Object.keys(errors), description: "From a closed list, for programs." },
    details: {
      type: "object",
      properties: {
        fields: {
          type: "array",
          description: "Each field that was not accepted.",
          items: {
            type: "object",
            properties: {
              path: { type: "string", description: "Where it is, with dots: `answers.0.answer`." },
              message: { type: "string" },
            },
            required: ["path", "message"],
          },
        },
      },
    },
  },
  required: ["message", "code"],
};

export const retryAfterHeader = {
  description: "Seconds to wait before the call is repeated.",
  schema: { type: "integer", minimum: 1 },
};

const waitStatuses: readonly number[] = [429, 503];

export interface RefusalResponse {
  readonly description: string;
  readonly headers?: object;
  readonly content: object;
}

/** The responses a call can be refused with, by status, with exactly its codes. */
export function refusalResponses(codes: readonly ErrorCode[]): ReadonlyMap<number, RefusalResponse> {
  const byStatus = Map.groupBy([...new Set(codes)].toSorted(), errorStatus);
  return new Map([...byStatus].map(([status, ofStatus]) => [status, refusalResponse(status, ofStatus)]));
}

function refusalResponse(status: number, codes: readonly ErrorCode[]): RefusalResponse {
  const schema = {
    allOf: [
      { $ref: "#/components/schemas/Problem" },
      { type: "object", properties: { code: { enum: codes } }, required: ["code"] },
    ],
  };
  return {
    description: [STATUS_CODES[status] ?? "", ...codes.map((code) => `- \`${code}\`: ${errorMessage(code)}`)].join(
      "\n",
    ),
    ...(waitStatuses.includes(status)
      ? { headers: { "Retry-After": { $ref: "#/components/headers/Retry-After" } } }
      : {}),
    content: { "application/json": { schema } },
  };
}
