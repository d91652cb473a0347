import FriendWelcome from "#app/growth/referral/friend-welcome.tsx";
import LinkedUpsellDialog from "#app/growth/upsell/linked-upsell-dialog.tsx";
import { Measurement } from "#app/growth/tracking/measurement-settings.tsx";
import NewTerms from "#app/growth/terms/new-terms.tsx";
import NoMoreInvitations from "#app/growth/referral/no-more-invitations.tsx";
import { PendingUpsellsCard } from "#app/growth/upsell/pending-upsells-card.tsx";
import ReferAFriend from "#app/growth/referral/referral-page.tsx";
import UpsellDialog from "#app/growth/upsell/upsell-dialog.tsx";
import { VisitUpsell } from "#app/growth/upsell/visit-upsell.tsx";
import { applyCodes } from "#app/growth/promo/apply-codes.ts";
import { browserCookies } from "#app/api/session/cookies.ts";
import { browserServices } from "#app/growth/promo/code-refusal.ts";
import { call } from "#app/api/call.ts";
import { cookieNames, type CookieName } from "#app/api/session/cookie-names.ts";
import { formatDollars } from "#app/formats/money.ts";
import { session } from "#app/api/session/session.ts";
import { syncTracking } from "#app/growth/tracking/sync-tracking.ts";
import { growth } from "#contract/growth/calls.ts";
import { payment } from "#contract/payment.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { answerOf, signIn, signOut } from "./patient.ts";

type Server = Parameters<SentRow["show"]>[0];

const offer = answerOf(growth.dashboardUpsells, 20_000).items[1]!;
const none = () => {};

const showOffer = (couponId: string | null) => (server: Server) => {
  signIn();
  server.sample(payment.sources);
  return <UpsellDialog upsell={{ ...offer, couponId, status: "open" }} onClose={none} />;
};
const showOfferInVisit = (couponId: string | null) => () => {
  signIn({ onboardingstatus: "PENDING" });
  return <VisitUpsell upsell={{ ...offer, couponId }} onAdded={none} onDeclined={none} onRefused={() => false} />;
};

const upsells: readonly SentRow[] = [
  {
    from: "app/growth/upsell/upsell-calls.ts growth.acceptUpsell",
    about: "with a coupon",
    show: showOffer("SPRING20"),
    act: ({ press }) => press("Add to my treatment"),
    dialog: offer.title,
    shown: [formatDollars(offer.total), offer.product.name],
    sends: { params: { id: offer.upsellId }, body: { totalamount: offer.total, coupon: "SPRING20" } },
  },
  {
    from: "app/growth/upsell/upsell-calls.ts growth.acceptUpsell",
    about: "a price that rose is named first, and is what is agreed to then",
    show: (server) => {
      let asked = 0;
      const details = { totalamount: offer.total + 7 };
      server.answer(growth.acceptUpsell, () =>
        asked++ === 0 ? { refused: "price_changed", details } : answerOf(growth.acceptUpsell, 21_000),
      );
      return showOffer(null)(server);
    },
    act: async ({ press }) => {
      await press("Add to my treatment");
      await press(`Add it for ${formatDollars(offer.total + 7)}`);
    },
    dialog: offer.title,
    sends: [
      { params: { id: offer.upsellId }, body: { totalamount: offer.total } },
      { params: { id: offer.upsellId }, body: { totalamount: offer.total + 7 } },
    ],
  },
  {
    from: "app/growth/upsell/upsell-calls.ts growth.denyUpsell",
    show: showOffer(null),
    act: ({ press }) => press("No, thank you"),
    dialog: offer.title,
    sends: { params: { id: offer.upsellId }, body: {} },
  },
  {
    from: "app/growth/upsell/upsell-calls.ts growth.addUpsellToPatient",
    show: () => {
      signIn();
      return (
        <LinkedUpsellDialog
          linkedUpsell={{ code: "ESTRIOL51", paramValue: "cream" }}
          onClose={none}
          onDeclined={none}
        />
      );
    },
    act: async () => {},
    sends: { params: { id: "ESTRIOL51" }, body: { triggeredfrom: "cream_modal" } },
  },
  ...[null, " ", "SPRING20"].map((coupon) => ({
    from: "app/growth/upsell/upsell-calls.ts growth.acceptOnboardingUpsell",
    about: coupon === null ? "without a coupon" : `with “${coupon}”`,
    show: showOfferInVisit(coupon),
    act: ({ press }: Parameters<SentRow["act"]>[0]) => press(/^Add to my plan/),
    shown: [offer.product.name],
    sends: { body: { upsellId: offer.upsellId, ...(coupon?.trim() && { coupon }) } },
  })),
  {
    from: "app/growth/upsell/withdraw-upsell-dialog.tsx growth.withdrawUpsell",
    show: () => {
      signIn();
      const { upsellrequests } = answerOf(treatment.overview, 22_000);
      return <PendingUpsellsCard upsellrequests={upsellrequests} />;
    },
    act: async ({ press }) => {
      await press("I changed my mind", 1);
      await press("Remove it");
    },
    dialog: "Remove it?",
    shown: [answerOf(treatment.overview, 22_000).upsellrequests[1]!.names[1]!],
    sends: { params: { id: answerOf(treatment.overview, 22_000).upsellrequests[1]!.orderid }, body: {} },
  },
];

