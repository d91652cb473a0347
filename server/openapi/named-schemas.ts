import { BillingAddressOnFile } from "#contract/account/addresses.ts";
import { HealthAnswers, HealthScreen } from "#contract/account/health-answers.ts";
import {
  Helper,
  HelperCopyText,
  HelperPartText,
  HelperReminders,
  Helpers,
  HelperSession,
  HelperSignedIn,
} from "#contract/account/helpers.ts";
import { IdentityUpload, IdentityVerification } from "#contract/account/identity.ts";
import { ProfileBody, User } from "#contract/account/profile.ts";
import { RecordRequests } from "#contract/account/requests.ts";
import { Session } from "#contract/account/security.ts";
import { SpeakingChoices } from "#contract/account/speaking.ts";
import { SignedIn } from "#contract/auth.ts";
import { AccessFinding } from "#contract/care/access-review.ts";
import { ClosingDifference, DayClosing, DayMoney, GatewaySums, LedgerSums } from "#contract/care/closing.ts";
import { ContactMessage } from "#contract/care/contact.ts";
import { ClinicConversation, Handover, TeachingMaterial } from "#contract/care/conversations.ts";
import { Credit } from "#contract/care/credits.ts";
import { DeclineBody, FlagLevel, Override, ScreeningFlags } from "#contract/care/decision-fields.ts";
import { LotRecipient, PharmacistReview } from "#contract/care/dispensing.ts";
import { Dispute } from "#contract/care/disputes.ts";
import { ClinicEmergency } from "#contract/care/emergencies.ts";
import { FollowupDay, FollowupResult } from "#contract/care/followups.ts";
import { InboxCount, InboxItem } from "#contract/care/inbox.ts";
import { RecordLetter } from "#contract/care/letters.ts";
import { SavedList, ListAction, ListedPatient, ListFilters } from "#contract/care/lists.ts";
import { LogChoice, LoggedOutcome, NewLogField } from "#contract/care/log-entry.ts";
import { EndingSubscription, PairMerge, RecordMerge } from "#contract/care/merges.ts";
import { StaffNote } from "#contract/care/notes.ts";
import { OrderResult } from "#contract/care/orders.ts";
import { Dispensing, PackedLine } from "#contract/care/packed-lines.ts";
import { PersonPair } from "#contract/care/pairs.ts";
import { PatientPastDue } from "#contract/care/past-due.ts";
import { PatientMail } from "#contract/care/patient-mails.ts";
import {
  Assignee,
  Death,
  PairedRecord,
  PatientPhoto,
  PatientRecord,
  PatientSummary,
  RecordPair,
  SymptomChange,
} from "#contract/care/patients.ts";
import { PeerReview, ReviewedDecision } from "#contract/care/peer-review.ts";
import { PrescriptionRenewal, UpsellRequest } from "#contract/care/prescribing.ts";
import { PlannedDirections, Prescription, PrescriptionAction } from "#contract/care/prescriptions.ts";
import { QueueMedicine } from "#contract/care/queue-facts.ts";
import { PatientAsked } from "#contract/care/subscriptions.ts";
import { OverdueTask, Task, TaskParty } from "#contract/care/tasks.ts";
import { TimelineItem } from "#contract/care/timeline.ts";
import { EmergencyAction } from "#contract/care/told-emergency.ts";
import { NoteWithdrawal, SignedVisitNote } from "#contract/care/visit-notes.ts";
import { WorkItem, WorkItemClosing, WorkItemDetail, WorkItemEntry } from "#contract/care/work-items.ts";
import { CaseItem, OrderItem, OrderRefund } from "#contract/care/worklists.ts";
import { CartObstacle, CheckoutLine } from "#contract/cart/calls.ts";
import { CatalogueProduct } from "#contract/catalogue.ts";
import { Doctor } from "#contract/doctors.ts";
import { PatientDocument } from "#contract/documents/calls.ts";
import { RecordCode, RecordCodeUse } from "#contract/documents/record-codes.ts";
import { VisitNote } from "#contract/documents/visit-note.ts";
import { Emergency, EmergencyPhone, MedicineAdvice } from "#contract/emergency/emergency.ts";
import { Acknowledgement } from "#contract/fields/fields.ts";
import { StoredFile } from "#contract/fields/stored-file.ts";
import { PatientTimezone } from "#contract/fields/timezone.ts";
import { FollowupCheck, FollowupRating, FollowupStep } from "#contract/followup.ts";
import { Coupon } from "#contract/growth/promo.ts";
import { Referral } from "#contract/growth/referral.ts";
import { Measurement, Utm } from "#contract/growth/tracking-calls.ts";
import { Upsell, UpsellOrderResult, Upsells } from "#contract/growth/upsell.ts";
import { ClinicEvent } from "#contract/integrations/events.ts";
import { ApiKey, NewApiKey } from "#contract/integrations/keys.ts";
import { OutsideSystem } from "#contract/integrations/outside.ts";
import { WebhookDelivery, WebhookEndpoint } from "#contract/integrations/webhooks.ts";
import { Conversation, Member, SentMessage, UnreadCount } from "#contract/messages/calls.ts";
import { Message, MessageArticle, MessageSender } from "#contract/messages/message.ts";
import { Notification } from "#contract/notifications.ts";
import { ProductChoice } from "#contract/onboarding/options.ts";
import { Answer, AnswerValue, Question, QuestionScreen, ScreeningStop } from "#contract/onboarding/questions.ts";
import { OnboardingRecord } from "#contract/onboarding/record.ts";
import { AnswerNotice, Interstitial, StepResult, StepView } from "#contract/onboarding/steps.ts";
import { ShippingAddress, ShippingAddressBody } from "#contract/orders/addresses.ts";
import { Order, OrderDetail, OrderSummary, Shipment, TimelineEntry } from "#contract/orders/orders.ts";
import { PaymentSource, SavedSource } from "#contract/payment.ts";
import { TeamDoctor } from "#contract/staff/doctors.ts";
import { FactorAdded, Factors } from "#contract/staff/factors.ts";
import { StaffMember } from "#contract/staff/members.ts";
import { PasskeyOptions, PasskeyResponse, StaffSession } from "#contract/staff/sessions.ts";
import { Claim, Draft } from "#contract/staff/work.ts";
import { Article, ArticleSummary, Configuration } from "#contract/support.ts";
import { TreatmentChange } from "#contract/treatment/changes.ts";
import { CounselingOffer, CounselingResult } from "#contract/treatment/counseling.ts";
import { ActionItem, ActionLink, NextStep } from "#contract/treatment/next-step.ts";
import { Treatment } from "#contract/treatment/overview.ts";
import { Plan, PlanItem } from "#contract/treatment/plan.ts";
import { FillResult, PrescriptionOrder, PrescriptionOrderResult } from "#contract/treatment/prescription-orders.ts";
import { CancelOffer, Subscription, SubscriptionsResult } from "#contract/treatment/subscriptions.ts";
import { Suggestion } from "#contract/treatment/suggestions.ts";
import { Wellbeing, WellbeingResult } from "#contract/wellbeing/calls.ts";
import { CheckIns, SymptomLine } from "#contract/wellbeing/check-ins.ts";
import { Dose, DoseDay, Doses } from "#contract/wellbeing/doses.ts";

