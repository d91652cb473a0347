import { describe, expect, test } from "vitest";
import { graphOf } from "./plan.ts";
import { type Limits, select } from "./select.ts";

const noLimits = { testSeconds: Infinity, journeys: Infinity, journeySeconds: Infinity, secondsOf: () => 1 };

/** What is chosen where a project of these files has these changes. */
function chosen(files: Readonly<Record<string, string>>, changed: readonly string[], limits: Limits = noLimits) {
  const names = [...new Set([...Object.keys(files), ...changed])];
  const graph = graphOf(Object.keys(files), names, (file) => files[file] ?? "");
  const { tests, journeys, leftOut, hubs } = select(changed, graph, limits);
  const filesOf = (reached: typeof tests) => reached.map(({ file }) => file);
  return {
    tests: filesOf(tests),
    journeys: filesOf(journeys),
    leftOut: [...filesOf(leftOut.tests), ...filesOf(leftOut.journeys)],
    hubs,
  };
}

describe("an import", () => {
  test.each([
    ["named", 'import { price } from "#server/orders/price.ts";'],
    ["relative", 'import { price } from "../orders/price.ts";'],
    ["of everything", 'import * as prices from "#server/orders/price.ts";'],
    ["for its effects", 'import "#server/orders/price.ts";'],
    ["when it's needed", 'const load = () => import("#server/orders/price.ts");'],
    ["by a file between", 'import { total } from "./total.ts";'],
    ["by a face", 'import { price } from "#server/orders/public.ts";'],
    ["by a face of a face", 'import { cost } from "#server/shop/public.ts";'],
    ["by a face that hands on everything", 'import { price } from "#server/all/public.ts";'],
    ["of a module that is replaced", 'vi.mock("#server/orders/price.ts", () => ({}));'],
    ["of a file by its address", 'new URL("../orders/price.ts", import.meta.url);'],
  ])("%s binds a test to the file", (_, text) => {
    const files = {
      "server/cart/some.test.ts": text,
      "server/cart/other.test.ts": 'import { name } from "#server/orders/public.ts";',
      "server/cart/total.ts": 'import { price } from "#server/orders/public.ts";',
      "server/orders/price.ts": "export const price = 1;",
      "server/orders/name.ts": "export const name = 1;",
      "server/orders/public.ts": 'export { price } from "./price.ts"; export { name } from "./name.ts";',
      "server/shop/public.ts": 'export { price as cost } from "#server/orders/public.ts";',
      "server/all/public.ts": 'export * from "#server/orders/price.ts";',
    };
    expect(chosen(files, ["server/orders/price.ts"]).tests).toEqual(["server/cart/some.test.ts"]);
  });

  test.each([
    ["of a type", 'import type { Price } from "#server/orders/price.ts";'],
    [
      "of a type beside a value",
      'import { type Price } from "#server/orders/price.ts"; import "#server/orders/tax.ts";',
    ],
    ["of a type by a face", 'import { type Price } from "#server/orders/public.ts";'],
    ["of a package", 'import { price } from "price";'],
  ])("%s doesn't: what it breaks, the type check finds", (_, text) => {
    const files = {
      "server/cart/some.test.ts": text,
      "server/orders/price.ts": "export interface Price { cents: number }",
      "server/orders/tax.ts": "export const tax = 1;",
      "server/orders/public.ts": 'export type { Price } from "./price.ts";',
    };
    expect(chosen(files, ["server/orders/price.ts"]).tests).toEqual([]);
  });
});

describe("a test beside a changed file", () => {
  const files = {
    "server/orders/price.ts": "",
    "server/orders/price.module.css": "",
    "server/orders/price.test.ts": "",
    "server/orders/jobs.test.ts": "",
    "server/orders/pricing/tax.test.ts": "",
    "app/orders/price.test.tsx": "",
  };
  test.each(["server/orders/price.ts", "server/orders/price.module.css"])(
    "%s: its own first, then those of its folder, which may begin by a job or an event",
    (file) => {
      expect(chosen(files, [file]).tests).toEqual(["server/orders/price.test.ts", "server/orders/jobs.test.ts"]);
    },
  );
  test("of a file that is gone, and of a test itself", () => {
    expect(chosen(files, ["server/orders/gone.ts"]).tests).toEqual([
      "server/orders/jobs.test.ts",
      "server/orders/price.test.ts",
    ]);
    expect(chosen(files, ["server/orders/price.test.ts"]).tests).toEqual(["server/orders/price.test.ts"]);
  });
});