const withReferral = (change: Partial<OnboardingRecord>) => () => {
  signIn({ hasorder: false, ...change });
  browserCookies.set(cookieNames.referral, "friend-code");
  return <FriendWelcome />;
};
const referral = answerOf(growth.referral, 23_000, { referralLink: "https://example.com/link-23" });

const friends: readonly SentRow[] = [
  {
    from: "app/growth/referral/friend-welcome.tsx growth.checkReferral",
    show: withReferral({ onboardingstatus: "PENDING" }),
    act: async () => {},
    sends: { body: { referralcode: "friend-code" } },
  },
  {
    from: "app/growth/referral/friend-welcome.tsx growth.overwriteReferral",
    show: withReferral({ onboardingstatus: "PENDING" }),
    act: ({ press }) => press("Use it"),
    sends: { body: { referralcode: "friend-code" } },
  },
  {
    from: "app/growth/referral/no-more-invitations.tsx growth.stopInvitations",
    show: () => {
      signOut("/no-more-invitations#token-of-the-link");
      return <NoMoreInvitations />;
    },
    act: ({ press }) => press("Stop all invitations"),
    sends: { body: { token: "token-of-the-link" } },
  },
  {
    from: "app/growth/referral/referral-page.tsx growth.referral",
    show: () => {
      signIn();
      return <ReferAFriend />;
    },
    act: async () => {},
    sends: { body: {} },
  },
  {
    from: "app/growth/referral/use-invite.ts growth.inviteFriend",
    show: (server) => {
      signIn();
      server.sample(growth.referral, referral);
      return <ReferAFriend />;
    },
    act: async ({ fill, press }) => {
      await press("Or have us send it");
      await fill("Your friend’s email", "zoe@example.org");
      await press("Send invitation");
    },
    sends: { body: { referralLink: referral.referralLink, email: "zoe@example.org" } },
  },
  {
    from: "app/growth/terms/new-terms.tsx growth.acceptNewTerms",
    show: () => {
      signIn({ acceptednewterms: false });
      return <NewTerms main="main" />;
    },
    act: ({ press }) => press("Accept"),
    sends: { body: { version: "terms 7" } },
  },
  ...[true, false].map((allowed) => ({
    from: "app/growth/tracking/measurement-settings.tsx growth.changeMeasurement",
    about: allowed ? "on" : "off",
    show: (server: Server) => {
      signIn();
      server.sample(growth.measurement, { allowed: !allowed, gpc: false });
      return <Measurement />;
    },
    act: ({ press }: Parameters<SentRow["act"]>[0]) => press(/^Tell the company/),
    sends: { body: { allowed } },
  })),
];

/** Applies what a link has brought, as the page does once the record is there. */
const follow = async () => {
  const { record } = session.get();
  await applyCodes({
    ...browserServices,
    ...{ call, cookies: browserCookies, record: record!, showNotice: none },
    ...{ onVisitRepriced: none, onNextChargeRepriced: none },
  });
};
const arriveWith =
  (cookies: Partial<Record<CookieName, string>>, change: Partial<OnboardingRecord> = {}) =>
  () => {
    signIn({ couponid: null, nonrxmedicationonly: false, ...change });
    for (const [name, value] of Object.entries(cookies)) browserCookies.set(name, value);
    return null;
  };
const background = "Nobody pressed anything: what comes of it is told by the page, or by nobody.";

const links: readonly SentRow[] = [
  {
    from: "app/growth/promo/apply-codes.ts onboarding.applyCoupon",
    quiet: background,
    show: arriveWith({ promocode: "SPRING20" }, { onboardingstatus: "PENDING" }),
    act: follow,
    sends: { body: { couponid: "SPRING20" } },
  },
  {
    from: "app/growth/promo/apply-codes.ts growth.applyPromoCode",
    quiet: background,
    show: arriveWith({ promocodeExistingID: "BACK15", promocode: "SPRING20" }),
    act: follow,
    sends: { body: { code: "BACK15" } },
  },
  {
    from: "app/growth/promo/apply-codes.ts growth.checkReferral",
    quiet: background,
    show: arriveWith({ referralToken: "friend-code", promocode: "SPRING20" }),
    act: follow,
    sends: { body: { referralcode: "friend-code" } },
  },
  {
    from: "app/growth/tracking/sync-tracking.ts onboarding.event",
    quiet: background,
    show: arriveWith({ everflowTransactionId: "ef0001a", irclickid: "ir0002b", taboolaClickID: "tb0003c" }),
    act: () => syncTracking({ call, cookies: browserCookies, record: session.get().record ?? null, isNew: true }),
    sends: {
      params: { eventName: "OnboardingIdentify" },
      body: {
        flow_variant: signIn().flow_variant,
        deduplicationid: signIn().deduplicationID,
        ...{ everflowtransactionid: "ef0001a", irclickid: "ir0002b", taboolaclickid: "tb0003c" },
      },
    },
  },
  {
    from: "app/growth/tracking/sync-tracking.ts onboarding.saveShareASale",
    quiet: background,
    show: arriveWith({ sas_m_awin: '{"clickId":"2450_abc","other":"2451_abd"}' }),
    act: () => syncTracking({ call, cookies: browserCookies, record: session.get().record ?? null, isNew: true }),
    sends: { body: { shareasaleclickid: "2450_abc" } },
  },
];

export const growthRows: readonly SentRow[] = [...upsells, ...friends, ...links];
