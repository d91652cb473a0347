// Loaded before a production node: what it sends to the hosts named in OUTSIDE_WORLD (host=port, separated by commas) arrives on this machine
// instead. It is the network that differs; settings, addresses, TLS and code are those of production.
import { Socket } from "node:net";

const ports = new Map(
  (process.env["OUTSIDE_WORLD"] ?? "").split(",").map((entry) => /** @type {[string, string]} */ (entry.split("="))),
);
// Called with the socket as its `this`, below.
// oxlint-disable-next-line typescript/unbound-method
const connect = Socket.prototype.connect;
Socket.prototype.connect = /** @type {typeof connect} */ (
  /** @this {Socket} @param {unknown[]} args */
  function (...args) {
    const [first] = args;
    const options = Array.isArray(first) ? first[0] : first;
    const port = typeof options === "object" && options !== null ? ports.get(options.host) : undefined;
    if (port) Object.assign(options, { host: "127.0.0.1", port: Number(port), path: undefined });
    return Reflect.apply(connect, this, args);
  }
);
