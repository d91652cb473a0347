import { type Part, parts, type Permission } from "./policy.ts";

/**
 * What a field of an answer to the practice tells of a patient: `clinical` their health, in anybody's words · `conversation` what they and patient services
 * write to each other (with the doctor it is told apart by the conversation's kind, and clinical) · `treatment` what is prescribed, ordered and sent ·
 * `review` what a pharmacist has to review of their health before it's sent ·
 * `alert` that an emergency waits, not which · `money` · `contact` who they are and where they live · `work` ids, times, states, and the practice's own
 * affairs · `own` what somebody wrote or set up for themself.
 */
export type FieldClass =
  | "clinical"
  | "conversation"
  | "treatment"
  | "review"
  | "alert"
  | "money"
  | "contact"
  | "work"
  | "own";

/** What reading a part opens (decisions §11): nothing clinical but with health or prescriptions, and for money alone not even a product. */
export const classesOfPart: Readonly<Record<Part, readonly FieldClass[]>> = {
  patients: ["alert", "contact", "work"],
  health: ["clinical", "treatment", "review", "alert", "money", "contact", "work"],
  prescribing: ["clinical", "treatment", "review", "alert", "money", "contact", "work"],
  doctor_conversation: ["conversation", "alert", "contact", "work"],
  services_conversation: ["conversation", "alert", "contact", "work"],
  contact_form: ["conversation", "alert", "contact", "work"],
  identity: ["alert", "contact", "work"],
  orders: ["money", "contact", "work"],
  subscriptions: ["treatment", "money", "contact", "work"],
  // Whoever packs for a patient with an open emergency asks first.
  dispensing: ["treatment", "review", "alert", "money", "contact", "work"],
  tasks: ["contact", "work"],
  money: ["money", "contact", "work"],
  team: ["work"],
  audit: ["work"],
  keys: ["work", "own"],
  events: ["work", "own"],
};

/** Whether somebody with these permissions may read fields of a class. */
export const opensClass = (own: readonly Permission[], fieldClass: FieldClass): boolean =>
  parts.some((part) => own.includes(`read:${part}`) && classesOfPart[part].includes(fieldClass));

type Fields = Readonly<Record<string, FieldClass>>;

/** Fields of one class, by their names with spaces between them; a part of a part is named with a dot. */
const of = (fieldClass: FieldClass, names: string): Fields =>
  Object.fromEntries(names.split(" ").map((name) => [name, fieldClass]));

const patientSummary: Fields = {
  ...of("contact", "firstname lastname email emailrefusedsince birthday state"),
  ...of("work", "id onboardingstatus identitystatus planstatus carestatus since"),
  ...of("alert", "emergencysince"),
};
const conversation = of("work", "id kind lastseq readseq staffreadseq waitingsince needsreply open");

/**
 * The class of every field that an answer to the practice can have, by the schema that names it (or the call, where it names none). A clinical part needs no
 * list of its parts. The access matrix fails for a field that isn't here, and for one here that no answer has.
 */
