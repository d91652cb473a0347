import { describe, expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { presentProduct } from "#server/catalogue/public.ts";
import { namedDoctors } from "#server/doctors/public.ts";
import { familiesOf, productGroupsOf } from "./product-groups.ts";
import { marketingSite } from "./serve.ts";

const appOrigin = "https://app.example";
const content = await loadContent();
const products = content.catalogue.products.map((product) => presentProduct(content, product));
const practice = { ...content, doctors: namedDoctors(content) };
const app = await marketingSite({ appOrigin, practice, products });

/** Every path reachable from the home page, with its page. */
async function crawl(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const queue = ["/"];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (pages.has(path)) continue;
    const response = await app.inject(path);
    expect(response.statusCode, path).toBe(200);
    pages.set(path, response.body);
    queue.push(...ownPaths(response.body));
  }
  return pages;
}

const attributes = (body: string, pattern: RegExp): string[] =>
  [...body.matchAll(pattern)].map(([, value = ""]) => value.replaceAll("&amp;", "&"));
const ownPaths = (body: string) =>
  attributes(body, /<a\b[^>]*?\shref="(\/[^"]*)"/g).map((href) => new URL(href, "http://site").pathname);
const pages = await crawl();

describe("the marketing site", () => {
  test("every internal link of every page leads to a page, every product has one", () => {
    const names = new Set(products.map(({ name }) => name));
    expect([...pages.keys()].filter((path) => path.startsWith("/products/"))).toHaveLength(names.size);
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining(["/quiz", "/offers", "/terms", "/privacy", "/telehealth-consent"]),
    );
  });

  test("no page shows a text's markup instead of what it means", () => {
    for (const [path, body] of pages) expect(body, path).not.toMatch(/\]\(\/|\*\*\w/);
  });

  test("every product is in the group of its kind, the vaginal ones under intimate care", () => {
    const groups = productGroupsOf(products);
    expect(groups.map(({ id }) => id)).not.toContain("more");
    const vaginal = products.filter(({ form }) => form.startsWith("Vaginal")).map(({ name }) => name);
    const intimate = groups.find(({ id }) => id === "intimate")?.families.map(({ first }) => first.name);
    expect(vaginal.length).toBeGreaterThan(2);
    expect(intimate).toEqual(expect.arrayContaining(vaginal));
  });

  test.each(familiesOf(products).map((family) => [family.first.name, family] as const))(
    "what the card of %s says is what a press adds",
    (_name, { slug, first, strengths }) => {
      const card = pages
        .get("/products")
        ?.split('<li class="row product">')
        .find((each) => each.includes(`/products/${slug}"`));
      const priceText = /class="price">\s*(From )?\$([\d.]+) <span>(?:for|every) (\d+) days</.exec(card ?? "");
      const begins = strengths.map(({ pricings }) => pricings[0]?.price ?? 0);
      expect([Number(priceText?.[2]), Number(priceText?.[3])]).toEqual([
        first.pricings[0]?.price,
        first.pricings[0]?.dayssupply,
      ]);
      expect(Number(priceText?.[2]), "the lowest beginning").toBe(Math.min(...begins));
      expect(priceText?.[1] !== undefined, "said with From where another strength begins higher").toBe(
        new Set(begins).size > 1,
      );
      const page = pages.get(`/products/${slug}`) ?? "";
      const added = attributes(page, /<input[^>]*data-cart-item="([^"]*)"[^>]*\schecked/g);
      const items = added.map((item) => JSON.parse(item.replaceAll("&quot;", '"')) as { selectedPricing: object });
      if (!first.prescription)
        expect(items).toMatchObject([
          { selectedPricing: { pricingid: first.pricings[0]?.pricingid, price: Number(priceText?.[2]) } },
        ]);
    },
  );

  test("a longer supply costs less per day, as the home page says", () => {
    for (const { pricings, name } of products)
      for (const [index, { price, dayssupply }] of pricings.entries()) {
        const before = pricings[index - 1];
        if (before) expect(price / dayssupply, name).toBeLessThan(before.price / before.dayssupply);
      }
  });

  test("the hero says the lowest price of what is prescribed, and shows the doctors", () => {
    const hero = /<section class="hero">[\s\S]*?<\/section>/.exec(pages.get("/") ?? "")?.[0] ?? "";
    const first = products
      .filter(({ prescription }) => prescription)
      .flatMap(({ pricings }) => pricings.slice(0, 1))
      .toSorted((a, b) => a.price - b.price)[0];
    expect(hero).toContain(`<strong>From $${first?.price}</strong> every ${first?.dayssupply} days`);
    expect(attributes(hero, /src="\/look(\/doctors\/[^"]*)"/g)).toEqual(
      content.doctors.slice(0, 4).map(({ profileUrl }) => profileUrl),
    );
    expect(hero).toContain('href="#doctors"');
  });

  test("nobody is called a doctor who isn’t one", async () => {
    const [first, second] = content.doctors;
    if (!first || !second) throw new Error("No doctors");
    const doctors = namedDoctors({ doctors: [first, { ...second, credentials: "WHNP-BC, women's health" }] });
    const mixed = await marketingSite({ appOrigin, practice: { ...practice, doctors }, products });
    const { body } = await mixed.inject("/");
    expect(attributes(body, /<h3>([^<]*)<\/h3>/g)).toEqual(
      expect.arrayContaining([
        `Dr. ${first.firstname} ${first.lastname}`,
        `${second.firstname} ${second.lastname}, WHNP-BC`,
      ]),
    );
    expect(body).not.toContain(`Dr. ${second.firstname}`);
  });

  test("every file a page references exists", async () => {
    const files = new Set(
      [...pages.values()].flatMap((body) => attributes(body, /(?:src|<link[^>]*href)="(\/[^"]*)"/g)),
    );
    expect(files.size).toBeGreaterThan(10);
    for (const file of files) expect((await app.inject(file)).statusCode, file).toBe(200);
  });

  test("every anchor a link points to exists", () => {
    const broken = [...pages].flatMap(([, body]) =>
      attributes(body, /\shref="(\/?[^":]*#[^"]+)"/g).filter((href) => {
        const { pathname, hash } = new URL(href, "http://site");
        const target = href.startsWith("#") ? body : pages.get(pathname);
        return !target?.includes(`id="${hash.slice(1)}"`);
      }),
    );
    expect(broken).toEqual([]);
  });

  test.each([...pages])("no foreign origin, no inline script or style: %s", (_path, body) => {
    const origins = attributes(body, /https?:\/\/([a-z0-9.:-]+)/g).filter((host) => host !== "www.w3.org");
    expect(new Set(origins)).toEqual(new Set(["app.example"]));
    expect(body).not.toMatch(/<style|\sstyle=|\son[a-z]+="|javascript:/i);
    expect(attributes(body, /<script\b([^>]*)>/g).every((tag) => tag.includes("src="))).toBe(true);
  });

  test("titles name the page and the brand", () => {
    for (const [path, body] of pages) expect(body, path).toMatch(/<title>[^<|]+ \| Calendula<\/title>/);
  });

  test("its own content security policy names the app and nobody else", async () => {
    const { headers } = await app.inject("/");
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none';script-src 'self' https://app.example;style-src 'self';img-src 'self' https://app.example;font-src 'self';" +
        "frame-src https://app.example;connect-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    );
  });

  test.each(["/nothing", "/products/nothing", "/articles/nothing", "/assets/../serve.ts", "/look/tokens.css"])(
    "%s shows the page for unknown addresses",
    async (path) => {
      const response = await app.inject(path);
      expect(response.statusCode).toBe(404);
      expect(response.body).toContain("We can’t find that page");
    },
  );

  test.each([
    ["/products/estradiol_patch_0_1", "/products/estradiol-patch"],
    ["/products/vitamin_d?utm_source=a", "/products/vitamin-d3?utm_source=a"],
  ])("§7 content-link: a product’s id leads to its page: %s", async (path, target) => {
    const { statusCode, headers } = await app.inject(path);
    expect([statusCode, headers.location]).toEqual([302, target]);
  });

  test("the catalogue's notices are shown word for word", () => {
    const body = pages.get("/products/estriol-vaginal-cream") ?? "";
    const notices = products.find(({ productid }) => productid === "estriol_cream")?.notices ?? [];
    expect(notices).toHaveLength(3);
    for (const notice of notices) expect(body).toContain(notice);
  });

  test("what needs a prescription begins with a visit, the rest goes into the cart", () => {
    const primary = (path: string) => attributes(pages.get(path) ?? "", /class="button primary"\s+href="([^"]*)"/g);
    expect(primary("/products/estradiol-patch")).toEqual([`${appOrigin}/eligibility`]);
    expect(primary("/products/vitamin-d3")).toEqual([`${appOrigin}/cart?add=vitamin_d_1m`]);
  });

  test("without the widget nothing is added, and no address names a medicine", () => {
    const adds = [...pages.values()].flatMap((body) =>
      [...body.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*data-cart-(?:item|chosen)/g)].map(([, href]) => href ?? ""),
    );
    const withoutPrescription = products
      .filter(({ prescription }) => !prescription)
      .flatMap(({ pricings }) => pricings);
    const allowed = [
      `${appOrigin}/treatment`,
      ...withoutPrescription.map(({ pricingid }) => `${appOrigin}/cart?add=${pricingid}`),
    ];
    expect(adds.length).toBeGreaterThan(3);
    expect(adds.filter((href) => !allowed.includes(href))).toEqual([]);
  });

  test("malicious markup in a name of the content stays text", async () => {
    const name = `<script src="//evil.example"></script>`;
    const brand = { ...content.brand, name };
    const hostile = await marketingSite({
      appOrigin,
      practice: { ...practice, brand },
      products: products.map((product) => ({ ...product, name, description: name })),
    });
    for (const path of ["/", "/products", "/products/script-src-evil-example-script"]) {
      const { statusCode, body } = await hostile.inject(path);
      expect(statusCode).toBe(200);
      expect(body).not.toContain('<script src="//evil');
    }
  });
});
