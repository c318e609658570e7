import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Messages } from '@cotation/messages'
import { createTranslator } from 'use-intl/core'

export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

function loadTexts(language: Language): Messages {
  const folder = join(import.meta.dirname, '../packages/messages', language)
  const textsOf = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  return Object.fromEntries(readdirSync(folder).map((file) => [basename(file, '.json'), textsOf(file)])) as Messages
}

function translatorIn(language: Language) {
  const translate = createTranslator<Messages>({ locale: language, messages: loadTexts(language) })
  type Key = Parameters<typeof translate.raw>[0]

  /** Matches a text that starts as the message does, whatever its arguments are. */
  function pattern(key: Key): RegExp {
    const fixed = String(translate.raw(key)).split(/\{[^}]*\}|<[^>]*>/)
    const escaped = fixed.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s'))
    return new RegExp(`^${escaped.join('.*')}`)
  }

  return { language, pattern, say: (key: Key, values?: Record<string, string | number>) => translate(key, values) }
}

/** Words in both languages, named by key, so that rewording a text breaks no journey. */
function inBoth<W>(wordsIn: (translator: ReturnType<typeof translatorIn>) => W): Record<Language, W> {
  return { fr: wordsIn(translatorIn('fr')), en: wordsIn(translatorIn('en')) }
}

/** Texts of the account screens. */
export const words = inBoth(({ say, pattern, language }) => ({
  languageButton: `${language.toUpperCase()}, ${say(`account.languages.${language}`)}`,
  signUpTitle: say('auth.signUp.title'),
  person: say('auth.signUp.personal'),
  company: say('auth.signUp.enterprise'),
  userName: say('auth.fields.userName'),
  email: say('auth.fields.email'),
  password: say('auth.fields.password'),
  newPassword: say('auth.fields.newPassword'),
  confirmPassword: say('auth.fields.confirmPassword'),
  agree: pattern('auth.signUp.agree'),
  signUp: say('auth.signUp.submit'),
  anotherPicture: say('app.captcha.refresh'),
  code: say('app.captcha.label'),
  checkEmail: say('auth.checkEmail.title'),
  activationSubject: say('mail.activation.subject', { brand: 'Cotation' }),
  activate: say('auth.activate.submit'),
  activated: say('auth.activate.success'),
  accountOf: (name: string) => say('app.shell.account', { name }),
  logOut: say('app.shell.logOut'),
  leaveUnanswered: say('site.leave.skip'),
  logInLink: say('app.shell.logIn'),
  logIn: say('auth.login.submit'),
  loggedIn: say('auth.login.success'),
  forgot: say('auth.login.forgot'),
  resetTitle: say('auth.reset.title'),
  sendLink: say('auth.reset.requestSubmit'),
  resetSubject: say('mail.password-reset.subject', { brand: 'Cotation' }),
  savePassword: say('auth.reset.submit'),
  oldPassword: say('auth.fields.oldPassword'),
  verificationCode: say('auth.fields.verificationCode'),
  sendCode: say('auth.code.send'),
  codeSubject: say('mail.password-code.subject', { brand: 'Cotation' }),
  changePassword: say('account.password.submit'),
  changedPassword: say('account.password.changed'),
  passwordChanged: say('auth.reset.success'),
  continueWith: say('auth.quick.continueWith', { name: 'Atelier ID' }),
  wrongCredentials: say('errors.INVALID_CREDENTIALS'),
  notAgreed: say('validation.TERMS_NOT_AGREED'),
  doNotMatch: say('validation.PASSWORDS_DO_NOT_MATCH'),
  chooseTitle: say('auth.activate.chooseTitle'),
  choosePassword: say('auth.activate.chooseSubmit'),
}))

