import { rightsOf } from '@cotation/domain'
import { setFlag } from '#features/customer/customer.service.ts'
import { assignManager } from '#features/manager/manager.service.ts'
import { actOrPropose } from '#features/proposal/proposal.service.ts'
import { askExpert } from '#features/quote/commands/expert.service.ts'
import { answerExportControl } from '#features/quote/commands/export-control.service.ts'
import { saveDraft, sendPrice } from '#features/quote/desk/expert-desk.service.ts'
import { insertContactMessage } from '#features/site/site.repository.ts'
import { contactJob } from '#features/site/site.service.ts'
import { type Quote, quote } from './customer-acts.ts'
import { demoStaffEmail } from './people.ts'
import { customerOf, type Shop } from './shop.ts'
import type { Story } from './timeline.ts'

/** The id of the first line, about which the question is. */
async function ask(shop: Shop, { customer, projectId, lines }: Quote, question: string): Promise<string> {
  const { id: customerId, email } = customerOf(shop, customer)
  const [line] = lines
  if (!line) throw new Error('the quote has no line')

  const owner = { customerId, visitorHash: null }
  await askExpert(shop.past.deps, owner, { projectId, lineId: line.id }, { question, email, language: 'fr' })
  return line.id
}

const answeredQuestion: Story = async function* (shop) {
  const { calendar, past, staff } = shop
  yield calendar.daysBack(6, '10:00')
  const cast = await quote(shop, 'lighting', { name: 'Pied de lampe coulé', service: 'vacuum-casting' }, [
    { part: 'pulley', quantity: 15, materialId: 'vc-pu-abs' },
  ])
  const lineId = await ask(shop, cast, 'Peut-on teinter la résine en RAL 3020 dans la masse, et à quel prix ?')
  yield calendar.daysBack(6, '15:30')
  const note = 'Oui, teinte dans la masse comprise. Le moule sert pour 20 pièces environ.'
  const price = { unitMinor: 48_50, workingDays: 12, validDays: 30, note, parcel: null }
  await sendPrice(past.deps, staff['account-manager'], lineId, price)
}

/** An expert has begun to answer. */
const draftedQuestion: Story = async function* (shop) {
  const { calendar, past, staff } = shop
  yield calendar.minutesBack(21 * 60)
  const milled = await quote(shop, 'drones', { name: 'Moyeu allégé', service: 'cnc' }, [
    { part: 'pulley', quantity: 5, materialId: 'al-7075-t6' },
  ])
  const lineId = await ask(shop, milled, 'Pouvez-vous tenir 0,01 mm sur l’alésage de 12 mm ?')
  yield calendar.minutesBack(120)
  const draft = { unitMinor: 86_00, workingDays: 9, note: 'Alésage fini à l’outil : demander le prix de l’alésoir.' }
  await saveDraft(past.deps, staff['customer-success'], lineId, { ...draft, seenAt: null })
}

const openQuestion: Story = async function* (shop) {
  yield shop.calendar.minutesBack(160)
  const milled = await quote(shop, 'medical', { name: 'Support inox', service: 'cnc' }, [
    { part: 'bracket', quantity: 2, materialId: 'ss-316l' },
  ])
  await ask(shop, milled, 'Pouvez-vous plier cette équerre au lieu de l’usiner ? Nous cherchons à réduire le coût.')
}

/** A quote that nobody has ordered yet. */
const savedQuote: Story = async function* (shop) {
  yield shop.calendar.daysBack(2, '13:20')
  await quote(shop, 'camille', { name: 'Pièces de rechange', service: '3d-printing' }, [
    { part: 'knob', quantity: 4, materialId: 'sla-9600-white' },
    { part: 'rail', quantity: 1, materialId: 'mjf-pa12' },
  ])
}

/** The customer is not sure whether the parts may be exported. */
const exportQuestion: Story = async function* (shop) {
  const { calendar, past } = shop
  yield calendar.minutesBack(9 * 60)
  const { projectId } = await quote(shop, 'drones', { name: 'Tourelle', service: 'cnc' }, [
    { part: 'flange', quantity: 2, materialId: 'al-7075-t6' },
  ])
  await answerExportControl(past.deps, customerOf(shop, 'drones').id, projectId, 'unknown')
}

/** A higher limit than one person may grant. */
const creditProposal: Story = async function* (shop) {
  const { calendar, past, staff } = shop
  const { id: customerId } = customerOf(shop, 'pumps')
  yield calendar.daysBack(10, '09:30')
  const reason = 'Client régulier depuis le salon de Quimper.'
  await assignManager(past.deps, staff.administrator, { customerId, email: demoStaffEmail, reason })
  yield calendar.minutesBack(6 * 60)
  const action = { kind: 'credit-limit', customerId, limitMinor: 12_000_00 } as const
  const actor = { staffId: staff['account-manager'], staffRights: rightsOf('account-manager') }
  await actOrPropose(past.deps, actor, action, 'Commande cadre annoncée pour l’année, paiement à 30 jours.')
}

const watchedCustomer: Story = async function* (shop) {
  const { calendar, past, staff } = shop
  yield calendar.daysBack(6, '16:30')
  const reason = 'Deux annulations et une réclamation refusée en un mois.'
  const change = { customerId: customerOf(shop, 'inventor').id, flag: 'watch', reason } as const
  await setFlag(past.deps, staff['customer-success'], change)
}

const contactMessage: Story = async function* ({ calendar, past }) {
  yield calendar.minutesBack(100)
  // Not by the service of the form, which wants a puzzle to be solved.
  await past.deps.db.transaction().execute(async (trx) => {
    const id = await insertContactMessage(trx, past.deps.clock(), {
      name: 'Bastien Morel',
      email: 'b.morel@ateliers-morel.example',
      topic: 'quote',
      message: 'Bonjour, livrez-vous en Suisse et acceptez-vous les plans papier numérisés ? Merci d’avance.',
      language: 'fr',
    })
    await past.deps.jobs.enqueue(trx, contactJob, { id })
  })
}

/** What waits on desks beside orders. */
export const deskStories: readonly Story[] = [
  answeredQuestion,
  draftedQuestion,
  openQuestion,
  savedQuote,
  exportQuestion,
  creditProposal,
  watchedCustomer,
  contactMessage,
]
