import { beforeEach, expect, test, vi } from "vitest";
import { ChunkLoadError, loadChunk, onChunkLoadError, type StartTimer } from "./load-chunk.ts";

function clock() {
  let planned: { ms: number; ring: () => void } | null = null;
  const timer: StartTimer = (ms, ring) => {
    planned = { ms, ring };
    return () => {
      planned = null;
    };
  };
  return { timer, planned: () => planned };
}

const report = vi.fn();
onChunkLoadError(report);
beforeEach(() => report.mockClear());

test("§8 a chunk that loads is returned, and the timer is cancelled", async () => {
  const { timer, planned } = clock();
  await expect(loadChunk(() => Promise.resolve("page"), timer)).resolves.toBe("page");
  await Promise.resolve();
  expect(planned()).toBeNull();
  expect(report).not.toHaveBeenCalled();
});

test("§8 a chunk that fails is a ChunkLoadError with its cause, and reported", async () => {
  const cause = new TypeError("Failed to fetch");
  const error = await loadChunk(() => Promise.reject(cause), clock().timer).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ChunkLoadError);
  expect(error).toMatchObject({ name: "ChunkLoadError", cause });
  expect(report.mock.calls).toEqual([[error]]);
});

test("§8, §9 a chunk that does not load within 120 s is a ChunkLoadError, and reported", async () => {
  const { timer, planned } = clock();
  const loading = loadChunk(() => new Promise(() => {}), timer);
  expect(planned()?.ms).toBe(120_000);
  planned()?.ring();
  await expect(loading).rejects.toBeInstanceOf(ChunkLoadError);
  expect(report).toHaveBeenCalledTimes(1);
});
