import { beforeAll, expect, test } from "vitest";
import { type Content, loadContent } from "#content/loader/load.ts";
import { isCommonPassword } from "./common-password.ts";

let common: Content["commonpasswords"];
beforeAll(async () => ({ commonpasswords: common } = await loadContent()));

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
  "12345678",
  "23456789",
  "87654321",
  "abcdefgh",
  "abcdabcd",
  "xyxyxyxy",
  "zzzzzzzz",
])("%s is guessed among the first", (password) => expect(isCommonPassword(common, password)).toBe(true));

test.each([
  "marigold at noon",
  "marigold-garden-7",
  "password of the garden gate",
  "my dragon eats 40 pears",
  "dragon-83-kettle",
  "correct horse battery",
  "Ünï ✿ 1 ",
  "73920184",
  "password 8471920384",
])("%s is not", (password) => expect(isCommonPassword(common, password)).toBe(false));
