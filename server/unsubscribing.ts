import { wantCopies } from "#server/auth/public.ts";
import { invitationsPage, stopInvitationsOf } from "#server/growth/referral/stop-invitations.ts";
import { savePreferences, mailPreferences } from "#server/notifications/mail-preferences.ts";
import type { MailList, Unsubscribing } from "#server/platform/mail/unsubscribe.ts";
import { endReminders } from "#server/wellbeing/record.ts";

const settingsPage = () => "/account-settings/emails";

/** What each list of mails is for those who don't want it any more. */
export const unsubscribing: Readonly<Record<MailList, Unsubscribing>> = {
  messages: {
    stop: async ({ db, clock }, id) =>
      savePreferences(db, id, { ...(await mailPreferences({ db }, id)), messages: false }, clock.now()),
    page: settingsPage,
  },
  updates: {
    stop: async ({ db, clock }, id) =>
      savePreferences(db, id, { ...(await mailPreferences({ db }, id)), updates: false }, clock.now()),
    page: settingsPage,
  },
  reminders: { stop: (services, id) => endReminders(services, id), page: () => "/home" },
  copies: { stop: (services, id) => wantCopies(services, id, false), page: () => "/helper" },
  invitations: { stop: stopInvitationsOf, page: invitationsPage },
};
