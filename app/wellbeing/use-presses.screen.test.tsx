import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { usePresses } from "./use-presses.ts";

test("what is pressed while another press is saved is saved as well; of one thing the last press counts", async () => {
  const saved: [string, number][] = [];
  const answers: (() => void)[] = [];
  const save = (key: string, value: number) => {
    saved.push([key, value]);
    return new Promise<void>((resolve) => answers.push(resolve));
  };
  const { result } = renderHook(() => usePresses(save, () => {}));
  act(() => result.current.press("patch", 1));
  act(() => result.current.press("capsule", 2));
  act(() => result.current.press("capsule", 3));
  expect([...result.current.pending]).toEqual([
    ["patch", 1],
    ["capsule", 3],
  ]);
  for (let count = 1; count <= 2; count++) {
    await expect.poll(() => answers.length).toBe(count);
    await act(async () => answers[count - 1]?.());
  }
  await expect.poll(() => result.current.pending.size).toBe(0);
  expect(saved).toEqual([
    ["patch", 1],
    ["capsule", 3],
  ]);
});