test.each(["server/orders/gone.test.ts", "content/gone.test.ts"])("a test that is gone can't run: %s", (file) => {
  expect(chosen({ "server/orders/price.ts": "" }, [file]).tests).toEqual([]);
});

describe("a call", () => {
  const files = {
    "contract/api.ts": 'import { orders } from "./orders.ts"; import { care } from "./care/calls.ts";',
    "contract/orders.ts":
      'import { Tax } from "./tax.ts"; export const orders = { price: patientCall("GET /price", {}), cancel: patientCall("PUT /cancel", { body: Tax }) } as const;',
    "contract/tax.ts": "export const Tax = 1;",
    "contract/care/calls.ts": 'import { noteCalls } from "./notes.ts"; export const care = { ...noteCalls } as const;',
    "contract/care/notes.ts": 'export const noteCalls = { write: clinicCall("POST /note", {}) };',
    "server/features.ts": `
      import { orderHandlers } from "#server/orders/routes.ts";
      import { noteHandlers } from "#server/care/notes.ts";
      export const handlers: Handlers = { orders: orderHandlers, care: { ...noteHandlers(names) } };`,
    "server/orders/routes.ts": `
      import { priceOf } from "./price.ts";
      import { cancelOrder } from "./cancel.ts";
      const canceled = (id: string) => cancelOrder(id);
      export const orderHandlers = { price: () => priceOf(), cancel: { resumable: () => canceled("1") } } satisfies Handlers;`,
    "server/orders/price.ts": "export const priceOf = () => 1;",
    "server/orders/cancel.ts": "export const cancelOrder = (id: string) => id;",
    "server/care/notes.ts": `
      import { sealed } from "./sealed.ts";
      export const noteHandlers = (names: unknown) => { const seal = sealed; return { write: () => seal(names) }; };`,
    "server/care/sealed.ts": "export const sealed = (text: unknown) => text;",
    "server/testing/harness.ts": 'import { handlers } from "#server/features.ts";',
    "server/shop/price.test.ts":
      'import { orders } from "#contract/orders.ts"; import "#server/testing/harness.ts"; call(orders.price);',
    "server/shop/cancel.test.ts":
      'import { orders } from "#contract/orders.ts"; import "#server/testing/harness.ts"; call(orders.cancel);',
    "server/shop/note.test.ts": 'import { care } from "#contract/care/calls.ts"; call(care.write);',
    "app/shop/cancel.ts":
      'import { orders } from "#contract/orders.ts"; export const cancel = () => send(orders.cancel);',
    "app/shop/cancel-page.tsx": 'import { cancel } from "./cancel.ts";',
    "app/shop/button.test.tsx": 'import { cancel } from "./cancel.ts";',
    "app/routes/routes.tsx": 'dashboardPage("/cancel", "Cancel", lazyRoute(() => import("#app/shop/cancel-page.tsx")))',
    "e2e/shop/cancel.spec.ts": 'await page.goto("/cancel");',
  };

  test.each([
    ["server/orders/price.ts", ["server/shop/price.test.ts"]],
    // By another declaration of the handler's file.
    ["server/orders/cancel.ts", ["server/shop/cancel.test.ts"]],
    // By a function that returns the handlers.
    ["server/care/sealed.ts", ["server/shop/note.test.ts"]],
    ["server/orders/routes.ts", ["server/shop/cancel.test.ts", "server/shop/price.test.ts"]],
  ])("binds a test that makes it to what its handler uses: %s", (file, tests) => {
    expect(chosen(files, [file]).tests).toEqual(tests);
  });

  test.each([
    ["contract/tax.ts", ["app/shop/button.test.tsx", "server/shop/cancel.test.ts"]],
    ["contract/care/notes.ts", ["server/shop/note.test.ts"]],
  ])("binds who makes it to its declaration: %s", (file, tests) => {
    expect(chosen(files, [file]).tests.toSorted()).toEqual(tests);
  });

  test.each([
    ["server/orders/cancel.ts", ["e2e/shop/cancel.spec.ts"]],
    ["server/orders/price.ts", []],
    ["server/care/sealed.ts", []],
  ])(
    "binds a journey to the server behind the pages it opens, and no unit test of the browser's code: %s",
    (file, journeys) => {
      const found = chosen(files, [file]);
      expect(found.journeys).toEqual(journeys);
      expect(found.tests).not.toContain("app/shop/button.test.tsx");
    },
  );
});

