import { describe, expect, test } from "vitest";
import { emptyCart, mergeAttempts, mergeCarts, readStoredCart, writeStoredCart } from "./stored-cart.ts";
import { line } from "./testing.ts";

const storedCart = (changedat: number, lastcommand = 0) => ({
  changedat,
  lastcommand,
  pendingcheckouts: [],
  lines: [line("cream")],
});
const storageWith = (text: string | null) => () => ({ getItem: () => text }) as unknown as Storage;
const refused = () => {
  throw new Error("SecurityError");
};

test("a cart is read back as it was written", () => {
  let text: string | null = null;
  const storage = () =>
    ({ getItem: () => text, setItem: (_: string, value: string) => void (text = value) }) as unknown as Storage;
  writeStoredCart(storage, storedCart(5, 3));
  expect(readStoredCart(storage)).toEqual(storedCart(5, 3));
});

test.each([null, "", "null", "[]", "{}", "{", '{"at":1,"seen":1}', '{"at":"1","seen":1,"lines":[]}'])(
  "storage that holds %j is the empty cart",
  (text) => expect(readStoredCart(storageWith(text))).toEqual(emptyCart),
);

test("invalid lines are left out", () => {
  const lines = [line("cream"), { ...line("serum"), quantity: 0 }, { ...line("serum"), quantity: 1.5 }, null, "x"];
  expect(readStoredCart(storageWith(JSON.stringify({ ...emptyCart, lines }))).lines).toEqual([line("cream")]);
});

test("where storage is refused, the cart is empty and nothing breaks", () => {
  expect(readStoredCart(refused)).toEqual(emptyCart);
  expect(() => writeStoredCart(refused, storedCart(1))).not.toThrow();
});

describe("unsettled attempts", () => {
  const attempt = (key: string) => ({ key, body: "{}", owner: "a" });
  const keys = (attempts: readonly { readonly key: string }[]) => attempts.map(({ key }) => key);

  test("survive a newer cart without them, each once", () => {
    const own = { ...storedCart(9), pendingcheckouts: [attempt("k"), attempt("both")] };
    const pages = { ...storedCart(5), pendingcheckouts: [attempt("both"), attempt("p")] };
    expect(keys(mergeCarts(own, pages).pendingcheckouts)).toEqual(["k", "both", "p"]);
    expect(keys(mergeCarts(pages, own).pendingcheckouts)).toEqual(["p", "k", "both"]);
  });
  test("are read back as they were written; invalid ones are left out", () => {
    const attempts = [attempt("k"), { key: "x" }, "y"];
    expect(
      readStoredCart(storageWith(JSON.stringify({ ...storedCart(1), pendingcheckouts: attempts }))).pendingcheckouts,
    ).toEqual([attempt("k")]);
    expect(
      readStoredCart(storageWith(JSON.stringify({ ...storedCart(1), pendingcheckouts: "k" }))).pendingcheckouts,
    ).toEqual([]);
  });
  test("beyond the maximum the oldest is dropped", () => {
    expect(keys(mergeAttempts(["1", "2", "3", "4", "5"].map(attempt), [attempt("6")]))).toEqual([
      "2",
      "3",
      "4",
      "5",
      "6",
    ]);
  });
});

test("the newer cart wins; `seen` always comes from the page", () => {
  expect(mergeCarts(storedCart(5, 9), { ...storedCart(4, 2), lines: [] })).toEqual(storedCart(5, 2));
  expect(mergeCarts(storedCart(4, 9), { ...storedCart(5, 2), lines: [] }).lines).toEqual([]);
  expect(mergeCarts(storedCart(4, 9), null)).toEqual(storedCart(4, 0));
});
