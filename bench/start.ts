import { freshFolder, removeFolder, startNode } from "./node.ts";

/** Time from the start of the process to the first “ready”: on an empty data directory, then on the same one again. */
export async function measureStart(): Promise<{ coldMs: number; warmMs: number; memoryMb: number }> {
  const dataDir = freshFolder();
  const cold = await startNode({ port: 3810, dataDir });
  await cold.stop();
  const warm = await startNode({ port: 3810, dataDir });
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  const memoryMb = warm.memory();
  await warm.stop();
  removeFolder(dataDir);
  return { coldMs: cold.readyMs, warmMs: warm.readyMs, memoryMb };
}
