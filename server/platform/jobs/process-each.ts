import type { Logger } from "pino";

/** Does `work` for each id. A failing one is logged and left to the next round; the others continue. */
export async function processEach(
  log: Logger,
  what: string,
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  for (const id of ids) {
    try {
      await work(id);
    } catch (error) {
      log.error({ what, id, err: { message: (error as Error).message } }, "left to the next round");
    }
  }
}
