import { beforeAll, expect, test } from "vitest";
import { cookieSeconds } from "#contract/constants.ts";
import type { Services } from "#server/platform/services.ts";
import { sharedTestServer } from "#server/testing/harness.ts";
import { knownDevice, rememberDevice } from "./known-device.ts";

let secrets: Services["secrets"];
beforeAll(async () => {
  ({ secrets } = (await sharedTestServer()).services);
});

/** A browser, and what it was last told to keep. */
function browser(value?: string) {
  const kept: { value: string | undefined; seconds?: number } = { value };
  const cookies = {
    get: (name: string) => (name === "device" ? kept.value : undefined),
    set: (name: string, own: string, seconds: number) =>
      Object.assign(kept, name === "device" && { value: own, seconds }),
  };
  return { kept, deps: { cookies: cookies as never, secrets } };
}

test("a device knows the accounts that signed in on it, in any letter case, and no other", () => {
  const { kept, deps } = browser();
  expect(knownDevice(deps, "a@example.com")).toBeNull();
  rememberDevice(deps, "A@example.com");
  expect(kept.seconds).toBe(cookieSeconds.device);
  const device = knownDevice(deps, "a@Example.com");
  expect(device).toMatch(/^[\da-f-]{36}$/);
  expect(kept.value).not.toContain("example");
  expect(knownDevice(deps, "b@example.com")).toBeNull();
  rememberDevice(deps, "b@example.com");
  expect([knownDevice(deps, "a@example.com"), knownDevice(deps, "b@example.com")]).toEqual([device, device]);
});

test("it knows the last four, each once", () => {
  const { kept, deps } = browser();
  for (const each of ["a", "b", "c", "a", "d", "e"]) rememberDevice(deps, `${each}@example.com`);
  const known = ["a", "b", "c", "d", "e"].filter((each) => knownDevice(deps, `${each}@example.com`) !== null);
  expect(known).toEqual(["a", "c", "d", "e"]);
  expect(kept.value?.split(".")).toHaveLength(5);
});

test("what another device was told, or what isn't of this form, is known nowhere", () => {
  const [one, other] = [browser(), browser()];
  for (const { deps } of [one, other]) rememberDevice(deps, "a@example.com");
  const [device = "", mark = ""] = one.kept.value?.split(".") ?? [];
  const [otherDevice = ""] = other.kept.value?.split(".") ?? [];
  const isKnown = (value: string) => knownDevice(browser(value).deps, "a@example.com") !== null;
  expect(isKnown(`${device}.${mark}`)).toBe(true);
  for (const value of [
    `${otherDevice}.${mark}`,
    device,
    `${device}.${mark}.x`,
    `.${mark}`,
    `${device}.${`${mark}.`.repeat(5)}`,
  ])
    expect(isKnown(value), value).toBe(false);
});
