import type { Stays } from "../screens/what-is-left.tsx";

const saved = "What was chosen is what’s saved.";
const alone = "The row shows it alone; the page around it closes it once it’s done.";
const leaves = "Another page follows, and a row has only this one.";
const nextStep = "The dialog goes on with what follows, or with its thanks.";
const ownButtons = "It’s left by its own buttons only.";
const closedByPage = "The row shows it alone; the page around it closes it.";
const onlyAsked = "It asks what to warn of before the answers themselves are sent, which ends their draft.";

/** What stays on a page of the app, or is kept, once the server has taken what a row sends, and why. */
export const stays: Stays = {
  "app/account/speaking/speaking-page.tsx account.chooseSpeaking: an interpreter": { chosen: saved },
  "app/account/speaking/speaking-page.tsx account.chooseSpeaking: caps": { chosen: saved },
  "app/account/helpers/copies.tsx account.chooseHelperCopies: charges on": { chosen: saved },
  "app/account/helpers/copies.tsx account.chooseHelperCopies: packages on": { chosen: saved },
  "app/account/helpers/copies.tsx account.chooseHelperCopies: messages on": { chosen: saved },
  "app/account/helpers/copies.tsx account.chooseHelperCopies: documents on": { chosen: saved },
  "app/account/security/email-form.tsx account.changeEmail": { again: alone, typed: alone },
  "app/account/security/close-account.tsx account.closeAccount": { again: leaves, typed: leaves },
  "app/account/addresses/shipping-form.tsx store.createShippingAddress": { again: alone, typed: alone },
  "app/auth/login/sign-in.ts auth.signIn": { typed: leaves },
  "app/cart/account/login-screen.tsx auth.signIn": { typed: leaves },
  "app/auth/sign-up/create-account.ts auth.signUp: by a friend's link and with an invitation": {
    chosen: leaves,
    typed: leaves,
  },
  "app/auth/sign-up/create-account.ts auth.signUp": { chosen: leaves, typed: leaves },
  "app/cart/account/register-screen.tsx auth.signUpNonRx: alone": { chosen: leaves, typed: leaves },
  "app/cart/account/register-screen.tsx auth.signUpNonRx: by a friend's link": { chosen: leaves, typed: leaves },
  "app/auth/sign-up/verify-invitation-code.ts auth.checkInvitation": {
    typed: "The code is shown beside what it gives.",
  },
  "app/cart/checkout/cart-billing-form.tsx account.updateBillingAddress": { typed: alone },
  "app/orders/checkout/address-form.tsx store.updateShippingAddress": { again: alone, typed: alone },
  "app/orders/checkout/address-form.tsx store.createShippingAddress": { chosen: alone, typed: alone },
  "app/auth/password-recovery/request-recovery-link.ts auth.forgotPassword: in the cart": {
    draft: "Whoever asks for a link signs in with the same email.",
  },
  "app/notifications/use-mark-read.ts notifications.read": { dialog: "Reading is no act: the list stays open." },
  "app/notifications/email-preferences.tsx notifications.savePreferences: New messages on": {
    chosen: saved,
  },
  "app/notifications/email-preferences.tsx notifications.savePreferences: Order updates and news on": {
    chosen: saved,
  },
  "app/followup/followup-modal.tsx followup.claim: a stop that was read": { dialog: nextStep },
  "app/followup/followup-modal.tsx followup.saveStep: a text": { dialog: nextStep },
  "app/followup/followup-modal.tsx followup.saveStep: one choice": { dialog: nextStep },
  "app/followup/followup-modal.tsx followup.saveStep: several choices, and more in words": { dialog: nextStep },
  "app/followup/followup-modal.tsx followup.applyCoupon": { dialog: nextStep },
  "app/followup/followup-modal.tsx followup.rate: 1": { dialog: nextStep },
  "app/followup/followup-modal.tsx followup.rate: 10": { dialog: nextStep },
  "app/onboarding/notices/use-answer-notices.ts onboarding.answerNotices: answers": {
    draft: onlyAsked,
    typed: onlyAsked,
  },
  "app/onboarding/notices/use-answer-notices.ts onboarding.answerNotices: several answers": {
    chosen: onlyAsked,
    draft: onlyAsked,
    typed: onlyAsked,
  },
  "app/onboarding/notices/use-answer-notices.ts onboarding.answerNotices: a birthday": {
    draft: onlyAsked,
    typed: onlyAsked,
  },
  "app/helpers/link-page.tsx account.useHelperLink: invitation": { typed: leaves },
  "app/helpers/link-page.tsx account.useHelperLink: new_password": { typed: leaves },
  "app/helpers/sign-in.tsx account.helperSignIn: for the second of two, asked whom": {
    typed: "It asks whom they help: the row is answered so each time.",
  },
  "app/helpers/sign-in.tsx account.helperForgotPassword": {
    typed: "Who gets no link reads which email they typed.",
  },
  "app/growth/upsell/upsell-calls.ts growth.denyUpsell": { dialog: alone },
  "app/treatment/changes/refuse-change-dialog.tsx treatment.refuseChange": { dialog: alone },
  "app/treatment/suggestions/decline-suggestion-dialog.tsx treatment.declineSuggestion: without words": {
    dialog: alone,
  },
  "app/treatment/suggestions/decline-suggestion-dialog.tsx treatment.declineSuggestion: in words of their own": {
    ...{ dialog: alone, typed: alone },
  },
};

/** Senders whose dialog Escape doesn't close, or is sent by closing, and why. */
export const unclosed: Readonly<Record<string, string>> = {
  "app/notifications/use-mark-read.ts notifications.readAll": "What was shown is read by closing it.",
  "app/followup/followup-modal.tsx followup.claim": ownButtons,
  "app/followup/followup-modal.tsx followup.saveStep": ownButtons,
  "app/followup/followup-modal.tsx followup.applyCoupon": ownButtons,
  "app/followup/followup-modal.tsx followup.rate": ownButtons,
  "app/growth/upsell/upsell-calls.ts growth.acceptUpsell": closedByPage,
  "app/growth/upsell/upsell-calls.ts growth.denyUpsell": closedByPage,
};
