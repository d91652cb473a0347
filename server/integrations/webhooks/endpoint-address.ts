import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/*
 * Where events may be sent: one rule, asked when a practice saves an address and when the address is connected to, for the name and for each address that
 * it leads to. Names aren't resolved when saved: what they lead to then is not what they lead to later.
 */

/** Why nothing may be sent there; `host`: it is no public host. */
export type AddressProblem = "not_https" | "credentials" | "host";

/** Networks of the practice's own in CIDR notation; they may be reached without TLS, and are private. */
export type OwnNetworks = readonly string[];

/** This machine itself: RFC 6761, and what /etc/hosts has on usual systems. */
const namesOfHere = /(?:^|\.)(?:localhost|localdomain)$|^ip6-/;
/** Names that no host of the internet has: RFC 6761, 6762, 7686, 8375, 9476, ICANN's `internal`, and what routers call their networks. */
const privateNames = /\.(?:local|internal|intranet|lan|home|corp|arpa|alt|onion|test|invalid)$/;

export function addressProblem(url: string, networks: OwnNetworks): AddressProblem | null {
  const { protocol, hostname, username, password } = new URL(url);
  const isEncrypted = protocol === "https:";
  // Plain http is for the practice's own networks, which only the connection can tell of a name.
  if (!isEncrypted && !(protocol === "http:" && networks.length > 0)) return "not_https";
  if (username !== "" || password !== "") return "credentials";
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return isAddressAllowed(networks, isEncrypted)(host) ? null : "host";
  const name = host.replace(/\.+$/, "").toLowerCase();
  if (namesOfHere.test(name)) return isAddressAllowed(networks, false)("127.0.0.1") ? null : "host";
  const isPublicName = name.includes(".") && !privateNames.test(name);
  return isPublicName || networks.length > 0 ? null : "host";
}

/** Addresses of a cloud's own services to its machines, although they are of public ranges: Azure's virtual public address. */
const cloudServices = new Set(["168.63.129.16"]);

/** Whether an address may be connected to: a public one, by TLS; one of the practice's own networks. */
export function isAddressAllowed(networks: OwnNetworks, isEncrypted: boolean): (address: string) => boolean {
  const own = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    own.addSubnet(address, Number(prefix), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    // An IPv4 address written as an IPv6 one is what it maps to.
    const parsed = ipaddr.process(address);
    if (own.check(parsed.toString(), parsed.kind())) return true;
    return isEncrypted && parsed.range() === "unicast" && isGlobal(parsed) && !cloudServices.has(parsed.toString());
  };
}

/** Of IPv6 only 2000::/3 is assigned to hosts (RFC 4291): outside are addresses that carry an IPv4 one, like `::127.0.0.1`. */
const isGlobal = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.kind() === "ipv4" || address.match(ipaddr.parse("2000::"), 3);
