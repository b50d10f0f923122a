/** An invented agency's handbook, in prose, as passages that a configuration holds. */
export const handbook: readonly { readonly key: string; readonly title: string; readonly text: string }[] = [
  {
    key: "certificates",
    title: "Certificates of insurance",
    text: `Certificates are issued within four business hours of a complete request. A request is complete when it names the holder, the holder's address and the contract it is for. Additional insured wording is only added after the carrier has confirmed the endorsement in writing. Certificates for holders outside the United States go to the compliance desk first. We keep every issued certificate for seven years.`,
  },
  {
    key: "cancellations",
    title: "Cancellations and reinstatements",
    text: `A client who wants to cancel signs form LPR. Cancellation at the client's request takes effect at 12:01 a.m. on the day after we receive the signed form. Flat cancellations need the approval of a principal. When a carrier cancels for nonpayment, the account manager calls the client on the day the notice arrives. Reinstatement without a lapse is possible for ten days after the cancellation date if the client signs a no-loss statement.`,
  },
  {
    key: "claims",
    title: "Reporting claims",
    text: `Claims are reported to the carrier on the day we hear of them. Out of hours, clients call the carrier's own hotline; the number is on the identification card. Injuries to employees in Ohio go to the state fund and not to a private carrier. The claims advocate reviews every open claim above $25,000 once a month. Photographs and police reports are attached to the activity and never sent by text message.`,
  },
  {
    key: "renewals",
    title: "Renewal timetable",
    text: `Commercial renewals start 120 days before expiration with a letter to the client. Loss runs are ordered 90 days before the expiration date. The renewal meeting takes place no later than 60 days out. Proposals are sent to the client at least 14 days before the policy expires. Personal lines are remarketed only when the premium rises by more than 12 percent.`,
  },
  {
    key: "payments",
    title: "Payments and billing",
    text: `Agency-billed premiums are due on the effective date. We accept checks, bank transfers and cards; cards carry a fee of 2.9 percent. Premium trust money is held at Lakeward Savings and may not be mixed with operating funds. A returned check costs the client $30. Refunds under $5 are not paid out unless the client asks for them.`,
  },
  {
    key: "travel",
    title: "Expenses of staff",
    text: `Mileage is reimbursed at 67 cents a mile. Hotel stays over $220 a night need prior approval. Receipts are handed in by the fifth of the following month. Meals with clients are reimbursed up to $60 a person. Parking at the Millgate office is free for employees after three months of service.`,
  },
];

/** A question on the handbook with the sentence that answers it. */
export const handbookQuestions: readonly {
  readonly set: "tuned" | "kept";
  readonly question: string;
  readonly answer: string;
}[] = [
  {
    set: "tuned",
    question: "How fast do we issue certificates?",
    answer: "Certificates are issued within four business hours of a complete request.",
  },
  {
    set: "kept",
    question: "How long do we keep certificates we issued?",
    answer: "We keep every issued certificate for seven years.",
  },
  {
    set: "tuned",
    question: "What must a certificate request contain to be complete?",
    answer: "A request is complete when it names the holder, the holder's address and the contract it is for.",
  },
  {
    set: "kept",
    question: "When may additional insured wording be added?",
    answer: "Additional insured wording is only added after the carrier has confirmed the endorsement in writing.",
  },
  {
    set: "tuned",
    question: "What about certificate holders outside the US?",
    answer: "Certificates for holders outside the United States go to the compliance desk first.",
  },
  {
    set: "kept",
    question: "Which form does a client sign to cancel?",
    answer: "A client who wants to cancel signs form LPR.",
  },
  {
    set: "tuned",
    question: "When does a cancellation requested by the client take effect?",
    answer:
      "Cancellation at the client's request takes effect at 12:01 a.m. on the day after we receive the signed form.",
  },
  {
    set: "kept",
    question: "Who approves flat cancellations?",
    answer: "Flat cancellations need the approval of a principal.",
  },
  {
    set: "tuned",
    question: "What do we do when a carrier cancels for nonpayment?",
    answer:
      "When a carrier cancels for nonpayment, the account manager calls the client on the day the notice arrives.",
  },
  {
    set: "kept",
    question: "For how many days is reinstatement without a lapse possible?",
    answer:
      "Reinstatement without a lapse is possible for ten days after the cancellation date if the client signs a no-loss statement.",
  },
  {
    set: "tuned",
    question: "When do we report claims to the carrier?",
    answer: "Claims are reported to the carrier on the day we hear of them.",
  },
  {
    set: "kept",
    question: "Where do clients call out of hours?",
    answer: "Out of hours, clients call the carrier's own hotline; the number is on the identification card.",
  },
  {
    set: "tuned",
    question: "Where do employee injuries in Ohio go?",
    answer: "Injuries to employees in Ohio go to the state fund and not to a private carrier.",
  },
  {
    set: "kept",
    question: "Who reviews open claims above $25,000?",
    answer: "The claims advocate reviews every open claim above $25,000 once a month.",
  },
  {
    set: "tuned",
    question: "When do commercial renewals start?",
    answer: "Commercial renewals start 120 days before expiration with a letter to the client.",
  },
  {
    set: "kept",
    question: "When are loss runs ordered?",
    answer: "Loss runs are ordered 90 days before the expiration date.",
  },
  {
    set: "tuned",
    question: "When must the renewal meeting take place?",
    answer: "The renewal meeting takes place no later than 60 days out.",
  },
  {
    set: "kept",
    question: "How many days before expiry are proposals sent?",
    answer: "Proposals are sent to the client at least 14 days before the policy expires.",
  },
  {
    set: "tuned",
    question: "When are personal lines remarketed?",
    answer: "Personal lines are remarketed only when the premium rises by more than 12 percent.",
  },
  {
    set: "kept",
    question: "What fee do cards carry?",
    answer: "We accept checks, bank transfers and cards; cards carry a fee of 2.9 percent.",
  },
  {
    set: "tuned",
    question: "At which bank is premium trust money held?",
    answer: "Premium trust money is held at Lakeward Savings and may not be mixed with operating funds.",
  },
  { set: "kept", question: "What does a returned check cost?", answer: "A returned check costs the client $30." },
  {
    set: "tuned",
    question: "Do we pay out small refunds?",
    answer: "Refunds under $5 are not paid out unless the client asks for them.",
  },
  { set: "kept", question: "What is the mileage rate?", answer: "Mileage is reimbursed at 67 cents a mile." },
  {
    set: "tuned",
    question: "From which price on does a hotel need approval?",
    answer: "Hotel stays over $220 a night need prior approval.",
  },
  {
    set: "kept",
    question: "How much is reimbursed for meals with clients?",
    answer: "Meals with clients are reimbursed up to $60 a person.",
  },
  {
    set: "tuned",
    question: "Until when do I have to hand in receipts?",
    answer: "Receipts are handed in by the fifth of the following month.",
  },
  {
    set: "kept",
    question: "Is parking at Millgate free?",
    answer: "Parking at the Millgate office is free for employees after three months of service.",
  },
  {
    set: "tuned",
    question: "Are agency billed premiums due on the effective date?",
    answer: "Agency-billed premiums are due on the effective date.",
  },
  {
    set: "kept",
    question: "How are photographs of a claim stored?",
    answer: "Photographs and police reports are attached to the activity and never sent by text message.",
  },
];
