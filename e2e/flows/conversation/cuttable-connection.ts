import { connect, createServer, type Socket } from "node:net";
import type { Nodes } from "../../servers/nodes.ts";

/** The patient's connection to the clinic: all traffic of the browser goes through it, and it can be cut. */
export interface CuttableConnection {
  /** The address at which the browser reaches the nodes. */
  readonly url: string;
  /** Resets every open connection, whatever it is transferring. Returns how many there were. */
  readonly cut: () => number;
  /** Resolves when at least one connection is open. */
  readonly busy: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Listens at the browser's address for the nodes, and forwards everything to them. */
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

/** Cuts a connection `times` times, each at a random moment at most `longestMs` ms after a connection is open. */
export async function cutAtRandom(
  connection: CuttableConnection,
  times: number,
  longestMs: number,
  after: (cut: number) => void,
) {
  for (let cut = 1; cut <= times; cut += 1) {
    await connection.busy();
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longestMs));
    if (connection.cut() === 0) cut -= 1;
    else after(cut);
  }
}
