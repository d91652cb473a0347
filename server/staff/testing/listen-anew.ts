import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

const known = new Set<number>();

/**
 * Listens on a port of this machine that no provider had before, and returns it. What was read of an issuer is kept for a while, and the system gives a port
 * that is free again to somebody else.
 */
export async function listenAnew(server: Server): Promise<number> {
  for (;;) {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    if (!known.has(port)) {
      known.add(port);
      return port;
    }
    server.close();
    await once(server, "close");
  }
}
