import { expect, test } from "vitest";
import { parseLeaveTarget } from "./leave-widget.ts";

const origins = { app: "https://app.example.com", marketing: "https://www.example.com" };

test.each([
  ["/order/1?a=b#c", "app", "/order/1?a=b#c"],
  ["https://app.example.com/home", "app", "/home"],
  ["https://www.example.com/products?x=1", "marketing", "/products?x=1"],
])("§4 %s leads to the %s", (destination, site, path) =>
  expect(parseLeaveTarget(destination, origins)).toEqual({ site, path }),
);

test.each([
  "",
  "home",
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/home",
  "https://www.example.com.evil.example/",
  "https://www.example.com@evil.example/",
  "https://user@www.example.com/",
  "http://www.example.com/",
  "https://www.example.com:8443/",
  "https://www.example.com//evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "blob:https://www.example.com/1",
])("§4 %j leads nowhere", (destination) => expect(parseLeaveTarget(destination, origins)).toBeNull());