/** Names of services and options, which are in the catalogue of the product. */
const catalogueWords = {
  fr: {
    anodizing: 'Anodisation',
    anodizingKind: /^Type II \(sulfurique/,
    painting: 'Peinture (Pantone)',
    paintingKind: /^Référence Pantone/,
    replaces: (other: string) => `Ce service remplace « ${other} ». Continuer ?`,
    surfaceFinish: 'État de surface',
    grinding: 'Rectification',
    finest: /Ra 0,4/,
    mandatory: 'Ce service est obligatoire pour ce matériau.',
    sandblasting: 'Sablage / microbillage',
  },
  en: {
    anodizing: 'Anodizing',
    anodizingKind: /^Type II \(sulphuric/,
    painting: 'Painting (Pantone)',
    paintingKind: /^Pantone C/,
    replaces: (other: string) => `This service replaces “${other}”. Continue?`,
    surfaceFinish: 'Surface finish',
    grinding: 'Grinding',
    finest: /Ra 0\.4/,
    mandatory: 'This service is mandatory for this material.',
    sandblasting: 'Sandblasting / bead blasting',
  },
}

/** Texts of the quote screens. */
export const quoteWords = inBoth(({ say, pattern, language }) => ({
  ...catalogueWords[language],
  choose: say('quote.drop.choose'),
  terms: say('upload.terms.title'),
  agree: say('upload.terms.agree'),
  seePrices: say('upload.terms.continue'),
  open: (name: string) => say('line.open', { name }),
  part: (name: string) => say('panel.of', { name }),
  fixedPrice: pattern('panel.price.fixed'),
  undecidedPrice: pattern('panel.price.undecided'),
  ready: say('line.status.ready'),
  decision: say('line.status.needs-decision'),
  acceptRisk: say('geometry.resolve.accept-risk'),
  change: say('panel.material.change'),
  search: say('panel.material.search'),
  allTechnologies: say('panel.material.allTechnologies'),
  continue: say('panel.services.continue'),
  none: say('panel.services.none'),
  accept: say('panel.findings.accept'),
  acceptedBy: pattern('panel.findings.accepted'),
  quantity: say('panel.quantity.own'),
  close: say('panel.close'),
  projectSummary: say('line.header.summary'),
  saved: say('line.header.saved'),
  undoQuantity: say('line.header.undo', { what: say('line.edit.quantity') }),
  undoRemoval: say('line.header.undo', { what: say('line.edit.remove') }),
  removed: (count: number) => say('line.removed', { count }),
  projectTools: say('line.header.tools'),
  selectAll: (count: number) => say('line.selectAll', { count }),
  removeTitle: (count: number) => say('line.removal.title', { count }),
  remove: say('line.removal.confirm'),
  share: say('line.header.share'),
  makeLink: say('line.share.make'),
  link: say('line.share.link'),
  closeDialog: say('app.ui.close'),
  landed: say('line.landed.label'),
  landedDetails: say('line.landed.open'),
  landedTitle: say('line.landed.title'),
  country: say('line.landed.country'),
  importGap: say('pricing.landedGaps.country'),
  billedWeight: language === 'fr' ? /^Poids facturé/ : /^Billed weight/,
  addedWithIt: pattern('panel.changed.added'),
}))

/** Names and texts of inspection and certificates. */
export const inspectionWords = inBoth(({ say, language }) => {
  const isFrench = language === 'fr'

  return {
    inspection: isFrench ? 'Contrôle' : 'Inspection',
    standard: isFrench ? /^Contrôle standard/ : /^Standard inspection/,
    report: isFrench ? /^Rapport dimensionnel, 5\spièces/ : /^Dimensional report, up to 5 pieces/,
    certificate: isFrench ? 'Certificat du matériau' : 'Material certificate',
    batch: /^EN 10204 3\.1/,
    asksForDrawing: isFrench ? /^Ajoutez un plan coté/ : /^Add a drawing with dimensions/,
    breakdown: say('panel.price.breakdown'),
    fivePieces: isFrench ? '5 pièces mesurées' : '5 pieces measured',
    chosenReport: isFrench ? /Rapport dimensionnel, 5\spièces/ : /Dimensional report, up to 5 pieces/,
    chosenBatch: /EN 10204 3\.1/,
    customs: isFrench ? /Code SH 7616\.99 \(proposé\)/ : /HS code 7616\.99 \(proposed\)/,
  }
})

/** Texts of the advice on processes. */
export const processWords = inBoth(({ say, pattern, language }) => ({
  milling: language === 'fr' ? 'Fraisage CNC' : 'CNC milling',
  turning: language === 'fr' ? 'Tournage CNC' : 'CNC turning',
  resin: language === 'fr' ? 'Stéréolithographie (SLA)' : 'Stereolithography (SLA)',
  suggested: pattern('panel.process.suggested'),
  better: pattern('panel.process.better'),
  plate: (thicknessMm: number) => say('panel.process.reason.plate', { thicknessMm }),
  mesh: (process: string) => say('panel.process.reason.mesh', { process }),
  freeform: (percent: number) => say('panel.process.reason.freeform', { percent }),
  take: pattern('panel.process.take'),
  compare: say('panel.process.compare'),
  list: say('panel.process.list'),
  chart: say('panel.process.chart'),
  table: say('panel.process.table'),
  lowest: say('panel.process.lowest'),
  cheapestFirst: (from: number, to: number, process: string) =>
    say('panel.process.cheapest.first', { from, to, span: to - from, process }),
  cheapestNext: (from: number, to: number, process: string) =>
    say('panel.process.cheapest.next', { from, to, span: to - from, process }),
}))

/** Texts of archives, drawings and parts lists. */
export const bomWords = inBoth(({ say, language }) => ({
  black: language === 'fr' ? /, Noir$/ : /, Black$/,
  title: (name: string) => say('upload.bom.title', { name }),
  unknown: (text: string) => say('upload.bom.unknown', { text }),
  material: say('upload.bom.material'),
  apply: (count: number) => say('upload.bom.apply', { count }),
  sameFile: (name: string) => say('upload.notice.sameFile', { name }),
  known: (name: string, project: string) => say('upload.known.text', { name, project, others: 0 }),
  knownTitle: say('upload.known.title', { count: 1 }),
  openKnown: say('upload.known.open'),
  raiseKnown: say('upload.known.raise', { count: 1 }),
  createAnyway: say('upload.known.create'),
  notices: say('upload.notice.label'),
  attachedPair: (drawing: string, part: string) => say('upload.notice.attachedPair', { drawing, part }),
  partOf: (name: string) => say('upload.notice.partOf', { name }),
  attach: say('upload.notice.attach'),
  unsafePath: (name: string) => say('upload.notice.reason.unsafePath', { name }),
  nested: (name: string) => say('upload.notice.reason.nested', { name }),
}))

/** Texts of the materials. */
export const materialWords = inBoth(({ say }) => ({
  process: say('material.filter.process'),
  family: say('material.filter.family'),
  property: say('material.filter.property'),
  from: say('material.filter.from'),
  found: (count: number) => say('material.index.found', { count }),
  list: say('material.index.list'),
  nothing: say('material.none.title'),
  anyFamily: (count: number) => say('material.none.family', { count }),
  pick: (name: string) => `${say('material.compare.pick')} ${name}`,
  compare: say('material.compare.open'),
  comparison: say('material.compare.caption'),
  start: say('material.page.start'),
  quotedIn: (name: string) => say('quote.chosenMaterial.text', { name }),
}))

/** Texts for forwarding a quote to a purchaser. */
export const forwardWords = inBoth(({ say }) => ({
  forward: say('line.header.forward'),
  ready: say('line.forward.ready', { count: 1 }),
  go: say('line.forward.go'),
  poNumber: say('checkout.details.po'),
  requester: say('payment.link.requester'),
  recipients: say('payment.link.recipients'),
  message: say('payment.link.message'),
  mail: (number: string, requester: string) =>
    say('mail.payment-link.subject', { isNamed: 'yes', requester, number, brand: 'Cotation' }),
  payHeading: (number: string) => say('payment.agency.title', { number }),
  sent: say('payment.link.sentTitle'),
  resend: say('payment.link.resend'),
  resent: say('payment.link.resent'),
  paidWithLink: say('payment.paidByLink.label'),
}))

/** Texts of the activity of a project. */
export const activityWords = inBoth(({ say }) => ({
  open: say('line.header.activity'),
  title: say('activity.title'),
  more: say('activity.more'),
  end: say('activity.end'),
  created: say('activity.event.created'),
  added: say('activity.event.lines-added', { count: 1, name: 'equerre.stl' }),
  renamed: (before: string, after: string) => say('activity.event.renamed', { before, after }),
  shown: (count: number) => say('activity.shown', { count }),
  quantity: (before: string, after: string) =>
    say('activity.change.both', { field: say('activity.field.quantity'), before, after }),
}))

/** Texts of the export-control question. */
export const exportWords = inBoth(({ say }) => ({
  title: say('checkout.export.title'),
  no: say('checkout.export.answer.no'),
  unknown: say('checkout.export.answer.unknown'),
  save: say('checkout.export.save'),
  review: say('checkout.export.reviewTitle'),
  refused: say('validation.EXPORT_IN_REVIEW'),
  ask: say('checkout.export.ask'),
  cleared: say('checkout.export.cleared'),
  message: say('site.contact.message'),
}))

/** Texts of checkout and payment. */
export const checkoutWords = inBoth(({ say, pattern, language }) => ({
  orderReady: say('line.header.order', { count: 1 }),
  title: say('checkout.title'),
  currency: say('checkout.summary.currency'),
  staleTotals: say('checkout.summary.stale'),
  priceChanged: say('checkout.changed.title'),
  summary: say('checkout.summary.title'),
  submit: language === 'fr' ? /^(Passer la commande|Commander et )/ : /^(Place the order|Order and )/,
  agree: pattern('checkout.summary.agree'),
  card: say('payment.methods.card'),
  bank: say('payment.methods.bank_transfer'),
  bankCurrency: say('payment.methods.bankCurrency'),
  shownCurrency: say('checkout.summary.currency'),
  balance: say('payment.methods.balance'),
  credit: say('payment.methods.credit'),
  agency: say('payment.methods.agency'),
  useBalance: pattern('payment.methods.useBalance'),
  noAddress: say('validation.ADDRESS_NOT_SELECTED'),
  noShipping: say('validation.SHIPPING_METHOD_REQUIRED'),
  noMethod: say('validation.PAYMENT_METHOD_REQUIRED'),
  notAgreed: say('validation.TERMS_NOT_AGREED'),
  addAddress: say('address.add'),
  newAddress: say('checkout.address.addTitle'),
  firstName: say('address.fields.firstName'),
  lastName: say('address.fields.lastName'),
  company: say('address.fields.company'),
  country: say('address.fields.country'),
  street: say('address.fields.line1'),
  postcode: say('address.fields.postcode'),
  city: say('address.fields.city'),
  phone: say('auth.fields.phone'),
  save: say('address.save'),
  englishOnly: say('validation.ENGLISH_ONLY'),
  noBox: say('validation.NO_PO_BOX'),
  wrongPostcode: say('validation.POSTCODE_INVALID'),
  rewritten: say('address.company.title'),
  saveRewritten: say('address.company.save'),
  poNumber: say('checkout.details.po'),
  couponCode: say('checkout.coupon.code'),
  redeem: say('checkout.coupon.redeem'),
  unknownCode: say('errors.COUPON_CODE_INVALID'),
  couponTakes: (amount: string) => say('checkout.coupon.takes', { amount }),
  accepted: say('simulator.cards.accepted.name'),
  declined: say('simulator.cards.declined.name'),
  pendingAccepted: say('simulator.cards.pending-accepted.name'),
  pendingFailed: say('simulator.cards.pending-failed.name'),
  wasDeclined: say('simulator.declined'),
  unpaidBack: say('simulator.back'),
  cancelled: say('payment.page.cancelled'),
  goOn: say('payment.open.continue'),
  another: say('payment.open.another'),
  anotherTitle: say('payment.open.anotherTitle'),
  anotherSure: say('payment.open.anotherConfirm'),
  showBank: say('payment.page.payBank'),
  backToShop: say('simulator.return'),
  noBillingAddress: say('address.books.billing.emptyTitle'),
  payHeading: pattern('payment.page.heading'),
  pay: language === 'fr' ? /^Payer \d/ : /^Pay \$/,
  paid: say('payment.success.title'),
  placedOnCredit: pattern('payment.success.creditTitle'),
  pending: say('payment.pending.title'),
  failed: say('payment.success.failedTitle'),
  retry: say('payment.success.retry'),
  paidMail: (number: string) => say('mail.order-paid.subject', { number, onCredit: 'no', creditDue: '' }),
  follow: say('payment.success.see'),
  transfer: say('payment.bank.title'),
  reference: say('payment.bank.reference'),
  amount: say('payment.bank.amount'),
  makeLink: say('payment.link.create'),
  link: say('payment.link.link'),
  linkIntro: say('payment.agency.intro'),
  linkPaid: say('payment.agency.paidTitle'),
  linkEnded: say('payment.agency.missingTitle'),
  allOrdered: say('checkout.allOrderedTitle'),
  alreadyOrdered: say('checkout.ordered.title'),
  payOrder: (number: string) => say('checkout.ordered.payOf', { number }),
  cancelOrder: (number: string) => say('checkout.ordered.cancelOf', { number }),
  choosePart: (name: string) => say('checkout.lines.choose', { name }),
  ordered: say('line.status.ordered'),
  inOrder: (number: string) => say('line.ordered.title', { number }),
  openPart: (name: string) => say('line.open', { name }),
  orderAgain: (name: string) => say('line.ordered.againOf', { name }),
  againAdded: say('line.ordered.added'),
  cancelHere: say('line.ordered.cancel'),
  cancelReason: say('order.actions.cancelReason'),
  cancelNow: say('order.actions.cancel'),
  wasCancelled: (number: string) => say('order.actions.cancelled', { number }),
}))

/** Texts of the order and coupon screens. */
export const orderWords = inBoth(({ say, pattern, language }) => ({
  openOrders: say('home.orders.title'),
  orders: (count: number) => say('order.list.count', { count }),
  search: say('order.list.search'),
  status: say('order.list.status'),
  detail: (number: string) => say('order.detail.title', { number }),
  step: {
    paid: say('order.status.paid'),
    production: say('order.status.in_production'),
    shipped: say('order.status.shipped'),
    delivered: say('order.status.delivered'),
  },
  completed: `${say('order.status.completed')}, ${say('order.progress.step.done')}`,
  refunded: say('order.status.refunded'),
  refundedMail: (number: string) => say('mail.order-refunded.subject', { number }),
  parcels: say('order.delivery.parcels'),
  track: (number: number) => say('order.delivery.trackOf', { carrier: 'DHL', number }),
  onItsWay: say('order.delivery.state.in_transit'),
  parcelDelivered: say('order.delivery.state.delivered'),
  timeline: say('order.progress.history'),
  invoice: say('order.documents.kind.invoice'),
  proForma: say('order.documents.kind.pro-forma'),
  packingList: say('order.documents.kind.packing-list'),
  document: (name: string) => say('order.documents.download', { name }),
  review: say('order.review.title'),
  ratings: (['stars', 'workmanship', 'product', 'service', 'logistics'] as const).map((rating) =>
    say(`order.review.rating.${rating}`),
  ),
  stars: (count: number) => say('order.review.star', { count }),
  comment: say('order.review.comment'),
  sendReview: say('order.review.submit'),
  reviewed: pattern('order.review.done'),
  receive: say('order.actions.receive'),
  receiveTitle: say('order.actions.receiveTitle'),
  received: say('order.actions.receiveDo'),
  reorder: say('order.actions.reorder'),
  cancel: say('order.actions.cancel'),
  cancelTitle: (number: string) => say('order.actions.cancelTitle', { number }),
  reason: say('order.actions.cancelReason'),
  toCard: pattern('order.actions.money.card'),
  givenBack: pattern('order.next.refunded'),
  paidByOther: say('order.payments.agency'),
  couponCode: say('coupon.redeem.label'),
  addCoupon: say('coupon.redeem.submit'),
  used: say('coupon.state.used'),
  fiveOff: language === 'fr' ? /^5 \$US de remise sur les pièces/ : /^\$5 off parts/,
}))

/** Texts of the referral screens. */
export const referralWords = inBoth(({ say, pattern, language }) => ({
  title: say('referral.title'),
  link: say('referral.share.link'),
  choose: say('referral.change.title'),
  newCode: say('referral.change.label'),
  changeCode: say('referral.change.submit'),
  changed: (code: string) => say('referral.change.done', { code }),
  email: say('referral.invite.email'),
  invite: say('referral.invite.submit'),
  invited: (email: string) => say('referral.invite.done', { email }),
  subject: say('mail.referral-invitation.subject', { isNamed: 'yes', referrer: 'Zoé', brand: 'Cotation' }),
  recognised: say('auth.signUp.referralKnown'),
  friends: say('referral.friends.title'),
  state: {
    sent: say('referral.state.sent'),
    signedUp: say('referral.state.signed-up'),
    ordered: say('referral.state.ordered'),
    rewarded: say('referral.state.rewarded'),
  },
  rewards: say('referral.rewards.title'),
  rewardSubject: say('mail.referral-reward.subject'),
  couponTakes: pattern('checkout.coupon.takes'),
  tenOff: language === 'fr' ? /^10\s% de remise sur les pièces/ : /^10% off parts/,
}))

/** Texts of the profile, and of freight collect. */
export const profileWords = inBoth(({ say }) => ({
  dhlAccount: say('account.express.account', { carrier: 'DHL' }),
  mailLanguage: say('account.profile.language'),
  save: say('account.profile.save'),
  saved: say('account.profile.saved'),
  nineDigits: say('validation.EXPRESS_ACCOUNT_DHL'),
  collect: say('checkout.shipping.collect', { carrier: 'DHL', account: '123456789' }),
  firstUse: say('checkout.shipping.unconfirmed'),
  unconfirmed: say('order.delivery.freightUnconfirmed'),
  account: (account: string) => say('order.delivery.freight', { account }),
}))

/** Texts of a change of the e-mail address. */
export const emailChangeWords = inBoth(({ say }) => ({
  card: say('account.emailChange.title'),
  change: say('account.emailChange.change'),
  dialog: say('account.emailChange.dialogTitle'),
  newEmail: say('account.emailChange.newEmail'),
  submit: say('account.emailChange.submit'),
  sent: say('account.emailChange.sentTitle'),
  newSubject: say('mail.email-change.subject', { brand: 'Cotation' }),
  oldSubject: say('mail.email-change-notice.subject', { brand: 'Cotation' }),
  confirm: say('account.emailChange.confirm'),
  confirmed: say('account.emailChange.confirmedTitle'),
  toProfile: say('account.emailChange.toProfile'),
  undo: say('account.emailChange.undo'),
  undone: say('account.emailChange.undoneTitle'),
  sendAgain: say('account.emailChange.sendAgain'),
}))

/** Texts of two-step login. */
export const secondFactorWords = inBoth(({ say }) => ({
  card: say('account.secondFactor.title'),
  setUp: say('account.secondFactor.setUp'),
  setUpTitle: say('account.secondFactor.setUpTitle'),
  appCode: say('account.secondFactor.code'),
  turnOn: say('account.secondFactor.confirm'),
  codes: say('account.secondFactor.codes'),
  download: say('account.secondFactor.download'),
  saved: say('account.secondFactor.saved'),
  codesLeft: (count: number) => say('account.secondFactor.codesLeft', { count }),
  turnOff: say('account.secondFactor.turnOff'),
  turnOffTitle: say('account.secondFactor.turnOffTitle'),
  turnedOff: say('account.secondFactor.turnedOff'),
  addPasskey: say('account.secondFactor.addPasskey'),
  passkeyName: say('account.secondFactor.passkeyName'),
  continue: say('account.secondFactor.passkeySubmit'),
  removePasskey: (name: string) => say('account.secondFactor.removeNamed', { name }),
  usePasskey: say('auth.secondFactor.usePasskey'),
  loginCode: say('auth.secondFactor.code'),
  confirm: say('auth.secondFactor.submit'),
  useRecovery: say('auth.secondFactor.useRecovery'),
  recoveryCode: say('auth.secondFactor.recoveryCode'),
  wrongCode: say('errors.SECOND_FACTOR_WRONG'),
  loggedOut: say('auth.clearToken.title'),
}))

/** Texts of the balance screens. */
export const balanceWords = inBoth(({ say, pattern, language }) => ({
  title: say('balance.title'),
  closed: pattern('balance.reloadClosed'),
  reload: say('balance.reloadButton'),
  amount: say('balance.reload.amount'),
  atLeast: say('validation.RELOAD_MINIMUM'),
  whole: say('validation.RELOAD_WHOLE'),
  payByCard: (usd: string) =>
    say('balance.reload.submitCard', { amount: language === 'fr' ? `${usd} $US` : `$${usd}` }),
  continue: say('balance.reload.submit'),
  credited: (usd: string) =>
    say('balance.notice.credited', { amount: language === 'fr' ? `${usd},00 $US` : `$${usd}.00` }),
  available: say('balance.figures.available'),
  creditAvailable: say('balance.figures.credit'),
  movements: say('balance.tabs.transaction'),
  payments: say('balance.tabs.payment'),
  export: say('balance.export.button'),
}))

/** Texts of the points programme. */
export const loyaltyWords = inBoth(({ say }) => ({
  title: say('loyalty.title'),
  checkIn: say('loyalty.checkIn.button'),
  checkedIn: say('loyalty.checkIn.done'),
  day: (number: number) => say('loyalty.checkIn.day', { number }),
  done: say('loyalty.checkIn.dayDone'),
  available: say('loyalty.points.available'),
  coming: say('loyalty.points.coming'),
  claim: new RegExp(`^${say('loyalty.tasks.claim', { points: 2 }).split(' ')[0]} `),
  history: say('loyalty.history.title'),
  allLevels: say('loyalty.level.all'),
  exchangeTitle: say('loyalty.exchange.title'),
  exchangeNamed: (points: number) =>
    new RegExp(`^${say('loyalty.exchange.confirmTitle', { points }).replace(/\s*\?$/, '')}`),
  exchange: say('loyalty.exchange.button'),
  confirmTitle: (points: number) => say('loyalty.exchange.confirmTitle', { points }),
  coupon: say('checkout.coupon.choose'),
  couponTakes: (amount: string) => say('checkout.coupon.takes', { amount }),
  couponMinimum: say('pricing.refusals.coupon-below-minimum', { minGoodsUsd: 50 }),
}))

/** Texts of the after-sale screens. */
export const afterSaleWords = inBoth(({ say, pattern }) => ({
  report: say('order.actions.claim'),
  section: say('order.afterSale.title'),
  confirmed: say('order.status.confirmed'),
  reprintLink: (number: string) => say('order.afterSale.reprint', { number }),
  formTitle: (number: string) => say('after-sale.form.title', { number }),
  quantityOf: (name: string) => say('after-sale.form.quantityOf', { name }),
  reason: say('after-sale.form.reason'),
  text: say('after-sale.form.text'),
  send: say('after-sale.form.submit'),
  productMissing: say('validation.QUANTITY_REQUIRED'),
  addPhotos: say('after-sale.photos.add'),
  removePhoto: say('after-sale.photos.remove', { number: 1 }),
  openPhoto: say('after-sale.photos.open', { number: 1 }),
  pickOf: (name: string) => say('after-sale.place.pickOf', { name }),
  pickTitle: (name: string) => say('after-sale.place.title', { name }),
  picked: pattern('after-sale.place.picked'),
  usePlace: say('after-sale.place.use'),
  showPlace: (name: string) => say('after-sale.place.show', { name }),
  shownPlace: (name: string) => say('after-sale.place.shown', { name }),
  claimTitle: (number: string) => say('after-sale.claim.title', { number }),
  open: say('after-sale.state.open'),
  question: say('after-sale.state.question'),
  accepted: say('after-sale.state.accepted'),
  replaced: say('after-sale.state.replaced'),
  answer: say('after-sale.claim.answer'),
  sendAnswer: say('after-sale.claim.answerSubmit'),
  unsentTitle: say('after-sale.claim.unsent.title'),
  unsentAnswered: pattern('after-sale.claim.unsent.answered'),
  changedTitle: say('after-sale.form.changedTitle'),
  tooManyClaimed: say('validation.CLAIM_QUANTITY'),
  placeOrder: say('after-sale.claim.placeOrder'),
  title: say('after-sale.title'),
  orderTab: say('after-sale.tab.order'),
  find: say('after-sale.order.find'),
  bothRequired: say('validation.BOTH_NUMBERS_REQUIRED'),
  refabricationOf: (name: string) => say('after-sale.order.quantityOf', { name }),
  tooHigh: say('validation.REFABRICATION_TOO_HIGH'),
  submit: say('after-sale.order.submit'),
  acceptedMail: (number: string, workOrder: string) => say('mail.after-sale-accepted.subject', { number, workOrder }),
  orderMail: (number: string) => say('mail.after-sale-order.subject', { number }),
}))

/** Texts of the screens of additional costs. */
export const additionalCostWords = inBoth(({ say, pattern }) => ({
  section: say('order.costs.title'),
  waits: (number: string) => say('order.costs.waits.production', { number }),
  see: (number: string) => say('order.costs.see', { number }),
  detail: (number: string) => say('additional-cost.heading', { number }),
  list: say('additional-cost.title'),
  state: say('additional-cost.list.state'),
  picture: (number: string) => say('additional-cost.picture', { number }),
  openModel: say('additional-cost.place.open'),
  closeDialog: say('app.ui.close'),
  pay: pattern('additional-cost.pay'),
  payCard: pattern('payment.page.payCard'),
  card: say('payment.methods.card'),
  transfer: say('payment.methods.bank_transfer'),
  showBank: say('payment.page.payBank'),
  transferTo: say('payment.bank.title'),
  homeTransfer: (number: string, order: string) => say('home.tasks.costTransfer', { number, order }),
  transferWaits: (number: string) => say('order.costs.waits.transfer.production', { number }),
  transferSection: say('additional-cost.transfer.title'),
  transferStarted: say('payment.customer.bankTitle'),
  another: say('payment.open.another'),
  anotherConfirm: say('payment.open.anotherConfirm'),
  payHeading: (number: string) => say('additional-cost.page.heading', { number }),
  linkIntro: say('additional-cost.page.linkIntro'),
  paid: (number: string) => say('additional-cost.outcome.paidTitle', { number }),
  details: say('additional-cost.details'),
  invoice: say('additional-cost.invoice'),
  decline: say('additional-cost.decline.action'),
  declineTitle: (number: string) => say('additional-cost.decline.title', { number }),
  declineReason: say('additional-cost.decline.reason'),
  declined: say('additional-cost.state.declined'),
  checking: pattern('additional-cost.checking.transfer'),
  part: pattern('additional-cost.part'),
  returned: pattern('additional-cost.decline.returned'),
  wasReturned: pattern('additional-cost.returned'),
  decision: say('additional-cost.decision.production'),
  requestedMail: (number: string, order: string) => say('mail.additional-cost-requested.subject', { number, order }),
}))

/** Texts about a customer's own data. */
export const dataWords = inBoth(({ say, pattern }) => ({
  section: say('personal-data.section.title'),
  prepare: say('personal-data.section.export.start'),
  password: say('personal-data.form.password'),
  confirm: say('app.ui.confirm'),
  download: pattern('personal-data.section.export.download'),
  readMe: say('personal-data.zip.readMe.name'),
  leave: say('personal-data.section.delete.button'),
  title: say('personal-data.page.title'),
  openOrder: (number: string) => say('personal-data.obstacles.kinds.open-order', { number }),
  viewOrder: (number: string) => say('personal-data.obstacles.actions.order', { number }),
  recheck: say('personal-data.obstacles.recheck'),
  email: say('personal-data.form.email'),
  request: say('personal-data.form.submit'),
  notYours: say('validation.EMAIL_NOT_YOURS'),
  sent: say('personal-data.sent.title'),
  keep: say('personal-data.sent.cancel'),
  cancelled: say('personal-data.sent.cancelled'),
  subject: say('mail.account-deletion.subject', { brand: 'Cotation' }),
  lastStep: say('personal-data.link.title'),
  deleteForGood: say('personal-data.link.confirm'),
  done: say('personal-data.done.title'),
  stale: say('personal-data.sent.staleTitle'),
  grown: pattern('personal-data.link.grown'),
  giveUp: pattern('personal-data.form.giveUp'),
  renew: say('personal-data.link.renew'),
  otherSession: (email: string) => say('personal-data.done.otherSession', { email }),
}))
