import { beforeAll, expect, test } from "vitest";
import type { Content } from "#content/loader/load.ts";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { isCommonPassword } from "./common-password.ts";

let common: Content["commonpasswords"];
beforeAll(async () => ({ commonpasswords: common } = await shippedContent()));

test.each([
  "password",
  "password1",
  "Password1",
  "PASSWORD1!",
  "password2024",
  "1password",
  "passw0rd7",
  "P@ssw0rd!!",
  "pa$$word1",
  "letmein22",
  "sunshine9",
  "iloveyou!",
  "qwertyui1",
  "welcome2026",
  "password839201",
  "abc92746",
  "12345678",
  "23456789",
  "87654321",
  "abcdefgh",
  "abcdabcd",
  "xyxyxyxy",
  "zzzzzzzz",
  "123456789012",
  "0987654321098",
  "passwordpassword",
  "PasswordPassword",
  "letmeinletmein",
  "tigertigertiger",
  "x7k2mx7k2mx7k2m",
  "x7k2mx7k2mx7k",
  "qwertyuiop12",
  "1qaz2wsx3edc",
  "asdfjkl;asdf",
  "abcdefghijkl",
  "111122223333",
  "aaaaaaaaaaaab",
  "890-=-098",
  "zxcvbnm,./zz",
  "p[]][po]",
])("%s is guessed among the first", (password) => expect(isCommonPassword(common, password)).toBe(true));

test("each password of the list is", () => {
  expect(common.size).toBeGreaterThan(1000);
  expect([...common].filter((password) => !isCommonPassword(common, password))).toEqual([]);
});

test.each([
  "marigold at noon",
  "marigold-garden-7",
  "password of the garden gate",
  "my dragon eats 40 pears",
  "dragon-83-kettle",
  "correct horse battery",
  "Ünï ✿ 1 ",
  "73920184",
  "properties of weeds",
  "no high stuff here",
  "we were opposite",
  "a wet kestrel, a",
  "kestrel over the barnkestrel over the barn",
  "password 8471920384",
  "password8392017",
  // Six steps of eight are one too few, and letters two apart are no step.
  "abcdxyefg",
  "acegikmoq",
  // Fingers run over columns of letters, not over the signs beside them.
  "-['[-[-['",
])("%s is not", (password) => expect(isCommonPassword(common, password)).toBe(false));

test("the words of a list are worked out once: each sign-up asks for them", () => {
  let times = 0;
  const list = new (class extends Set<string> {
    override [Symbol.iterator]() {
      times += 1;
      return super[Symbol.iterator]();
    }
  })(["dragonfly"]);
  for (const password of ["dragonfly1", "dragonfly22", "marigold at noon"]) isCommonPassword(list, password);
  expect(times).toBe(1);
});
