import { lookup as lookupAddress } from "node:dns";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, type LookupFunction, isIP } from "node:net";
import ipaddr from "ipaddr.js";

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
  /** Networks allowed although they are private, in CIDR notation; they may be reached without TLS. */
  readonly networks: readonly string[];
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
  const target = new URL(url);
  const isAllowed = addressFilter(options.networks, target.protocol === "https:");
  const host = target.hostname.replace(/^\[|\]$/g, "");
  // A literal address is connected to without a lookup.
  if (isIP(host) !== 0 && !isAllowed(host)) return { error: "refused_address" };
  const request = target.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const outgoing = request(target, {
      method: "POST",
      headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
      signal: AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
      lookup: checkedLookup(isAllowed, options.lookup ?? (lookupAddress as LookupFunction)),
      // Each connection is checked when it is made; none is kept.
      agent: false,
    });
    outgoing.on("error", (error) => {
      if (error instanceof AddressRefused) resolve({ error: "refused_address" });
      else resolve({ error: error.name === "AbortError" || error.name === "TimeoutError" ? "timeout" : "unreachable" });
    });
    outgoing.on("response", (response) => {
      let received = 0;
      response.on("data", (part: Buffer) => {
        received += part.length;
        if (received > maxAnswerBytes) response.destroy();
      });
      response.on("error", () => undefined);
      // The answer counts once it has begun to arrive in full; what follows the limit does not change it.
      response.on("close", () =>
        resolve(
          response.complete || received > maxAnswerBytes
            ? { status: response.statusCode ?? 0, retryAfterSeconds: retryAfter(response.headers["retry-after"]) }
            : { error: "timeout" },
        ),
      );
    });
    outgoing.end(body);
  });
}

/** Whether an address may be connected to: a public one, by TLS; one of the practice's own networks. */
function addressFilter(networks: readonly string[], isEncrypted: boolean): (address: string) => boolean {
  const own = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    own.addSubnet(address, Number(prefix), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return (address) => {
    // An IPv4 address written as an IPv6 one is what it maps to.
    const parsed = ipaddr.process(address);
    return own.check(parsed.toString(), parsed.kind()) || (isEncrypted && parsed.range() === "unicast");
  };
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