export const classesOfFields: Readonly<Record<string, Fields>> = {
  PatientSummary: patientSummary,
  PatientRecord: {
    ...patientSummary,
    ...of("contact", "phoneno voicemail pharmacy restrictions.any restrictions.insurer"),
    ...of("clinical", "answers flags unanswered cancellations documents followups checkins doses overrides"),
    ...of("treatment", "requests.subscriptionid requests.action requests.channel requests.on requests.note"),
    ...of("treatment", "requests.actor requests.at requests.callerproved"),
    ...of("clinical", "emergencies.source emergencies.title emergencies.words"),
    ...of("contact", "emergencies.writer"),
    ...of("work", "emergencies.id emergencies.reportedat emergencies.acknowledgedat emergencies.closedat"),
    ...of("contact", "requests.changes.field requests.changes.before"),
    ...of("work", "contactrevision mergedinto mergedfrom"),
    ...of("contact", "helpers.name helpers.email"),
    ...of("work", "helpers.id helpers.parts helpers.copies helpers.joinedat helpers.until"),
    ...of("work", "revision decisionobstacle agreements.kind agreements.refid agreements.version agreements.at"),
    ...of("work", "cancelledorders.orderid cancelledorders.at cancelledorders.reason"),
    ...of(
      "work",
      Object.keys(conversation)
        .map((field) => `conversations.${field}`)
        .join(" "),
    ),
  },
  PairedRecord: {
    ...of("contact", "phoneno"),
    ...of("work", "madeat closedat"),
    ...of(
      "treatment",
      "medicines.productid medicines.name medicines.dosage medicines.prescribed medicines.athomeuntil",
    ),
  },
  RecordPair: of("work", "id foundat verdict"),
  PersonPair: {
    ...of("work", "id foundat agrees verdict version"),
    ...of("work", "verdicts.verdict verdicts.reason verdicts.at verdicts.actor verdicts.name"),
  },
  RecordMerge: {
    ...of("work", "id status survivingid retiredid openuntil confirmed signinof mergedat undountil undorefusal"),
    ...of("work", "asked.at asked.actor asked.name undone.at undone.actor undone.name undone.reason"),
    ...of("work", "subscriptions.subscriptionid subscriptions.goeson"),
    ...of("treatment", "subscriptions.medicine.name subscriptions.medicine.dosage"),
  },
  PairMerge: of("work", "choices.survivingid choices.refusals"),
  EndingSubscription: {
    ...of("work", "subscriptionid surviving.subscriptionid surviving.status surviving.runs surviving.sameproduct"),
    ...of("treatment", "medicine.name medicine.dosage surviving.medicine.name surviving.medicine.dosage"),
  },
  EmergencyAction: { ...of("work", "id kind actor name at"), ...of("clinical", "reached text") },
  PatientPhoto: of("contact", "id kind uploadedat"),
  Doctor: of("work", "id firstname lastname name credentials bio profileUrl"),
  ShippingAddress: of("contact", "id firstname lastname address1 address2 city state zipcode country phoneno default"),
  HealthScreen: of("clinical", "id title description complete section.step section.title"),
  Question: {
    ...of("clinical", "id question description why answertype allowempty unit min max others"),
    ...of(
      "clinical",
      "answerlist.id answerlist.name answerlist.description answerlist.exclusive answerlist.asksothers",
    ),
  },
  FlagLevel: of("clinical", "value"),
  ScreeningFlags: of("clinical", "ruleid text"),
  SymptomChange: of("clinical", "id name before now"),
  AnswerValue: of("clinical", "value"),
  FollowupRating: of("clinical", "value"),
  TreatmentChange: {
    ...of(
      "treatment",
      "id subscriptionid status agreeable obstacle title begins beginson until today then fromordered chargeon note refusal at",
    ),
    ...of("treatment", "from.name from.dosage from.dayssupply to.name to.dosage to.dayssupply to.directions"),
    ...of("money", "from.price to.price"),
  },
  Suggestion: {
    ...of(
      "treatment",
      "id status title beginson terms obstacle note refusal at product.productid product.name product.dosage",
    ),
    ...of("treatment", "product.image product.dayssupply product.directions product.notices"),
    ...of("money", "product.price"),
  },
  PlanItem: of("treatment", "productid name dosage image prescription directions"),
  Order: {
    ...of("work", "id upsell number status placedat"),
    ...of("treatment", "correction.at correction.text"),
    ...of("money", "refunded card.brand card.last4"),
    ...of("contact", "shipto.address1 shipto.address2 shipto.city shipto.state shipto.zipcode"),
  },
  OrderDetail: of(
    "treatment",
    "productid pricingid name dosage image quantity dayssupply prescription price discount tax total cancelled",
  ),
  OrderSummary: of("money", "subtotal discount taxamount shipping totalamount couponid discountfrom"),
  TimelineEntry: { ...of("work", "event label at state detail"), ...of("money", "amount") },
  Subscription: {
    ...of("treatment", "status statustext pricingid quantity dayssupply onhold onhanduntil sharesparcelwith warning"),
    ...of("treatment", "misfiled reportable"),
    ...of(
      "treatment",
      "refillsleft startedat startson pauseduntil pauseuntil resumeon cancelledat actions restartobstacle",
    ),
    ...of("treatment", "restart.names restart.chargeon restart.takesback"),
    ...of("treatment", "pausegaps cancelgap state.label state.title state.lines state.refills state.manage"),
    ...of("work", "id"),
    ...of("money", "price nextchargeon"),
  },
  CancelOffer: of("money", "kind text"),
  PrescriptionOrder: {
    ...of("work", "id subscriptionid orderid"),
    ...of("treatment", "status plannedon waitsfor actions getnext.names getnextfrom nextafter"),
    ...of(
      "treatment",
      "state.kind state.label state.text gap reorder.names unskip.names move.names move.first move.whyfirst move.last move.whylast move.enoughuntil move.gap",
    ),
    ...of("money", "chargeon amount getnext.amount getnext.nextchargeon reorder.amount unskip.chargeon"),
  },
  Shipment: of("work", "carrier trackingnumber trackingurl shippedat estimateddelivery deliveredat"),
  Prescription: {
    ...of("work", "id doctorid collaborator approvedat"),
    ...of("treatment", "productid name dosage rxnumber ndc status refillsleft dayssupply directions pace usednow"),
    ...of("treatment", "rest.from rest.until rest.alongwith"),
    ...of("treatment", "onholdsince stoppedat earlyfills earlyuntil"),
  },
  PlannedDirections: of("treatment", "beginson directions pace"),
  "care.directionsQuote": {
    ...of("treatment", "beginson directions pace dayssupply daysbefore onhanduntil onhandbefore runsouton"),
    ...of("work", "obstacle"),
  },
  "care.stepQuote": { ...of("treatment", "onhold beside"), ...of("work", "obstacle"), ...of("clinical", "warnings") },
  "care.restQuote": { ...of("treatment", "names onhanduntil onhandbefore"), ...of("work", "obstacle") },
  "care.restPrescription": { ...of("work", "id"), ...of("treatment", "from until names nextchargeon") },
  "care.endRest": { ...of("work", "id"), ...of("treatment", "names nextchargeon") },
  "care.changeDirections": {
    ...of("work", "id"),
    ...of("treatment", "directions pace beginson onhanduntil nextchargeon"),
  },
  PharmacistReview: {
    ...of("review", "allergies othermedicines.question othermedicines.answer"),
    ...of("review", "flags.ruleid flags.level flags.text"),
    ...of("treatment", "medicines.productid medicines.name medicines.dosage medicines.directions"),
    ...of("treatment", "medicines.onhold medicines.inorder"),
    ...of("work", "otherrecords.patientid"),
    ...of("review", "otherrecords.allergies otherrecords.othermedicines.question otherrecords.othermedicines.answer"),
    ...of("treatment", "otherrecords.medicines.productid otherrecords.medicines.name otherrecords.medicines.dosage"),
    ...of("treatment", "otherrecords.medicines.onhold"),
  },
  "care.allowEarlyFill": { ...of("work", "id"), ...of("treatment", "until names") },
  PrescriptionAction: {
    ...of("work", "id partners.id"),
    ...of("treatment", "rxnumber productid status partners.productid partners.name partners.rxnumber"),
    ...of("treatment", "partners.onhold partners.sameparcel"),
  },
  PrescriptionRenewal: { ...of("work", "id requestedat"), ...of("treatment", "rxnumber onhold") },
  UpsellRequest: of("work", "id status requestedat"),
  QueueMedicine: of("treatment", "productid name dosage"),
  InboxItem: {
    ...of("work", "id kind refid since expires promiseduntil maydecide ordernumber holdsmedicine acknowledgedat told"),
    ...of("work", "conversation reference asked.kind asked.log asked.answered asked.words asked.by"),
    ...of("contact", "name photos"),
    ...of("money", "paymentdiffers attempts"),
    ...of("clinical", "title"),
  },
  InboxCount: of("work", "kind waiting oldest late mine nobodys promised.what promised.businessdays"),
  CaseItem: {
    ...of("work", "id kind refid waitingsince maydecide submittedat acceptedat holdends"),
    ...of("money", "paymentdiffers"),
  },
  WorkItem: { ...of("work", "id kind since due holds version") },
  WorkItemDetail: {
    ...of("work", "id kind since due holds version orders.waits closeobstacle asksmessage"),
    ...of("contact", "phoneno voicemail"),
  },
  // Who asks whom decides who reads the words: whoever has neither role, and doesn't read about health, isn't shown that there is one.
  Task: {
    ...of(
      "work",
      "id kind order.id order.number order.held conversationid subscriptionid reviewid openedat since dueon seenon",
    ),
    ...of(
      "work",
      "words actions log.kind log.label log.ends log.record log.unconfirmed log.fdareport log.why log.judged log.fields.id log.fields.label log.fields.value",
    ),
    ...of("work", "answer.text answer.actor answer.name answer.at"),
    ...of("work", "ended.outcome ended.actor ended.name ended.at ended.note"),
    // Null for whoever doesn't read what is prescribed.
    ...of("clinical", "prepared.decision prepared.refid prepared.fields.id prepared.fields.value prepared.changed"),
  },
  OverdueTask: of("work", "id kind dueon"),
  "care.overdueTasks": of("work", "count"),
  TaskParty: of("work", "role memberid name"),
  LogChoice: of("work", "id label"),
  LoggedOutcome: of("work", "id label note"),
  "care.logKinds": {
    ...of("work", "items.id items.label items.words items.about items.ends items.mayadd items.for items.source"),
    ...of("work", "items.fields.id items.fields.label items.fields.type items.fields.optional"),
  },
  RecordLetter: { ...of("work", "id doctorname preparedby issuedat misfiled"), ...of("clinical", "text") },
  "care.listFilters": {
    ...of("work", "filters medicines.id medicines.label"),
    ...of("work", "questions.id questions.label checkups.id checkups.label checkups.source"),
  },
  ListedPatient: of("work", "lastseenat leftout"),
  "care.listPatients": of("work", "count leftout.closed leftout.death_reported leftout.restricted"),
  // By what it lists is shown only to whoever lists by it.
  SavedList: {
    ...of("work", "id role name filters.medicine filters.strength filters.lotnumber filters.doctor filters.state"),
    ...of("work", "filters.carestatus filters.notseensince filters.answer.questionid filters.answer.value"),
    ...of("work", "filters.checkup filters.reviewopen filters.awaitsreply"),
  },
  ListAction: of(
    "work",
    "id kind begunat endedat count done leftout.closed leftout.death_reported leftout.restricted leftout.merged leftout.no_conversation leftout.conversation_closed",
  ),
  "care.forgetList": of("work", "id"),
  "care.exportList": of("contact", "file"),
  TimelineItem: {
    ...of("work", "id kind event at by refid seq"),
    ...of("treatment", "about"),
    ...of("money", "amount"),
    // Each kind of its own is shown to whoever reads it: `timeline.test.ts` asks as each role.
    ...of("work", "excerpt"),
  },
  "care.timeline": of("work", "kinds"),
  // What was opened, and by whom: the audit says the same.
  AccessFinding: {
    ...of("work", "id memberid membername patientid patientname reasons accesses firstat lastat own"),
    ...of("work", "judged.outcome judged.note judged.at judged.actor judged.name judged.incidentid"),
  },
  "care.accessReview": of("work", "week"),
  "care.judgeAccess": of("work", "week"),
  // What is read of others' decisions is shown to whoever prescribes only.
  ReviewedDecision: {
    ...of("work", "id patientid patientname judged.outcome judged.at judged.actor judged.name judged.questionid"),
    ...of("clinical", "judged.words overrides.rules.ruleid overrides.rules.text overrides.unanswered overrides.reason"),
  },
  PeerReview: of("work", "month doctorid doctorname memberid decided own"),
  "care.whoIsAsked": of("work", "items.role items.kinds items.clinical items.people.memberid items.people.name"),
  WorkItemEntry: {
    ...of("work", "at"),
    ...of("clinical", "answers.question answers.before answers.after"),
    ...of("clinical", "document.id document.kind document.title document.filename"),
  },
  WorkItemClosing: { ...of("work", "at actor name outcome signedby"), ...of("clinical", "note told") },
  // Of a task empty for whoever doesn't read about money.
  OrderRefund: of("money", "id amount status requestedat"),
  OrderItem: {
    ...of("alert", "emergencyhold"),
    ...of("work", "question.taskid question.since"),
    ...of("work", "refundquestions.taskid refundquestions.since"),
    ...of("work", "id ready holdends disputedsince disputedfor pastdue.prescriptionorderid pastdue.subscriptionid"),
    ...of("money", "pastdue.amount pastdue.failedon pastdue.attempts pastdue.retryon pastdue.reason"),
    ...of("work", "pastdue.mailedat pastdue.writeoff.at pastdue.writeoff.by"),
    ...of("money", "pastdue.writeoff.reason"),
    ...of("money", "mismatch.captured mismatch.held mismatch.currency mismatch.obstacle"),
    ...of("money", "mismatchdecision.outcome mismatchdecision.money"),
    ...of("work", "mismatchdecision.at mismatchdecision.by"),
    ...of("money", "refundable"),
  },
  Dispensing: {
    ...of("contact", "package.name package.plain package.easyopen package.largetype package.language"),
    ...of(
      "treatment",
      "lines.pricingid lines.packedat lines.label lines.labelchanged lines.lotnumber lines.expireson lines.parcel lines.matched lines.uncoded packerverifies",
    ),
    ...of(
      "treatment",
      "lines.filled.actor lines.filled.name lines.verified.at lines.verified.actor lines.verified.name",
    ),
    ...of(
      "treatment",
      "lines.boxes.ndc lines.boxes.lotnumber lines.boxes.expireson lines.boxes.serial lines.packages.ndc lines.packages.units lines.units",
    ),
    ...of("treatment", "parcels.parcel parcels.carrier parcels.trackingnumber parcels.shippedat"),
    ...of("treatment", "parcels.deliveredat parcels.returnedat parcels.returnreason"),
    ...of("treatment", "lines.voiding.maysendagain lines.voiding.why voided.pricingid voided.parcel voided.lotnumber"),
    ...of("treatment", "voided.expireson voided.at voided.by.actor voided.by.name voided.wrong voided.note"),
  },
  LotRecipient: {
    ...of("work", "id orderid ordernumber packedat shippedat deliveredat returnedat voidedat"),
    ...of("treatment", "name dosage quantity lotnumber expireson"),
  },
  DayMoney: of("work", "day over revision"),
  DayClosing: { ...of("work", "closedat closedby"), ...of("money", "differences changed") },
  LedgerSums: of("money", "captured refunded disputed"),
  GatewaySums: of("money", "captured refunded disputed fees"),
  ClosingDifference: of("money", "kind difference todo ours gateway at paymentid orderid ordernumber"),
  Assignee: of("work", "memberid name since"),
  Death: of("work", "reportedat diedon confirmedat"),
  Handover: { ...of("work", "id from to seq name at"), ...of("conversation", "note") },
  "care.namesakes": { ...of("work", "items.id"), ...of("contact", "items.firstname items.lastname items.birthday") },
  SignedVisitNote: {
    ...of("work", "id actor signedby preparedby signedat withdrawnat"),
    ...of("clinical", "decision title text addenda.text"),
    ...of("work", "addenda.id addenda.actor addenda.signedby addenda.signedat addenda.withdrawnat"),
  },
  NoteWithdrawal: of("work", "name wrongpatient reason"),
  "care.draftVisitNote": of("clinical", "text"),
  StaffNote: { ...of("work", "id actor name writtenat withdrawnat wrongpatient"), ...of("clinical", "text") },
  SubscriptionsResult: of("treatment", "message"),
  FollowupResult: {
    ...of("work", "id sentat completedat contentversion closedat revision"),
    ...of("clinical", "answers flags"),
  },
  // What somebody is given to read says something of what they asked.
  MessageArticle: of("conversation", "id title href"),
  TeachingMaterial: of("work", "id title leaflet"),
  Message: {
    ...of(
      "work",
      "id conversationid seq clientid type patientId needsreply actionstatus followupid misfiled createdat",
    ),
    ...of("conversation", "message"),
  },
  MessageSender: of("work", "id firstName lastName role name title"),
  StoredFile: of("conversation", "id name type bytes createdat"),
  ClinicConversation: conversation,
  ClinicEmergency: {
    ...of("work", "id conversationid followupid reportedat acknowledgedat closedat"),
    ...of("clinical", "source title words medicines"),
    ...of("contact", "phoneno voicemail writer contact.name contact.email contact.reference"),
  },
  ContactMessage: {
    ...of("work", "id reference topic sentat answeredat answeredby"),
    ...of("contact", "name email"),
    ...of("conversation", "message"),
  },
  PatientMail: {
    ...of("contact", "address copyto current"),
    ...of("work", "id kind subject queuedat status statusat sentby repeatsid obstacle"),
  },
  PatientPastDue: {
    ...of("money", "amount charges.amount charges.failedon charges.writeoff card.brand card.last4"),
    ...of("work", "charges.prescriptionorderid chargeobstacle mailedat mails.mail mails.obstacle"),
    ...of("money", "mails.subject mails.text"),
  },
  Credit: {
    ...of("work", "id actor name givenat withdrawnat"),
    ...of("money", "amount left reason note"),
  },
  Dispute: {
    ...of("work", "id orderid ordernumber openedat"),
    ...of(
      "money",
      "amount reason status evidencedueby chargesstopped answer.status answer.askedat answer.settledat answerable",
    ),
  },
  ApiKey: of("work", "id name scopes ending createdat expiresat revokedat lastusedat"),
  NewApiKey: of("own", "secret"),
  ClinicEvent: of("work", "id type at patientid object.kind object.id"),
  WebhookEndpoint: {
    ...of("work", "id url description types createdat disabledat disabledby failingsince waiting failed"),
    ...of("work", "previoussecretuntil"),
  },
  WebhookDelivery: of("work", "status attempts lastattemptat nextattemptat laststatus error"),
  OutsideSystem: of("work", "system name failures.answer failures.since failures.todo failures.alarmedat"),
  StaffMember: {
    ...of("work", "id name email roles doctorid status invitationexpiresat passkeys hasauthenticator"),
    ...of("work", "recoverycodesleft lastsignedinat createdat disabledat"),
  },
  TeamDoctor: {
    ...of("work", "id name active memberid physician licenses.state licenses.validuntil licenses.status"),
    ...of("work", "licenses.collaboration licenses.collaboratorid"),
    ...of("work", "firstname lastname credentials bio portrait uploadedportrait npi acceptspatients patients editedat"),
    ...of("work", "away.from away.until away.coverid"),
  },
  Claim: of("work", "kind id memberid name until"),
  Draft: of("own", "text updatedat"),
  Factors: {
    ...of("own", "passkeys.id passkeys.name passkeys.createdat passkeys.lastusedat passkeys.suspicious"),
    ...of("own", "authenticatorsince recoverycodesleft"),
  },
  FactorAdded: of("own", "recoverycodes"),
  PasskeyOptions: of("own", "options"),
  "care.undecidable": of("work", "items.state items.patients"),
  "care.photo": of("contact", "file"),
  "care.patientDocument": of("clinical", "file"),
  "care.messageAttachment": of("conversation", "file"),
  "care.verification": Object.fromEntries(
    Object.entries(patientSummary).map(([field, fieldClass]) => [`items.${field}`, fieldClass]),
  ),
  "care.letterhead": {
    ...of("work", "issuer title issuedon closing signer.name signer.lines"),
    ...of("contact", "parties.title parties.lines"),
  },
  "care.issueLetter": of("work", "id issuedat"),
  "care.withdrawDocument": of("work", "id withdrawnat"),
  "care.fileDocument": of("work", "id"),
  "care.treatmentChangeQuote": {
    ...of("treatment", "status dayssupply daysbefore chargeon onhanduntil double directions refills"),
    ...of("money", "price before"),
    ...of("clinical", "obstacle warnings"),
  },
  "care.suggestibleMedicines": {
    ...of("treatment", "items.productid items.name items.form items.strength items.pricings.pricingid"),
    ...of("treatment", "items.pricings.dayssupply"),
    ...of("money", "items.pricings.price"),
    ...of("clinical", "items.obstacle"),
  },
  "care.suggestionQuote": {
    ...of("treatment", "dayssupply begins consent companion directions refills"),
    ...of("money", "price"),
    ...of("clinical", "obstacle warnings"),
  },
  "care.changeTreatment": { ...of("treatment", "status"), ...of("money", "price before") },
  "care.sendFollowup": of("work", "followupid followupstatus code"),
  FollowupDay: of("work", "followupon doctorname askedat"),
  "care.followupCodes": of("work", "items.code items.percent"),
  "care.recallLot": of("treatment", "lotnumber recalled"),
  "care.cannedReplies": of("conversation", "items.id items.title items.text"),
  "care.audit": {
    ...of(
      "work",
      "items.at items.actor items.actorname items.patientid items.call items.status items.code items.ground",
    ),
    // Who reads the audit reads whose record it was: a name, and nothing to reach the patient by.
    ...of("work", "items.patientname"),
    ...of("clinical", "items.words"),
  },
  "care.findAuditPatients": of("work", "items.id items.firstname items.lastname items.birthday"),
  "care.auditActors": of("work", "items.actor items.kind items.name items.left"),
  "care.resendMail": of("work", "message"),
  "care.sendRecoveryLink": of("work", "message"),
  "care.chargePastDue": { ...of("work", "message"), ...of("money", "outcome amount") },
  "care.mailPastDue": of("work", "message"),
  "care.credits": of("money", "mostnow limit"),
  "care.giveCredit": of("work", "message"),
  "care.withdrawCredit": of("work", "message"),
  "care.changeContact": { ...of("contact", "message pendingemail"), ...of("work", "contactrevision") },
  "care.healthAnswers": of("clinical", "version"),
  "care.previewTold": of("clinical", "follows"),
  "care.recordTold": of("work", "message version"),
  "care.assignees": of("work", "items.memberid items.name"),
  "care.printOrders": of("treatment", "file"),
  "care.closings": of("work", "items.day items.over"),
  "care.closingFile": of("money", "file"),
  "care.disputeEvidence": of(
    "money",
    "sections.title sections.lines.at sections.lines.text contactleftout leftout revision",
  ),
  "care.disputeEvidenceFile": of("money", "file"),
  "care.fdaReport": of("treatment", "file"),
  "care.accounting": of(
    "money",
    "from to timezone sums.kind sums.movements sums.amount sums.tax sums.discount total.amount total.tax total.discount states.state states.charged states.givenback states.amount states.tax states.discount fees.movements fees.amount payouts.movements payouts.amount opendays changeddays",
  ),
  "care.periodPayouts": of(
    "money",
    "from to timezone payouts.id payouts.madeon payouts.arriveson payouts.amount payouts.status payouts.itemized payouts.parts.day payouts.parts.kind payouts.parts.movements payouts.parts.amount payouts.difference payouts.resentwith waiting.amount waiting.parts.day waiting.parts.kind waiting.parts.movements waiting.parts.amount waiting.parts.availableon",
  ),
  "care.accountingFile": of("money", "file"),
  "care.copyRecord": of("clinical", "file"),
  "care.copyReceipts": of("treatment", "file"),
  "integrations.events": of("work", "more"),
  "integrations.createWebhook": of("own", "secret"),
  "integrations.rotateWebhookSecret": of("own", "secret"),
  "integrations.deleteWebhook": of("work", "id"),
  "integrations.probeOutside": of("work", "checks.system checks.checked checks.todo"),
  "integrations.replayWebhook": of("work", "events"),
  "staff.newAuthenticator": of("own", "uri secret"),
  "staff.release": of("work", "kind id"),
  "staff.openRecord": of("work", "patientid until"),
  "staff.doctors": of("work", "portraits"),
  "staff.handOverPatients": of("work", "moved left.state left.patients"),
};

/** Where the next page of a list begins. */
const everywhere = of("work", "nextpage cursor");

/** The class of a field by its schema, or call, and its path in it; null where nobody has said. */
export function classOfField(schema: string, path: string): FieldClass | null {
  const fields = classesOfFields[schema] ?? {};
  const known = fields[path] ?? everywhere[path];
  if (known) return known;
  const isClinical = path.split(".").some((_, index, parts) => fields[parts.slice(0, index).join(".")] === "clinical");
  return isClinical ? "clinical" : null;
}
