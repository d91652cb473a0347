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
])("§2 settings: %s %s is refused with one line that names it", (name, value) => {
  expect(() => readConfig({ ...production, [name]: value })).toThrow(
    new RegExp(`^Setting ${name} is malformed: [^\\n]+$`),
  );
});
