import { lookup as lookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { ask } from "#server/platform/outside/ask.ts";
import { addressProblem, isAddressAllowed, type OwnNetworks } from "./endpoint-address.ts";

/*
 * One request to a practice's endpoint. The address is the practice's choice, so it is checked where it is connected to: after the name was resolved,
 * for each of its addresses, and a redirect is an answer like any other.
 */

/** How long an endpoint may take, in all. */
const timeoutMs = 15_000;
/** How much of an answer is read; its text is not used. */
const maxAnswerBytes = 64 * 1024;

export type SendResult =
  | { readonly status: number; readonly retryAfterSeconds: number | null }
  /** Nothing was answered. */
  | { readonly error: "timeout" | "refused_address" | "unreachable" };

export interface SendOptions {
  readonly networks: OwnNetworks;
  readonly timeoutMs?: number;
  /** Resolves names, in place of the system. */
  readonly lookup?: LookupFunction;
}

class AddressRefused extends Error {}

/** Posts a body; nothing it meets on the way throws. */
export async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: SendOptions,
): Promise<SendResult> {
  const { networks, lookup = lookupAddress as LookupFunction } = options;
  if (addressProblem(url, networks) !== null) return { error: "refused_address" };
  const answer = await ask(url, {
    headers,
    body,
    timeoutMs: options.timeoutMs ?? timeoutMs,
    maxBytes: maxAnswerBytes,
    // Each connection is checked when it is made; none is kept.
    connections: false,
    lookup: checkedLookup(isAddressAllowed(networks, url.startsWith("https:")), lookup),
  });
  if ("error" in answer) return { error: answer.cause instanceof AddressRefused ? "refused_address" : answer.error };
  return { status: answer.status, retryAfterSeconds: retryAfter(answer.headers["retry-after"]) };
}

/** Resolves a name, and fails if any of its addresses is refused: which of them is connected to is not ours to know. */
const checkedLookup =
  (isAllowed: (address: string) => boolean, resolve: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, options, (error, address, family) => {
      const addresses = typeof address === "string" ? [address] : (address ?? []).map((each) => each.address);
      if (!error && !addresses.every(isAllowed)) callback(new AddressRefused(hostname), "", 0);
      else callback(error, address, family);
    });

function retryAfter(header: string | undefined): number | null {
  const seconds = Number(header);
  return header !== undefined && Number.isInteger(seconds) && seconds >= 0 ? seconds : null;
}
