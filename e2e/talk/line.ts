import { connect, createServer, type Socket } from "node:net";
import type { Nodes } from "./nodes.ts";

/** Her connection to the clinic: every byte of her browser goes through it, and it can be cut. */
export interface Line {
  /** What her browser calls the nodes. */
  readonly url: string;
  /** Ends every connection there is, in the middle of whatever it carries. Answers how many there were. */
  readonly cut: () => number;
  /** Resolves when there is a connection. */
  readonly busy: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Listens where her browser looks for the nodes, and passes everything on to them. */
export async function openLine({ url, publicUrl }: Pick<Nodes, "url" | "publicUrl">): Promise<Line> {
  const open = new Set<Socket>();
  let opened = () => {};
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.pipe(other);
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
    open.add(near);
    opened();
    near.on("close", () => open.delete(near));
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
    busy: () => (open.size > 0 ? Promise.resolve() : new Promise((resolve) => (opened = resolve))),
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cut();
      return closed;
    },
  };
}
