import { expect, test } from "vitest";
import { takeLinkToken } from "./link-token.ts";

const token = "k".repeat(43);
function open(hash: string) {
  const shown: string[] = [];
  const taken = takeLinkToken({
    location: { hash, pathname: "/clinic/join" },
    history: { replaceState: (_data, _unused, url) => void shown.push(url) },
  });
  return { taken, shown };
}

test("decisions §11 the token of an invitation leaves the address bar at once", () => {
  expect(open(`#${token}`)).toEqual({ taken: token, shown: ["/clinic/join"] });
});

test("a text that is no token leaves it too, and opens nothing", () => {
  expect(open("#<script>")).toEqual({ taken: null, shown: ["/clinic/join"] });
  expect(open("")).toEqual({ taken: null, shown: [] });
});
