import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useAskedInAddress } from "./use-asked-in-address.ts";

interface Asked {
  readonly act: string;
}

test("what an address asks for begins once it can, and once; another begins anew", () => {
  const happened: string[] = [];
  const note = (what: string) => (asked: Asked) => void happened.push(`${what} ${asked.act}`);
  const { rerender } = renderHook(
    ({ asked, isKnown }: { asked: Asked | null; isKnown: boolean }) =>
      useAskedInAddress(asked, isKnown, { begin: note("begin"), begun: note("begun") }),
    { initialProps: { asked: { act: "approve" } as Asked | null, isKnown: false } },
  );
  expect(happened).toEqual([]);
  rerender({ asked: { act: "approve" }, isKnown: true });
  expect(happened).toEqual(["begin approve", "begun approve"]);
  rerender({ asked: { act: "approve" }, isKnown: true });
  rerender({ asked: null, isKnown: true });
  expect(happened).toHaveLength(2);
  rerender({ asked: { act: "approve" }, isKnown: true });
  rerender({ asked: { act: "decline" }, isKnown: true });
  expect(happened.slice(2)).toEqual(["begin approve", "begun approve", "begin decline", "begun decline"]);
});