describe("what no import shows", () => {
  test.each([
    ["content/shipping.yaml", "server/orders/lead.ts", "const { days } = services.content.shipping;"],
    ["content/cancel-offer.yaml", "server/orders/lead.ts", "const { canceloffer, states } = content;"],
    ["content/help/cards.md", "server/orders/lead.ts", "content.help.find(byId);"],
    [
      "content/help/cards.md",
      "server/orders/lead.ts",
      'const find = ({ help }: Pick<Content, "brand" | "help">) => help;',
    ],
    ["content/shipping.yaml", "server/orders/lead.ts", "(_input, { content: { shipping } }) => shipping"],
    [
      "content/sentences/orders.yaml",
      "server/orders/lead.ts",
      'import { sentences } from "#content/schema/sentences/orders.ts";',
    ],
    ["server/migrations/0008_orders.sql", "server/orders/lead.ts", 'db.selectFrom("order_line as line")'],
    ["server/migrations/0009_more.sql", "server/orders/lead.ts", "sql`select id from parcel where id = 1`"],
  ])("%s binds those who name what it holds", (changed, file, text) => {
    const files = {
      "content/schema/sentences/orders.ts": "export const sentences = 1;",
      "content/shipping.yaml": "",
      "content/cancel-offer.yaml": "",
      "content/help/cards.md": "",
      "content/sentences/orders.yaml": "",
      "server/migrations/0008_orders.sql": "create table order_line (id uuid);",
      "server/migrations/0009_more.sql": "alter table parcel add column seen boolean;",
      [file]: text,
      "server/cart/lead.test.ts": 'import "#server/orders/lead.ts";',
      "server/cart/states.test.ts": 'content.states.find(byId); db.selectFrom("patient");',
    };
    expect(chosen(files, [changed]).tests).toEqual(["server/cart/lead.test.ts"]);
  });

  test.each([
    ["app/home/page.tsx", "app/browser/bare-text.test.ts"],
    ["clinic/home/page.tsx", "app/browser/bare-text.test.ts"],
    ["docs/deploy.md", "server/config.test.ts"],
    ["content/coupons.yaml", "content/states.test.ts"],
    ["server/migrations/0001_new.sql", "server/operations/sealed-columns.test.ts"],
  ])("%s is read by %s", (changed, reader) => {
    expect(chosen({ [reader]: "" }, [changed]).tests).toEqual([reader]);
  });
});

describe("a page", () => {
  const files = {
    "app/routes/routes.tsx": `
      dashboardPage("/home", "Home", lazyPage("home")),
      dashboardPage("/order/:id", "Your order", lazyPage("order"), "referral"),
      authPage("/login", "Log in", "visitor", lazyRoute(() => import("#app/auth/login-page.tsx")))`,
    "app/routes/pages.ts":
      'export const home = () => import("#app/home/home.tsx"); export const order = () => import("#app/orders/order.tsx");',
    "app/home/home.tsx": "",
    "app/orders/order.tsx": "",
    "app/auth/login-page.tsx": "",
    "app/cart.tsx": "",
    "embed/loader.ts": "",
    "clinic/shell/pages.ts": '{ path: "/clinic/money", label: "Money" }',
    "clinic/money/money-page.tsx": "",
    "e2e/pages/marketing-site.ts": "",
    "e2e/pages/home.ts": 'page.goto("/home")',
    "e2e/a/home.spec.ts": 'import "../pages/home.ts";',
    "e2e/a/order.spec.ts": "page.goto(`/order/${id}`)",
    "e2e/a/login.spec.ts": "page.goto(`${origin}/login`)",
    "e2e/a/logins.spec.ts": 'page.goto("/logins"); page.goto("/clinic/moneys")',
    "e2e/a/refunds.spec.ts": 'page.goto("/clinic/money/refunds")',
    "e2e/a/cart.spec.ts": 'import "../pages/marketing-site.ts";',
  };
  test.each([
    ["app/home/home.tsx", "home"],
    ["app/orders/order.tsx", "order"],
    ["app/auth/login-page.tsx", "login"],
    ["clinic/money/money-page.tsx", "refunds"],
    ["app/cart.tsx", "cart"],
    ["embed/loader.ts", "cart"],
  ])("%s is bound to the journey that opens it", (changed, spec) => {
    expect(chosen(files, [changed]).journeys).toEqual([`e2e/a/${spec}.spec.ts`]);
  });
});

