import type { ColumnType, Generated, GeneratedAlways } from "kysely";

/** Made by `npm run types:database` from the migrated database. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** Written as JSON text, read as a value. */
export type Json = ColumnType<unknown, string, string>;

export interface Tables {
  api_key: {
    id: string;
    lineage_id: string;
    name: string;
    key_hash: Uint8Array;
    ending: string | null;
    scopes: string[];
    from_setting: Generated<boolean>;
    created_at: Timestamp;
    expires_at: Timestamp | null;
    revoked_at: Timestamp | null;
    last_used_at: Timestamp | null;
  };
  audit_event: {
    id: GeneratedAlways<number>;
    at: Timestamp;
    actor: string;
    patient_id: string | null;
    call: string;
    ground: string | null;
    access_id: string | null;
    status: number;
    code: string | null;
    request_id: string;
  };
  billing_address: {
    patient_id: string;
    same_as_shipping: boolean;
    lines_sealed: Uint8Array;
    state: string;
    zipcode: string;
    updated_at: Timestamp;
  };
  care_case: {
    id: string;
    patient_id: string;
    order_id: string;
    doctor_id: string | null;
    treating_doctor_id: string | null;
    status: "submitted" | "accepted" | "approved" | "declined" | "lapsed";
    submitted_at: Timestamp;
    accepted_at: Timestamp | null;
    decided_at: Timestamp | null;
    withdrawn_at: Timestamp | null;
    note_sealed: Uint8Array | null;
    payment_settled_at: Timestamp | null;
    followup_sent_at: Timestamp | null;
  };
  change_event: {
    patient_id: string;
    seq: number;
    topic: string;
    object_id: string | null;
    at: Generated<Timestamp>;
  };
  change_feed: {
    patient_id: string;
    last_seq: number;
  };
  changed_subscription_line: {
    subscription_id: string;
    product_id: string;
    pricing_id: string;
    name: string;
    dosage: string;
    image: string;
    prescription: boolean;
    tax_category: string;
    hsa: string;
    months: number;
    days_supply: number;
    refills: number;
  };
  check_in: {
    id: string;
    patient_id: string;
    week: string;
    answers_sealed: Uint8Array;
    content_version: string;
    answered_at: Timestamp;
  };
  check_in_preference: {
    patient_id: string;
    wanted: boolean;
    updated_at: Timestamp;
  };
  clinic_event: {
    id: Generated<string>;
    written: GeneratedAlways<number>;
    seq: number | null;
    type: string;
    patient_id: string | null;
    object_kind: string;
    object_id: string;
    at: Timestamp;
    once_key: string | null;
  };
  consent: {
    id: string;
    patient_id: string;
    consent_id: string;
    version: string;
    given_at: Timestamp;
  };
  contact_message: {
    id: string;
    reference: string;
    patient_id: string | null;
    topic: string;
    message_sealed: Uint8Array;
    created_at: Timestamp;
    answered_at: Timestamp | null;
    answered_by: string | null;
  };
  conversation: {
    id: string;
    patient_id: string;
    kind: "doctor" | "patient_services";
    last_seq: Generated<number>;
    read_seq: Generated<number>;
    received_count: Generated<number>;
    received_read_count: Generated<number>;
    staff_read_seq: Generated<number>;
    needs_reply: Generated<boolean>;
    waiting_since: Timestamp | null;
    closed_at: Timestamp | null;
    mail_due_at: Timestamp | null;
    mailed_at: Timestamp | null;
    created_at: Timestamp;
  };
  conversation_handover: {
    id: string;
    patient_id: string;
    from_id: string;
    handed_seq: number;
    from_seq: number;
    to_id: string;
    to_seq: number;
    waiting_since: Timestamp;
    note_sealed: Uint8Array;
    handed_by: string;
    handed_at: Timestamp;
  };
  coupon_counter: {
    code: string;
    used: Generated<number>;
  };
  coupon_use: {
    code: string;
    patient_id: string;
    order_id: string | null;
    at: Timestamp;
    released_at: Timestamp | null;
  };
  customer_order: {
    id: string;
    patient_id: string;
    kind: "onboarding" | "cart" | "renewal" | "upsell";
    number: string | null;
    status: "pending" | "authorizing" | "unknown" | "authorized" | "paid" | "shipped" | "delivered" | "voided" | "failed" | "cancelled" | "refunded" | "mismatch";
    idempotency_key: string | null;
    subtotal_cents: number;
    discount_cents: number;
    tax_cents: number;
    shipping_cents: number;
    total_cents: number;
    currency: Generated<string>;
    coupon_code: string | null;
    discount_source: "followup" | "referral" | "friend" | "promo" | null;
    shipping_address_sealed: Uint8Array;
    shipping_state: string;
    terms_version: string;
    decline_code: string | null;
    placed_at: Timestamp;
    updated_at: Timestamp;
  };
  day_closing: {
    day: string;
    revision: number;
    closed_at: Timestamp;
    closed_by: string;
    figures: Json;
    fingerprint: string;
  };
  directions_change: {
    id: string;
    patient_id: string;
    prescription_id: string;
    product_id: string;
    pace: "label" | "three_quarters" | "two_thirds" | "half" | "third";
    doctor_id: string;
    directions_sealed: Uint8Array;
    former_sealed: Uint8Array | null;
    reason_sealed: Uint8Array | null;
    made_at: Timestamp;
  };
  dispute: {
    id: string;
    payment_intent_id: string;
    patient_id: string;
    gateway_dispute_id: string;
    amount_cents: number;
    reason: string;
    status: "inquiry" | "inquiry_closed" | "needs_response" | "under_review" | "won" | "lost";
    evidence_due_by: Timestamp | null;
    opened_at: Timestamp;
    updated_at: Timestamp;
    funds_withdrawn: Generated<boolean>;
    charges_resumed_at: Timestamp | null;
  };
  doctor: {
    id: string;
    firstname: string;
    lastname: string;
    credentials: string;
    bio: string;
    profile_url: string;
    portrait_id: string | null;
    npi: string;
    fixed: Generated<boolean>;
    active: Generated<boolean>;
    accepts_patients: Generated<boolean>;
    away_from: string | null;
    away_until: string | null;
    covered_by: string | null;
    edited_at: Timestamp | null;
  };
  doctor_license: {
    doctor_id: string;
    state: string;
    valid_until: string | null;
  };
  doctor_portrait: {
    id: string;
    storage_key: string;
    size: number;
    sha256: string;
    uploaded_at: Timestamp;
  };
  dose: {
    id: string;
    patient_id: string;
    product_id: string;
    day: string;
    status_sealed: Uint8Array;
    noted_at: Timestamp;
  };
  dose_schedule: {
    id: string;
    patient_id: string;
    product_id: string;
    days_sealed: Uint8Array;
    first_day: string;
    remind_at: Timestamp | null;
    updated_at: Timestamp;
  };
  early_fill: {
    id: string;
    patient_id: string;
    prescription_id: string;
    doctor_id: string;
    cause: "travel" | "lost" | "damaged" | "dose_raised";
    reason_sealed: Uint8Array;
    ends_on: string;
    granted_at: Timestamp;
  };
  earned_discount: {
    id: string;
    patient_id: string;
    source: "followup" | "referral" | "friend" | "promo";
    source_id: string;
    code: string;
    percent: number | null;
    amount_cents: number | null;
    earned_at: Timestamp;
    order_id: string | null;
    used_at: Timestamp | null;
  };
  email_change: {
    code_hash: Uint8Array;
    patient_id: string;
    new_email: string;
    expires_at: Timestamp;
    used_at: Timestamp | null;
    previous_email: string | null;
    stop_hash: Uint8Array | null;
    asked_at: Timestamp | null;
    stopped_at: Timestamp | null;
  };
  emergency_action: {
    id: string;
    report_id: string;
    kind: "acknowledged" | "call" | "closed";
    actor: string;
    at: Timestamp;
    action_sealed: Uint8Array;
  };
  emergency_report: {
    id: string;
    patient_id: string | null;
    source: "message" | "followup" | "health" | "contact" | "cancellation";
    conversation_id: string | null;
    followup_id: string | null;
    report_sealed: Uint8Array;
    reported_at: Timestamp;
    dismissed_at: Timestamp | null;
    acknowledged_at: Timestamp | null;
    closed_at: Timestamp | null;
    mailed: Generated<number>;
    mail_at: Timestamp;
  };
  error_report: {
    id: string;
    kind: string;
    fields: Json;
    record_sealed: Uint8Array | null;
    at: Timestamp;
  };
  experiment_assignment: {
    experiment: string;
    subject: string;
    variant: string;
    patient_id: string | null;
    assigned_at: Timestamp;
  };
  followup: {
    id: string;
    patient_id: string;
    status: "SENT" | "CLAIMED" | "COMPLETED";
    sequence_number: number;
    code: string | null;
    scope_sealed: Uint8Array;
    emergencies_read: Generated<number>;
    rating: number | null;
    sent_at: Timestamp;
    claimed_at: Timestamp | null;
    completed_at: Timestamp | null;
    awaiting_doctor_since: Timestamp | null;
    closed_at: Timestamp | null;
    doctor_id: string | null;
  };
  followup_answer: {
    id: string;
    followup_id: string;
    patient_id: string;
    seq: number;
    content_version: string;
    value_sealed: Uint8Array;
    answered_at: Timestamp;
  };
  followup_code: {
    code: string;
    position: number;
    percent: number;
  };
  health_answer: {
    id: string;
    patient_id: string;
    question_id: string;
    value_sealed: Uint8Array;
    content_version: string;
    answered_at: Timestamp;
    told_id: string | null;
  };
  health_answers_version: {
    patient_id: string;
    version: number;
    content_version: string;
    screens_sealed: Uint8Array;
    answered_at: Timestamp;
    told_id: string | null;
  };
  idempotency_key: {
    owner: string;
    key: string;
    call: string;
    body_hash: string;
    request_digest: string | null;
    response_status: number | null;
    response_sealed: Uint8Array | null;
    started_at: Timestamp;
    leased_until: Timestamp;
    audited_patient_ids: Generated<string[]>;
  };
  identity_photo: {
    id: string;
    patient_id: string;
    kind: "photo_id" | "selfie";
    file_id: string;
    created_at: Timestamp;
  };
  insurance_document: {
    id: string;
    patient_id: string;
    kind: "insurance_front" | "insurance_back" | "referral" | "lab_result" | "other";
    title_sealed: Uint8Array | null;
    file_id: string;
    idempotency_key: string;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  invitation_opt_out: {
    email_digest: Uint8Array;
    opted_out_at: Timestamp;
  };
  lead: {
    email_hash: Uint8Array;
    email_sealed: Uint8Array;
    tracking: Json;
    created_at: Timestamp;
  };
  ledger_entry: {
    id: string;
    account: string;
    order_id: string;
    amount_cents: number;
    reason: string;
    at: Timestamp;
  };
  mail_refusal: {
    address_digest: Uint8Array;
    refused_at: Timestamp;
  };
  mailing_list: {
    email_hash: Uint8Array;
    email_sealed: Uint8Array;
    firstname: string | null;
    created_at: Timestamp;
  };
  marketing_event: {
    id: string;
    patient_id: string | null;
    name: string;
    fields: Json;
    at: Timestamp;
    order_id: string | null;
    gpc: Generated<boolean>;
    forwarded_at: Timestamp | null;
    next_attempt_at: Timestamp | null;
    attempts: Generated<number>;
  };
  measurement_consent: {
    patient_id: string;
    allowed: boolean;
    changed_at: Timestamp;
    gpc_seen_at: Timestamp | null;
  };
  medical_letter: {
    id: string;
    patient_id: string;
    doctor_id: string;
    state: string;
    text_sealed: Uint8Array;
    issued_at: Timestamp;
  };
  medicine_rest: {
    id: string;
    patient_id: string;
    prescription_id: string;
    product_id: string;
    along_with: string | null;
    doctor_id: string;
    from_on: string;
    until_on: string;
    reason_sealed: Uint8Array;
    made_at: Timestamp;
    begin_noticed_at: Timestamp | null;
    end_noticed_at: Timestamp | null;
  };
  medicine_suggestion: {
    id: string;
    patient_id: string;
    doctor_id: string;
    status: "waiting" | "agreed" | "declined" | "withdrawn";
    product_id: string;
    pricing_id: string;
    overridden_rules: Generated<string>;
    directions_sealed: Uint8Array | null;
    note_sealed: Uint8Array;
    order_id: string | null;
    created_at: Timestamp;
    decided_at: Timestamp | null;
  };
  message: {
    id: string;
    conversation_id: string;
    seq: number;
    patient_id: string;
    author: string;
    client_id: string | null;
    role: "patient" | "doctor" | "patient_services" | "system";
    doctor_id: string | null;
    member_id: string | null;
    writer_role: "physician" | "nurse" | "patient_services" | null;
    covered_doctor_id: string | null;
    type: "text" | "attachment" | "prescription_followup" | "system";
    text_sealed: Uint8Array;
    file_id: string | null;
    needs_reply: Generated<boolean>;
    action_status: "PENDING" | "ANSWERED" | null;
    followup_id: string | null;
    received_count: number;
    created_at: Timestamp;
  };
  migration: {
    name: string;
    applied_at: Generated<Timestamp>;
    checksum: string | null;
  };
  notification: {
    id: string;
    patient_id: string;
    kind: "message" | "order" | "subscription" | "payment" | "treatment" | "document" | "account" | "offer";
    text_sealed: Uint8Array;
    href: string | null;
    conversation_id: string | null;
    seq: number | null;
    dedupe_key: string | null;
    created_at: Timestamp;
    read_at: Timestamp | null;
  };
  notification_preference: {
    patient_id: string;
    message_mails: boolean;
    update_mails: boolean;
    updated_at: Timestamp;
  };
  onboarding: {
    patient_id: string;
    step: number;
    furthest_step: number;
    status: "PENDING" | "DONE";
    flow_variant: string | null;
    content_version: string;
    rules_version: string;
    details_asked: Generated<boolean>;
    clarification_open: Generated<boolean>;
    treatment_form: string | null;
    non_hrt: Generated<boolean>;
    coupon_code: string | null;
    used_referral_code: string | null;
    shareasale_click_id: string | null;
    deduplication_id: string | null;
    tracking: Json;
    tracking_updated_at: Timestamp | null;
    identity_status: Generated<"none" | "matched" | "no_match" | "review">;
    identity_attempts: Generated<number>;
    identity_review_started_at: Timestamp | null;
    identity_reason: "photo_unclear" | "id_expired" | "name_differs" | "birthday_differs" | "face_differs" | null;
    ssn_last4_sealed: Uint8Array | null;
    stop_rule_id: string | null;
    stopped_at: Timestamp | null;
    shipping_address_id: string | null;
    payment_started_at: Timestamp | null;
    completion_key: string | null;
    order_id: string | null;
    done_at: Timestamp | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    identity_unchecked_at: Timestamp | null;
  };
  order_attribution: {
    order_id: string;
    fields: Json;
    at: Timestamp;
  };
  order_cancellation: {
    order_id: string;
    reason_sealed: Uint8Array;
    cancelled_at: Timestamp;
  };
  order_event: {
    id: string;
    order_id: string;
    event: string;
    detail: string | null;
    at: Timestamp;
  };
  order_fill: {
    id: string;
    order_id: string;
    line: number;
    lot_number: string | null;
    expires_on: string | null;
    packed_at: Timestamp;
    parcel: number | null;
    matched: "code" | "vouched" | "system" | null;
    packer: string | null;
    uncoded_reason: string | null;
  };
  order_line: {
    order_id: string;
    line: number;
    product_id: string;
    pricing_id: string;
    name: string;
    dosage: string;
    image: string;
    prescription: boolean;
    tax_category: string;
    hsa: string;
    days_supply: number;
    months: number;
    refills: number;
    quantity: number;
    unit_price_cents: number;
    discount_cents: number;
    tax_cents: number;
    cancelled_at: Timestamp | null;
    prescription_id: string | null;
  };
  order_transition: {
    from_status: string;
    to_status: string;
  };
  outside_failure: {
    system: string;
    answer: string;
    failing_since: Timestamp | null;
    last_failed_at: Timestamp;
    failures: number;
    alarmed_at: Timestamp | null;
    alarm_open: Generated<boolean>;
  };
  packed_box: {
    id: string;
    fill_id: string;
    gtin: string;
    ndc: string;
    lot_number: string | null;
    expires_on: string | null;
    serial: string | null;
    whole: boolean;
  };
  patient: {
    id: string;
    email: string;
    email_verified_at: Timestamp | null;
    password_hash: string;
    firstname: string | null;
    lastname: string | null;
    phone_sealed: Uint8Array | null;
    birthday_sealed: Uint8Array | null;
    state: string | null;
    profile_file_id: string | null;
    pharmacy_sealed: Uint8Array | null;
    nonrx_only: Generated<boolean>;
    failed_transaction_reason: "insufficient_funds" | "lost_card" | "invalid_expiry_month" | "expired_card" | "generic_decline" | null;
    needs_reply: Generated<boolean>;
    accepted_terms_version: string | null;
    accepted_new_terms_at: Timestamp | null;
    invitation_code: string | null;
    created_at: Timestamp;
    password_changed_at: Timestamp;
    closed_at: Timestamp | null;
    closed_email_sealed: Uint8Array | null;
    timezone: string | null;
    email_refused_at: Timestamp | null;
  };
  patient_request: {
    id: string;
    patient_id: string;
    subscription_id: string | null;
    action: "cancel" | "pause" | "resume" | "contact";
    channel: "phone" | "message" | "email" | "letter" | "in_person";
    asked_on: string;
    note_sealed: Uint8Array | null;
    actor: string;
    done_at: Timestamp;
    changes_sealed: Uint8Array | null;
  };
  patient_search_term: {
    term_hash: Uint8Array;
    patient_id: string;
    source: Generated<"account" | "shipping">;
  };
  payment_customer: {
    patient_id: string;
    gateway: string;
    gateway_customer_id: string;
    former_ids: Generated<string[]>;
  };
  payment_intent: {
    id: string;
    order_id: string;
    patient_id: string;
    gateway: string;
    gateway_intent_id: string | null;
    payment_source_id: string;
    amount_cents: number;
    currency: Generated<string>;
    capture: "manual" | "automatic";
    off_session: Generated<boolean>;
    status: "created" | "unknown" | "requires_capture" | "succeeded" | "canceled" | "declined" | "mismatch";
    captured_cents: Generated<number>;
    decline_code: string | null;
    capture_or_void: "capture" | "void" | null;
    cancel_requested: Generated<boolean>;
    charge_for: Generated<string[]>;
    charge_key: string;
    attempts: Generated<number>;
    attempted_at: Timestamp | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    capture_before: Timestamp | null;
  };
  payment_mismatch: {
    order_id: string;
    gateway_intent_id: string;
    intent_status: string;
    amount_cents: number;
    captured_cents: number;
    refunded_cents: number;
    currency: string;
    detected_at: Timestamp;
    notified_at: Timestamp | null;
    outcome: "accept" | "release" | null;
    decided_at: Timestamp | null;
    decided_by: string | null;
  };
  payment_release: {
    gateway_intent_id: string;
    gateway: string;
    order_id: string;
    reason: string;
    requested_at: Timestamp;
    last_attempt_at: Timestamp;
    completed_at: Timestamp | null;
  };
  payment_source: {
    id: string;
    patient_id: string;
    gateway: string;
    gateway_method_id: string;
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    fingerprint: string | null;
    is_default: boolean;
    created_at: Timestamp;
    refused_at: Timestamp | null;
  };
  person_digest: {
    digest: Uint8Array;
    patient_id: string;
    kind: string;
  };
  person_due: {
    patient_id: string;
    mark: string;
  };
  person_pair: {
    id: string;
    earlier_id: string;
    later_id: string;
    agrees: string[];
    found_at: Timestamp;
    verdict: "same" | "not_same" | null;
    version: Generated<number>;
  };
  person_verdict: {
    id: string;
    pair_id: string;
    verdict: "same" | "not_same";
    reason_sealed: Uint8Array;
    actor: string;
    given_at: Timestamp;
  };
  prescribing_decision: {
    id: string;
    patient_id: string;
    decision: "plan" | "renewal" | "upsell" | "change" | "suggestion";
    ref_id: string;
    actor: string;
    rules_version: string;
    decided_at: Timestamp;
  };
  prescription: {
    id: string;
    patient_id: string;
    care_case_id: string;
    doctor_id: string;
    order_id: string;
    product_id: string;
    rx_number: string;
    status: "active" | "ended";
    refills_left: number;
    days_supply: number | null;
    directions_sealed: Uint8Array | null;
    approved_at: Timestamp;
    on_hold_at: Timestamp | null;
    discontinued_at: Timestamp | null;
    stopped_at: Timestamp | null;
  };
  prescription_action: {
    id: string;
    patient_id: string;
    prescription_id: string;
    action: "stop" | "hold" | "release";
    doctor_id: string;
    reason_sealed: Uint8Array;
    message_seq: number;
    at: Timestamp;
  };
  prescription_order: {
    id: string;
    patient_id: string;
    subscription_id: string;
    period: number;
    status: "scheduled" | "ordered" | "skipped" | "cancelled";
    order_id: string | null;
    order_attempts: Generated<number>;
    product_id: string | null;
    prescription_id: string | null;
    one_off: Generated<boolean>;
    amount_cents: number;
    discount_cents: Generated<number>;
    discount_order_id: string | null;
    notified_cents: number | null;
    charge_on: string;
    earliest_charge_on: string | null;
    reminded_on: string | null;
    held_back_from: string | null;
    failed_on: string | null;
    attempts: Generated<number>;
    retry_on: string | null;
    completed_at: Timestamp | null;
    begins: "now" | "on_arrival" | null;
    created_at: Timestamp;
  };
  recalled_lot: {
    lot_number: string;
    ndc: Generated<string>;
    reason: string;
    recalled_at: Timestamp;
  };
  record_copy: {
    id: string;
    patient_id: string;
    actor: string;
    recipient: string;
    words_sealed: Uint8Array;
    made_at: Timestamp;
  };
  referral_code: {
    patient_id: string;
    code: string;
    created_at: Timestamp;
  };
  referral_disqualification: {
    friend_id: string;
    order_id: string;
    reason: string;
    disqualified_at: Timestamp;
  };
  referral_invitation: {
    id: string;
    patient_id: string;
    email_digest: Uint8Array;
    email_sealed: Uint8Array;
    mails: Generated<number>;
    mailed_at: Timestamp;
  };
  referral_reward: {
    id: string;
    patient_id: string;
    friend_id: string;
    order_id: string;
    earned_at: Timestamp;
    due_on: string;
    granted_at: Timestamp | null;
  };
  refresh_token: {
    token_hash: Uint8Array;
    session_id: string;
    issued_at: Timestamp;
    used_at: Timestamp | null;
    successor_sealed: Uint8Array | null;
  };
  refund: {
    id: string;
    payment_intent_id: string;
    gateway_refund_id: string | null;
    amount_cents: number;
    status: "created" | "unknown" | "succeeded" | "failed";
    reason: string;
    created_at: Timestamp;
    last_attempt_at: Timestamp;
  };
  renewal_request: {
    id: string;
    patient_id: string;
    prescription_id: string;
    status: "open" | "approved" | "declined" | "replaced";
    doctor_id: string | null;
    note_sealed: Uint8Array | null;
    requested_at: Timestamp;
    decided_at: Timestamp | null;
  };
  screening_hit: {
    patient_id: string;
    rule_id: string;
    outcome: "STOP" | "EMERGENCY" | "CLINICIAN" | "INFO";
    content_version: string;
    rule_version: string;
    at: Timestamp;
  };
  secrets_canary: {
    id: Generated<number>;
    text_sealed: Uint8Array;
  };
  session: {
    id: string;
    patient_id: string;
    created_at: Timestamp;
    last_used_at: Timestamp;
    expires_at: Timestamp;
    revoked_at: Timestamp | null;
    user_agent: string | null;
  };
  setting: {
    name: string;
    value: Json;
  };
  shipment: {
    order_id: string;
    parcel: Generated<number>;
    carrier: string;
    tracking_number: string;
    tracking_url: string | null;
    shipped_at: Timestamp;
    estimated_delivery: string | null;
    delivered_at: Timestamp | null;
    returned_at: Timestamp | null;
    return_reason: "address" | "unclaimed" | "refused" | "damaged" | "sent_back" | "other" | null;
    owns_number: Generated<boolean>;
  };
  shipping_address: {
    id: string;
    patient_id: string;
    lines_sealed: Uint8Array;
    city: string;
    state: string;
    zipcode: string;
    is_default: boolean;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  single_use_link: {
    digest: Uint8Array;
    purpose: "password_recovery" | "email_change" | "email_change_stop" | "session_handoff" | "staff_invitation" | "staff_recovery";
    patient_id: string | null;
    session_id: string | null;
    member_id: string | null;
    expires_at: Timestamp;
    ended_at: Timestamp | null;
  };
  staff_assignment: {
    conversation_id: string;
    patient_id: string;
    member_id: string;
    assigned_at: Timestamp;
    assigned_by: string;
  };
  staff_authenticator: {
    id: string;
    member_id: string;
    secret_sealed: Uint8Array;
    created_at: Timestamp;
    confirmed_at: Timestamp | null;
    last_step: Generated<number>;
  };
  staff_claim: {
    kind: string;
    object_id: string;
    member_id: string;
    claimed_at: Timestamp;
    ends_at: Timestamp;
  };
  staff_draft: {
    id: string;
    member_id: string;
    kind: string;
    object_id: string;
    text_sealed: Uint8Array;
    updated_at: Timestamp;
  };
  staff_member: {
    id: string;
    email: string;
    name: string;
    roles: string[];
    doctor_id: string | null;
    password_hash: string | null;
    created_at: Timestamp;
    created_by: string;
    disabled_at: Timestamp | null;
    last_signed_in_at: Timestamp | null;
    oidc_issuer: string | null;
    oidc_subject: string | null;
    emergency: Generated<boolean>;
    emergency_proven_at: Timestamp | null;
  };
  staff_note: {
    id: string;
    patient_id: string;
    actor: string;
    text_sealed: Uint8Array;
    written_at: Timestamp;
    withdrawn_at: Timestamp | null;
  };
  staff_oidc_login: {
    state_hash: Uint8Array;
    browser_hash: Uint8Array;
    nonce: string;
    code_verifier: string;
    session_id: string | null;
    return_to: string;
    expires_at: Timestamp;
    invitation_hash: Uint8Array | null;
  };
  staff_passkey: {
    id: string;
    member_id: string;
    credential_id: string;
    public_key: string;
    counter: number;
    transports: string[];
    name: string;
    created_at: Timestamp;
    last_used_at: Timestamp | null;
    counter_stalled_at: Timestamp | null;
  };
  staff_record_access: {
    id: string;
    member_id: string;
    patient_id: string;
    ground: string;
    words_sealed: Uint8Array | null;
    opened_at: Timestamp;
    ends_at: Timestamp;
  };
  staff_recovery_code: {
    member_id: string;
    code_hash: Uint8Array;
    used_at: Timestamp | null;
  };
  staff_session: {
    id: string;
    member_id: string;
    token_hash: Uint8Array;
    stage: "second_factor" | "enrolling" | "open" | "locked";
    created_at: Timestamp;
    ends_at: Timestamp;
    used_at: Timestamp;
    proven_at: Timestamp | null;
    challenge: string | null;
    ended_at: Timestamp | null;
    oidc_refresh_sealed: Uint8Array | null;
    oidc_checked_at: Timestamp | null;
  };
  subscription: {
    id: string;
    patient_id: string;
    order_id: string;
    order_line: number | null;
    product_id: string;
    pricing_id: string;
    price_cents: number;
    quantity: number;
    days_supply: number;
    status: "pending" | "active" | "paused" | "past_due" | "cancelled";
    created_at: Timestamp;
    started_at: Timestamp | null;
    orderable_from: string | null;
    paused_at: Timestamp | null;
    paused_until: string | null;
    charge_on_before_pause: string | null;
    cancel_offer_accepted_at: Timestamp | null;
    cancelled_at: Timestamp | null;
    cancel_reason_sealed: Uint8Array | null;
    discontinued_on: string | null;
  };
  task: {
    id: string;
    kind: string;
    patient_id: string | null;
    order_id: string | null;
    conversation_id: string | null;
    asker: string;
    asker_role: string;
    asker_member_id: string | null;
    role: string;
    member_id: string | null;
    words_sealed: Uint8Array;
    holds: boolean;
    opened_at: Timestamp;
    waits_since: Timestamp;
    due_on: string | null;
    due_at: Timestamp | null;
    answered_at: Timestamp | null;
    answered_by: string | null;
    answered_role: string | null;
    answer_sealed: Uint8Array | null;
    ended_at: Timestamp | null;
    ended_by: string | null;
    outcome: "done" | "answered" | "dropped" | null;
    note_sealed: Uint8Array | null;
  };
  told_answers: {
    id: string;
    patient_id: string;
    source: "phone" | "in_person" | "doctors_letter";
    teller: "patient" | "other";
    told_on: string;
    caller_proved: "birthday_and_address" | "birthday_and_phone" | "birthday_and_email" | "photo_id" | "letterhead";
    note_sealed: Uint8Array | null;
    actor: string;
    recorded_at: Timestamp;
  };
  treatment_change: {
    id: string;
    patient_id: string;
    subscription_id: string;
    followup_id: string | null;
    doctor_id: string;
    status: "waiting" | "agreed" | "refused" | "withdrawn";
    from_product_id: string;
    from_pricing_id: string;
    from_price_cents: number;
    to_product_id: string;
    to_pricing_id: string;
    to_price_cents: number;
    refills: number;
    begins: Generated<"now" | "when_box_ends">;
    until: Generated<"go_on" | "stop" | "directions">;
    until_directions_sealed: Uint8Array | null;
    from_prescription_id: string | null;
    overridden_rules: Generated<string>;
    directions_sealed: Uint8Array | null;
    note_sealed: Uint8Array | null;
    created_at: Timestamp;
    decided_at: Timestamp | null;
  };
  treatment_choice: {
    patient_id: string;
    step: number;
    product_id: string;
    pricing_id: string;
    price_cents: number;
  };
  uploaded_file: {
    id: string;
    patient_id: string;
    kind: string;
    storage_key: string;
    type: string;
    size: number;
    sha256: string;
    width: number | null;
    height: number | null;
    created_at: Timestamp;
  };
  upsell: {
    id: string;
    patient_id: string;
    product_id: string;
    pricing_id: string;
    triggered_from: string;
    coupon_code: string | null;
    status: "open" | "accepted" | "denied";
    order_id: string | null;
    offered_at: Timestamp;
    decided_at: Timestamp | null;
  };
  upsell_request: {
    id: string;
    patient_id: string;
    order_id: string;
    status: "open" | "approved" | "declined" | "lapsed" | "withdrawn";
    doctor_id: string | null;
    note_sealed: Uint8Array | null;
    requested_at: Timestamp;
    decided_at: Timestamp | null;
    completed_at: Timestamp | null;
  };
  visitor_tracking: {
    cookie_id: string;
    fields: Json;
    at: Timestamp;
  };
  warning_override: {
    id: string;
    patient_id: string;
    decision: "plan" | "renewal" | "upsell" | "change" | "suggestion";
    ref_id: string;
    actor: string;
    override_sealed: Uint8Array;
    decided_at: Timestamp;
  };
  webhook_delivery: {
    endpoint_id: string;
    event_id: string;
    event_seq: number;
    attempts: Generated<number>;
    next_attempt_at: Timestamp | null;
    last_attempt_at: Timestamp | null;
    delivered_at: Timestamp | null;
    last_status: number | null;
    last_error: string | null;
  };
  webhook_endpoint: {
    id: string;
    url: string;
    description: string;
    types: string[] | null;
    secret_sealed: Uint8Array;
    previous_secret_sealed: Uint8Array | null;
    previous_secret_until: Timestamp | null;
    created_at: Timestamp;
    disabled_at: Timestamp | null;
    disabled_by: "practice" | "failing" | "gone" | null;
    recorded_seq: number;
    failures: Generated<number>;
    failing_since: Timestamp | null;
    resume_at: Timestamp | null;
    alarmed_at: Timestamp | null;
  };
  webhook_event: {
    gateway: string;
    event_id: string;
    type: string;
    received_at: Timestamp;
    gateway_intent_id: string | null;
    last_attempt_at: Timestamp | null;
    processed_at: Timestamp | null;
  };
  work_item: {
    id: string;
    kind: string;
    patient_id: string | null;
    ref_id: string | null;
    scope: string;
    content_sealed: Uint8Array;
    version: Generated<number>;
    holds: Generated<string[]>;
    held_at: Timestamp | null;
    opened_at: Timestamp;
    changed_at: Timestamp;
    due_at: Timestamp;
    closed_at: Timestamp | null;
    closed_by: string | null;
    outcome: "no_change" | "contacted" | "changed" | "referred" | null;
    note_sealed: Uint8Array | null;
    mailed_on: string | null;
  };
  "sandbox.customer": {
    id: string;
    patient_id: string;
    created_at: Timestamp;
    deleted_at: Timestamp | null;
  };
  "sandbox.dispute": {
    id: string;
    intent_id: string;
    amount: number;
    reason: string;
    status: string;
    created_at: Timestamp;
    due_by: Timestamp | null;
  };
  "sandbox.event": {
    id: string;
    seq: GeneratedAlways<number>;
    type: string;
    intent_id: string;
    body: Json;
    attempts: Generated<number>;
    created_at: Timestamp;
    due_at: Timestamp | null;
    delivered_at: Timestamp | null;
  };
  "sandbox.idempotency": {
    key: string;
    fingerprint: string;
    response: Json | null;
    created_at: Timestamp;
  };
  "sandbox.intent": {
    id: string;
    customer_id: string;
    payment_method_id: string;
    order_id: string;
    charge_key: string;
    charge_for: string[];
    amount: number;
    currency: string;
    capture: "manual" | "automatic";
    status: "requires_capture" | "succeeded" | "canceled" | "requires_payment_method" | "requires_action";
    amount_captured: Generated<number>;
    amount_refunded: Generated<number>;
    last_decline: string | null;
    client_secret: string | null;
    created_at: Timestamp;
    capture_before: Timestamp | null;
  };
  "sandbox.movement": {
    id: string;
    seq: GeneratedAlways<number>;
    kind: "capture" | "refund" | "refund_reversal" | "dispute" | "dispute_reversal";
    intent_id: string;
    amount: number;
    fee: Generated<number>;
    created_at: Timestamp;
  };
  "sandbox.payment_method": {
    id: string;
    customer_id: string | null;
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    attach_decline: string | null;
    charge_decline: string | null;
    three_d_secure: "once" | "always" | null;
    created_at: Timestamp;
    detached: Generated<boolean>;
  };
  "sandbox.refund": {
    id: string;
    intent_id: string;
    refund_id: string | null;
    amount: number;
    status: Generated<"succeeded" | "pending" | "failed">;
    created_at: Timestamp;
  };
  "sandbox.token": {
    id: string;
    brand: string;
    last4: string;
    exp_month: number;
    exp_year: number;
    attach_decline: string | null;
    charge_decline: string | null;
    three_d_secure: "once" | "always" | null;
    used_at: Timestamp | null;
    created_at: Timestamp;
  };
}
