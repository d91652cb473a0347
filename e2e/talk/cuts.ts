import type { CuttableConnection } from "../flows/conversation/cuttable-connection.ts";

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
