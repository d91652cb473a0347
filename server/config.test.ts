import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { productionSettings as production } from "#server/testing/production.ts";

test("§2 settings: production starts with these alone, hashing passwords with 19 MiB", () => {
  expect(readConfig(production)).toMatchObject({ production: true, demo: false, passwordMemoryKib: 19_456 });
});

test.each(Object.keys(production).filter((name) => name !== "NODE_ENV"))(
  "§2 settings: production without %s is refused with one line that names it",
  (name) => {
    const read = () => readConfig({ ...production, [name]: "" });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^Setting ${name} is missing: [^\\n]+$`));
  },
);

test.each([
  ["PORT", "web"],
  ["DATABASE_URL", "mysql://db.example"],
  ["API_KEY", "short"],
  ["PASSWORD_MEMORY_KIB", "1024"],
  ["EVENTS_FORWARD_URL", "ftp://partner.example"],
  ["EVENTS_FORWARD_TOKEN", "short"],
])("§2 settings: %s %s is refused with one line that names it", (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(
    new RegExp(`^Setting ${name} is malformed: [^\\n]+$`),
  );
});

test("events are forwarded only where address and token are set, in production by https", () => {
  const [EVENTS_FORWARD_URL, EVENTS_FORWARD_TOKEN] = ["https://partner.example/events", "x".repeat(24)];
  expect(readConfig(production).eventsForward).toBeNull();
  expect(readConfig({ ...production, EVENTS_FORWARD_TOKEN }).eventsForward).toBeNull();
  expect(readConfig({ ...production, EVENTS_FORWARD_URL, EVENTS_FORWARD_TOKEN }).eventsForward).toEqual({
    url: EVENTS_FORWARD_URL,
    token: EVENTS_FORWARD_TOKEN,
  });
  expect(() => readConfig({ ...production, EVENTS_FORWARD_URL })).toThrow(/^Setting EVENTS_FORWARD_TOKEN is missing: /);
  const plain = { ...production, EVENTS_FORWARD_URL: "http://partner.example", EVENTS_FORWARD_TOKEN };
  expect(() => readConfig(plain)).toThrow(/^Setting EVENTS_FORWARD_URL is malformed: /);
});
