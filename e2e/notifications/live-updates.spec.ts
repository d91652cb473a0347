import type { Page } from "@playwright/test";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { callApi } from "../actors/api.ts";
import { createPatientInCare, shipOrder } from "../actors/patient-in-care.ts";
import type { Person } from "../actors/person.ts";
import { expect, test } from "../fixtures.ts";
import { Home } from "../pages/home.ts";
import { SignIn, replaceAccessToken } from "../pages/sign-in.ts";

/** Paths of the requests a page makes from now on; the list grows. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => void calls.push(new URL(request.url()).pathname));
  return calls;
}
const upToDate = (page: Page) => page.getByText("This page updates on its own.");
const onItsWay = (page: Page) => page.getByRole("heading", { name: "Your package is on its way" });

/** Opens home signed in, with the live connection up and the feed caught up. Resolves with the paths of the page's requests. */
async function openLiveHome(page: Page, patient: Person): Promise<string[]> {
  const calls = callsOf(page);
  let looks = 0;
  page.on("requestfinished", (request) => {
    if (new URL(request.url()).pathname === "/api/changes") looks += 1;
  });
  await new SignIn(page).openSignedIn("/home", patient);
  await expect(upToDate(page)).toBeVisible();
  await expect.poll(() => looks).toBeGreaterThan(1);
  return calls;
}

test("§7 §4 §8 one open connection: an order that ships shows on home without polling, a renewed token is sent over it, and logging out everywhere ends this device at once", async ({
  page,
  patient,
  api,
  careTeam,
  expectApiError,
}) => {
  // Signed in on another device, too.
  const patientInCare = await createPatientInCare(api, careTeam, patient);
  const sent: string[] = [];
  let sockets = 0;
  page.on("websocket", (socket) => {
    sockets += 1;
    socket.on("framesent", ({ payload }) => void sent.push(String(payload)));
  });
  const calls = await openLiveHome(page, patient);
  await new Home(page).expectGreeting(patient.firstname);
  calls.length = 0;
  await shipOrder(careTeam, patientInCare);
  await expect(onItsWay(page)).toBeVisible();
  expect(calls.filter((path) => path === "/api/changes")).toEqual([]);
  expect(calls.filter((path) => path === "/api/v2/prescriptionOrder/full")).toHaveLength(1);
  await expect(page.getByText("Your order: ")).toBeAttached();

  await test.step("§4 a renewed token", async () => {
    const { idToken } = await callApi(page.request, auth.refreshToken, { body: null });
    await replaceAccessToken(page, idToken);
    await expect.poll(() => sent.some((frame) => frame.startsWith('42["token"') && frame.includes(idToken))).toBe(true);
    await careTeam(care.deliverOrder, { params: { id: patientInCare.order }, body: null });
    await expect(page.getByRole("heading", { name: "It's here. Start tonight" })).toBeVisible();
    expect(sockets).toBe(1);
  });

  await test.step("§4 §8 logging out everywhere, on the other device", async () => {
    expectApiError({ path: "/api/refreshtoken", status: 401 });
    await patientInCare.call(auth.globalSignOut, { body: null });
    await expect(page).toHaveURL("/login?expired=true");
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("accessToken");
  });
});

test("§8 offline the page stays; back online it catches up; §4 the patient's own logout leads to the marketing site, not to sign-in", async ({
  page,
  patient,
  api,
  careTeam,
  expectProblem,
}) => {
  expectProblem(/ERR_INTERNET_DISCONNECTED/);
  const patientInCare = await createPatientInCare(api, careTeam, patient);
  const calls = await openLiveHome(page, patient);
  await page.context().setOffline(true);
  await expect(page.getByText(/^Up to date at /)).toBeVisible();
  await shipOrder(careTeam, patientInCare);
  await new Home(page).expectGreeting(patient.firstname);
  await page.context().setOffline(false);
  await expect(onItsWay(page)).toBeVisible();
  await expect(upToDate(page)).toBeVisible();

  await test.step("§4 logging out", async () => {
    calls.length = 0;
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("button", { name: "Yes" }).click();
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1/);
    expect(calls.filter((path) => path === "/api/refreshtoken" || path === "/login")).toEqual([]);
  });
});

test("@desktop §8 where no connection can be kept open, the feed is polled instead", async ({
  page,
  patient,
  api,
  careTeam,
}) => {
  const patientInCare = await createPatientInCare(api, careTeam, patient);
  await page.routeWebSocket(/\/socket\//, (socket) => socket.close());
  await new SignIn(page).openSignedIn("/home", patient);
  await expect(page.getByText(/^Up to date at /)).toBeVisible();
  await shipOrder(careTeam, patientInCare);
  await expect(onItsWay(page)).toBeVisible();
});

test("@desktop §8 the server is unavailable for a while: pages stay and catch up", async ({
  page,
  patient,
  api,
  careTeam,
  expectProblem,
}) => {
  const patientInCare = await createPatientInCare(api, careTeam, patient);
  let away = false;
  const open = new Set<{ close: () => void }>();
  await page.routeWebSocket(/\/socket\//, (socket) => {
    if (away) return void socket.close();
    open.add(socket);
    socket.connectToServer();
  });
  await openLiveHome(page, patient);
  expectProblem(/ERR_CONNECTION_REFUSED/);
  await page.route("**/api/**", (route) => (away ? route.abort("connectionrefused") : route.continue()));
  away = true;
  for (const socket of open) socket.close();
  await expect(page.getByText(/^Up to date at /)).toBeVisible();
  await shipOrder(careTeam, patientInCare);
  await page.getByRole("link", { name: "Support", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  away = false;
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(onItsWay(page)).toBeVisible();
  await expect(upToDate(page)).toBeVisible();
  // The requests the page makes once it is up to date are still under way.
  await page.unrouteAll({ behavior: "wait" });
});
