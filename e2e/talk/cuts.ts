import type { CuttableConnection } from "../flows/conversation/cuttable-connection.ts";

/** Cuts a line `times` times, each at a random moment of at most `longestMs` after something goes over it again. */
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
