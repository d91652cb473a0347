/*
 * Calls, jobs and places of SQL whose names or words sound like an ending and that have no row, each with why.
 */

/** Why → calls, jobs and commands. */
export const notEndings: Readonly<Record<string, string>> = {
  "looks or notes, and changes nothing that is open": `
    auth.checkRecovery account.readMerge onboarding.answerNotices onboarding.reject care.findAuditPatients care.emergencyCalled care.addPatientLog care.listPatients followup.claim
    support.contact`,
  "begins something, or lets it go on": `
    treatment.resume treatment.unskip treatment.restart treatment.agreeToChange treatment.agreeToSuggestion care.resumeSubscription care.takeSkipBack care.restartSubscription integrations.resumeWebhook integrations.replayWebhook staff.enableMember
    account.denyDeath account.inviteHelper care.sendFollowup care.setFollowupDay growth.addUpsellToPatient growth.applyPromoCode auth.forgotPassword account.changeEmail care.changeContact
    care.sendRecoveryLink care.resendMail care.chargePastDue
    care.accept care.askMerge care.listMessage care.packOrder care.askAboutOrder staff.updateDoctor payment.createSource`,
  "what was recorded of a line counts no longer; its line waits to be sent again, and nothing was held by it":
    "care.voidFill",
  "forgets a question, which was about nobody in particular": "care.forgetList",
  "uses what may be used once; what used it opens instead":
    "auth.refreshToken staff.proveRecoveryCode staff.provePasskey",
  "an offer that was made before cancelling: nothing ends": "treatment.preventCancel",
  "changes what is noted, and only takes back what the same patient noted": "wellbeing.noteDose account.updateTimezone",
  "the last answer counts, and ends the call that was asked for before": "treatment.answerCounseling",
  "the earlier one is kept in the record, and the newest counts":
    "care.issueLetter care.correctIdentity care.prepareDecision care.putAside account.chooseSpeaking",
  "which mails are copied to a helper from now on: the help goes on, and a copy that waits asks again when it's sent":
    "account.chooseHelperCopies account.wantCopies",
  "closes the books of a day, in which nothing is open": "care.closeDay",
  "what a change replaces ends when the patient agrees to it or when the box ends": "care.changeTreatment",
  "a break is over and the medicine is used again; a break is listed nowhere, and of what is on one nothing was held":
    "care.endRest",
  "the doctor of patients changes; nothing of theirs ends": "staff.handOverPatients",
  "replaces the picture as removing it does": "staff.uploadPortrait",
};

/** Why → jobs that end nothing by a rule of their own. */
export const otherJobs: Readonly<Record<string, string>> = {
  "sends or says what was decided": `
    mail mail-urgent outside-alarms outside-page emergency_escalate work-items-due-mail work-items-due-mails auth.recovery
    auth.helper-recovery auth.email-change auth.account-changed auth.referred onboarding-identity-works care-absence-mails care-rest-messages care-begin-directions followup-days messages-mails lists.act
    wellbeing-reminders clinic-event-holds growth.forward-events`,
  "finishes what a call or the gateway decided, and is part of what that ends": `
    payment-events-come payment-converge payment-settle payment-refund payment-release payment-answer-dispute order-placed order-settled order-mismatch
    order-sweep onboarding-finish care-sweep growth.reward-referrals growth.finish-upsells growth.complete-orders
    growth.give-rewards treatment-billing treatment-renewal-requests`,
  "looks at what was, and ends nothing": "records.access-review care.peer-review closing.payouts",
  "mails that what a helper may do is over; it ended by itself at its time": "auth.helpers",
  "keeps tables and digests in order": "audit.months auth.search_index persons.compare persons.outdated",
};

/** Jobs that delete what ended long before: they end nothing that is live. */
export const cleaningJobs = `
  idempotency.forget-answers notifications.forget-mails files-discard files-sweep auth.cleanup onboarding-leads-expire growth.forget-invitations
  growth.forget-tracking notifications.forget-changes staff.cleanup clinic-event-cleanup`;

/** Why → tables that rows are deleted from. */
export const deletedRows: Readonly<Record<string, string>> = {
  "a question that somebody forgets, of nobody": "saved_list",
  "by a row of the endings": `
    notification dose_schedule helper_account staff_claim staff_assignment staff_authenticator staff_passkey staff_recovery_code uploaded_file doctor_portrait
    webhook_endpoint`,
  "long after they ended, by a cleaning job": `
    staff_session session refresh_token single_use_link email_change staff_oidc_login idempotency_key change_event clinic_event lead
    order_attribution error_report marketing_event referral_invitation experiment_assignment visitor_tracking
    patient_mail`,
  "replaced in the same statement or transaction by what is current": `
    dose staff_draft treatment_choice identity_photo doctor_license patient_search_term person_digest person_due order_event packed_box`,
  "of a payout that adds up by now; its task ends with it": "payout_difference",
  "never charged, and planned anew": "prescription_order",
  "never granted: the order it was for came to nothing": "referral_reward earned_discount",
  "of a lot, not of anybody: its recall is over": "recalled_lot",
  "of nodes and addresses, not of anybody's": "setting mail_refusal audit_event_unfiled",
};

/** Why → tables and lists that no row of the endings is left by. */
export const neverLeft: Readonly<Record<string, string>> = {
  "ends by itself, at its time": "staff_oidc_login staff_record_access lead",
  "done by jobs, which each sweep waits for": "list_action_patient pgboss.job payment_release refund referral_reward",
  "live only where it is miscounted": "coupon_counter",
  "found and judged, which the pairs' own tests follow": "person_pair",
  "dropped by who wrote it, with an empty text": "staff_draft",
  "those of others too, whose day has passed: `care.tasksAsked` and the inbox are looked at": "care.overdueTasks",
  "lists what has ended, too": "account.requests care.log care.listActions",
  "left with its entry, which `chart-obeyed.test.ts` follows": "contact_email",
  "kinds, which nobody ends": "care.logKinds care.listFilters care.savedLists",
  "chosen anew, not ended": "measurement_consent notification_preference account.speaking",
  "names those who were removed or decided, too": "staff.doctors care.orders:mismatch_decided care.orders:disputed",
  "left when it is done as it was asked": "care.cases:followup_due followup.check growth.onboardingUpsell",
};
