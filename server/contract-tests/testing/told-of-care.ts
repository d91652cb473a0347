import type { ToldOf } from "./told.ts";

/** What differs for a patient in care in each state of decisions, words and answers; `{}`: nobody is told of it. */
export const toldOfCare = {
  "care_case.status": {
    submitted: {
      inbox: "incoming",
      home: "doctor_review +verify_email",
      plan: "in_review in_review active* active*",
      chart: "submitted active active",
      openCases: 1,
      letter: false,
    },
    accepted: {
      inbox: "accepted",
      home: "doctor_review +verify_email",
      plan: "in_review in_review active* active*",
      chart: "accepted active active",
      openCases: 1,
    },
    approved: {},
    declined: {
      home: "declined +verify_email",
      plan: "declined declined active* active*",
      chart: "declined active active",
      ofDoctor: 1,
    },
    lapsed: {
      home: "arrived +verify_email",
      plan: "none none active* active*",
      chart: "lapsed active active",
      letter: false,
      ofDoctor: 1,
    },
  },
  "conversation.kind": {
    doctor: { inbox: "conversation" },
    patient_services: { inbox: "conversation" },
  },
  "emergency_report.source": {
    message: { inbox: "emergency", home: "emergency +verify_email" },
    followup: { inbox: "emergency", home: "emergency +verify_email" },
    health: { inbox: "emergency", home: "emergency +verify_email" },
    contact: { inbox: "emergency", home: "emergency +verify_email" },
    cancellation: { inbox: "emergency", home: "emergency +verify_email" },
  },
  "followup.status": {
    SENT: { home: "treatment_review +verify_email" },
    CLAIMED: { home: "treatment_review +verify_email" },
    COMPLETED: { inbox: "followup" },
  },
  "onboarding.identity_status": {
    none: { identity: "false false" },
    matched: {},
    no_match: { home: "arrival +verify_identity +verify_email", identity: "false true" },
    review: { inbox: "identity", home: "arrival +verify_identity +verify_email", identity: "true true" },
  },
  "onboarding.status": {
    PENDING: { home: "arrival +finish_visit +verify_email" },
    DONE: {},
  },
  "prescription.status": {
    active: {},
    ended: {
      home: "under_way +verify_email",
      record: "completed completed completed completed",
      prescribed: 0,
      chart: "approved ended ended",
    },
  },
  "renewal_request.status": {
    open: { inbox: "renewal", home: "arrival +renew_prescription +verify_email" },
    approved: {},
    declined: {},
    replaced: {},
  },
  "screening_hit.outcome": {
    STOP: { flags: "STOP" },
    EMERGENCY: { flags: "EMERGENCY" },
    CLINICIAN: { flags: "CLINICIAN" },
    INFO: { flags: "INFO" },
  },
  "treatment_change.status": {
    waiting: { inbox: "change", home: "change_to_agree +verify_email", proposals: "waiting", upcoming: 3 },
    agreed: { proposals: "agreed" },
    refused: { proposals: "refused" },
    withdrawn: {},
  },
  "medicine_suggestion.status": {
    waiting: { inbox: "change", home: "change_to_agree +verify_email", proposals: "waiting" },
    agreed: {},
    declined: {},
    withdrawn: {},
  },
  "upsell_request.status: authorized": {
    open: {
      inbox: "upsell",
      erasure: "An order is authorized.",
      openWork: true,
      proposals: "upsell",
      orders: "delivered authorized",
      boxes: 4,
    },
    approved: { erasure: "An order is authorized.", openWork: true, orders: "delivered authorized", boxes: 4 },
    declined: { erasure: "An order is authorized.", openWork: true, orders: "delivered authorized", boxes: 4 },
    lapsed: { erasure: "An order is authorized.", openWork: true, orders: "delivered authorized", boxes: 4 },
    withdrawn: { erasure: "An order is authorized.", openWork: true, orders: "delivered authorized", boxes: 4 },
  },
  "upsell_request.status: voided": {
    open: { inbox: "upsell", proposals: "upsell", orders: "delivered voided", unsettledUpsells: 1 },
    approved: { orders: "delivered voided", unsettledUpsells: 1 },
    declined: { orders: "delivered voided" },
    lapsed: { orders: "delivered voided" },
    withdrawn: { orders: "delivered voided" },
  },
  "treatment_change.status: with directions": {
    waiting: {
      inbox: "change",
      home: "change_to_agree +verify_email",
      proposals: "waiting",
      upcoming: 3,
      directions: "1 1",
    },
    agreed: { proposals: "agreed", directions: "1 1" },
    refused: { proposals: "refused" },
    withdrawn: {},
  },
  "treatment_change.until": {
    go_on: {
      proposals: "agreed",
      record: "stopped active completed completed",
      prescribed: 1,
      chart: "approved replaced active",
    },
    stop: {
      proposals: "agreed",
      record: "stopped active completed completed",
      prescribed: 1,
      chart: "approved replaced active",
    },
    directions: {
      proposals: "agreed",
      record: "stopped active completed completed",
      prescribed: 1,
      directions: "0 1",
      chart: "approved replaced active",
    },
  },
} as const satisfies Partial<ToldOf>;
