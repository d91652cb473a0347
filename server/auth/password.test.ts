import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { hashPassword, noPasswordHash, verifyPassword } from "./passwords/password.ts";

const config = readConfig({ SECRETS_KEY: "a key for tests, long enough for it" });

test("passwords: stored as Argon2id with 19 MiB, two passes, one lane and a salt of their own", async () => {
  const [one, two] = await Promise.all([hashPassword(config, "calm morning"), hashPassword(config, "calm morning")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
});

test("passwords: only the right one matches, with every character counting", async () => {
  const password = "Ünï ✿ 1 ";
  const hash = await hashPassword(config, password);
  expect(await verifyPassword(config, password, hash)).toBe(true);
  for (const wrong of ["Ünï ✿ 1", "ünï ✿ 1 ", ""]) expect(await verifyPassword(config, wrong, hash)).toBe(false);
});

test("passwords: the same letters typed on another keyboard match", async () => {
  expect(await verifyPassword(config, "caf\u0065\u0301 noir", await hashPassword(config, "caf\u00e9 noir"))).toBe(true);
});

test("passwords: a hash made at another cost still verifies", async () => {
  const cheap = "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  expect(await verifyPassword(config, "anything", cheap)).toBe(false);
  await expect(verifyPassword(config, "anything", "plain")).rejects.toThrow("malformed");
});

test("passwords: no password matches the dummy hash, which costs what a real one does", async () => {
  const form = (hash: string) => hash.replace(/\$[^$]+\$[^$]+$/, (salted) => `$${salted.length}`);
  expect(form(noPasswordHash(config))).toBe(form(await hashPassword(config, "calm morning")));
  expect(await verifyPassword(config, "", undefined)).toBe(false);
});