/** What has a name of its own in the published contract and in the clinic's client: everything that several calls, or several schemas, contain. */
export const namedSchemas = {
  Acknowledgement,
  ActionItem,
  ApiKey,
  NewApiKey,
  StaffMember,
  TeamDoctor,
  Claim,
  Draft,
  StaffSession,
  Factors,
  FactorAdded,
  PasskeyOptions,
  PasskeyResponse,
  ClinicEvent,
  WebhookDelivery,
  WebhookEndpoint,
  OutsideSystem,
  ActionLink,
  Answer,
  AnswerNotice,
  AnswerValue,
  Article,
  ArticleSummary,
  BillingAddressOnFile,
  CancelOffer,
  CartObstacle,
  QueueMedicine,
  CaseItem,
  InboxItem,
  Helper,
  HelperCopyText,
  HelperPartText,
  HelperReminders,
  HelperSession,
  Helpers,
  HelperSignedIn,
  InboxCount,
  CatalogueProduct,
  CheckoutLine,
  Assignee,
  ClinicConversation,
  RecordLetter,
  StaffNote,
  VisitNote,
  SignedVisitNote,
  NoteWithdrawal,
  ClosingDifference,
  DayClosing,
  DayMoney,
  Death,
  GatewaySums,
  LedgerSums,
  Handover,
  ClinicEmergency,
  Configuration,
  ContactMessage,
  PatientAsked,
  Conversation,
  CounselingOffer,
  CounselingResult,
  Coupon,
  DeclineBody,
  Credit,
  PatientMail,
  PatientPastDue,
  Dispute,
  Doctor,
  Emergency,
  EmergencyAction,
  EmergencyPhone,
  FillResult,
  FollowupCheck,
  FollowupDay,
  FollowupRating,
  FollowupResult,
  FollowupStep,
  HealthAnswers,
  HealthScreen,
  IdentityUpload,
  IdentityVerification,
  Interstitial,
  Measurement,
  MedicineAdvice,
  Member,
  Message,
  MessageSender,
  NextStep,
  Notification,
  OnboardingRecord,
  Order,
  OrderDetail,
  Dispensing,
  LotRecipient,
  PharmacistReview,
  OrderItem,
  OrderRefund,
  OrderResult,
  PackedLine,
  OrderSummary,
  Override,
  PatientDocument,
  PatientPhoto,
  PatientRecord,
  PatientSummary,
  PatientTimezone,
  PaymentSource,
  Plan,
  PlanItem,
  PlannedDirections,
  Prescription,
  PrescriptionAction,
  PairedRecord,
  RecordPair,
  PersonPair,
  PairMerge,
  EndingSubscription,
  RecordMerge,
  Task,
  OverdueTask,
  TaskParty,
  LogChoice,
  LoggedOutcome,
  AccessFinding,
  ReviewedDecision,
  PeerReview,
  TeachingMaterial,
  MessageArticle,
  NewLogField,
  ListFilters,
  ListedPatient,
  SavedList,
  ListAction,
  TimelineItem,
  RecordRequests,
  SpeakingChoices,
  RecordCode,
  RecordCodeUse,
  WorkItem,
  WorkItemEntry,
  WorkItemClosing,
  WorkItemDetail,
  PrescriptionOrder,
  PrescriptionOrderResult,
  ProductChoice,
  ProfileBody,
  Question,
  QuestionScreen,
  Referral,
  PrescriptionRenewal,
  SavedSource,
  FlagLevel,
  ScreeningFlags,
  ScreeningStop,
  SentMessage,
  Session,
  Shipment,
  ShippingAddress,
  ShippingAddressBody,
  SignedIn,
  StepResult,
  StepView,
  StoredFile,
  Subscription,
  SubscriptionsResult,
  Suggestion,
  TimelineEntry,
  Treatment,
  TreatmentChange,
  UnreadCount,
  Upsell,
  UpsellOrderResult,
  UpsellRequest,
  Upsells,
  User,
  Utm,
  SymptomChange,
  CheckIns,
  SymptomLine,
  Dose,
  DoseDay,
  Doses,
  Wellbeing,
  WellbeingResult,
} as const;