describe("a file that almost everything needs says so", () => {
  test.each([
    "contract/http/endpoint.ts",
    "contract/api.ts",
    "server/features.ts",
    "package-lock.json",
    "vitest.config.ts",
  ])("%s, whatever the graph says", (file) => {
    expect(chosen({ [file]: "" }, [file]).hubs).toEqual([file]);
  });

  test.each([
    ["server/platform/clock.ts", true],
    ["server/platform/odd.ts", false],
    ["server/doctors/names.ts", false],
  ])("%s of what the server of every test is put together from: %s", (file, isHub) => {
    const files = {
      "server/open-services.ts": 'import "#server/platform/clock.ts"; import "#server/doctors/names.ts";',
      [file]: "",
    };
    expect(chosen(files, [file]).hubs).toEqual(isHub ? [file] : []);
  });

  test.each([
    [1, []],
    [2, ["server/ids.ts"]],
  ])("by the share of tests within two steps: %d of 8", (number, hubs) => {
    const tests = Array.from({ length: 8 }, (_, index) => [
      `server/${index}/one.test.ts`,
      index < number ? 'import "#server/ids.ts";' : "",
    ]);
    expect(chosen({ ...Object.fromEntries(tests), "server/ids.ts": "" }, ["server/ids.ts"]).hubs).toEqual(hubs);
  });

  test("what composes binds nothing: a feature isn't bound to tests that start the whole server", () => {
    const files = {
      "server/orders/price.ts": "",
      "server/features.ts": 'import "#server/orders/price.ts";',
      "server/cart/some.test.ts": 'import "#server/features.ts";',
    };
    expect(chosen(files, ["server/orders/price.ts"])).toMatchObject({ tests: [], hubs: [] });
  });
});

describe("where there are more than there is time for", () => {
  const files = {
    "server/orders/price.ts": "",
    "server/orders/price.test.ts": "",
    "server/orders/total.test.ts": 'import "./price.ts";',
    "server/support/total.test.ts": 'import "#server/orders/price.ts";',
    "server/care/far.ts": 'import "#server/orders/price.ts";',
    "server/care/far.test.ts": 'import "./far.ts";',
  };
  test.each([
    [0, ["server/orders/price.test.ts"]],
    [2, ["server/orders/price.test.ts", "server/orders/total.test.ts"]],
    [
      4,
      [
        "server/orders/price.test.ts",
        "server/orders/total.test.ts",
        "server/support/total.test.ts",
        "server/care/far.test.ts",
      ],
    ],
  ])("in %d s: the file's own in any case, then the nearest, those of the feature first", (testSeconds, tests) => {
    const found = chosen(files, ["server/orders/price.ts"], { ...noLimits, testSeconds });
    expect(found.tests).toEqual(tests);
    expect([...found.tests, ...found.leftOut].toSorted()).toEqual(
      Object.keys(files)
        .filter((file) => file.endsWith(".test.ts"))
        .toSorted(),
    );
  });

  test.each([
    [{ journeys: 1 }, ["e2e/cart/quick.spec.ts"]],
    [{ journeys: 2 }, ["e2e/cart/quick.spec.ts", "e2e/cart/slow.spec.ts"]],
    [{ journeySeconds: 60 }, ["e2e/cart/quick.spec.ts"]],
  ])("journeys: %j, the quick ones of the feature first", (given, journeys) => {
    const site = {
      "app/cart.tsx": 'import "#app/cart/row.tsx";',
      "app/cart/row.tsx": "",
      "e2e/account/other.spec.ts": 'goto("/cart")',
      "e2e/cart/slow.spec.ts": 'goto("/cart")',
      "e2e/cart/quick.spec.ts": 'goto("/cart")',
    };
    const secondsOf = (file: string) => (file.includes("slow") ? 100 : 10);
    const found = chosen(site, ["app/cart/row.tsx"], { ...noLimits, secondsOf, ...given });
    expect(found.journeys).toEqual(journeys);
    expect(found.leftOut).toHaveLength(3 - journeys.length);
  });
});
