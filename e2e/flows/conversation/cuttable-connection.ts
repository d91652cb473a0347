import { connect, createServer, type Socket } from "node:net";
import type { Nodes } from "../../servers/nodes.ts";

/** Her connection to the clinic: every byte of her browser goes through it, and it can be cut. */
export interface CuttableConnection {
  /** What her browser calls the nodes. */
  readonly url: string;
  /** Ends every connection there is, in the middle of whatever it carries. Answers how many there were. */
  readonly cut: () => number;
  /** Resolves when there is a connection. */
  readonly busy: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Listens where her browser looks for the nodes, and passes everything on to them. */
export async function openCuttableConnection({
  url,
  publicUrl,
}: Pick<Nodes, "url" | "publicUrl">): Promise<CuttableConnection> {
  const open = new Set<Socket>();
  let onOpened = () => {};
  const server = createServer((browserSocket) => {
    const nodeSocket = connect(Number(new URL(url).port), "127.0.0.1");
    for (const [one, other] of [
      [browserSocket, nodeSocket],
      [nodeSocket, browserSocket],
    ] as const) {
      one.pipe(other);
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
    open.add(browserSocket);
    onOpened();
    browserSocket.on("close", () => open.delete(browserSocket));
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(publicUrl).port), resolve));
  const cut = () => {
    const count = open.size;
    for (const socket of open) socket.resetAndDestroy();
    return count;
  };
  return {
    url: publicUrl,
    cut,
    busy: () => (open.size > 0 ? Promise.resolve() : new Promise((resolve) => (onOpened = resolve))),
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cut();
      return closed;
    },
  };
}
